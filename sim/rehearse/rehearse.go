// Package rehearse tries one grasp in the simulated world before a robot does: the hand of package hand, carried by the
// executive of package pick, on an object with stated properties. What became of the object is read from the world, not from
// what the hand believes.
package rehearse

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
)

// Noise is how much a rehearsal departs from the assumptions: standard deviations, drawn from Config.Seed. Zero for none.
type Noise struct {
	Friction float64 // relative
	Mass     float64 // relative
	Place    float64 // of the object along the two horizontal axes, metres
}

// Config of a rehearsal. Use DefaultConfig and change it.
type Config struct {
	Hand    hand.Params
	Gripper sim.Gripper
	Sensors sim.SensorModel
	Plan    pick.Plan // X_WG and Up are set by Run
	Noise   Noise
	Seed    uint64
	// Bare takes the pads away: contact is what the motor's current tells.
	Bare bool
	// Squash, where it is positive, takes the sense of touch away: the hand closes to the object's true width less this, m, with up to
	// max_joint_effort, and stays there.
	Squash float64
	// Trace, when set, is called after every step.
	Trace func(*sim.World, hand.Status, pick.Phase)
	// Disturb, when set, may change what the hand is about to read. It returns false where the hand's loop misses the tick: the motor then
	// goes on as it was told last. A reading that says halted stands for a motor without power.
	Disturb func(*sim.World, *hand.Reading, pick.Phase) bool
	// Witness, when set, sees the rehearsal from beginning to end.
	Witness Witness
}

// Witness sees a rehearsal: a flight recorder. An error of one ends the rehearsal.
type Witness interface {
	// Begin tells of a rehearsal before its first step: of the controller, the world, the object as it is assumed (the world's may differ
	// by the noise), and the palm's pose when the hand closes.
	Begin(c *hand.Controller, w *sim.World, o *Object, X_WG geom.Pose) error
	// Step tells of a step, and of the phase that then holds.
	Step(w *sim.World, p pick.Phase) error
	// End tells of the result, or of the error with which it ended, once for each Begin.
	End(r *Result, err error) error
}

// DefaultConfig is the default hand, gripper and plan.
func DefaultConfig() Config {
	return Config{Hand: hand.DefaultParams(), Gripper: sim.DefaultGripper(), Plan: pick.DefaultPlan(geom.Pose{}, geom.UnitZ)}
}

// Use takes a described gripper, and its control.
func (cfg *Config) Use(g *gripper.Gripper) {
	cfg.Gripper, cfg.Hand = sim.GripperOf(g), g.Law
}

// Fix makes the hand squeeze with one force whatever it feels, N, for comparison. The arm does not probe the load either, since all that
// could come of it is another force.
func (cfg *Config) Fix(force float64) {
	cfg.Hand = cfg.Hand.FixedForce(force)
	cfg.Plan.Reserve, cfg.Plan.HeavyReserve, cfg.Plan.Probe = 1, 1, 1
}

// Fit gives the simulated hand the sizes and the opening of the hand that grasps are planned for. The pads stay those of the simulated fingertips; package
// rehearse lines up the middles of both.
func (c *Config) Fit(h *grasp.Hand) {
	c.Gripper.Hand = *h
	c.Gripper.Stroke, c.Hand.PositionOpen = h.MaxOpening, h.MaxOpening
}

// Result of a rehearsal.
type Result struct {
	Outcome    pick.Outcome
	ForceN     float64 // mean grip force of a finger at the end, or when the object was lost, N
	PeakForceN float64 // largest force of one finger, N
	DentM      float64 // deepest dent of one side, where the object has a limit or yields, metres
	SlipM      float64 // way that the object slid in the hand since it was loaded, metres
	TiltRad    float64 // angle that it turned in the hand since then
	Slips      uint64  // pad frames in which the hand felt slip while it held
	Hardness   float64 // stiffness that the hand felt, N/m; 0 when not known
	Reason     string  // why it was not held, in words; empty when held
	Duration   float64 // simulated seconds
	Verdict    pick.Verdict
}

// Limits between outcomes.
const (
	slipLimit = 2e-3               // m of sliding after the lift that still count as held
	tiltLimit = 20 * math.Pi / 180 // rad
	timeLimit = 60.0               // s of simulated time
	// wristLimit is the force at which the arm stops, N: three times what an object of 2 kg weighs.
	wristLimit = 60.0
)

