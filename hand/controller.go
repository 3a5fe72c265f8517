package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Reading is what the hand's sensors say in one tick. The slices belong to the caller.
type Reading struct {
	Gap, GapVel float64 // m, m/s
	// Left and Right are the forces of the cells of the flat pads, newtons, offset removed. Side cells do not belong here.
	Left, Right []float64
	// Shear is the resultant tangential force on the left and right pad, newtons; nil for pads that feel only pressure.
	Shear []float64
	Frame uint64   // changes when the pads deliver a new frame
	Accel geom.Vec // of the palm, gravity included, in G, m/s^2; zero when there is no accelerometer
}

// Mode is what the controller does. The numbers of the first five are those of PR2GripperSensorRTState.
type Mode int8

const (
	Disabled    Mode = 0 // no effort; the gear train holds passively
	Position    Mode = 3 // go to a gap at a speed and stay
	ForceServo  Mode = 4 // squeeze with a force
	FindContact Mode = 5 // close until both pads touch
	SlipServo   Mode = 6 // squeeze with a force that grows when slip is felt
)

func (m Mode) String() string {
	switch m {
	case Disabled:
		return "disabled"
	case Position:
		return "position"
	case ForceServo:
		return "force servo"
	case FindContact:
		return "find contact"
	case SlipServo:
		return "slip servo"
	}
	return "unknown"
}

// Fault is a reason for which the controller does not do what it was asked.
type Fault uint8

const (
	NoFault     Fault = iota
	BadReading        // a number is missing or not finite: the grip is held as it is
	NoContact         // the hand closed on nothing
	Stalled           // the hand stopped closing and the pads feel nothing
	Deformation       // the object gave way by deformation_limit
	OneSided          // one pad is pressed harder and harder, the other feels nothing
	StalePads         // the pads have sent no frame for a quarter of a second: the grip is held as it is
	NumbPads          // both pads fell silent while the gap stayed: the grip is held as it is
	LamePad           // one pad feels next to nothing of what the other feels: the other leads
)

func (f Fault) String() string {
	switch f {
	case NoFault:
		return "none"
	case BadReading:
		return "a sensor reading is missing or not a number"
	case NoContact:
		return "the hand closed without finding anything between the pads"
	case Stalled:
		return "the hand is blocked but the pads feel nothing"
	case Deformation:
		return "the object gives way further than deformation_limit"
	case OneSided:
		return "one pad is pressed harder and harder while the other feels nothing: a dead pad, or a thing that cannot move"
	case StalePads:
		return "the pads have stopped sending"
	case NumbPads:
		return "both pads fell silent at once while the gap stayed as it was"
	case LamePad:
		return "one pad feels next to nothing of what the other feels"
	}
	return "unknown"
}

// Status is what the controller knows and feels.
type Status struct {
	Mode    Mode
	Fault   Fault
	Force   [2]float64 // pad force of the left and right finger, N
	Contact [2]bool    // each finger touches, by the last frame
	Target  float64    // grip force aimed at, N
	Limited bool       // the target is at fingertip_force_limit

	Closing      float64 // speed of the gap while looking for contact, m/s
	Found        bool    // both pads touched since the last FindContact
	ContactGap   float64 // gap at that moment, m
	ContactForce float64 // largest mean pad force while settling, N
	Hardness     float64 // felt stiffness of object and pads: force for each metre of gap, N/m; 0 when not known

	Reached bool   // the force is within tolerance and the hand is still
	Slip    bool   // slip was felt in the last frame
	Slips   uint64 // frames with slip since the mode began
	Empty   bool   // the hand holds nothing
}

