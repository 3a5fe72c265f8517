package hand_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// The loop of a hand: readings in, effort out, a thousand times a second. Here a simulated hand takes hold of a wooden cube that floats
// between its fingers; on a robot the reading comes from the bus, and the effort goes there.
func ExampleController() {
	pads := touch.PR2()
	c, err := hand.New(hand.DefaultParams(), &pads, 1e-3)
	if err != nil {
		log.Fatal(err)
	}
	m := sim.DefaultModel()
	g := sim.DefaultGripper()
	m.Gripper, m.Table, m.Gravity = &g, nil, geom.Vec{}
	m.Objects = []sim.Object{{Name: "cube", Shape: shape.NewBox(geom.V(0.04, 0.04, 0.04)), Mass: 0.05, Stiffness: 20e3, Friction: 0.6}}
	world, err := sim.New(m, []geom.Pose{{P: g.PadCenter()}}, geom.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	sensors, err := sim.NewSensors(world, sim.SensorModel{})
	if err != nil {
		log.Fatal(err)
	}

	const grab = 1
	for tick := range 20_000 {
		if tick == 500 { // the first quarter of a second sets the zero of the fingertips
			if err := c.Do(hand.Command{ID: grab, Verb: hand.Grab}); err != nil {
				log.Fatal(err) // says why the command is refused; nothing has changed
			}
		}
		world.SetEffort(c.Step(sensors.Read()))
		world.Step()
		if goal := c.Status().Motor; goal.ID == grab && goal.State == hand.Succeeded {
			break
		}
	}
	s := c.Status()
	fmt.Printf("%v: gap %.0f mm, empty: %v\n", s.Stage, 1000*s.Gap, s.Empty)
	// Output: lift and hold: gap 39 mm, empty: false
}
