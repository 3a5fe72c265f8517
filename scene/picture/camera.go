package picture

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// pinhole projects points of the cloud's frame F to pixels.
type pinhole struct {
	width, height  int
	x_SF           geom.Pose // S: x right, y down, z forward
	fx, fy, cx, cy float64   // pixels
	grid           bool      // pixel (u, v) is the cloud's point v*width + u
}

// project returns the pixel of a point and its depth; depth is not positive for a point behind the camera.
func (c *pinhole) project(p_F geom.Vec) (u, v, depth float64) {
	p := c.x_SF.Apply(p_F)
	if p.Z <= 1e-6 {
		return 0, 0, p.Z
	}
	return c.fx*p.X/p.Z + c.cx, c.fy*p.Y/p.Z + c.cy, p.Z
}

// recover finds the camera that took an organised cloud: intrinsics by least squares of the pixel grid over X/Z and Y/Z.
// It fails when the points are not a pinhole image in the sensor's optical frame.
func recoverCamera(c *cloud.Cloud) (pinhole, bool) {
	cam := pinhole{width: c.Width, height: c.Height, x_SF: c.X_FS.Inv(), grid: true}
	if !c.Organised() {
		return cam, false
	}
	for _, rotated := range []bool{true, false} { // some writers keep points in S and a pose that is not theirs
		if !rotated {
			cam.x_SF = geom.Pose{}
		}
		var fu, fv line
		for i := 0; i < c.Len(); i += 1 + c.Len()/20000 {
			if !c.Valid(i) {
				continue
			}
			if p := cam.x_SF.Apply(c.At(i)); p.Z > 1e-3 {
				fu.add(p.X/p.Z, float64(i%c.Width))
				fv.add(p.Y/p.Z, float64(i/c.Width))
			}
		}
		var eu, ev float64
		cam.fx, cam.cx, eu = fu.fit()
		cam.fy, cam.cy, ev = fv.fit()
		if eu < 3 && ev < 3 && cam.fx > 0 && cam.fy > 0 {
			return cam, true
		}
	}
	return cam, false
}

// line fits y = a x + b.
type line struct{ n, x, y, xx, xy, yy float64 }

func (l *line) add(x, y float64) {
	l.n++
	l.x += x
	l.y += y
	l.xx += x * x
	l.xy += x * y
	l.yy += y * y
}

// fit returns slope, offset and the standard deviation of the residual; infinite when there are too few points.
func (l *line) fit() (a, b, e float64) {
	d := l.n*l.xx - l.x*l.x
	if l.n < 10 || d <= 0 {
		return 0, 0, math.Inf(1)
	}
	a = (l.n*l.xy - l.x*l.y) / d
	b = (l.y - a*l.x) / l.n
	r := (l.yy - 2*a*l.xy - 2*b*l.y + a*a*l.xx + 2*a*b*l.x + l.n*b*b) / l.n
	return a, b, math.Sqrt(math.Max(0, r))
}

// virtualCamera looks at the table from 40 degrees above, from the side the sensor is on.
func virtualCamera(seg *scene.Segmentation) pinhole {
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
	return pinhole{width: width, height: height, x_SF: t.X_FT.Mul(x_TS).Inv(), fx: f, fy: f, cx: width / 2, cy: height / 2}
}
