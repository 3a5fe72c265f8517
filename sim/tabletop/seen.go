package tabletop

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Seen is a simulated robot before a table that a real camera saw: each segment of its cloud stands there as the object that it is taken for.
// When the robot looks again it sees the points of the cloud, moved as their objects have moved; those in the trays are out of view.
type Seen struct {
	*robot.Robot
	judge
	Scene      scene.Params
	Properties rehearse.Properties

	seg    *scene.Segmentation
	owner  []int32 // of each point of the cloud: the object, -1 for none
	X_WF   geom.Pose
	start  []geom.Pose // X_WO as it was seen
	known  []Named
	X_OM   []geom.Pose // of the model of each named object
	lo, hi geom.Vec2   // of the objects on the table
	spot   *geom.Vec2
	step   float64 // m from place to place
	lanes  []string
	taken  map[string]int
	looks  int
}

// Named is what a recogniser said of a segment.
type Named struct {
	Name string    // "" for an unknown object
	X_FM geom.Pose // of its model in the cloud's frame
}

const (
	aside  = 0.25 // m from the objects to the trays
	leeway = 0.12 // m around the objects that count as the table
	narrow = 0.93 // factor on the size of objects that would stand inside each other
	thin   = 10   // times that at most
)

// NewSeen makes the table of a segmentation and puts a robot before it. plans has a plan for each object: its best grasp, if there is one, tells
// how wide the object is; planner says what stands on what. names has one entry a segment or is empty; objects go to trays beside the table, or
// to places from spot on, in the table frame, where it is set.
func NewSeen(seg *scene.Segmentation, p scene.Params, cfg robot.Config, prop rehearse.Properties, planner *grasp.Planner, plans []*grasp.Plan, names []Named, spot *geom.Vec2) (*Seen, error) {
	const op = "set up table"
	n := len(seg.Objects)
	t := &Seen{Scene: p, Properties: prop, seg: seg, X_WF: seg.Table.X_FT.Inv(), known: names, spot: spot, taken: map[string]int{}}
	if len(names) == 0 {
		t.known = make([]Named, n)
	}
	objects, err := apart(seg, prop, planner, plans)
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	t.lo, t.hi = geom.Vec2{X: math.Inf(1), Y: math.Inf(1)}, geom.Vec2{X: math.Inf(-1), Y: math.Inf(-1)}
	top := 0.0
	cfg.Objects, cfg.X_WO, cfg.Sleep = nil, nil, true
	for k := range objects {
		o := &objects[k]
		key := fmt.Sprintf("object %d", k+1)
		name := key
		if t.known[k].Name != "" {
			name = t.known[k].Name
		}
		o.Name, o.Rolling = key, rolling
		cfg.Objects, cfg.X_WO = append(cfg.Objects, o.Object.Object), append(cfg.X_WO, o.X_WO)
		t.judge.add(key, name, o.X_WO, false)
		t.start = append(t.start, o.X_WO)
		t.X_OM = append(t.X_OM, o.X_WO.Inv().Mul(t.X_WF).Mul(t.known[k].X_FM))
		size := seg.Objects[k].Size
		t.lo.X, t.lo.Y = min(t.lo.X, o.X_WO.P.X), min(t.lo.Y, o.X_WO.P.Y)
		t.hi.X, t.hi.Y = max(t.hi.X, o.X_WO.P.X), max(t.hi.Y, o.X_WO.P.Y)
		t.step, top = max(t.step, math.Hypot(size.X, size.Y)+0.06), max(top, size.Z)
	}
	t.owner = make([]int32, seg.Cloud.Len())
	for i := range t.owner {
		t.owner[i] = -1
	}
	for k := range seg.Objects {
		for _, i := range seg.Objects[k].Indices {
			t.owner[i] = int32(k)
		}
	}
	cfg.Home = geom.Pose{R: robot.DefaultHome().R, P: geom.V((t.lo.X+t.hi.X)/2, (t.lo.Y+t.hi.Y)/2, top+0.4)}
	if n == 0 {
		cfg.Home = geom.Pose{}
	}
	if t.Robot, err = robot.New(cfg); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	t.attend(t.Robot)
	return t, nil
}

