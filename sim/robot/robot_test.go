package robot

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

var down = geom.AxisAngle(geom.UnitY, math.Pi/2) // the palm looks down, the fingers close along y

// stand puts an object of the catalogue on the table.
func stand(t *testing.T, name string, x, y float64) (sim.Object, geom.Pose) {
	t.Helper()
	o, err := catalogue.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return rehearse.Known(&o).Object, geom.Pose{R: o.Rest, P: geom.V(x, y, o.RestHalf().Z)}
}

// newRobot makes a robot before objects at given places, named object, x, y.
func newRobot(t *testing.T, things ...any) *Robot {
	t.Helper()
	cfg := DefaultConfig(3)
	for i := 0; i < len(things); i += 3 {
		o, x := stand(t, things[i].(string), things[i+1].(float64), things[i+2].(float64))
		cfg.Objects, cfg.X_WO = append(cfg.Objects, o), append(cfg.X_WO, x)
	}
	r, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// overhead is a grasp from above of object i, the pads at its middle or as low as they may.
func overhead(r *Robot, i int) pick.Candidate {
	c := r.World.State.Bodies[i].X_WO.P
	tip := r.World.Model.Gripper.PadCenter().X
	z := math.Max(c.Z, 0.02) + tip
	return pick.Candidate{
		X_WG:     geom.Pose{R: down, P: geom.V(c.X, c.Y, z)},
		Approach: pick.Translation{Direction: geom.UnitX, Frame: pick.InHand, Desired: 0.08, Min: 0.04},
	}
}

func request(r *Robot, i int) pick.PickupRequest {
	return pick.PickupRequest{
		Grasps: []pick.Candidate{overhead(r, i)}, Lift: pick.Translation{Direction: geom.UnitZ, Desired: 0.10, Min: 0.05},
		Target: r.World.Model.Objects[i].Name, Support: sim.TableName,
	}
}

// at is a place request that puts the object in the hand down at x, y as it stood where it was picked.
func at(r *Robot, i int, grasp geom.Pose, x, y float64) pick.PlaceRequest {
	grasp.P.X, grasp.P.Y = x, y
	return pick.PlaceRequest{
		Locations: []pick.Location{{
			X_WG:     grasp,
			Approach: pick.Translation{Direction: geom.V(0, 0, -1), Desired: 0.08, Min: 0.03},
			Retreat:  pick.Translation{Direction: geom.V(-1, 0, 0), Frame: pick.InHand, Desired: 0.08, Min: 0.03},
		}},
		Target: r.World.Model.Objects[i].Name, Support: sim.TableName,
	}
}

func pickUp(t *testing.T, r *Robot, req pick.PickupRequest) *pick.Pickup {
	t.Helper()
	k, err := pick.NewPickup(r.Robot, req, pick.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Run(context.Background(), k) // the result tells
	return k
}

func putDown(t *testing.T, r *Robot, req pick.PlaceRequest) *pick.Place {
	t.Helper()
	k, err := pick.NewPlace(r.Robot, req, pick.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Run(context.Background(), k) // the result tells
	return k
}

// Everyday objects, light, heavy, round and soft, are picked up, carried, and stand where they were to be, undamaged.
func TestPickAndPlace(t *testing.T) {
	for _, name := range []string{"soup-can", "egg", "plastic-cup", "tennis-ball", "rubiks-cube", "sponge", "yogurt-cup"} {
		r := newRobot(t, name, 0.05, 0.1, "toy-block", 0.05, -0.15)
		b := &r.World.State.Bodies[0]
		rest := b.X_WO
		req := request(r, 0)
		req.MaxContactForce = 0.85 * r.World.Model.Objects[0].CrushForce
		p := pickUp(t, r, req)
		if res := p.Result(); res.Value != pick.Success || !res.Held || b.X_WO.P.Z < rest.P.Z+0.08 {
			t.Errorf("%s: %+v; it is at %v", name, res, b.X_WO.P)
			continue
		}
		q := putDown(t, r, at(r, 0, req.Grasps[0].X_WG, 0, -0.4))
		r.Settle(0.5)
		res := q.Result()
		off := math.Hypot(b.X_WO.P.X, b.X_WO.P.Y+0.4)
		if res.Value != pick.Success || res.Held || b.Crushed || off > 0.02 || math.Abs(b.X_WO.P.Z-rest.P.Z) > 5e-3 {
			t.Errorf("%s: %+v; it is %.0f mm off at height %.3f (rest %.3f), crushed %v", name, res, 1e3*off, b.X_WO.P.Z, rest.P.Z, b.Crushed)
		}
		t.Logf("%-14s placed at a height of %+.1f mm (%s), %.1f mm off; %d regrasps, took %.1f s", name, 1e3*res.Height, res.Contact, 1e3*off, p.Result().Regrasps, r.Time())
	}
}

// Given up at any moment, the arm stands still and the object is where it is: on the table, or in the hand.
func TestPreempt(t *testing.T) {
	whole := newRobot(t, "soup-can", 0.0, 0.0)
	k := pickUp(t, whole, request(whole, 0))
	if k.Result().Value != pick.Success {
		t.Fatal(k.Result())
	}
	for _, e := range k.Events() {
		if e.Phase.Final() {
			continue
		}
		for _, after := range []float64{0.002, 0.3} {
			r := newRobot(t, "soup-can", 0.0, 0.0)
			k, err := pick.NewPickup(r.Robot, request(r, 0), pick.DefaultParams())
			if err != nil {
				t.Fatal(err)
			}
			for !k.Done() {
				if r.Step(); r.Time() > e.Time+after {
					k.Preempt()
				}
				k.Step(r.Time())
			}
			res, b := k.Result(), &r.World.State.Bodies[0]
			if !res.Preempted || fault.KindOf(k.Err()) != fault.Preempted {
				t.Errorf("%v: %+v", e.Phase, res)
			}
			z := b.X_WO.P.Z
			r.Settle(1)
			if v := r3.Norm(r.World.State.V_WG); v > 0 {
				t.Errorf("%v: the arm moves with %g m/s", e.Phase, v)
			}
			if math.Abs(b.X_WO.P.Z-z) > 2e-3 || b.Crushed {
				t.Errorf("%v: the object went from %.3f to %.3f m, crushed %v", e.Phase, z, b.X_WO.P.Z, b.Crushed)
			}
		}
	}
}

// A transit goes over what stands on the table, and is refused where its end is blocked.
func TestTransit(t *testing.T) {
	r := newRobot(t, "chips-can", 0.0, 0.0, "soup-can", 0.0, 0.3)
	goal := geom.Pose{R: down, P: geom.V(0.3, 0.0, 0.25)}
	start := r.Arm.Palm()
	if err := r.Arm.Transit(goal, 0.5, 1); err != nil {
		t.Fatal(err)
	}
	for r.Arm.Moving() {
		r.Step()
		if what := r.World.Collides(r.Arm.Palm(), r.World.State.Gap, -1); what != "" {
			t.Fatal(what)
		}
	}
	if d := r3.Norm(r3.Sub(r.Arm.Palm().P, goal.P)); d > 1e-6 || r.Arm.Palm().R.Angle(goal.R) > 1e-6 {
		t.Errorf("ends %g m from its goal; began at %v", d, start.P)
	}
	goal.P = geom.V(0.06, 0, 0.25) // a finger in the can
	if err := r.Arm.Transit(goal, 0.5, 1); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("into the can: %v", err)
	}
}

// The checker knows the workspace, the table and the neighbours.
func TestChecks(t *testing.T) {
	r := newRobot(t, "soup-can", 0.0, 0.0, "soap-bar", 0.0, 0.09)
	codes := func(change func(*pick.PickupRequest)) []pick.Code {
		req := request(r, 0)
		change(&req)
		req.OnlyFeasibility = true
		k := pickUp(t, r, req)
		var out []pick.Code
		for _, x := range k.Result().Tried {
			out = append(out, x.Code)
		}
		return out
	}
	if got := codes(func(*pick.PickupRequest) {}); !slices.Equal(got, []pick.Code{pick.GraspSuccess}) {
		t.Errorf("free: %v", got)
	}
	low := func(q *pick.PickupRequest) { q.Grasps[0].X_WG.P.Z -= 0.05 }
	if got := codes(low); !slices.Equal(got, []pick.Code{pick.GraspInCollision}) {
		t.Errorf("in the table: %v", got)
	}
	into := func(q *pick.PickupRequest) { q.Grasps[0].X_WG.P.Y += 0.03; q.Grasps[0].X_WG.P.Z -= 0.035 }
	if got := codes(into); !slices.Equal(got, []pick.Code{pick.GraspInCollision}) {
		t.Errorf("in the neighbour: %v", got)
	}
	r.Arm.Limits.Lo, r.Arm.Limits.Hi = geom.V(-1, -1, 0), geom.V(1, 1, 0.15)
	if got := codes(func(*pick.PickupRequest) {}); !slices.Equal(got, []pick.Code{pick.GraspOutOfReach}) {
		t.Errorf("out of the workspace: %v", got)
	}
	low2 := overhead(r, 0).X_WG.P.Z
	r.Arm.Limits.Hi.Z = low2 + 0.06
	if got := codes(func(q *pick.PickupRequest) { q.Lift.Min = 0.09 }); !slices.Equal(got, []pick.Code{pick.LiftOutOfReach}) {
		t.Errorf("lift out of the workspace: %v", got)
	}
}
