package dryrun

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
)

func run(t *testing.T, r *Robot, k pick.Task) {
	t.Helper()
	for i := 0; i < 100000 && !k.Done(); i++ {
		r.Tick(0.01)
		k.Step(r.Status().Time)
	}
	if !k.Done() {
		t.Fatalf("it never ends: %v", k.Events())
	}
}

// A pickup runs through, and every command is told in its order. A place ends where nothing tells that the object stands.
func TestDryRun(t *testing.T) {
	var b strings.Builder
	r := New(&b, geom.Pose{R: geom.IdentityRot, P: geom.V(0, 0, 0.5)})
	robot := pick.NewRobot(r, r, nil)
	down := geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: geom.V(0.5, 0.1, 0.2)}
	k, err := pick.NewPickup(robot, pick.PickupRequest{
		Grasps: []pick.Candidate{{X_WG: down, Approach: pick.Translation{Direction: geom.UnitX, Frame: pick.InHand, Desired: 0.1}, MaxContactForce: 8}},
		Lift:   pick.Translation{Direction: geom.UnitZ, Desired: 0.1},
	}, pick.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	run(t, r, k)
	if res := k.Result(); res.Value != pick.Success || k.Err() != nil || r.Err() != nil {
		t.Errorf("%+v", res)
	}
	last := 0
	for _, want := range []string{"hand: move to 86 mm", "arm: by a free way to (0.500, 0.100, 0.300) m, looking along (0.00, 0.00, -1.00)", "hand: at most 8.0 N", "arm: straight to (0.500, 0.100, 0.200) m", "hand: grasp", "arm: drift with (0.000, 0.000, 0.010)", "arm: straight to (0.500, 0.100, 0.300)"} {
		i := strings.Index(b.String()[last:], want)
		if i < 0 {
			t.Fatalf("%q is not told in its order:\n%s", want, b.String())
		}
		last += i
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the pipe is closed") }

func TestBrokenWriter(t *testing.T) {
	r := New(broken{}, geom.Pose{R: geom.IdentityRot})
	if err := r.MoveTo(geom.Pose{R: geom.IdentityRot}, 1, 1); err != nil || r.Err() == nil {
		t.Errorf("%v, %v", err, r.Err())
	}
}

// What is a little below zero is zero.
func TestNoNegativeZero(t *testing.T) {
	var b strings.Builder
	r := New(&b, geom.Pose{R: geom.IdentityRot})
	if err := r.MoveTo(geom.Pose{R: geom.IdentityRot, P: geom.V(-0.0004, -0.0006, 0)}, 0.1, 1); err != nil || !strings.Contains(b.String(), "(0.000, -0.001, 0.000) m") {
		t.Errorf("%q, %v", b.String(), err)
	}
}
