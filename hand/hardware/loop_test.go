package hardware_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

const on = hardware.ModeEnable | hardware.ModeCurrent

func modes(b *hardwaretest.Board) []byte {
	var out []byte
	for _, c := range b.Commands {
		out = append(out, c.Mode)
	}
	return out
}

func TestHW08_ModeByte(t *testing.T) {
	b := newBench(t)
	b.start("push", &push{effort: 10})
	b.ready()
	board := b.fake.Boards[0]
	last := func() byte { return board.Commands[len(board.Commands)-1].Mode }
	if last() != 0x03 {
		t.Errorf("enabled: %#x", last())
	}
	if got := modes(board)[2]; got != 0x10 {
		t.Errorf("reset frame while halted: %#x", got)
	}
	b.loop.Halt()
	b.run(2)
	if last() != 0 || board.Commands[len(board.Commands)-1].Current != 0 {
		t.Errorf("halted: %#x", last())
	}
	b.loop.Reset()
	b.run(9)
	if last() != 0x03 {
		t.Errorf("after a reset: %#x", last())
	}
	b.gripper("").Actuator.Command.Effort = math.NaN() // a fault that the board holds
	b.run(2)
	if last() != 0 {
		t.Errorf("with a fault: %#x", last())
	}
}

func TestHW10_Pressure(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	faulty := &hardwaretest.Faulty{Bus: f}
	b := benchOn(t, f, faulty, hardware.Config{SkipMotorModel: true})
	board := f.Boards[0]
	board.Left[0], board.Left[1], board.PadStamp = 0x1234, 0xFFFF, 5
	var raw []byte
	faulty.Edit = func(_ uint64, in []byte) { raw = append(raw[:0], in...) }
	b.ready()
	g := b.gripper("")
	if got := raw[61+4 : 61+8]; got[0] != 0x12 || got[1] != 0x34 || got[2] != 0xFF {
		t.Errorf("on the wire: % x", got)
	}
	if c := g.Tips[0].State.Counts; c[0] != 4660 || c[1] != 65535 {
		t.Errorf("counts %d, %d", c[0], c[1])
	}
	if g.Tips[0].Name != "r_gripper_motorl_finger_tip" || g.Tips[1].Name != "r_gripper_motorr_finger_tip" {
		t.Errorf("%s, %s", g.Tips[0].Name, g.Tips[1].Name)
	}
	frame := g.Tips[0].State.Frame
	board.Left[0] = 99 // without a new stamp the block is not a new frame
	b.run(3)
	if g.Tips[0].State.Frame != frame {
		t.Error("the same stamp counts as a new frame")
	}
	board.PadStamp++
	b.run(1)
	if g.Tips[0].State.Frame != frame+1 || g.Tips[0].State.Counts[0] != 99 {
		t.Errorf("frame %d, count %d", g.Tips[0].State.Frame, g.Tips[0].State.Counts[0])
	}
	// A wrong checksum keeps the old counts and halts the machine, though the motor's part of the frame is taken.
	board.Left[0], board.PadStamp = 7, board.PadStamp+1
	board.Status.EncoderCount += 5
	faulty.Edit = func(_ uint64, in []byte) { in[70] ^= 1 }
	b.run(1)
	st := b.state()
	if g.Tips[0].State.Counts[0] != 99 || st.EncoderCount != board.Status.EncoderCount {
		t.Errorf("count %d, encoder %d", g.Tips[0].State.Counts[0], st.EncoderCount)
	}
	if h := b.loop.HaltState(); h.Reason != hardware.ByDevice || h.Why != hardware.BadPressureChecksum {
		t.Errorf("%v", h)
	}
}

