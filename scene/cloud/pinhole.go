package cloud

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Pinhole is a camera model: a point p_S in front of the sensor is seen in column Fx p_S.X/p_S.Z + Cx and row
// Fy p_S.Y/p_S.Z + Cy, counted from the middle of the first pixel.
type Pinhole struct {
	Width, Height  int       // pixels
	Fx, Fy, Cx, Cy float64   // pixels
	X_FS           geom.Pose // pose of the optical frame (x right, y down, z forward) in the cloud's frame
}

// Project returns column, row and depth of a point; a depth that is not positive means that it is not in front.
func (c *Pinhole) Project(p_F geom.Vec) (u, v, depth float64) {
	p := c.X_FS.Inv().Apply(p_F)
	if !(p.Z > 1e-6) {
		return 0, 0, p.Z
	}
	return c.Fx*p.X/p.Z + c.Cx, c.Fy*p.Y/p.Z + c.Cy, p.Z
}

// RecoverPinhole finds the camera that took an organised cloud: its intrinsics are the least-squares lines of column over
// X/Z and row over Y/Z. It fails when the points are not a pinhole image to within a few pixels, or are too few.
func RecoverPinhole(c *Cloud) (Pinhole, bool) {
	if !c.Organised() {
		return Pinhole{}, false
	}
	// Some writers keep points in the optical frame beside a viewpoint that says something else.
	for _, x_FS := range []geom.Pose{c.X_FS, {}} {
		x_SF := x_FS.Inv()
		var fu, fv line
		for i := 0; i < c.Len(); i += 1 + c.Len()/5000 {
			if !c.Valid(i) {
				continue
			}
			if p := x_SF.Apply(c.At(i)); p.Z > 1e-3 {
				fu.add(p.X/p.Z, float64(i%c.Width))
				fv.add(p.Y/p.Z, float64(i/c.Width))
			}
		}
		fx, cx, eu := fu.fit()
		fy, cy, ev := fv.fit()
		if eu < 3 && ev < 3 && fx > 0 && fy > 0 {
			return Pinhole{Width: c.Width, Height: c.Height, Fx: fx, Fy: fy, Cx: cx, Cy: cy, X_FS: x_FS}, true
		}
	}
	return Pinhole{}, false
}

// Sensor returns the camera of a cloud that is a picture, and whether the place of the sensor, X_FS, can be relied on: the
// cloud says it, or it is a picture taken from the origin. A cloud that was moved to a robot's frame without its viewpoint
// has its origin anywhere.
func (c *Cloud) Sensor() (camera Pinhole, picture, known bool) {
	camera, picture = RecoverPinhole(c)
	return camera, picture, picture || c.X_FS.P != (geom.Vec{})
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
	if l.n < 10 || !(d > 0) {
		return 0, 0, math.Inf(1)
	}
	a = (l.n*l.xy - l.x*l.y) / d
	b = (l.y - a*l.x) / l.n
	r := (l.yy - 2*a*l.xy - 2*b*l.y + a*a*l.xx + 2*a*b*l.x + l.n*b*b) / l.n
	return a, b, math.Sqrt(math.Max(0, r))
}
