package hardware_test

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

const actuator = "r_gripper_motor"

// bench is a loop over a fake bus, stepped a millisecond at a time.
type bench struct {
	t    testing.TB
	fake *hardwaretest.Fake
	loop *hardware.Loop
	now  time.Duration
	step time.Duration
}

func newBench(t testing.TB, names ...string) *bench {
	if len(names) == 0 {
		names = []string{actuator}
	}
	return benchOn(t, hardwaretest.NewFake(names...), nil, hardware.Config{SkipMotorModel: true})
}

func benchOn(t testing.TB, f *hardwaretest.Fake, bus hardware.Bus, cfg hardware.Config) *bench {
	t.Helper()
	if bus == nil {
		bus = f
	}
	l, err := hardware.New(bus, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t: t, fake: f, loop: l, step: time.Millisecond}
}

func (b *bench) run(n int) {
	for range n {
		b.loop.Step(b.now)
		b.now += b.step
	}
}

// ready runs until the motors are on.
func (b *bench) ready() *bench {
	b.t.Helper()
	b.run(10)
	if h := b.loop.HaltState(); h.Halted {
		b.t.Fatalf("halted: %v", h)
	}
	return b
}

func (b *bench) gripper(joint string) *hardware.Gripper {
	b.t.Helper()
	g, err := b.loop.Gripper(joint)
	if err != nil {
		b.t.Fatal(err)
	}
	return g
}

func (b *bench) state() *hardware.ActuatorState { return &b.gripper("").Actuator.State }

// start loads and starts a controller.
func (b *bench) start(name string, c hardware.Controller) {
	b.t.Helper()
	if err := b.loop.Manager.Load(hardware.Spec{Name: name, Controller: c}); err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.loop.Manager.Request([]string{name}, nil, hardware.Strict); err != nil {
		b.t.Fatal(err)
	}
}

// push is a controller that asks for one effort at the gap.
type push struct {
	effort  float64
	starts  int
	updates int
}

func (p *push) Start(*hardware.Gripper) { p.starts++ }
func (p *push) Update(g *hardware.Gripper) {
	p.updates++
	g.Joint.Commanded = p.effort
}
func (p *push) Stop(*hardware.Gripper) {}

func near(got, want, rel float64) bool { return math.Abs(got-want) <= rel*math.Abs(want)+1e-12 }

func TestHW01_PositionFromCounts(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		count int32
		want  float64
	}{{0, 0}, {1200, 6.283185307}, {-1200, -6.283185307}, {255000, 1335.176877776}} {
		b.fake.Boards[0].Status.EncoderCount = c.count
		b.state().ZeroOffset = 0
		b.run(1)
		if got := b.state().Position; !near(got, c.want, 1e-9) || b.state().EncoderCount != c.count {
			t.Errorf("%d counts are %v rad, want %v", c.count, got, c.want)
		}
		b.state().ZeroOffset = 1.5
		if got := b.state().Position; !near(got, c.want, 1e-9) {
			t.Errorf("a new offset acts before the next frame: %v", got)
		}
		b.run(1)
		if got := b.state().Position; !near(got, c.want-1.5, 1e-9) {
			t.Errorf("%d counts with an offset of 1.5 are %v rad", c.count, got)
		}
	}
}

func TestHW02_VelocityAndWrap(t *testing.T) {
	for _, c := range []struct {
		name           string
		count          int32
		stamp          uint32
		moved          int32
		took           uint32
		ticks, radians float64
	}{
		{"27 ticks in a millisecond", 0, 0, 27, 1000, 27000, 141.371669412},
		{"count wraps", 0x7FFFFFF0, 5, 1000, 1_000_000, 1000, 5.235987756},
		{"clock wraps", 7, 0xFFFFFFF0, 1, 1_000_000, 1, 0.005235988},
		{"backwards in time and place", 100, 1_000_000, -27, ^uint32(1000) + 1, 27000, 141.371669412},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			board := b.fake.Boards[0]
			board.Status.EncoderCount, board.Status.Timestamp, board.Tick = c.count, c.stamp, 0
			b.run(1)
			board.Status.EncoderCount += c.moved
			board.Status.Timestamp += c.took
			b.run(1)
			st := b.state()
			if !near(st.EncoderVelocity, c.ticks, 1e-9) || !near(st.Velocity, c.radians, 1e-6) {
				t.Errorf("%v ticks/s, %v rad/s; want %v, %v", st.EncoderVelocity, st.Velocity, c.ticks, c.radians)
			}
		})
	}
}

