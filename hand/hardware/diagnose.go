package hardware

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Level is that of a diagnosis. The numbers are those of diagnostic_msgs/DiagnosticStatus.
type Level uint8

const (
	OK    Level = 0
	Warn  Level = 1
	Error Level = 2
)

// KeyValue is one line of a diagnosis.
type KeyValue struct{ Key, Value string }

// Diagnosis is what is said of one part of the machine, under the names and with the keys of the PR2's drivers.
type Diagnosis struct {
	Level      Level
	Name       string
	Message    string
	HardwareID string
	Values     []KeyValue
}

// merge adds a finding: the highest level holds, and messages that are not OK are joined.
func (d *Diagnosis) merge(l Level, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	switch {
	case l == OK && d.Message == "":
		d.Message = text
	case l > OK && d.Level > OK:
		d.Message += "; " + text
	case l > OK:
		d.Message = text
	}
	d.Level = max(d.Level, l)
}

func (d *Diagnosis) add(key string, format string, args ...any) {
	d.Values = append(d.Values, KeyValue{key, fmt.Sprintf(format, args...)})
}

// addIf adds a value that only some buses provide.
func (d *Diagnosis) addIf(provided bool, key string, format string, args ...any) {
	if !provided {
		format, args = "not provided", nil
	}
	d.add(key, format, args...)
}

func (d *Diagnosis) us(key string, t time.Duration) { d.add(key, "%.1f", float64(t)/1e3) }

// Diagnoser makes diagnoses of snapshots, about once a second. It remembers what it needs of the one before. It runs outside the
// loop.
type Diagnoser struct {
	before   map[string]accelCount
	jointSee map[string]seen
}

type accelCount struct {
	total uint64
	at    time.Duration
}

type seen struct {
	stamp time.Duration
	at    time.Duration
}

const (
	stillSilent = 3 * time.Second
	notSet      = "N/A"
)

// Diagnose says what is to be said of a snapshot.
func (d *Diagnoser) Diagnose(s *Snapshot) []Diagnosis {
	if d.before == nil {
		d.before, d.jointSee = map[string]accelCount{}, map[string]seen{}
	}
	out := []Diagnosis{master(s)}
	for i := range s.Boards {
		b := &s.Boards[i]
		out = append(out, device(b))
		if b.Device.Provided&HasAccelerometer != 0 {
			out = append(out, d.accelerometer(b, s.Now))
		}
		if b.Device.Provided&HasPressure != 0 {
			out = append(out, pressure(b))
		}
	}
	out = append(out, realtime(s))
	for i := range s.Joints {
		out = append(out, d.joint(s, &s.Joints[i]))
	}
	for i := range s.Controllers {
		out = append(out, controller(s, &s.Controllers[i]))
	}
	if len(s.Controllers) == 0 {
		out = append(out, Diagnosis{Name: "Controller (No controllers)", Message: "No controllers loaded in controller manager"})
	}
	return out
}

func master(s *Snapshot) Diagnosis {
	d := Diagnosis{Name: "EtherCAT Master"}
	if s.Halt.Halted {
		d.merge(Error, "%v", s.Halt)
	}
	if s.Bus.ProcessDataError {
		d.merge(Error, "Error sending process data")
	}
	d.merge(OK, "OK")
	d.add("Motors halted", "%v", s.Halt.Halted)
	d.add("EtherCAT devices (expected)", "%d", len(s.Boards))
	d.add("EtherCAT devices (current)", "%d", len(s.Boards))
	d.add("Max PD Retries", "%d", s.Bus.Attempts)
	d.us("Roundtrip time Avg (us)", s.Pace.ExchangeMean)
	d.us("Roundtrip time 1 Sec Max (us)", s.Pace.ExchangeMax)
	d.add("EtherCAT Process Data txandrx errors", "%d", s.Bus.Failures)
	d.add("Sent Packets", "%d", s.Bus.Exchanges+s.Bus.Retries)
	d.add("Retries", "%d", s.Bus.Retries)
	d.add("Stale commands", "%d", s.Bus.StaleCommands)
	d.add("Reset motors service count", "%d", s.Bus.Resets)
	d.add("Halt motors service count", "%d", s.Bus.Halts)
	d.add("Halt motors error count", "%d", s.Bus.ErrorHalts)
	return d
}