const (
	kp           = 20e3  // N/m
	kd           = 5e3   // N s/m
	coulomb      = 7.0   // N, friction feed-forward
	frictionRamp = 5e-4  // m/s at which it is in full
	framePeriod  = 0.041 // s, the rhythm of the touch filters
	settleTime   = 0.05
	reachTime    = 0.25
	closeGain    = 0.0016 // m/s for each newton that is missing
	openGain     = 0.0008
	calmFrames   = 4
	loopRate     = 12 // 1/s, bandwidth of the force loop once the hardness is known
	gravity      = 9.81
)

// Controller runs one hand. It is not safe for concurrent use: one loop owns it.
type Controller struct {
	p     Params
	dt    float64
	cells int
	st    Status
	grasp bool // chain find contact, force servo, slip servo

	goal, speed float64 // Position: final gap, speed
	maxEffort   float64
	ref         float64 // moving set-point of the gap
	limit       float64 // gap below which DeformationStop forbids to close
	last        float64 // effort of the last tick
	aim         float64 // force of the last tick of SlipServo, N
	load        float64 // palm acceleration over gravity, peak held

	ticks       int // in this mode
	settle      int
	still       int
	blocked     int
	calm        int // filter steps since slip was last felt
	gone        int
	frame       uint64
	frameGap    float64 // gap at the last frame, m
	sinceFilter int
	began       bool
	touch       [2]finger
	silent      int     // ticks since the last pad frame
	resume      bool    // the set-point must be found anew
	risen       int     // frames in which a pad pressed alone felt more
	alone       float64 // its last force, N
	lame        int     // frames in which one pad felt next to nothing
	numb        bool    // both pads fell silent
	beforeForce float64 // mean force and gap at the last good frame, N and m
	beforeGap   float64
	lowTouch    float64 // last gap without contact
	first       [2]float64
	firstGap    float64
}

// New makes a controller for pads of a number of cells, stepped every dt seconds.
func New(p Params, cells int, dt float64) (*Controller, error) {
	if !(dt >= 1e-4 && dt <= 0.01) {
		return nil, fault.New("make hand controller", "", fault.Invalid, "a tick of %g s; 0.0001 to 0.01 s are possible", dt)
	}
	if cells < 1 || cells > 4096 {
		return nil, fault.New("make hand controller", "", fault.Invalid, "%d pad cells; 1 to 4096 are possible", cells)
	}
	c := &Controller{p: p, dt: dt, cells: cells}
	for i := range c.touch {
		c.touch[i].cells, c.touch[i].before = make([]float64, cells), make([]float64, cells)
	}
	return c, nil
}

// Status returns what the controller knows after the last Step.
func (c *Controller) Status() Status { return c.st }

// Params returns the settings.
func (c *Controller) Params() Params { return c.p }

func (c *Controller) enter(m Mode) {
	c.st.Mode = m
	c.st.Reached, c.st.Slip, c.st.Empty, c.st.Limited = false, false, false, false
	c.st.Slips, c.st.Fault = 0, NoFault
	c.ticks, c.settle, c.still, c.blocked, c.gone = 0, 0, 0, 0, 0
	c.risen, c.alone, c.lame, c.numb, c.beforeForce = 0, 0, 0, false, 0
	c.ref = math.NaN() // starts at the gap of the next reading
}

// Stop turns the motor off.
func (c *Controller) Stop() { c.grasp = false; c.enter(Disabled) }

// MoveTo goes to a gap at a speed (m/s) with at most an effort (N). A speed of 0 means open_speed, an effort of 0 max_joint_effort.
func (c *Controller) MoveTo(gap, speed, effort float64) {
	c.grasp = false
	c.enter(Position)
	if !(speed > 0) {
		speed = c.p.OpenSpeed
	}
	if !(effort > 0) || effort > c.p.MaxEffort {
		effort = c.p.MaxEffort
	}
	c.goal, c.speed, c.maxEffort = math.Max(0, gap), speed, effort
	c.limit = math.Inf(-1)
}

// Open goes to position_open.
func (c *Controller) Open() { c.MoveTo(c.p.PositionOpen, 0, 0) }

