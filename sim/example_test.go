package sim_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// A cube between two fingers that squeeze with 5 N each hangs there for as long as one likes: friction sticks, nothing creeps.
func ExampleWorld() {
	m := sim.DefaultModel()
	g := sim.DefaultGripper()
	m.Gripper = &g
	m.Objects = []sim.Object{{Name: "cube", Shape: shape.NewBox(geom.V(0.04, 0.04, 0.04)), Mass: 0.2, Stiffness: 20e3, Friction: 0.6}}
	X_WG := geom.Pose{P: geom.V(0, 0, 0.5)}
	w, err := sim.New(m, []geom.Pose{{P: X_WG.Apply(g.PadCenter())}}, X_WG)
	if err != nil {
		log.Fatal(err)
	}
	w.SetGap(0.0395) // the pads touch
	w.SetEffort(-5 - g.Friction)
	for range 1000 { // a second to settle
		w.Step()
	}
	cube := &w.State.Bodies[0]
	before := cube.X_WO.P.Z
	for range 10_000 {
		w.Step()
	}
	fmt.Printf("it is held, and sank by %.3f mm in 10 s\n", 1000*(before-cube.X_WO.P.Z))
	// Output: it is held, and sank by 0.000 mm in 10 s
}
