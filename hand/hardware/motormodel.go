package hardware

import "math"

// motorModel compares what a motor does with what its data say, and finds a broken wire, encoder or board that way.
type motorModel struct {
	ratio    filter // (motor estimate - board estimate) / allowed difference
	measured filter // measured voltage - board estimate, V
	current  filter // measured - executed, A
	pwmHigh  bool   // the bridge was near its end in the last cycle
	skip     bool   // the verdict is not wanted
	faults   uint64
}

// filter is a first-order one, with a slower one of its absolute value behind it.
type filter struct{ y, abs, max float64 }

const (
	filterGain    = 0.2
	absFilterGain = 0.02
	modelWarning  = 0.7
	voltageFault  = 4.0  // V
	currentFault  = 0.30 // of the board's limit
)

func (f *filter) step(x float64) {
	f.y += filterGain * (x - f.y)
	f.abs += absFilterGain * (math.Abs(f.y) - f.abs)
	f.max = math.Max(f.max, f.abs)
}

func (m *motorModel) clear() {
	skip, faults := m.skip, m.faults
	*m = motorModel{skip: skip, faults: faults}
}

// ModelSample is what the motor model looks at in a frame.
type ModelSample struct {
	Supply, PWM        float64 // V, ratio
	Executed, Measured float64 // A
	Voltage            float64 // measured at the motor, V
	Velocity           float64 // rad/s
}

// step looks at one frame of a motor that is enabled.
func (m *motorModel) step(d *Device, s *ModelSample) {
	board := s.Supply*s.PWM - d.Board.Resistance*s.Measured
	drop := s.Measured * d.Motor.Resistance
	emf := s.Velocity * d.Motor.EncoderReduction * d.Motor.BackEMF()
	allowed := math.Min(10, 4+2*math.Abs(drop)+0.15*math.Abs(emf))
	m.ratio.step((drop + emf - board) / allowed)
	m.measured.step(s.Voltage - board)
	high := math.Abs(s.PWM) > 0.95*d.Board.MaxPWM
	// Near the end of the bridge the current cannot be had; such a sample counts only where it speaks for the motor.
	if e := s.Measured - s.Executed; !high && !m.pwmHigh || math.Abs(e) < math.Abs(m.current.y) {
		m.current.step(e)
	}
	m.pwmHigh = high
}

// verdict is the trouble that the filters amount to.
func (m *motorModel) verdict(d *Device) Trouble {
	switch {
	case m.skip:
		return NoTrouble
	case m.measured.abs > voltageFault, m.ratio.abs > 1:
		return MotorFault
	case m.current.abs > currentFault*d.MaxCurrent():
		return CurrentFault
	}
	return NoTrouble
}

// warns reports filters at seven tenths of a fault.
func (m *motorModel) warns(d *Device) bool {
	return !m.skip && (m.measured.abs > modelWarning*voltageFault || m.ratio.abs > modelWarning || m.current.abs > modelWarning*currentFault*d.MaxCurrent())
}

// watchMotor runs heating and motor model on a frame. Both need currents and voltages.
func (b *board) watchMotor(s *Status, dt float64) bool {
	if b.dev.Provided&(HasCurrent|HasVoltage) != HasCurrent|HasVoltage || !b.began {
		return true
	}
	d, st := &b.dev, &b.act.State
	sample := ModelSample{
		Supply: float64(b.status.SupplyVoltage) * d.Board.VoltageScale, // of the frame before, as the bridge had it
		PWM:    float64(s.PWM) / fullPWM, Executed: st.Executed.Current, Measured: st.Measured.Current,
		Voltage: st.MotorVoltage, Velocity: st.Velocity,
	}
	if b.dev.Provided&HasTemperature != 0 {
		b.heat.Ambient = float64(s.BoardTemperature) / 128
	}
	if dt > 0 && dt < 1 {
		power := (sample.Supply*sample.PWM - sample.Velocity*d.Motor.EncoderReduction*d.Motor.BackEMF()) * sample.Measured
		b.heat.Step(&d.Motor.Thermal, power, dt)
	}
	ok := true
	if b.heat.Overheated && b.haltOnHeat {
		b.fail(Overheated)
		ok = false
	}
	if s.Mode&ModeEnable == 0 {
		return ok
	}
	b.model.step(d, &sample)
	if t := b.model.verdict(d); t != NoTrouble {
		if !b.has {
			b.model.faults++
		}
		b.fail(t)
		ok = false
	}
	return ok
}
