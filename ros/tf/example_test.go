package tf_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Where is an object that the camera sees, in the robot's base? A node fills the buffer with tf.Listen.
func ExampleBuffer() {
	b := tf.NewBuffer(tf.DefaultKeep)
	at := wire.Time{Sec: 10}
	camera := tf.Stamped("base_link", "camera", at, geom.Pose{R: geom.IdentityRot, P: geom.V(0.1, 0, 1.2)})
	if err := b.Set(&camera, true); err != nil { // static
		log.Fatal(err)
	}
	for i, x := range []float64{0.5, 0.7} { // the object is seen to move
		object := tf.Stamped("camera", "object", wire.Time{Sec: at.Sec + uint32(i)}, geom.Pose{R: geom.IdentityRot, P: geom.V(x, 0, -0.4)})
		if err := b.Set(&object, false); err != nil {
			log.Fatal(err)
		}
	}
	between := wire.Time{Sec: 10, Nsec: 500_000_000}
	X_BO, _, err := b.Lookup("base_link", "object", between)
	if err != nil {
		log.Fatal(err) // of kind fault.NotFound, with the frame that is missing
	}
	fmt.Printf("%.2f %.2f %.2f\n", X_BO.P.X, X_BO.P.Y, X_BO.P.Z)
	// Output: 0.70 0.00 0.80
}
