package gripper

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

func find(t *testing.T, name string) *Gripper {
	t.Helper()
	g, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The PR2 as a description is the PR2 as it is written elsewhere.
func TestPR2IsThePR2(t *testing.T) {
	g := find(t, "pr2")
	if d := g.Drive(); d != hardware.PR2Drive() {
		t.Errorf("drive %+v", d)
	}
	if dev := g.Device("r_gripper_motor"); dev != hardware.PR2GripperDevice("r_gripper_motor") {
		t.Errorf("board %+v", dev)
	}
	if g.Law != hand.DefaultParams() {
		t.Errorf("control %+v", g.Law)
	}
	j := g.Joint("r_gripper_motor")
	if j.Name != "r_gripper_joint" || *j.Limit != hardware.PR2GapLimit() || j.Transmission != hardware.PR2Transmission() {
		t.Errorf("joint %+v, %+v", j, j.Limit)
	}
	if l := g.Layout(); l == nil || l.Name != touch.PR2().Name || len(l.Cells) != 22 {
		t.Errorf("pads %+v", l)
	}
}

func TestPresets(t *testing.T) {
	if n := strings.Join(Names(), " "); n != "parallel-4x4 parallel-nopads pr2" {
		t.Errorf("presets: %s", n)
	}
	for _, name := range Names() {
		g := find(t, name)
		d := g.Drive()
		for _, gap := range []float64{0, g.Stroke / 2, g.Stroke} {
			m := d.Motor(gap)
			if back := d.Gap(m); math.Abs(back-gap) > 1e-12 {
				t.Errorf("%s: gap %g comes back as %g", name, gap, back)
			}
			if f, _ := d.Deliver(-g.MaxEffort, m); math.Abs(f+g.MaxEffort) > 1 {
				t.Errorf("%s: asked for %g N it gives %g N at %g m", name, -g.MaxEffort, f, gap)
			}
			// The gain on the speed is stable with a tick of delay, and counts of the encoder do not make the motor chatter.
			if k := g.Law.SpeedGain * tick / d.Mass(m); k > 0.3 {
				t.Errorf("%s: %.2f of the mass a tick", name, k)
			}
			if jolt := g.Law.SpeedGain * d.Slope(m) * 2 * math.Pi / d.CountsPerTurn / tick; jolt > 3 {
				t.Errorf("%s: one count of the encoder is worth %.1f N", name, jolt)
			}
		}
		if p := g.Law; p.PositionOpen >= g.Stroke || p.Friction != g.Friction {
			t.Errorf("%s: %+v", name, p)
		}
	}
	g := find(t, "parallel-nopads")
	if g.Layout() != nil || g.Device("m").Cells != 0 || g.Device("m").Provided&hardware.HasPressure != 0 {
		t.Error("a hand without pads has some")
	}
	if r := g.Rubber(); math.Abs(r.PadArea()-400e-6) > 1e-9 {
		t.Errorf("its rubber has %g m^2", r.PadArea())
	}
	if l := find(t, "parallel-4x4").Layout(); len(l.Cells) != 16 {
		t.Errorf("%d cells", len(l.Cells))
	}
}

// A description of one's own.
func TestParse(t *testing.T) {
	g, err := Parse("lab/mine.yaml", []byte("stroke: 0.06\npad_rows: 2\npad_columns: 3\nfriction: 2\nhand:\n  grip_most: 5\n  position_open: 0.05\n"))
	if err != nil {
		t.Fatal(err)
	}
	if g.Name != "mine" || g.Stroke != 0.06 || len(g.Layout().Cells) != 6 || g.Law.GripMost != 5 || g.Law.PositionOpen != 0.05 || g.Law.Friction != 2 {
		t.Errorf("%+v", g)
	}
	if g, err = Parse("empty.yaml", nil); err != nil || g.Law.PositionOpen != 0.083 {
		t.Errorf("an empty file: %+v, %v", g, err)
	}
	for text, want := range map[string]string{
		"stroek: 0.06\n": "a.yaml:1:1", "hand:\n  grip: 3\n": "a.yaml:2:3", "stroke: 3\n": "0.005 to 0.3", "pad_rows: 16\npad_columns: 5\n": "64 at most",
		"lead: 0.05\n": "the motor gives", "transmission: pr2\nstroke: 0.3\n": "reach", "pads: foam\n": "one of", "hand: {grip_most: -1}\n": "a.yaml: hand: read yaml: grip_most",
		"friction: 60\n": "twice the friction", "hand: {position_open: 0.09}\n": "position_open",
	} {
		if _, err := Parse("a.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.yaml") || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestFind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	text, err := Text("parallel-4x4")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	g, preset := find(t, file), find(t, "parallel-4x4")
	if g.Name != "mine" {
		t.Errorf("its name is %q", g.Name)
	}
	if g.Name = preset.Name; *g != *preset {
		t.Errorf("the preset from a file: %+v", g)
	}
	if _, err := Find("paralel-4x4"); fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "did you mean parallel-4x4?") {
		t.Error(err)
	}
	if _, err := Find(filepath.Join(t.TempDir(), "none.yaml")); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, _ := Text(name)
		f.Add(text)
	}
	f.Add([]byte("pads: none\nhand: {grip_least: 1}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := Parse("fuzz", text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %v", err)
			}
			return
		}
		if err := g.Validate(); err != nil {
			t.Errorf("read and not valid: %v", err)
		}
		if _, err := hand.New(g.Law, g.Layout(), 1e-3); err != nil {
			t.Errorf("no controller for what was read: %v", err)
		}
	})
}
