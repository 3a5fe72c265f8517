package graspfix

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// update judges the window that ends at t: first what is gripped and may be attached, then what may be let go, both in the
// order of object names.
func (f *Fix) update(t int64) {
	f.stats.Updates++
	f.judged = t
	f.merge()
	f.timeouts(t)
	for _, oi := range f.order {
		o := &f.objects[oi]
		if o.head < 0 {
			continue
		}
		f.judge(oi, t)
	}
	for _, oi := range f.order {
		f.countDown(oi, t)
	}
	f.win.clear()
	f.sweep(t)
}

// judge runs the criterion on an object that was touched, counts, and attaches it when it is time.
func (f *Fix) judge(oi int32, t int64) {
	o := &f.objects[oi]
	rows := f.gather(o, !f.pooled())
	if f.pooled() {
		g := o.needGrip(-1)
		f.count(g, rows, o.holder >= 0, t)
		if !g.gripped || g.counter <= f.cfg.Threshold || o.holder >= 0 && f.cfg.Transfer {
			return
		}
		if a, busy := f.candidate(rows); busy >= 0 {
			g.busy = busy
		} else {
			f.attach(a, oi, g, t)
		}
		return
	}
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && rows[j].arm == rows[i].arm {
			j++
		}
		g := o.needGrip(rows[i].arm)
		g.last = rows[j-1].rank
		f.count(g, rows[i:j], o.holder == g.arm, t)
		i = j
	}
	if o.holder >= 0 {
		return // the holder decides first; see countDown
	}
	if g := f.bestGrip(o, -1); g != nil {
		f.attach(g.arm, oi, g, t)
	}
}

// count moves the counter up in a gripped window.
func (f *Fix) count(g *grip, rows []row, held bool, t int64) {
	g.ev.T = seconds(t)
	g.busy = -1
	g.gripped = f.checkGrip(rows, g.arm, held, &g.ev)
	if g.gripped && g.counter < f.of(g.arm).MaxGripCount {
		g.counter++
	}
}

// candidate is the gripper with most touching collisions, the first to reach that number in the order of finger names; busy is
// the object that one of the touching grippers holds, -1 when all are free.
func (f *Fix) candidate(rows []row) (arm, busy int32) {
	arm, busy = -1, -1
	most := 0
	for i, r := range rows {
		if a := &f.arms[r.arm]; a.object >= 0 {
			busy = a.object
		} else if a.pending >= 0 {
			busy = a.pending
		}
		n := 0
		for _, q := range rows[:i+1] {
			if q.arm == r.arm {
				n++
			}
		}
		if n > most {
			arm, most = r.arm, n
		}
	}
	return arm, busy
}

// bestGrip is the grip of a free gripper, other than not, that has counted high enough: the one with most touching collisions,
// then the first by finger names. Grips of grippers that are busy are marked.
func (f *Fix) bestGrip(o *object, not int32) *grip {
	var best *grip
	for i := range o.grips {
		g := &o.grips[i]
		if !g.gripped || g.counter <= f.of(g.arm).Threshold || g.arm == not {
			continue
		}
		if a := &f.arms[g.arm]; a.object >= 0 || a.pending >= 0 {
			g.busy = a.object
			if a.object < 0 {
				g.busy = a.pending
			}
			continue
		}
		if best == nil || g.ev.Touch > best.ev.Touch || g.ev.Touch == best.ev.Touch && g.last < best.last {
			best = g
		}
	}
	return best
}

