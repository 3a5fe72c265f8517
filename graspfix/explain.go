package graspfix

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Code names the first gate that an object did not pass, or what became of one that is held.
type Code string

const (
	NoSuchLink       Code = "NO_SUCH_LINK"  // a configured name is not in the robot
	StreamSilent     Code = "STREAM_SILENT" // nothing comes in
	NoFinger         Code = "NO_FINGER_IN_STREAM"
	NoContact        Code = "NO_CONTACT" // contacts of fingers come in, none with this object
	UnlistedLink     Code = "UNLISTED_LINK_TOUCHES"
	ObjectStatic     Code = "OBJECT_STATIC"
	ObjectIsRobot    Code = "OBJECT_IS_ROBOT"
	NoForces         Code = "FORCES_MISSING"
	ArraysBad        Code = "BAD_ARRAYS"
	OneSided         Code = "ONE_SIDED"
	ForceTooSmall    Code = "FORCE_TOO_SMALL"
	AngleTooSmall    Code = "ANGLE_TOO_SMALL"
	RatioTooSmall    Code = "RATIO_TOO_SMALL"
	Counting         Code = "COUNTING"
	GripperBusy      Code = "GRIPPER_BUSY"
	HeldByOther      Code = "HELD_BY_OTHER"
	SplitObject      Code = "SPLIT_OBJECT"
	Pending          Code = "PENDING"
	ActuatorRefused  Code = "ACTUATOR_FAILED"
	IsAttached       Code = "ATTACHED"
	StillGripped     Code = "STILL_GRIPPED"
	CounterHolds     Code = "COUNTER"
	WithinTolerance  Code = "WITHIN_TOLERANCE"
	Flapping         Code = "FLAPPING"
	SqueezedIn       Code = "SQUEEZED_IN"
	PosesMissing     Code = "POSES_MISSING"
	ManualHold       Code = "MANUAL_HOLD"
	NotTouchedLately Code = "NOT_TOUCHED_LATELY"
)

// Verdict answers why an object is not attached to an arm, or why it is still held.
type Verdict struct {
	Object, Arm string
	Attached    bool
	Code        Code
	Text        string // what was measured against what is needed
	Remedy      string // what to change; empty when nothing needs to
	Parameter   string // the parameter that the remedy changes, where it is one

	Counter, Needed int // grip counter and the value at which it attaches
	Evidence        Evidence
	Also            []string // further remarks: flapping, fingers pressed in
}

func (v Verdict) String() string {
	s := fmt.Sprintf("%s / %s: %s: %s", v.Object, v.Arm, v.Code, v.Text)
	if v.Object == "" {
		s = fmt.Sprintf("arm %s: %s: %s", v.Arm, v.Code, v.Text)
	}
	if v.Remedy != "" {
		s += "; " + v.Remedy
	}
	for _, a := range v.Also {
		s += "; " + a
	}
	return s
}

func (v *Verdict) say(c Code, format string, args ...any) *Verdict {
	v.Code, v.Text = c, fmt.Sprintf(format, args...)
	return v
}

func (v *Verdict) do(parameter, format string, args ...any) *Verdict {
	v.Parameter, v.Remedy = parameter, fmt.Sprintf(format, args...)
	return v
}

// Explain finds the first gate that an object did not pass on its way to an arm, with what was measured and what to change. The
// object is named by one of its collision elements, its link or its model, as the fix has been set to tell objects apart.
func (f *Fix) Explain(object, arm string) Verdict {
	v := Verdict{Object: object, Arm: arm, Needed: f.of(f.armIndex(arm)).Threshold + 1}
	a := f.armIndex(arm)
	if a < 0 {
		v.say(NoSuchLink, "there is no arm %q", arm)
		if why := f.armNote(arm); why != "" {
			v.say(NoSuchLink, "the arm could not be used: %s", why)
		}
		return v
	}
	f.explain(&v, a)
	if oi := f.findObject(object); oi >= 0 {
		f.remarks(&v, &f.objects[oi])
	}
	return v
}