// Grasp closes by touch: find contact on both pads, load to the force that the felt hardness asks for, hold against slip.
func (c *Controller) Grasp() {
	c.grasp = true
	c.enter(FindContact)
	c.st.Found, c.st.ContactForce, c.st.ContactGap, c.st.Hardness, c.st.Target = false, 0, 0, 0, 0
	c.st.Closing = c.p.ClosingSpeed()
	c.limit = math.Inf(-1)
}

// Squeeze servoes the weaker pad to a force (N), bounded by force_lightest and fingertip_force_limit, and reacts to slip if asked.
func (c *Controller) Squeeze(force float64, reactToSlip bool) {
	c.grasp = false
	c.st.Target = c.bounded(force)
	if reactToSlip {
		c.enter(SlipServo)
	} else {
		c.enter(ForceServo)
	}
	c.limit = math.NaN()
}

// Tighten multiplies the grip force that is aimed at, within fingertip_force_limit. It does nothing while the hand is not
// squeezing, and never loosens.
func (c *Controller) Tighten(factor float64) {
	if (c.st.Mode == ForceServo || c.st.Mode == SlipServo) && factor > 1 {
		c.st.Target = c.bounded(c.st.Target * factor)
	}
}

// bounded keeps a force target between force_lightest and fingertip_force_limit. NaN becomes force_lightest.
func (c *Controller) bounded(f float64) float64 {
	if !(f > c.p.ForceLightest) {
		f = c.p.ForceLightest
	}
	return math.Min(f, c.p.ForceLimit)
}

// Step runs one tick and returns the effort at the gap, N. A reading with a number that is not finite, or with a wrong number of
// cells, or pads that have gone silent, never open the hand and never squeeze harder: while squeezing the last effort is kept,
// otherwise the motor gives nothing until readings are good again.
func (c *Controller) Step(r *Reading) float64 {
	if !c.senses(r) {
		c.last = c.blind()
		return c.last
	}
	if c.resume || math.IsNaN(c.ref) {
		c.restart(r)
	}
	if math.IsNaN(c.limit) {
		c.limit = r.Gap - c.p.DeformationStop
	}
	fresh, filtered := c.feel(r)
	c.ticks++
	switch c.st.Mode {
	case Position:
		c.last = c.position(r)
	case FindContact:
		c.last = c.findContact(r, fresh)
	case ForceServo:
		c.last = c.forceServo(r, fresh)
	case SlipServo:
		c.last = c.slipServo(r, fresh, filtered)
	default:
		c.last = 0
	}
	return c.last
}

func (c *Controller) usable(r *Reading) bool {
	if len(r.Left) != c.cells || len(r.Right) != c.cells || (r.Shear != nil && len(r.Shear) != 2) {
		return false
	}
	sum := r.Gap + r.GapVel
	for i := range r.Left {
		sum += r.Left[i] + r.Right[i]
	}
	for _, s := range r.Shear {
		sum += s
	}
	return !math.IsNaN(sum - sum) // false for NaN and for infinities of any sign
}

// squeezeBound is the largest closing effort while an object may be between the pads.
func (c *Controller) squeezeBound() float64 { return math.Min(c.p.MaxEffort, c.p.ForceLimit+coulomb) }

// servo is the position law: gap and speed wanted to effort, with a friction term in the direction of the wanted motion.
func (c *Controller) servo(r *Reading, gap, speed, lo, hi float64) float64 {
	if gap < c.limit && gap < r.Gap { // the deformation guard forbids closing only
		gap = math.Max(gap, c.limit)
		if r.Gap <= c.limit {
			c.st.Fault = Deformation
		}
	}
	e := -kp*(r.Gap-gap) - kd*(r.GapVel-speed) + coulomb*math.Max(-1, math.Min(1, speed/frictionRamp))
	return math.Max(lo, math.Min(hi, e))
}

