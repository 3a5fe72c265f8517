package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Zone is where surfaces and objects are looked for: a box in a frame B, such as a robot's base, whose z axis is up.
// NewZone gives one without limits.
type Zone struct {
	X_BF   geom.Pose // pose of the cloud's frame in B
	Lo, Hi geom.Vec  // limits in B, metres; points on a limit are outside. Infinite where there is none

	Surface SurfaceUse
	// Levels are the heights in B at which a surface may lie, metres, ends included; empty for Lo.Z to Hi.Z. The height of a
	// surface is the mean z of the points on it.
	Levels []Range
	// CropFirst looks for the surface inside the limits alone. Otherwise limits of x and y do not concern the surface.
	CropFirst bool
	// Table is a surface that is known already: none is looked for. Its hull may be empty, then the points on it give one.
	Table *Table
}

// Range is an interval, ends included.
type Range struct{ Lo, Hi float64 }

// SurfaceUse says what becomes of the surface in a zone.
type SurfaceUse uint8

// With SurfaceWanted, everything in the limits is objects where no surface is found; the result's table then has no points.
// With SurfaceRequired that is an error of kind NoTable. With SurfaceIgnored none is looked for.
const (
	SurfaceWanted SurfaceUse = iota
	SurfaceRequired
	SurfaceIgnored
)

// NewZone returns a zone without limits.
func NewZone(x_BF geom.Pose) *Zone {
	inf := math.Inf(1)
	return &Zone{X_BF: x_BF, Lo: geom.V(-inf, -inf, -inf), Hi: geom.V(inf, inf, inf)}
}

func (z *Zone) check() error {
	const op = "segment"
	if !z.X_BF.IsFinite() {
		return fault.New(op, "zone", fault.Invalid, "the pose of the cloud in the zone's frame is not finite")
	}
	for _, l := range [3]struct {
		axis   string
		lo, hi float64
	}{{"x", z.Lo.X, z.Hi.X}, {"y", z.Lo.Y, z.Hi.Y}, {"z", z.Lo.Z, z.Hi.Z}} {
		if !(l.lo < l.hi) {
			return fault.New(op, "zone", fault.Invalid, "%s_min %g m is not below %s_max %g m", l.axis, l.lo, l.axis, l.hi)
		}
	}
	for _, l := range z.Levels {
		if !(l.Lo <= l.Hi) {
			return fault.New(op, "zone", fault.Invalid, "surface heights from %g to %g m are no range", l.Lo, l.Hi)
		}
	}
	if z.Table != nil && !z.Table.X_FT.IsFinite() {
		return fault.New(op, "zone", fault.Invalid, "the pose of the given table is not finite")
	}
	return nil
}

// height is the height of a point of F in B.
func (z *Zone) height(p_F geom.Vec) float64 { return z.X_BF.Apply(p_F).Z }

// holds reports whether a surface may lie at a height.
func (z *Zone) holds(height float64) bool {
	if len(z.Levels) == 0 {
		return height >= z.Lo.Z && height <= z.Hi.Z
	}
	for _, l := range z.Levels {
		if height >= l.Lo && height <= l.Hi {
			return true
		}
	}
	return false
}

// crop tests points of F against a zone's limits. Limits are compared as float32, like the points themselves: a point that
// was put on a limit is on it.
type crop struct {
	m      [9]float64
	p      geom.Vec
	lo, hi [3]float32
}

func newCrop(z *Zone) crop {
	return crop{z.X_BF.R.Mat(), z.X_BF.P,
		[3]float32{float32(z.Lo.X), float32(z.Lo.Y), float32(z.Lo.Z)}, [3]float32{float32(z.Hi.X), float32(z.Hi.Y), float32(z.Hi.Z)}}
}

func (c *crop) inside(x, y, z float32) bool {
	X, Y, Z := float64(x), float64(y), float64(z)
	u := float32(c.m[0]*X + c.m[1]*Y + c.m[2]*Z + c.p.X)
	v := float32(c.m[3]*X + c.m[4]*Y + c.m[5]*Z + c.p.Y)
	w := float32(c.m[6]*X + c.m[7]*Y + c.m[8]*Z + c.p.Z)
	return u > c.lo[0] && u < c.hi[0] && v > c.lo[1] && v < c.hi[1] && w > c.lo[2] && w < c.hi[2]
}

// leaning is how far the points of a leaning surface may lie from its mean height, metres.
const leaning = 0.15

// sampled returns the limits in which points are looked at in the search for the surface.
func (z *Zone) sampled() crop {
	inf := math.Inf(1)
	wide := *z
	lo, hi := z.Lo.Z, z.Hi.Z
	if len(z.Levels) > 0 {
		lo, hi = inf, -inf
		for _, l := range z.Levels {
			lo, hi = min(lo, l.Lo), max(hi, l.Hi)
		}
		if z.CropFirst {
			lo, hi = max(lo, z.Lo.Z), min(hi, z.Hi.Z)
		}
	}
	wide.Lo.Z = lo - leaning
	// Objects over the surface tell which one it is.
	wide.Hi.Z = max(hi+leaning, z.Hi.Z)
	if !z.CropFirst {
		wide.Lo.X, wide.Lo.Y, wide.Hi.X, wide.Hi.Y = -inf, -inf, inf, inf
	}
	return newCrop(&wide)
}
