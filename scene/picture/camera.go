package picture

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// virtualCamera looks at the table from 40 degrees above, from the side the sensor is on.
func virtualCamera(seg *scene.Segmentation) cloud.Pinhole {
	const width, height = 960, 720
	t := &seg.Table
	radius := 0.2
	for _, q := range t.Hull {
		radius = max(radius, math.Hypot(q.X, q.Y))
	}
	radius = min(radius, 1.5)
	from := t.X_FT.Inv().Apply(seg.Cloud.X_FS.P)
	dir, ok := geom.Unit(geom.V(from.X, from.Y, 0))
	if !ok || r3.Norm(geom.V(from.X, from.Y, 0)) < 0.05 {
		dir = geom.V(0, -1, 0)
	}
	s, co := math.Sincos(40 * math.Pi / 180)
	eye := r3.Scale(2.2*radius, geom.V(co*dir.X, co*dir.Y, s))
	z, _ := geom.Unit(r3.Scale(-1, eye)) // forward, to the table's middle
	x, _ := geom.Unit(r3.Cross(z, geom.UnitZ))
	y := r3.Cross(z, x)
	x_TS := geom.Pose{R: geom.FromAxes(x, y, z), P: eye}
	f := 0.9 * width
	return cloud.Pinhole{Width: width, Height: height, X_FS: t.X_FT.Mul(x_TS), Fx: f, Fy: f, Cx: width / 2, Cy: height / 2}
}