func device(b *BoardSnapshot) Diagnosis {
	st, dev, has := &b.State, &b.Device, b.Device.Provided
	d := Diagnosis{Name: "EtherCAT Device (" + dev.Name + ")", HardwareID: fmt.Sprintf("68-05006-%05d", dev.Serial%100000)}
	if b.Trouble != NoTrouble {
		d.merge(Error, "%v", b.Trouble)
	}
	switch {
	case b.Heat.Overheated:
		d.merge(Warn, "Motor overheated")
	case b.HeatWarn:
		d.merge(Warn, "Motor hot")
	}
	if b.Model.Warning {
		d.merge(Warn, "Motor model: difference is at 70 %% of what is allowed")
	}
	if b.Model.Skipped {
		d.merge(OK, "Motor model disabled")
	}
	if b.Errors.EncoderErrors > 0 {
		d.merge(Warn, "Encoder errors detected")
	}
	if b.Errors.CountJumps > 0 {
		d.merge(Warn, "Encoder count jumped")
	}
	if b.Errors.TimestampJumps > 0 {
		d.merge(Warn, "Timestamp jumped")
	}
	d.merge(OK, "OK")
	num := func(key string, v float64) { d.add(key, "%g", v) }
	d.add("Name", "%s", dev.Name)
	d.add("Position", "%02d", st.DeviceID)
	d.add("Product code", "WG006 (6805006)")
	d.add("Serial Number", "%d", dev.Serial)
	d.add("Motor", "%s %s", dev.Motor.Make, dev.Motor.Model)
	num("Nominal Current Scale", dev.Board.CurrentScale)
	num("Nominal Voltage Scale", dev.Board.VoltageScale)
	num("HW Max Current", dev.Board.CurrentLimit)
	num("SW Max Current", dev.Motor.MaxCurrent)
	num("Speed Constant", dev.Motor.SpeedConstant)
	num("Resistance", dev.Motor.Resistance)
	num("Motor Torque Constant", dev.Motor.TorqueConstant)
	num("Pulses Per Revolution", dev.Motor.PulsesPerTurn)
	num("Encoder Reduction", dev.Motor.EncoderReduction)
	d.add("Status Checksum Error Count", "%d", b.Errors.StatusChecksum)
	d.add("Safety Disable Count", "%d", b.Errors.Lockouts)
	d.add("Undervoltage Count", "%d", b.Errors.Undervoltage)
	num("Calibration Offset", st.ZeroOffset)
	d.add("Calibration Status", "%v", st.Calibration)
	d.addIf(dev.Board.Watchdog > 0, "Watchdog Limit", "%.0f ms", dev.Board.Watchdog*1e3)
	d.add("Mode", "%s", mode(b.Status.Mode))
	d.add("Digital out", "%d", b.Status.DigitalOut)
	d.addIf(has&HasVoltage != 0, "Programmed pwm value", "%d", b.Status.PWM)
	d.addIf(has&HasCurrent != 0, "Programmed current", "%g", st.Executed.Current)
	d.addIf(has&HasCurrent != 0, "Measured current", "%g", st.Measured.Current)
	d.add("Timestamp", "%d", b.Status.Timestamp)
	d.addIf(has&HasEncoder != 0, "Encoder count", "%d", st.EncoderCount)
	d.addIf(has&HasEncoderErrors != 0, "Num encoder_errors", "%d", st.NumEncoderErrors)
	d.addIf(has&HasSwitch != 0, "Calibration reading", "%v", st.CalibrationReading)
	d.addIf(has&HasSwitch != 0 && st.CalibrationRisingEdgeValid, "Last calibration rising edge", "%g", st.LastCalibrationRisingEdge)
	d.addIf(has&HasSwitch != 0 && st.CalibrationFallingEdgeValid, "Last calibration falling edge", "%g", st.LastCalibrationFallingEdge)
	d.addIf(has&HasTemperature != 0, "Board temperature", "%.2f", float64(b.Status.BoardTemperature)/128)
	d.addIf(has&HasTemperature != 0, "Bridge temperature", "%.2f", float64(b.Status.BridgeTemperature)/128)
	d.addIf(has&HasVoltage != 0, "Supply voltage", "%.2f", float64(b.Status.SupplyVoltage)*dev.Board.VoltageScale)
	d.addIf(has&HasVoltage != 0, "Motor voltage", "%.2f", st.MotorVoltage)
	d.addIf(has&HasVoltage != 0, "Motor Voltage Error %", "%.1f", 100*b.Model.Ratio)
	d.addIf(has&HasVoltage != 0, "Max Motor Voltage Error %", "%.1f", 100*b.Model.MaxRatio)
	d.addIf(has&HasCurrent != 0, "Current Error", "%g", b.Model.Current)
	d.addIf(has&HasTemperature != 0, "Motor winding temp limit (C)", "%.0f", dev.Motor.Thermal.MaxWinding)
	d.addIf(has&HasTemperature != 0, "Motor winding temp (C)", "%.2f", b.Heat.Winding)
	d.addIf(has&HasTemperature != 0, "Motor housing temp (C)", "%.2f", b.Heat.Housing)
	d.addIf(has&HasTemperature != 0, "Ambient temp (C)", "%.2f", b.Heat.Ambient)
	d.add("Packet count", "%d", b.Status.PacketCount)
	d.add("Drops", "%d", b.Errors.Drops)
	d.add("Consecutive Drops", "%d", b.Errors.ConsecutiveDrops)
	d.add("Max Consecutive Drops", "%d", b.Errors.MaxConsecutive)
	d.add("Encoder jumps", "%d", b.Errors.CountJumps)
	d.add("Commands limited", "%d", b.Clamped)
	d.add("Commands that were not numbers", "%d", b.BadEfforts)
	d.add("Provided", "%s", strings.Join(has.Names(), ", "))
	return d
}

