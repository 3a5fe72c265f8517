package graspfix

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Contact is one contact entry between a finger and an object, however many points it has.
type Contact struct {
	T    float64 // simulated time, s
	Wall float64 // wall time, s; 0 when the input has none
	// Object and Finger are collision elements.
	Object, Finger ID
	Points         int       // of the entry; 0 tells poses only: nothing touches
	F_W            geom.Vec  // mean force on the object, N; its normal into the object where NoForce
	P_W            geom.Vec  // mean point of contact, metres
	X_WF           geom.Pose // of the finger's link
	X_WO           geom.Pose // of the object's link
	Static         bool      // the object cannot move
	NoForce        bool      // the input has no forces: F_W is a unit normal
	NoX_WF, NoX_WO bool      // the pose is not given: the last one that SetPose told is taken
}

// finite reports whether all numbers are: the sum of numbers times 0 is 0 then, and NaN otherwise.
func (c *Contact) finite() bool {
	v := c.F_W.X + c.F_W.Y + c.F_W.Z + c.P_W.X + c.P_W.Y + c.P_W.Z
	return 0*(v+total(&c.X_WF)+total(&c.X_WO)) == 0
}

func total(x *geom.Pose) float64 { return x.P.X + x.P.Y + x.P.Z + x.R.W + x.R.X + x.R.Y + x.R.Z }

// Problem is a kind of input that could not be used.
type Problem uint8

const (
	BadNumber     Problem = iota // NaN, infinite, or a stamp that is no time
	BadArrays                    // arrays of one entry differ in length
	NoPoints                     // an entry without a point
	ForcesMissing                // positions but no force
	UnknownName                  // neither side is a finger, or a name is empty or too long
	StaleID                      // an ID of something that was forgotten
	TooMany                      // more names than are remembered
	Malformed                    // a line or message that could not be parsed
	numProblems
)

func (p Problem) String() string {
	return [...]string{"BAD_NUMBER", "BAD_ARRAYS", "NO_POINTS", "FORCES_MISSING", "UNKNOWN_NAME", "STALE_ID", "TOO_MANY_NAMES", "MALFORMED"}[p]
}

type problemState struct {
	said bool
	last int64
}

// Report counts a piece of input that could not be used, and tells OnProblem at most once a second for each kind.
func (f *Fix) Report(p Problem, format string, args ...any) {
	f.stats.Dropped[p]++
	s := &f.problems[p]
	if f.hooks.OnProblem == nil || s.said && f.now >= s.last && f.now-s.last < 1e9 {
		return
	}
	s.said, s.last = true, f.now
	f.hooks.OnProblem(p, fmt.Sprintf(format, args...))
}

// Advance tells that time has come to t and everything up to t has been given. Windows that end at or before t are judged; a
// contact of the same t that comes later counts for the next window.
func (f *Fix) Advance(t, wall float64) {
	ns, ok := nanos(t)
	if !ok {
		f.Report(BadNumber, "clock %g s is no time", t)
		return
	}
	f.stats.Ticks++
	f.reach(ns, wall, true)
}

// reach moves time forward and judges the windows that end on the way. In a gap, counters have all run down after a while and
// the rest of the empty windows is skipped.
func (f *Fix) reach(t int64, wall float64, inclusive bool) {
	if !f.started {
		f.begin(t, inclusive)
	}
	if t < f.now-f.period {
		f.reset(t, inclusive)
	}
	if w, ok := nanos(wall); ok && wall != 0 && f.cfg.TimeBase == "wall" {
		if !f.wallSeen || w < f.wallPrev {
			f.wallSeen, f.wallPrev = true, w
		}
		f.now = max(f.now, t)
		if w-f.wallPrev >= f.period {
			f.update(t)
			f.wallPrev = w
		}
		return
	}
	if f.wallSeen {
		f.now = max(f.now, t)
		return
	}
	for n := 0; f.next < t || inclusive && f.next == t; n++ {
		if n > f.most+2 {
			f.next += (t - f.next) / f.period * f.period
			if f.next == t && !inclusive {
				break
			}
		}
		f.now = max(f.now, f.next)
		f.update(f.next)
		f.next += f.period
	}
	f.now = max(f.now, t)
}

// begin sets the first window. Windows end at multiples of the period, so that the same simulation gives the same windows
// wherever its recording begins. A contact at the very end of a window belongs to it.
func (f *Fix) begin(t int64, inclusive bool) {
	f.started, f.now = true, t
	k := t / f.period
	if t < 0 && t%f.period != 0 {
		k--
	}
	f.next = (k + 1) * f.period
	if t == k*f.period && t > 0 && !inclusive {
		f.next = t
	}
}

// reset follows a simulated clock that went back: the world was reset. Windows and counters start anew; what was held is let
// go, since its weld belongs to a world that is gone.
func (f *Fix) reset(t int64, inclusive bool) {
	f.now = t
	for _, a := range f.armOrder {
		if o := f.arms[a].object; o >= 0 {
			f.release(a, o, ClockReset, 0)
		}
		f.arms[a].pending = -1
	}
	f.clearWindow()
	for i := range f.objects {
		f.objects[i].grips = f.objects[i].grips[:0]
		f.objects[i].snap = f.objects[i].snap[:0]
		f.objects[i].last = min(f.objects[i].last, t)
	}
	for i := range f.bodies {
		f.bodies[i].last = min(f.bodies[i].last, t)
	}
	for i := range f.links {
		f.links[i].stamp = never
	}
	clear(f.trails)
	f.swept = t
	f.begin(t, inclusive)
	f.wallSeen = false
}

