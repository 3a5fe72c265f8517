// Package hardware is what lies between a gripper controller and its motor: transmission, motor and encoder.
package hardware

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Transmission is the way from a motor to the gap. It is the four-bar linkage of the PR2's gripper, in which a motor turns a screw, the nut
// spreads the fingers, and the tips stay parallel; or, where Lead is set, that of jaws on rails, which move in proportion to the motor.
// Coordinates: the motor's angle (rad, 0 closed) and the gap between the pads (m). Forces: torque at the motor's shaft (N m) and effort at
// the gap (N, positive opening), as the power at both is the same.
type Transmission struct {
	Lead   float64 // m by which the gap opens for each turn of the motor; 0 for the linkage, whose fields then count
	Screw  float64 // m of nut travel for each turn of the screw
	Gear   float64 // motor turns for each turn of the screw
	Theta0 float64 // rad, angle of the fingers when closed
	Phi0   float64 // rad, offset of the linkage
	T0     float64 // m, half gap at Theta0
	L0     float64 // m, nut position when closed
	H      float64 // m
	A, B   float64 // m, sides of the linkage
	R      float64 // m, length of the finger
	// Reduction is the mechanical reduction between motor and screw gear, 1 on the PR2; its sign is that of the motor.
	Reduction float64
}

// PR2Transmission has the constants of the production robots.
func PR2Transmission() Transmission {
	return Transmission{
		Screw: 0.004, Gear: 729.0 / 25 * 22 / 16, Theta0: 3.6029 * math.Pi / 180, Phi0: 29.7089 * math.Pi / 180,
		T0: -0.0001914, L0: 0.0375528, H: 0, A: 0.0683698, B: 0.0433849, R: 0.0915, Reduction: 1,
	}
}

// Validate says what is wrong with a transmission, nil when nothing is.
func (t *Transmission) Validate() error {
	if t.Lead != 0 {
		if !(t.Lead > 1e-7 && t.Lead < 1) {
			return fault.New("check transmission", "lead", fault.Invalid, "%g m a turn; it must be positive and below 1", t.Lead)
		}
		return nil
	}
	for _, v := range []struct {
		name  string
		value float64
	}{{"screw", t.Screw}, {"gear", t.Gear}, {"L0", t.L0}, {"a", t.A}, {"b", t.B}, {"r", t.R}} {
		if !(v.value > 0 && v.value < 1e4) {
			return fault.New("check transmission", v.name, fault.Invalid, "%g; it must be positive", v.value)
		}
	}
	if sum := t.Theta0 + t.Phi0 + t.T0 + t.H + t.Reduction; math.IsNaN(sum-sum) || t.Reduction == 0 {
		return fault.New("check transmission", "", fault.Invalid, "theta0, phi0, t0, h and mechanical_reduction must be numbers, the last not 0")
	}
	if g := t.Gap(0); !(math.Abs(g) < 0.01) {
		return fault.New("check transmission", "", fault.Invalid, "the gap is %g m at a motor angle of 0; it must be near 0", g)
	}
	return nil
}

// singular bounds the slope of acos and asin near their ends.
const singular = 1e-5

// angle is the linkage's angle theta at motor revolutions r, and d theta / d r.
func (t *Transmission) angle(r float64) (theta, slope float64) {
	s := t.L0 + r*t.Screw/t.Gear
	u := (t.A*t.A + t.B*t.B - t.H*t.H - s*s) / (2 * t.A * t.B)
	u = math.Max(-1, math.Min(1, u))
	return t.Theta0 - t.Phi0 + math.Acos(u), t.Screw / t.Gear * s / (t.A * t.B * math.Sqrt(math.Max(1-u*u, singular)))
}

func (t *Transmission) revolutions(motor float64) float64 { return motor / (t.Reduction * 2 * math.Pi) }

// Gap is the gap (m) at a motor angle (rad).
func (t *Transmission) Gap(motor float64) float64 {
	if t.Lead != 0 {
		return t.Lead / (2 * math.Pi) * motor
	}
	theta, _ := t.angle(t.revolutions(motor))
	return 2 * (t.T0 + t.R*(math.Sin(theta)-math.Sin(t.Theta0)))
}

// Slope is d gap / d motor (m/rad) at a motor angle. Below zero it is that of zero: the linkage does not go through.
func (t *Transmission) Slope(motor float64) float64 {
	if t.Lead != 0 {
		return t.Lead / (2 * math.Pi)
	}
	theta, slope := t.angle(math.Max(t.revolutions(motor), 0))
	return 2 * t.R * math.Cos(theta) * slope / (t.Reduction * 2 * math.Pi)
}

