package cloud

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"pgregory.net/rapid"
)

func TestPLYReadsAscii(t *testing.T) {
	text := `ply
format ascii 1.0
comment made by hand
obj_info any
element camera 1
property float view_px
property list uchar int marks
element nothing 7
element vertex 2
property float x
property list uint8 float32 weights
property double y
property int16 z
property uchar diffuse_red
property uchar diffuse_green
property uchar diffuse_blue
property float32 nx
property uint8 label
comment in between
element face 2
property list uchar int vertex_indices
property uchar flags
end_header
1.5 2 7 8
1 0 2.5 -3 255 128 0 -0.5 9
nan 3 0.1 0.2 0.3 4 5 1 2 3 inf 200

3 0 1 0 255
0 7
`
	c, err := Read([]byte(text), "a.ply")
	if err != nil {
		t.Fatal(err)
	}
	want := &Cloud{
		Width: 2, Height: 1,
		X: []float32{1, float32(math.NaN())}, Y: []float32{2.5, 4}, Z: []float32{-3, 5},
		RGB: []uint32{0xFFFF8000, 0xFF010203}, Label: []uint32{9, 200},
		Extra: []Field{{Name: "nx", Type: 'F', Size: 4, Count: 1, Data: le32(float32(-0.5), float32(math.Inf(1)))}},
	}
	if d := differ(c, want, true); d != "" {
		t.Error(d)
	}
	if got, want := strings.Join(c.Order, " "), "x y z nx label rgba"; got != want {
		t.Errorf("order %q, want %q", got, want)
	}
}

// Every scalar type under both names, lists anywhere, both byte orders, against bytes laid down here by hand.
func TestPLYReadsAnyLayout(t *testing.T) {
	types := map[string]struct {
		typ  byte
		size int
	}{
		"char": {'I', 1}, "int8": {'I', 1}, "uchar": {'U', 1}, "uint8": {'U', 1}, "short": {'I', 2}, "int16": {'I', 2},
		"ushort": {'U', 2}, "uint16": {'U', 2}, "int": {'I', 4}, "int32": {'I', 4}, "uint": {'U', 4}, "uint32": {'U', 4},
		"float": {'F', 4}, "float32": {'F', 4}, "double": {'F', 8}, "float64": {'F', 8},
	}
	names := make([]string, 0, len(types))
	for n := range types {
		names = append(names, n)
	}
	slices.Sort(names)
	var integers []string
	for _, n := range names {
		if types[n].typ != 'F' {
			integers = append(integers, n)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]string{"ascii", "binary_little_endian", "binary_big_endian"}).Draw(t, "format")
		order := binary.AppendByteOrder(binary.LittleEndian)
		if format == "binary_big_endian" {
			order = binary.BigEndian
		}
		var header strings.Builder
		var body []byte
		number := func(typ string, v int) {
			d := types[typ]
			switch {
			case format == "ascii":
				body = fmt.Appendf(body, "%d ", v)
			case d.typ == 'F' && d.size == 4:
				body = order.AppendUint32(body, math.Float32bits(float32(v)))
			case d.typ == 'F':
				body = order.AppendUint64(body, math.Float64bits(float64(v)))
			case d.size == 1:
				body = append(body, byte(v))
			case d.size == 2:
				body = order.AppendUint16(body, uint16(v))
			default:
				body = order.AppendUint32(body, uint32(v))
			}
		}
		type property struct{ name, typ, length string }
		want := &Cloud{Height: 1}
		element := func(name string, n int, properties []property) {
			fmt.Fprintf(&header, "element %s %d\n", name, n)
			for _, p := range properties {
				if p.length != "" {
					fmt.Fprintf(&header, "property list %s %s %s\n", p.length, p.typ, p.name)
				} else {
					fmt.Fprintf(&header, "property %s %s\n", p.typ, p.name)
				}
			}
			for range n {
				for _, p := range properties {
					if p.length != "" {
						k := rapid.IntRange(0, 3).Draw(t, "items")
						number(p.length, k)
						for range k {
							number(p.typ, 77)
						}
						continue
					}
					v := rapid.IntRange(0, 127).Draw(t, "value")
					number(p.typ, v)
					switch p.name {
					case "x":
						want.X = append(want.X, float32(v))
					case "y":
						want.Y = append(want.Y, float32(v))
					case "z":
						want.Z = append(want.Z, float32(v))
					case "e":
						f := &want.Extra[0]
						f.Type, f.Size, f.Count = types[p.typ].typ, types[p.typ].size, 1
						bits := uint64(v)
						if f.Type == 'F' {
							if bits = math.Float64bits(float64(v)); f.Size == 4 {
								bits = uint64(math.Float32bits(float32(v)))
							}
						}
						f.Data = append(f.Data, make([]byte, f.Size)...)
						put(f.Data[len(f.Data)-f.Size:], bits, f.Size)
					}
				}
				if format == "ascii" && len(properties) > 0 {
					body = append(body, '\n')
				}
			}
		}
		draw := func(name string) property {
			p := property{name: name, typ: rapid.SampledFrom(names).Draw(t, "type")}
			if name == "list" || (name != "x" && name != "y" && name != "z" && name != "e" && rapid.Bool().Draw(t, "is list")) {
				p.length = rapid.SampledFrom(integers).Draw(t, "length type")
			}
			return p
		}
		other := func(name string) {
			var ps []property
			for i := range rapid.IntRange(0, 3).Draw(t, "properties") {
				ps = append(ps, draw(fmt.Sprint("p", i)))
			}
			element(name, rapid.IntRange(0, 3).Draw(t, "rows"), ps)
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "elements before") {
			other(fmt.Sprint("before", i))
		}
		coordinates := []string{"x", "y", "z", "e"}
		want.Extra = []Field{{Name: "e"}}
		if rapid.Bool().Draw(t, "list among the vertices") {
			coordinates = append(coordinates, "list")
		}
		var ps []property
		for _, name := range rapid.Permutation(coordinates).Draw(t, "order") {
			ps = append(ps, draw(name))
		}
		n := rapid.IntRange(1, 4).Draw(t, "vertices")
		want.Width = n
		element("vertex", n, ps)
		for i := range rapid.IntRange(0, 2).Draw(t, "elements after") {
			other(fmt.Sprint("after", i))
		}
		file := append([]byte("ply\nformat "+format+" 1.0\n"+header.String()+"end_header\n"), body...)
		c, err := Read(file, "a.ply")
		if err != nil {
			t.Fatalf("%q: %v", file, err)
		}
		if d := differ(c, want, false); d != "" {
			t.Fatalf("%q: %s", file, d)
		}
	})
}

