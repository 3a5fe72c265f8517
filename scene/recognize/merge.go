package recognize

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// MergeParams are the settings of Merge.
type MergeParams struct {
	MaxGrasps     int
	Rule          string
	MinConfidence float64
	Voxel         float64 // m
	Singles       bool
	MinOverlap    float64
	MaxDistance   float64 // m^2; 0: any
	MaxColour     float64 // 0: any
}

// Rules by which two clouds are taken for one object.
const (
	RuleConfidence = "confidence" // each is recognised as the other
	Rule118        = "1.1.8"      // rail_recognition up to 1.1.8: overlap and colour
	Rule119        = "1.1.9"      // and from 1.1.9 on: distance and colour
	RuleTrained    = "trained"    // limits of one's own, as LearnLimits finds them
)

// Declare lists the parameters with unit, range, default and meaning.
func (p *MergeParams) Declare(s *param.Set) {
	s.Int(&p.MaxGrasps, "max_model_size", 6, "", 1, 1000, "a merged model has at most so many grasps")
	s.Text(&p.Rule, "merge_rule", RuleConfidence, "two clouds are one object when each is recognised as the other, or by the metrics of a version of rail_recognition, or by limits that metric_trainer found", RuleConfidence, Rule118, Rule119, RuleTrained)
	s.Float(&p.MinOverlap, "merge_min_overlap", 0, "", 0, 1, "with merge_rule trained: overlap from which on clouds are one object")
	s.Float(&p.MaxDistance, "merge_max_distance", 0, "m^2", 0, 1e9, "with merge_rule trained: greatest distance error; 0 for any")
	s.Float(&p.MaxColour, "merge_max_color", 0, "", 0, 442, "with merge_rule trained: greatest colour error; 0 for any")
	s.Float(&p.MinConfidence, "merge_confidence", 0.5, "", 0, 1, "confidence from which on a cloud is recognised as another")
	s.Float(&p.Voxel, "merge_voxel", 0.001, "m", 1e-4, 0.05, "of the points of merged clouds in a cube of this side one is kept")
	s.Bool(&p.Singles, "single_models", true, "a demonstration that merges with no other is a model too")
}

// DefaultMergeParams returns the declared defaults.
func DefaultMergeParams() MergeParams { return param.Defaults[MergeParams]() }

// Merged is a model made of others.
type Merged struct {
	Model
	From []int // indices of the inputs it was made of, ascending
}

// mergeNode is a model in the making, about its centroid.
type mergeNode struct {
	Merged
	ready *prepared
}

// mergeEdge is a pair that may be merged: the target is moved onto the base.
type mergeEdge struct {
	base, target int
	X_BT         geom.Pose
	value        float64 // the more the better
}

// Merge makes models of demonstrations, which are models of one grasp, and of models: the pair that fits best is merged first,
// then the best of what there is, until no pair fits. Only inputs of one name are merged, whatever case it is written in. The
// result is in the order of each model's first input; ids are not given.
func Merge(inputs []Model, p MergeParams) ([]Merged, error) {
	const op = "merge models"
	if len(inputs) == 0 {
		return nil, fault.New(op, "", fault.Invalid, "there is nothing to merge: name at least one demonstration or model")
	}
	if p.MaxGrasps < 1 || !(p.Voxel > 0) {
		return nil, fault.New(op, "", fault.Invalid, "settings are unset; start from DefaultMergeParams")
	}
	nodes := make([]*mergeNode, 0, 2*len(inputs))
	for i := range inputs {
		if err := inputs[i].Check(); err != nil {
			return nil, err
		}
		nodes = append(nodes, newMergeNode(inputs[i], []int{i}))
	}
	alive := func(i int) bool { return nodes[i] != nil }
	var edges []mergeEdge
	join := func(from int) { // edges of each node from that on with all before it
		var pairs [][2]int
		for k := from; k < len(nodes); k++ {
			for i := range k {
				if alive(i) && alive(k) && nodes[i].Name == nodes[k].Name && len(nodes[i].Grasps)+len(nodes[k].Grasps) <= p.MaxGrasps {
					pairs = append(pairs, [2]int{i, k})
				}
			}
		}
		found := make([]mergeEdge, len(pairs))
		multicore.Each(len(pairs), func(j int) { found[j] = p.compare(nodes, pairs[j][0], pairs[j][1]) })
		for _, e := range found {
			if !math.IsInf(e.value, -1) {
				edges = append(edges, e)
			}
		}
	}
	join(0)
	for len(edges) > 0 {
		best := slices.MaxFunc(edges, func(a, b mergeEdge) int { // the first of equals
			return cmp.Compare(a.value, b.value)
		})
		a, b := nodes[best.base], nodes[best.target]
		merged := p.union(a, b, best.X_BT)
		nodes[best.base], nodes[best.target] = nil, nil
		nodes = append(nodes, merged)
		edges = slices.DeleteFunc(edges, func(e mergeEdge) bool { return !alive(e.base) || !alive(e.target) })
		join(len(nodes) - 1)
	}
	var out []Merged
	for _, n := range nodes {
		if n != nil && (p.Singles || len(n.From) > 1) {
			out = append(out, n.Merged)
		}
	}
	slices.SortFunc(out, func(a, b Merged) int { return a.From[0] - b.From[0] })
	return out, nil
}

