package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// Controller runs one hand. It is not safe for concurrent use: one loop owns it, commands come to that loop by message.
type Controller struct {
	p    Params  `state:"-"`
	dt   float64 `state:"-"`
	st   Status
	skin *touch.Skin
	bare *current // stands in for the pads of a hand that has none, else nil
	palm touch.Palm
	vel  touch.Filter // of the gap's speed, 5 Hz
	ids  uint64       // the last one given
	seer Observer     // nil for none

	// What the motor does.
	chain     bool    // find contact goes over into force servo and slip servo
	cmd       Command // of the motor goal
	goal      float64 // Position: gap aimed at, m
	moveFrom  float64 // Move: gap at its start, m; NaN before it is known
	speed     float64 // Position: m/s
	maxEffort float64 // of this mode, N
	ref       float64 // moving set-point of the gap, m; NaN: starts at the gap of the next reading
	marker    float64 // gap from which deformation counts, m; NaN: at the next reading
	anchored  bool    // the marker stays
	last      float64 // effort of the last tick, N
	aim       float64 // force of the last tick, N
	base      float64 // force that the grip was loaded with or tightened to, N
	slid      float64 // largest force under which slip was felt since then, N
	doubted   float64 // force from which on a lone frame of slip is doubted, N; 0 before slip was felt
	raised    bool    // slip has raised the grip and the margin is to come
	followed  float64 // force that the set-point has been moved for ahead of what is felt, N; NaN: the next target
	pressed   float64 // force that a hand without pads gives, N
	load      float64 // palm acceleration over gravity, peak held

	ticks   int // in this mode
	settle  int // ticks of contact
	still   int
	blocked int
	calm    int // filter steps since slip was last felt
	gone    int
	touched [2]bool // contact of each finger since the mode began

	opening bool // Prepare: the hand opens, else it is being zeroed
	retries int  // of the zeroing

	guard
	zeroing  drift
	lowTouch float64 // last gap without contact, m
	first    [2]float64
	firstGap float64
	event    detector
}

// New makes a controller for fingertips of a layout, stepped every dt seconds. A nil layout makes one for a hand without pads, whose
// contact comes from the motor's current.
func New(p Params, pads *touch.Layout, dt float64) (*Controller, error) {
	if !(dt >= 1e-4 && dt <= 0.01) {
		return nil, fault.New("make hand controller", "", fault.Invalid, "a tick of %g s; 0.0001 to 0.01 s are possible", dt)
	}
	layout := currentLayout()
	if pads != nil {
		layout = *pads
	}
	skin, err := touch.New(layout, dt)
	if err != nil {
		return nil, fault.Wrap("make hand controller", "", err)
	}
	c := &Controller{dt: dt, skin: skin, palm: touch.NewPalm(dt), vel: touch.LowPass(1/dt, 5)}
	if pads == nil {
		c.bare = newCurrent(skin, p.Friction)
	}
	c.SetParams(p)
	c.ref, c.marker = math.NaN(), math.NaN()
	return c, nil
}

// Status returns what the controller knows after the last Step.
func (c *Controller) Status() Status { return c.st }

// Params returns the settings.
func (c *Controller) Params() Params { return c.p }

// SetParams takes over settings, as reload_params does. The goal under way goes on with them.
func (c *Controller) SetParams(p Params) {
	if c.seer != nil {
		c.seer.Changing(c, p)
	}
	c.p = p
	for i := range c.skin.Fingers {
		c.skin.Fingers[i].KnowsNoise = !p.Compat
	}
}

// Skin is what the fingertips feel, cell by cell: for raw_data. Read it between steps only.
func (c *Controller) Skin() *touch.Skin { return c.skin }

// Palm is what the accelerometer feels.
func (c *Controller) Palm() *touch.Palm { return &c.palm }

// enter begins a mode. A command clears what the one before has found out.
func (c *Controller) enter(m Mode, why Reason) {
	c.st.Mode, c.st.Why = m, why
	c.st.Reached, c.st.Slip, c.st.Empty, c.st.Limited, c.st.Deformed = false, false, false, false, false
	c.st.Slips, c.st.Fault = 0, NoReason
	c.ticks, c.settle, c.still, c.blocked, c.gone = 0, 0, 0, 0, 0
	c.touched = [2]bool{}
	c.guard.clear()
	c.ref, c.followed = math.NaN(), math.NaN()
	c.maxEffort = c.p.maxEffort()
}

// end closes the motor's goal.
func (c *Controller) end(s GoalState, why Reason) {
	if g := &c.st.Motor; g.State == Active {
		g.State, g.Reason = s, why
	}
}

