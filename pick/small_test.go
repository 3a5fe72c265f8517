package pick

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

func TestLift(t *testing.T) {
	f := holding()
	k, err := NewLift(f.robot(), 0.1, DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	f.run(t, k, nil)
	if k.Err() != nil || math.Abs(k.Risen()-0.1) > 1e-9 || !k.Held() {
		t.Errorf("%v, %g m, held %v", k.Err(), k.Risen(), k.Held())
	}
	// What is lost on the way stops it.
	f = holding()
	if k, err = NewLift(f.robot(), 0.1, DefaultParams()); err != nil {
		t.Fatal(err)
	}
	n := 0
	f.run(t, k, func(float64) {
		if n++; n == 4 {
			f.st.Empty = true
		}
	})
	if k.Err() == nil || !strings.Contains(k.Err().Error(), "lost the object") || k.Held() {
		t.Errorf("%v", k.Err())
	}
	// An arm that is stopped is an error; nothing is let go.
	f = holding()
	f.cut = func(geom.Pose, geom.Pose) float64 { return 0.02 }
	if k, err = NewLift(f.robot(), 0.1, DefaultParams()); err != nil {
		t.Fatal(err)
	}
	f.run(t, k, nil)
	if fault.KindOf(k.Err()) != fault.Unavailable || !k.Held() {
		t.Errorf("%v", k.Err())
	}
	for _, h := range []float64{0, -1, math.NaN(), 5} {
		if _, err := NewLift(f.robot(), h, DefaultParams()); fault.KindOf(err) != fault.Invalid {
			t.Errorf("height %g: %v", h, err)
		}
	}
}

// Verify tells touch, a closed hand, and pads that are not to be relied on apart, and moves by no more than its shake.
func TestVerify(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*hand.Status)
		is     bool
		why    string
	}{
		{"held", func(*hand.Status) {}, true, "both pads press"},
		{"closed", func(s *hand.Status) { s.Gap = 0 }, false, "the fingers are closed"},
		{"empty", func(s *hand.Status) { s.Empty = true }, false, "empty"},
		{"one pad", func(s *hand.Status) { s.Force = [2]float64{3, 0} }, false, "the pads feel"},
		{"dead pads, the motor presses", func(s *hand.Status) { s.Force, s.Fault, s.Effort = [2]float64{}, hand.DeadPads, -9 }, true, "the motor presses"},
		{"open in the air", func(s *hand.Status) { s.Force, s.Mode, s.Gap = [2]float64{}, hand.Position, 0.086 }, false, "the pads feel"},
	} {
		f := holding()
		c.change(&f.st)
		start, far := f.x.P.Z, 0.0
		k := NewVerify(f.robot(), DefaultParams())
		f.run(t, k, func(float64) { far = math.Max(far, math.Abs(f.x.P.Z-start)) })
		is, why := k.Grasping()
		if k.Err() != nil || is != c.is || !strings.Contains(why, c.why) {
			t.Errorf("%s: %v, %s, %v", c.name, is, why, k.Err())
		}
		if far > verifyShake+1e-9 || math.Abs(f.x.P.Z-start) > 1e-9 {
			t.Errorf("%s: moved by %g m, ends %g m from its start", c.name, far, f.x.P.Z-start)
		}
	}
	// Given up, it is neither.
	f := holding()
	k := NewVerify(f.robot(), DefaultParams())
	f.run(t, k, func(float64) { k.Preempt() })
	if fault.KindOf(k.Err()) != fault.Preempted || f.st.Mode != hand.SlipServo {
		t.Errorf("%v, %v", k.Err(), f.st.Mode)
	}
}

// An arm that feels nothing believes the fingers, near the place alone; an arm that is refused names the code.
func TestPlaceByFingers(t *testing.T) {
	f := holding()
	f.load = nil
	k := mustPlace(t, f, place(1))
	f.run(t, k, func(now float64) {
		f.slowly()(now)
		if z := f.x.P.Z - graspAt.P.Z; k.Phase() == Placing && (z < 0.06 && z > 0.055 || z < 0.001) { // one jolt too early, and the contact
			f.st.Watch.State, f.st.Triggered = hand.Succeeded, true
		}
	})
	if r := k.Result(); r.Value != Success || r.Contact != "the fingers felt it touch" || math.Abs(r.Height) > 3e-3 {
		t.Errorf("%+v", r)
	}
	f = holding()
	f.refuse = func(x geom.Pose, transit bool) error {
		if transit {
			return fault.New("move arm", "", fault.Unavailable, "no way")
		}
		return nil
	}
	k = mustPlace(t, f, place(2))
	f.run(t, k, nil)
	if r := k.Result(); r.Value != Unfeasible || r.Tried[0].Code != PlaceMoveArmFailed || len(r.Tried) != 2 || !r.Held {
		t.Errorf("%+v", r)
	}
}

