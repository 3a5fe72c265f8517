package camera

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Sensor is what a real depth sensor adds to and takes from a perfect measurement. The zero value adds and takes nothing.
type Sensor struct {
	// Axial noise has the standard deviation AxialBase + AxialGrowth (z - AxialNear)^2 + AxialGrazing / sqrt(z) *
	// (a / (pi/2 - a))^2, in metres, for the depth z and the angle a between surface normal and line of sight (the last
	// term beyond 60 degrees only); its form and Kinect's values are those of Nguyen, Izadi and Lovell, "Modeling Kinect
	// Sensor Noise for Improved 3D Reconstruction and Tracking", 3DIMPVT 2012, equation 2 and section 2.3.
	AxialBase, AxialGrowth, AxialNear, AxialGrazing float64
	// Lateral noise at the edges of a surface: its pixels are taken from a place that is off by a normal deviate with the
	// standard deviation Lateral + LateralGrazing a / (pi/2 - a), in pixels (the same paper, equation 1).
	Lateral, LateralGrazing float64
	// DisparityStep is the depth difference of two neighbouring disparity values, per z^2, in 1/m; depths are rounded to
	// whole disparities. Khoshelham and Elberink, "Accuracy and Resolution of Kinect Depth Data for Indoor Mapping
	// Applications", Sensors 12 (2012), equation 12, measured 2.85e-3.
	DisparityStep float64
	// Baseline is the x of the pattern projector in C, metres. What it cannot reach is not measured. 0 means no shadows.
	Baseline float64
	// Beyond GrazingFrom radians from the normal a measurement may be lost, beyond GrazingTo it always is, and the
	// probability grows linearly in between. GrazingTo 0 means never.
	GrazingFrom, GrazingTo float64
	// Speckle is the share of pixels that are lost anywhere, 0 to 1.
	Speckle float64
	// Near and Far bound the depth that is reported, metres. Far 0 means no bound.
	Near, Far float64
}

// KinectSensor has the published figures of the first Kinect. Nguyen's axial noise was measured on disparities that were
// already rounded; with DisparityStep the two add up, which is 1.9 mm and 0.8 mm at 1 m. The loss at grazing angles and
// the speckle are estimates: Nguyen's figures end near 80 degrees because depth was hardly returned beyond.
func KinectSensor() Sensor {
	return Sensor{
		AxialBase: 0.0012, AxialGrowth: 0.0019, AxialNear: 0.4, AxialGrazing: 0.0001,
		Lateral: 0.8, LateralGrazing: 0.035,
		DisparityStep: 2.85e-3,
		Baseline:      0.075,
		GrazingFrom:   70 * math.Pi / 180, GrazingTo: 85 * math.Pi / 180,
		Speckle: 0.002,
		Near:    0.4, Far: 5,
	}
}

func (s *Sensor) check() error {
	for _, v := range []struct {
		name    string
		v, most float64
	}{
		{"axial base", s.AxialBase, 1}, {"axial growth", s.AxialGrowth, 1}, {"axial near", s.AxialNear, 100}, {"axial grazing", s.AxialGrazing, 1},
		{"lateral", s.Lateral, 100}, {"lateral grazing", s.LateralGrazing, 100}, {"disparity step", s.DisparityStep, 1},
		{"grazing from", s.GrazingFrom, math.Pi / 2}, {"grazing to", s.GrazingTo, math.Pi / 2}, {"speckle", s.Speckle, 1},
		{"near", s.Near, 1e4}, {"far", s.Far, 1e4},
	} {
		if !(v.v >= 0 && v.v <= v.most) {
			return fault.New("make camera", "sensor", fault.Invalid, "%s is %g, it must be from 0 to %g", v.name, v.v, v.most)
		}
	}
	if !(math.Abs(s.Baseline) <= 10) {
		return fault.New("make camera", "sensor", fault.Invalid, "baseline is %g, it must be within 10 m", s.Baseline)
	}
	return nil
}

