package cloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// readPCD decodes a PCD file (the Point Cloud Library's format, versions .5 to .7). Memory stays within a fixed multiple
// of the input: what a header promises is compared with the bytes that follow before anything is allocated.
func readPCD(b []byte) (*Cloud, error) {
	h, err := parsePCDHeader(b)
	if err != nil {
		return nil, err
	}
	body := b[h.body:]
	n := h.points()
	var at func(column) source
	switch h.format {
	case ASCII:
		rows, err := h.parseRows(b)
		if err != nil {
			return nil, err
		}
		at = func(c column) source { return source{data: rows[min(c.offset, len(rows)):], stride: h.step} }
	case Binary:
		if n > 0 && len(body)/h.step < n {
			return nil, h.short(len(body))
		}
		if err := noMore(opReadPCD, body[n*h.step:], h.body+n*h.step); err != nil {
			return nil, err
		}
		at = func(c column) source { return source{data: body[min(c.offset, len(body)):], stride: h.step} }
	default:
		block, err := h.decompress(body)
		if err != nil {
			return nil, err
		}
		at = func(c column) source { return source{data: block[c.offset:], stride: c.width(), owned: true} }
	}
	c := assemble(h.columns, h.width, h.height, at)
	c.X_FS = h.viewpoint
	return c, nil
}

func (h *pcdHeader) short(have int) error {
	return fault.New(opReadPCD, fmt.Sprintf("byte %d", h.body), fault.Truncated,
		"the header promises %d points of %d bytes, but %d bytes follow: the file is cut off (copy it again) or WIDTH, HEIGHT, POINTS are wrong",
		h.points(), h.step, have)
}

// noLineEnd is the one sign of a text file that was cut off inside its last number.
const noLineEnd = "the last line has no line end, so it may be cut off: copy the file again, or end the line if it is whole"

// noMore allows what editors and copying append to a file, line ends and zeros, and nothing else.
func noMore(op string, rest []byte, offset int) error {
	if i := bytes.IndexFunc(rest, func(r rune) bool { return r != 0 && r != '\n' && r != '\r' }); i >= 0 {
		return fault.New(op, fmt.Sprintf("byte %d", offset+i), fault.Invalid,
			"%d bytes follow the last point: the file holds more than its header promises, correct the header", len(rest)-i)
	}
	return nil
}

// decompress unpacks a binary_compressed body, which is field after field instead of point after point, and turns the
// offsets of the columns into offsets within it. Writers disagree on padding fields: some write them, others name them in
// the header only; the declared size tells.
func (h *pcdHeader) decompress(body []byte) ([]byte, error) {
	fail := func(kind fault.Kind, format string, args ...any) ([]byte, error) {
		return nil, fault.New(opReadPCD, fmt.Sprintf("byte %d", h.body), kind, format, args...)
	}
	if len(body) < 8 {
		return fail(fault.Truncated, "the file ends inside the two sizes that start compressed data: it is cut off, copy it again")
	}
	packed, size := int64(binary.LittleEndian.Uint32(body)), int64(binary.LittleEndian.Uint32(body[4:]))
	body = body[8:]
	if packed > int64(len(body)) {
		return fail(fault.Truncated, "%d bytes of compressed data are declared, but %d follow: the file is cut off, copy it again", packed, len(body))
	}
	if size > int64(lzfMaxSize(int(packed))) {
		return fail(fault.TooLarge, "%d bytes of compressed data cannot hold the %d declared: the file is damaged, copy it again", packed, size)
	}
	n, full, bare := h.points(), h.step, 0
	for _, c := range h.columns {
		if c.name != padding {
			bare += c.width()
		}
	}
	keep := true
	switch {
	case fits(n, full, size):
	case fits(n, bare, size):
		keep = false
	default:
		return fail(fault.Invalid, "%d points of %d bytes are promised, but the data is declared to have %d bytes: correct WIDTH, HEIGHT, POINTS or the fields", n, full, size)
	}
	if err := noMore(opReadPCD, body[packed:], h.body+8+int(packed)); err != nil {
		return nil, err
	}
	base := 0
	for i := range h.columns {
		c := &h.columns[i]
		c.offset = base
		if keep || c.name != padding {
			base += n * c.width()
		}
	}
	block := make([]byte, size)
	if err := lzfDecompress(block, body[:packed]); err != nil {
		return nil, fault.Wrap(opReadPCD, "", err)
	}
	return block, nil
}

// fits reports n*step == size without overflow.
func fits(n, step int, size int64) bool {
	return n <= math.MaxUint32 && int64(n) <= size && int64(n)*int64(step) == size
}