// Run rehearses one grasp: the object stands on the table, X_OG is the palm's pose in the object's frame when the hand
// closes. The same input and seed give the same result, bit for bit.
func Run(cfg Config, obj Object, X_OG geom.Pose) (res Result, err error) {
	if obj.Shape == nil {
		return Result{}, fault.New("rehearse", "", fault.Invalid, "the object has no shape")
	}
	if !X_OG.IsFinite() {
		return Result{}, fault.New("rehearse", "", fault.Invalid, "the grasp pose is not finite")
	}
	o := obj.Object
	X_WO := geom.Pose{R: obj.Rest, P: geom.V(0, 0, obj.restHeight())}
	plan := cfg.Plan
	plan.X_WG, plan.Up = X_WO.Mul(X_OG), geom.UnitZ
	if n := cfg.Noise; n != (Noise{}) {
		r := rand.New(rand.NewPCG(cfg.Seed, 0x686f6c6466617374))
		o.Friction *= math.Max(0.1, 1+n.Friction*r.NormFloat64())
		o.Mass *= math.Max(0.1, 1+n.Mass*r.NormFloat64())
		X_WO.P = r3.Add(X_WO.P, geom.V(n.Place*r.NormFloat64(), n.Place*r.NormFloat64(), 0))
	}
	m := sim.DefaultModel()
	g := cfg.Gripper
	plan.Approach = math.Max(plan.Approach, clearance(&g, &o, plan.X_WG.Inv().Mul(X_WO)))
	m.Gripper, m.Objects = &g, []sim.Object{o}
	start := plan.Start()
	if low := start.P.Z - g.Lowest(start.R, g.Stroke); low < 0 {
		return Result{Outcome: pick.Missed, Reason: fmt.Sprintf("the hand would start %.0f mm under the table", -low*1e3)}, nil
	}
	w, err := sim.New(m, []geom.Pose{X_WO}, start)
	if err != nil {
		return Result{}, fault.Wrap("rehearse", "", err)
	}
	sensors, err := sim.NewSensors(w, cfg.Sensors)
	if err != nil {
		return Result{}, fault.Wrap("rehearse", "", err)
	}
	arm := sim.NewArm(w)
	arm.Limits.Force = wristLimit
	pads := &g.Pads
	if cfg.Bare || g.Blind {
		pads = nil
	}
	c, err := hand.New(cfg.Hand, pads, m.Dt)
	if err != nil {
		return Result{}, fault.Wrap("rehearse", "", err)
	}
	j := judge{w: w, obj: &o}
	j.width = j.across()
	var h pick.Hand = c
	if cfg.Squash > 0 {
		h = &byPosition{Controller: c, gap: math.Max(0, j.width-cfg.Squash)}
	}
	exec, err := pick.New(arm, h, plan)
	if err != nil {
		return Result{}, fault.Wrap("rehearse", "", err)
	}
	if cfg.Witness != nil {
		if err := cfg.Witness.Begin(c, w, &obj, plan.X_WG); err != nil {
			return Result{}, fault.Wrap("rehearse", "", err)
		}
		defer func() {
			if e := cfg.Witness.End(&res, err); err == nil {
				err = fault.Wrap("rehearse", "", e)
			}
		}()
	}
	if err := c.Do(hand.Command{Verb: hand.Move, Gap: cfg.Hand.PositionOpen}); err != nil {
		return Result{}, fault.Wrap("rehearse", "", err)
	}
	phase, effort := pick.MovingToGrasp, 0.0
	for !exec.Verdict().Done && w.State.Time < timeLimit {
		arm.Step()
		r := sensors.Read()
		if cfg.Disturb == nil || cfg.Disturb(w, r, phase) {
			effort = c.Step(r)
		}
		if r.Halted {
			effort = 0
		}
		w.SetEffort(effort)
		w.Step()
		phase = exec.Step(w.State.Time)
		j.watch(phase)
		if cfg.Trace != nil {
			cfg.Trace(w, c.Status(), phase)
		}
		if cfg.Witness != nil {
			if err := cfg.Witness.Step(w, phase); err != nil {
				return Result{}, fault.Wrap("rehearse", "", err)
			}
		}
	}
	r := j.result(exec.Verdict(), c)
	if err := arm.Fault(); err != nil && r.Outcome != pick.Held && r.Outcome != pick.Crushed {
		r.Reason += "; " + err.Error()
	}
	return r, nil
}

// clearance is how far back along the approach direction the hand is clear of an object at X_GO, metres.
func clearance(g *sim.Gripper, o *sim.Object, X_GO geom.Pose) float64 {
	tip, near := 0.0, math.Inf(1)
	for _, c := range g.Pads.Cells {
		tip = math.Max(tip, g.TipX+c.Center.X)
	}
	for _, s := range o.Shape.Supports() {
		near = math.Min(near, X_GO.Apply(s.Center).X-s.Radius)
	}
	return tip + 2*g.PadRound - near
}

// judge watches the world and says what became of the object.
type judge struct {
	w   *sim.World
	obj *sim.Object

	width          float64 // of the object across the fingers at the start, m
	loaded, lifted bool
	X_GO           geom.Pose // when loaded
	lift_X_GO      geom.Pose // when lifted
	crushPhase     pick.Phase
	grip           float64 // last mean force while both fingers held, N
}