func (f *Fix) clearWindow() {
	for i := range f.win.samples {
		f.objects[f.win.samples[i].object].head = -1
	}
	f.win.clear()
}

// body returns the entry of an ID, nil when it is stale.
func (f *Fix) body(id ID) *body {
	i := id.index()
	if i < 0 || int(i) >= len(f.bodies) {
		return nil
	}
	if b := &f.bodies[i]; !b.free && makeID(i, b.gen) == id {
		return b
	}
	return nil
}

// Contact takes one contact entry, or poses alone where it has no points.
func (f *Fix) Contact(c *Contact) {
	t, ok := nanos(c.T)
	if !ok || !c.finite() {
		f.Report(BadNumber, "a contact at %g s has a number that is not finite", c.T)
		return
	}
	f.reach(t, c.Wall, false)
	fb, ob := f.body(c.Finger), f.body(c.Object)
	if c.Finger == 0 || c.Object == 0 {
		f.stats.Dropped[UnknownName]++ // reported when it was interned
		return
	}
	if fb == nil || ob == nil {
		f.Report(StaleID, "a contact names something that was forgotten; intern its names again")
		return
	}
	X_WF, X_WO := &c.X_WF, &c.X_WO
	if c.NoX_WF {
		X_WF = &f.links[fb.link].X_WL
	} else {
		f.setPose(fb.link, X_WF, t, c.Points == 0)
	}
	if c.NoX_WO {
		X_WO = &f.links[ob.link].X_WL
	} else {
		f.setPose(ob.link, X_WO, t, c.Points == 0)
	}
	if c.Points <= 0 {
		f.stats.Poses++
		return
	}
	f.stats.Contacts++
	fb.last, ob.last = t, t
	fb.seen++
	ob.seen++
	ob.static = c.Static
	if fb.finger < 0 {
		f.stranger(c.Finger.index(), c.Object.index(), t)
		return
	}
	f.stats.FingerContacts++
	ob.mute = c.NoForce && f.cfg.MissingWrench == "drop"
	if c.Static || ob.own && !f.cfg.OwnLinks || ob.mute {
		if ob.mute {
			f.Report(ForcesMissing, "contacts of %q come without force and missing_wrench is drop; %s", ob.name, forcesHint)
		}
		return
	}
	oi := f.objectOf(c.Object.index())
	o := &f.objects[oi]
	o.last = t
	s, at, made := f.win.find(oi, fb.finger)
	p := &f.win.touches[at]
	if made {
		p.link = ob.link
		s.next, o.head = o.head, at
	}
	X_FW := X_WF.R.Inv()
	R_OW := X_WO.R.Inv()
	s.n++
	if c.NoForce {
		s.normals++
	}
	s.F_O = add(s.F_O, R_OW.Apply(c.F_W))
	p.P_F = add(p.P_F, X_FW.Apply(sub(c.P_W, X_WF.P)))
	p.O_F = add(p.O_F, X_FW.Apply(sub(X_WO.P, X_WF.P)))
	p.P_O = add(p.P_O, R_OW.Apply(sub(c.P_W, X_WO.P)))
}

const forcesHint = "gz-sim sends forces from 7.6 on, Gazebo classic's DART from 6.10 on"

// stranger notes a contact whose finger is no gripper_link.
func (f *Fix) stranger(finger, object int32, t int64) {
	if o := f.bodies[object].object; o >= 0 {
		f.objects[o].unlisted = finger
		return
	}
	if b := &f.bodies[object]; !b.own && !b.static {
		f.objects[f.objectOf(object)].unlisted = finger
		f.objects[b.object].last = t
	}
}

// SetPose tells where a link is, apart from contacts. The link may be named by its short or scoped name or by one of its
// collision elements. It reports whether the link is known: a palm, a finger, or something that has been touched.
func (f *Fix) SetPose(link string, t float64, X_WL geom.Pose) bool {
	ns, ok := nanos(t)
	if !ok || !X_WL.IsFinite() {
		f.Report(BadNumber, "the pose of %q at %g s has a number that is not finite", link, t)
		return false
	}
	i := f.findLink(link)
	if i < 0 {
		return false
	}
	f.reach(ns, 0, false)
	f.stats.Poses++
	f.setPose(i, &X_WL, ns, true)
	return true
}

// twistSpan is the least time between poses from which a twist is taken.
const twistSpan = 10e6 // ns

func (f *Fix) setPose(i int32, X *geom.Pose, t int64, apart bool) {
	l := &f.links[i]
	l.X_WL = *X
	l.stamp = t
	l.apart = l.apart || apart
	if int(i) < len(f.arms) { // palms come first
		if tr := &f.trails[i]; t-tr.base.stamp >= twistSpan {
			tr.older, tr.base = tr.base, timedPose{*X, t}
		}
	}
}
