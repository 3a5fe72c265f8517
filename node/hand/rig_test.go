package hand

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const nodeName = "r_gripper_sensor_controller"

// setup is what a rig is made of; the zero value has nothing between the fingers.
type setup struct {
	gripper   string  // a preset; "" for the PR2's
	object    string  // of the catalogue, instead of a box
	width     float64 // of a box between the fingers, m
	stiffness float64 // N/m
	friction  float64
	crush     float64 // N
	gap       float64 // at the start, m; 0 for open
	sensors   sim.SensorModel
	params    map[string]any // private parameters on the server
	state     string
	asleep    bool // the loop has not begun when the test begins
	opt       func(*Options)
}

// rig is a simulated hand behind its board, its loop, the node, and a client, in virtual time: nothing moves but by step.
type rig struct {
	t       *testing.T
	cfg     setup
	master  string
	world   *sim.World
	place   *station.Station // with an object of the catalogue
	gripper *gripper.Gripper
	bus     *sim.Bus
	loop    *hardware.Loop
	clock   *clock.Virtual
	server  *ros.Node
	client  *ros.Node
	face    *Face
	began   time.Duration // of the loop, in the rig's time
	now     time.Duration
	tap     int // ticks for which the palm shakes
	still   bool
}

func newRig(t *testing.T, cfg setup) *rig {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0", Params: map[string]any{nodeName: cfg.params}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	r := &rig{t: t, cfg: cfg, master: m.URI(), clock: clock.NewVirtual(wire.Time{Sec: 1000})}
	r.build()
	r.client = r.node("client")
	r.start()
	t.Cleanup(func() { r.stop() })
	if !cfg.asleep {
		r.step(500)
	}
	return r
}

