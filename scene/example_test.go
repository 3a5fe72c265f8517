package scene_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// The table and the objects of a cloud. cloud.Load reads one from a file.
func ExampleSegment() {
	c := scenetest.Table([]scenetest.Block{
		{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10},
		{X: 0.15, Y: 0.05, L: 0.07, W: 0.05, H: 0.18},
	}, 1)
	seg, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		log.Fatal(err) // of kind fault.NoTable where there is none
	}
	for i, o := range seg.Objects {
		fmt.Printf("object %d: %.0f mm high, at %.2f %.2f on the table\n", i+1, 1000*o.Size.Z, o.X_FO.P.X, o.X_FO.P.Y)
	}
	// Output:
	// object 1: 183 mm high, at 0.15 0.05 on the table
	// object 2: 103 mm high, at -0.20 0.10 on the table
}