func TestPLYColours(t *testing.T) {
	for name, c := range map[string]struct {
		properties, row string
		want            uint32
		extra           int
	}{
		"bytes":        {"uchar red,uchar green,uchar blue", "1 2 3", 0xFF010203, 0},
		"alpha":        {"uchar alpha,uchar blue,uchar green,uchar red", "4 3 2 1", 0x04010203, 0},
		"16 bits":      {"ushort red,ushort green,ushort blue", "65535 32768 255", 0xFFFF8000, 0},
		"floats":       {"float red,float green,double blue,float alpha", "1 0.5 -3 nan", 0x00FF8000, 0},
		"two of three": {"uchar red,uchar green", "1 2", 0, 2},
		"int":          {"int red,uchar green,uchar blue", "1 2 3", 0, 3},
		"packed":       {"uint rgba,uchar red,uchar green,uchar blue", "16909060 5 6 7", 0x01020304, 3},
	} {
		text := "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
		for _, p := range strings.Split(c.properties, ",") {
			text += "property " + p + "\n"
		}
		got, err := Read([]byte(text+"end_header\n0 0 0 "+c.row+"\n"), "a.ply")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var rgb uint32
		if got.RGB != nil {
			rgb = got.RGB[0]
		}
		if rgb != c.want || len(got.Extra) != c.extra {
			t.Errorf("%s: %08x and %d extra fields, want %08x and %d", name, rgb, len(got.Extra), c.want, c.extra)
		}
		if _, err := AppendPCD(nil, got, Binary); err != nil {
			t.Errorf("%s: cannot be written: %v", name, err)
		}
	}
}

const plyXYZ = "property float x\nproperty float y\nproperty float z\n"

