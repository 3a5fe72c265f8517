package flight

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// rig is a simulated hand with an apple between its fingers, whose recorder is drained by the test.
type rig struct {
	t    *testing.T
	c    *hand.Controller
	s    *station.Station
	r    *sim.Sensors
	live *Live
	now  time.Time
	fail []error
}

func newRig(t *testing.T, dir string, keep int) *rig {
	t.Helper()
	place, err := station.New(station.Config{Object: "apple", Sensors: sim.RealSensors(1)})
	if err != nil {
		t.Fatal(err)
	}
	g := &rig{t: t, s: place, now: time.Unix(1_800_000_000, 0)}
	if g.r, err = sim.NewSensors(place.World, sim.RealSensors(1)); err != nil {
		t.Fatal(err)
	}
	pads := touch.PR2()
	if g.c, err = hand.New(hand.DefaultParams(), &pads, 1e-3); err != nil {
		t.Fatal(err)
	}
	g.run(700) // the fingertips are zeroed
	g.live, err = NewLive(g.c, LiveConfig{Dir: dir, Name: "r_hand", Keep: keep, Now: func() time.Time { return g.now }, Problem: func(err error) { g.fail = append(g.fail, err) }})
	if err != nil {
		t.Fatal(err)
	}
	g.c.Observe(g.live)
	return g
}

func (g *rig) step() {
	g.s.Bus.Before()
	g.s.World.SetEffort(g.c.Step(g.r.Read()))
	g.s.World.Step()
	g.now = g.now.Add(time.Millisecond)
}

// run steps, and drains as often as Run does.
func (g *rig) run(ticks int) {
	for k := range ticks {
		g.step()
		if g.live != nil && k%50 == 0 {
			g.live.Drain()
		}
	}
}

func (g *rig) do(cmd hand.Command) {
	g.t.Helper()
	if err := g.c.Do(cmd); err != nil {
		g.t.Fatal(err)
	}
}

func same(t *testing.T, path string) *Record {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Tape.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := tape.Compare(r.Tape.Decisions(), again, r.Tape.Dt); d.Verdict != tape.Identical || r.Missing > 0 {
		t.Errorf("%s: %d missing, %+v", path, r.Missing, d)
	}
	return r
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A hand that has been running for a while leaves a record of each attempt, which decides the same although it began in the middle of
// things, and keeps the last ones.
func TestLive(t *testing.T) {
	dir := t.TempDir()
	g := newRig(t, dir, 2)
	g.run(500)
	if n := len(files(t, dir)); n != 0 {
		t.Fatalf("%d records of a hand that does nothing", n)
	}
	g.do(hand.Command{Verb: hand.Grab})
	g.run(7000)
	p := g.c.Params()
	p.SlipGain = 1.3
	g.c.SetParams(p)
	g.run(500)
	g.do(hand.Command{Verb: hand.Release, Event: hand.Event{Condition: hand.OnAccel, Accel: 3}})
	g.run(300)
	g.s.Tap()
	g.run(4000)
	list := files(t, dir)
	if len(list) != 1 || filepath.Base(list[0]) != "r_hand-20270115-080001.201.mcap" {
		t.Fatal(list)
	}
	r := same(t, list[0])
	if len(r.Damage) > 0 || r.Outcome == nil || r.Outcome.Outcome != "released" || r.Outcome.Lost != 0 || r.Head.Source != "hand" || len(r.Tape.State) == 0 {
		t.Errorf("%v %+v %+v", r.Damage, r.Outcome, r.Head.Source)
	}
	if n := len(r.Tape.Orders); n != 3 {
		t.Errorf("%d orders", n)
	}
	if d := r.Tape.Duration(); d < 8 || d > 12 {
		t.Errorf("%g s", d)
	}
	// A command that is refused is no attempt.
	if err := g.c.Do(hand.Command{Verb: hand.Find, Pads: 9}); err == nil {
		t.Fatal("a wrong command is taken")
	}
	g.run(100)
	if n := len(files(t, dir)); n != 1 {
		t.Errorf("%d records after a refused command", n)
	}
	// The last two are kept, one that is cut off by the next included; other files of the folder are left alone.
	other := filepath.Join(dir, "r_hand-notes.mcap")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		g.do(hand.Command{Verb: hand.Find, Pads: hand.Either})
		g.run(1500)
	}
	g.do(hand.Command{Verb: hand.Stop})
	g.run(1500)
	list = files(t, dir)
	if len(list) != 3 || !slices.Contains(list, other) {
		t.Fatal(list)
	}
	for _, f := range list[:2] {
		same(t, f)
	}
	if len(g.fail) > 0 {
		t.Error(g.fail)
	}
}

// A writer that stands still loses ticks, says so, and never holds up the loop.
func TestLiveOverrun(t *testing.T) {
	dir := t.TempDir()
	g := newRig(t, dir, 5)
	g.do(hand.Command{Verb: hand.Grab})
	for range 2*liveSlots + 100 {
		g.step()
	}
	g.live.Drain()
	g.run(500)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g.live.Run(ctx)
	r, err := Open(files(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	if r.Missing == 0 || r.Outcome == nil || r.Outcome.Lost != r.Missing || r.Outcome.Outcome != "cut off" {
		t.Errorf("%d missing, %+v", r.Missing, r.Outcome)
	}
}

// What was flushed when the program dies can be read.
func TestLiveKilled(t *testing.T) {
	dir := t.TempDir()
	g := newRig(t, dir, 5)
	g.do(hand.Command{Verb: hand.Grab})
	g.run(5000)
	path := files(t, dir)[0]
	r := same(t, path) // while it is being written
	if len(r.Damage) == 0 || r.Outcome != nil || len(r.Tape.Ticks) < 3000 {
		t.Errorf("%v, %d ticks", r.Damage, len(r.Tape.Ticks))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g.live.Run(ctx)
}

func TestLiveAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	g := newRig(t, t.TempDir(), 5)
	loop := func() {
		for range 30 {
			g.step()
		}
		_ = g.c.Do(hand.Command{Verb: hand.Find, Pads: hand.Either})
		for range 30 {
			g.step()
		}
	}
	// The loop alone, with a recorder that is never drained and one that is full after a while: neither allocates.
	for _, c := range []string{"recording", "full"} {
		if n := testing.AllocsPerRun(3, loop); n != 0 {
			t.Errorf("%s: %v allocations", c, n)
		}
		for range 2 * liveSlots {
			g.step()
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g.live.Run(ctx)
}

func BenchmarkLiveTick(b *testing.B) {
	t := new(testing.T)
	g := newRig(t, b.TempDir(), 5)
	g.do(hand.Command{Verb: hand.Grab})
	r := g.r.Read()
	done := 0
	for b.Loop() {
		g.live.Stepped(g.c, r)
		if done++; done%1000 == 0 {
			b.StopTimer()
			g.live.Drain()
			b.StartTimer()
		}
	}
}
