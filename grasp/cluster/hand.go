package cluster

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// AABB is a box along the axes of M, metres.
type AABB struct{ Lo, Hi geom.Vec }

func ab(x0, y0, z0, x1, y1, z1 float64) AABB { return AABB{geom.V(x0, y0, z0), geom.V(x1, y1, z1)} }

// Hand is what the planner knows of a hand.
type Hand struct {
	Name string
	// Solid are the boxes that must stay free of points.
	Solid []AABB
	// Space are lists of boxes between the fingers. Points are counted in each list, and the least count decides: every
	// list must hold points.
	Space [][]AABB
	// X_MA is the pose of the hand's actual wrist frame in the model frame.
	X_MA geom.Pose

	Opening       float64 // of the fingers, m
	ToFingertip   float64 // from the wrist to the middle of the fingertips, m
	ToPalm        float64 // from the wrist to the palm, m
	PregraspDist  float64 // default length of the approach, m
	SideMinHeight float64 // least height of a cluster for grasps from the side, m
	SideStart     float64 // least height of the first grasp from the side, m

	PregraspAngles, PregraspEfforts []float64 // joint positions and efforts of the open hand
	GraspAngles, GraspEfforts       []float64 // and of the closed one
}

// Hands returns the hands that are known by name: pr2, robotiq (the three-finger gripper) and schunk (the SDH). Boxes of solid
// parts and distances are those of the files that the hands' users had, with two slips of those files mended: the distance
// to the fingertips counts (it stood there under a name that nothing read), and the SDH's second finger of the pair mirrors the
// first. The side slices between the fingers follow from the finger boxes.
func Hands() []Hand {
	axes := func(x, y, z geom.Vec) geom.Rot { return geom.FromAxes(x, y, z) }
	minus := func(v geom.Vec) geom.Vec { return geom.V(-v.X, -v.Y, -v.Z) }
	four := func(v float64) []float64 { return []float64{v, v, v, v} }
	return []Hand{
		{
			Name: "pr2",
			Solid: []AABB{
				ab(.04, -.0755, -.026, .138, .0755, .026), // palm
				ab(.138, -.0755, -.0115, .185, -.0425, .0115), ab(.138, .0425, -.0115, .185, .0755, .0115),
			},
			Space:   [][]AABB{{ab(.138, -.0405, -.005, .180, .0405, .005)}},
			Opening: .083, ToFingertip: .185, ToPalm: .143, PregraspDist: .10, SideMinHeight: .05, SideStart: .04,
			PregraspAngles: four(.5), PregraspEfforts: four(100), GraspAngles: four(0), GraspEfforts: four(50),
		},
		{
			Name: "robotiq",
			Solid: []AABB{
				ab(.09, -.1005, -.0175, .16, -.045, .0175), ab(.16, -.1005, -.0175, .21, -.0675, .0175), // the single finger
				ab(.09, .045, -.0525, .16, .1005, .0525), ab(.16, .0675, -.0525, .21, .1005, .0525), // the pair
				ab(0, -.1005, -.065, .09, .1005, .065), // palm
			},
			Space: [][]AABB{
				{ab(.09, -.045, -.0175, .16, .045, .0175), ab(.16, -.0675, -.0175, .21, .0675, .0175)},
				{ab(.09, -.045, .0175, .16, .045, .0525), ab(.16, -.0675, .0175, .21, .0675, .0525)},
				{ab(.09, -.045, -.0525, .16, .045, -.0175), ab(.16, -.0675, -.0525, .21, .0675, -.0175)},
			},
			X_MA:    geom.Pose{R: axes(minus(geom.UnitY), minus(geom.UnitZ), geom.UnitX), P: geom.V(.14113, 0, 0)},
			Opening: .165, ToFingertip: .225, ToPalm: .09, PregraspDist: .21, SideMinHeight: .11, SideStart: .075,
			PregraspAngles: four(0), PregraspEfforts: four(0), GraspAngles: four(0), GraspEfforts: four(0),
		},
		{
			Name: "schunk",
			Solid: []AABB{
				ab(.125, -.1125, -.0175, .15, -.0475, .0175), ab(.15, -.1125, -.0175, .21, -.0825, .0175),
				ab(.125, .0475, .0215, .15, .1125, .0465), ab(.15, .0825, .0215, .21, .1125, .0465),
				ab(.125, .0475, -.0465, .15, .1125, -.0215), ab(.15, .0825, -.0465, .21, .1125, -.0215),
				ab(0, -.1125, -.06, .125, .1125, .06), // palm
			},
			Space: [][]AABB{
				{ab(.15, -.0825, -.0175, .21, .0825, .0175)}, {ab(.15, -.0825, .0175, .21, .0825, .0465)}, {ab(.15, -.0825, -.0465, .21, .0825, -.0175)},
			},
			X_MA:    geom.Pose{R: axes(geom.UnitY, geom.UnitZ, geom.UnitX)},
			Opening: .1625, ToFingertip: .195, ToPalm: .151, PregraspDist: .225, SideMinHeight: .10, SideStart: .065,
			PregraspAngles: []float64{0, -.9854, .9472, -.9854, .9472, -.9854, .9472}, PregraspEfforts: make([]float64, 7),
			GraspAngles: []float64{0, 0, 1.0472, 0, 1.0472, 0, 1.0472}, GraspEfforts: make([]float64, 7),
		},
	}
}

// FindHand returns a hand by name.
func FindHand(name string) (Hand, error) {
	for _, h := range Hands() {
		if h.Name == name {
			return h, nil
		}
	}
	return Hand{}, fault.New("find hand", name, fault.NotFound, "no such hand; there are pr2, robotiq and schunk")
}

// check says what is wrong with a hand.
func (h *Hand) check() error {
	bad := func(format string, args ...any) error {
		return fault.New("plan cluster grasp", "hand "+h.Name, fault.Invalid, format, args...)
	}
	for _, f := range []float64{h.Opening, h.ToFingertip, h.PregraspDist} {
		if !(f > 0 && f < 10) {
			return bad("opening, distance to the fingertips and length of the approach must be positive and under 10 m, one is %g", f)
		}
	}
	for _, f := range []float64{h.ToPalm, h.SideMinHeight, h.SideStart} {
		if !(f >= 0 && f < 10) {
			return bad("distance to the palm and heights of side grasps must be from 0 to 10 m, one is %g", f)
		}
	}
	if len(h.Space) == 0 || len(h.Solid) == 0 {
		return bad("it needs boxes of the hand and boxes of the space between the fingers")
	}
	lists := append([][]AABB{h.Solid}, h.Space...)
	for _, l := range lists {
		for _, b := range l {
			if !geom.IsFinite(b.Lo) || !geom.IsFinite(b.Hi) || b.Lo.X > b.Hi.X || b.Lo.Y > b.Hi.Y || b.Lo.Z > b.Hi.Z || math.Abs(b.Hi.X)+math.Abs(b.Lo.X) > 10 {
				return bad("box %v to %v has its corners the wrong way round or too far out", b.Lo, b.Hi)
			}
		}
	}
	return nil
}