func ok[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// build makes the world and the board.
func (r *rig) build() {
	t, cfg := r.t, r.cfg
	if cfg.gripper == "" {
		cfg.gripper = gripper.PR2
	}
	r.gripper = ok[*gripper.Gripper](t)(gripper.Find(cfg.gripper))
	if cfg.object != "" {
		r.place = ok[*station.Station](t)(station.New(station.Config{Gripper: r.gripper, Object: cfg.object, Sensors: cfg.sensors}))
		r.world, r.bus = r.place.World, r.place.Bus
		return
	}
	m := sim.DefaultModel()
	g := sim.GripperOf(r.gripper)
	m.Gripper = &g
	var at []geom.Pose
	height := 0.3
	if cfg.width > 0 {
		friction := cfg.friction
		if friction == 0 {
			friction = 0.6
		}
		m.Objects = []sim.Object{{
			Shape: shape.NewBox(geom.V(0.06, cfg.width, 0.1)), Mass: 0.2, Stiffness: cfg.stiffness, Friction: friction, TableFriction: 0.3, CrushForce: cfg.crush, Texture: 1e-5,
		}}
		at = []geom.Pose{{P: geom.V(g.PadCenter().X, 0, 0.05)}}
		height = 0.05
	}
	if cfg.sensors.Offset == 0 {
		cfg.sensors.Offset = 3000
	}
	r.world = ok[*sim.World](t)(sim.New(m, at, geom.Pose{P: geom.V(0, 0, height)}))
	if cfg.gap > 0 {
		r.world.SetGap(cfg.gap)
	}
	s := ok[*sim.Sensors](t)(sim.NewSensors(r.world, cfg.sensors))
	r.bus = ok[*sim.Bus](t)(sim.NewBus(r.world, s, sim.BusModel{Gripper: r.gripper, Calibrated: true, RawOffset: -4711}))
}

func (r *rig) node(name string) *ros.Node {
	r.t.Helper()
	n := ok[*ros.Node](r.t)(ros.NewNode(r.t.Context(), ros.Config{Name: name, Master: r.master, Log: slog.DiscardHandler, Host: "127.0.0.1", Clock: r.clock, NoWatch: true}))
	r.t.Cleanup(func() { n.Close() })
	return n
}

// board is the simulated board by a clock of its own, which goes on when the loop begins anew.
type board struct {
	*sim.Bus
	r *rig
}

func (b *board) Exchange(_ time.Duration, out, in []byte) error {
	return b.Bus.Exchange(b.r.now, out, in)
}

// start makes loop and node over the board, as a process that starts does.
func (r *rig) start() {
	t := r.t
	r.loop = ok[*hardware.Loop](t)(hardware.New(&board{r.bus, r}, hardware.Config{Joints: []hardware.JointConfig{r.bus.Joint()}}))
	r.began = r.now
	r.server = r.node(nodeName)
	opt := Options{State: r.cfg.state, manual: true}
	if r.cfg.opt != nil {
		r.cfg.opt(&opt)
	}
	p := DefaultParams()
	p.Hand, p.Gripper = r.gripper.Law, r.gripper.Name
	r.face = ok[*Face](t)(New(t.Context(), r.server, r.loop, r.gripper.Layout(), p, opt))
}

// stop ends loop and node without a last word to the board, as kill -9 does.
func (r *rig) stop() {
	if r.face != nil {
		r.face.Close()
		r.server.Close()
		r.face = nil
	}
}

// step moves everything by ticks of a millisecond. A loop that stands still is not stepped, but time goes on.
func (r *rig) step(ticks int) {
	for range ticks {
		r.now += time.Millisecond
		if r.tap > 0 { // the palm is shaken by 8 m/s^2, by its speed from step to step
			r.tap--
			v := geom.Vec{}
			if r.tap%2 == 1 {
				v = geom.V(0, 0, 8e-3)
			}
			r.world.SetPalmTwist(v, geom.Vec{})
		}
		if !r.still {
			r.loop.Step(r.now - r.began)
		}
		r.clock.Set(wire.Time{Sec: 1000}.Add(r.now))
		if r.now%(2*time.Millisecond) == 0 {
			r.face.pump()
		}
	}
}

// until steps until something holds, for a time at most, and returns how long it took.
func (r *rig) until(limit time.Duration, what string, done func() bool) time.Duration {
	r.t.Helper()
	from := r.now
	for !done() {
		if r.now-from >= limit {
			r.t.Fatalf("after %v not yet: %s; %s", limit, what, r.status().Describe())
		}
		r.step(1)
	}
	return r.now - from
}

// wait waits by the wall for what other goroutines do, while the hand's time stands still.
func (r *rig) wait(what string, done func() bool) {
	r.t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(200 * time.Microsecond) {
		if time.Now().After(end) {
			r.t.Fatalf("never: %s", what)
		}
	}
}

func (r *rig) status() *hand.Status {
	st := r.face.link.law.Status()
	return &st
}

// sent is how many commands the node has sent to the loop.
func (r *rig) sent() uint64 { return r.face.link.ids.Load() }

// goals are those that have not ended.
func (r *rig) goals() (n int) {
	r.face.mu.Lock()
	defer r.face.mu.Unlock()
	for _, a := range r.face.actions {
		n += a.open()
	}
	return n
}

// grip is the smaller force on the object, N.
func (r *rig) grip() float64 {
	f := r.world.State.Bodies[0].PadForce
	return min(f[0], f[1])
}

// actionClient is a client of an action, as another node has it.
type actionClient[G, R, F ros.Message] struct {
	r *rig
	c *actionlib.Client[G, R, F]
}

func newClient[G, R, F ros.Message](r *rig, name string, typ *wire.Action) *actionClient[G, R, F] {
	r.t.Helper()
	c := ok[*actionlib.Client[G, R, F]](r.t)(actionlib.NewClient[G, R, F](r.client, name, typ))
	r.t.Cleanup(func() { c.Close() })
	ctx, cancel := context.WithTimeout(r.t.Context(), 20*time.Second)
	defer cancel()
	if err := c.WaitForServer(ctx); err != nil {
		r.t.Fatal(err)
	}
	return &actionClient[G, R, F]{r, c}
}

// goal is a goal that has reached the node; the hand's time has not moved meanwhile.
type goal[G, R, F ros.Message] struct {
	*actionlib.ClientGoal[G, R, F]
	r        *rig
	feedback chan F
}

func (c *actionClient[G, R, F]) send(g G) *goal[G, R, F] {
	r := c.r
	r.t.Helper()
	before := r.sent()
	feedback := make(chan F, 100000)
	sent := ok[*actionlib.ClientGoal[G, R, F]](r.t)(c.c.Send(g, func(f F) { feedback <- f }))
	out := &goal[G, R, F]{sent, r, feedback}
	r.wait("the goal arrives", func() bool { return r.sent() > before || out.over() })
	return out
}

func (g *goal[G, R, F]) over() bool {
	select {
	case <-g.Done():
		return true
	default:
		return false
	}
}

// cancel cancels a goal and waits until the node has it.
func (g *goal[G, R, F]) cancel() {
	g.r.t.Helper()
	before := g.r.sent()
	if err := g.Cancel(); err != nil {
		g.r.t.Fatal(err)
	}
	g.r.wait("the cancellation arrives", func() bool { return g.r.sent() > before })
}

// end is the outcome of a goal that the node has ended.
func (g *goal[G, R, F]) end() (actionlib.Status, R, string) {
	g.r.t.Helper()
	ctx, cancel := context.WithTimeout(g.r.t.Context(), 20*time.Second)
	defer cancel()
	res, err := g.Wait(ctx)
	var e *actionlib.Error
	if err != nil && !errors.As(err, &e) {
		g.r.t.Fatal(err)
	}
	st, text := g.Status()
	return st, res, text
}

// finish steps until no goal is open, and returns the outcome and how long it took.
func (g *goal[G, R, F]) finish(limit time.Duration) (actionlib.Status, R, string, time.Duration) {
	g.r.t.Helper()
	took := g.r.until(limit, "the goal ends", func() bool { return g.r.goals() == 0 })
	st, res, text := g.end()
	return st, res, text, took
}

// receive collects a topic.
func receive[M ros.Message](r *rig, topic string) chan M {
	r.t.Helper()
	c := make(chan M, 100000)
	s := ok[*ros.Subscriber](r.t)(ros.Subscribe(r.client, topic, func(m M) { c <- m }, ros.QueueSize(10000)))
	r.wait("a publisher of "+topic, func() bool { return s.Publishers() > 0 })
	return c
}

// latest is the last message that came for a topic up to now.
func latest[M any](t *testing.T, c chan M) (m M) {
	t.Helper()
	select {
	case m = <-c:
	case <-time.After(20 * time.Second):
		t.Fatal("no message")
	}
	for {
		select {
		case m = <-c:
		case <-time.After(20 * time.Millisecond):
			return m
		}
	}
}
