package dryrun_test

import (
	"fmt"
	"log"
	"math"
	"os"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/dryrun"
)

// What an arm and a hand are told in a pickup. On a robot, an arm of node/arm and a hand.Controller stand in the place of the dry run.
func Example() {
	r := dryrun.New(os.Stdout, geom.Pose{R: geom.IdentityRot, P: geom.V(0, 0, 0.5)})
	down := geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: geom.V(0.5, 0.1, 0.2)} // palm at X_WG, looking down
	task, err := pick.NewPickup(pick.NewRobot(r, r, nil), pick.PickupRequest{
		Grasps: []pick.Candidate{{X_WG: down, Approach: pick.Translation{Direction: geom.UnitX, Frame: pick.InHand, Desired: 0.1}, MaxContactForce: 8}},
		Lift:   pick.Translation{Direction: geom.UnitZ, Desired: 0.1},
	}, pick.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	for !task.Done() {
		r.Tick(0.01) // of a robot's loop: the time that has passed
		task.Step(r.Status().Time)
	}
	fmt.Println(task.Result().Value == pick.Success)
	// Output:
	// hand: move to 86 mm
	// arm: by a free way to (0.500, 0.100, 0.300) m, looking along (0.00, 0.00, -1.00) at 0.5 m/s
	// hand: zero
	// hand: at most 8.0 N a finger
	// arm: straight to (0.500, 0.100, 0.200) m, looking along (0.00, 0.00, -1.00) at 0.05 m/s
	// hand: grasp
	// arm: drift with (0.000, 0.000, 0.010) m/s
	// arm: stop
	// hand: at most 6.0 N a finger
	// arm: straight to (0.500, 0.100, 0.300) m, looking along (0.00, 0.00, -1.00) at 0.1 m/s
	// arm: straight to (0.500, 0.100, 0.280) m, looking along (0.00, 0.00, -1.00) at 1 m/s
	// arm: straight to (0.500, 0.100, 0.300) m, looking along (0.00, 0.00, -1.00) at 1 m/s
	// arm: straight to (0.500, 0.100, 0.280) m, looking along (0.00, 0.00, -1.00) at 1 m/s
	// arm: straight to (0.500, 0.100, 0.300) m, looking along (0.00, 0.00, -1.00) at 1 m/s
	// true
}
