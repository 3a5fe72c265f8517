package hardware

import "time"

// Snapshot is what the loop shows of itself after each cycle. Its slices belong to it.
type Snapshot struct {
	Now         time.Duration
	Cycle       uint64
	Exchanged   bool // a frame came back in this cycle
	Halt        Halt
	Boards      []BoardSnapshot
	Joints      []JointSnapshot
	Controllers []ControllerSnapshot
	Bus         BusStats
	Pace        PaceStats
	AccelDrops  uint64 // batches of the accelerometer that nobody fetched
}

// BoardSnapshot is one board with motor and sensors.
type BoardSnapshot struct {
	Device   Device
	State    ActuatorState
	Command  Command // that went out
	Status   Status  // that came back
	Errors   BoardErrors
	Trouble  Trouble
	Heat     Heat
	HeatWarn bool
	Model    ModelState
	Tips     [2]PressureState
	Accel    AccelerometerState
	AccelCmd AccelerometerCommand
	// Clamped counts frames in which the current limit acted, BadEfforts commands that were not numbers.
	Clamped, BadEfforts uint64
}

// ModelState is the motor model's view.
type ModelState struct {
	Ratio, Measured, Current          float64 // filtered absolute errors: of the allowed voltage, V, A
	MaxRatio, MaxMeasured, MaxCurrent float64
	Warning, Skipped                  bool
	Faults                            uint64
}

// JointSnapshot is one joint.
type JointSnapshot struct {
	Joint      string
	Actuator   string
	Gap, Speed float64
	Effort     float64
	Asked      float64 // by the controllers
	Commanded  float64 // after the limit
	Calibrated bool
	Turns      bool // the fingers turn: Fingers counts
	Fingers    [4]FingerState
	Stats      JointStats
	Fault      JointFault
	Controller string // that drives it, "" for none
}

// ControllerSnapshot is one controller.
type ControllerSnapshot struct {
	Name, Type, Joint string
	Running           bool
	Updates           uint64
	Mean, StdDev, Max float64 // s
	Overruns          uint64
	LastOverrun       time.Duration
	EverOverrun       bool
	Updated           time.Duration
	Restarts          uint64
	BadEfforts        uint64
}

// AccelBatch is what an accelerometer delivered in a cycle.
type AccelBatch struct {
	Now    time.Duration
	Device int
	N      int
	// Samples are oldest first, m/s^2; N of them count.
	Samples [4][3]float64
}

// accelBacklog is the number of batches that wait for a reader: a second of four boards.
const accelBacklog = 4096

func (l *Loop) prepare(s *Snapshot) {
	s.Boards = make([]BoardSnapshot, len(l.drv.boards))
	for i, b := range l.drv.boards {
		s.Boards[i].Device, s.Boards[i].State = b.dev, b.act.State
	}
	s.Joints = make([]JointSnapshot, len(l.grippers))
	for i, g := range l.grippers {
		s.Joints[i].Joint, s.Joints[i].Actuator, s.Joints[i].Turns = g.Joint.Name, g.Actuator.Name, g.Joint.cfg.Transmission.Turns()
	}
	s.Controllers = make([]ControllerSnapshot, 0, maxControllers)
	s.Halt = l.drv.halt()
}

// Snapshot calls f with the newest snapshot, which is f's until it returns. Any goroutine may.
func (l *Loop) Snapshot(f func(*Snapshot)) { l.out.Read(f) }

// NextAccel fetches the next batch of accelerometer samples. Any goroutine may.
func (l *Loop) NextAccel(b *AccelBatch) bool { return l.accel.Get(b) }

// ResetJointWindows begins a new period of the extremes of the joints.
func (l *Loop) ResetJointWindows() bool {
	return l.Do(func() {
		for _, g := range l.grippers {
			g.Joint.stats.resetWindow(g.Joint.Gap)
		}
	})
}

// publish shows the state of this cycle.
func (l *Loop) publish() {
	s := l.out.Back()
	s.Now, s.Cycle, s.Exchanged, s.Halt, s.Bus, s.Pace = l.now, l.cycle, l.ok, l.drv.halt(), l.drv.stats, l.pace.stats
	for i, b := range l.drv.boards {
		o := &s.Boards[i]
		o.State, o.Command, o.Status, o.Errors, o.Trouble, o.Heat = b.act.State, b.command, b.status, b.errs, b.why, b.heat
		o.HeatWarn, o.Clamped, o.BadEfforts = b.heat.Hot(&b.dev.Motor.Thermal), b.clamped, b.badEffort
		m := &b.model
		o.Model = ModelState{
			Ratio: m.ratio.abs, Measured: m.measured.abs, Current: m.current.abs, MaxRatio: m.ratio.max, MaxMeasured: m.measured.max, MaxCurrent: m.current.max,
			Warning: m.warns(&b.dev), Skipped: m.skip, Faults: m.faults,
		}
		for f, t := range b.tips {
			if t != nil {
				o.Tips[f] = t.State
			}
		}
		if b.accel != nil {
			o.Accel, o.AccelCmd = b.accel.State, b.accel.Command
			if l.ok {
				l.accel.Put(&AccelBatch{Now: l.now, Device: i, N: b.accel.State.N, Samples: b.accel.State.Samples})
			}
		}
	}
	for i, g := range l.grippers {
		o, j := &s.Joints[i], g.Joint
		o.Gap, o.Speed, o.Effort, o.Asked, o.Commanded, o.Calibrated = j.Gap, j.Speed, j.Effort, j.Asked, j.Commanded, j.Calibrated
		o.Fingers, o.Stats, o.Fault, o.Controller = j.Fingers, j.stats, j.fault, j.owner
	}
	s.Controllers = s.Controllers[:len(l.Manager.active)]
	for i, c := range l.Manager.active {
		st := &c.stats
		s.Controllers[i] = ControllerSnapshot{
			Name: c.Name, Type: c.Type, Joint: c.Joint, Running: c.running.Load(), Updates: st.n, Mean: st.mean, StdDev: st.deviation(), Max: st.max,
			Overruns: st.overruns, LastOverrun: st.lastOverrun, EverOverrun: st.everOverrun, Updated: st.updated, Restarts: st.restarts, BadEfforts: st.badEfforts,
		}
	}
	s.AccelDrops = l.accel.Dropped()
	l.out.Publish()
}