// rolling is the resistance to rolling of what is seen, m.
const rolling = 0.3e-3

// standing is an object in its pose.
type standing struct {
	rehearse.Object
	X_WO geom.Pose
}

// apart takes every segment for an object, on the table or on another one, and makes those thinner that would stand inside each other: their far
// sides are guessed.
func apart(seg *scene.Segmentation, prop rehearse.Properties, planner *grasp.Planner, plans []*grasp.Plan) ([]standing, error) {
	out := make([]standing, len(seg.Objects))
	scale := make([]float64, len(out))
	base := make([]float64, len(out))
	for k := range out {
		scale[k], base[k] = 1, planner.Base(k)
	}
	for round := 0; ; round++ {
		for k := range out {
			o := seg.Objects[k]
			o.Footprint = append([]geom.Vec2(nil), o.Footprint...)
			for i := range o.Footprint {
				p := &o.Footprint[i]
				p.X, p.Y = o.X_TO.P.X+scale[k]*(p.X-o.X_TO.P.X), o.X_TO.P.Y+scale[k]*(p.Y-o.X_TO.P.Y)
			}
			o.Size.X, o.Size.Y = scale[k]*o.Size.X, scale[k]*o.Size.Y
			o.Size.Z -= base[k]
			var best *grasp.Grasp
			if len(plans[k].Grasps) > 0 {
				best = &plans[k].Grasps[0]
			}
			out[k].Object, out[k].X_WO = rehearse.Assume(&o, best, &prop)
			if base[k] > 0 {
				out[k].X_WO.P.Z += base[k]
				out[k].Shape = newFooted(out[k].Shape)
			}
		}
		clash, with := -1, 0
		for i := range out {
			for j := range out {
				const most = 0.8e-3 // m
				if i != j && sim.Overlap(out[i].Shape, out[i].X_WO, out[j].Shape, out[j].X_WO) > most {
					clash, with = i, j
					scale[i] *= narrow
					scale[j] *= narrow
				}
			}
		}
		if clash < 0 {
			return out, nil
		}
		if round == thin {
			return nil, fault.New("", fmt.Sprintf("objects %d and %d", clash+1, with+1), fault.Conflict, "they stand inside each other as they were seen; rehearse without --place, or segment finer")
		}
	}
}

// footed is a shape that also rests on points within its lower face: what stands on something smaller overhangs it with its corners.
type footed struct {
	shape.Shape
	supports []shape.Ball
}

func newFooted(s shape.Shape) *footed {
	const n = 5 // a side
	const round = 1e-4
	f := &footed{Shape: s, supports: slices.Clone(s.Supports())}
	h := s.Half()
	for i := range n {
		for j := range n {
			p := geom.V(h.X*(float64(2*i)/(n-1)-1), h.Y*(float64(2*j)/(n-1)-1), round-h.Z)
			if s.SignedDistance(p) < -round/2 {
				f.supports = append(f.supports, shape.Ball{Center: p, Radius: round})
			}
		}
	}
	return f
}

func (f *footed) Supports() []shape.Ball { return f.supports }

// Look shows what stands on the table now, as the cloud's camera saw it.
func (t *Seen) Look(context.Context) (*clear.View, error) {
	t.looks++
	if t.looks == 1 {
		return &clear.View{Seg: t.seg, X_WF: t.X_WF}, nil
	}
	c := *t.seg.Cloud
	c.X, c.Y, c.Z = append([]float32(nil), c.X...), append([]float32(nil), c.Y...), append([]float32(nil), c.Z...)
	move := make([]geom.Pose, len(t.start))
	for k := range move {
		move[k] = t.X_WF.Inv().Mul(t.World.State.Bodies[k].X_WO).Mul(t.start[k].Inv()).Mul(t.X_WF)
	}
	nan := float32(math.NaN())
	for i, k := range t.owner {
		switch {
		case k < 0:
		case !t.onTable(int(k)):
			c.X[i], c.Y[i], c.Z[i] = nan, nan, nan
		default:
			p := move[k].Apply(geom.V(float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])))
			c.X[i], c.Y[i], c.Z[i] = float32(p.X), float32(p.Y), float32(p.Z)
		}
	}
	return t.view(&c)
}

