package hardware

import (
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Strictness says what a switch does with names that it cannot serve.
type Strictness int32

// The numbers are those of the ROS message; 0 counts as BestEffort.
const (
	BestEffort Strictness = 1 // serve the others
	Strict     Strictness = 2 // change nothing
)

// Spec describes a controller to be loaded.
type Spec struct {
	Name       string
	Type       string // name of its kind, for lists
	Joint      string // which it claims while it runs
	After      string // name of a controller that must run before it in a cycle; "" for any order
	Controller Controller
}

// Factory makes the controller of a name for a type. It runs outside the loop.
type Factory func(name string, g *Gripper) (Spec, error)

// managed is a loaded controller.
type managed struct {
	Spec
	gripper *Gripper
	wanted  bool        // as the requests so far want it; belongs to the manager's lock
	running atomic.Bool // as it is; written by the loop
	stats   controllerStats
}

// controllerStats are the times of a controller's updates since it was loaded. The loop writes them.
type controllerStats struct {
	n            uint64
	mean, m2     float64 // s, s^2 (Welford 1962)
	max          float64 // s
	overruns     uint64
	lastOverrun  time.Duration
	everOverrun  bool
	updated      time.Duration
	restarts     uint64
	badEfforts   uint64
	lastBadValue time.Duration
}

// updateLimit is the time of an update above which it counts as an overrun.
const updateLimit = 1e-3 // s

func (s *controllerStats) add(seconds float64, now time.Duration) {
	s.n++
	d := seconds - s.mean
	s.mean += d / float64(s.n)
	s.m2 += d * (seconds - s.mean)
	s.max = math.Max(s.max, seconds)
	s.updated = now
	if seconds > updateLimit {
		s.overruns++
		s.lastOverrun, s.everOverrun = now, true
	}
}

// deviation is the standard deviation, s.
func (s *controllerStats) deviation() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(s.m2 / float64(s.n))
}

// Manager loads controllers, starts and stops them. Its methods may be called from any goroutine, but not from inside the loop.
type Manager struct {
	loop *Loop

	mu        sync.Mutex // one request at a time
	factories map[string]Factory
	loaded    []*managed // in the order in which they run
	active    []*managed // the loop's
}

// Register makes a type known.
func (m *Manager) Register(typ string, f Factory) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.factories[typ] = f
}

// Types are the names of the types that are known.
func (m *Manager) Types() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for t := range m.factories {
		out = append(out, t)
	}
	sort.Strings(out)
	return out
}

func (m *Manager) find(name string) *managed {
	for _, c := range m.loaded {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// LoadType makes a controller of a registered type and loads it. joint may be "" when the machine has one.
func (m *Manager) LoadType(name, typ, joint string) error {
	m.mu.Lock()
	f := m.factories[typ]
	m.mu.Unlock()
	if f == nil {
		return fault.New("load controller", name, fault.NotFound, "its type %q is not known; there are %s", typ, strings.Join(m.Types(), ", "))
	}
	g, err := m.loop.Gripper(joint)
	if err != nil {
		return fault.Wrap("load controller", name, err)
	}
	spec, err := f(name, g)
	if err != nil {
		return fault.Wrap("load controller", name, err)
	}
	spec.Name, spec.Type, spec.Joint = name, typ, g.Joint.Name
	return m.Load(spec)
}

// Load takes in a controller, stopped. A name that is loaded, an unknown joint, and an order that cannot be are errors.
func (m *Manager) Load(s Spec) error {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("load controller", s.Name, kind, format, args...)
	}
	g, err := m.loop.Gripper(s.Joint)
	if err != nil {
		return fault.Wrap("load controller", s.Name, err)
	}
	if s.Name == "" || s.Controller == nil {
		return bad(fault.Invalid, "it needs a name and a controller")
	}
	s.Joint = g.Joint.Name
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.find(s.Name) != nil {
		return bad(fault.Conflict, "a controller of this name is loaded; unload it first")
	}
	if len(m.loaded) >= maxControllers {
		return bad(fault.TooLarge, "%d controllers are loaded, the limit is %d", len(m.loaded), maxControllers)
	}
	order, err := arrange(append(slices.Clone(m.loaded), &managed{Spec: s, gripper: g}))
	if err != nil {
		return err
	}
	return m.hand(order)
}

const maxControllers = 64

// hand gives the loop the list of controllers, which is the manager's once the loop will have it.
func (m *Manager) hand(order []*managed) error {
	list := slices.Clone(order)
	if !m.loop.Do(func() { m.active = list }) {
		return fault.New("load controller", "", fault.Unavailable, "the loop does not take requests: too many wait")
	}
	m.loaded = order
	return nil
}

// arrange sorts controllers so that each runs after the one it names.
func arrange(list []*managed) ([]*managed, error) {
	var out []*managed
	placed := map[string]bool{}
	for len(out) < len(list) {
		n := len(out)
		for _, c := range list {
			if !placed[c.Name] && (c.After == "" || placed[c.After]) {
				out, placed[c.Name] = append(out, c), true
			}
		}
		if len(out) == n {
			for _, c := range list {
				if !placed[c.Name] {
					return nil, fault.New("load controller", c.Name, fault.Invalid, "it must run after %q, which is not loaded or runs after it", c.After)
				}
			}
		}
	}
	return out, nil
}

// Unload forgets a stopped controller that no other depends on.
func (m *Manager) Unload(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("unload controller", name, kind, format, args...)
	}
	c := m.find(name)
	if c == nil {
		return bad(fault.NotFound, "it is not loaded")
	}
	if c.wanted || c.running.Load() {
		return bad(fault.Conflict, "it is running; stop it first")
	}
	for _, o := range m.loaded {
		if o.After == name {
			return bad(fault.Conflict, "%s must run after it; unload that first", o.Name)
		}
	}
	return m.hand(slices.DeleteFunc(slices.Clone(m.loaded), func(o *managed) bool { return o == c }))
}

