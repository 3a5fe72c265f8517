// Package simrobot is a simulated robot before a laid table, as the nodes of a ROS graph see it: an arm that carries a hand behind its
// board, a depth camera, and everyday objects.
//
// Machine is the world with the bus of the hand; whoever runs the loop of the hand moves it. Face is its ROS face beside that of the hand
// (node/hand): the camera's cloud and the frames. node/pick moves the arm, through the loop that Attach gives.
package simrobot

import (
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
)

// Machine is a simulated robot before a table. It moves with the exchanges of Bus, and belongs to whoever makes them.
type Machine struct {
	World *sim.World
	Bus   *sim.Bus
	Arm   *sim.Arm

	seed   uint64
	placed []catalogue.Placed
	tick   func(t float64) // of the loop that carries out tasks; nil before Attach

	mu     sync.Mutex
	seen   View
	skip   int
	follow *geom.Pose // for the arm; nil for nothing new
}

// View is where everything is.
type View struct {
	Time  float64     // of the world, s
	Palm  geom.Pose   // X_WG
	Gap   float64     // m
	Place []geom.Pose // X_WO of the objects
	Harm  []Harm      // of the objects
}

// viewEvery is the number of steps of the world from one view to the next.
const viewEvery = 10

// New lays a table with n objects, as catalogue.Table does, and puts a robot before it, its hand open. The same seed and number give the
// same.
func New(seed uint64, n int) (*Machine, error) {
	const op = "make simulated robot"
	a, err := catalogue.Table(seed, n)
	if err != nil {
		return nil, err
	}
	model := sim.DefaultModel()
	g := sim.PR2Gripper()
	g.ClosedStop = true
	model.Gripper = &g
	m := &Machine{seed: seed, placed: a.Objects}
	var at []geom.Pose
	for i := range a.Objects {
		o := rehearse.Known(&a.Objects[i].Object)
		model.Objects = append(model.Objects, o.Object)
		at = append(at, a.Objects[i].X_WO)
	}
	if m.World, err = sim.New(model, at, simrobot.DefaultHome()); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	sensors, err := sim.NewSensors(m.World, sim.RealSensors(seed))
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if m.Bus, err = sim.NewBus(m.World, sensors, sim.BusModel{Calibrated: true, RawOffset: -4711, Seed: seed}); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	m.Arm = sim.NewArm(m.World)
	m.Arm.Limits = simrobot.DefaultConfig(seed).Limits
	m.Bus.Before = m.before
	m.seen.Harm = make([]Harm, len(model.Objects))
	m.look()
	return m, nil
}

// Config is what a loop over the machine's bus needs.
func (m *Machine) Config() hardware.Config {
	return hardware.Config{Joints: []hardware.JointConfig{m.Bus.Joint()}}
}

// Attach gives the robot its hand, once that has a controller, and returns the loop that carries out tasks with it. do runs a function where
// the machine may be touched, as hardware.Loop.Do does.
func (m *Machine) Attach(h pick.Hand, do func(func()) bool) (*robot.Loop, error) {
	loop, tick := robot.Ride(pick.NewRobot(m.Arm, h, m.Arm))
	if !do(func() { m.tick = tick }) {
		return nil, fault.New("attach hand", "", fault.Unavailable, "the loop takes no requests")
	}
	return loop, nil
}

// Identify names the object between the fingers of a palm at a pose, "" where there is none. It may be called where the machine may be touched.
func (m *Machine) Identify(X_WG geom.Pose) string {
	const near = 0.02 // m from the middle of the pads to its surface
	p_WP := X_WG.Apply(m.World.Model.Gripper.PadCenter())
	best, name := near, ""
	for i := range m.World.State.Bodies {
		X_OW := m.World.State.Bodies[i].X_WO.Inv()
		d, _ := m.World.Model.Objects[i].Shape.Surface(X_OW.Apply(p_WP))
		if d < best {
			best, name = d, m.World.Model.Objects[i].Name
		}
	}
	return name
}

// before is called in each step of the world.
func (m *Machine) before() {
	if m.tick != nil {
		m.tick(m.World.State.Time)
	}
	m.mu.Lock()
	if m.follow != nil {
		m.Arm.Follow(*m.follow)
		m.follow = nil
	}
	m.mu.Unlock()
	m.Arm.Step()
	if m.skip++; m.skip >= viewEvery {
		m.skip = 0
		m.look()
	}
}

// Follow has the palm follow a pose: see sim.Arm.Follow. Any goroutine may call it.
func (m *Machine) Follow(X_WG geom.Pose) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.follow = &X_WG
}

func (m *Machine) look() {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.World.State
	m.seen.Time, m.seen.Palm, m.seen.Gap = s.Time, s.X_WG, s.Gap
	m.watch()
	m.seen.Place = m.seen.Place[:0]
	for i := range s.Bodies {
		m.seen.Place = append(m.seen.Place, s.Bodies[i].X_WO)
	}
}

// View copies where everything was lately into v, whose memory it reuses. Any goroutine may call it.
func (m *Machine) View(v *View) {
	m.mu.Lock()
	defer m.mu.Unlock()
	place, harm := append(v.Place[:0], m.seen.Place...), append(v.Harm[:0], m.seen.Harm...)
	*v = m.seen
	v.Place, v.Harm = place, harm
}