func (t *Seen) view(c *cloud.Cloud) (*clear.View, error) {
	seg, err := scene.Segment(c, t.Scene)
	if err != nil {
		return nil, fault.Wrap("look again", "", err)
	}
	return &clear.View{Seg: seg, X_WF: t.X_WF}, nil
}

// Key is the name of object i in the world.
func (t *Seen) Key(i int) string { return t.keys[i] }

// onTable reports that an object is where objects were seen, not in a tray or on its way there.
func (t *Seen) onTable(k int) bool {
	p := t.World.State.Bodies[k].X_WO.P
	return p.X > t.lo.X-leeway && p.X < t.hi.X+leeway && p.Y > t.lo.Y-leeway && p.Y < t.hi.Y+leeway
}

// Know tells which object a segment is: the one that most of its points belong to.
func (t *Seen) Know(v *clear.View, segment int) (clear.Known, bool) {
	votes := make([]int, len(t.start))
	best := -1
	for _, i := range v.Seg.Objects[segment].Indices {
		if k := int(t.owner[i]); k >= 0 {
			if votes[k]++; best < 0 || votes[k] > votes[best] {
				best = k
			}
		}
	}
	if best < 0 || !t.onTable(best) {
		return clear.Known{}, false
	}
	x := t.World.State.Bodies[best].X_WO
	if t.known[best].Name != "" {
		x = x.Mul(t.X_OM[best])
	}
	return clear.Known{Name: t.known[best].Name, Kind: t.kind(best), X_WO: x, Key: t.keys[best]}, true
}

// kind is what an object is sorted by: its name, or its outline where it has none.
func (t *Seen) kind(k int) string {
	switch {
	case t.known[k].Name != "":
		return t.known[k].Name
	case t.seg.Objects[k].Round:
		return "round things"
	}
	return "other things"
}

// MaxForce is what an object of a segment's size is taken to stand, with something to spare.
func (t *Seen) MaxForce(v *clear.View, segment int) float64 {
	return standable(v, segment, &t.Properties)
}

// Places are the free places of a kind: a lane for each kind beside the table, on both sides, or one after the other from the given spot on.
func (t *Seen) Places(kind string, _ float64) []geom.Vec {
	var out []geom.Vec
	if t.spot != nil {
		for i := t.taken[""]; i < trayRoom; i++ {
			out = append(out, geom.V(t.spot.X, t.spot.Y+t.step*float64(i), 0))
		}
		return out
	}
	lane := t.lane(kind)
	x := (t.lo.X+t.hi.X)/2 + t.step*(float64(lane/2)-1)
	for i := t.taken[kind]; i < trayRoom; i++ {
		y := t.hi.Y + aside + t.step*float64(i)
		if lane%2 == 1 {
			y = t.lo.Y - aside - t.step*float64(i)
		}
		out = append(out, geom.V(x, y, 0))
	}
	return out
}

func (t *Seen) lane(kind string) int {
	for i, l := range t.lanes {
		if l == kind {
			return i
		}
	}
	t.lanes = append(t.lanes, kind)
	return len(t.lanes) - 1
}

// Taken marks a place.
func (t *Seen) Taken(kind string, at geom.Vec) {
	from := t.hi.Y + aside
	switch {
	case t.spot != nil:
		kind, from = "", t.spot.Y
	case t.lane(kind)%2 == 1:
		from = t.lo.Y - aside
	}
	t.taken[kind] = int(math.Round(math.Abs(at.Y-from)/t.step)) + 1
}

// Job is what it takes to clear the table; what is not the table's may be changed.
func (t *Seen) Job() *clear.Job {
	return &clear.Job{
		Robot: t.Robot.Robot, Run: t.Run, Look: t.Look, Know: t.Know, Now: t.Time, Tray: t, MaxForce: t.MaxForce, Inspect: t.Inspect,
		Pick: pick.DefaultParams(), Tries: 3, Grasps: 8,
	}
}

var _ clear.Tray = (*Seen)(nil)
