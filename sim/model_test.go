package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// What cannot be simulated is refused with a reason, before anything runs.
func TestBadInputIsRefused(t *testing.T) {
	two := func(m *Model) { m.Objects = append(m.Objects, m.Objects[0]) }
	high := []geom.Pose{at3(0, 0, 1)}
	for name, c := range map[string]struct {
		change func(*Model)
		poses  []geom.Pose
		want   string
	}{
		"dt 0.1":           {func(m *Model) { m.Dt = 0.1 }, high, "dt: "},
		"NaN dt":           {func(m *Model) { m.Dt = math.NaN() }, high, "dt: "},
		"NaN gravity":      {func(m *Model) { m.Gravity.Z = math.NaN() }, high, "gravity"},
		"no mass":          {func(m *Model) { m.Objects[0].Mass = 0 }, high, "mass"},
		"NaN mass":         {func(m *Model) { m.Objects[0].Mass = math.NaN() }, high, "mass"},
		"negative inertia": {func(m *Model) { m.Objects[0].Inertia = geom.V(-1, 1, 1) }, high, "inertia x"},
		"1 km":             {func(m *Model) { m.Objects[0].Shape = shape.NewSphere(1000) }, high, "half size"},
		"friction 1e5":     {func(m *Model) { m.Objects[0].Friction = 1e5 }, high, "friction"},
		"soft as air":      {func(m *Model) { m.Objects[0].Stiffness = 1e-3 }, high, "stiffness"},
		"no shape":         {func(m *Model) { m.Objects[0].Shape = nil }, high, "no shape"},
		"in the table":     {func(*Model) {}, []geom.Pose{at3(0, 0, 0.01)}, "10.0 mm inside the table"},
		"in each other":    {two, []geom.Pose{at3(0, 0, 1), at3(0.03, 0, 1)}, "inside each other"},
		"NaN pose":         {func(*Model) {}, []geom.Pose{at3(math.NaN(), 0, 0)}, "not finite"},
		"far away":         {func(*Model) {}, []geom.Pose{at3(2000, 0, 1)}, "1 km away"},
		"poses missing":    {two, high, "1 poses for 2 objects"},
		"too many":         {func(m *Model) { m.Objects = make([]Object, 1000) }, high, "1000 objects"},
		"no pads":          {func(m *Model) { g := *m.Gripper; g.Pads.Cells = nil; m.Gripper = &g }, high, "0 cells"},
		"odd cell":         {func(m *Model) { g := *m.Gripper; g.Pads = touch.Grid("x", 1, 1, 0, 0, 0); m.Gripper = &g }, high, "cell 0"},
		"NaN hand":         {func(m *Model) { g := *m.Gripper; g.Inertia = math.NaN(); m.Gripper = &g }, high, "gripper inertia"},
	} {
		m := DefaultModel()
		m.Objects = []Object{box(0.1)}
		c.change(&m)
		_, err := New(m, c.poses, geom.Pose{})
		if fault.KindOf(err) != fault.Invalid && fault.KindOf(err) != fault.TooLarge || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Whatever is commanded, and however objects are jammed, the state stays made of numbers.
func TestBadInputNeverBecomesNaN(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	wild := func() float64 {
		switch r.IntN(12) {
		case 0:
			return math.NaN()
		case 1:
			return math.Inf(1 - 2*r.IntN(2))
		case 2:
			return 1e30
		}
		return 200 * r.NormFloat64()
	}
	for n := 0; n < 40; n++ {
		m := DefaultModel()
		for i := 0; i < 3; i++ {
			o := box(math.Pow(10, -3+3.7*r.Float64()))
			o.Stiffness, o.Friction, o.SqueezeLimit = math.Pow(10, 2+3*r.Float64()), 2*r.Float64(), 0.01*float64(r.IntN(2))
			m.Objects = append(m.Objects, o)
		}
		w := mustNew(t, m, []geom.Pose{at3(0.18, 0, 0.02), at3(0.18, 0.001, 0.061), at3(0.23, 0, 0.02)}, at3(0, 0, 0.04))
		for i := 0; i < 600; i++ {
			if i%20 == 0 {
				w.SetEffort(wild())
				v := geom.V(wild()/500, wild()/500, wild()/500)
				w.SetPalmTwist(v, geom.V(wild()/200, wild()/200, wild()/200))
				if r.IntN(4) != 0 {
					w.SetPalmTwist(geom.Vec{}, geom.Vec{})
				}
			}
			w.Step()
			s := &w.State
			sum := s.Gap + s.GapVel + s.Pad[0] + s.Pad[1] + s.PadVel[0] + s.PadVel[1] + s.HandForce.X + s.HandForce.Y + s.HandForce.Z
			for b := range s.Bodies {
				sum += s.Bodies[b].PadForce[0] + s.Bodies[b].PadForce[1]
				if !s.Bodies[b].X_WO.IsFinite() || !geom.IsFinite(s.Bodies[b].V) || !geom.IsFinite(s.Bodies[b].W) {
					t.Fatalf("run %d, step %d: %+v", n, i, s.Bodies[b])
				}
			}
			if math.IsNaN(sum-sum) || !s.X_WG.IsFinite() {
				t.Fatalf("run %d, step %d: %+v", n, i, s)
			}
		}
	}
}