// shelf is what the hand feels of an object of 2 N that stands on something of a given stiffness at a height over its place.
func shelf(height func(x geom.Pose) float64) func(geom.Pose) float64 {
	const stiff = 1000 // N/m
	return func(x geom.Pose) float64 {
		deep := height(x) - (x.P.Z - graspAt.P.Z)
		if deep < 0 {
			return 2
		}
		return -stiff * deep
	}
}

// An object that touches too early is pressed down, and not let go in the air: it is taken up again, and put elsewhere.
func TestPlaceOnSomethingElse(t *testing.T) {
	f := holding()
	f.load = shelf(func(x geom.Pose) float64 {
		if x.P.Y < 0.5 {
			return 0.03
		}
		return 0
	})
	k := mustPlace(t, f, place(2))
	got := f.run(t, k, f.slowly())
	r := k.Result()
	if r.Value != Success || !slices.Equal(codesOf(r.Tried), []Code{PlaceFailed, PlaceSuccess}) || r.Location != 1 || math.Abs(r.Height) > 5e-3 {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(got, MovingWithObject) || !slices.Contains(f.cmds, hand.Hold) || !strings.Contains(r.Tried[0].Reason, "mm above the place") {
		t.Errorf("%v, %v, %q", got, f.cmds, r.Tried[0].Reason)
	}
	// Where that is everywhere so, it stays in the hand.
	f = holding()
	f.load = shelf(func(x geom.Pose) float64 { return 0.03 + 0.01*x.P.Y })
	k = mustPlace(t, f, place(5))
	f.run(t, k, f.slowly())
	if r := k.Result(); r.Value != FailedValue || !r.Held || len(r.Tried) != placesTried || slices.Contains(f.cmds, hand.Release) {
		t.Errorf("%+v, %v", r, f.cmds)
	}
}

// One that has touched as early at two places hangs askew: the fingers ease while the table carries it, it turns, and stands.
func TestPlaceAskew(t *testing.T) {
	f := holding()
	f.st.Target = 3
	turned := false
	f.load = shelf(func(geom.Pose) float64 {
		if turned = turned || f.st.Target < 2; turned {
			return 0
		}
		return 0.03
	})
	k := mustPlace(t, f, place(5))
	f.run(t, k, f.slowly())
	if r := k.Result(); r.Value != Success || !slices.Equal(codesOf(r.Tried), []Code{PlaceFailed, PlaceSuccess}) {
		t.Errorf("%+v", r)
	}
}

// Whose lower end slides away as it turns is gripped again at once, with what carries it.
func TestPlaceAskewSlides(t *testing.T) {
	f := holding()
	f.st.Target = 3
	below := shelf(func(geom.Pose) float64 { return 0.03 })
	loose := 0 // ticks in which loose fingers carry it
	f.load = func(x geom.Pose) float64 {
		if f.st.Target < 2 {
			loose++
			return 1
		}
		return below(x)
	}
	k := mustPlace(t, f, place(5))
	f.run(t, k, f.slowly())
	if r := k.Result(); loose == 0 || loose > 20*easings || !r.Held || slices.Contains(f.cmds, hand.Release) || f.st.Target < 2 {
		t.Errorf("%d ticks, %.1f N, %+v, %v", loose, f.st.Target, r, f.cmds)
	}
}

// An object that cannot be gripped as firmly again as it was is not taken up: it is set down where it is, or, where it does not come down, stays
// in the hand, leaning on what it touches.
func TestPlaceWeakGrip(t *testing.T) {
	for _, turns := range []bool{true, false} {
		f := holding()
		f.st.Target = 3
		turned := false
		f.load = shelf(func(geom.Pose) float64 {
			if turned = turned || turns && f.st.Target < 2; turned {
				return 0
			}
			return 0.03
		})
		k := mustPlace(t, f, place(5))
		touched := false
		f.run(t, k, func(now float64) {
			f.slowly()(now)
			if slices.Contains(f.cmds, hand.Hold) { // gripped again, in vain
				touched, f.st.Force = true, [2]float64{2, 2}
			}
			if touched && f.x.P.Z > graspAt.P.Z+0.031 && k.Phase() != Retreating && !k.Done() {
				t.Fatalf("%v: taken up in a weak grip, to %g m", k.Phase(), f.x.P.Z)
			}
		})
		r := k.Result()
		switch {
		case turns && (r.Value != Success || r.Location != 0 || r.Weak || r.Held):
			t.Errorf("%+v", r)
		case !turns && (r.Value != FailedValue || !r.Held || !r.Weak || slices.Contains(f.cmds, hand.Release) || !strings.Contains(r.Reason, "take the object out")):
			t.Errorf("%+v, %v", r, f.cmds)
		}
	}
}
