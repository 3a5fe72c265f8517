package graspfix_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// Contacts of a simulator go in, attach and detach come out. An Actuator in place of nil would weld the object.
func ExampleFix() {
	cfg, err := graspfix.Read("fix.yaml", []byte("arms:\n  - {arm_name: hand, palm_link: palm, gripper_link: [left, right]}\n"), "fast")
	if err != nil {
		log.Fatal(err)
	}
	fix, err := graspfix.New(cfg, nil, graspfix.Hooks{
		OnAttach: func(object, arm string) { fmt.Println("weld", object, "to", arm) },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fix.Explain("cube", "hand").Code)
	cube := fix.ID("cube", "cube")
	for _, t := range []float64{0.04, 0.08, 0.12} { // of the simulation, s
		for finger, x := range map[string]float64{"left": -1, "right": 1} {
			fix.Contact(&graspfix.Contact{
				T: t, Object: cube, Finger: fix.ID(finger, finger), Points: 1,
				F_W: geom.V(-5*x, 0, 0), P_W: geom.V(0.02*x, 0, 0), X_WF: geom.Pose{P: geom.V(0.03*x, 0, 0)},
			})
		}
	}
	fix.Advance(0.2, 0)
	// Output:
	// STREAM_SILENT
	// weld cube to hand
}