// parseRows turns ascii points, one on a line, into the binary layout.
func (h *pcdHeader) parseRows(b []byte) ([]byte, error) {
	in := lines{data: b, pos: h.body, n: h.line}
	n, tokens := h.points(), 0
	for _, c := range h.columns {
		tokens += c.count
	}
	// a number takes at least one digit and what separates it from the next
	if left := len(b) - h.body; n > 0 && (left+1)/(2*tokens) < n {
		return nil, fault.New(opReadPCD, fmt.Sprintf("line %d", h.line), fault.Truncated,
			"the header promises %d points of %d numbers, but %d bytes follow: the file is cut off (copy it again) or WIDTH, HEIGHT, POINTS are wrong", n, tokens, left)
	}
	rows := make([]byte, n*h.step)
	fail := func(kind fault.Kind, format string, args ...any) ([]byte, error) {
		return nil, fault.New(opReadPCD, in.where(), kind, format, args...)
	}
	for p := 0; p < n; {
		line, whole, ok := in.next()
		if !ok {
			return fail(fault.Truncated, "the file ends after %d of %d points: it is cut off (copy it again) or WIDTH, HEIGHT, POINTS are wrong", p, n)
		}
		tok, rest := token(line)
		if len(tok) == 0 {
			continue
		}
		if !whole {
			return fail(fault.Truncated, noLineEnd)
		}
		row := rows[p*h.step : (p+1)*h.step]
		got := 0
		for i := range h.columns {
			c := &h.columns[i]
			for k := 0; k < c.count; k++ {
				if len(tok) == 0 {
					return fail(fault.Invalid, "%d numbers where a point has %d: complete the line or correct FIELDS and COUNT", got, tokens)
				}
				if c.name != padding {
					bits, err := c.parse(tok)
					if err != nil {
						return fail(fault.Invalid, "%w", err)
					}
					put(row[c.offset+k*c.size:], bits, c.size)
				}
				got++
				tok, rest = token(rest)
			}
		}
		if len(tok) != 0 {
			return fail(fault.Invalid, "more than the %d numbers of a point: split the line or correct FIELDS and COUNT", tokens)
		}
		p++
	}
	for {
		line, _, ok := in.next()
		if !ok {
			return rows, nil
		}
		if tok, _ := token(line); len(bytes.Trim(tok, "\x00")) != 0 {
			return fail(fault.Invalid, "text after the last of %d points: correct WIDTH, HEIGHT and POINTS, or remove it", n)
		}
	}
}

// assemble makes a cloud of columns of which at tells the place. x, y and z must be among them. Colour is rgb or rgba of
// four bytes; label is a label of any type, where all are whole numbers from 0 on; the rest is kept as it is, also labels such as -1.
func assemble(columns []column, width, height int, at func(column) source) *Cloud {
	n := width * height
	c := &Cloud{Width: width, Height: height}
	var jobs []decoding
	var xyz interleaved
	floats := func(col column, s source, k int) []float32 {
		v, job := col.floats(n, s)
		if job == nil || !xyz.take(&col, s, v, k) {
			jobs = append(jobs, job)
		}
		return v
	}
	words := func(col column, s source) []uint32 {
		v, job := col.words(n, s)
		jobs = append(jobs, job)
		return v
	}
	for _, col := range columns {
		if col.name == padding {
			continue
		}
		c.Order = append(c.Order, col.name)
		s := at(col)
		switch {
		case col.name == "x":
			c.X = floats(col, s, 0)
		case col.name == "y":
			c.Y = floats(col, s, 1)
		case col.name == "z":
			c.Z = floats(col, s, 2)
		case (col.name == "rgb" || col.name == "rgba") && col.width() == 4 && col.count == 1 && c.RGB == nil:
			c.RGB = words(col, s)
		case col.name == "label" && col.count == 1 && col.typ == 'U' && col.size == 4:
			c.Label = words(col, s)
		case col.name == "label" && col.count == 1 && col.labels(c, n, s):
		default:
			c.Extra = append(c.Extra, Field{Name: col.name, Type: col.typ, Size: col.size, Count: col.count, Data: col.raw(n, s)})
		}
	}
	jobs = append(jobs, xyz.jobs()...)
	// All columns of a piece are decoded while its bytes are in the cache.
	multicore.EachPiece(n, decodePiece, func(_, from, to int) {
		for _, decode := range jobs {
			if decode != nil {
				decode(from, to)
			}
		}
	})
	return c
}

// decodePiece is the number of points that a core decodes at a time.
const decodePiece = 8192
