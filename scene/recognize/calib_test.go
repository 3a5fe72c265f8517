package recognize

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// worsen does to a view what real ones suffer: more noise, a part hidden, other light, no colour, no known sensor.
func worsen(o Object, rng *rand.Rand) Object {
	c := o.Cloud
	noise := []float64{0, 0.001, 0.002}[rng.IntN(3)]
	keep := make([]int, 0, c.Len())
	hide := []float64{0, 0, 0.2, 0.35}[rng.IntN(4)]
	s, cs := math.Sincos(2 * math.Pi * rng.Float64())
	dir := geom.V(cs, s, rng.Float64()-0.5)
	heights := make([]float32, c.Len())
	for i := range heights {
		heights[i] = float32(r3.Dot(c.At(i), dir))
	}
	limit := float32(math.Inf(-1))
	if hide > 0 {
		limit = slices.Sorted(slices.Values(heights))[int(hide*float64(len(heights)))]
	}
	for i, h := range heights {
		if h > limit {
			keep = append(keep, i)
		}
	}
	out, err := c.Select(keep)
	if err != nil {
		panic(err)
	}
	for i := range out.X {
		out.Set(i, r3.Add(out.At(i), geom.V(noise*rng.NormFloat64(), noise*rng.NormFloat64(), noise*rng.NormFloat64())))
	}
	switch rng.IntN(4) {
	case 0:
		out.RGB = nil
	case 1:
	default:
		gain := [3]float64{0.8 + 0.4*rng.Float64(), 0, 0}
		for k := 1; k < 3; k++ {
			gain[k] = gain[0] * (0.92 + 0.16*rng.Float64())
		}
		for i, v := range out.RGB {
			q := unpack(v)
			ch := func(f float32, g float64) uint32 { return uint32(min(255, g*float64(f))) }
			out.RGB[i] = 0xff000000 | ch(q.r, gain[0])<<16 | ch(q.g, gain[1])<<8 | ch(q.b, gain[2])
		}
	}
	o.Cloud = out
	if rng.IntN(2) == 0 {
		o.Eye = nil
	}
	return o
}

// Of answers of a confidence about as many are right as it says: on views that were not used to fit the weights, and never
// fewer where it says that they are many.
func TestConfidenceIsCalibrated(t *testing.T) {
	if raceEnabled {
		t.Skip("slow under the race detector")
	}
	models := railModels(t)
	p := DefaultParams()
	p.MaxColour = 442 // no gate, so that there is something to tell
	r := mustNew(t, models, p)
	rng := rand.New(rand.NewPCG(77, 1))
	edges := [...]float64{0, 0.1, 0.5, 0.9, 1.0001}
	var n, right [4]int
	var sum [4]float64
	for _, v := range views(models, true, true) {
		for _, c := range mustRecognize(t, r, worsen(v.obj, rng)).Candidates {
			if c.Rejected == Size {
				continue
			}
			for b := range n {
				if c.Confidence >= edges[b] && c.Confidence < edges[b+1] {
					n[b]++
					sum[b] += c.Confidence
					if kind(c.Model) == kind(v.model) {
						right[b]++
					}
				}
			}
		}
	}
	for b := range n {
		t.Logf("confidence %.1f to %.1f: %d, mean %.3f, right %d", edges[b], edges[b+1], n[b], sum[b]/float64(n[b]), right[b])
	}
	share := func(b int) float64 { return float64(right[b]) / float64(max(n[b], 1)) }
	if share(0) > 0.1 || share(3) < 0.9 || n[0] < 20 || n[3] < 50 {
		t.Errorf("right: %v of %v", right, n)
	}
}
