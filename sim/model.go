package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Object is what is constant about a rigid body with a compliant surface.
type Object struct {
	Name  string
	Shape shape.Shape
	Mass  float64 // kg
	// Inertia about the centre of mass along the axes of O, kg m^2; zero means a uniform solid.
	Inertia geom.Vec
	// Stiffness is the force for a metre of squeeze between two flat plates that cover it, N/m. Each side has twice this.
	Stiffness float64
	// SqueezeLimit is the squeeze of one side at which the object is packed solid and its force grows without limit, metres;
	// 0 means a linear spring all the way. For a sponge, which would otherwise be pressed through itself.
	SqueezeLimit float64
	Friction     float64 // static coefficient against the pads
	// TableFriction is the static coefficient against the table and other objects; 0 means Friction.
	TableFriction float64
	// Rolling is how far the force of the table runs ahead of the middle of what rolls on it, metres: the torque that resists rolling is this
	// times the normal force. 0.2 to 1 mm for balls and fruit on wood and felt; 0 rolls for ever.
	Rolling float64
	// Kinetic is the part of the static friction that is left in sliding, up to 1; 0 means 1. Stribeck is the speed of sliding over
	// which it falls, m/s; 0 means 1 mm/s. See Friction; Model.Pairs sets a pair of surfaces apart.
	Kinetic, Stribeck float64
	// CrushForce is the normal force of one finger that damages the object, N; 0 means that no force of the gripper does.
	CrushForce float64
	// Yield is the dent of one side up to which the object springs back, metres; 0 means that it always does. Half of what goes
	// beyond stays, as in a paper cup.
	Yield float64
	// DentLimit is the dent of one side, with what has stayed, that damages the object, metres; 0 means that none does.
	DentLimit float64
	// Texture is the height of the roughness of the surface, metres: what a finger feels as tremor when the object slides.
	Texture float64
}

// Table is the half space below z = 0.
type Table struct {
	Stiffness   float64 // of the whole footprint of an object, N/m, in series with the object's own
	Dissipation float64 // Hunt and Crossley's alpha, s/m
}

// Model is what is constant about a world.
type Model struct {
	Dt       float64  // step, seconds
	Substeps int      // internal steps a step; 0 means 1
	Gravity  geom.Vec // g_W, m/s^2
	Table    *Table   // nil for none
	Gripper  *Gripper // nil for none
	Objects  []Object
	// Pairs are the frictions of pairs of surfaces that are not those of the objects.
	Pairs []Pair
	// Sleep leaves objects at rest, away from the hand, out of the step: for a table with many objects. See sleep.go.
	Sleep bool
	// Stretch is the ratio of tangential to normal stiffness of a contact, 0.1 to 2. An elastic half space has
	// 2(1-nu)/(2-nu), 0.67 to 1 (Mindlin 1949).
	Stretch float64
	// Dissipation of object-object contacts, s/m.
	Dissipation float64
}

// DefaultModel is a table under gravity with the default gripper and no object.
func DefaultModel() Model {
	g := DefaultGripper()
	return Model{
		Dt: 1e-3, Gravity: geom.V(0, 0, -9.81), Table: &Table{Stiffness: 2e5, Dissipation: 5}, Gripper: &g,
		Stretch: 0.7, Dissipation: 2,
	}
}

func check(what string, v, min, max float64, unit string) error {
	if !(v >= min && v <= max) { // also catches NaN
		return fault.New("build world", what, fault.Invalid, "%g is outside %g to %g %s", v, min, max, unit)
	}
	return nil
}