// sense turns what a row sees into what is measured.
func (c *Camera) sense(row int) {
	nan := float32(math.NaN())
	out := c.out
	for u := range c.Width {
		i := row*c.Width + u
		r := newDraws(c.seed, uint64(i))
		h := &c.hits[i]
		if c.Lateral > 0 || c.LateralGrazing > 0 {
			sigma := c.Lateral + c.LateralGrazing*grazing(arccos(float64(h.cos)))
			du, dv := int(math.Round(sigma*r.normal())), int(math.Round(sigma*r.normal()))
			k := &c.hits[max(0, min(c.Height-1, row+dv))*c.Width+max(0, min(c.Width-1, u+du))]
			if k.body != h.body {
				h = k // within one surface the axial figures hold already
			}
		}
		z, ok := c.depth(h, &r)
		if !ok {
			out.X[i], out.Y[i], out.Z[i], out.Label[i] = nan, nan, nan, 0
			continue
		}
		out.X[i] = float32((float64(u) - c.CX) / c.FX * z)
		out.Y[i] = float32((float64(row) - c.CY) / c.FY * z)
		out.Z[i] = float32(z)
		out.Label[i] = 0
		if h.body >= 0 {
			out.Label[i] = c.scene.Bodies[h.body].Label
		}
	}
}

// depth measures a surface, or fails to.
func (c *Camera) depth(h *hit, r *draws) (z float64, ok bool) {
	if h.body == seesNothing || h.shadow {
		return 0, false
	}
	z = float64(h.z)
	a := arccos(float64(h.cos))
	lost := c.Speckle
	if h.body >= 0 {
		lost = max(lost, c.scene.Bodies[h.body].Dropout)
	}
	if c.GrazingTo > 0 && a > c.GrazingFrom {
		lost = max(lost, (a-c.GrazingFrom)/max(c.GrazingTo-c.GrazingFrom, 1e-9))
	}
	if lost > 0 && r.uniform() < lost {
		return 0, false
	}
	sigma := c.AxialBase + c.AxialGrowth*(z-c.AxialNear)*(z-c.AxialNear)
	if a > math.Pi/3 && c.AxialGrazing > 0 {
		g := grazing(a)
		sigma += c.AxialGrazing / math.Sqrt(z) * g * g
	}
	if sigma > 0 {
		z += sigma * r.normal()
	}
	if z <= 0 {
		return 0, false
	}
	if c.DisparityStep > 0 {
		d := math.Round(1 / (c.DisparityStep * z))
		if d < 1 {
			return 0, false
		}
		z = 1 / (c.DisparityStep * d)
	}
	return z, z >= c.Near && (c.Far == 0 || z <= c.Far)
}

// grazing is a / (pi/2 - a), held where the published fits end.
func grazing(a float64) float64 {
	const most = 80 * math.Pi / 180
	a = min(a, most)
	return a / (math.Pi/2 - a)
}

// arccos is good to 7e-5 rad for x from 0 to 1 (Abramowitz and Stegun, 4.4.45), and several times faster than math.Acos.
func arccos(x float64) float64 {
	return math.Sqrt(1-x) * (1.5707288 + x*(-0.2121144+x*(0.0742610-0.0187293*x)))
}

// draws are random numbers that depend on the seed and the pixel alone, so that rows can be done in any order: the bits
// of a hash, twelve at a time.
type draws struct {
	bits uint64
}

func newDraws(seed, pixel uint64) draws {
	return draws{bits: mix(mix(seed+0x9E3779B97F4A7C15) ^ pixel)}
}

// mix is the finaliser of splitmix64 (Steele, Lea and Flood 2014), a bijection in which every bit depends on every other.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

const drawBits = 12 // five draws of a hash

func (r *draws) next() uint64 {
	v := r.bits & (1<<drawBits - 1)
	r.bits >>= drawBits
	return v
}

// uniform is from 0 up to, not including, 1.
func (r *draws) uniform() float64 { return float64(r.next()) / (1 << drawBits) }

// normal is a standard normal deviate, from a table of quantiles.
func (r *draws) normal() float64 { return float64(quantiles[r.next()]) }

var quantiles = func() (q [1 << drawBits]float32) {
	var sum float64
	for i := range q {
		x := math.Sqrt2 * math.Erfinv(2*(float64(i)+0.5)/float64(len(q))-1)
		q[i] = float32(x)
		sum += x * x
	}
	k := float32(1 / math.Sqrt(sum/float64(len(q)))) // the table ends at 3.7 sigma: give it unit variance all the same
	for i := range q {
		q[i] *= k
	}
	return q
}()
