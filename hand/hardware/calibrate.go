package hardware

import (
	"fmt"
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/param"
)

// CalibrationParams are the settings of a calibration. The names are those of the PR2's calibration controllers where they had them.
type CalibrationParams struct {
	Velocity  float64 // m/s, negative closes
	Tolerance float64 // m/s
	P, I      float64 // N s/m, N/m
	IClamp    float64 // N
	Force     bool
	Timeout   float64 // s
	MinTravel float64 // m
	OpenSpeed float64 // m/s
	ZeroDrift float64 // rad
}

// Declare lists the parameters.
func (p *CalibrationParams) Declare(s *param.Set) {
	s.Float(&p.Velocity, "velocity", -0.01, "m/s", -0.05, 0.05, "speed of the search; negative closes")
	s.Float(&p.Tolerance, "stopped_velocity_tolerance", 1e-4, "m/s", 1e-7, 0.01, "speed of the gap that counts as stopped")
	s.Float(&p.P, "pid_p", 10000, "N s/m", 0, 1e6, "effort for each m/s that the speed is off")
	s.Float(&p.I, "pid_i", 10000, "N/m", 0, 1e6, "effort for each metre that the speed's error adds up to")
	s.Float(&p.IClamp, "pid_i_clamp", 15, "N", 0, 1000, "largest effort of the integral")
	s.Bool(&p.Force, "force_calibration", false, "calibrate although a zero offset is known")
	s.Float(&p.Timeout, "timeout", 30, "s", 1, 600, "time after which the search for a stop is given up")
	s.Float(&p.MinTravel, "min_travel", 0.080, "m", 0, 1, "way from the zero that was found to the open stop, below which something lay between the fingers")
	s.Float(&p.OpenSpeed, "verify_velocity", 0.025, "m/s", 0.001, 0.1, "speed at which the hand opens to verify the zero")
	s.Float(&p.ZeroDrift, "zero_tolerance", 10, "rad", 0.01, 100, "difference from the zero of an earlier calibration that is believed without opening the hand")
}

// DefaultCalibration are the declared defaults.
func DefaultCalibration() CalibrationParams { return param.Defaults[CalibrationParams]() }

// CalibrationPhase is where a calibration is.
type CalibrationPhase uint8

const (
	CalIdle CalibrationPhase = iota
	CalInitialized
	CalBeginning
	CalStarting
	CalClosing
	CalBackOff
	CalClosingSlowly
	CalVerifying // opens the hand to the other stop
	CalDone
	CalFailed
	CalMovingToLow  // by a switch: away from it
	CalMovingToHigh // by a switch: towards it
)

func (p CalibrationPhase) String() string {
	return [...]string{
		"idle", "initialized", "beginning", "starting", "closing", "backing off", "closing slowly", "verifying", "calibrated", "failed",
		"moving to low", "moving to high",
	}[p]
}

// CalibrationFailure is why a calibration failed.
type CalibrationFailure uint8

const (
	CalOK CalibrationFailure = iota
	CalTimeout
	CalNoMotion
	CalObstructed
	CalInterrupted
	CalNoSwitch
)

func (f CalibrationFailure) String() string {
	return [...]string{
		CalOK: "", CalTimeout: "it did not end in time: the drive never came to a stop, or the motors were halted",
		CalNoMotion:    "the motor does not move the hand; check that it is enabled and free",
		CalObstructed:  "something lies between the fingers: the way from the zero that was found to the open stop is too short; take it out and calibrate again",
		CalInterrupted: "it was stopped before it ended", CalNoSwitch: "the board has no calibration switch",
	}[f]
}

// CalibrationStatus is how far a calibration is.
type CalibrationStatus struct {
	Phase   CalibrationPhase
	Failure CalibrationFailure
	Cycles  uint64  // since it was started
	Zero    float64 // rad, found
	Travel  float64 // m from the zero to the open stop, when it was measured
}