// Validate says what is wrong with a model, nil when nothing is.
func (m *Model) Validate() error {
	errs := []error{
		check("dt", m.Dt, 1e-6, 0.01, "s"),
		check("substeps", float64(m.Substeps), 0, 1000, ""),
		check("gravity", r3.Norm(m.Gravity), 0, 100, "m/s^2"),
		check("stretch", m.Stretch, 0.1, 2, ""),
		check("dissipation", m.Dissipation, 0, 100, "s/m"),
	}
	if m.Table != nil {
		errs = append(errs, check("table stiffness", m.Table.Stiffness, 10, 1e8, "N/m"), check("table dissipation", m.Table.Dissipation, 0, 100, "s/m"))
	}
	if m.Gripper != nil {
		errs = append(errs, m.Gripper.Validate())
	}
	if len(m.Objects) > maxObjects {
		errs = append(errs, fault.New("build world", "objects", fault.TooLarge, "%d objects, the limit is %d", len(m.Objects), maxObjects))
	}
	for i := range m.Objects {
		errs = append(errs, m.Objects[i].Validate(i))
	}
	errs = append(errs, m.validatePairs())
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// maxObjects bounds the dense system of a step, which grows with the cube of it.
const maxObjects = 32

// Validate says what is wrong with object number i, nil when nothing is.
func (o *Object) Validate(i int) error {
	name := fmt.Sprintf("object %d", i)
	if o.Name != "" {
		name += " (" + o.Name + ")"
	}
	if o.Shape == nil {
		return fault.New("build world", name, fault.Invalid, "has no shape")
	}
	h := o.Shape.Half()
	inertia := o.inertia()
	for _, err := range []error{
		check(name+": half size x", h.X, 1e-4, 5, "m"), check(name+": half size y", h.Y, 1e-4, 5, "m"), check(name+": half size z", h.Z, 1e-4, 5, "m"),
		check(name+": mass", o.Mass, 1e-5, 1000, "kg"),
		check(name+": inertia x", inertia.X, 1e-14, 1e6, "kg m^2"), check(name+": inertia y", inertia.Y, 1e-14, 1e6, "kg m^2"), check(name+": inertia z", inertia.Z, 1e-14, 1e6, "kg m^2"),
		check(name+": stiffness", o.Stiffness, 10, 1e7, "N/m"),
		check(name+": squeeze limit", o.SqueezeLimit, 0, 5, "m"),
		check(name+": friction", o.Friction, 0, 10, ""),
		check(name+": table friction", o.TableFriction, 0, 10, ""),
		check(name+": rolling resistance", o.Rolling, 0, 0.01, "m"),
		check(name+": kinetic part of friction", o.Kinetic, 0, 1, ""),
		check(name+": Stribeck width", o.Stribeck, 0, 1, "m/s"),
		check(name+": crush force", o.CrushForce, 0, 1e6, "N"),
		check(name+": yield", o.Yield, 0, 5, "m"),
		check(name+": dent limit", o.DentLimit, 0, 5, "m"),
		check(name+": texture", o.Texture, 0, 1e-3, "m"),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

func (o *Object) inertia() geom.Vec {
	if o.Inertia != (geom.Vec{}) {
		return o.Inertia
	}
	return r3.Scale(o.Mass, o.Shape.UnitInertia())
}

func (o *Object) tableFriction() float64 {
	if o.TableFriction > 0 {
		return o.TableFriction
	}
	return o.Friction
}

// series is the stiffness of two springs in a row.
func series(a, b float64) float64 { return a * b / (a + b) }

// Gripper is a parallel hand: one motor moves both fingers symmetrically; the joint coordinate is the gap between the pads.
type Gripper struct {
	Stroke float64 // largest gap, metres
	// Hand has the sizes of fingers and palm, the same that grasps are planned for.
	Hand grasp.Hand
	TipX float64 // x of the fingertip's origin in G when closed, metres
	// Arc, where it is set, is the arc on which the tips move; nil for a straight line.
	Arc *Arc
	// Drive, where it is set, says what effort the motor gives and what the encoder reads; it takes the place of Inertia and
	// MaxEffort, which then vary with the gap.
	Drive       *hardware.Drive
	Inertia     float64 // of motor and transmission, reflected to the gap, kg
	Damping     float64 // viscous, N s/m
	Friction    float64 // Coulomb, N
	MaxEffort   float64 // of the motor at the gap, N
	NoLoadSpeed float64 // gap speed at which the motor's force has fallen to nothing, m/s
	ClosedStop  bool    // the drive comes to a mechanical stop at a gap of 0; without, pads and fingers stop it

	FingerStiffness float64 // of one finger between drive and pad, N/m
	FingerMass      float64 // kg

	Pads           touch.Layout
	Blind          bool    // the pads are rubber without sensors
	PadStiffness   float64 // of the whole pad of one finger on something flat, N/m
	PadDissipation float64 // Hunt and Crossley's alpha, s/m
	PadRound       float64 // radius of a cell's surface where it meets an edge, metres
	PadPeriod      float64 // time between pad frames, seconds
	TableFriction  float64 // coefficient of pads and fingers on the table
}

// DefaultGripper is a PR2-like hand: 0.086 m stroke, 95 kg reflected inertia (motor and screw; the hand is heavy and slow
// against any object), 7 N of friction, 200 N that fall to nothing at 0.05 m/s, fingers that give by 20 kN/m, and the 22
// cells of its fingertips under a thin layer of silicone, read every 41 ms. Stiffnesses are estimates.
func DefaultGripper() Gripper {
	return Gripper{
		Stroke: 0.086, Hand: grasp.DefaultHand(), TipX: 0.16828, Inertia: 95, Damping: 10, Friction: 7, MaxEffort: 200, NoLoadSpeed: 0.05,
		FingerStiffness: 20e3, FingerMass: 0.2,
		Pads: touch.PR2(), PadStiffness: 100e3, PadDissipation: padDissipation, PadRound: 3e-3, PadPeriod: 0.041, TableFriction: padOnTable,
	}
}

// Arc is the path of tips that swing on parallel links: they stay parallel and draw back as the hand opens.
type Arc struct {
	Length float64 // of the link between its two pivots, metres
	Offset float64 // of the tip's pivot from that of the finger along the closing direction when closed, metres
}

// PR2Arc is that of the PR2's links: pivots at (0.09137, 0.00495) m of each other when closed. The tips draw back by 13.6 mm.
func PR2Arc() *Arc { return &Arc{Length: math.Hypot(0.09137, 0.00495), Offset: 0.00495} }

// draw is how far a tip has drawn back along x at a distance of its pad from the middle, metres, and its slope.
func (a *Arc) draw(pad float64) (back, slope float64) {
	y := pad + a.Offset
	x := math.Sqrt(math.Max(a.Length*a.Length-y*y, a.Length*a.Length/100))
	return math.Sqrt(a.Length*a.Length-a.Offset*a.Offset) - x, y / x
}

// tipX is the x of a fingertip's origin in G at a distance of its pad from the middle, and its slope.
func (g *Gripper) tipX(pad float64) (x, slope float64) {
	if g.Arc == nil {
		return g.TipX, 0
	}
	back, slope := g.Arc.draw(pad)
	return g.TipX - back, -slope
}

// PadCenterAt is the point midway between the pads at a gap, in G.
func (g *Gripper) PadCenterAt(gap float64) geom.Vec {
	x, _ := g.tipX(gap / 2)
	return r3.Add(g.PadCenter(), geom.V(x-g.TipX, 0, 0))
}

// PadCenter is the point midway between the pads of the closed hand, in G.
func (g *Gripper) PadCenter() geom.Vec {
	sum, area := geom.Vec{}, 0.0
	for _, c := range g.Pads.Cells {
		if c.Front {
			sum = r3.Add(sum, r3.Scale(c.Area, c.Center))
			area += c.Area
		}
	}
	return geom.V(g.TipX+sum.X/area, 0, 0)
}

// Validate says what is wrong with a gripper, nil when nothing is.
func (g *Gripper) Validate() error {
	for _, err := range []error{
		check("gripper stroke", g.Stroke, 1e-3, 1, "m"), check("gripper tip x", g.TipX, 0, 1, "m"),
		check("gripper inertia", g.Inertia, 1e-3, 1e4, "kg"), check("gripper damping", g.Damping, 0, 1e5, "N s/m"),
		check("gripper friction", g.Friction, 0, 1e3, "N"), check("gripper effort", g.MaxEffort, 0.1, 1e4, "N"),
		check("gripper no-load speed", g.NoLoadSpeed, 1e-3, 10, "m/s"),
		check("finger stiffness", g.FingerStiffness, 100, 1e7, "N/m"), check("finger mass", g.FingerMass, 1e-3, 10, "kg"),
		check("pad stiffness", g.PadStiffness, 100, 1e7, "N/m"), check("pad dissipation", g.PadDissipation, 0, 100, "s/m"),
		check("pad rounding", g.PadRound, 1e-4, 0.02, "m"), check("pad period", g.PadPeriod, 0, 1, "s"),
		check("gripper friction on the table", g.TableFriction, 0, 10, ""),
	} {
		if err != nil {
			return err
		}
	}
	if a := g.Arc; a != nil {
		if err := check("finger link", a.Length, 1e-3, 1, "m"); err != nil {
			return err
		}
		if y := g.Stroke/2 + a.Offset; !(math.Abs(a.Offset) < a.Length && y < 0.99*a.Length) {
			return fault.New("build world", "gripper stroke", fault.Invalid, "%g m with an offset of %g m is out of reach of finger links of %g m", g.Stroke, a.Offset, a.Length)
		}
	}
	if g.Drive != nil {
		if err := g.Drive.Validate(); err != nil {
			return err
		}
		if a := g.Drive.Gap(g.Drive.Motor(g.Stroke)); math.Abs(a-g.Stroke) > 1e-6 {
			return fault.New("build world", "gripper stroke", fault.Invalid, "%g m is out of the transmission's reach", g.Stroke)
		}
	}
	if err := g.Pads.Validate(); err != nil {
		return fault.Wrap("build world", "gripper", err)
	}
	return nil
}
