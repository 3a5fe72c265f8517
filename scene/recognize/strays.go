package recognize

import (
	"slices"

	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

// A point with fewer than strayCount points within strayRadius, itself counted, is a stray (rail_recognition's figures).
const (
	strayRadius = 0.01
	strayCount  = 6
)

// withoutStrays returns the indices of the valid points that have at least count points within radius, ascending. Where that
// leaves less than a half, the cloud is sparse rather than full of strays, and all valid points are returned.
func withoutStrays(c *cloud.Cloud, radius float32, count int) []int32 {
	keep, valid := neighbourly(c, radius, count)
	if 2*len(keep) < len(valid) {
		return valid
	}
	return keep
}

// neighbourly returns the indices of the valid points with at least count points within radius, and of all valid points.
func neighbourly(c *cloud.Cloud, radius float32, count int) (keep, valid []int32) {
	var tree register.Tree
	tree.Build(register.Points{X: c.X, Y: c.Y, Z: c.Z})
	for i := range c.X {
		if !c.Valid(i) {
			continue
		}
		valid = append(valid, int32(i))
		if tree.HasWithin(c.X[i], c.Y[i], c.Z[i], radius, count) {
			keep = append(keep, int32(i))
		}
	}
	return keep, valid
}

func median(v []float32) float32 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}