// Motor is the motor angle (rad) at a gap (m).
func (t *Transmission) Motor(gap float64) float64 {
	if t.Lead != 0 {
		return gap / t.Lead * 2 * math.Pi
	}
	s := (gap/2-t.T0)/t.R + math.Sin(t.Theta0)
	phi := math.Asin(math.Max(-1, math.Min(1, s))) - t.Theta0 + t.Phi0
	q := t.A*t.A + t.B*t.B - t.H*t.H - 2*t.A*t.B*math.Cos(phi)
	return (math.Sqrt(math.Max(q, 0)) - t.L0) * t.Gear / t.Screw * t.Reduction * 2 * math.Pi
}

// Effort is the effort at the gap (N) of a motor torque (N m) at a motor angle.
func (t *Transmission) Effort(torque, motor float64) float64 { return torque / t.Slope(motor) }

// Torque is the motor torque (N m) of an effort at the gap (N) at a motor angle.
func (t *Transmission) Torque(effort, motor float64) float64 { return effort * t.Slope(motor) }

// Turns reports fingers that turn about joints of their own as the gap opens. Jaws on rails do not.
func (t *Transmission) Turns() bool { return t.Lead == 0 }

// Finger is how far the fingers have turned from where they are at a motor angle of theta0 (rad); 0 where they do not turn.
func (t *Transmission) Finger(motor float64) float64 {
	if !t.Turns() {
		return 0
	}
	theta, _ := t.angle(t.revolutions(motor))
	return theta - t.Theta0
}

// FingerSlope is d finger / d motor at a motor angle; below zero it is that of zero.
func (t *Transmission) FingerSlope(motor float64) float64 {
	if !t.Turns() {
		return 0
	}
	_, slope := t.angle(math.Max(t.revolutions(motor), 0))
	return slope / (t.Reduction * 2 * math.Pi)
}

// Drive is a motor with its encoder, current loop and transmission.
type Drive struct {
	Transmission
	TorqueConstant float64 // N m/A
	MaxCurrent     float64 // A
	CurrentStep    float64 // A for each count of the current command; 0 for no quantisation
	CountsPerTurn  float64 // encoder counts for a turn of the motor
	RotorInertia   float64 // of rotor, gear and screw at the shaft, kg m^2
}

// PR2Drive is the PR2's: a Maxon 222057 with an encoder of 1200 counts. Rotor inertia and current step are not published; the
// first is an estimate of the motor's size, the second a milliampere.
func PR2Drive() Drive {
	return Drive{
		Transmission: PR2Transmission(), TorqueConstant: 0.0613, MaxCurrent: 0.204, CurrentStep: 1e-3, CountsPerTurn: 1200, RotorInertia: 4e-7,
	}
}

// Validate says what is wrong with a drive, nil when nothing is.
func (d *Drive) Validate() error {
	for _, v := range []struct {
		name     string
		value    float64
		min, max float64
	}{
		{"torque constant", d.TorqueConstant, 1e-6, 100}, {"current limit", d.MaxCurrent, 1e-4, 1e3}, {"current step", d.CurrentStep, 0, 1},
		{"encoder counts", d.CountsPerTurn, 1, 1e7}, {"rotor inertia", d.RotorInertia, 1e-12, 1},
	} {
		if !(v.value >= v.min && v.value <= v.max) {
			return fault.New("check drive", v.name, fault.Invalid, "%g is outside %g to %g", v.value, v.min, v.max)
		}
	}
	return d.Transmission.Validate()
}

// Deliver is the effort (N) that the motor gives when an effort is asked at a motor angle: through torque and current to the
// current loop's whole counts, rounded towards zero, within the limit, and back. An effort that is not a number gives none.
func (d *Drive) Deliver(effort, motor float64) (delivered, current float64) {
	if math.IsNaN(effort) {
		return 0, 0
	}
	i := d.Torque(effort, motor) / d.TorqueConstant
	i = math.Max(-d.MaxCurrent, math.Min(d.MaxCurrent, i))
	if d.CurrentStep > 0 {
		i = math.Trunc(i/d.CurrentStep+math.Copysign(1e-9, i)) * d.CurrentStep
	}
	return d.Effort(i*d.TorqueConstant, motor), i
}

// Count is the encoder's reading at a motor angle.
func (d *Drive) Count(motor float64) int32 {
	return int32(math.Round(motor / (2 * math.Pi) * d.CountsPerTurn))
}

// Angle is the motor angle (rad) of an encoder reading.
func (d *Drive) Angle(count int32) float64 { return float64(count) / d.CountsPerTurn * 2 * math.Pi }

// Mass is the inertia of the drive at the gap (kg) at a motor angle.
func (d *Drive) Mass(motor float64) float64 {
	s := d.Slope(motor)
	return d.RotorInertia / (s * s)
}