// countDown moves the counters of grips that are not there down, and lets go where it is time.
func (f *Fix) countDown(oi int32, t int64) {
	o := &f.objects[oi]
	for i := range o.grips {
		g := &o.grips[i]
		if !g.gripped && g.counter > 0 {
			g.counter--
		}
	}
	if o.holder >= 0 && f.of(o.holder).ReleasePolicy != "manual" {
		if g := o.grip(f.slotArm(o.holder)); g == nil || !g.gripped && g.counter <= f.of(o.holder).Threshold {
			if reason, moved := f.released(o, t); reason != 0 {
				if to := f.bestGrip(o, o.holder); to != nil && f.cfg.Transfer && !f.pooled() {
					f.transfer(oi, to, t)
				} else {
					f.release(o.holder, oi, reason, moved)
				}
			}
		}
	}
	for i := range o.grips {
		g := &o.grips[i]
		if f.hooks.OnWindow != nil && (g.gripped || g.counter > 0 || o.head >= 0 || o.holder >= 0) {
			f.window(oi, g, t)
		}
		g.gripped = false
	}
	o.head = -1
}

func (f *Fix) window(oi int32, g *grip, t int64) {
	o := &f.objects[oi]
	w := Window{T: seconds(t), Object: f.objectName(oi), Counter: g.counter, Gripped: g.gripped, Held: o.holder >= 0 && f.slotArm(o.holder) == g.arm}
	if g.arm >= 0 {
		w.Arm = f.cfg.Arms[g.arm].Name
	}
	if g.ev.T == w.T {
		w.Touch, w.Angle, w.Ratio = g.ev.Touch, g.ev.Angle, g.ev.Ratio
	}
	f.hooks.OnWindow(w)
}

// attach takes the snapshot and asks the actuator.
func (f *Fix) attach(a, oi int32, g *grip, t int64) {
	o := &f.objects[oi]
	if f.isPending(oi) {
		return
	}
	f.takeSnapshot(o, a)
	arm := &f.arms[a]
	arm.reason, arm.from = Gripped, -1
	if f.ask(a, oi, t) {
		f.hold(a, oi)
	}
}

// ask tells the actuator to attach; true when it is done already.
func (f *Fix) ask(a, oi int32, t int64) bool {
	arm := &f.arms[a]
	if f.act == nil {
		return true
	}
	switch err := f.act.Attach(f.weld(a, oi)); err {
	case nil:
		return true
	case ErrPending:
		arm.pending, arm.since = oi, t
	default:
		arm.failed, arm.failObj = err.Error(), oi
	}
	return false
}

// hold makes an attach count: the actuator has acknowledged.
func (f *Fix) hold(a, oi int32) {
	arm, o := &f.arms[a], &f.objects[oi]
	arm.object, arm.pending, arm.failObj = oi, -1, -1
	o.holder = f.holderOf(oi)
	o.attached[o.attaches%flapMemory] = f.now
	o.attaches++
	f.emit(Attach, arm.reason, a, oi, 0, "")
	if f.hooks.OnAttach != nil {
		f.hooks.OnAttach(f.objectName(oi), f.cfg.Arms[a].Name)
	}
}

// holderOf is the last arm by name that holds an object: with the original's rules several may.
func (f *Fix) holderOf(oi int32) int32 {
	for i := len(f.armOrder) - 1; i >= 0; i-- {
		if f.arms[f.armOrder[i]].object == oi {
			return f.armOrder[i]
		}
	}
	return -1
}

// release lets go. When the actuator refuses, the object stays held and release is tried again in the next window.
func (f *Fix) release(a, oi int32, reason Reason, moved float64) bool {
	arm, o := &f.arms[a], &f.objects[oi]
	if f.act != nil && reason != ObjectGone {
		if err := f.act.Detach(f.weld(a, oi)); err != nil && err != ErrPending {
			arm.failed, arm.failObj = err.Error(), oi
			if reason != ClockReset {
				return false
			}
		}
	}
	f.emit(Detach, reason, a, oi, moved, "")
	arm.object = -1
	if f.hooks.OnDetach != nil {
		f.hooks.OnDetach(f.objectName(oi), f.cfg.Arms[a].Name)
	}
	f.letGo(o, oi, a)
	return true
}

