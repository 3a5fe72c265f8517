package recognize

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

// attempt is one way of laying an object on a model.
type attempt struct {
	X_MO geom.Pose
	cost float64
}

// A start is refined when it is among this many of the best, and differs from each better one by more than these.
const (
	refined  = 4
	sameTurn = 0.1 // rad
	sameMove = 0.005
)

// coarsePoints is how many points of an object are laid on a model from every start.
const coarsePoints = 120

// finePoints is how many are laid on from the best starts.
const finePoints = 450

// search lays the object on the model from many starts and returns the pose of the object's mid frame in the model's that
// fits best.
func (f *fitter) search(o *observation, m *prepared, yaws int) (geom.Pose, Fit) {
	list := f.starts(o, m, yaws)
	coarse := register.Params{MaxIterations: 10, Trim: 0.9, Coarse: coarsePoints, MaxDistance: 0.05, Hold: 0.15}
	fine := register.Params{MaxIterations: 30, Trim: 0.9, MaxDistance: 0.02, Coarse: finePoints, Hold: 0.15}
	if o.up != (geom.Vec{}) && m.up != (geom.Vec{}) {
		coarse.Upright, fine.Upright = m.up, m.up
	}
	coarse.Coarse, fine.Coarse = min(coarsePoints, o.points.Len()-1), min(finePoints, o.points.Len()-1)
	for k := range list {
		a := &list[k]
		a.X_MO = f.align.Align(o.points, m.target, a.X_MO, coarse).X_TS
		a.cost = f.roughCost(o, m.shape, a.X_MO)
	}
	slices.SortStableFunc(list, func(a, b attempt) int { return cmp.Compare(a.cost, b.cost) })
	best, bestFit, bestValue := geom.Pose{}, Fit{}, math.Inf(-1)
	var tried []geom.Pose
	for _, a := range list {
		if len(tried) == refined {
			break
		}
		if slices.ContainsFunc(tried, func(x geom.Pose) bool {
			return x.R.Angle(a.X_MO.R) < sameTurn && r3.Norm(r3.Sub(x.P, a.X_MO.P)) < sameMove
		}) {
			continue
		}
		tried = append(tried, a.X_MO)
		if a.cost > hopeless && len(tried) > 1 {
			break
		}
		x := f.align.Align(o.points, m.target, a.X_MO, fine).X_TS
		if fine.Upright != (geom.Vec{}) {
			// A table's plane and a model's frame lean a little: the last step turns freely, and is taken if it leans no more.
			free := fine
			free.Upright = geom.Vec{}
			if y := f.align.Align(o.points, m.target, x, free).X_TS; lean(y, o.up, m.up) < mostLean {
				x = y
			}
		}
		fit := f.evaluate(o, m.shape, x)
		if v := evidence(fit); v > bestValue {
			best, bestFit, bestValue = x, fit, v
		}
	}
	// Points draw along a surface where planes do not.
	slide := fine
	slide.Method, slide.Upright = register.PointToPoint, geom.Vec{}
	x := f.align.Align(o.points, m.target, f.align.Align(o.points, m.target, best, slide).X_TS, fine).X_TS
	if fit := f.evaluate(o, m.shape, x); evidence(fit) > bestValue && lean(x, o.up, m.up) < mostLean {
		best, bestFit = x, fit
	}
	if !o.known {
		bestFit = f.evaluate(o, m.shape, best)
		f.lookAround(o, m.shape, best, &bestFit)
	}
	return best, bestFit
}

// hopeless is a rough cost with which one start is refined, to say how far off the object is, and no more.
const hopeless = 6

// mostLean is how far a standing object may lean from its model, rad.
const mostLean = 0.12

func lean(X_MO geom.Pose, up_F, up_M geom.Vec) float64 {
	if up_F == (geom.Vec{}) || up_M == (geom.Vec{}) {
		return 0
	}
	return math.Acos(min(1, max(-1, r3.Dot(X_MO.R.Apply(up_F), up_M))))
}

// starts lists turns about the vertical, or about each of six verticals where the model's or the object's is not known. The
// object's middle is put on the middle of the part of the model that would be seen.
func (f *fitter) starts(o *observation, m *prepared, yaws int) []attempt {
	up_M, up_F := m.up, o.up
	var tilts []geom.Rot // R_MO
	switch {
	case up_M != (geom.Vec{}) && up_F != (geom.Vec{}):
		tilts = []geom.Rot{geom.AlignTo(up_F, up_M)}
	default:
		if up_F == (geom.Vec{}) {
			up_F = geom.UnitZ
		}
		axes := m.axes
		if up_M != (geom.Vec{}) {
			axes = [3]geom.Vec{up_M, geom.Orthogonal(up_M), r3.Cross(up_M, geom.Orthogonal(up_M))}
		}
		for _, a := range axes {
			for _, sign := range []float64{1, -1} {
				tilts = append(tilts, geom.AlignTo(up_F, r3.Scale(sign, a)))
			}
		}
	}
	var list []attempt
	for _, tilt := range tilts {
		for k := range yaws {
			R := tilt.Mul(geom.AxisAngle(up_F, 2*math.Pi*float64(k)/float64(yaws)))
			x := geom.Pose{R: R}
			if o.known {
				x.P = f.middleSeen(m.shape, o.views[0].in(x))
			}
			if o.dims.upright && m.dims.upright {
				// Planes do not draw along a can or a carton. A camera sees the top of what stands before it.
				x.P = r3.Add(x.P, r3.Scale(m.dims.top-o.dims.top-r3.Dot(x.P, m.up), m.up))
			}
			list = append(list, attempt{X_MO: x})
		}
	}
	return list
}

// middleSeen is the centroid of the points whose normals, turned outwards from the middle, face the eye.
func (f *fitter) middleSeen(m *shape, v view) geom.Vec {
	seen := f.depth.visible(m, v, true)
	var sum geom.Vec
	n := 0.0
	for i, ok := range seen {
		if ok {
			sum = r3.Add(sum, m.at(i))
			n++
		}
	}
	if n == 0 {
		return geom.Vec{}
	}
	return r3.Scale(1/n, sum)
}

// roughCost ranks starts: the mean square distance to the model over that of a match, and colour.
func (f *fitter) roughCost(o *observation, m *shape, X_MO geom.Pose) float64 {
	tau := reach(o.shape, m)
	most := float32(9 * tau * tau)
	n := o.points.Len()
	step := max(n/(2*coarsePoints), 1)
	sum, count := 0.0, 0
	colour, coloured := 0.0, 0
	for i := 0; i < n; i += step {
		p := X_MO.Apply(o.at(i))
		k, d2 := m.target.Nearest(float32(p.X), float32(p.Y), float32(p.Z), most)
		sum += float64(d2)
		count++
		if k >= 0 && o.colour != nil && m.colour != nil {
			colour += o.colour[i].distance(m.colour[k])
			coloured++
		}
	}
	cost := sum / float64(count) / (tau * tau)
	if coloured > 0 {
		cost += colour / float64(coloured) / 60
	}
	return cost
}
