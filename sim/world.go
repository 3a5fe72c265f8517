package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Body is the state of an object.
type Body struct {
	X_WO geom.Pose
	V, W geom.Vec // V_WO and w_WO: velocity of the centre and angular velocity, in W

	// Push and Twist are a force at the centre and a torque from outside, in W, N and N m. They stay until they are changed.
	Push, Twist geom.Vec

	PadForce  [2]float64 // normal force of the left and right finger in the last step, N
	PeakForce [2]float64 // largest so far, N
	// Dent is what stays of the dent under the left and right finger, metres: there the surface has drawn back. PeakDent is the
	// largest dent so far, with what springs back. A dent is remembered by the finger, not by its place on the object.
	Dent, PeakDent [2]float64
	Crushed        bool    // PeakForce went over the object's CrushForce, or PeakDent over its DentLimit
	CrushTime      float64 // when, seconds
	Supported      bool    // touches the table or another object

	asleep bool
	rest   float64 // s at rest
	dozed  uint64  // tick in which it fell asleep
}

// State is everything that changes in a world.
type State struct {
	Time   float64
	Bodies []Body

	Gap, GapVel float64 // of the drive: distance between the pads when the fingers are straight, metres; m/s, positive opening
	// Pad is how far the faces of the left and right pad are from the middle of the hand, metres; PadVel its rate. Pad - Gap/2 is
	// what the finger flexes, with the dent of the object that it presses in it (see flex).
	Pad, PadVel [2]float64
	X_WG        geom.Pose // the palm
	V_WG, W_WG  geom.Vec  // its twist in the last step
	A_WG        geom.Vec  // its acceleration in the last step, m/s^2
	HandForce   geom.Vec  // force of objects and table on the hand in the last step, in W, N
	TableForce  geom.Vec  // the table's share of it
	Effort      float64   // what the motor gave in the last step, N at the gap, positive opening

	// Cells: force on the pad of each cell in the last step: normal (positive pressing) and shear along x and z of the
	// fingertip's frame, N. Left finger first.
	Normal [2][]float64
	Shear  [2][][2]float64

	spring  []spring // one a contact slot
	pressed [2]int   // object that each finger presses, -1 for none
	gapU    float64  // presliding of the joint's friction, metres
	gapS    float64
	tick    uint64 // substeps done, plus 1
}

// spring is what a contact point remembers.
type spring struct {
	u    geom.Vec // displacement of the object against the other side, in the frame of the other side, metres
	s    float64  // part of the trial force that Coulomb's cone left over
	slip float64  // speed of sliding, beyond what the spring takes, m/s
	turn float64  // of the object against a pad cell about the normal, rad
	sr   float64  // as s, for the spin
	tick uint64   // end of the substep in which the point last touched
}

// cell is a pad cell prepared for the step.
type cell struct {
	base   geom.Vec // centre of its rounding, in the frame of the fingertip (y from the pad's face), metres
	normal geom.Vec
	k      float64 // N/m
	radius float64 // of a disc of its area, metres
	part   float64 // share of the pad's area
}

// World is a model with its state and the scratch memory of a step. It is not safe for concurrent use.
type World struct {
	Model Model
	State State

	dt       float64 // of a substep
	inertia  []geom.Vec
	radius   []float64 // bounding sphere
	rot      [][9]float64
	cells    []cell
	padX     float64 // of the middle of a pad from the tip's origin
	padReach float64 // bounding sphere of a fingertip about its pad centre
	touching []knob  // what of a finger may touch the table, in the frame of the fingertip
	fingerBox
	palm      []knob // of the palm, in G
	frictions struct{ pads, table, pairs []Friction }
	slots     slotMap
	contacts  []contact
	welds     []weld
	sys       system
	effort    float64
	ledger    *Ledger
	// jointFriction is what the joint's friction gave against the motion in the last solution, N.
	jointFriction float64
	v_WG          geom.Vec // commanded twist of the palm
	w_WG          geom.Vec
}

