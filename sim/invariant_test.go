package sim

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// TestInvariants runs the whole chain over a simulated board with random efforts, halts, resets, lost, repeated and damaged frames, and
// checks after each cycle what must hold of ActuatorState and of every counter. HOLDFAST_CYCLES sets the number of cycles; make soak-hand
// runs 100 million.
func TestInvariants(t *testing.T) {
	cycles := uint64(200_000)
	if raceEnabled {
		cycles = 20_000
	}
	if v := os.Getenv("HOLDFAST_CYCLES"); v != "" {
		n, err := strconv.ParseUint(v, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		cycles = n
	}
	r := newRig(t, 0, BusModel{Calibrated: true, RawOffset: math.MaxInt32 - 100_000, CurrentNoise: 1e-3}, nil)
	rng := rand.New(rand.NewPCG(7, 7))
	faulty := &hardwaretest.Faulty{Bus: r.bus}
	var lost, repeated, damaged uint64
	every := func(n uint64) bool { return rng.Uint64N(n) == 0 }
	faulty.Lose = func(uint64) bool {
		if every(5000) {
			lost++
			return true
		}
		return false
	}
	faulty.Repeat = func(n uint64) bool {
		if n > 10 && every(5000) {
			repeated++
			return true
		}
		return false
	}
	faulty.Edit = func(_ uint64, in []byte) {
		if every(50_000) {
			damaged++
			in[rng.IntN(61)] ^= 1 << rng.IntN(8)
		}
	}
	l, err := hardware.New(faulty, hardware.Config{Joints: []hardware.JointConfig{r.bus.Joint()}})
	if err != nil {
		t.Fatal(err)
	}
	law := &ask{}
	if err := l.Manager.Load(hardware.Spec{Name: "ask", Controller: law}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"ask"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	g, err := l.Gripper("")
	if err != nil {
		t.Fatal(err)
	}
	st := &g.Actuator.State
	dev := r.bus.Devices()[0]
	var snap hardware.BusStats
	var errs hardware.BoardErrors
	halts, resets := uint64(0), uint64(1)
	odometer := 0.0
	for i := range cycles {
		now := time.Duration(i) * time.Millisecond
		switch {
		case every(2000):
			law.effort = 400 * (rng.Float64() - 0.5)
		case every(100_000):
			l.Halt()
			halts++
		case every(50_000):
			law.effort = math.NaN()
		case l.HaltState().Halted && l.HaltState().Reason != hardware.NeverReset && every(100):
			l.Reset()
			resets++
		}
		l.Step(now)
		if i%16 != 0 && cycles > 1_000_000 { // each cycle is stepped; looking costs more than stepping
			continue
		}
		want := dev.Motor.Radians(float64(st.EncoderCount)) - st.ZeroOffset
		flow := func(f hardware.Flow) bool { return math.Abs(f.Effort-dev.Motor.Effort(f.Current)) <= 1e-15 }
		switch {
		case st.Position != want:
			t.Fatalf("cycle %d: position %v, counts say %v", i, st.Position, want)
		case math.IsNaN(st.Velocity-st.Velocity) || math.IsNaN(g.Joint.Gap-g.Joint.Gap) || math.IsNaN(g.Joint.Commanded-g.Joint.Commanded):
			t.Fatalf("cycle %d: %+v, %+v", i, *st, *g.Joint)
		case !flow(st.Commanded) || !flow(st.Executed) || !flow(st.Measured):
			t.Fatalf("cycle %d: efforts and currents do not belong together: %+v", i, *st)
		case math.Abs(st.Executed.Current) > dev.MaxCurrent()+1e-12:
			t.Fatalf("cycle %d: executed %v A", i, st.Executed.Current)
		case !st.Halted && !st.IsEnabled:
			t.Fatalf("cycle %d: neither halted nor enabled", i)
		case st.MaxEffort != dev.MaxEffort():
			t.Fatalf("cycle %d: largest effort %v", i, st.MaxEffort)
		case st.CalibrationReading || st.CalibrationRisingEdgeValid || st.CalibrationFallingEdgeValid:
			t.Fatalf("cycle %d: a board without a switch has a reading", i)
		case st.Timestamp() != st.SampleTimestamp.Seconds():
			t.Fatalf("cycle %d: two timestamps", i)
		case !st.Stale && st.SampleTimestamp > now || now-st.SampleTimestamp > 200*time.Millisecond:
			t.Fatalf("cycle %d: the board's clock is at %v, the loop's at %v", i, st.SampleTimestamp, now)
		}
		l.Snapshot(func(s *hardware.Snapshot) {
			snap, errs = s.Bus, s.Boards[0].Errors
			if s.Cycle != i || s.Pace.Cycles != i {
				t.Fatalf("cycle %d is counted as %d and %d", i, s.Cycle, s.Pace.Cycles)
			}
			if o := s.Joints[0].Stats.Odometer; o < odometer {
				t.Fatalf("cycle %d: the odometer went back from %v to %v", i, odometer, o)
			} else {
				odometer = o
			}
		})
		if snap.Exchanges != i+1 || snap.Exchanges+snap.Retries != faulty.N || snap.Retries != lost || snap.Failures != 0 ||
			errs.StatusChecksum != damaged || uint64(st.Drops) != errs.Drops || errs.Drops+damaged < repeated || errs.Drops > 2*repeated+lost+damaged+2 ||
			snap.Halts > halts || snap.Resets > resets {
			t.Fatalf("cycle %d: %+v, %+v; %d lost, %d repeated, %d damaged", i, snap, errs, lost, repeated, damaged)
		}
	}
	if damaged == 0 && cycles > 1e6 || lost == 0 || repeated == 0 || odometer == 0 {
		t.Errorf("nothing happened: %d lost, %d repeated, %d damaged, %v m", lost, repeated, damaged, odometer)
	}
	t.Logf("%d cycles: %d lost, %d repeated, %d damaged frames, %d halts, %d resets, %.1f m of way, board's clock %v behind", cycles, lost, repeated, damaged, snap.ErrorHalts+halts, snap.Resets, odometer,
		time.Duration(cycles-1)*time.Millisecond-st.SampleTimestamp)
}
