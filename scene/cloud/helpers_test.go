package cloud

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"pgregory.net/rapid"
)

// differ says in which array two clouds differ, bit for bit; with text, any NaN equals any other.
func differ(a, b *Cloud, text bool) string {
	if a.Width != b.Width || a.Height != b.Height {
		return fmt.Sprintf("size %dx%d and %dx%d", a.Width, a.Height, b.Width, b.Height)
	}
	same32 := func(x, y float32) bool {
		return math.Float32bits(x) == math.Float32bits(y) || (text && x != x && y != y)
	}
	for i, v := range [][2][]float32{{a.X, b.X}, {a.Y, b.Y}, {a.Z, b.Z}} {
		if !slices.EqualFunc(v[0], v[1], same32) {
			return fmt.Sprintf("%c: %v and %v", 'x'+i, v[0], v[1])
		}
	}
	if (a.RGB == nil) != (b.RGB == nil) || !slices.Equal(a.RGB, b.RGB) {
		return fmt.Sprintf("RGB: %x and %x", a.RGB, b.RGB)
	}
	if (a.Label == nil) != (b.Label == nil) || !slices.Equal(a.Label, b.Label) {
		return fmt.Sprintf("Label: %v and %v", a.Label, b.Label)
	}
	if a.X_FS.P != b.X_FS.P || a.X_FS.R.Angle(b.X_FS.R) > 1e-9 {
		return fmt.Sprintf("X_FS: %v and %v", a.X_FS, b.X_FS)
	}
	if len(a.Extra) != len(b.Extra) {
		return fmt.Sprintf("%d and %d extra fields", len(a.Extra), len(b.Extra))
	}
	for i, f := range a.Extra {
		g := b.Extra[i]
		if f.Name != g.Name || f.Type != g.Type || f.Size != g.Size || f.Count != g.Count {
			return fmt.Sprintf("extra field %q %c%d x %d and %q %c%d x %d", f.Name, f.Type, f.Size, f.Count, g.Name, g.Type, g.Size, g.Count)
		}
		if text && f.Type == 'F' {
			continue // compared as text by the caller that needs it
		}
		if !bytes.Equal(f.Data, g.Data) {
			return fmt.Sprintf("extra field %q: % x and % x", f.Name, f.Data, g.Data)
		}
	}
	return ""
}

var float32s = rapid.OneOf(
	rapid.Float32(),
	rapid.SampledFrom([]float32{0, float32(math.Copysign(0, -1)), float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
		math.MaxFloat32, math.SmallestNonzeroFloat32, 0.1, -1.5, 1e-38}))

// clouds draws small clouds with any combination of fields.
var clouds = rapid.Custom(func(t *rapid.T) *Cloud {
	w := rapid.IntRange(0, 7).Draw(t, "width")
	h := rapid.IntRange(1, 4).Draw(t, "height")
	c := New(w, h)
	n := c.Len()
	for _, v := range [][]float32{c.X, c.Y, c.Z} {
		copy(v, rapid.SliceOfN(float32s, n, n).Draw(t, "coordinates"))
	}
	c.Order = []string{"x", "y", "z"}
	if rapid.Bool().Draw(t, "coloured") {
		c.RGB = append([]uint32{}, rapid.SliceOfN(rapid.Uint32(), n, n).Draw(t, "rgb")...)
		c.Order = append(c.Order, rapid.SampledFrom([]string{"rgb", "rgba"}).Draw(t, "colour name"))
	}
	if rapid.Bool().Draw(t, "labelled") {
		c.Label = append([]uint32{}, rapid.SliceOfN(rapid.Uint32(), n, n).Draw(t, "label")...)
		c.Order = append(c.Order, "label")
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "extra fields") {
		f := Field{Name: fmt.Sprintf("extra_%d", i), Type: rapid.SampledFrom([]byte("IUF")).Draw(t, "type"), Count: rapid.IntRange(1, 3).Draw(t, "count")}
		sizes := []int{1, 2, 4, 8}
		if f.Type == 'F' {
			sizes = sizes[2:]
		}
		f.Size = rapid.SampledFrom(sizes).Draw(t, "size")
		f.Data = append([]byte{}, rapid.SliceOfN(rapid.Byte(), n*f.Size*f.Count, n*f.Size*f.Count).Draw(t, "data")...)
		c.Extra = append(c.Extra, f)
		c.Order = append(c.Order, f.Name)
	}
	c.Order = rapid.Permutation(c.Order).Draw(t, "order")
	slices.SortFunc(c.Extra, func(a, b Field) int { return slices.Index(c.Order, a.Name) - slices.Index(c.Order, b.Name) })
	if rapid.Bool().Draw(t, "default order") {
		c.Order = nil
		slices.SortFunc(c.Extra, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	}
	return c
})

// wantError checks the promises of every error: a kind, the file's name in front, one line, what is wrong, and a remedy
// after it.
func wantError(t *testing.T, err error, kind fault.Kind, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one with %q", parts)
	}
	text := err.Error()
	if fault.KindOf(err) != kind {
		t.Errorf("kind %v, want %v: %s", fault.KindOf(err), kind, text)
	}
	if strings.ContainsAny(text, "\n\r\x00") {
		t.Errorf("not one clean line: %q", text)
	}
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("error %q does not say %q", text, p)
		}
	}
}

// realFiles lists the recorded clouds beside the repository.
func realFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../../shared/data/*/*.pcd")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no recorded clouds in ../shared/data")
	}
	return files
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// le32 packs numbers as a binary body.
func le32(values ...any) []byte {
	var b []byte
	for _, v := range values {
		b, _ = binary.Append(b, binary.LittleEndian, v)
	}
	return b
}