// New builds a world at time 0: objects where X_WO says, the palm at X_WG, the hand open. Objects must not overlap the table
// or each other by more than a millimetre.
func New(m Model, X_WO []geom.Pose, X_WG geom.Pose) (*World, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if len(X_WO) != len(m.Objects) {
		return nil, fault.New("build world", "", fault.Invalid, "%d poses for %d objects", len(X_WO), len(m.Objects))
	}
	if m.Substeps == 0 {
		m.Substeps = 1
	}
	w := &World{Model: m, dt: m.Dt / float64(m.Substeps)}
	n := len(m.Objects)
	w.State.Bodies = make([]Body, n)
	w.inertia = make([]geom.Vec, n)
	w.radius = make([]float64, n)
	w.rot = make([][9]float64, n)
	for i := range m.Objects {
		o := &m.Objects[i]
		w.inertia[i] = o.inertia()
		w.radius[i] = r3.Norm(o.Shape.Half())
		if !X_WO[i].IsFinite() || r3.Norm(X_WO[i].P) > 1000 {
			return nil, fault.New("build world", fmt.Sprintf("object %d", i), fault.Invalid, "its pose is not finite or more than 1 km away")
		}
		w.State.Bodies[i].X_WO = geom.Pose{R: X_WO[i].R.Normalized(), P: X_WO[i].P}
	}
	if g := m.Gripper; g != nil {
		if !X_WG.IsFinite() || r3.Norm(X_WG.P) > 1000 {
			return nil, fault.New("build world", "palm", fault.Invalid, "its pose is not finite or more than 1 km away")
		}
		w.State.X_WG = geom.Pose{R: X_WG.R.Normalized(), P: X_WG.P}
		w.State.Gap = g.Stroke
		w.State.Pad = [2]float64{g.Stroke / 2, g.Stroke / 2}
		area := g.Pads.PadArea()
		pc := g.PadCenter()
		w.padX = pc.X - g.TipX
		for _, c := range g.Pads.Cells {
			base := r3.Sub(c.Center, r3.Scale(g.PadRound, c.Normal))
			w.cells = append(w.cells, cell{base: base, normal: c.Normal, k: g.PadStiffness * c.Area / area, part: c.Area / area, radius: math.Sqrt(c.Area / math.Pi)})
			w.padReach = math.Max(w.padReach, r3.Norm(r3.Sub(base, geom.V(pc.X-g.TipX, 0, 0)))+g.PadRound)
		}
		for f := range w.State.Normal {
			w.State.Normal[f] = make([]float64, len(w.cells))
			w.State.Shear[f] = make([][2]float64, len(w.cells))
		}
	}
	w.State.gapS, w.State.tick, w.State.pressed = 1, 1, [2]int{-1, -1}
	w.frictions.pads, w.frictions.table, w.frictions.pairs = m.frictions()
	w.knobs()
	w.slots.build(w)
	w.State.spring = make([]spring, w.slots.total)
	w.contacts = make([]contact, 0, w.slots.total)
	w.sys.init(6*n + 3)
	if err := w.checkOverlap(); err != nil {
		return nil, err
	}
	return w, nil
}

// checkOverlap refuses a start that would be an explosion.
func (w *World) checkOverlap() error {
	const most = 1e-3
	for i := range w.State.Bodies {
		x := w.State.Bodies[i].X_WO
		for _, s := range w.Model.Objects[i].Shape.Supports() {
			p := x.Apply(s.Center)
			if d := s.Radius - p.Z; w.Model.Table != nil && d > most {
				return fault.New("build world", fmt.Sprintf("object %d", i), fault.Invalid, "starts %.1f mm inside the table; raise it", d*1e3)
			}
		}
	}
	for i := range w.State.Bodies {
		for j := range w.State.Bodies {
			if j == i {
				continue
			}
			if d := Overlap(w.Model.Objects[i].Shape, w.State.Bodies[i].X_WO, w.Model.Objects[j].Shape, w.State.Bodies[j].X_WO); d > most {
				return fault.New("build world", fmt.Sprintf("objects %d and %d", i, j), fault.Invalid, "start inside each other, by %.1f mm at least; move one", d*1e3)
			}
		}
	}
	if d, part := w.sunk(); d > most {
		return fault.New("build world", "palm", fault.Invalid, "the %s starts %.1f mm inside the table; raise it", part, d*1e3)
	}
	return nil
}

// Overlap is how deep the corners of a shape, and the points on the way to them from its centre, are inside another one, metres; not positive
// where they are not. The points on the way find faces that meet without a corner inside.
func Overlap(a shape.Shape, X_WA geom.Pose, b shape.Shape, X_WB geom.Pose) float64 {
	deep := math.Inf(-1)
	X_BA := X_WB.Inv().Mul(X_WA)
	for _, s := range a.Supports() {
		for _, k := range []float64{1, 0.75, 0.5, 0.25, 0} {
			deep = math.Max(deep, s.Radius-b.SignedDistance(X_BA.Apply(r3.Scale(k, s.Center))))
		}
	}
	return deep
}

