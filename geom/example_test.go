package geom_test

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// A palm that looks straight down, 20 cm over an object, and a point of the object as the palm sees it. Letters that meet disappear.
func ExamplePose() {
	X_WO := geom.Pose{P: geom.V(0.5, 0.1, 0.04)}                                      // the object in the world
	X_OG := geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: geom.V(0, 0, 0.2)} // the palm in the object's frame
	X_WG := X_WO.Mul(X_OG)
	p_W := X_WO.Apply(geom.V(0, 0, 0.05))
	p_G := X_WG.Inv().Apply(p_W)
	fmt.Printf("palm at %.2f %.2f %.2f m, the point is %.2f m in front of it\n", X_WG.P.X, X_WG.P.Y, X_WG.P.Z, p_G.X)
	// Output: palm at 0.50 0.10 0.24 m, the point is 0.15 m in front of it
}