// lead moves the set-point by a speed, but not further from the gap than an effort can explain, so that nothing winds up.
func (c *Controller) lead(r *Reading, speed, effort float64) {
	c.ref += speed * c.dt
	m := effort / kp
	c.ref = math.Max(r.Gap-m, math.Min(r.Gap+m, c.ref))
}

func (c *Controller) position(r *Reading) float64 {
	v := math.Max(-c.speed, math.Min(c.speed, (c.goal-c.ref)/c.dt))
	c.lead(r, v, c.maxEffort)
	if c.ref == c.goal {
		v = 0
	}
	return c.servo(r, c.ref, v, -c.maxEffort, c.maxEffort)
}

func (c *Controller) findContact(r *Reading, fresh bool) float64 {
	bound := c.squeezeBound()
	if !c.st.Found {
		if fresh && c.st.Contact[0] && c.st.Contact[1] {
			c.st.Found = true
			c.st.ContactGap = r.Gap
			c.limit = r.Gap - c.p.DeformationStop
			c.ref = r.Gap
			c.first, c.firstGap = c.st.Force, r.Gap
		}
	}
	if c.st.Found {
		return c.settled(r, bound)
	}
	if fresh && !c.st.Contact[0] && !c.st.Contact[1] {
		c.lowTouch = r.Gap
	}
	if r.Gap <= c.p.EmptyGap {
		c.fail(NoContact, r)
		return c.position(r)
	}
	v, dead := c.oneSided(fresh)
	if dead {
		c.fail(OneSided, r)
		return c.position(r)
	}
	c.st.Closing = v
	c.lead(r, -v, bound)
	e := c.servo(r, c.ref, -v, -bound, c.p.MaxEffort)
	if e <= -bound && math.Abs(r.GapVel) < c.p.SpeedTolerance {
		c.blocked++
	} else {
		c.blocked = 0
	}
	if float64(c.blocked)*c.dt > 0.5 {
		c.fail(Stalled, r)
		return c.position(r)
	}
	return e
}

// fail ends a grasp where the hand is.
func (c *Controller) fail(f Fault, r *Reading) {
	c.grasp = false
	c.enter(Position)
	c.st.Fault, c.st.Empty = f, f == NoContact
	c.goal, c.speed, c.maxEffort, c.ref = r.Gap, c.p.OpenSpeed, c.p.MaxEffort, r.Gap
}

// settled holds the gap of the first contact for a moment and takes the measure of the object.
func (c *Controller) settled(r *Reading, bound float64) float64 {
	c.settle++
	mean := (c.st.Force[0] + c.st.Force[1]) / 2
	c.st.ContactForce = math.Max(c.st.ContactForce, mean)
	if float64(c.settle)*c.dt < settleTime+0.5*c.dt {
		return c.servo(r, c.ref, 0, -bound, c.p.MaxEffort)
	}
	// Hardness from two frames in contact where the hand moved enough between them, else from the last gap without contact.
	first := (c.first[0] + c.first[1]) / 2
	if dx, df := c.firstGap-r.Gap, mean-first; dx > 5e-5 && df > 0.1 {
		c.st.Hardness = df / dx
	} else if dx := c.lowTouch - r.Gap; dx > 5e-5 {
		c.st.Hardness = math.Max(mean, 0) / dx
	}
	if r.Gap <= c.p.EmptyGap {
		c.fail(NoContact, r)
		return c.position(r)
	}
	c.st.Target = c.bounded(c.p.HardnessGain * c.st.ContactForce / c.st.Closing)
	if c.grasp {
		c.enter(ForceServo)
		c.ref = r.Gap
		return c.forceServo(r, false)
	}
	c.enter(Position)
	c.goal, c.speed, c.maxEffort, c.ref = c.st.ContactGap, c.p.OpenSpeed, c.p.MaxEffort, r.Gap
	return c.position(r)
}