// String is the result in one line.
func (s CalibrationStatus) String() string {
	switch s.Phase {
	case CalDone:
		return fmt.Sprintf("calibrated: zero offset %.4f rad", s.Zero)
	case CalFailed:
		return s.Failure.String()
	}
	return s.Phase.String()
}

// Done reports that it has ended, well or not.
func (s CalibrationStatus) Done() bool { return s.Phase == CalDone || s.Phase == CalFailed }

// search is what every calibration has: how far it is, and the law that moves the joint.
type search struct {
	Params CalibrationParams
	// Shown is the status after each cycle, for any goroutine.
	Shown *Latest[CalibrationStatus]

	st      CalibrationStatus
	law     velocityLaw
	counter int
	now     time.Duration
	began   time.Duration // the present phase
	from    float64       // rad where the present way began
}

func newSearch(p CalibrationParams) search {
	return search{Params: p, Shown: NewLatest(func(*CalibrationStatus) {})}
}

func (c *search) show() {
	*c.Shown.Back() = c.st
	c.Shown.Publish()
}

// Status is how far it is. It belongs into the loop.
func (c *search) Status() CalibrationStatus { return c.st }

// begin drops a zero that is known.
func (c *search) begin(g *Gripper) {
	c.st = CalibrationStatus{Phase: CalInitialized}
	c.law, c.counter, c.now, c.began = velocityLaw{}, 0, g.Now, g.Now
	g.Actuator.State.ZeroOffset, g.Actuator.State.Calibration = 0, Uncalibrated
	g.Joint.Calibrated = false
	c.show()
}

// Stop ends it; a search that was under way has failed.
func (c *search) Stop(*Gripper) {
	if !c.st.Done() && c.st.Phase != CalIdle {
		c.fail(CalInterrupted)
		c.show()
	}
}

func (c *search) fail(f CalibrationFailure) { c.st.Phase, c.st.Failure = CalFailed, f }

func (c *search) enter(p CalibrationPhase, velocity float64) {
	c.st.Phase, c.law.goal, c.counter, c.began = p, velocity, 0, c.now
}

// awake counts a cycle and reports whether there is something to do in it: nothing is counted while the motor is off or silent.
func (c *search) awake(g *Gripper) bool {
	if c.st.Done() || c.st.Phase == CalIdle {
		return false
	}
	c.st.Cycles++
	c.now = g.Now
	if (g.Now - c.began).Seconds() > c.Params.Timeout {
		c.fail(CalTimeout)
		return false
	}
	st := &g.Actuator.State
	return st.IsEnabled && !st.Halted && !st.Stale
}

// drive moves the joint at the speed that is wanted.
func (c *search) drive(g *Gripper) {
	g.Joint.Commanded = c.law.step(&c.Params, g.Joint.Speed, g.Period.Seconds())
}

// write sets the zero offset, once, and is done.
func (c *search) write(g *Gripper) {
	g.Actuator.State.ZeroOffset, g.Actuator.State.Calibration = c.st.Zero, ByController
	c.st.Phase = CalDone
}

// velocityLaw is the PI law on the speed of the gap that every search drives with.
type velocityLaw struct {
	goal, integral float64
}

func (v *velocityLaw) step(p *CalibrationParams, speed, dt float64) float64 {
	e := v.goal - speed
	if !finite(e) {
		return 0
	}
	v.integral = math.Max(-p.IClamp, math.Min(p.IClamp, v.integral+p.I*e*dt))
	return p.P*e + v.integral
}

// GripperCalibration finds the zero of a gripper by driving it against its closed stop, as the PR2's GripperCalibrationController does:
// close, back off, close again, so that the drive train is not wound up when the zero is taken.
//
// Beyond the original: it counts nothing while the motor is not enabled; it gives up after a time; it fails when the hand does not
// move; and a zero is believed only when it agrees with that of an earlier calibration, or when the hand then opens by as much as it
// should. The zero offset is written once, at the end.
type GripperCalibration struct {
	search
	known   bool    // an earlier zero is known
	earlier float64 // rad
	anchor  int64   // count from which wavering is told
}