func (f *Fix) letGo(o *object, oi, a int32) {
	o.holder = f.holderOf(oi)
	o.snap = o.snap[:0]
	if g := o.grip(f.slotArm(a)); g != nil {
		g.counter = 0
	}
	if o.holder < 0 {
		for _, b := range o.bodies { // names that joined while it was held
			if f.bodies[b].name < f.bodies[o.name].name {
				o.name = b
				f.reorder(oi)
			}
		}
	}
}

// reorder puts an object whose name changed back into the order at the next update. The present update goes on with the old
// order, so it is only marked here.
func (f *Fix) reorder(oi int32) {
	if o := &f.objects[oi]; o.listing == ordered {
		o.listing = isStale
		f.stale = append(f.stale, oi)
	}
}

// transfer hands an object from its holder to another gripper that grips it, in one tick.
func (f *Fix) transfer(oi int32, to *grip, t int64) {
	o := &f.objects[oi]
	from, a := o.holder, to.arm
	if f.act != nil {
		if err := f.act.Detach(f.weld(from, oi)); err != nil && err != ErrPending {
			f.arms[from].failed, f.arms[from].failObj = err.Error(), oi
			return
		}
	}
	f.arms[from].object = -1
	counter := to.counter
	f.letGo(o, oi, from)
	to.counter = counter
	f.takeSnapshot(o, a)
	f.arms[a].reason, f.arms[a].from = HandedOver, from
	if !f.ask(a, oi, t) {
		// The first gripper has let go, the second does not hold yet.
		f.emit(Detach, HandedOver, from, oi, 0, "")
		if f.hooks.OnDetach != nil {
			f.hooks.OnDetach(f.objectName(oi), f.cfg.Arms[from].Name)
		}
		return
	}
	arm := &f.arms[a]
	arm.object, arm.pending, arm.failObj = oi, -1, -1
	o.holder = f.holderOf(oi)
	o.attached[o.attaches%flapMemory] = f.now
	o.attaches++
	if f.hooks.OnDetach != nil {
		f.hooks.OnDetach(f.objectName(oi), f.cfg.Arms[from].Name)
	}
	f.emit(Transfer, HandedOver, a, oi, 0, f.cfg.Arms[from].Name)
	if f.hooks.OnAttach != nil {
		f.hooks.OnAttach(f.objectName(oi), f.cfg.Arms[a].Name)
	}
}

func (f *Fix) weld(a, oi int32) Weld {
	o := &f.objects[oi]
	w := Weld{Arm: f.cfg.Arms[a].Name, Palm: f.cfg.Arms[a].Palm, Object: f.objectName(oi), ObjectLink: f.links[o.link].name, DisableCollisions: f.of(a).DisableCollisions}
	w.ObjectModel, _ = parts(w.ObjectLink + "::")
	palm, link := &f.links[f.arms[a].palm], &f.links[o.link]
	if palm.stamp != never && link.stamp != never {
		w.HasPose, w.X_PO = true, palm.X_WL.Inv().Mul(link.X_WL)
	}
	for i := range o.snap {
		w.Fingers = append(w.Fingers, f.fingerName(o.snap[i].finger))
	}
	return w
}

func (f *Fix) emit(kind Kind, reason Reason, a, oi int32, moved float64, from string) {
	f.seq++
	f.stats.Events++
	if f.hooks.OnEvent == nil {
		return
	}
	w := f.weld(a, oi)
	e := Event{Seq: f.seq, T: seconds(f.now), Kind: kind, Reason: reason, Arm: w.Arm, From: from, Object: w.Object, ObjectLink: w.ObjectLink, ObjectModel: w.ObjectModel,
		Palm: w.Palm, Moved: moved, Fingers: w.Fingers, HasPalm: w.HasPose, X_PO: w.X_PO}
	if g := f.objects[oi].grip(f.slotArm(a)); g != nil {
		e.Counter = g.counter
		if reason == Gripped || reason == HandedOver && kind == Transfer { // also when the acknowledgement came later
			e.Angle, e.Ratio = g.ev.Angle, g.ev.Ratio
		}
	}
	e.V_WP, e.W_WP = f.twist(f.arms[a].palm)
	f.hooks.OnEvent(e)
}

