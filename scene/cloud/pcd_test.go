package cloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"pgregory.net/rapid"
)

func TestPCDReadsOldAndOddHeaders(t *testing.T) {
	body := "1 2 3\n-4.5 nan 6e-1\n"
	points := "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA ascii\n"
	for name, text := range map[string]string{
		"version .7":          "# .PCD v.7 - Point Cloud Data file format\n" + points + body,
		"version .5":          "# .PCD v.5\nCOLUMNS x y z\nPOINTS 2\nDATA ascii\n" + body,
		"version .6":          "# .PCD v.6\nVERSION .6\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n" + body,
		"CRLF":                strings.ReplaceAll("# .PCD\n"+points+body, "\n", "\r\n"),
		"comments and blanks": "\n# one\n\n  # two\n" + strings.ReplaceAll(points, "TYPE", "# three\n\nTYPE") + "\n" + body + "\n\n",
		"tabs":                strings.ReplaceAll(points+body, " ", "\t \t"),
		"byte order mark":     "\xef\xbb\xbf" + points + body,
		"no POINTS":           strings.Replace(points, "POINTS 2\n", "", 1) + body,
		"no WIDTH, HEIGHT":    strings.Replace(points, "WIDTH 2\nHEIGHT 1\n", "", 1) + body,
		"no HEIGHT":           strings.Replace(points, "HEIGHT 1\n", "", 1) + body,
		"no WIDTH":            strings.Replace(points, "WIDTH 2\n", "", 1) + body,
		"no COUNT, VIEWPOINT": strings.NewReplacer("COUNT 1 1 1\n", "", "VIEWPOINT 0 0 0 1 0 0 0\n", "").Replace(points) + body,
		"zeros at the end":    points + body + "\x00\x00",
	} {
		c, err := Read([]byte(text), "a.pcd")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := &Cloud{Width: 2, Height: 1, X: []float32{1, -4.5}, Y: []float32{2, float32(math.NaN())}, Z: []float32{3, 0.6}}
		if d := differ(c, want, true); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if c.Check() != nil || c.ValidCount() != 1 || !slices.Equal(c.Order, []string{"x", "y", "z"}) {
			t.Errorf("%s: check %v, %d valid, order %v", name, c.Check(), c.ValidCount(), c.Order)
		}
	}
}

func TestPCDKeepsEveryField(t *testing.T) {
	text := `FIELDS normal_x label _ x rgba y hist z t _
SIZE 4 1 1 8 4 2 1 4 8 4
TYPE F U U F U I I I U F
COUNT 1 1 3 1 1 1 3 1 1 2
WIDTH 1
HEIGHT 2
VIEWPOINT 1 2 3 0.5 0.5 0.5 -0.5
POINTS 2
DATA ascii
-0.25 7 9 9 9 1.5 4278255360 -3 -1 0 127 40 18446744073709551615 0 0
inf 255 junk is padding -1e60 1 30 1 2 -128 -50 0 nan _
`
	c, err := Read([]byte(text), "a.pcd")
	if err != nil {
		t.Fatal(err)
	}
	want := &Cloud{
		Width: 1, Height: 2,
		X: []float32{1.5, float32(math.Inf(-1))}, Y: []float32{-3, 30}, Z: []float32{40, -50},
		RGB: []uint32{0xFF00FF00, 1}, Label: []uint32{7, 255},
		Extra: []Field{
			{Name: "normal_x", Type: 'F', Size: 4, Count: 1, Data: le32(float32(-0.25), float32(math.Inf(1)))},
			{Name: "hist", Type: 'I', Size: 1, Count: 3, Data: []byte{0xff, 0, 127, 1, 2, 0x80}},
			{Name: "t", Type: 'U', Size: 8, Count: 1, Data: le32(uint64(math.MaxUint64), uint64(0))},
		},
		X_FS: geom.Pose{R: geom.Rot{W: 0.5, X: 0.5, Y: 0.5, Z: -0.5}, P: geom.V(1, 2, 3)},
	}
	if d := differ(c, want, false); d != "" {
		t.Error(d)
	}
	if got, want := strings.Join(c.Order, " "), "normal_x label x rgba y hist z t"; got != want {
		t.Errorf("order %q, want %q", got, want)
	}
}