func TestHW03_RepeatedFrames(t *testing.T) {
	b := newBench(t).ready()
	board := b.fake.Boards[0]
	board.Status.EncoderCount += 27
	b.run(1)
	v := b.state().Velocity
	board.Tick = 0
	b.run(2)
	st := b.state()
	if st.Velocity != v || v == 0 || !st.Stale || st.Drops != 2 {
		t.Errorf("after two repeated frames: %v rad/s (was %v), stale %v, %d drops", st.Velocity, v, st.Stale, st.Drops)
	}
	b.run(8)
	if h := b.loop.HaltState(); h.Halted {
		t.Errorf("10 repeated frames halt: %v", h)
	}
	b.run(1)
	if h := b.loop.HaltState(); h.Reason != hardware.ByDevice || h.Why != hardware.TooManyDrops {
		t.Errorf("11 repeated frames: %v", h)
	}
}

func TestHW04_SampleTimestamp(t *testing.T) {
	b := newBench(t)
	board := b.fake.Boards[0]
	board.Status.Timestamp = ^uint32(0) - 2_000_000
	b.run(1)
	begin := b.state().SampleTimestamp
	b.run(5000)
	if got := b.state().SampleTimestamp - begin; got != 5*time.Second || b.state().Timestamp() != 5.0 {
		t.Errorf("5000 frames of a millisecond over the wrap are %v", got)
	}
	before := b.state().SampleTimestamp
	board.Tick = ^uint32(0) // -1 us
	b.run(1)
	if got := b.state().SampleTimestamp - before; got != -1000*time.Nanosecond {
		t.Errorf("a step of -1 us is %v", got)
	}
}

func TestHW05_EffortToCounts(t *testing.T) {
	for _, c := range []struct {
		name      string
		effort    float64
		scale     float64
		commanded float64
		counts    int16
		bad       bool
	}{
		{"at the limit", 0.0125052, 1e-3, -0.204, -203, false}, // 0.204/0.001 is a little less than 204
		{"over the limit", 0.02, 1e-3, -0.326264, -203, false},
		{"under the negative limit", -0.02, 1e-3, 0.326264, 203, false},
		{"a binary scale", 0.02, 1.0 / 1024, -0.326264, -208, false},
		{"a binary scale, negative", -0.02, 1.0 / 1024, 0.326264, 208, false},
		{"NaN", math.NaN(), 1e-3, 0, 0, true},
		{"infinite", math.Inf(1), 1e-3, 0, 0, true},
		{"negative infinite", math.Inf(-1), 1e-3, 0, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := hardwaretest.NewFake(actuator)
			f.Boards[0].Device.Board.CurrentScale = c.scale
			b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true}).ready()
			b.gripper("").Actuator.Command.Effort = c.effort
			b.loop.Step(b.now)
			sent := f.Boards[0].Commands[len(f.Boards[0].Commands)-1]
			st := b.state()
			if !near(st.Commanded.Current, c.commanded, 1e-5) || sent.Current != c.counts {
				t.Errorf("commanded %v A, sent %d counts; want %v, %d", st.Commanded.Current, sent.Current, c.commanded, c.counts)
			}
			if on := sent.Mode == hardware.ModeEnable|hardware.ModeCurrent; on == c.bad {
				t.Errorf("mode %#x", sent.Mode)
			}
			b.loop.Snapshot(func(s *hardware.Snapshot) {
				if bad := s.Boards[0].Trouble == hardware.NotFinite && s.Boards[0].BadEfforts == 1; bad != c.bad {
					t.Errorf("trouble %v, %d bad efforts", s.Boards[0].Trouble, s.Boards[0].BadEfforts)
				}
			})
		})
	}
}

