package cloud

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Format is the kind of a PCD file's DATA.
type Format uint8

const (
	ASCII            Format = iota // one point a line
	Binary                         // point after point, little endian
	BinaryCompressed               // field after field, LZF
)

func (f Format) String() string {
	switch f {
	case ASCII:
		return "ascii"
	case Binary:
		return "binary"
	case BinaryCompressed:
		return "binary_compressed"
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// outField is a column to write with the bits of its elements.
type outField struct {
	column
	bits   func(i int) uint64 // element i of the whole column
	colour bool               // RGB
}

// fields lists what a cloud writes, in its Order; what Order does not name follows as x y z rgba label and extra fields.
func (c *Cloud) fields() ([]outField, error) {
	float := func(v []float32) func(int) uint64 {
		return func(i int) uint64 { return uint64(math.Float32bits(v[i])) }
	}
	word := func(v []uint32) func(int) uint64 { return func(i int) uint64 { return uint64(v[i]) } }
	out := []outField{
		{column{name: "x", typ: 'F', size: 4, count: 1}, float(c.X), false},
		{column{name: "y", typ: 'F', size: 4, count: 1}, float(c.Y), false},
		{column{name: "z", typ: 'F', size: 4, count: 1}, float(c.Z), false},
	}
	extra := func(name string) bool {
		return slices.ContainsFunc(c.Extra, func(f Field) bool { return f.Name == name })
	}
	if c.RGB != nil {
		// rgb is the same bits in the disguise of a float, as its readers expect it
		col := column{name: "rgba", typ: 'U', size: 4, count: 1}
		if extra("rgba") || (slices.Contains(c.Order, "rgb") && !extra("rgb")) {
			col.name, col.typ = "rgb", 'F'
		}
		out = append(out, outField{col, word(c.RGB), true})
	}
	if c.Label != nil {
		out = append(out, outField{column{name: "label", typ: 'U', size: 4, count: 1}, word(c.Label), false})
	}
	for _, f := range c.Extra {
		if f.Name == "label" && c.Label != nil {
			continue // labels that could not be read give way to those that were made
		}
		s := source{data: f.Data, stride: f.Size}
		out = append(out, outField{column{name: f.Name, typ: f.Type, size: f.Size, count: f.Count}, func(i int) uint64 { return s.bits(i, f.Size) }, false})
	}
	place := make(map[string]int, len(c.Order))
	for i, name := range c.Order {
		if _, ok := place[name]; !ok {
			place[name] = i
		}
	}
	slices.SortStableFunc(out, func(a, b outField) int {
		rank := func(f outField) int {
			if i, ok := place[f.name]; ok {
				return i
			}
			return math.MaxInt
		}
		ra, rb := rank(a), rank(b)
		switch {
		case ra < rb:
			return -1
		case ra > rb:
			return 1
		}
		return 0
	})
	seen := map[string]bool{}
	for _, f := range out {
		switch {
		case seen[f.name]:
			return nil, fault.New(opWritePCD, "field "+quote(f.name), fault.Conflict, "there are two fields of this name: rename or remove the extra one")
		case f.name == padding || !isWord(f.name):
			return nil, fault.New(opWritePCD, "field "+quote(f.name), fault.Invalid, "the name must be a word without white space, and not %q", padding)
		case !slices.Contains([]byte("IUF"), f.typ) || !slices.Contains([]int{1, 2, 4, 8}, f.size) || (f.typ == 'F' && f.size < 4):
			return nil, fault.New(opWritePCD, "field "+quote(f.name), fault.Invalid, "PCD has no %s: use I or U of 1, 2, 4, 8 bytes or F of 4, 8", f.kind())
		}
		seen[f.name] = true
	}
	return out, nil
}

// AppendPCD appends c as a PCD file (version 0.7) to dst. All fields of the cloud are written: what reading the result
// gives is equal to c, except that Frame is not part of the format and that ascii does not keep the payload of a NaN.
func AppendPCD(dst []byte, c *Cloud, format Format) ([]byte, error) {
	if err := c.Check(); err != nil {
		return nil, fault.Wrap(opWritePCD, "", err)
	}
	if format > BinaryCompressed {
		return nil, fault.New(opWritePCD, "", fault.Unsupported, "%v is unknown: use ASCII, Binary or BinaryCompressed", format)
	}
	if !c.X_FS.IsFinite() {
		return nil, fault.New(opWritePCD, "", fault.Invalid, "the sensor pose X_FS is not finite: leave it zero when it is unknown")
	}
	fields, err := c.fields()
	if err != nil {
		return nil, err
	}
	n, step := c.Len(), 0
	for i := range fields {
		fields[i].offset = step
		step += fields[i].width()
	}
	if format == BinaryCompressed && int64(n)*int64(step) > math.MaxUint32 {
		return nil, fault.New(opWritePCD, "", fault.TooLarge, "binary_compressed holds at most 4 GiB: write %d points of %d bytes as binary", n, step)
	}
	dst = appendHeader(dst, c, fields, format)
	switch format {
	case ASCII:
		for p := range n {
			for i := range fields {
				f := &fields[i]
				col := f.column
				if f.colour {
					col.typ = 'U' // the decimal text of a float would lose the bits of one that is NaN
				}
				for k := range f.count {
					dst = col.appendText(dst, f.bits(p*f.count+k))
					dst = append(dst, ' ')
				}
			}
			dst[len(dst)-1] = '\n'
		}
	case Binary:
		start := len(dst)
		dst = slices.Grow(dst, n*step)[:start+n*step]
		for i := range fields {
			f := &fields[i]
			for p := range n {
				at := dst[start+p*step+f.offset:]
				for k := range f.count {
					put(at[k*f.size:], f.bits(p*f.count+k), f.size)
				}
			}
		}
	case BinaryCompressed:
		block := make([]byte, n*step)
		for i := range fields {
			f := &fields[i]
			at := block[n*f.offset:]
			for k := range n * f.count {
				put(at[k*f.size:], f.bits(k), f.size)
			}
		}
		sizes := len(dst)
		dst = append(dst, make([]byte, 8)...)
		dst = lzfAppend(dst, block)
		packed := len(dst) - sizes - 8
		if int64(packed) > math.MaxUint32 {
			return nil, fault.New(opWritePCD, "", fault.TooLarge, "binary_compressed holds at most 4 GiB: write as binary")
		}
		binary.LittleEndian.PutUint32(dst[sizes:], uint32(packed))
		binary.LittleEndian.PutUint32(dst[sizes+4:], uint32(len(block)))
	}
	return dst, nil
}

func appendHeader(dst []byte, c *Cloud, fields []outField, format Format) []byte {
	dst = append(dst, "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\n"...)
	row := func(key string, value func(f *outField) string) {
		dst = append(dst, key...)
		for i := range fields {
			dst = append(append(dst, ' '), value(&fields[i])...)
		}
		dst = append(dst, '\n')
	}
	row("FIELDS", func(f *outField) string { return f.name })
	row("SIZE", func(f *outField) string { return strconv.Itoa(f.size) })
	row("TYPE", func(f *outField) string {
		if f.colour && format == ASCII {
			return "U"
		}
		return string(rune(f.typ))
	})
	row("COUNT", func(f *outField) string { return strconv.Itoa(f.count) })
	X := c.X_FS
	q := X.R
	if q == (geom.Rot{}) {
		q = geom.IdentityRot
	}
	dst = fmt.Appendf(dst, "WIDTH %d\nHEIGHT %d\nVIEWPOINT", c.Width, c.Height)
	for _, v := range []float64{X.P.X, X.P.Y, X.P.Z, q.W, q.X, q.Y, q.Z} {
		dst = strconv.AppendFloat(append(dst, ' '), v, 'g', -1, 64)
	}
	return fmt.Appendf(dst, "\nPOINTS %d\nDATA %s\n", c.Len(), format)
}
