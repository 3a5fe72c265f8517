package cloud

import (
	"fmt"
	"math"
	"slices"
)

// A table scene or an object on it spans 0.05 to 10 m. Between the largest cloud in metres that one would pick from and
// the smallest object (5 cm) in millimetres lies a gap; the limits are in it.
const (
	largestScene  = 30    // metres
	smallestScene = 0.005 // metres
)

// Suspicious says in words what looks wrong with a cloud that is formally right: nothing valid in it, coordinates that are
// hardly metres, coordinates too far from the origin for single precision. An empty answer means that nothing does.
func Suspicious(c *Cloud) []string {
	const most = 20000 // points looked at
	n := c.Len()
	if n == 0 {
		return []string{"the cloud has no points"}
	}
	var axes [3][]float32
	for i := 0; i < n; i += 1 + n/most {
		if c.Valid(i) {
			axes[0], axes[1], axes[2] = append(axes[0], c.X[i]), append(axes[1], c.Y[i]), append(axes[2], c.Z[i])
		}
	}
	if len(axes[0]) == 0 {
		if c.ValidCount() == 0 {
			return []string{"none of the points is valid (all have a coordinate that is NaN or infinite): check the sensor, or the units and fields of the file"}
		}
		return nil
	}
	// the span without the outer twentieth on either side: strays do not count
	span, far := 0.0, 0.0
	for _, v := range axes {
		slices.Sort(v)
		lo, hi := float64(v[len(v)/20]), float64(v[len(v)-1-len(v)/20])
		span = max(span, hi-lo)
		far = max(far, math.Abs(lo), math.Abs(hi))
	}
	var out []string
	switch {
	case span > largestScene && span <= 1000*largestScene:
		out = append(out, fmt.Sprintf("the points span %.4g m, a table scene 0.3 to 10 m: the coordinates are probably millimetres, multiply them by 0.001", span))
	case span > largestScene:
		out = append(out, fmt.Sprintf("the points span %.4g m, a table scene 0.3 to 10 m: the coordinates are not metres, or the file is damaged", span))
	case span < smallestScene && len(axes[0]) > 1:
		out = append(out, fmt.Sprintf("the points span %.4g m, a table scene 0.3 to 10 m: the coordinates are probably not metres, scale them", span))
	}
	// float32 has 24 bits: beyond 2^13 m neighbouring values are 1 mm apart
	if far > 8192 && span <= 1000 {
		out = append(out, fmt.Sprintf("the points lie %.4g m from the origin, where single precision keeps %.1g m: move the origin near them", far, far/(1<<24)*2))
	}
	return out
}