func TestHW06_Truncation(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true}).ready()
	m := hardware.PR2GripperMotor()
	for current, want := range map[float64]int16{0.0019999: 1, -0.0019999: -1} {
		b.gripper("").Actuator.Command.Effort = m.Effort(current)
		b.run(1)
		if got := f.Boards[0].Commands[len(f.Boards[0].Commands)-1].Current; got != want {
			t.Errorf("%v A are %d counts, want %d", current, got, want)
		}
	}
	f.Boards[0].Move = func(b *hardwaretest.Board, _ hardware.Command) { b.Status.ProgrammedCurrent = 100 }
	b.run(1)
	st := b.state()
	if !near(st.Executed.Current, 0.1, 1e-9) || !near(st.Executed.Effort, -0.00613, 1e-9) || !near(st.MaxEffort, 0.0125052, 1e-6) {
		t.Errorf("executed %+v, largest effort %v", st.Executed, st.MaxEffort)
	}
}

func TestHW11_CalibrationByte(t *testing.T) {
	d := hardware.PR2GripperDevice("torso_motor")
	d.Status, d.Cells = hardware.BaseStatus, 0
	d.Provided = d.Provided&^(hardware.HasPressure|hardware.HasAccelerometer) | hardware.HasSwitch
	f := &hardwaretest.Fake{Boards: []*hardwaretest.Board{hardwaretest.NewBoard(d)}}
	f.Boards[0].Status.Calibration, f.Boards[0].Status.RisingEdge = 0x09, 1200
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
	b.state().ZeroOffset = 2
	b.run(1)
	st := b.state()
	if !st.CalibrationReading || !st.CalibrationRisingEdgeValid || st.CalibrationFallingEdgeValid || !near(st.LastCalibrationRisingEdge, 6.283185307, 1e-9) {
		t.Errorf("%+v", *st)
	}
	// A gripper board has no switch: the same byte says nothing.
	g := newBench(t)
	g.run(1)
	if st := g.state(); st.CalibrationReading || st.CalibrationRisingEdgeValid || st.Provided&hardware.HasSwitch != 0 {
		t.Errorf("a board without a switch: %+v", *st)
	}
}

func TestHW12_Registry(t *testing.T) {
	r := hardware.NewRegistry()
	first := &hardware.Actuator{Name: actuator}
	if err := r.Actuators.Add(first); err != nil {
		t.Fatal(err)
	}
	if err := r.Actuators.Add(&hardware.Actuator{Name: actuator}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a second of the same name: %v", err)
	}
	if got, err := r.Actuators.Get(actuator); got != first || err != nil {
		t.Errorf("the first is gone: %v, %v", got, err)
	}
	if err := r.DigitalOuts.Add(&hardware.DigitalOut{Name: actuator}); err != nil {
		t.Errorf("a digital output of the same name: %v", err)
	}
	if _, err := r.Actuators.Get("unknown"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown name: %v", err)
	}
	if err := r.Actuators.Add(&hardware.Actuator{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no name: %v", err)
	}
	for _, n := range []string{"z", "a", "m"} {
		if err := r.Actuators.Add(&hardware.Actuator{Name: n}); err != nil {
			t.Fatal(err)
		}
	}
	var order string
	for _, a := range r.Actuators.All() {
		order += a.Name[:1]
	}
	if order != "amrz" {
		t.Errorf("listed as %s", order)
	}
	// Two boards of one name on a bus are refused at start.
	if _, err := hardware.New(hardwaretest.NewFake("x", "x"), hardware.Config{}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("two boards of one name: %v", err)
	}
}