// Listed is a loaded controller.
type Listed struct {
	Name, Type, Joint string
	Running           bool
}

// List gives the loaded controllers in the order in which they run.
func (m *Manager) List() []Listed {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Listed
	for _, c := range m.loaded {
		out = append(out, Listed{c.Name, c.Type, c.Joint, c.running.Load()})
	}
	return out
}

// Request is a switch under way: the loop serves it at the end of a cycle.
type Request struct{ done chan struct{} }

// Done is closed when the loop has served the request.
func (r *Request) Done() <-chan struct{} { return r.done }

// Request asks for controllers to be stopped, then others to be started, in one cycle. A controller in both lists starts anew. Strict
// refuses what names an unknown controller or would run two on one joint, and changes nothing; BestEffort leaves those out.
func (m *Manager) Request(start, stop []string, s Strictness) (*Request, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	starts, err := m.lookup(start, s)
	if err != nil {
		return nil, err
	}
	stops, err := m.lookup(stop, s)
	if err != nil {
		return nil, err
	}
	owner := map[string]*managed{}
	for _, c := range m.loaded {
		if c.wanted && !slices.Contains(stops, c) {
			owner[c.Joint] = c
		}
	}
	kept := starts[:0]
	for _, c := range starts {
		if o := owner[c.Joint]; o != nil && o != c {
			if s == Strict || len(starts) == 1 {
				return nil, fault.New("switch controllers", c.Name, fault.Conflict, "%s drives %s; stop it in the same request", o.Name, c.Joint)
			}
			continue
		}
		owner[c.Joint] = c
		kept = append(kept, c)
	}
	r := &Request{done: make(chan struct{})}
	l := m.loop
	ok := l.Do(func() {
		for _, c := range stops {
			if c.running.Load() {
				c.Controller.Stop(c.gripper)
				c.gripper.Joint.owner = ""
				c.running.Store(false)
			}
		}
		for _, c := range kept {
			c.Controller.Start(c.gripper)
			c.gripper.Joint.owner = c.Name
			c.running.Store(true)
		}
		close(r.done)
	})
	if !ok {
		return nil, fault.New("switch controllers", "", fault.Unavailable, "the loop does not take requests: too many wait")
	}
	for _, c := range stops {
		c.wanted = false
	}
	for _, c := range kept {
		c.wanted = true
	}
	return r, nil
}

// Switch is Request, and waits until the loop has served it or ctx ends: a loop that stands still is an error, not a caller that waits
// for ever.
func (m *Manager) Switch(ctx context.Context, start, stop []string, s Strictness) error {
	r, err := m.Request(start, stop, s)
	if err != nil {
		return err
	}
	select {
	case <-r.Done():
		return nil
	case <-ctx.Done():
		return fault.New("switch controllers", "", fault.Timeout, "the loop did not answer in time: it stands still or is overloaded")
	}
}

func (m *Manager) lookup(names []string, s Strictness) ([]*managed, error) {
	var out []*managed
	for _, n := range names {
		c := m.find(n)
		if c == nil {
			if s == Strict {
				return nil, fault.New("switch controllers", n, fault.NotFound, "it is not loaded")
			}
			continue
		}
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out, nil
}

// update runs the controllers of a cycle; restart begins them anew first.
func (m *Manager) update(now time.Duration, restart bool, clock func() time.Duration) {
	for _, c := range m.active {
		if !c.running.Load() {
			continue
		}
		if restart {
			c.Controller.Stop(c.gripper)
			c.Controller.Start(c.gripper)
			c.stats.restarts++
		}
		begin := clock()
		c.Controller.Update(c.gripper)
		c.stats.add((clock() - begin).Seconds(), now)
		if !finite(c.gripper.Joint.Commanded) {
			c.stats.badEfforts++
			c.stats.lastBadValue = now
		}
	}
}