// slid is the way and the turn of the object in the hand since X_GO: of the point between the pads, in the plane of the pads.
func (j *judge) slid(X_GO geom.Pose) (way, tilt float64) {
	now := j.w.State.X_WG.Inv().Mul(j.w.State.Bodies[0].X_WO)
	pad := j.w.Model.Gripper.PadCenter()
	d := r3.Sub(now.Apply(X_GO.Inv().Apply(pad)), pad)
	return math.Hypot(d.X, d.Z), X_GO.R.Angle(now.R)
}

func (j *judge) watch(phase pick.Phase) {
	b := &j.w.State.Bodies[0]
	now := func() geom.Pose { return j.w.State.X_WG.Inv().Mul(b.X_WO) }
	if !j.loaded && phase == pick.Lifting {
		j.loaded, j.X_GO = true, now()
	}
	if !j.lifted && phase == pick.Shaking {
		j.lifted, j.lift_X_GO = true, now()
	}
	if !b.Crushed {
		j.crushPhase = phase
	}
	if f := math.Min(b.PadForce[0], b.PadForce[1]); f > 0 {
		j.grip = (b.PadForce[0] + b.PadForce[1]) / 2
	}
}

func (j *judge) result(v pick.Verdict, c *hand.Controller) Result {
	b := &j.w.State.Bodies[0]
	st := c.Status()
	r := Result{
		ForceN: j.grip, PeakForceN: math.Max(b.PeakForce[0], b.PeakForce[1]), DentM: math.Max(b.PeakDent[0], b.PeakDent[1]), Hardness: st.Hardness, Slips: st.Slips,
		Duration: j.w.State.Time, Verdict: v,
	}
	if j.loaded {
		r.SlipM, r.TiltRad = j.slid(j.X_GO)
	}
	two := math.Min(b.PadForce[0], b.PadForce[1]) > 0
	switch {
	case b.Crushed && (j.obj.CrushForce == 0 || r.PeakForceN <= j.obj.CrushForce):
		r.Outcome = pick.Crushed
		r.Reason = fmt.Sprintf("a finger dented it by %.1f mm while %v; it is damaged above %.1f mm", 1e3*r.DentM, j.crushPhase, 1e3*j.obj.DentLimit)
	case b.Crushed:
		r.Outcome = pick.Crushed
		r.Reason = fmt.Sprintf("a finger pressed %.1f N while %v; it is damaged above %.1f N", r.PeakForceN, j.crushPhase, j.obj.CrushForce)
	case !j.loaded, j.width > j.w.Model.Gripper.Stroke && !v.Grasping:
		r.Outcome = pick.Missed
		r.Reason = j.whyMissed(v)
	case !two || b.Supported:
		r.Outcome = pick.Slipped
		r.Reason = fmt.Sprintf("it fell out of the hand while %v%s", v.At, j.whySlipped(st))
		if b.Supported && two {
			r.Reason = fmt.Sprintf("it stayed on the table, the pads slid up along it%s", j.whySlipped(st))
		}
	case r.TiltRad > tiltLimit:
		r.Outcome = pick.Slipped
		r.Reason = fmt.Sprintf("it turned by %.0f degrees in the hand; grasp it nearer to its centre of mass", r.TiltRad*180/math.Pi)
	case !j.lifted || !v.Grasping:
		r.Outcome = pick.Slipped
		r.Reason = v.Reason
	default:
		r.Outcome = pick.Held
		if way, _ := j.slid(j.lift_X_GO); way > slipLimit {
			r.Outcome = pick.Slipped
			r.Reason = fmt.Sprintf("it slid %.1f mm in the hand after the lift%s", way*1e3, j.whySlipped(st))
		}
	}
	return r
}

// whySlipped compares what the grip carries with what the object weighs.
func (j *judge) whySlipped(st hand.Status) string {
	need := j.obj.Mass * 9.81 / (2 * j.obj.Friction)
	s := fmt.Sprintf(": gripped with %.1f N a finger, its weight of %.1f N needs %.1f N at friction %.2f", j.grip, j.obj.Mass*9.81, need, j.obj.Friction)
	if st.Limited {
		s += "; the limit is fingertip_force_limit"
	}
	return s
}

// whyMissed says what the hand noticed and, where the object is wider than the hand, that too.
func (j *judge) whyMissed(v pick.Verdict) string {
	why := v.Reason
	if why == "" {
		why = "the pads never touched it from both sides"
	}
	if w, g := j.width, j.w.Model.Gripper; w > g.Stroke {
		why = fmt.Sprintf("%s; it is %.0f mm wide across the fingers, the hand opens to %.0f mm", why, w*1e3, g.Stroke*1e3)
	}
	return why
}

// across is the extent of the object along the closing direction, metres, by its support points.
func (j *judge) across() float64 {
	y := j.w.State.X_WG.R.Apply(geom.UnitY)
	R := j.w.State.Bodies[0].X_WO.R
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range j.obj.Shape.Supports() {
		p := r3.Dot(y, R.Apply(s.Center))
		lo, hi = math.Min(lo, p-s.Radius), math.Max(hi, p+s.Radius)
	}
	return hi - lo
}
