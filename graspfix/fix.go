package graspfix

import (
	"math"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// never is the stamp of what has not happened.
const never = math.MinInt64

// Limits of what is remembered: input beyond is refused, so that hostile names cannot fill the memory.
const (
	maxBodies = 1 << 20
	maxName   = 1024
)

// Fix decides. It is not safe for concurrent use; give it everything from one goroutine.
type Fix struct {
	cfg   Config
	act   Actuator
	hooks Hooks

	bodies     []body
	byName     map[string]int32
	freeBodies []int32
	links      []linkState
	byLink     map[string]int32
	freeLinks  []int32
	trails     []trail  // of the palms, which are the first links
	robotLinks int      // the first links are palms and fingers
	robots     []string // scopes of models that are robots
	fingers    []finger
	arms       []arm
	armOrder   []int32 // by name

	objects     []object
	byKey       map[string]int32
	freeObjects []int32
	order       []int32 // live objects by name
	fresh       []int32 // objects since the last update
	stale       []int32 // objects whose name changed

	win  window
	eval evaluator

	most     int // largest max_grip_count
	started  bool
	now      int64 // latest stamp, ns
	next     int64 // end of the present window, ns
	period   int64 // ns
	wallPrev int64 // wall time of the last update, ns
	wallSeen bool
	judged   int64 // end of the last window that was judged, ns
	swept    int64 // last look for what to forget

	seq      uint64
	stats    Stats
	problems [numProblems]problemState
}

// Stats counts what went in and out.
type Stats struct {
	Contacts, Poses, Ticks, Updates uint64
	FingerContacts                  uint64 // contacts that named a finger
	Events                          uint64
	Dropped                         [numProblems]uint64
}

type linkState struct {
	name  string
	X_WL  geom.Pose
	stamp int64 // ns, never when the pose is not known
	apart bool  // poses come without contacts too
	refs  int32 // collision elements that are known of it
}

// trail is where a palm was, for its twist.
type trail struct{ base, older timedPose }

type timedPose struct {
	X     geom.Pose
	stamp int64
}

type finger struct {
	body, arm int32
	rank      int32 // place in the order of names
}

type arm struct {
	palm    int32 // link
	object  int32 // that it holds, -1
	pending int32 // that the actuator has been asked to attach, -1
	from    int32 // pending transfer: the arm before, -1
	reason  Reason
	since   int64
	failed  string // what the actuator said last
	failObj int32
}

// object is what can be attached as one.
type object struct {
	// What every window reads is together, so that it comes with one line of the cache.
	head     int32 // samples of the window, -1
	holder   int32 // arm, -1
	grips    []grip
	last     int64 // last contact
	name     int32 // body that gives its name: the first by name
	link     int32 // that is welded
	unlisted int32 // own link that touched it without being a gripper_link
	free     bool
	listing  listing

	key      string
	bodies   []int32 // collision elements
	snap     []held
	attached [flapMemory]int64
	attaches int
}

// listing says where an object is on its way into the order of names.
type listing uint8

const (
	ordered listing = iota
	isFresh         // in fresh
	isStale         // in order where its name was before, and in stale
)

// grip is what is known about an object and a gripper.
type grip struct {
	arm     int32 // -1: the forces of all grippers are pooled
	counter int
	gripped bool // in the present window
	busy    int32
	last    int32 // rank of the last finger
	ev      Evidence
}

// Evidence is what the last judged window with contacts said.
type Evidence struct {
	T       float64    // end of the window, s
	Touch   int        // finger collisions that touched
	Strong  int        // of these, with at least min_force
	Angle   float64    // largest angle between two forces, rad; 0 when there are not two
	Ratio   float64    // smaller over larger force of the best pair
	Pair    [2]string  // the fingers of that pair
	Force   [2]float64 // their mean forces, N
	NoForce bool       // directions are from normals
}

// New makes a fix. The configuration must be free of errors (Config.Err); act may be nil, then every decision counts as carried
// out at once.
func New(cfg *Config, act Actuator, hooks Hooks) (*Fix, error) {
	if err := cfg.Err(); err != nil {
		return nil, err
	}
	f := &Fix{
		cfg: *cfg, act: act, hooks: hooks,
		byName: map[string]int32{}, byLink: map[string]int32{}, byKey: map[string]int32{},
		period: int64(math.Round(1e9 / cfg.UpdateRate)),
		now:    never, swept: never,
	}
	f.period = min(max(f.period, 1000), int64(1e15))
	for i, a := range cfg.Arms {
		f.arms = append(f.arms, arm{palm: f.linkIndex(a.Palm), object: -1, pending: -1, from: -1, failObj: -1})
		f.armOrder = append(f.armOrder, int32(i))
	}
	for _, a := range cfg.Arms {
		for _, l := range a.Links {
			f.linkIndex(l)
		}
	}
	f.robotLinks = len(f.links)
	f.trails = make([]trail, len(cfg.Arms))
	slices.SortFunc(f.armOrder, func(a, b int32) int { return strings.Compare(cfg.Arms[a].Name, cfg.Arms[b].Name) })
	if cfg.Robot != nil {
		for _, l := range cfg.Robot.Links {
			for _, c := range l.Collisions {
				if arm, _ := f.fingerLink(c, l.Scoped); arm >= 0 {
					f.ID(c, "")
				}
			}
		}
	}
	f.win.init()
	f.eval.common, f.most = newGate(&f.cfg.Params), f.cfg.MaxGripCount
	for i := range f.cfg.Arms {
		f.eval.arms = append(f.eval.arms, newGate(f.of(int32(i))))
		f.most = max(f.most, f.of(int32(i)).MaxGripCount)
	}
	return f, nil
}

// DryRun reports whether nobody carries decisions out.
func (f *Fix) DryRun() bool { return f.act == nil }

// Stats returns what went in and out so far.
func (f *Fix) Stats() Stats { return f.stats }

// Now is the latest time that the input has told, seconds; NaN before any.
func (f *Fix) Now() float64 {
	if f.now == never {
		return math.NaN()
	}
	return seconds(f.now)
}

// Attached returns the object (by the name that events use) and the arm of everything that is held: the original's
// getAttachedObjects. It is for those who join late.
func (f *Fix) Attached() map[string]string {
	m := map[string]string{}
	for _, a := range f.armOrder {
		if o := f.arms[a].object; o >= 0 {
			m[f.objectName(o)] = f.cfg.Arms[a].Name
		}
	}
	return m
}

// Held returns the object that an arm holds, "" when it holds none.
func (f *Fix) Held(arm string) string {
	if a := f.armIndex(arm); a >= 0 && f.arms[a].object >= 0 {
		return f.objectName(f.arms[a].object)
	}
	return ""
}

// Objects lists the objects that are remembered, by name.
func (f *Fix) Objects() []string {
	f.merge()
	names := make([]string, 0, len(f.order))
	for _, o := range f.order {
		names = append(names, f.objectName(o))
	}
	return names
}

// Counter returns the grip counter of an object and an arm.
func (f *Fix) Counter(object, arm string) int {
	o := f.findObject(object)
	if o < 0 {
		return 0
	}
	if g := f.objects[o].grip(f.slotArm(f.armIndex(arm))); g != nil {
		return g.counter
	}
	return 0
}

func (f *Fix) objectName(o int32) string { return f.bodies[f.objects[o].name].name }

func (f *Fix) armIndex(name string) int32 {
	for i := range f.cfg.Arms {
		if f.cfg.Arms[i].Name == name {
			return int32(i)
		}
	}
	return -1
}

// of returns the parameters of an arm, or of all for -1.
func (f *Fix) of(arm int32) *Params {
	if arm >= 0 && f.cfg.Arms[arm].Own != nil && !f.pooled() {
		return f.cfg.Arms[arm].Own
	}
	return &f.cfg.Params
}

func (f *Fix) pooled() bool { return f.cfg.ForcePool == "all" }

// slotArm is the arm under which grips are kept.
func (f *Fix) slotArm(a int32) int32 {
	if f.pooled() {
		return -1
	}
	return a
}

func (o *object) grip(arm int32) *grip {
	for i := range o.grips {
		if o.grips[i].arm == arm {
			return &o.grips[i]
		}
	}
	return nil
}

func (o *object) needGrip(arm int32) *grip {
	if g := o.grip(arm); g != nil {
		return g
	}
	o.grips = append(o.grips, grip{arm: arm, busy: -1})
	return &o.grips[len(o.grips)-1]
}

// findObject finds an object by one of its collision elements, its link, or its key.
func (f *Fix) findObject(name string) int32 {
	if b, ok := f.byName[name]; ok {
		return f.bodies[b].object
	}
	if o, ok := f.byKey[name]; ok {
		return o
	}
	if l, ok := f.byLink[name]; ok {
		for i := range f.objects {
			if !f.objects[i].free && f.objects[i].link == l {
				return int32(i)
			}
		}
	}
	return -1
}

// objectOf finds or makes the object that a collision element is part of.
func (f *Fix) objectOf(bi int32) int32 {
	b := &f.bodies[bi]
	if b.object >= 0 {
		return b.object
	}
	model, _ := parts(f.links[b.link].name + "::")
	key := b.name
	switch f.cfg.ObjectKey {
	case "link":
		key = f.links[b.link].name
	case "model":
		key = model
	}
	oi, ok := f.byKey[key]
	if !ok {
		if n := len(f.freeObjects); n > 0 {
			oi = f.freeObjects[n-1]
			f.freeObjects = f.freeObjects[:n-1]
		} else {
			oi = int32(len(f.objects))
			f.objects = append(f.objects, object{})
		}
		o := &f.objects[oi]
		*o = object{key: key, name: bi, link: b.link, holder: -1, head: -1, unlisted: -1, last: never,
			bodies: o.bodies[:0], grips: o.grips[:0], snap: o.snap[:0]}
		f.byKey[key] = oi
		o.listing = isFresh
		f.fresh = append(f.fresh, oi)
	}
	o := &f.objects[oi]
	o.bodies = append(o.bodies, bi)
	b.object = oi
	// While it is not held, the first collision element by name gives the object its name.
	if o.holder < 0 && b.name < f.bodies[o.name].name {
		o.name = bi
		if ok {
			f.reorder(oi)
		}
	}
	return oi
}

// merge brings objects that are new into the order of names.
func (f *Fix) merge() {
	if len(f.stale) > 0 {
		f.order = slices.DeleteFunc(f.order, func(x int32) bool { return f.objects[x].listing == isStale })
		f.fresh = append(f.fresh, f.stale...)
		f.stale = f.stale[:0]
	}
	if len(f.fresh) == 0 {
		return
	}
	byName := func(a, b int32) int { return strings.Compare(f.objectName(a), f.objectName(b)) }
	for _, oi := range f.fresh {
		f.objects[oi].listing = ordered
	}
	slices.SortFunc(f.fresh, byName)
	n := len(f.order)
	f.order = append(f.order, f.fresh...)
	// Merge from the back, in place.
	i, j := n-1, len(f.fresh)-1
	for k := len(f.order) - 1; j >= 0; k-- {
		if i >= 0 && byName(f.order[i], f.fresh[j]) > 0 {
			f.order[k] = f.order[i]
			i--
		} else {
			f.order[k] = f.fresh[j]
			j--
		}
	}
	f.fresh = f.fresh[:0]
}

// rankFingers numbers the fingers in the order of their names.
func (f *Fix) rankFingers() {
	idx := make([]int32, len(f.fingers))
	for i := range idx {
		idx[i] = int32(i)
	}
	slices.SortFunc(idx, func(a, b int32) int {
		return strings.Compare(f.bodies[f.fingers[a].body].name, f.bodies[f.fingers[b].body].name)
	})
	for r, i := range idx {
		f.fingers[i].rank = int32(r)
	}
}

// sweep forgets what nothing has touched for long.
func (f *Fix) sweep(t int64) {
	keep := int64(math.Min(f.cfg.Expiry*1e9, 9e18))
	if f.swept != never && t-f.swept < keep/8 {
		return
	}
	f.swept = t
	gone := false
	for _, oi := range f.order {
		o := &f.objects[oi]
		if o.holder >= 0 || t-o.last < keep || f.isPending(oi) || o.listing == isStale {
			continue
		}
		idle := true
		for i := range o.grips {
			idle = idle && o.grips[i].counter == 0
		}
		if idle {
			f.forget(oi)
			gone = true
		}
	}
	if gone {
		f.order = slices.DeleteFunc(f.order, func(o int32) bool { return f.objects[o].free })
	}
	for i := range f.bodies {
		b := &f.bodies[i]
		if b.last == never {
			b.last = t
		}
		if b.free || b.pinned || b.object >= 0 || t-b.last < keep {
			continue
		}
		f.freeBody(int32(i))
	}
}

func (f *Fix) isPending(o int32) bool {
	for a := range f.arms {
		if f.arms[a].pending == o {
			return true
		}
	}
	return false
}

// forget drops an object; the caller takes it out of order.
func (f *Fix) forget(oi int32) {
	o := &f.objects[oi]
	delete(f.byKey, o.key)
	for _, bi := range o.bodies {
		f.bodies[bi].object = -1
		if !f.bodies[bi].pinned {
			f.freeBody(bi)
		}
	}
	for a := range f.arms {
		if f.arms[a].failObj == oi {
			f.arms[a].failObj = -1
		}
	}
	o.free, o.key, o.bodies = true, "", o.bodies[:0]
	f.freeObjects = append(f.freeObjects, oi)
}

func (f *Fix) freeBody(i int32) {
	b := &f.bodies[i]
	l := &f.links[b.link]
	l.refs--
	if l.refs == 0 && int(b.link) >= f.robotLinks {
		delete(f.byLink, l.name)
		*l = linkState{stamp: never}
		f.freeLinks = append(f.freeLinks, b.link)
	}
	delete(f.byName, b.name)
	*b = body{gen: b.gen + 1, free: true, finger: -1, object: -1, link: -1}
	f.freeBodies = append(f.freeBodies, i)
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }

// nanos converts a stamp; false when it is not a time. The limit, of 126 years, keeps differences within an int64.
func nanos(t float64) (int64, bool) {
	if !(math.Abs(t) < 4e9) {
		return 0, false
	}
	return int64(math.Round(t * 1e9)), true
}

// errUnknown is the answer to a name that nothing goes by.
func errUnknown(op, what, name string) error {
	return fault.New(op, name, fault.NotFound, "no such %s has been seen", what)
}