// Every TYPE and SIZE in every DATA, with padding in between, against bytes laid down here by hand.
func TestPCDReadsAnyLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type field struct {
			name        string
			typ         byte
			size, count int
		}
		var fields []field
		add := func(name string, count int) {
			f := field{name: name, typ: rapid.SampledFrom([]byte("IUF")).Draw(t, "type"), count: count}
			f.size = rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "size")
			if f.typ == 'F' && name != "_" {
				f.size = max(f.size, 4)
			}
			fields = append(fields, f)
		}
		for _, name := range rapid.Permutation([]string{"x", "y", "z", "label", "e"}).Draw(t, "order") {
			for rapid.IntRange(0, 2).Draw(t, "padding") == 0 {
				add("_", rapid.IntRange(1, 5).Draw(t, "count"))
			}
			count := 1
			if name == "e" {
				count = rapid.IntRange(1, 4).Draw(t, "count")
			}
			add(name, count)
		}
		n := rapid.IntRange(0, 5).Draw(t, "n")
		value := func(f, p, k int) int { return (f*31 + p*7 + k*3) % 100 }
		element := func(f, p, k int) []byte {
			d, v := fields[f], value(f, p, k)
			b := make([]byte, 8)
			switch {
			case d.typ == 'F' && d.size == 8:
				binary.LittleEndian.PutUint64(b, math.Float64bits(float64(v)))
			case d.typ == 'F':
				binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v)))
			default:
				binary.LittleEndian.PutUint64(b, uint64(v))
			}
			return b[:d.size]
		}
		format := rapid.SampledFrom([]Format{ASCII, Binary, BinaryCompressed}).Draw(t, "format")
		dropPadding := rapid.Bool().Draw(t, "compressed data without padding")
		var body []byte
		step := 0
		for f, d := range fields {
			step += d.size * d.count
			if format == BinaryCompressed && !(dropPadding && d.name == "_") {
				for p := range n {
					for k := range d.count {
						body = append(body, element(f, p, k)...)
					}
				}
			}
		}
		for p := range n {
			for f, d := range fields {
				for k := range d.count {
					switch format {
					case ASCII:
						body = fmt.Appendf(body, "%d ", value(f, p, k))
					case Binary:
						body = append(body, element(f, p, k)...)
					}
				}
			}
			if format == ASCII {
				body = append(body, '\n')
			}
		}
		if format == BinaryCompressed {
			packed := lzfAppend(nil, body)
			body = append(le32(uint32(len(packed)), uint32(len(body))), packed...)
		}
		var lines [4]string
		for _, d := range fields {
			lines[0] += " " + d.name
			lines[1] += fmt.Sprint(" ", d.size)
			lines[2] += " " + string(rune(d.typ))
			lines[3] += fmt.Sprint(" ", d.count)
		}
		text := fmt.Sprintf("FIELDS%s\nSIZE%s\nTYPE%s\nCOUNT%s\nWIDTH %d\nHEIGHT 1\nPOINTS %d\nDATA %s\n", lines[0], lines[1], lines[2], lines[3], n, n, format)
		c, err := Read(append([]byte(text), body...), "a.pcd")
		if err != nil {
			t.Fatalf("%s%v", text, err)
		}
		want := &Cloud{Width: n, Height: 1, Label: []uint32{}}
		for f, d := range fields {
			var data []byte
			for p := range n {
				switch d.name {
				case "x":
					want.X = append(want.X, float32(value(f, p, 0)))
				case "y":
					want.Y = append(want.Y, float32(value(f, p, 0)))
				case "z":
					want.Z = append(want.Z, float32(value(f, p, 0)))
				case "label":
					want.Label = append(want.Label, uint32(value(f, p, 0)))
				}
				for k := range d.count {
					data = append(data, element(f, p, k)...)
				}
			}
			if d.name == "e" {
				want.Extra = []Field{{Name: "e", Type: d.typ, Size: d.size, Count: d.count, Data: data}}
			}
		}
		if d := differ(c, want, false); d != "" {
			t.Fatalf("%s%s", text, d)
		}
	})
}

func TestPCDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := clouds.Draw(t, "cloud")
		rv := geom.V(rapid.Float64Range(-2, 2).Draw(t, "rx"), rapid.Float64Range(-2, 2).Draw(t, "ry"), rapid.Float64Range(-2, 2).Draw(t, "rz"))
		c.X_FS = geom.Pose{R: geom.Exp(rv), P: geom.V(rapid.Float64Range(-1e3, 1e3).Draw(t, "tx"), 1e-9, -3)}
		for _, format := range []Format{ASCII, Binary, BinaryCompressed} {
			b, err := AppendPCD([]byte("kept"), c, format)
			if err != nil {
				t.Fatal(err)
			}
			if string(b[:4]) != "kept" {
				t.Fatal("what was there is gone")
			}
			got, err := Read(b[4:], "a.pcd")
			if err != nil {
				t.Fatalf("%v: %v", format, err)
			}
			if d := differ(got, c, format == ASCII); d != "" {
				t.Fatalf("%v: %s", format, d)
			}
			if err := got.Check(); err != nil {
				t.Fatal(err)
			}
			if c.Order != nil && !slices.Equal(got.Order, c.Order) {
				t.Fatalf("%v: order %v, want %v", format, got.Order, c.Order)
			}
			// once written, a file reproduces itself byte for byte
			again, err := AppendPCD(nil, got, format)
			if err != nil || string(again) != string(b[4:]) {
				t.Fatalf("%v: written again it differs (%v):\n%q\n%q", format, err, b[4:], again)
			}
		}
	})
}

// What a user does with segment --labels: the loaded cloud with one more field.
func TestPCDWritesAnAddedLabel(t *testing.T) {
	text := "FIELDS z y x i rgb\nSIZE 4 4 4 2 4\nTYPE F F F U F\nCOUNT 1 1 1 2 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n3 2 1 8 9 0\n"
	c, err := Read([]byte(text), "a.pcd")
	if err != nil {
		t.Fatal(err)
	}
	c.RGB[0] = 0xFF81A2B3 // a NaN in the disguise of a float
	c.Label = []uint32{4}
	for format, want := range map[Format]string{
		ASCII: `# .PCD v0.7 - Point Cloud Data file format
VERSION 0.7
FIELDS z y x i rgb label
SIZE 4 4 4 2 4 4
TYPE F F F U U U
COUNT 1 1 1 2 1 1
WIDTH 1
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS 1
DATA ascii
3 2 1 8 9 4286685875 4
`,
		Binary: `# .PCD v0.7 - Point Cloud Data file format
VERSION 0.7
FIELDS z y x i rgb label
SIZE 4 4 4 2 4 4
TYPE F F F U F U
COUNT 1 1 1 2 1 1
WIDTH 1
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS 1
DATA binary
` + string(le32(float32(3), float32(2), float32(1), uint16(8), uint16(9), uint32(0xFF81A2B3), uint32(4))),
	} {
		b, err := AppendPCD(nil, c, format)
		if err != nil || string(b) != want {
			t.Errorf("%v: %v\n%s\nwant\n%s", format, err, b, want)
		}
	}
}