// fail ends what the hand was about where it is.
func (c *Controller) fail(f Reason, r *Reading) {
	c.end(Aborted, f)
	c.stay(r.Gap, f)
	c.st.Fault, c.st.Empty = f, f == NoContact || f == Lost
	c.ref = r.Gap
}

// stay holds a gap.
func (c *Controller) stay(gap float64, why Reason) {
	c.chain, c.st.Stage = false, Idle
	c.enter(Position, why)
	c.goal, c.speed = gap, c.p.OpenSpeed
}

// bounded keeps a force target between force_lightest and fingertip_force_limit. NaN becomes force_lightest.
func (c *Controller) bounded(f float64) float64 {
	if !(f > c.p.ForceLightest) {
		f = c.p.ForceLightest
	}
	return math.Min(f, c.p.forceLimit())
}

// Step runs one tick and returns the effort at the gap, N. A reading with a number that is not finite, or with a wrong number of
// cells, or pads that have gone silent, never open the hand and never squeeze harder: while squeezing the last effort is kept,
// otherwise the motor gives nothing until readings are good again.
func (c *Controller) Step(r *Reading) float64 {
	c.step(r)
	if c.seer != nil {
		c.seer.Stepped(c, r)
	}
	return c.last
}

func (c *Controller) step(r *Reading) {
	c.st.Ticks++
	if c.bare != nil {
		r = c.bare.read(c, r)
	}
	c.clock(r)
	fresh, filtered, ok := c.sense(r)
	if ok {
		c.unseeing = 0
		c.begin(r)
		c.ticks++
		c.last = c.run(r, fresh, filtered)
		c.settleZero(r, filtered)
	} else {
		c.last = c.blind()
	}
	c.age()
	if ok {
		c.progress(r)
	}
	c.report(r)
}

// run carries out the mode.
func (c *Controller) run(r *Reading, fresh, filtered bool) float64 {
	switch c.st.Mode {
	case Position:
		return c.position(r)
	case FindContact:
		return c.findContact(r, fresh)
	case ForceServo:
		return c.forceServo(r, fresh)
	case SlipServo:
		return c.slipServo(r, fresh, filtered)
	}
	return 0
}

// begin gives a mode its set-point and marker in its first tick, and moves the marker along while nothing is held.
func (c *Controller) begin(r *Reading) {
	if math.IsNaN(c.moveFrom) {
		c.moveFrom = r.Gap
	}
	if math.IsNaN(c.goal) {
		c.goal = r.Gap
	}
	if c.resume || math.IsNaN(c.ref) || c.late {
		c.resume, c.late = c.resume || c.late, false
		c.restart(r)
	}
	switch held := c.touched[0] && c.touched[1]; {
	case math.IsNaN(c.marker):
		c.marker = r.Gap
	case c.st.Mode == Position || c.st.Mode == Disabled, c.st.Mode == FindContact && !c.st.Touched:
		c.marker = r.Gap
	case !c.anchored && !held && !c.p.Compat: // deformation counts from the first contact
		c.marker = r.Gap
	default:
		c.anchored = true
	}
}

// clock looks after the time of the ticks.
func (c *Controller) clock(r *Reading) {
	if late := r.Time - c.st.Time; r.Time > 0 && c.st.Time > 0 && late > 1.5*c.dt {
		c.st.Late++
		c.late = late > lateReset
	}
	if !math.IsNaN(r.Time - r.Time) {
		c.st.Time = r.Time
	}
}

// age lets the goals grow older.
func (c *Controller) age() {
	for _, g := range []*Goal{&c.st.Motor, &c.st.Watch} {
		if g.State == Active {
			g.Age += c.dt
		}
	}
}

// report fills in what the status shows of the tick.
func (c *Controller) report(r *Reading) {
	s := &c.st
	s.Gap, s.GapVel, s.Effort, s.Commanded = r.Gap, r.GapVel, r.Effort, c.last
	s.SetPoint = c.ref
	if s.Mode == Position {
		s.SetPoint = c.goal
	}
	switch {
	case s.Deformed && s.Fault == NoReason && !c.p.Compat:
		s.Fault = Deformation
	case !s.Deformed && s.Fault == Deformation:
		s.Fault = NoReason
	}
	s.Keep = 0
	if c.holding() && !s.Empty && s.Stage != Unload {
		s.Keep = -math.Min(s.Target, c.p.forceLimit())
	}
	s.Deformation = r.Gap - c.marker
	s.Heard, s.PadAge, s.Zero = c.skin.Heard(), c.skin.Age(), c.skin.ZeroState()
	s.Good = [2]int{c.skin.Fingers[0].Good(), c.skin.Fingers[1].Good()}
}
