package bridge

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Clients may send operations as CBOR (RFC 8949) in binary frames; a cloud takes less than half of its JSON that way. They are turned
// into JSON, which is what everything else understands: byte strings become base64, typed arrays (RFC 8746) lists of numbers, floats
// that are no numbers null.

// maxCBORDepth is how deep items may be nested.
const maxCBORDepth = 100

// jsonFromCBOR appends the JSON form of one CBOR item, which must fill data.
func jsonFromCBOR(b, data []byte) ([]byte, error) {
	d := cborReader{rest: data}
	out, err := d.item(b, 0)
	if err != nil {
		return b, err
	}
	if len(d.rest) > 0 {
		return b, d.bad(fault.Invalid, "%d bytes follow the item", len(d.rest))
	}
	return out, nil
}

type cborReader struct{ rest []byte }

func (d *cborReader) bad(kind fault.Kind, format string, args ...any) error {
	return fault.New("read CBOR", "", kind, format, args...)
}

func (d *cborReader) take(n uint64) ([]byte, error) {
	if n > uint64(len(d.rest)) {
		return nil, d.bad(fault.Truncated, "%d bytes are announced, %d are left", n, len(d.rest))
	}
	p := d.rest[:n]
	d.rest = d.rest[n:]
	return p, nil
}

// head reads major type, additional information and argument.
func (d *cborReader) head() (major, info byte, arg uint64, err error) {
	p, err := d.take(1)
	if err != nil {
		return 0, 0, 0, err
	}
	major, info = p[0]>>5, p[0]&31
	switch {
	case info < 24:
		return major, info, uint64(info), nil
	case info < 28:
		p, err := d.take(1 << (info - 24))
		if err != nil {
			return 0, 0, 0, err
		}
		return major, info, bigEndian(p), nil
	case info == 31:
		return 0, 0, 0, d.bad(fault.Unsupported, "items of unknown length are not taken")
	}
	return 0, 0, 0, d.bad(fault.Invalid, "additional information %d is reserved", info)
}

func bigEndian(p []byte) uint64 {
	var v uint64
	for _, c := range p {
		v = v<<8 | uint64(c)
	}
	return v
}

func (d *cborReader) item(b []byte, depth int) ([]byte, error) {
	if depth > maxCBORDepth {
		return b, d.bad(fault.TooLarge, "items are nested more than %d deep", maxCBORDepth)
	}
	major, info, n, err := d.head()
	if err != nil {
		return b, err
	}
	switch major {
	case 0:
		return strconv.AppendUint(b, n, 10), nil
	case 1: // -1 - n
		if n == math.MaxUint64 {
			return append(b, "-18446744073709551616"...), nil
		}
		return strconv.AppendUint(append(b, '-'), n+1, 10), nil
	case 2:
		p, err := d.take(n)
		if err != nil {
			return b, err
		}
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), p), '"'), nil
	case 3:
		return d.text(b, n)
	case 4:
		return d.list(b, n, depth)
	case 5:
		return d.object(b, n, depth)
	case 6:
		return d.tagged(b, n, depth)
	}
	return d.simple(b, info, n)
}

func (d *cborReader) text(b []byte, n uint64) ([]byte, error) {
	p, err := d.take(n)
	if err != nil {
		return b, err
	}
	if !utf8.Valid(p) {
		return b, d.bad(fault.Invalid, "a text is no UTF-8")
	}
	return appendJSON(b, string(p)), nil
}

func (d *cborReader) list(b []byte, n uint64, depth int) ([]byte, error) {
	if n > uint64(len(d.rest)) { // an item has a byte at least
		return b, d.bad(fault.Truncated, "%d items are announced, %d bytes are left", n, len(d.rest))
	}
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = d.item(b, depth+1); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func (d *cborReader) object(b []byte, n uint64, depth int) ([]byte, error) {
	if n > uint64(len(d.rest))/2 {
		return b, d.bad(fault.Truncated, "%d pairs are announced, %d bytes are left", n, len(d.rest))
	}
	b = append(b, '{')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		major, _, size, err := d.head()
		if err != nil {
			return b, err
		}
		if major != 3 {
			return b, d.bad(fault.Invalid, "the key of a map is no text")
		}
		if b, err = d.text(b, size); err != nil {
			return b, err
		}
		if b, err = d.item(append(b, ':'), depth+1); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// tagged reads what a tag is about: a typed array, or anything else, of which the tag is ignored.
func (d *cborReader) tagged(b []byte, tag uint64, depth int) ([]byte, error) {
	if tag < 64 || tag > 87 {
		return d.item(b, depth+1)
	}
	major, _, n, err := d.head()
	if err != nil {
		return b, err
	}
	p, err := d.take(n)
	if err != nil {
		return b, err
	}
	// Bits of the tag: float, signed, little-endian, and two for the size of an element.
	float, signed, little, size := tag&16 != 0, tag&8 != 0, tag&4 != 0, 1<<(tag&3)
	if float {
		size *= 2
	}
	switch {
	case major != 2:
		return b, d.bad(fault.Invalid, "a typed array is no byte string")
	case tag == 76 || tag > 86 || float && size > 8 || float && signed:
		return b, d.bad(fault.Unsupported, "typed arrays with tag %d are not taken", tag)
	case len(p)%size != 0:
		return b, d.bad(fault.Invalid, "a typed array of %d bytes has elements of %d", len(p), size)
	case tag == 64 || tag == 68: // uint8: as a byte string
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), p), '"'), nil
	}
	b = append(b, '[')
	for i := 0; i < len(p); i += size {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendElement(b, p[i:i+size], float, signed, little)
	}
	return append(b, ']'), nil
}

func appendElement(b, p []byte, float, signed, little bool) []byte {
	var v uint64
	if little {
		for i := len(p) - 1; i >= 0; i-- {
			v = v<<8 | uint64(p[i])
		}
	} else {
		v = bigEndian(p)
	}
	switch {
	case float:
		return appendFloat(b, v, len(p))
	case signed:
		shift := 64 - 8*len(p)
		return strconv.AppendInt(b, int64(v<<shift)>>shift, 10)
	}
	return strconv.AppendUint(b, v, 10)
}

// appendFloat appends a float of 2, 4 or 8 bytes, given by its bits.
func appendFloat(b []byte, bits uint64, size int) []byte {
	var f float64
	width := 64
	switch size {
	case 2:
		f, width = half(uint16(bits)), 32
	case 4:
		f, width = float64(math.Float32frombits(uint32(bits))), 32
	default:
		f = math.Float64frombits(bits)
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, f, 'g', -1, width)
}

// half is an IEEE 754 half-precision number.
func half(v uint16) float64 {
	exp, frac := int(v>>10&31), float64(v&1023)
	var f float64
	switch exp {
	case 0:
		f = math.Ldexp(frac, -24)
	case 31:
		f = math.Inf(1)
		if frac != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(frac+1024, exp-25)
	}
	if v>>15 != 0 {
		return -f
	}
	return f
}

func (d *cborReader) simple(b []byte, info byte, n uint64) ([]byte, error) {
	switch info {
	case 20:
		return append(b, "false"...), nil
	case 21:
		return append(b, "true"...), nil
	case 22, 23: // null, undefined
		return append(b, "null"...), nil
	case 25, 26, 27:
		return appendFloat(b, n, 1<<(info-24)), nil
	}
	return b, d.bad(fault.Unsupported, "simple value %d is not taken", n)
}