// mode names the bits of a mode byte.
func mode(m byte) string {
	if m == ModeOff {
		return "OFF"
	}
	var out []string
	for _, b := range []struct {
		bit  byte
		name string
	}{{ModeEnable, "ENABLE"}, {ModeCurrent, "CURRENT"}, {ModeSafetyReset, "SAFETY_RESET"}, {ModeLockout, "SAFETY_LOCKOUT"}, {ModeUndervolt, "UNDERVOLTAGE"}, {ModeReset, "RESET"}} {
		if m&b.bit != 0 {
			out = append(out, b.name)
		}
	}
	return strings.Join(out, ", ")
}

// The rate at which an accelerometer should deliver, Hz.
const (
	accelSlowest = 2000
	accelFastest = 4000
)

func (d *Diagnoser) accelerometer(b *BoardSnapshot, now time.Duration) Diagnosis {
	out := Diagnosis{Name: "Accelerometer (" + b.Device.Name + ")"}
	hz := "not known yet"
	if was, ok := d.before[b.Device.Name]; ok && now > was.at {
		f := float64(b.Accel.Total-was.total) / (now - was.at).Seconds()
		hz = fmt.Sprintf("%.1f", f)
		if f < accelSlowest || f > accelFastest {
			out.merge(Warn, "Bad sampling frequency")
		}
	}
	d.before[b.Device.Name] = accelCount{b.Accel.Total, now}
	out.merge(OK, "OK")
	out.add("Accelerometer", "Ok")
	out.add("Accelerometer range", "+/-%d G", 2<<min(b.AccelCmd.Range, Range8G))
	out.add("Accelerometer bandwidth", "%s Hz", [...]string{"25", "50", "100", "190", "375", "750", "1500"}[min(b.AccelCmd.Bandwidth, Bandwidth1500)])
	out.add("Accelerometer sample frequency", "%s", hz)
	out.add("Accelerometer missed samples", "%d", b.Accel.Missed)
	return out
}

// GoodCells counts the cells of a fingertip that are connected.
func (p *PressureState) GoodCells() int {
	n := 0
	for _, c := range p.Counts[:p.Cells] {
		if c != 0 && c != math.MaxUint16 {
			n++
		}
	}
	return n
}

func pressure(b *BoardSnapshot) Diagnosis {
	d := Diagnosis{Name: "Pressure sensors (" + b.Device.Name + ")"}
	if b.Errors.PressureChecksum > 0 {
		d.merge(Error, "Checksum error on pressure data")
	}
	l, r, all := b.Tips[0].GoodCells(), b.Tips[1].GoodCells(), b.Device.Cells
	switch {
	case l == 0 && r == 0:
		d.merge(Warn, "Pressure sensors may not be connected")
	case l == 0:
		d.merge(Warn, "Sensor on left finger may not be connected")
	case r == 0:
		d.merge(Warn, "Sensor on right finger may not be connected")
	case l < all || r < all:
		d.merge(Warn, "Sensor may have damaged sensor regions")
	}
	d.merge(OK, "OK")
	d.add("Timestamp", "%d", b.Tips[0].Timestamp)
	d.add("Data size", "%d", b.Device.PressureSize())
	d.add("Checksum error count", "%d", b.Errors.PressureChecksum)
	for f, name := range []string{"Left", "Right"} {
		var hex strings.Builder
		for _, c := range b.Tips[f].Counts[:b.Tips[f].Cells] {
			fmt.Fprintf(&hex, "%04X ", c)
		}
		d.add(name+" finger data", "%s", strings.TrimSpace(hex.String()))
	}
	return d
}

