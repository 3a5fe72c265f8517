package scene

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Features describe a part of a cloud in a frame A whose z axis is up. Lengths are in metres.
type Features struct {
	Centroid geom.Vec // mean of the points
	Center   geom.Vec // middle of the box along the axes of A that holds them
	Extents  geom.Vec // and its side lengths
	// Yaw is the turn about z of the longest horizontal spread (the principal axis of the points seen from above), in
	// (-pi/2, pi/2].
	Yaw float64
	// X_AB is the pose of the upright box with that yaw that holds the points: x along the spread; Box its side lengths.
	X_AB   geom.Pose
	Box    geom.Vec
	Colour [3]float64 // mean red, green and blue, 0 to 1; 0 where the cloud has no colour
}

// Describe measures the points of a cloud with the given indices in a frame A. Points that are not valid are left out; it
// fails when none is left or an index is outside the cloud.
func Describe(c *cloud.Cloud, indices []int32, x_AF geom.Pose) (Features, error) {
	const op = "describe object"
	var f Features
	lo, hi := unbounded()
	n, m, o := 0, x_AF.R.Mat(), x_AF.P
	at := func(i int32) geom.Vec {
		X, Y, Z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
		return geom.V(m[0]*X+m[1]*Y+m[2]*Z+o.X, m[3]*X+m[4]*Y+m[5]*Z+o.Y, m[6]*X+m[7]*Y+m[8]*Z+o.Z)
	}
	var sum geom.Vec
	var colour [3]uint64
	for _, i := range indices {
		if i < 0 || int(i) >= c.Len() {
			return f, fault.New(op, "", fault.Invalid, "index %d is outside a cloud of %d points", i, c.Len())
		}
		if !c.Valid(int(i)) {
			continue
		}
		p := at(i)
		sum, n = r3.Add(sum, p), n+1
		lo, hi = geom.V(min(lo.X, p.X), min(lo.Y, p.Y), min(lo.Z, p.Z)), geom.V(max(hi.X, p.X), max(hi.Y, p.Y), max(hi.Z, p.Z))
		if c.RGB != nil {
			v := c.RGB[i]
			colour[0], colour[1], colour[2] = colour[0]+uint64(v>>16&255), colour[1]+uint64(v>>8&255), colour[2]+uint64(v&255)
		}
	}
	if n == 0 {
		return f, fault.New(op, "", fault.Invalid, "none of %d points is valid", len(indices))
	}
	f.Centroid = r3.Scale(1/float64(n), sum)
	f.Center, f.Extents = r3.Scale(0.5, r3.Add(lo, hi)), r3.Sub(hi, lo)
	for k := range f.Colour {
		f.Colour[k] = float64(colour[k]) / float64(n) / 255
	}
	var xx, xy, yy float64
	for _, i := range indices {
		if c.Valid(int(i)) {
			p := r3.Sub(at(i), f.Centroid)
			xx, xy, yy = xx+p.X*p.X, xy+p.X*p.Y, yy+p.Y*p.Y
		}
	}
	f.Yaw = math.Atan2(2*xy, xx-yy) / 2
	if f.Yaw <= -math.Pi/2 {
		f.Yaw += math.Pi
	}
	s, co := math.Sincos(f.Yaw)
	blo, bhi := unbounded()
	for _, i := range indices {
		if c.Valid(int(i)) {
			p := at(i)
			u, v := p.X*co+p.Y*s, -p.X*s+p.Y*co
			blo, bhi = geom.V(min(blo.X, u), min(blo.Y, v), lo.Z), geom.V(max(bhi.X, u), max(bhi.Y, v), hi.Z)
		}
	}
	f.Box = r3.Sub(bhi, blo)
	mid := r3.Scale(0.5, r3.Add(blo, bhi))
	f.X_AB = geom.Pose{R: geom.AxisAngle(geom.UnitZ, f.Yaw), P: geom.V(mid.X*co-mid.Y*s, mid.X*s+mid.Y*co, mid.Z)}
	return f, nil
}

func unbounded() (lo, hi geom.Vec) {
	inf := math.Inf(1)
	return geom.V(inf, inf, inf), geom.V(-inf, -inf, -inf)
}

// Crop is the part of an organised cloud's picture that holds some of its points, both ends included. With mask, pixels of
// other points are transparent and black. The rectangle of the image is that of the pixels in the cloud. An unorganised cloud,
// one without colour, and no points have an empty picture.
func Crop(c *cloud.Cloud, indices []int32, mask bool) *image.RGBA {
	if !c.Organised() || c.RGB == nil || len(indices) == 0 {
		return image.NewRGBA(image.Rectangle{})
	}
	var r image.Rectangle
	for _, i := range indices {
		x, y := int(i)%c.Width, int(i)/c.Width
		r = r.Union(image.Rect(x, y, x+1, y+1))
	}
	img := image.NewRGBA(r)
	put := func(x, y int) {
		v := c.RGB[y*c.Width+x]
		img.SetRGBA(x, y, color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255})
	}
	if mask {
		for _, i := range indices {
			put(int(i)%c.Width, int(i)/c.Width)
		}
		return img
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			put(x, y)
		}
	}
	return img
}
