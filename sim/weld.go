package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// weld ties an object to the palm.
type weld struct {
	object int
	X_GO   geom.Pose
}

// Weld ties an object to the palm at its present pose in the hand, as a grasp fix does in simulators whose grasps slip. Contacts
// stay. Welding it again takes the new pose.
func (w *World) Weld(object int) error {
	if object < 0 || object >= len(w.State.Bodies) {
		return fault.New("weld", "", fault.NotFound, "object %d; the world has %d", object, len(w.State.Bodies))
	}
	if w.Model.Gripper == nil {
		return fault.New("weld", "", fault.Unsupported, "the world has no gripper")
	}
	w.Unweld(object)
	w.welds = append(w.welds, weld{object, w.State.X_WG.Inv().Mul(w.State.Bodies[object].X_WO)})
	return nil
}

// Unweld lets go of a welded object, which keeps its velocity. It reports whether it was welded.
func (w *World) Unweld(object int) bool {
	for i := range w.welds {
		if w.welds[i].object == object {
			w.welds = append(w.welds[:i], w.welds[i+1:]...)
			return true
		}
	}
	return false
}

// Welded reports whether an object is tied to the palm.
func (w *World) Welded(object int) bool {
	for i := range w.welds {
		if w.welds[i].object == object {
			return true
		}
	}
	return false
}

// Stiffness of a weld against what moves the object: its share of the velocity that the palm prescribes is 1 - 1/weldGain. Errors
// of the pose are brought back over a few steps (Baumgarte 1972).
const (
	weldGain  = 1e5
	weldDrift = 0.2
)

// pull is a damper of a welded object against the velocity of the place in the hand where it belongs.
type pull struct {
	v, turn geom.Vec // wanted, W
	kv, kw  float64  // N s/m, N m s
}

func (w *World) pull(i int) pull {
	s, h := &w.State, 1/w.dt
	wd := &w.welds[i]
	b := &s.Bodies[wd.object]
	at := s.X_WG.Mul(wd.X_GO)
	arm := r3.Sub(at.P, s.X_WG.P)
	I := w.inertia[wd.object]
	return pull{
		v:    r3.Add(r3.Add(s.V_WG, r3.Cross(s.W_WG, arm)), r3.Scale(weldDrift*h, r3.Sub(at.P, b.X_WO.P))),
		turn: r3.Add(s.W_WG, r3.Scale(weldDrift*h, at.R.Mul(b.X_WO.R.Inv()).Log())),
		kv:   weldGain * w.Model.Objects[wd.object].Mass * h,
		kw:   weldGain * math.Max(I.X, math.Max(I.Y, I.Z)) * h,
	}
}

// freeWelds pulls welded objects along with the palm, implicit as everything else.
func (w *World) freeWelds() {
	sys := &w.sys
	n := sys.n
	for i := range w.welds {
		p := w.pull(i)
		o := 6 * w.welds[i].object
		for k, want := range [6]float64{p.v.X, p.v.Y, p.v.Z, p.turn.X, p.turn.Y, p.turn.Z} {
			gain := p.kv
			if k >= 3 {
				gain = p.kw
			}
			sys.a0[(o+k)*n+o+k] += gain
			sys.b0[o+k] += gain * want
		}
	}
}