// squeeze is the force law: the weaker pad's error becomes a speed of the gap, whose integral is the set-point.
func (c *Controller) squeeze(r *Reading, target float64, fresh bool) float64 {
	weak := c.grip(fresh)
	if c.numb {
		c.resume = true
		return c.keep()
	}
	h := c.st.Hardness
	if h > 0 { // between frames the gap tells how the force has changed
		weak += h * (c.frameGap - r.Gap)
	}
	gain := closeGain
	if weak >= target {
		gain = openGain
	}
	if h > 0 { // the loop's bandwidth is gain times hardness; the hardness may be off, so it has to stay below the frame rate
		gain *= math.Max(0.2, math.Min(4, loopRate/(closeGain*h)))
	}
	v := -gain * (target - weak)
	fastest := c.p.ClosingSpeed()
	v = math.Max(-fastest, math.Min(fastest, v))
	bound := c.squeezeBound()
	c.lead(r, v, bound)
	return c.servo(r, c.ref, v, -bound, c.p.MaxEffort)
}

func (c *Controller) forceServo(r *Reading, fresh bool) float64 {
	e := c.squeeze(r, c.st.Target, fresh)
	weak := math.Min(c.st.Force[0], c.st.Force[1])
	if math.Abs(weak-c.st.Target) < c.p.ForceTolerance && math.Abs(r.GapVel) < c.p.SpeedTolerance {
		c.still++
	} else {
		c.still = 0
	}
	if float64(c.still)*c.dt >= reachTime {
		c.st.Reached = true
	}
	if c.grasp && (c.st.Reached || float64(c.ticks)*c.dt > c.p.LoadTimeout) {
		reached, ref := c.st.Reached, c.ref
		c.enter(SlipServo)
		c.st.Reached, c.ref = reached, ref
	}
	return e
}

func (c *Controller) slipServo(r *Reading, fresh, filtered bool) float64 {
	if filtered {
		left, right := &c.touch[0], &c.touch[1]
		c.st.Slip = left.wanders(&c.p) || right.wanders(&c.p)
		if math.Abs(math.Min(left.x1, right.x1)-c.aim) < c.p.ForceTolerance { // while the force is on its way, the hand itself makes it tremble
			c.st.Slip = c.st.Slip || left.trembles(&c.p) || right.trembles(&c.p)
		}
		if c.st.Slip {
			c.st.Slips++
			c.st.Target = c.bounded(c.st.Target * c.p.SlipGain)
			c.calm = 0
		} else if c.calm++; c.calm == calmFrames && c.st.Slips > 0 {
			// The grip now just holds: people, too, add a margin after they have felt a slip.
			c.st.Target = c.bounded(c.st.Target * (1 + c.p.SlipMargin))
		}
		for i, s := range r.Shear {
			// A pad that feels shear can tell before it slips how much of the friction is used.
			if need := s / c.p.ShearRatio; need > c.st.Target && c.st.Force[i] < need {
				c.st.Target = c.bounded(need)
			}
		}
		mean := (c.st.Force[0] + c.st.Force[1]) / 2
		if mean < 0.25*c.p.ForceLightest && !c.numb || r.Gap <= c.p.EmptyGap {
			c.gone++
		} else {
			c.gone = 0
		}
		c.st.Empty = c.gone >= 2
	}
	c.st.Limited = c.st.Target >= c.p.ForceLimit
	// A palm that accelerates loads the grip like more weight: grip with it, as people do, and let go of it slowly.
	a := math.Sqrt(r.Accel.X*r.Accel.X+r.Accel.Y*r.Accel.Y+r.Accel.Z*r.Accel.Z) / gravity
	if !(a < 3) {
		a = 1
	}
	c.load = math.Max(a, 1+(c.load-1)*(1-2*c.dt))
	c.aim = math.Min(c.p.ForceLimit, c.st.Target*(1+c.p.InertiaGain*math.Max(0, c.load-1.02)))
	return c.squeeze(r, c.aim, fresh)
}