func TestPLYRejects(t *testing.T) {
	ascii, bin := "ply\nformat ascii 1.0\n", "ply\nformat binary_little_endian 1.0\n"
	for name, c := range map[string]struct {
		text string
		kind fault.Kind
		say  string
	}{
		"no format":          {"ply\nelement vertex 0\n" + plyXYZ + "end_header\n", fault.Invalid, "no format line"},
		"format 2.0":         {"ply\nformat ascii 2.0\n", fault.Unsupported, "line 2: read ply"},
		"format":             {"ply\nformat utf8 1.0\n", fault.Unsupported, `format "utf8" is unknown`},
		"format twice":       {ascii + "format ascii 1.0\n", fault.Invalid, "line 3: read ply: format is given twice"},
		"first line":         {"ply\r\nply\n", fault.Invalid, `unknown header entry "ply"`},
		"no vertex":          {ascii + "element face 0\nend_header\n", fault.Invalid, "no element vertex"},
		"vertex twice":       {ascii + "element vertex 1\nelement vertex 1\n", fault.Invalid, "declared again after line 3"},
		"no z":               {ascii + "element vertex 1\nproperty int x\nproperty int y\nend_header\n1 1\n", fault.Invalid, "no property z"},
		"x twice":            {ascii + "element vertex 1\n" + plyXYZ + "property int x\nend_header\n", fault.Invalid, `two properties named "x"`},
		"x is a list":        {ascii + "element vertex 1\nproperty list int int x\nproperty int y\nproperty int z\nend_header\n", fault.Invalid, "property x of the vertices is a list"},
		"orphan property":    {ascii + "property float x\n", fault.Invalid, "before the first element"},
		"type":               {ascii + "element vertex 1\nproperty half x\n", fault.Invalid, `type "half" is unknown`},
		"list type":          {ascii + "element vertex 1\nproperty list float int x\n", fault.Invalid, "integer type"},
		"property":           {ascii + "element vertex 1\nproperty float\n", fault.Invalid, "line 4: read ply"},
		"negative count":     {ascii + "element vertex -1\n", fault.Invalid, "0 or more"},
		"count overflows":    {ascii + "element vertex 99999999999999999999\n", fault.Invalid, "whole number"},
		"entry":              {ascii + "elment vertex 1\n", fault.Invalid, `unknown header entry "elment"`},
		"endless header":     {ascii + strings.Repeat("comment x\n", 1<<18), fault.TooLarge, "no end_header within"},
		"2^31 ascii":         {ascii + "element vertex 2147483648\n" + plyXYZ + "end_header\n1 2 3\n", fault.Truncated, "2147483648 rows"},
		"2^62 binary":        {bin + "element vertex 4611686018427387904\n" + plyXYZ + "end_header\n123456789012", fault.Truncated, "4611686018427387904 rows"},
		"many empty lists":   {bin + "element a 4611686018427387904\nproperty list uchar int l\nelement vertex 0\n" + plyXYZ + "end_header\n\x00", fault.Truncated, "at least 1 bytes"},
		"list beyond file":   {bin + "element a 1\nproperty list uint double l\nelement vertex 0\n" + plyXYZ + "end_header\n\xff\xff\xff\xff1", fault.Truncated, `row 0 of element "a": read ply: list "l" has 4294967295 items of 8 bytes`},
		"negative list":      {bin + "element a 1\nproperty list char int l\nelement vertex 0\n" + plyXYZ + "end_header\n\xff", fault.Invalid, `list "l" has length -1`},
		"negative text list": {ascii + "element a 1\nproperty list char int l\nelement vertex 0\n" + plyXYZ + "end_header\n-1\n", fault.Invalid, `list "l" has length -1`},
		"long text list":     {ascii + "element a 1\nproperty list uint64 int l\nelement vertex 0\n" + plyXYZ + "end_header\n18446744073709551615 1\n", fault.Invalid, "fewer numbers"},
		"word":               {ascii + "element vertex 1\n" + plyXYZ + "end_header\n1 2 c\n", fault.Invalid, `line 8: read ply: element "vertex": "c" of field "z"`},
		"few numbers":        {ascii + "element vertex 1\n" + plyXYZ + "end_header\n1000 2\n", fault.Invalid, "fewer numbers"},
		"many numbers":       {ascii + "element vertex 1\n" + plyXYZ + "end_header\n1 2 3 4\n", fault.Invalid, "more numbers"},
		"more lines":         {ascii + "element vertex 1\n" + plyXYZ + "end_header\n1 2 3\n4 5 6\n", fault.Invalid, "text after the last row"},
		"more bytes":         {bin + "element vertex 1\n" + plyXYZ + "end_header\n123456789012345", fault.Invalid, "3 bytes follow the last point"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(c.text), "a.ply")
			wantError(t, err, c.kind, c.say, "a.ply: ")
		})
	}
}

func TestPLYTruncatedAnywhere(t *testing.T) {
	rows := map[string]string{
		"ascii":                "7 1 2\n1 2 3 0\n4 5.25 6 1 9\n3 0 1 0\n",
		"binary_little_endian": "\x07\x01\x02" + string(le32([3]float32{1, 2, 3}, uint8(0), [3]float32{4, 5, 6}, uint8(1), int32(9), uint8(3), [3]int32{0, 1, 0})),
		"binary_big_endian":    "\x07\x01\x02" + strings.Repeat("\x00", 12) + "\x00" + strings.Repeat("\x00", 12) + "\x01\x00\x00\x00\x09" + "\x03" + strings.Repeat("\x00", 12),
	}
	for format, body := range rows {
		file := "ply\nformat " + format + " 1.0\nelement a 1\nproperty uchar q\nproperty list uchar uchar r\nelement vertex 2\n" + plyXYZ +
			"property list uchar int s\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n" + body
		c, err := Read([]byte(file), "a.ply")
		if err != nil || c.Len() != 2 || (format != "binary_big_endian" && c.At(0) != geom.V(1, 2, 3)) {
			t.Fatalf("%s: %v, %v", format, c, err)
		}
		for n := range file {
			_, err := Read([]byte(file[:n]), "a.ply")
			if err == nil {
				t.Fatalf("%s: the first %d of %d bytes are read without error", format, n, len(file))
			}
			if n > 0 && fault.KindOf(err) != fault.Truncated {
				t.Errorf("%s cut at %d: %v", format, n, err)
			}
		}
	}
}
