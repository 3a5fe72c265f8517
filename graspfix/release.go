package graspfix

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// held is what a finger's touch looked like when the object was attached.
type held struct {
	finger, link int32
	p_FC         geom.Vec
	p_FO         geom.Vec
	p_OC         geom.Vec
	n_O          geom.Vec // unit, the way the finger pushed; zero when it did not
	s_O          geom.Vec // from the point on the object to the point on the finger, at the attach
}

// takeSnapshot keeps this window's samples of an object on the fingers of one arm.
func (f *Fix) takeSnapshot(o *object, a int32) {
	o.snap = o.snap[:0]
	for _, r := range f.gather(o, false) {
		if r.arm != a {
			continue
		}
		s, p := &f.win.samples[r.at], &f.win.touches[r.at]
		h := held{finger: s.finger, link: p.link, p_FC: mean(p.P_F, s.n), p_FO: mean(p.O_F, s.n), p_OC: mean(p.P_O, s.n)}
		h.n_O, _ = geom.Unit(s.F_O)
		h.s_O = f.apart(&h)
		o.snap = append(o.snap, h)
	}
}

// apart is the vector, in O, from the point of the object that was touched to the point of the finger that touched it.
func (f *Fix) apart(h *held) geom.Vec {
	X_WF := &f.links[f.fingerLinkOf(h.finger)].X_WL
	X_WO := &f.links[h.link].X_WL
	return X_WO.R.Inv().Apply(sub(X_WF.Apply(h.p_FC), X_WO.Apply(h.p_OC)))
}

func (f *Fix) fingerLinkOf(finger int32) int32 { return f.bodies[f.fingers[finger].body].link }

// motion is how far a finger has moved from where it touched, by the release metric.
//
// length: the change of the distance from the point on the finger to the origin of the object's link, as the original has it.
// It does not see sliding at a right angle to that line, and sees a finger that presses in like one that opens.
//
// vector: the way between the two points that met, along the surface and away from the object; a finger that presses in counts
// for nothing. It does not depend on where the object's origin is.
func (f *Fix) motion(h *held, p *Params) float64 {
	if p.ReleaseMetric == "length" {
		X_WF := &f.links[f.fingerLinkOf(h.finger)].X_WL
		then := r3.Norm(sub(h.p_FC, h.p_FO))
		now := r3.Norm(sub(X_WF.Apply(h.p_FC), f.links[h.link].X_WL.P))
		return math.Abs(then - now)
	}
	s := sub(f.apart(h), h.s_O)
	in := r3.Dot(s, h.n_O)
	along := sub(s, r3.Scale(in, h.n_O))
	return math.Hypot(r3.Norm(along), math.Max(0, -in))
}

// squeezed is how far a finger has gone into the object since the attach, metres.
func (f *Fix) squeezed(h *held) float64 {
	return math.Max(0, r3.Dot(sub(f.apart(h), h.s_O), h.n_O))
}

// known reports whether the input still says where a link is: because it tells poses without contacts, or because it touched in
// the window that ends at t.
func (f *Fix) known(link int32, t int64) bool {
	l := &f.links[link]
	return l.apart || l.stamp > t-f.period
}

// released is the release test. It returns why the object may be let go, 0 when it may not, and the largest motion of a finger.
//
// When the input tells poses only together with contacts, and nothing touches any more, there is nothing to measure. Fingers
// that still held would touch, unless collisions are off; so the object is let go.
func (f *Fix) released(o *object, t int64) (Reason, float64) {
	if len(o.snap) == 0 {
		return 0, 0
	}
	p := f.of(o.holder)
	votes, unknown, most := 0, 0, 0.0
	for i := range o.snap {
		h := &o.snap[i]
		if !f.known(f.fingerLinkOf(h.finger), t) || !f.known(h.link, t) {
			unknown++
			continue
		}
		d := f.motion(h, p)
		most = math.Max(most, d)
		if d > p.ReleaseTolerance {
			votes++
		}
	}
	switch {
	case unknown == len(o.snap):
		if p.DisableCollisions || o.head >= 0 {
			return 0, 0
		}
		return ContactLost, 0
	case votes == len(o.snap)-unknown, votes > 0 && p.ReleaseVote == "any":
		return Opened, most
	}
	return 0, most
}

func conflict(op, subject, format string, args ...any) error {
	return fault.New(op, subject, fault.Conflict, format, args...)
}