// twist is the mean velocity and angular velocity of a palm over its last poses, in W.
func (f *Fix) twist(palm int32) (v, w geom.Vec) {
	l, older := &f.links[palm], &f.trails[palm].older
	dt := seconds(l.stamp - older.stamp)
	if l.stamp == never || older.stamp == 0 || !(dt > 0) {
		return v, w
	}
	v = sub(l.X_WL.P, older.X.P)
	w = l.X_WL.R.Mul(older.X.R.Inv()).Log()
	return geom.V(v.X/dt, v.Y/dt, v.Z/dt), geom.V(w.X/dt, w.Y/dt, w.Z/dt)
}

// timeouts gives up on attaches that the actuator did not acknowledge. They are tried again while the grip lasts.
func (f *Fix) timeouts(t int64) {
	limit := int64(f.cfg.ActuatorTimeout * 1e9)
	for a := range f.arms {
		if arm := &f.arms[a]; arm.pending >= 0 && t-arm.since >= limit {
			arm.failed, arm.failObj = fmt.Sprintf("no acknowledgement within %g s (actuator_timeout)", f.cfg.ActuatorTimeout), arm.pending
			arm.pending = -1
		}
	}
}

// Acknowledge reports what became of an attach for which the actuator answered ErrPending; err is its reason when it failed.
func (f *Fix) Acknowledge(arm string, err error) error {
	a := f.armIndex(arm)
	if a < 0 {
		return errUnknown("acknowledge", "arm", arm)
	}
	st := &f.arms[a]
	if st.pending < 0 {
		return errUnknown("acknowledge", "pending attach", arm)
	}
	oi := st.pending
	if err != nil {
		st.failed, st.failObj, st.pending = err.Error(), oi, -1
		return nil
	}
	f.hold(a, oi)
	return nil
}

// ForceAttach attaches an object at once, whatever touches it. Fingers that touch it in the present window are the snapshot;
// without any it is held until it is released by hand.
func (f *Fix) ForceAttach(arm, object string) error {
	a, oi := f.armIndex(arm), f.findObject(object)
	if a < 0 {
		return errUnknown("attach", "arm", arm)
	}
	if oi < 0 {
		return errUnknown("attach", "object", object)
	}
	o := &f.objects[oi]
	if f.arms[a].object >= 0 || f.arms[a].pending >= 0 || o.holder >= 0 || f.isPending(oi) {
		return conflict("attach", object, "arm %q or the object is already holding or held", arm)
	}
	f.takeSnapshot(o, a)
	f.arms[a].reason, f.arms[a].from = Manual, -1
	if f.ask(a, oi, f.now) {
		f.hold(a, oi)
		return nil
	}
	if f.arms[a].pending == oi {
		return nil
	}
	return conflict("attach", object, "%s", f.arms[a].failed)
}

// Release lets go of what an arm holds.
func (f *Fix) Release(arm string) error {
	a := f.armIndex(arm)
	if a < 0 {
		return errUnknown("release", "arm", arm)
	}
	oi := f.arms[a].object
	if oi < 0 {
		return errUnknown("release", "held object", arm)
	}
	if !f.release(a, oi, Manual, 0) {
		return conflict("release", f.objectName(oi), "%s", f.arms[a].failed)
	}
	return nil
}

// RemoveObject tells that an object is gone from the world: what held it is free at once, and its counters are dropped.
func (f *Fix) RemoveObject(name string) bool {
	oi := f.findObject(name)
	if oi < 0 {
		return false
	}
	f.merge()
	for _, a := range f.armOrder {
		if f.arms[a].object == oi {
			f.release(a, oi, ObjectGone, 0)
		}
		if f.arms[a].pending == oi {
			f.arms[a].pending = -1
		}
	}
	f.objects[oi].grips = f.objects[oi].grips[:0]
	return true
}

// moved is a length for messages, in millimetres.
func mm(m float64) float64 { return math.Round(m*1e4) / 10 }
