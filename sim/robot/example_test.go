package robot_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// A simulated robot picks up an apple. On a robot of one's own pick.NewRobot takes its arm, its hand and what checks motions; the task is
// the same.
func Example() {
	apple, err := catalogue.Find("apple")
	if err != nil {
		log.Fatal(err)
	}
	X_WO := geom.Pose{R: apple.Rest, P: geom.V(0, 0.1, apple.RestHalf().Z)} // on the table
	cfg := robot.DefaultConfig(1)
	cfg.Objects, cfg.X_WO = []sim.Object{rehearse.Known(&apple).Object}, []geom.Pose{X_WO}
	r, err := robot.New(cfg)
	if err != nil {
		log.Fatal(err)
	}
	down := geom.AxisAngle(geom.UnitY, math.Pi/2) // the palm looks down, the fingers close along y
	task, err := pick.NewPickup(r.Robot, pick.PickupRequest{
		Grasps: []pick.Candidate{{
			ID: "from above", X_WG: geom.Pose{R: down, P: X_WO.P}.Mul(geom.Pose{P: geom.V(-cfg.Gripper.PadCenter().X, 0, 0)}),
			Approach: pick.Translation{Direction: geom.UnitX, Frame: pick.InHand, Desired: 0.08, Min: 0.04},
		}},
		Lift:   pick.Translation{Direction: geom.UnitZ, Desired: 0.10, Min: 0.05},
		Target: "apple", Support: sim.TableName,
	}, pick.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Run(context.Background(), task); err != nil { // steps the world, the hand and the task until the task is done
		log.Fatal(err)
	}
	result := task.Result()
	fmt.Println(result.Value, result.Held, result.Reason)
	// Output: success true
}
