package cloud

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unsafe"
)

// column describes one field of a file's points. Both formats turn their text into the binary layout first, so that
// there is one decoder.
type column struct {
	name   string
	typ    byte // 'I', 'U' or 'F'
	size   int  // bytes per element
	count  int  // elements per point
	offset int  // of the first byte: within a point, or within the decompressed block of binary_compressed
}

func (c *column) width() int { return c.size * c.count }

// kind names the type as PCD writes it.
func (c *column) kind() string {
	return fmt.Sprintf("TYPE %c SIZE %d COUNT %d", c.typ, c.size, c.count)
}

// source is where the elements of a column lie: element i of point p at data[p*stride:].
type source struct {
	data   []byte
	stride int
	big    bool // big endian
	owned  bool // nobody else uses data, and arrays of the cloud may lie in it
}

// view returns n elements of 4 bytes where they are, without copying 6 MB a frame, when the machine can read them there.
func view[T float32 | uint32](s source, n int) ([]T, bool) {
	const size = 4
	if !s.owned || s.big || s.stride != size || n == 0 || binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, false
	}
	p := unsafe.Pointer(unsafe.SliceData(s.data[:size*n]))
	if uintptr(p)%unsafe.Alignof(T(0)) != 0 {
		return nil, false
	}
	return unsafe.Slice((*T)(p), n), true
}

func (s source) bits(i, size int) uint64 {
	b := s.data[i*s.stride:]
	switch {
	case size == 1:
		return uint64(b[0])
	case size == 2 && s.big:
		return uint64(binary.BigEndian.Uint16(b))
	case size == 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case size == 4 && s.big:
		return uint64(binary.BigEndian.Uint32(b))
	case size == 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case s.big:
		return binary.BigEndian.Uint64(b)
	}
	return binary.LittleEndian.Uint64(b)
}

// signed extends the sign of an integer of size bytes.
func signed(bits uint64, size int) int64 {
	shift := 64 - 8*size
	return int64(bits<<shift) >> shift
}

// float is the value of element bits of any type.
func (c *column) float(bits uint64) float64 {
	switch {
	case c.typ == 'F' && c.size == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case c.typ == 'F':
		return math.Float64frombits(bits)
	case c.typ == 'I':
		return float64(signed(bits, c.size))
	}
	return float64(bits)
}

// decoding fills the elements [from, to) of an array; nil where there is nothing to do.
type decoding func(from, to int)

// floats makes the array of a coordinate and says how to fill it. Values beyond the range of float32 become infinite, so their
// points are invalid.
func (c *column) floats(n int, s source) ([]float32, decoding) {
	four := c.typ == 'F' && c.size == 4
	if four {
		if v, ok := view[float32](s, n); ok {
			return v, nil
		}
	}
	dst := make([]float32, n)
	if four && !s.big {
		return dst, single(dst, s)
	}
	return dst, func(from, to int) {
		for i := from; i < to; i++ {
			dst[i] = float32(c.float(s.bits(i, c.size)))
		}
	}
}

// interleaved are x, y and z of points that lie one after the other, as most writers store them: they are decoded in one pass.
type interleaved struct {
	col [3]*column
	s   [3]source
	dst [3][]float32
}

// take notes coordinate k where it may be part of such a pass.
func (v *interleaved) take(c *column, s source, dst []float32, k int) bool {
	if c.typ != 'F' || c.size != 4 || s.big || v.col[k] != nil {
		return false
	}
	v.col[k], v.s[k], v.dst[k] = c, s, dst
	return true
}

// jobs fill the coordinates that were taken: together where they lie beside each other, else one by one.
func (v *interleaved) jobs() []decoding {
	together := true
	for k, col := range v.col {
		together = together && col != nil && col.offset == v.col[0].offset+4*k && v.s[k].stride == v.s[0].stride && v.s[0].stride >= 12
	}
	if !together {
		var out []decoding
		for k, col := range v.col {
			if col != nil {
				out = append(out, single(v.dst[k], v.s[k]))
			}
		}
		return out
	}
	s, dst := v.s[0], v.dst
	return []decoding{func(from, to int) {
		X, Y, Z := dst[0][from:to], dst[1][from:to], dst[2][from:to]
		Y, Z = Y[:len(X)], Z[:len(X)]
		for i, at := 0, from*s.stride; i < len(X); i, at = i+1, at+s.stride {
			q := s.data[at : at+12 : at+12]
			X[i] = math.Float32frombits(binary.LittleEndian.Uint32(q))
			Y[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[4:]))
			Z[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[8:]))
		}
	}}
}

// single fills a coordinate of four bytes, little-endian.
func single(dst []float32, s source) decoding {
	return func(from, to int) {
		data := s.data[from*s.stride:]
		for i := range dst[from:to] {
			dst[from+i] = math.Float32frombits(binary.LittleEndian.Uint32(data[i*s.stride:]))
		}
	}
}

// labels decodes a label of any type, unless one is no whole number from 0 to 2^32-1.
func (c *column) labels(cl *Cloud, n int, s source) bool {
	dst := make([]uint32, n)
	for i := range dst {
		bits := s.bits(i, c.size)
		v, ok := uint32(bits), true
		switch c.typ {
		case 'F':
			f := c.float(bits)
			v = uint32(f)
			ok = float64(v) == f
		case 'I':
			n := signed(bits, c.size)
			ok = n >= 0 && n <= math.MaxUint32
		default:
			ok = bits <= math.MaxUint32
		}
		if !ok {
			return false
		}
		dst[i] = v
	}
	cl.Label = dst
	return true
}

