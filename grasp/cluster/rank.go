package cluster

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Weights of the features; a quality is their sum.
const (
	weightPoints    = 5     // times the points between the fingers, by their density
	weightDistance  = -1000 // per metre: palm to object, sideways, off centre
	weightOverhead  = 10
	weightFits      = 50
	weightNotEdge   = 50
	weightStraight  = 50
	weightCollision = -1000 // each point
)

// features of one grasp.
type features struct {
	points        float64 // between the fingers, by density
	palmDistance  float64 // m
	lateral       float64 // m
	centring      float64 // m
	overhead      float64
	fits          float64
	notEdge       float64
	orthogonality float64
	collisions    float64
}

// quality sums the features by their weights.
func (f *features) quality() float64 {
	return weightPoints*f.points + weightDistance*(f.palmDistance+f.lateral+f.centring) +
		weightOverhead*f.overhead + weightFits*f.fits + weightNotEdge*f.notEdge + weightStraight*f.orthogonality + weightCollision*f.collisions
}

// Probability squashes a quality to (0, 1): 50 is one half, 150 is 0.917. It ranks; it is no measured rate of success.
func Probability(quality float64) float64 {
	const middle, width = 50, 150 / 3.6
	x := (quality - middle) / width
	if x < -50 {
		return 0
	}
	return 1 / (1 + math.Exp(-x))
}

// straightWithin is the turn out of the box's axes at which a grasp no longer counts as along them.
const straightWithin = 30 * math.Pi / 180

// orthogonality is 1 for a hand along the axes of the box, 0 from 30 degrees on: x is snapped to the nearest axis, y to the
// nearest of the others, and what is left of the turn counts.
func orthogonality(R_OM geom.Rot) float64 {
	x := snap(R_OM.Apply(geom.UnitX), geom.Vec{})
	y := snap(R_OM.Apply(geom.UnitY), x)
	return max(0, 1-geom.FromAxes(x, y, r3.Cross(x, y)).Angle(R_OM)/straightWithin)
}

// snap is the signed axis that is nearest to v and not along not.
func snap(v, not geom.Vec) geom.Vec {
	best, size := geom.Vec{}, -1.0
	for _, a := range [3]geom.Vec{geom.UnitX, geom.UnitY, geom.UnitZ} {
		d := r3.Dot(a, v)
		if math.Abs(d) > size && math.Abs(r3.Dot(a, not)) < 0.5 {
			best, size = r3.Scale(math.Copysign(1, d), a), math.Abs(d)
		}
	}
	return best
}