func TestPCDRejectsHeaders(t *testing.T) {
	good := map[string]string{"FIELDS": "x y z", "SIZE": "4 4 4", "TYPE": "F F F", "COUNT": "1 1 1", "WIDTH": "2", "HEIGHT": "1", "VIEWPOINT": "0 0 0 1 0 0 0", "POINTS": "2", "DATA": "ascii"}
	keys := []string{"FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT", "POINTS", "DATA"}
	for _, c := range []struct {
		name   string
		change string // entries to replace, "KEY value;..." (a lone KEY removes it)
		kind   fault.Kind
		say    []string
	}{
		{"no x", "FIELDS a y z", fault.Invalid, []string{"line 1", "no field x", "needs x, y and z"}},
		{"no fields", "FIELDS", fault.Invalid, []string{"line 8", "no FIELDS line"}},
		{"two x", "FIELDS x x z", fault.Invalid, []string{`field "x" is named twice`, "rename"}},
		{"field name", "FIELDS x y z\x10", fault.Invalid, []string{`"z\x10"`, "rename"}},
		{"few sizes", "SIZE 4 4", fault.Invalid, []string{"line 2", "SIZE has 2 entries for 3 FIELDS"}},
		{"size 3", "SIZE 4 3 4", fault.Invalid, []string{`SIZE "3" of field "y" must be 1, 2, 4 or 8`}},
		{"size overflows", "SIZE 4 99999999999999999999 4", fault.Invalid, []string{"must be 1, 2, 4 or 8"}},
		{"half floats", "SIZE 4 2 4", fault.Unsupported, []string{"TYPE F SIZE 2"}},
		{"type", "TYPE F D F", fault.Invalid, []string{`TYPE "D" of field "y" must be I, U or F`}},
		{"count 0", "COUNT 1 1 0", fault.Invalid, []string{"line 4", `COUNT "0" of field "z"`}},
		{"count -1", "COUNT 1 1 -1", fault.Invalid, []string{`COUNT "-1"`}},
		{"count overflows", "COUNT 1 1 4294967297", fault.Invalid, []string{"from 1 to 2147483647"}},
		{"count of x", "COUNT 2 1 1", fault.Invalid, []string{"field x has COUNT 2"}},
		{"point too large", "FIELDS x y z e f;SIZE 4 4 4 8 8;TYPE F F F U U;COUNT 1 1 1 200000000 200000000", fault.TooLarge, []string{"correct SIZE and COUNT"}},
		{"points differ", "POINTS 3", fault.Invalid, []string{"line 8", "WIDTH 2 x HEIGHT 1 is 2, but POINTS is 3", "correct"}},
		{"negative width", "WIDTH -2", fault.Invalid, []string{"line 5", "0 or more"}},
		{"width overflows", "WIDTH 99999999999999999999", fault.Invalid, []string{"line 5", "whole number"}},
		{"product overflows", "WIDTH 4294967296;HEIGHT 4294967296", fault.TooLarge, []string{"more points than can be counted"}},
		{"product wraps", "WIDTH 9223372036854775807;HEIGHT 2;POINTS", fault.TooLarge, []string{"more points than can be counted"}},
		{"2^31 points", "WIDTH 2147483648;POINTS 2147483648", fault.Truncated, []string{"promises 2147483648 points"}},
		{"2^31 binary points", "WIDTH 2147483648;POINTS 2147483648;DATA binary", fault.Truncated, []string{"promises 2147483648 points of 12 bytes", "cut off"}},
		{"2^62 binary points", "WIDTH 4611686018427387904;POINTS 4611686018427387904;DATA binary", fault.Truncated, []string{"promises 4611686018427387904 points"}},
		{"no size", "WIDTH;HEIGHT;POINTS", fault.Invalid, []string{"add WIDTH, HEIGHT and POINTS"}},
		{"only height", "WIDTH;POINTS", fault.Invalid, []string{"no WIDTH"}},
		{"height 3, no width", "WIDTH;HEIGHT 3", fault.Invalid, []string{"no multiple of HEIGHT 3"}},
		{"data", "DATA binary_zip", fault.Unsupported, []string{"line 9", `"binary_zip"`, "ascii, binary or binary_compressed"}},
		{"empty data", "DATA  ", fault.Unsupported, []string{"ascii, binary or binary_compressed"}},
		{"viewpoint of 6", "VIEWPOINT 0 0 0 1 0 0", fault.Invalid, []string{"line 7", "seven numbers"}},
		{"viewpoint turns nowhere", "VIEWPOINT 0 0 0 0 0 0 0", fault.Invalid, []string{"no pose", "0 0 0 1 0 0 0"}},
		{"viewpoint nan", "VIEWPOINT nan 0 0 1 0 0 0", fault.Invalid, []string{"no pose"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := map[string]string{}
			for k, v := range good {
				entries[k] = v
			}
			for _, change := range strings.Split(c.change, ";") {
				k, v, ok := strings.Cut(change, " ")
				if entries[k] = v; !ok {
					delete(entries, k)
				}
			}
			text := ""
			for _, k := range keys {
				if v, ok := entries[k]; ok {
					text += k + " " + v + "\n"
				}
			}
			_, err := Read([]byte(text+"1 2 3\n4 5 6\n"), "a.pcd")
			wantError(t, err, c.kind, append(c.say, "a.pcd: ", "read pcd")...)
		})
	}
	for name, c := range map[string]struct {
		text string
		kind fault.Kind
		say  string
	}{
		"unknown entry":     {"FIELDS x y z\nWIDHT 2\n", fault.Invalid, `line 2: read pcd: unknown header entry "WIDHT"`},
		"entry twice":       {"FIELDS x y z\nWIDTH 2\nWIDTH 2\n", fault.Invalid, "line 3: read pcd: WIDTH is given again after line 2"},
		"columns twice":     {"FIELDS x y z\nCOLUMNS x y z\n", fault.Invalid, "FIELDS is given again"},
		"no DATA":           {"FIELDS x y z\nWIDTH 2\n", fault.Truncated, "line 3: read pcd: the file ends inside the header"},
		"endless line":      {"# PCD " + strings.Repeat("x", 3<<20), fault.TooLarge, "no DATA line within 1048576 bytes"},
		"endless comments":  {"FIELDS x y z\n" + strings.Repeat("# x\n", 1<<20), fault.TooLarge, "no DATA line within 1048576 bytes"},
		"control character": {"FIELDS x y z\nW\x1b[31mTH 2\n", fault.Invalid, `"W\x1b[31mTH"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(c.text), "a.pcd")
			wantError(t, err, c.kind, c.say, "a.pcd")
		})
	}
}

func TestPCDRejectsBodies(t *testing.T) {
	xyz := func(n int, data string) string { return head("x y z", "F F F", "4 4 4", n, data) }
	packed := func(sizes ...uint32) string { return string(le32(sizes[0], sizes[1])) }
	for name, c := range map[string]struct {
		text string
		kind fault.Kind
		say  string
	}{
		"word":               {xyz(1, "ascii") + "1 two 3\n", fault.Invalid, `line 8: read pcd: "two" of field "y" is not a number of TYPE F`},
		"too few numbers":    {xyz(2, "ascii") + "1 2 3\n\n4.5 5.5\n", fault.Invalid, "line 10: read pcd: 2 numbers where a point has 3"},
		"too many numbers":   {xyz(1, "ascii") + "1 2 3 4\n", fault.Invalid, "line 8: read pcd: more than the 3 numbers"},
		"more lines":         {xyz(1, "ascii") + "1 2 3\n4 5 6\n", fault.Invalid, "line 9: read pcd: text after the last of 1 points"},
		"fewer lines":        {xyz(2, "ascii") + "1 2 3            \n", fault.Truncated, "the file ends after 1 of 2 points"},
		"float range":        {xyz(1, "ascii") + "1 1e60 3\n", fault.Invalid, `"1e60" of field "y" does not fit TYPE F SIZE 4`},
		"integer range":      {head("x y z", "F U F", "4 1 4", 1, "ascii") + "1 256 3\n", fault.Invalid, `"256" of field "y" does not fit TYPE U SIZE 1`},
		"negative unsigned":  {head("x y z", "F U F", "4 8 4", 1, "ascii") + "1 -1.0 3\n", fault.Invalid, `"-1.0" of field "y" does not fit`},
		"fraction":           {head("x y z", "F I F", "4 4 4", 1, "ascii") + "1 2.5 3\n", fault.Invalid, `"2.5" of field "y" is not a number of TYPE I`},
		"no line end":        {xyz(1, "ascii") + "1 2 3", fault.Truncated, "line 8: read pcd: the last line has no line end"},
		"more bytes":         {xyz(1, "binary") + string(le32([4]float32{1, 2, 3, 4})), fault.Invalid, "2 bytes follow the last point"},
		"no packed sizes":    {xyz(1, "binary_compressed") + "1234567", fault.Truncated, "inside the two sizes"},
		"packed beyond file": {xyz(1, "binary_compressed") + packed(100, 12) + "abc", fault.Truncated, "100 bytes of compressed data are declared, but 3 follow"},
		"packed size a bomb": {xyz(357913941, "binary_compressed") + packed(3, 4294967292) + "abc", fault.TooLarge, "3 bytes of compressed data cannot hold the 4294967292 declared"},
		"unpacked size differs": {xyz(2, "binary_compressed") + packed(3, 25) + "abc", fault.Invalid,
			"2 points of 12 bytes are promised, but the data is declared to have 25"},
		"packed data damaged": {xyz(1, "binary_compressed") + packed(3, 12) + "\x20\x00\x00", fault.Invalid, "compressed byte 0: decompress lzf: copies from"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(c.text), "a.pcd")
			wantError(t, err, c.kind, c.say, "a.pcd: ")
		})
	}
}

// A file that is cut anywhere is an error; so is none of its beginnings a smaller success.
func TestPCDTruncatedAnywhere(t *testing.T) {
	c := New(3, 2)
	for i := range c.X {
		c.Set(i, geom.V(float64(i), 0.1*float64(i), 1))
	}
	c.X[4] = float32(math.NaN())
	c.RGB = []uint32{1, 2, 3, 4, 5, 6}
	c.Extra = []Field{{Name: "q", Type: 'U', Size: 2, Count: 2, Data: make([]byte, 6*4)}}
	for _, format := range []Format{ASCII, Binary, BinaryCompressed} {
		b, err := AppendPCD(nil, c, format)
		if err != nil {
			t.Fatal(err)
		}
		for n := range b {
			_, err := Read(b[:n:n], "a.pcd")
			if err == nil {
				t.Fatalf("%v: the first %d of %d bytes are read without error", format, n, len(b))
			}
			wantError(t, err, fault.KindOf(err), "a.pcd: ")
			if k := fault.KindOf(err); n > 10 && k != fault.Truncated && k != fault.Unsupported {
				t.Errorf("%v cut at %d: %v", format, n, err)
			}
		}
	}
}

// A small file that promises much costs no memory.
func TestPCDPromisesAllocateNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, data := range []string{"ascii", "binary", "binary_compressed"} {
		text := "FIELDS x y z\nWIDTH 100000000\nHEIGHT 3\nPOINTS 300000000\nDATA " + data + "\n" + string(le32(uint32(10), uint32(3600000000))) + "0123456789\n"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read([]byte(text), "a.pcd")
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: no error", data)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
			t.Errorf("%s: %d bytes allocated", data, grown)
		}
	}
}

func TestAppendPCDRejects(t *testing.T) {
	mk := func(change func(*Cloud)) *Cloud {
		c := New(1, 1)
		change(c)
		return c
	}
	field := func(name string, typ byte, size int) func(*Cloud) {
		return func(c *Cloud) {
			c.Extra = append(c.Extra, Field{Name: name, Type: typ, Size: size, Count: 1, Data: make([]byte, size)})
		}
	}
	for name, c := range map[string]struct {
		cloud  *Cloud
		format Format
		kind   fault.Kind
		say    string
	}{
		"arrays differ": {mk(func(c *Cloud) { c.Y = nil }), Binary, fault.Invalid, "X, Y, Z have 1, 0, 1"},
		"format":        {New(1, 1), 7, fault.Unsupported, "format(7)"},
		"pose":          {mk(func(c *Cloud) { c.X_FS.P.X = math.NaN() }), Binary, fault.Invalid, "X_FS"},
		"two z":         {mk(field("z", 'F', 4)), Binary, fault.Conflict, `"z"`},
		"white space":   {mk(field("a b", 'F', 4)), Binary, fault.Invalid, "without white space"},
		"no name":       {mk(field("", 'F', 4)), Binary, fault.Invalid, "must be a word"},
		"padding":       {mk(field("_", 'F', 4)), Binary, fault.Invalid, "must be a word"},
		"type":          {mk(field("a", 'D', 4)), Binary, fault.Invalid, "PCD has no TYPE D SIZE 4"},
		"size":          {mk(field("a", 'U', 3)), Binary, fault.Invalid, "SIZE 3"},
		"half":          {mk(field("a", 'F', 2)), Binary, fault.Invalid, "SIZE 2"},
	} {
		_, err := AppendPCD(nil, c.cloud, c.format)
		t.Run(name, func(t *testing.T) { wantError(t, err, c.kind, c.say) })
	}
}

func TestPCDReadsRecordedClouds(t *testing.T) {
	for i, f := range realFiles(t) {
		c, err := Load(f)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if strings.Contains(f, "mosd") && (!c.Organised() || c.Label == nil || c.RGB == nil || c.ValidCount() < 100000) {
			t.Errorf("%s: organised %v, %d labels, %d colours, %d valid", f, c.Organised(), len(c.Label), len(c.RGB), c.ValidCount())
		}
		if s := Suspicious(c); s != nil {
			t.Errorf("%s: suspicious: %v", f, s)
		}
		for _, format := range []Format{BinaryCompressed, Binary, ASCII} {
			if (i%6 != 0 && format != BinaryCompressed) || (raceEnabled && i > 0) {
				continue // text takes its time, and everything does under the race detector
			}
			b, err := AppendPCD(nil, c, format)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Read(b, f)
			if err != nil {
				t.Fatal(err)
			}
			if d := differ(c, again, format == ASCII); d != "" {
				t.Errorf("%s as %v differs", f, format)
			}
		}
	}
}

// head is the header of a file whose fields have one element each.
func head(fields, types, sizes string, n int, data string) string {
	return fmt.Sprintf("FIELDS %s\nTYPE %s\nSIZE %s\nWIDTH %d\nHEIGHT 1\nPOINTS %d\nDATA %s\n", fields, types, sizes, n, n, data)
}

// Labels that are none of ours, such as -1 for unknown, are no reason to refuse a cloud: they are kept as they are until labels
// are made.
func TestForeignLabelsAreKept(t *testing.T) {
	for name, text := range map[string]string{
		"negative":  head("x y z label", "F F F I", "4 4 4 8", 2, "ascii") + "1 2 3 4\n1 2 3 -1\n",
		"too large": head("x y z label", "F F F U", "4 4 4 8", 2, "ascii") + "1 2 3 4\n1 2 3 4294967296\n",
		"fraction":  head("x y z label", "F F F F", "4 4 4 4", 2, "ascii") + "1 2 3 4\n1 2 3 0.5\n",
		"nan":       head("x y z label", "F F F F", "4 4 4 8", 2, "ascii") + "1 2 3 4\n1 2 3 nan\n",
	} {
		c, err := Read([]byte(text), name)
		if err != nil {
			t.Fatal(name, err)
		}
		if c.Label != nil || len(c.Extra) != 1 {
			t.Errorf("%s: labels %v, %d other fields", name, c.Label, len(c.Extra))
		}
		b, err := AppendPCD(nil, c, ASCII)
		if err != nil || string(b[bytes.Index(b, []byte("DATA")):]) != text[strings.Index(text, "DATA"):] {
			t.Errorf("%s: %v, written as\n%s", name, err, b)
		}
		c.Label = []uint32{7, 8}
		if b, err = AppendPCD(nil, c, ASCII); err != nil {
			t.Fatal(name, err)
		}
		if again, err := Read(b, name); err != nil || again.Label[1] != 8 || len(again.Extra) != 0 {
			t.Errorf("%s, labelled: %v\n%s", name, err, b)
		}
	}
}
