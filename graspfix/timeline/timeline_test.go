package timeline

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// record lets two fingers grip an object for ten windows and open.
func record(t testing.TB, object, preset string) *Recorder {
	t.Helper()
	p, err := graspfix.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	cfg := &graspfix.Config{Params: p, Arms: []graspfix.Arm{{Name: "arm", Palm: "palm", Links: []string{"L", "R"}}}}
	cfg.Check()
	r := NewRecorder(p)
	f, err := graspfix.New(cfg, nil, graspfix.Hooks{OnWindow: r.Window, OnEvent: r.Event})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 10 {
		for i, n := range []string{"L", "R"} {
			f.Contact(&graspfix.Contact{T: 0.2*float64(k) + 0.1, Object: f.ID(object, ""), Finger: f.ID(n, ""), Points: 1, F_W: geom.V(5-10*float64(i), 0, 0.3)})
		}
		f.Advance(0.2*float64(k+1), 0)
	}
	f.Advance(4, 0)
	return r
}

func TestSVG(t *testing.T) {
	for _, preset := range []string{graspfix.Default, graspfix.Classic} {
		r := record(t, `a<b>&"c"::link::col`, preset)
		svg := r.SVG()
		d := xml.NewDecoder(bytes.NewReader(svg))
		var texts []string
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in %s", err, svg)
			}
			if c, ok := tok.(xml.CharData); ok {
				texts = append(texts, string(c))
			}
		}
		all := strings.Join(texts, "|")
		for _, want := range []string{`a<b>&"c"::link::col`, "attach 1.20 s", "detach 3.00 s", "angle, deg", "counter", "> 120", "> 0.3", "> 5"} {
			if !strings.Contains(all, want) {
				t.Errorf("%s: no %q in %s", preset, want, all)
			}
		}
		if held := bytes.Count(svg, []byte("#dff2df")); held != 9 { // windows 6 to 14
			t.Errorf("%s: held in %d windows", preset, held)
		}
	}
}

func TestPNG(t *testing.T) {
	r := record(t, "box", graspfix.Default)
	b, err := r.Render("out.PNG")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil || img.Bounds().Dx() != width {
		t.Fatalf("%v, %v", err, img.Bounds())
	}
	seen := map[string]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			cr, cg, cb, _ := img.At(x, y).RGBA()
			seen[fmt.Sprintf("%02x%02x%02x", cr>>8, cg>>8, cb>>8)] = true
		}
	}
	for _, c := range []colour{angleC, ratioC, countC, heldBg, limit} {
		if !seen[fmt.Sprintf("%06x", uint32(c))] {
			t.Errorf("nothing is drawn in %06x", uint32(c))
		}
	}
	if _, err := r.Render("out.gif"); err == nil {
		t.Error("a format that is not supported was accepted")
	}
	if b := NewRecorder(graspfix.Params{}).SVG(); !bytes.Contains(b, []byte("nothing was touched")) {
		t.Errorf("%s", b)
	}
}

// A day of windows and a thousand objects stay within bounds.
func TestBounded(t *testing.T) {
	p, err := graspfix.Preset(graspfix.Default)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(p)
	for k := range 5 * 86400 {
		r.Window(graspfix.Window{T: 0.2 * float64(k), Object: "a"})
	}
	for k := range 1000 {
		r.Window(graspfix.Window{Object: fmt.Sprint(k)})
		r.Event(graspfix.Event{Object: "a"})
	}
	if n := len(r.tracks[0].points); n > maxPoints || n < maxPoints/4 || r.tracks[0].points[n-1].T < 80000 {
		t.Errorf("%d points, the last at %g s", n, r.tracks[0].points[n-1].T)
	}
	if len(r.tracks) != maxTracks || len(r.left) != 1001-maxTracks {
		t.Errorf("%d tracks, %d left out", len(r.tracks), len(r.left))
	}
}
