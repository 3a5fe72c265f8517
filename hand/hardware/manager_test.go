package hardware_test

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

func (b *bench) request(start, stop []string, s hardware.Strictness) error {
	b.t.Helper()
	r, err := b.loop.Manager.Request(start, stop, s)
	if err != nil {
		return err
	}
	b.run(1)
	select {
	case <-r.Done():
	default:
		b.t.Fatal("a cycle did not serve the request")
	}
	return nil
}

func (b *bench) running() map[string]bool {
	out := map[string]bool{}
	for _, c := range b.loop.Manager.List() {
		out[c.Name] = c.Running
	}
	return out
}

func TestHW35_LoadUnload(t *testing.T) {
	b := newBench(t)
	m := b.loop.Manager
	load := func(name, after string) error {
		return m.Load(hardware.Spec{Name: name, After: after, Controller: &push{}})
	}
	if err := load("a", ""); err != nil {
		t.Fatal(err)
	}
	if err := load("a", ""); fault.KindOf(err) != fault.Conflict {
		t.Errorf("loaded twice: %v", err)
	}
	if err := b.request([]string{"a"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	if err := m.Unload("a"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("unloaded while running: %v", err)
	}
	if err := load("b", "a"); err != nil {
		t.Fatal(err)
	}
	if err := b.request(nil, []string{"a"}, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	if err := m.Unload("a"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("unloaded although b depends on it: %v", err)
	}
	if err := m.Unload("b"); err != nil {
		t.Errorf("unload b: %v", err)
	}
	if err := m.Unload("a"); err != nil {
		t.Errorf("unload a: %v", err)
	}
	if err := m.Unload("a"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unloaded twice: %v", err)
	}
	if err := load("c", "c"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("after itself: %v", err)
	}
	if err := load("d", "e"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("after one that is not there: %v", err)
	}
	if err := m.LoadType("x", "no/Such", ""); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a type that is not known: %v", err)
	}
	if err := m.Load(hardware.Spec{Name: "x", Joint: "nowhere", Controller: &push{}}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a joint that is not there: %v", err)
	}
}

func TestHW36_Switch(t *testing.T) {
	b := newBench(t)
	p := &push{}
	if err := b.loop.Manager.Load(hardware.Spec{Name: "a", Controller: p}); err != nil {
		t.Fatal(err)
	}
	if err := b.request([]string{"a", "unknown"}, nil, hardware.Strict); fault.KindOf(err) != fault.NotFound {
		t.Errorf("strict: %v", err)
	}
	b.run(2)
	if b.running()["a"] || p.starts != 0 {
		t.Error("a strict switch that failed started a controller")
	}
	if err := b.request([]string{"a", "unknown"}, nil, hardware.BestEffort); err != nil || !b.running()["a"] || p.starts != 1 {
		t.Errorf("best effort: %v, %v", err, b.running())
	}
	if err := b.request([]string{"a"}, []string{"a"}, hardware.Strict); err != nil || !b.running()["a"] || p.starts != 2 {
		t.Errorf("start and stop of one: %v, running %v, started %d times", err, b.running(), p.starts)
	}
	if err := b.request([]string{"unknown"}, []string{"a"}, 0); err != nil || b.running()["a"] {
		t.Errorf("strictness 0 is not best effort: %v", err)
	}
	// A loop that stands still is an error within the second that the caller grants.
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		if err := b.loop.Manager.Load(hardware.Spec{Name: "a", Controller: &push{}}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		begin := time.Now()
		err := b.loop.Manager.Switch(ctx, []string{"a"}, nil, hardware.Strict)
		if fault.KindOf(err) != fault.Timeout || time.Since(begin) != time.Second {
			t.Errorf("a dead loop: %v after %v", err, time.Since(begin))
		}
	})
}

func TestHW37_OneControllerAJoint(t *testing.T) {
	b := newBench(t)
	for _, n := range []string{"a", "b"} {
		if err := b.loop.Manager.Load(hardware.Spec{Name: n, Controller: &push{}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.request([]string{"a"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	if err := b.request([]string{"b"}, nil, hardware.Strict); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a second on the joint: %v", err)
	}
	if r := b.running(); !r["a"] || r["b"] {
		t.Errorf("%v", r)
	}
	if err := b.request([]string{"b"}, []string{"a"}, hardware.Strict); err != nil {
		t.Errorf("taking turns: %v", err)
	}
	if r := b.running(); r["a"] || !r["b"] {
		t.Errorf("%v", r)
	}
	// Two requests before the loop serves the first.
	m := b.loop.Manager
	if _, err := m.Request(nil, []string{"b"}, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Request([]string{"a"}, nil, hardware.Strict); err != nil {
		t.Errorf("the joint is free once the first request is served: %v", err)
	}
	if _, err := m.Request([]string{"b"}, nil, hardware.Strict); fault.KindOf(err) != fault.Conflict {
		t.Errorf("claimed by a request that waits: %v", err)
	}
}

func TestHW38_GapController(t *testing.T) {
	f := hardwaretest.NewFake(actuator)
	f.Boards[0].Memory = hardware.EncodeOffset(0)
	b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
	c := hardware.NewGapController()
	b.start("gap", c)
	b.ready()
	at(b, 0.086, 0)
	for _, k := range []struct{ target, effort, want float64 }{{0.02, 50, -50}, {0.02, -1, -660}, {0.02, 0, 0}} {
		if err := c.Command(k.target, k.effort); err != nil {
			t.Fatal(err)
		}
		b.run(1)
		if got := b.gripper("").Joint.Asked; math.Abs(got-k.want) > 0.01 {
			t.Errorf("target %v, max_effort %v: %v N, want %v", k.target, k.effort, got, k.want)
		}
	}
	if err := c.Command(math.NaN(), 1); fault.KindOf(err) != fault.Invalid {
		t.Errorf("NaN: %v", err)
	}
	// -50 N at 0.086 m are -0.0028534 Nm.
	if err := c.Command(0.02, 50); err != nil {
		t.Fatal(err)
	}
	b.run(2)
	if got := b.state().Commanded.Effort; !near(got, -0.0028534, 1e-4) {
		t.Errorf("%v Nm", got)
	}
	// An uncalibrated joint is not driven.
	u := newBench(t)
	c = hardware.NewGapController()
	u.start("gap", c)
	u.ready()
	if err := c.Command(0.05, 50); err != nil {
		t.Fatal(err)
	}
	u.run(3)
	if got := u.gripper("").Joint.Commanded; got != 0 {
		t.Errorf("uncalibrated: %v N", got)
	}
}
