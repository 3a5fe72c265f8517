package hardware

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// JointConfig ties a joint to an actuator.
type JointConfig struct {
	Name         string // r_gripper_joint
	Actuator     string // r_gripper_motor
	Transmission Transmission
	Limit        *SoftLimit // nil for a joint without limits
}

// Joint is the gap of a gripper: what its motor's state means there, and the effort that is asked for.
type Joint struct {
	Name       string
	Gap        float64 // m
	Speed      float64 // m/s
	Effort     float64 // N, from the measured current; positive opens
	Commanded  float64 // N; controllers write it each cycle, the limit bounds it
	Will       Will    // controllers write it each cycle
	Asked      float64 // N, what the controllers had asked for in the last cycle
	Calibrated bool
	Fingers    [4]FingerState // left and right finger, left and right tip

	cfg     JointConfig
	board   *board
	open    float64 // rad at the widest gap of a linkage
	decided bool    // a controller has said what its will is, or driven the joint
	owner   string  // controller that may write Commanded
	stats   JointStats
	fault   JointFault
}

// FingerState is a passive joint of the linkage.
type FingerState struct {
	Position float64 // rad
	Velocity float64 // rad/s
	Effort   float64 // N m
}

// JointFault counts why a joint was given no effort.
type JointFault struct {
	NotFinite uint64 // position, speed or effort was not a number
	Singular  uint64 // the linkage gives no leverage there
}

// JointStats are kept since the last publication, but for the odometer.
type JointStats struct {
	Odometer                 float64 // m since the start
	MinPosition, MaxPosition float64 // m
	MaxAbsVelocity           float64 // m/s
	MaxAbsEffort             float64 // N
	LimitsHit                bool    // the limit changed a command, or the gap left its bounds
	began                    bool
}

func newJoint(cfg JointConfig, b *board) (*Joint, error) {
	if err := cfg.Transmission.Validate(); err != nil {
		return nil, fault.Wrap("", cfg.Name, err)
	}
	if cfg.Limit != nil {
		if err := cfg.Limit.Validate(); err != nil {
			return nil, fault.Wrap("", cfg.Name, err)
		}
	}
	j := &Joint{Name: cfg.Name, cfg: cfg, board: b, open: math.Inf(1)}
	if cfg.Transmission.Turns() {
		j.open = cfg.Transmission.Motor(widest)
	}
	return j, nil
}

// Validate says what is wrong with a limit, nil when nothing is.
func (l *SoftLimit) Validate() error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"effort", l.Effort}, {"speed", l.Speed}, {"position gain", l.KPosition}, {"speed gain", l.KVelocity}} {
		if !(v.value >= 0 && v.value < 1e9) {
			return fault.New("check limit", v.name, fault.Invalid, "%g; it must not be negative", v.value)
		}
	}
	if !(l.Low < l.High) {
		return fault.New("check limit", "", fault.Invalid, "from %g to %g m; the first must be smaller", l.Low, l.High)
	}
	return nil
}

// widest is a gap (m) that no hand of this linkage reaches.
const widest = 0.12

// angle is the motor's angle as far as a linkage turns: an encoder that is not calibrated may say anything, and past its ends the
// linkage would turn the sense of motion round.
func (j *Joint) angle() float64 { return math.Min(j.board.act.State.Position, j.open) }

// read derives the joint from its actuator.
func (j *Joint) read() {
	st, t := &j.board.act.State, &j.cfg.Transmission
	angle := j.angle()
	slope := t.Slope(angle)
	before := j.Gap
	j.Gap = t.Gap(angle)
	j.Speed = st.Velocity * slope
	j.Effort = st.Measured.Effort / slope
	j.Calibrated = st.Calibration != Uncalibrated
	turn := t.FingerSlope(angle)
	for i := range j.Fingers {
		if turn == 0 { // jaws on rails
			break
		}
		j.Fingers[i] = FingerState{Position: t.Finger(angle), Velocity: turn * st.Velocity, Effort: st.Measured.Effort / turn}
	}
	s := &j.stats
	if !s.began {
		s.began, s.MinPosition, s.MaxPosition = true, j.Gap, j.Gap
		before = j.Gap
	}
	s.Odometer += math.Abs(j.Gap - before)
	s.MinPosition, s.MaxPosition = math.Min(s.MinPosition, j.Gap), math.Max(s.MaxPosition, j.Gap)
	s.MaxAbsVelocity = math.Max(s.MaxAbsVelocity, math.Abs(j.Speed))
	s.MaxAbsEffort = math.Max(s.MaxAbsEffort, math.Abs(j.Effort))
	if l := j.cfg.Limit; l != nil && j.Calibrated && (j.Gap < l.Low || j.Gap > l.High) {
		s.LimitsHit = true
	}
}

// write bounds what the controllers asked for and hands it to the actuator.
func (j *Joint) write() {
	j.Asked = j.Commanded
	f, ok := j.Commanded, finite(j.Commanded)
	if l := j.cfg.Limit; l != nil {
		f, ok = l.Limit(j.Commanded, j.Gap, j.Speed, j.Calibrated)
	}
	if !ok {
		j.fault.NotFinite++
		f = 0
	}
	if f != j.Asked {
		j.stats.LimitsHit = true
	}
	j.Commanded = f
	torque := j.cfg.Transmission.Torque(f, j.angle())
	if f != 0 && torque == 0 {
		j.fault.Singular++
	}
	if !finite(torque) {
		j.fault.NotFinite++
		torque = 0
	}
	j.board.act.Command = ActuatorCommand{Enable: true, Effort: torque, Will: j.will()}
}

// resetWindow begins a new publication period: the extremes start where the joint is.
func (s *JointStats) resetWindow(gap float64) {
	s.MinPosition, s.MaxPosition, s.MaxAbsVelocity, s.MaxAbsEffort, s.LimitsHit = gap, gap, 0, 0, false
}
