package recognize

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

// Fit says how well an object lies on a model.
type Fit struct {
	RMS           float64 // m; from the object's points to the model's surface, each no more than the reach of a match
	ObjectCovered float64 // share of the object's points that lie on the model
	ModelCovered  float64 // share of the model's points that the sensor should see and that lie on the object
	// Colour is the mean distance in RGB (0 to 441) of matched points, smoothed over a centimetre and after the best common
	// brightness; NaN where either side has no colour.
	Colour float64
	Size   float64 // share by which the object's height or breadth exceed the model's, or fall short of what is to be seen
}

// observation is an object made ready for comparison with models.
type observation struct {
	*shape
	up    geom.Vec // in F; zero: not known
	dims  dims
	views []weighted
	known bool // views has one entry, the sensor
}

type weighted struct {
	view
	self float64 // share of the object's own points that are seen from there
}

// usualDistance is how far a sensor is taken to be where its place is not known, m.
const usualDistance = 1

// leastSelf is the share of an object's points that must be seen from where the sensor may have been: a sensor sees all that
// it measured, but for the noise.
const leastSelf = 0.75

func newObservation(s *shape, up geom.Vec, eye *geom.Vec) *observation {
	o := &observation{shape: s, up: up, dims: measure(s, up)}
	if eye != nil {
		if v := eyeView(r3.Sub(*eye, s.mid)); !v.allRound() && v.distance > s.radius {
			o.views, o.known = []weighted{{v, 1}}, true
			return o
		}
	}
	var m depthMap
	o.views = append(o.views, weighted{view{}, 1})
	for _, d := range lookouts(up) {
		if w := o.weigh(&m, d); w.self > leastSelf {
			o.views = append(o.views, w)
		}
	}
	return o
}

// weigh finds what share of an object is seen from a direction.
func (o *observation) weigh(m *depthMap, dir geom.Vec) weighted {
	w := weighted{view: view{dir, max(usualDistance, 4*o.radius)}}
	seen := m.visible(o.shape, w.view, false)
	n := 0
	for _, ok := range seen {
		if ok {
			n++
		}
	}
	w.self = float64(n) / float64(len(seen))
	return w
}

// fitter keeps the working memory of fitting. It is not safe for concurrent use.
type fitter struct {
	align register.Aligner
	depth depthMap
	hit   []bool // of the model's points: an object's point is near

	best      view // that explains most, of the last evaluate and the looks after it
	bestValue float64
}

// reach is how near points must be to count as one surface: noise of a depth camera at arm's length, and the spacing of both.
func reach(o, m *shape) float64 { return max(0.006, 1.6*max(o.spacing, m.spacing)) }

// evaluate measures how the object lies on the model at X_MO, the pose of the object's mid frame in the model's.
func (f *fitter) evaluate(o *observation, m *shape, X_MO geom.Pose) Fit {
	var fit Fit
	tau := reach(o.shape, m)
	most := 3 * tau
	n := o.points.Len()
	covered, sum2 := 0, 0.0
	var pair colourSum
	for i := range n {
		p := X_MO.Apply(o.at(i))
		k, d2 := m.target.Nearest(float32(p.X), float32(p.Y), float32(p.Z), float32(most*most))
		if k < 0 {
			sum2 += most * most
			continue
		}
		if float64(d2) <= tau*tau {
			covered++
			if o.colour != nil && m.colour != nil {
				pair.add(o.colour[i], m.colour[k])
			}
		}
		sum2 += float64(d2)
	}
	fit.RMS = math.Sqrt(sum2 / float64(n))
	fit.ObjectCovered = float64(covered) / float64(n)
	fit.Colour = pair.distance(o, m, X_MO, tau)

	X_OM := X_MO.Inv()
	f.hit = grow(f.hit, m.points.Len())
	for i := range f.hit {
		p := X_OM.Apply(m.at(i))
		k, _ := o.target.Nearest(float32(p.X), float32(p.Y), float32(p.Z), float32(tau*tau))
		f.hit[i] = k >= 0
	}
	f.best, f.bestValue = view{}, -1
	for _, v := range o.views {
		f.look(v, m, X_MO, &fit)
	}
	return fit
}

// look counts what is covered of the model as seen from v, and keeps the view that explains most.
func (f *fitter) look(v weighted, m *shape, X_MO geom.Pose, fit *Fit) {
	all, hit := 0, 0
	for i, ok := range f.depth.visible(m, v.in(X_MO), true) {
		if ok {
			all++
			if f.hit[i] {
				hit++
			}
		}
	}
	if all == 0 {
		return
	}
	if c := float64(hit) / float64(all); c*v.self > f.bestValue {
		f.best, f.bestValue, fit.ModelCovered = v.view, c*v.self, c
	}
}

// lookAround refines the direction that an object of unknown sensor was seen from, in steps that halve. It follows evaluate
// of the same pose.
func (f *fitter) lookAround(o *observation, m *shape, X_MO geom.Pose, fit *Fit) {
	if o.known {
		return
	}
	for step := 0.2; step > 0.04 && !f.best.allRound(); step /= 2 {
		d := f.best.dir
		a := geom.Orthogonal(d)
		b := r3.Cross(d, a)
		for _, k := range [8][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.7, 0.7}, {-0.7, 0.7}, {0.7, -0.7}, {-0.7, -0.7}} {
			dir, ok := geom.Unit(r3.Add(d, r3.Add(r3.Scale(step*k[0], a), r3.Scale(step*k[1], b))))
			if !ok || o.up != (geom.Vec{}) && r3.Dot(dir, o.up) < 0 {
				continue
			}
			if w := o.weigh(&f.depth, dir); w.self > leastSelf {
				f.look(w, m, X_MO, fit)
			}
		}
	}
}

// in expresses a view of the object in the model's frame.
func (v view) in(X_MO geom.Pose) view {
	switch {
	case v.allRound():
		return v
	case v.distance == 0:
		return view{dir: X_MO.R.Apply(v.dir)}
	}
	return eyeView(X_MO.Apply(r3.Scale(v.distance, v.dir)))
}