func TestHW13_ResetSequence(t *testing.T) {
	one := newBench(t)
	one.run(9)
	if got := modes(one.fake.Boards[0]); string(got) != string([]byte{0, 0, 0x10, 0, 0, 0, on, on, on}) {
		t.Errorf("one board: %#v", got)
	}
	three := newBench(t, "a_motor", "b_motor", "c_motor")
	three.run(13)
	for i, enabled := range []int{10, 8, 6} {
		for cycle, m := range modes(three.fake.Boards[i]) {
			want := byte(0)
			switch {
			case cycle == 2:
				want = 0x10
			case cycle >= enabled:
				want = on
			}
			if m != want {
				t.Errorf("board %d, cycle %d: %#x, want %#x", i, cycle, m, want)
			}
		}
	}
	// A frame that does not come back does not count.
	f := hardwaretest.NewFake(actuator)
	lost := benchOn(t, f, &hardwaretest.Faulty{Bus: f, Lose: func(n uint64) bool { return n < 40 }}, hardware.Config{SkipMotorModel: true})
	lost.run(2 + 9) // 20 attempts a cycle
	if got := modes(f.Boards[0]); string(got) != string([]byte{0, 0, 0x10, 0, 0, 0, on, on, on}) {
		t.Errorf("after lost frames: %#v", got)
	}
}

func TestHW14_DeadBus(t *testing.T) {
	if n := hardware.Attempts(5 * time.Millisecond); n != 20 {
		t.Errorf("%d attempts of 5 ms", n)
	}
	for timeout, want := range map[time.Duration]int{20 * time.Millisecond: 5, time.Microsecond: 50, time.Second: 1, 0: 50} {
		if n := hardware.Attempts(timeout); n != want {
			t.Errorf("%d attempts of %v, want %d", n, timeout, want)
		}
	}
	f := hardwaretest.NewFake(actuator)
	dead := false
	tries := 0
	bus := &hardwaretest.Faulty{Bus: f, Lose: func(uint64) bool {
		if dead {
			tries++
		}
		return dead && tries < 1<<30
	}}
	b := benchOn(t, f, bus, hardware.Config{SkipMotorModel: true})
	b.start("push", &push{effort: -20})
	b.ready()
	b.run(5)
	before := *b.state()
	dead = true
	f.Boards[0].Status.EncoderCount += 100
	b.run(1)
	if tries != 20 {
		t.Errorf("%d attempts", tries)
	}
	if h := b.loop.HaltState(); !h.Halted || h.Reason != hardware.ByBus || !strings.Contains(h.String(), "communication error") {
		t.Errorf("%v", h)
	}
	if *b.state() != before {
		t.Errorf("a failed exchange changed the state:\n%+v\n%+v", before, *b.state())
	}
	// The bus comes back: off until a reset, and no effort before.
	dead = false
	b.run(5)
	c := f.Boards[0].Commands[len(f.Boards[0].Commands)-1]
	if c.Mode != 0 || c.Current != 0 {
		t.Errorf("the motor is on without a reset: %+v", c)
	}
	b.loop.Reset()
	b.run(10)
	if h := b.loop.HaltState(); h.Halted {
		t.Errorf("still halted after a reset: %v", h)
	}
}

func TestHW15_LockoutAndFirstReason(t *testing.T) {
	lock := func(b *hardwaretest.Board) { b.Status.Mode = hardware.ModeLockout }
	b := newBench(t, "a_motor", "b_motor").ready()
	b.run(600)
	lock(b.fake.Boards[1])
	b.run(2)
	h := b.loop.HaltState()
	if h.Reason != hardware.ByDevice || h.Device != 1 || h.Why != hardware.SafetyLockout || h.Soon {
		t.Errorf("%+v", h)
	}
	for i, board := range b.fake.Boards {
		if m := board.Commands[len(board.Commands)-1].Mode; m != hardware.ModeOff {
			t.Errorf("board %d is told %#x in the next frame", i, m)
		}
	}
	lock(b.fake.Boards[0])
	b.loop.Halt()
	b.run(3)
	if again := b.loop.HaltState(); again.Reason != h.Reason || again.Device != 1 {
		t.Errorf("a second fault took over: %+v", again)
	}
	for _, c := range []struct {
		after time.Duration
		soon  bool
	}{{400 * time.Millisecond, true}, {600 * time.Millisecond, false}} {
		b := newBench(t)
		b.run(3) // the reset frame is the third
		b.run(int(c.after / time.Millisecond))
		lock(b.fake.Boards[0])
		b.run(1)
		if h := b.loop.HaltState(); !h.Halted || h.Soon != c.soon || strings.Contains(h.String(), "soon after reset") != c.soon {
			t.Errorf("%v after the reset: %v", c.after, h)
		}
	}
}

