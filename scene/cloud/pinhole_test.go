package cloud

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

func TestRecoverPinhole(t *testing.T) {
	const fx, fy, cx, cy = 525, 520, 319.5, 239.5
	c := New(640, 480)
	for i := range c.Len() {
		z := 0.8 + 0.2*math.Sin(float64(i)/9000)
		c.Set(i, geom.V((float64(i%640)-cx)/fx*z, (float64(i/640)-cy)/fy*z, z))
	}
	c.X[5] = float32(math.NaN())
	for _, x := range []geom.Pose{{}, {R: geom.RPY(0.3, 1, -2), P: geom.V(1, 2, 3)}} {
		cam, ok := RecoverPinhole(c.Transformed(x, "w"))
		if !ok || math.Abs(cam.Fx-fx) > 0.1 || math.Abs(cam.Fy-fy) > 0.1 || math.Abs(cam.Cx-cx) > 0.1 || math.Abs(cam.Cy-cy) > 0.1 {
			t.Errorf("camera %+v", cam)
		}
	}
	for i := range c.Len() { // a grid that is no picture
		c.Set(i, geom.V(float64(i%7), float64(i%11), 1))
	}
	if _, ok := RecoverPinhole(c); ok {
		t.Error("found a camera where there is none")
	}
}
