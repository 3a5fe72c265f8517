package grasp_test

import (
	"context"
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// Where to take hold of what stands on a table, and why not elsewhere.
func ExamplePlanner() {
	c := scenetest.Table([]scenetest.Block{
		{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10},
		{X: 0.15, Y: 0.05, L: 0.20, W: 0.20, H: 0.18},
	}, 1)
	seg, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	planner, err := grasp.NewPlanner(seg, grasp.DefaultHand(), grasp.DefaultParams(), grasp.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range seg.Objects {
		plan, err := planner.Plan(context.Background(), i)
		if err != nil {
			log.Fatal(err)
		}
		if len(plan.Grasps) == 0 {
			fmt.Printf("object %d: %s\n", i+1, plan.WhyNot())
			continue
		}
		best := plan.Grasps[0] // best.X_FG is where the palm goes
		fmt.Printf("object %d: %s, %.0f mm between the pads\n", i+1, best.Kind, 1000*best.Width)
	}
	// Output:
	// object 1: too wide in 28 of 28 candidates: 113 mm across and 4 mm of clearance, the hand opens 86 mm
	// object 2: overhead, 61 mm between the pads
}