// timer is a clock for Run in which each cycle takes the time that work says.
type timer struct {
	now  time.Duration
	n    int
	work func(n int) time.Duration // of the cycle after the n-th sleep
	stop func(n int) bool
	end  context.CancelFunc
	wake []time.Duration
}

func (c *timer) Now() time.Duration { return c.now }

func (c *timer) SleepUntil(t time.Duration) {
	if c.now < t {
		c.now = t
	}
	c.wake = append(c.wake, c.now)
	if c.stop(c.n) {
		c.end()
	}
	c.n++
}

// slow is a bus whose exchange takes time.
type slow struct {
	hardware.Bus
	c *timer
}

func (s *slow) Exchange(now time.Duration, out, in []byte) error {
	if s.c.work != nil {
		s.c.now += s.c.work(s.c.n - 1)
	}
	return s.Bus.Exchange(now, out, in)
}

// runFor runs a loop in the time of a timer for a number of cycles and returns the last snapshot.
func runFor(t *testing.T, cycles int, work func(n int) time.Duration) (*timer, *hardware.Snapshot) {
	t.Helper()
	f := hardwaretest.NewFake(actuator)
	f.Keep = false
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &timer{work: work, stop: func(n int) bool { return n == cycles-1 }, end: cancel, now: 123456789}
	l, err := hardware.New(&slow{f, c}, hardware.Config{SkipMotorModel: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Run(ctx, c, nil, nil); err != nil {
		t.Fatal(err)
	}
	var out hardware.Snapshot
	l.Snapshot(func(s *hardware.Snapshot) { out = *s })
	if !f.Closed {
		t.Error("the bus stays open")
	}
	return c, &out
}

func TestHW16_RateGuard(t *testing.T) {
	for _, c := range []struct {
		hz   float64
		halt time.Duration // 0 for never
	}{{500, 402 * time.Millisecond}, {700, 602 * time.Millisecond}, {800, 0}} {
		period := time.Duration(float64(time.Second) / c.hz)
		f := hardwaretest.NewFake(actuator)
		f.Keep = false
		ctx, cancel := context.WithCancel(context.Background())
		at := time.Duration(0)
		var l *hardware.Loop
		// The work of a cycle is as long as the loop is slow on the average; whole periods are skipped, so spread it.
		due := time.Duration(0)
		tm := &timer{end: cancel}
		tm.work = func(int) time.Duration {
			due += period
			return max(0, due-tm.now-time.Microsecond)
		}
		tm.stop = func(n int) bool {
			if h := l.HaltState(); at == 0 && h.Reason == hardware.ByRate {
				at = tm.now - time.Millisecond
			}
			return tm.now > 2*time.Second
		}
		var err error
		if l, err = hardware.New(&slow{f, tm}, hardware.Config{SkipMotorModel: true}); err != nil {
			t.Fatal(err)
		}
		if err := l.Run(ctx, tm, nil, nil); err != nil {
			t.Fatal(err)
		}
		if (c.halt == 0) != (at == 0) || c.halt > 0 && (at < c.halt-12*time.Millisecond || at > c.halt+12*time.Millisecond) {
			t.Errorf("%g Hz: halted at %v, want %v", c.hz, at, c.halt)
		}
	}
}

func TestHW17_Overrun(t *testing.T) {
	c, s := runFor(t, 100, func(n int) time.Duration {
		if n == 50 {
			return 1300 * time.Microsecond
		}
		return 100 * time.Microsecond
	})
	if s.Pace.Overruns != 1 || s.Pace.SkippedPeriods != 1 {
		t.Errorf("%d overruns, %d skipped", s.Pace.Overruns, s.Pace.SkippedPeriods)
	}
	if d := c.wake[51] - c.wake[50]; d != 2*time.Millisecond {
		t.Errorf("the cycle after an overrun comes %v later", d)
	}
	if d := c.wake[52] - c.wake[51]; d != time.Millisecond {
		t.Errorf("then one comes %v later: a missed cycle was made up for", d)
	}
	for _, k := range []struct {
		overruns int
		warn     bool
	}{{11, false}, {12, true}} {
		_, s := runFor(t, 900, func(n int) time.Duration {
			if n >= 100 && n < 100+2*k.overruns && n%2 == 0 {
				return 1300 * time.Microsecond
			}
			return 0
		})
		if s.Pace.Overruns != uint64(k.overruns) || s.Pace.Alarm(s.Now) != k.warn {
			t.Errorf("%d overruns in a second: counted %d, alarm %v", k.overruns, s.Pace.Overruns, s.Pace.Alarm(s.Now))
		}
		if s.Pace.Alarm(s.Now + 31*time.Second) {
			t.Error("the alarm does not end after 30 s")
		}
		if k.warn && !s.Pace.Alarm(s.Now+28*time.Second) {
			t.Error("the alarm ends before 30 s")
		}
	}
}

func TestHW18_RestartAfterHalt(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	f.Boards[0].Memory = hardware.EncodeOffset(0)
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
	gap := hardware.NewGapController()
	b.start("gap", gap)
	p := &push{}
	if err := b.loop.Manager.Load(hardware.Spec{Name: "idle", Controller: p}); err != nil {
		t.Fatal(err)
	}
	b.ready()
	if err := gap.Command(0.05, 30); err != nil {
		t.Fatal(err)
	}
	restarts := func() (n uint64) {
		b.loop.Snapshot(func(s *hardware.Snapshot) {
			for _, c := range s.Controllers {
				if c.Name == "gap" {
					n = c.Restarts
				}
			}
		})
		return n
	}
	before := restarts()
	b.loop.Halt()
	f.Boards[0].Status.EncoderCount = 55000
	b.run(10)
	if gap.Target != 0.05 {
		t.Errorf("a halt alone changes the target to %v", gap.Target)
	}
	b.loop.Reset()
	b.run(20)
	if n := restarts() - before; n != 1 {
		t.Errorf("restarted %d times", n)
	}
	if g := b.gripper("").Joint.Gap; gap.Target != g || gap.MaxEffort != 0 || g < 0.015 {
		t.Errorf("target %v and effort %v at a gap of %v", gap.Target, gap.MaxEffort, g)
	}
	if p.starts != 0 {
		t.Error("a controller that does not run was started")
	}
}

func TestHW19_StepAlloc(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	f := hardwaretest.NewFake(actuator, "l_gripper_motor")
	f.Keep = false
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
	for _, j := range []string{"r_gripper_joint", "l_gripper_joint"} {
		if err := b.loop.Manager.Load(hardware.Spec{Name: j, Joint: j, Controller: &push{effort: -20}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.loop.Manager.Request([]string{"r_gripper_joint", "l_gripper_joint"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	b.run(100)
	n := testing.AllocsPerRun(1000, func() {
		f.Boards[0].PadStamp++
		b.run(1)
	})
	if n != 0 {
		t.Errorf("%v allocations a cycle", n)
	}
	var l hardware.Histogram
	if n := testing.AllocsPerRun(1000, func() { l.Add(time.Millisecond) }); n != 0 {
		t.Errorf("%v allocations to count a duration", n)
	}
}

func TestStaleCommand(t *testing.T) {
	b := newBench(t)
	b.start("push", &push{effort: -20})
	b.ready()
	b.run(3)
	board := b.fake.Boards[0]
	last := func() int16 { return board.Commands[len(board.Commands)-1].Current }
	if last() == 0 {
		t.Fatal("no effort goes out")
	}
	b.now += 30 * time.Millisecond // the loop stood still
	b.run(1)
	if last() != 0 {
		t.Errorf("an effort of 30 ms ago goes out: %d", last())
	}
	if n := b.loop.BusStats().StaleCommands; n != 1 {
		t.Errorf("%d stale commands are counted", n)
	}
	b.run(1)
	if last() == 0 {
		t.Error("no effort after that")
	}
}

func TestClockStepsBack(t *testing.T) {
	b := newBench(t)
	b.start("push", &push{effort: -20})
	b.ready()
	b.now -= 5 * time.Millisecond
	b.run(3)
	if b.loop.Now() < 9*time.Millisecond {
		t.Errorf("time went back to %v", b.loop.Now())
	}
	b.loop.Snapshot(func(s *hardware.Snapshot) {
		if s.Pace.Backwards != 3 {
			t.Errorf("%d steps back are counted", s.Pace.Backwards)
		}
	})
}

func TestNotANumberEndsAtTheJoint(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		b := newBench(t)
		p := &push{effort: bad}
		b.start("push", p)
		b.ready()
		b.run(5)
		board := b.fake.Boards[0]
		if c := board.Commands[len(board.Commands)-1]; c.Current != 0 || c.Mode != on {
			t.Errorf("%v goes out as %+v", bad, c)
		}
		b.loop.Snapshot(func(s *hardware.Snapshot) {
			if s.Joints[0].Fault.NotFinite == 0 || s.Controllers[0].BadEfforts == 0 {
				t.Errorf("%v is not counted: %+v, %+v", bad, s.Joints[0].Fault, s.Controllers[0])
			}
		})
		p.effort = -20
		b.run(2)
		if c := board.Commands[len(board.Commands)-1]; c.Current == 0 {
			t.Error("a good effort afterwards does not go out")
		}
	}
}

// A frame that is delivered twice, or late, neither moves the joint nor upsets its speed; one frame that jumps is seen as a jump.
func TestFramesOutOfOrder(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	bus := &hardwaretest.Faulty{Bus: f}
	bus.Repeat = func(n uint64) bool { return n == 50 }
	bus.Swap = func(n uint64) bool { return n == 60 }
	f.Boards[0].Move = func(b *hardwaretest.Board, _ hardware.Command) { b.Status.EncoderCount += 10 }
	b := benchOn(t, f, bus, hardware.Config{SkipMotorModel: true})
	for range 100 {
		b.run(1)
		if v := b.state().EncoderVelocity; b.loop.Cycle() > 2 && math.Abs(v-10000) > 1 {
			t.Fatalf("cycle %d: %v ticks/s", b.loop.Cycle(), v)
		}
	}
	st := b.state()
	var e hardware.BoardErrors
	b.loop.Snapshot(func(s *hardware.Snapshot) { e = s.Boards[0].Errors })
	if h := b.loop.HaltState(); h.Halted || st.Drops != 2 || e.TimestampJumps != 1 {
		t.Errorf("%v, %d drops, %+v", h, st.Drops, e)
	}
}

func TestWrongConfiguration(t *testing.T) {
	good := func() hardware.JointConfig {
		return hardware.JointConfig{Name: "j", Actuator: actuator, Transmission: hardware.PR2Transmission()}
	}
	for name, change := range map[string]func(*hardwaretest.Fake, *hardware.Config){
		"no boards":            func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards = nil },
		"torque constant of 0": func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards[0].Device.Motor.TorqueConstant = 0 },
		"torque constant NaN":  func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards[0].Device.Motor.TorqueConstant = math.NaN() },
		"no encoder":           func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards[0].Device.Motor.PulsesPerTurn = 0 },
		"current scale of 0":   func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards[0].Device.Board.CurrentScale = 0 },
		"no name":              func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards[0].Device.Name = "" },
		"too many cells":       func(f *hardwaretest.Fake, _ *hardware.Config) { f.Boards[0].Device.Cells = 1000 },
		"no reduction": func(_ *hardwaretest.Fake, c *hardware.Config) {
			j := good()
			j.Transmission.Reduction = 0
			c.Joints = []hardware.JointConfig{j}
		},
		"no screw": func(_ *hardwaretest.Fake, c *hardware.Config) {
			j := good()
			j.Transmission.Screw = 0
			c.Joints = []hardware.JointConfig{j}
		},
		"limit turned round": func(_ *hardwaretest.Fake, c *hardware.Config) {
			j := good()
			j.Limit = &hardware.SoftLimit{Low: 1}
			c.Joints = []hardware.JointConfig{j}
		},
		"joint without an actuator": func(_ *hardwaretest.Fake, c *hardware.Config) {
			j := good()
			j.Actuator = "x"
			c.Joints = []hardware.JointConfig{j}
		},
		"two joints on one motor": func(_ *hardwaretest.Fake, c *hardware.Config) {
			a, b := good(), good()
			b.Name = "k"
			c.Joints = []hardware.JointConfig{a, b}
		},
		"period of 0.1 us": func(_ *hardwaretest.Fake, c *hardware.Config) { c.Period = 100 },
	} {
		f := hardwaretest.NewFake(actuator)
		var cfg hardware.Config
		change(f, &cfg)
		if _, err := hardware.New(f, cfg); err == nil || fault.KindOf(err) == fault.Other {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An effort that answers the frame of one cycle goes out with the frame of the next, and is executed in the one after.
func TestOneCycleOfLag(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	f.Boards[0].Memory = hardware.EncodeOffset(0)
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
	p := &push{}
	b.start("push", p)
	b.ready()
	sent := func() int16 { return f.Boards[0].Commands[len(f.Boards[0].Commands)-1].Current }
	p.effort = -50
	b.run(1)
	if sent() != 0 || b.state().Commanded.Effort != 0 {
		t.Errorf("computed and sent in the same cycle: %d counts", sent())
	}
	b.run(1)
	if sent() <= 0 || b.state().Commanded.Effort >= 0 || b.state().Executed.Current != 0 {
		t.Errorf("a cycle later: %d counts, %+v", sent(), *b.state())
	}
	b.run(1)
	if b.state().Executed.Current <= 0 || b.state().Executed.Effort >= 0 {
		t.Errorf("two cycles later: %+v", b.state().Executed)
	}
}

// bad is a controller with a defect.
type bad struct{ push }

func (b *bad) Update(g *hardware.Gripper) {
	if b.push.Update(g); b.updates > 20 {
		panic("a defect")
	}
}

// A controller that panics takes the loop down, and leaves no torque.
func TestPanicLeavesNoTorque(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &timer{stop: func(int) bool { return false }, end: cancel}
	l, err := hardware.New(f, hardware.Config{SkipMotorModel: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Manager.Load(hardware.Spec{Name: "bad", Controller: &bad{push{effort: -50}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"bad"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if r := recover(); r != "a defect" {
				t.Errorf("recovered %v", r)
			}
		}()
		t.Errorf("the loop ended with %v", l.Run(ctx, c, nil, nil))
	}()
	all := f.Boards[0].Commands
	if last, before := all[len(all)-1], all[len(all)-2]; last != (hardware.Command{DigitalOut: last.DigitalOut}) || before.Current == 0 || !f.Closed {
		t.Errorf("the last commands are %+v, %+v; closed %v", before, last, f.Closed)
	}
}

// A snapshot, a joint window and a ring belong to whoever reads them, while the loop runs.
func TestReadersBesideTheLoop(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	f.Keep = false
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
	done := make(chan struct{})
	go func() {
		defer close(done)
		last := uint64(0)
		var batch hardware.AccelBatch
		for last < 19_999 {
			b.loop.Snapshot(func(s *hardware.Snapshot) {
				if s.Cycle < last || s.Boards[0].State.SampleTimestamp > time.Duration(s.Cycle)*time.Millisecond {
					t.Errorf("cycle %d after %d, sampled at %v", s.Cycle, last, s.Boards[0].State.SampleTimestamp)
				}
				last = s.Cycle
			})
			for b.loop.NextAccel(&batch) {
			}
			b.loop.ResetJointWindows()
		}
	}()
	b.run(20_000)
	<-done
}
