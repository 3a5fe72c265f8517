package robot

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func loop(t *testing.T, speed float64) *Loop {
	t.Helper()
	r, err := simrobot.New(simrobot.DefaultConfig(1))
	if err != nil {
		t.Fatal(err)
	}
	l, err := Simulate(r, speed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func lift(r *pick.Robot) (pick.Task, error) { return pick.NewLift(r, 0.1, pick.DefaultParams()) }

func TestRun(t *testing.T) {
	for _, speed := range []float64{0, 50} {
		l := loop(t, speed)
		var before, after float64
		l.Do(func(r *pick.Robot) { before = r.Arm.Palm().P.Z })
		var phases []pick.Phase
		if err := l.Run(t.Context(), lift, func(e pick.Event) { phases = append(phases, e.Phase) }); err != nil {
			t.Fatal(err)
		}
		l.Do(func(r *pick.Robot) { after = r.Arm.Palm().P.Z })
		if d := after - before; d < 0.099 || d > 0.101 || len(phases) != 2 || phases[1] != pick.Succeeded {
			t.Errorf("lifted by %g m, %v", d, phases)
		}
	}
}

// A second task is refused, a context that ends gives the first one up.
func TestBusyAndPreempt(t *testing.T) {
	l := loop(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began := make(chan struct{}, 8)
	result := make(chan error, 1)
	go func() { result <- l.Run(ctx, lift, func(pick.Event) { began <- struct{}{} }) }()
	<-began
	if err := l.Run(t.Context(), lift, nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a second task: %v", err)
	}
	cancel()
	if err := <-result; fault.KindOf(err) != fault.Preempted {
		t.Errorf("given up: %v", err)
	}
	l.Do(func(r *pick.Robot) {
		if r.Arm.Moving() {
			t.Error("the arm moves")
		}
	})
}

func TestRefusals(t *testing.T) {
	l := loop(t, 0)
	bad := func(r *pick.Robot) (pick.Task, error) { return pick.NewLift(r, -1, pick.DefaultParams()) }
	if err := l.Run(t.Context(), bad, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a bad task: %v", err)
	}
	if _, err := Simulate(nil, -1); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a bad speed: %v", err)
	}
	r, err := simrobot.New(simrobot.DefaultConfig(1))
	if err != nil {
		t.Fatal(err)
	}
	ended := Drive(r.Robot)
	ended.Close()
	if ended.Do(func(*pick.Robot) {}) {
		t.Error("a loop that has ended takes orders")
	}
	if err := ended.Run(t.Context(), lift, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a task for it: %v", err)
	}
}

// An empty hand is not grasping, and the gripper closes and opens.
func TestGripAndVerify(t *testing.T) {
	l := loop(t, 0)
	for _, shut := range []bool{true, false} {
		if err := l.Run(t.Context(), func(r *pick.Robot) (pick.Task, error) { return pick.NewGrip(r, shut, pick.DefaultParams()), nil }, nil); err != nil {
			t.Errorf("close %v: %v", shut, err)
		}
		var v *pick.Verify
		if err := l.Run(t.Context(), func(r *pick.Robot) (pick.Task, error) { v = pick.NewVerify(r, pick.DefaultParams()); return v, nil }, nil); err != nil {
			t.Error(err)
		}
		if is, why := v.Grasping(); is || why == "" {
			t.Errorf("an empty hand holds something: %s", why)
		}
	}
	var st hand.Status
	l.Do(func(r *pick.Robot) { st = r.Hand.Status() })
	if st.Gap < 0.075 {
		t.Errorf("opened to %g m", st.Gap)
	}
}

// A robot that somebody else steps is touched only then.
func TestRide(t *testing.T) {
	r, err := simrobot.New(simrobot.DefaultConfig(1))
	if err != nil {
		t.Fatal(err)
	}
	l, tick := Ride(r.Robot)
	result := make(chan error, 1)
	go func() { result <- l.Run(t.Context(), lift, nil) }()
	for before := r.Arm.Palm().P.Z; ; {
		r.Step()
		tick(r.Time())
		select {
		case err := <-result:
			if d := r.Arm.Palm().P.Z - before; err != nil || d < 0.099 || d > 0.101 {
				t.Errorf("lifted by %g m, %v", d, err)
			}
			l.Close()
			if l.Do(func(*pick.Robot) {}) {
				t.Error("a loop that has ended was used")
			}
			return
		default:
		}
	}
}