// Contacts is the number of points that touched in the last step.
func (w *World) Contacts() int {
	n := 0
	for i := range w.contacts {
		if w.contacts[i].on {
			n++
		}
	}
	return n
}

// SetGap puts the hand at rest at a gap, fingers straight. It is for setting up an experiment.
func (w *World) SetGap(gap float64) {
	w.State.Gap, w.State.GapVel = gap, 0
	w.State.Pad, w.State.PadVel = [2]float64{gap / 2, gap / 2}, [2]float64{}
}

// SetEffort sets the motor's effort at the gap for the following steps, N, positive opening. The motor gives what it can.
// A value that is not finite is taken as 0.
func (w *World) SetEffort(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	w.effort = f
}

// SetPalmTwist sets the velocity of the palm's origin and its angular velocity for the following steps, in W. A value that no arm
// reaches, over 20 m/s or 100 rad/s or not finite, stops the palm.
func (w *World) SetPalmTwist(V_WG, w_WG geom.Vec) {
	if !(r3.Norm(V_WG) <= 20) || !(r3.Norm(w_WG) <= 100) {
		V_WG, w_WG = geom.Vec{}, geom.Vec{}
	}
	w.v_WG, w.w_WG = V_WG, w_WG
}

// Step advances the world by Model.Dt.
func (w *World) Step() {
	s := &w.State
	dv := r3.Sub(w.v_WG, s.V_WG)
	s.A_WG = r3.Scale(1/w.Model.Dt, dv)
	s.V_WG, s.W_WG = w.v_WG, w.w_WG
	for i := 0; i < w.Model.Substeps; i++ {
		w.substep()
	}
}

func (w *World) substep() {
	s := &w.State
	dt := w.dt
	for i := range s.Bodies {
		w.rot[i] = s.Bodies[i].X_WO.R.Mat()
	}
	if w.Model.Sleep {
		w.doze()
	}
	w.gather()
	w.solve()
	if w.ledger != nil {
		w.book()
	}
	w.commit()

	s.X_WG.P = r3.Add(s.X_WG.P, r3.Scale(dt, s.V_WG))
	if s.W_WG != (geom.Vec{}) {
		s.X_WG.R = geom.Exp(r3.Scale(dt, s.W_WG)).Mul(s.X_WG.R).Normalized()
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		b.X_WO.P = r3.Add(b.X_WO.P, r3.Scale(dt, b.V))
		b.X_WO.R = geom.Exp(r3.Scale(dt, b.W)).Mul(b.X_WO.R).Normalized()
	}
	s.Gap += dt * s.GapVel
	for f := range s.Pad {
		s.Pad[f] += dt * s.PadVel[f]
	}
	if w.ledger != nil {
		w.settle(w.deform)
	} else {
		w.deform()
	}
	s.Time += dt
}

// motor is the effort that the motor gives at a gap speed: what was asked, within its limit, which falls linearly to nothing
// at the no-load speed in the direction of motion.
func (g *Gripper) motor(asked, gap, v float64) float64 {
	lo, hi := -g.MaxEffort, g.MaxEffort
	angle := 0.0
	if g.Drive != nil {
		angle = g.Drive.Motor(gap)
		hi = g.Drive.Effort(g.Drive.MaxCurrent*g.Drive.TorqueConstant, angle)
		lo = -hi
	}
	if v > 0 {
		hi = math.Max(0, hi*(1-v/g.NoLoadSpeed))
	} else {
		lo = math.Min(0, lo*(1+v/g.NoLoadSpeed))
	}
	asked = math.Max(lo, math.Min(hi, asked))
	if g.Drive != nil {
		asked, _ = g.Drive.Deliver(asked, angle)
	}
	return asked
}

// mass is the inertia of the drive at the gap, kg, and its change with the gap, kg/m.
func (g *Gripper) mass(gap float64) (m, slope float64) {
	if g.Drive == nil {
		return g.Inertia, 0
	}
	const h = 1e-4
	m = g.Drive.Mass(g.Drive.Motor(gap))
	return m, (g.Drive.Mass(g.Drive.Motor(gap+h)) - m) / h
}