func newMergeNode(m Model, from []int) *mergeNode {
	c := select32(m.Cloud, withoutStrays(m.Cloud, strayRadius, strayCount))
	mid := centroid(c)
	c.Extra, c.Label, c.Order = nil, nil, nil
	m.Cloud = c.Transformed(geom.Pose{P: r3.Scale(-1, mid)}, c.Frame)
	m.Cloud.X_FS = geom.Pose{} // a model has been seen from several places
	m.Grasps = slices.Clone(m.Grasps)
	for i := range m.Grasps {
		m.Grasps[i].X.P = r3.Sub(m.Grasps[i].X.P, mid)
	}
	m.ID, m.Name = 0, canonicalName(m.Name)
	return &mergeNode{Merged{m, from}, prepare(&m, 0)}
}

// compare says how well two nodes would merge; -Inf when they must not.
func (p *MergeParams) compare(nodes []*mergeNode, i, k int) mergeEdge {
	if nodes[k].Cloud.Len() > nodes[i].Cloud.Len() {
		i, k = k, i
	}
	base, target := nodes[i], nodes[k]
	e := mergeEdge{base: i, target: k, value: math.Inf(-1)}
	if p.Rule != RuleConfidence {
		e.X_BT = AlignCompat(base.Cloud, target.Cloud)
		m := CompareCompat(base.Cloud, target.Cloud, e.X_BT)
		if p.limits().Hold(m) {
			e.value = m.Overlap - m.ColourError/441
		}
		return e
	}
	tolerance := DefaultParams().SizeTolerance
	if target.ready.dims.against(&base.ready.dims, tolerance) != "" || base.ready.dims.against(&target.ready.dims, tolerance) != "" {
		return e
	}
	var f fitter
	o := newObservation(target.ready.shape, target.ready.up, nil)
	X_BT, fit := f.search(o, base.ready, DefaultParams().Yaws)
	back := newObservation(base.ready.shape, base.ready.up, nil)
	backFit := f.evaluate(back, target.ready.shape, X_BT.Inv())
	if value := min(evidence(fit), evidence(backFit)); 1/(1+math.Exp(-value)) >= p.MinConfidence {
		e.value = value
		// from mid to mid, to from centroid to centroid
		e.X_BT = geom.Pose{R: X_BT.R, P: r3.Sub(r3.Add(X_BT.P, base.ready.mid), X_BT.R.Apply(target.ready.mid))}
	}
	return e
}

// limits are those of a rule by metrics.
func (p *MergeParams) limits() Limits {
	any0 := func(v float64) float64 {
		if v == 0 {
			return math.Inf(1)
		}
		return v
	}
	switch p.Rule {
	case Rule118:
		return Limits{MinOverlap: 0.471303, MaxDistance: math.Inf(1), MaxColour: 97.0674}
	case Rule119:
		return Limits{MaxDistance: 0.347063, MaxColour: 113.569}
	}
	return Limits{p.MinOverlap, any0(p.MaxDistance), any0(p.MaxColour)}
}

// Apply sets the rule to limits of one's own.
func (p *MergeParams) Apply(l Limits) {
	p.Rule, p.MinOverlap, p.MaxDistance, p.MaxColour = RuleTrained, l.MinOverlap, l.MaxDistance, l.MaxColour
	if math.IsInf(p.MaxDistance, 1) {
		p.MaxDistance = 0
	}
	if math.IsInf(p.MaxColour, 1) {
		p.MaxColour = 0
	}
}

// union puts the target's points and grasps into the base.
func (p *MergeParams) union(base, target *mergeNode, X_BT geom.Pose) *mergeNode {
	moved := target.Cloud.Transformed(X_BT, base.Cloud.Frame)
	coloured := base.Cloud.RGB != nil && moved.RGB != nil
	type source struct {
		c *cloud.Cloud
		i int
	}
	var keep []source
	taken := map[[3]int32]bool{}
	for _, c := range []*cloud.Cloud{base.Cloud, moved} {
		for i := range c.X {
			v := [3]int32{cube(c.X[i], p.Voxel), cube(c.Y[i], p.Voxel), cube(c.Z[i], p.Voxel)}
			if !taken[v] {
				taken[v] = true
				keep = append(keep, source{c, i})
			}
		}
	}
	out := cloud.New(len(keep), 1)
	out.Frame = base.Cloud.Frame
	if coloured {
		out.RGB = make([]uint32, len(keep))
	}
	for k, s := range keep {
		out.X[k], out.Y[k], out.Z[k] = s.c.X[s.i], s.c.Y[s.i], s.c.Z[s.i]
		if coloured {
			out.RGB[k] = s.c.RGB[s.i]
		}
	}
	m := base.Model
	m.Cloud = out
	m.Grasps = slices.Clone(base.Grasps)
	for _, g := range target.Grasps {
		g.X = X_BT.Mul(g.X)
		m.Grasps = append(m.Grasps, g)
	}
	from := append(slices.Clone(base.From), target.From...)
	slices.Sort(from)
	return newMergeNode(m, from)
}

func cube(v float32, size float64) int32 {
	return int32(max(math.MinInt32, min(math.MaxInt32, math.Floor(float64(v)/size))))
}