// words makes the array of a field of 4 bytes, taken as bit patterns whatever its type, and says how to fill it.
func (c *column) words(n int, s source) ([]uint32, decoding) {
	if v, ok := view[uint32](s, n); ok {
		return v, nil
	}
	dst := make([]uint32, n)
	if !s.big {
		return dst, func(from, to int) {
			data := s.data[from*s.stride:]
			for i := range dst[from:to] {
				dst[from+i] = binary.LittleEndian.Uint32(data[i*s.stride:])
			}
		}
	}
	return dst, func(from, to int) {
		for i := from; i < to; i++ {
			dst[i] = uint32(s.bits(i, 4))
		}
	}
}

// raw copies a field of n points byte for byte, in little-endian order.
func (c *column) raw(n int, s source) []byte {
	w := c.width()
	if s.owned && s.stride == w && !s.big {
		return s.data[: n*w : n*w]
	}
	out := make([]byte, n*w)
	if s.stride == w && !s.big {
		copy(out, s.data)
		return out
	}
	for i := range n {
		copy(out[i*w:(i+1)*w], s.data[i*s.stride:])
	}
	if s.big && c.size > 1 {
		for i := 0; i < len(out); i += c.size {
			for a, b := i, i+c.size-1; a < b; a, b = a+1, b-1 {
				out[a], out[b] = out[b], out[a]
			}
		}
	}
	return out
}

// appendText prints element bits so that parse finds the same bits again (the payload of a NaN aside).
func (c *column) appendText(dst []byte, bits uint64) []byte {
	switch c.typ {
	case 'F':
		f := c.float(bits)
		switch {
		case math.IsNaN(f):
			return append(dst, "nan"...)
		case math.IsInf(f, 1):
			return append(dst, "inf"...)
		case math.IsInf(f, -1):
			return append(dst, "-inf"...)
		}
		return strconv.AppendFloat(dst, f, 'g', -1, 8*c.size)
	case 'I':
		return strconv.AppendInt(dst, signed(bits, c.size), 10)
	}
	return strconv.AppendUint(dst, bits, 10)
}

// parse reads one number of text as element bits.
func (c *column) parse(tok []byte) (uint64, error) {
	if c.typ == 'F' {
		f, err := parseFloat(tok, 8*c.size)
		if err != nil {
			return 0, c.reject(tok, err)
		}
		if c.size == 4 {
			return uint64(math.Float32bits(float32(f))), nil
		}
		return math.Float64bits(f), nil
	}
	var bits uint64
	var err error
	if c.typ == 'I' {
		var n int64
		n, err = strconv.ParseInt(string(tok), 10, 8*c.size)
		bits = uint64(n)
	} else {
		bits, err = strconv.ParseUint(string(tok), 10, 8*c.size)
	}
	if err == nil {
		return bits, nil
	}
	// 4.2e+06 is how some writers print whole numbers
	if f, ferr := parseFloat(tok, 64); ferr == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		bits = uint64(int64(f))
		back := float64(signed(bits, c.size))
		if c.typ == 'U' {
			bits &= math.MaxUint64 >> (64 - 8*c.size)
			back = float64(bits)
		}
		if back == f {
			return bits, nil
		}
		return 0, c.reject(tok, strconv.ErrRange)
	}
	return 0, c.reject(tok, err)
}

func (c *column) reject(tok []byte, err error) error {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s of field %q does not fit TYPE %c SIZE %d", quote(tok), c.name, c.typ, c.size)
	}
	return fmt.Errorf("%s of field %q is not a number of TYPE %c", quote(tok), c.name, c.typ)
}

// parseFloat is strconv.ParseFloat with the ways C libraries print what is no number: nan, -nan, nan(ind), -nan(snan).
func parseFloat(tok []byte, bits int) (float64, error) {
	f, err := strconv.ParseFloat(string(tok), bits)
	if err == nil {
		return f, nil
	}
	t := bytes.TrimLeft(tok, "+-")
	if len(t) >= 3 && len(tok)-len(t) <= 1 && bytes.EqualFold(t[:3], []byte("nan")) {
		if rest := t[3:]; len(rest) == 0 || (rest[0] == '(' && rest[len(rest)-1] == ')') {
			return math.NaN(), nil
		}
	}
	return f, err
}

// put stores element bits in little-endian order.
func put(dst []byte, bits uint64, size int) {
	switch size {
	case 1:
		dst[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(bits))
	default:
		binary.LittleEndian.PutUint64(dst, bits)
	}
}

// quote shows a piece of a file in an error: printable, short.
func quote[T ~string | ~[]byte](b T) string {
	const most = 40
	if len(b) > most {
		return strconv.QuoteToASCII(string(b[:most])) + "..."
	}
	return strconv.QuoteToASCII(string(b))
}

// isWord reports whether a field name can be written to a header and printed.
func isWord(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// lines walks text line by line; a line ends with \n or \r\n.
type lines struct {
	data []byte
	pos  int // of the next line
	n    int // number of the last line returned, from 1
}

// next returns a line without its end. whole is false for a last line that has no line end.
func (l *lines) next() (line []byte, whole, ok bool) {
	if l.pos >= len(l.data) {
		return nil, false, false
	}
	rest := l.data[l.pos:]
	l.n++
	i := bytes.IndexByte(rest, '\n')
	if i < 0 {
		l.pos = len(l.data)
		return rest, false, true
	}
	l.pos += i + 1
	line = rest[:i]
	if i > 0 && line[i-1] == '\r' {
		line = line[:i-1]
	}
	return line, true, true
}

func (l *lines) where() string { return "line " + strconv.Itoa(l.n) }

// token cuts the next word off a line; an empty word means that there is none.
func token(line []byte) (tok, rest []byte) {
	i := 0
	for i < len(line) && isSpace(line[i]) {
		i++
	}
	j := i
	for j < len(line) && !isSpace(line[j]) {
		j++
	}
	return line[i:j], line[j:]
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\v' || b == '\f' }