func realtime(s *Snapshot) Diagnosis {
	d := Diagnosis{Name: "Realtime Control Loop"}
	p := &s.Pace
	if p.TooSlow {
		d.merge(Error, "Halting, realtime loop only ran at %.4f Hz", p.SlowRate)
	}
	switch {
	case p.Alarm(s.Now):
		d.merge(Warn, "Realtime loop used too much time in the last 30 seconds")
	case p.EverOverrun && s.Now-p.LastOverrun < alarmTime:
		d.merge(OK, "Realtime loop used too much time in the last 30 seconds")
	}
	d.merge(OK, "OK")
	d.us("Max EtherCAT roundtrip (us)", p.ExchangeMax)
	d.us("Avg EtherCAT roundtrip (us)", p.ExchangeMean)
	d.us("Max Controller Manager roundtrip (us)", p.ManagerMax)
	d.us("Avg Controller Manager roundtrip (us)", p.ManagerMean)
	d.us("Max Total Loop roundtrip (us)", p.TotalMax)
	d.us("Avg Total Loop roundtrip (us)", p.TotalMean)
	d.us("Max Loop Jitter (us)", p.JitterMax)
	d.us("Avg Loop Jitter (us)", p.JitterMean)
	d.add("Control Loop Overruns", "%d", p.Overruns)
	d.add("Recent Control Loop Overruns", "%d", p.RecentOverruns)
	d.us("Last Overrun Loop Time (us)", p.LastLateness)
	d.add("Skipped periods", "%d", p.SkippedPeriods)
	d.add("Clock steps", "%d", p.Backwards)
	d.add("Realtime Loop Frequency", "%.4f", p.Rate)
	return d
}

func (d *Diagnoser) joint(s *Snapshot, j *JointSnapshot) Diagnosis {
	out := Diagnosis{Name: "Joint (" + j.Joint + ")"}
	var stamp time.Duration
	for i := range s.Boards {
		if s.Boards[i].Device.Name == j.Actuator {
			stamp = s.Boards[i].State.SampleTimestamp
		}
	}
	was, ok := d.jointSee[j.Joint]
	if !ok || was.stamp != stamp {
		was = seen{stamp, s.Now}
		d.jointSee[j.Joint] = was
	}
	if s.Now-was.at > stillSilent {
		out.merge(Error, "No update for %.0f seconds", (s.Now - was.at).Seconds())
	}
	if !finite(j.Gap + j.Speed + j.Effort) {
		out.merge(Error, "NaN in joint data")
	}
	if j.Fault.NotFinite > 0 {
		out.merge(Warn, "%d commands were not numbers and gave no effort", j.Fault.NotFinite)
	}
	if !j.Calibrated {
		out.merge(Warn, "Uncalibrated")
	}
	out.merge(OK, "OK")
	out.add("Position", "%g", j.Gap)
	out.add("Velocity", "%g", j.Speed)
	out.add("Measured Effort", "%g", j.Effort)
	out.add("Commanded Effort", "%g", j.Commanded)
	out.add("Calibrated", "%v", j.Calibrated)
	out.add("Odometer", "%g", j.Stats.Odometer)
	bound := func(key string, v float64) {
		if j.Calibrated {
			out.add(key, "%g", v)
		} else {
			out.add(key, notSet)
		}
	}
	bound("Max Position", j.Stats.MaxPosition)
	bound("Min Position", j.Stats.MinPosition)
	out.add("Max Abs. Velocity", "%g", j.Stats.MaxAbsVelocity)
	out.add("Max Abs. Effort", "%g", j.Stats.MaxAbsEffort)
	out.add("Limits Hit", "%v", j.Stats.LimitsHit)
	return out
}

func controller(s *Snapshot, c *ControllerSnapshot) Diagnosis {
	d := Diagnosis{Name: "Controller (" + c.Name + ")"}
	if c.EverOverrun && s.Now-c.LastOverrun < alarmTime {
		d.merge(Warn, "Broke Realtime, used more than 1000 micro seconds")
	}
	if c.BadEfforts > 0 {
		d.merge(Warn, "asked %d times for an effort that was not a number", c.BadEfforts)
	}
	if c.Running {
		d.merge(OK, "Running")
	} else {
		d.merge(OK, "Stopped")
	}
	d.add("Avg Update Time (usec)", "%.2f", c.Mean*1e6)
	d.add("Max update Time (usec)", "%.2f", c.Max*1e6)
	d.add("Variance Update Time", "%.2f", c.StdDev*1e6)
	d.add("Percent of Cycle Time Used", "%.2f", c.Mean/updateLimit*100)
	d.add("Number of Control Loop Overruns", "%d", c.Overruns)
	d.add("Timestamp of Last Overrun", "%.3f", c.LastOverrun.Seconds())
	return d
}