// NewGripperCalibration makes one.
func NewGripperCalibration(p CalibrationParams) *GripperCalibration {
	return &GripperCalibration{search: newSearch(p)}
}

// Calibrated reports whether a start would find nothing to do: the zero is known and force_calibration is off.
func (c *GripperCalibration) Calibrated(g *Gripper) bool {
	return g.Joint.Calibrated && !c.Params.Force
}

const (
	calStartCycles   = 101
	calStopCycles    = 101
	calBackOffCycles = 1001
	calFinalCycles   = 501
	calRunUpCycles   = 100 // of verifying, before standing still counts
)

// Start begins anew. A zero that is known is dropped, as the original drops it: who wants to keep it asks Calibrated first. The raw
// place of the earlier zero is remembered to compare with.
func (c *GripperCalibration) Start(g *Gripper) {
	st := &g.Actuator.State
	if st.Calibration != Uncalibrated {
		c.known, c.earlier = true, st.ZeroOffset
	}
	c.begin(g)
}

// still counts the cycles in a row in which the joint stands still: it is slower than the tolerance, or the encoder only wavers by a
// count, which at a period of a millisecond looks like three times the tolerance.
func (c *GripperCalibration) still(g *Gripper) int {
	n := int64(g.Actuator.State.EncoderCount)
	wavers := c.counter > 0 && n-c.anchor <= 1 && c.anchor-n <= 1
	switch v := math.Abs(g.Joint.Speed); {
	case wavers && finite(v):
		c.counter++
	case v < c.Params.Tolerance:
		c.anchor, c.counter = n, c.counter+1
	default:
		c.counter = 0
	}
	return c.counter
}

// Update is one cycle.
func (c *GripperCalibration) Update(g *Gripper) {
	defer c.show()
	if !c.awake(g) {
		return
	}
	st := &g.Actuator.State
	v := c.Params.Velocity
	switch c.st.Phase {
	case CalInitialized:
		c.enter(CalBeginning, 0)
		return
	case CalBeginning:
		c.enter(CalStarting, v)
	case CalStarting:
		if c.counter++; c.counter >= calStartCycles {
			c.enter(CalClosing, v)
		}
	case CalClosing:
		if c.still(g) >= calStopCycles {
			c.enter(CalBackOff, -v)
			c.from = st.Position
		}
	case CalBackOff:
		if c.counter++; c.counter >= calBackOffCycles {
			// It should have gone back by about a second's way; a fifth of that is left to friction and slack.
			slope := g.Joint.cfg.Transmission.Slope(0)
			if way := math.Abs(st.Position-c.from) * slope; !(way > math.Abs(v)*calBackOffCycles*g.Period.Seconds()/5) {
				c.fail(CalNoMotion)
				return
			}
			c.enter(CalClosingSlowly, v)
		}
	case CalClosingSlowly:
		if c.still(g) >= calFinalCycles {
			c.st.Zero = st.Position
			if c.known && math.Abs(c.st.Zero-c.earlier) <= c.Params.ZeroDrift {
				c.finish(g)
				return
			}
			c.enter(CalVerifying, math.Copysign(c.Params.OpenSpeed, -v))
			c.counter = -calRunUpCycles
		}
	case CalVerifying:
		if c.counter < 0 { // gather speed
			c.counter++
		} else if c.still(g) >= calStopCycles {
			t := &g.Joint.cfg.Transmission
			c.st.Travel = math.Abs(t.Gap(st.Position-c.st.Zero) - t.Gap(0))
			if c.st.Travel < c.Params.MinTravel {
				c.fail(CalObstructed)
				return
			}
			c.finish(g)
			return
		}
	}
	c.drive(g)
}

// finish believes the zero that was found.
func (c *GripperCalibration) finish(g *Gripper) {
	c.known, c.earlier = true, c.st.Zero
	c.write(g)
}