// ExplainAll explains every object that is remembered for every arm that matters to it: the one that holds it, else those
// whose fingers touched it, else all.
func (f *Fix) ExplainAll() []Verdict {
	var out []Verdict
	for _, name := range f.Objects() {
		o := &f.objects[f.findObject(name)]
		for _, a := range f.armOrder {
			near := o.holder == a || o.holder < 0 && (f.pooled() || o.grip(a) != nil || len(o.grips) == 0)
			if near {
				out = append(out, f.Explain(name, f.cfg.Arms[a].Name))
			}
		}
	}
	// What was seen but never became an object: static things and the robot itself.
	var rest []string
	for i := range f.bodies {
		if b := &f.bodies[i]; !b.free && b.object < 0 && b.finger < 0 && b.seen > 0 && (b.static || b.own) {
			rest = append(rest, b.name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		out = append(out, f.Explain(name, f.cfg.Arms[f.armOrder[0]].Name))
	}
	if len(out) == 0 {
		for _, a := range f.armOrder {
			out = append(out, f.Explain("", f.cfg.Arms[a].Name))
		}
	}
	return out
}

func (f *Fix) armNote(arm string) string {
	for _, n := range f.cfg.Notes {
		if n.Severity == Error && n.About == about(arm) {
			return n.Text
		}
	}
	return ""
}

func (f *Fix) explain(v *Verdict, a int32) *Verdict {
	if s := &f.stats; s.Contacts == 0 {
		switch {
		case s.Dropped[BadArrays] > 0:
			return v.say(ArraysBad, "all %d contacts had arrays of different lengths", s.Dropped[BadArrays]).do("", "positions, normals, depths and wrenches of one contact must be equally many; %s", forcesHint)
		}
		return v.say(StreamSilent, "no contact has come in, in %d clock ticks; %d pieces of input could not be used", s.Ticks, f.dropped()).
			do("", "check that the simulator publishes contacts and that this is the stream; a collision check of a planner is not a contact of the simulator")
	}
	if f.stats.FingerContacts == 0 {
		return v.say(NoFinger, "%d contacts came in, none names a gripper_link; names seen: %s", f.stats.Contacts, strings.Join(f.topNames(10), ", ")).
			do("gripper_link", "use the names of links as the simulator has them: a link on a fixed joint has become part of its parent")
	}
	oi := f.findObject(v.Object)
	if oi < 0 {
		i, ok := f.byName[v.Object]
		if ok && f.bodies[i].static {
			return v.say(ObjectStatic, "is static, it cannot be carried").do("", "make its model non-static, also in the simulator's file")
		} else if ok && f.bodies[i].own {
			return v.say(ObjectIsRobot, "belongs to the robot itself").do("own_links_as_objects", "set own_links_as_objects if it shall be carried")
		}
		if ok && f.bodies[i].mute {
			return v.say(NoForces, "its contacts came without force").do("missing_wrench", "%s; or set missing_wrench to normals", forcesHint)
		}
		return v.say(NoContact, "fingers touch other things, but nothing of this name has been touched; touched: %s", strings.Join(first(f.Objects(), 10), ", ")).
			do("", "check that object and fingers have collision elements that meet; a collision check of a planner is not a contact of the simulator")
	}
	o := &f.objects[oi]
	v.Object = f.objectName(oi)
	g := o.grip(f.slotArm(a))
	if g != nil {
		v.Counter, v.Evidence = g.counter, g.ev
	}
	if f.arms[a].object == oi {
		v.Attached = true
		return f.explainHeld(v, a, o, g)
	}
	if o.holder >= 0 && f.cfg.Transfer {
		h := f.cfg.Arms[o.holder].Name
		return v.say(HeldByOther, "is held by arm %q; counter %d of %d here", h, v.Counter, v.Needed).do("", "it passes over when arm %q opens while this one grips", h)
	}
	if f.arms[a].pending == oi {
		return v.say(Pending, "the simulator was asked to attach %g s ago and has not acknowledged", seconds(f.now-f.arms[a].since)).do("actuator_timeout", "it is given up after actuator_timeout = %g s", f.cfg.ActuatorTimeout)
	}
	if g == nil || g.ev.Touch == 0 {
		if o.unlisted >= 0 {
			n := f.bodies[o.unlisted].name
			return v.say(UnlistedLink, "is touched by %q, which is no gripper_link of arm %q", n, v.Arm).do("gripper_link", "add the link of %q as gripper_link", n)
		}
		return v.say(NoContact, "no finger of arm %q has touched it", v.Arm).do("gripper_link", "list every link of the hand that touches objects as gripper_link")
	}
	if f.arms[a].failObj == oi && f.arms[a].failed != "" {
		return v.say(ActuatorRefused, "the simulator did not attach it: %s", f.arms[a].failed).do("", "it is tried again in every window while the grip lasts")
	}
	return f.explainGrip(v, a, o, g)
}

// explainGrip goes through the gates of the criterion and the counter.
func (f *Fix) explainGrip(v *Verdict, a int32, o *object, g *grip) *Verdict {
	e := &g.ev
	p := f.of(a)
	limit := p.AngleDeg * p.AngleScale
	angle := e.Angle * 180 / math.Pi
	switch {
	case e.Touch < 2:
		v.say(OneSided, "only %s touches it", e.fingers())
		switch split := f.split(o); {
		case split != "":
			v.say(SplitObject, "%s touches this collision element, the other side touches %s of the same link or model", e.fingers(), split).
				do("object_key", "set object_key to link (or model) so that they count as one object")
		case o.unlisted >= 0:
			n := f.bodies[o.unlisted].name
			v.say(UnlistedLink, "only %s touches it, and %q, which is no gripper_link", e.fingers(), n).do("gripper_link", "add the link of %q as gripper_link", n)
		default:
			v.do("gripper_link", "close until a second finger touches, and list its link as gripper_link (the palm too, if it takes part)")
		}
	case e.Strong < 2:
		v.say(ForceTooSmall, "%d fingers touch it, %d with a mean force of at least %g N", e.Touch, e.Strong, p.MinForce).
			do("min_force", "press harder: forces of nothing come from engines that report contacts before they push")
	case e.Angle <= limit*math.Pi/180:
		v.say(AngleTooSmall, "the most opposing forces, of %s, are %.1f deg apart (%.3g and %.3g N); more than %.4g is needed", e.fingers(), angle, e.Force[0], e.Force[1], limit)
		hint := fmt.Sprintf("lower forces_angle_tolerance below %.0f (not below 90), or press harder", math.Floor(angle))
		if angle <= 90 {
			hint = "the fingers do not press against each other: move the hand so that they close from opposite sides"
		} else if n := NeededForce(limit); !math.IsInf(n, 0) {
			hint += fmt.Sprintf(": two fingers need %.2f times the object's weight each", n)
		}
		v.do("forces_angle_tolerance", "%s", hint)
	case !e.NoForce && e.Ratio < p.MinForceRatio:
		v.say(RatioTooSmall, "%s press with %.3g and %.3g N, a ratio of %.2f; at least %g is needed", e.fingers(), e.Force[0], e.Force[1], e.Ratio, p.MinForceRatio).
			do("min_force_ratio", "centre the hand on the object, or lower min_force_ratio")
	case g.busy >= 0:
		name := "another object"
		if !f.objects[g.busy].free {
			name = f.objectName(g.busy)
		}
		v.say(GripperBusy, "is gripped, counter %d, but a gripper that touches it holds %s", g.counter, name).do("", "a gripper holds one object at a time; it will be attached when that is let go")
	case g.counter <= p.Threshold:
		v.counting(f, g, p)
	case f.holding(o, a) != "":
		v.say(GripperBusy, "is gripped, counter %d, but was attached to %s", g.counter, f.holding(o, a))
	default:
		v.say(Counting, "is about to be attached: counter %d", g.counter)
	}
	if e.T < seconds(f.now)-2*seconds(f.period) && v.Code != Counting {
		v.Also = append(v.Also, fmt.Sprintf("last touched at %.3f s", e.T))
	}
	return v
}

func (v *Verdict) counting(f *Fix, g *grip, p *Params) {
	left := p.Threshold + 1 - g.counter
	tau := seconds(f.period)
	age := seconds(f.now) - g.ev.T
	if age > 2*tau {
		v.say(NotTouchedLately, "was gripped for %d of %d windows, last at %.3f s, and has not been touched for %.2f s", g.counter, v.Needed, g.ev.T, age).
			do("grip_count_threshold", "keep gripping for %g s without a break, or lower grip_count_threshold", float64(v.Needed)*tau)
		return
	}
	v.say(Counting, "is gripped: counter %d of %d, attached in %.2f s if the grip lasts", g.counter, v.Needed, float64(left)*tau).
		do("grip_count_threshold", "windows without a grip count back, so that less than half of them attaches never; for a quicker attach lower grip_count_threshold or raise update_rate (%g Hz)", f.cfg.UpdateRate)
}

// explainHeld answers why an object has not been let go.
func (f *Fix) explainHeld(v *Verdict, a int32, o *object, g *grip) *Verdict {
	if f.arms[a].failed != "" && f.arms[a].failObj >= 0 {
		return v.say(ActuatorRefused, "the simulator did not let go: %s", f.arms[a].failed).do("", "it is tried again in every window")
	}
	p := f.of(a)
	touched := g != nil && g.ev.T == seconds(f.judged) && g.ev.Touch >= 2
	most, unknown := 0.0, 0
	for i := range o.snap {
		h := &o.snap[i]
		if !f.known(f.fingerLinkOf(h.finger), f.now) || !f.known(h.link, f.now) {
			unknown++
		}
		most = math.Max(most, f.motion(h, p))
	}
	switch {
	case p.ReleasePolicy == "manual" || len(o.snap) == 0:
		v.say(ManualHold, "is held until it is released by hand").do("release_policy", "release it, or set release_policy to geometry")
	case g != nil && touched && g.counter > p.Threshold:
		v.say(IsAttached, "is attached and gripped: counter %d", g.counter)
	case touched:
		v.say(StillGripped, "is attached and touched by %d fingers", g.ev.Touch)
	case g != nil && g.counter > p.Threshold:
		n := g.counter - p.Threshold
		v.say(CounterHolds, "is not gripped any more, but the counter is %d and must fall to %d: %.2f s", g.counter, p.Threshold, float64(n)*seconds(f.period)).
			do("max_grip_count", "for a quicker release lower max_grip_count towards grip_count_threshold + 1, or raise update_rate")
	case unknown == len(o.snap):
		v.say(PosesMissing, "nothing touches it and the input does not say where the fingers are").do("", "send poses of finger and object links without contacts too")
	default:
		v.say(WithinTolerance, "no finger has moved by more than release_tolerance: %.2g of %.2g mm", mm(most), mm(p.ReleaseTolerance)).
			do("release_tolerance", "open further, or lower release_tolerance")
	}
	return v
}

// remarks adds what is worth knowing whatever the verdict is.
func (f *Fix) remarks(v *Verdict, o *object) {
	if n, span := f.flapping(o); n > 0 {
		v.Also = append(v.Also, fmt.Sprintf("%s: attached %d times in %.1f s: raise release_tolerance (%.2g mm) or max_grip_count (%d)", Flapping, n, span, mm(f.of(f.armIndex(v.Arm)).ReleaseTolerance), f.of(f.armIndex(v.Arm)).MaxGripCount))
	}
	if o.holder < 0 {
		return
	}
	for i := range o.snap {
		if d := f.squeezed(&o.snap[i]); d > 1e-3 {
			v.Also = append(v.Also, fmt.Sprintf("%s: %s has gone %.1f mm into it since the attach: stop closing when the attach is announced", SqueezedIn, f.fingerName(o.snap[i].finger), 1e3*d))
		}
	}
}

func (e *Evidence) fingers() string {
	switch {
	case e.Pair[1] != "":
		return e.Pair[0] + " and " + e.Pair[1]
	case e.Pair[0] != "":
		return e.Pair[0]
	}
	return "one finger"
}

// split finds another collision element of the same link or model that is an object of its own and is touched too.
func (f *Fix) split(o *object) string {
	model, _ := parts(f.bodies[o.name].name)
	for _, oi := range f.order {
		p := &f.objects[oi]
		if p == o || len(p.grips) == 0 || math.Abs(seconds(p.last-o.last)) > 2*seconds(f.period) {
			continue
		}
		m, scoped := parts(f.bodies[p.name].name)
		if p.link == o.link || m == model && m != scoped {
			return f.bodies[p.name].name
		}
	}
	return ""
}

func (f *Fix) holding(o *object, not int32) string {
	if o.holder >= 0 && o.holder != not {
		return "arm " + f.cfg.Arms[o.holder].Name
	}
	return ""
}

func (f *Fix) dropped() (n uint64) {
	for _, d := range f.stats.Dropped {
		n += d
	}
	return n
}

// topNames lists the collision elements that were seen most.
func (f *Fix) topNames(n int) []string {
	var idx []int32
	for i := range f.bodies {
		if !f.bodies[i].free && f.bodies[i].seen > 0 {
			idx = append(idx, int32(i))
		}
	}
	slices.SortFunc(idx, func(a, b int32) int {
		x, y := &f.bodies[a], &f.bodies[b]
		if x.seen != y.seen {
			if x.seen > y.seen {
				return -1
			}
			return 1
		}
		return strings.Compare(x.name, y.name)
	})
	var names []string
	for _, i := range idx[:min(n, len(idx))] {
		names = append(names, fmt.Sprintf("%q", f.bodies[i].name))
	}
	return names
}
