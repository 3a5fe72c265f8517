package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/ros"
)

// arm is a hand on an arm, as hand_description has it.
type arm struct {
	name     string
	frame    string   // of the wrist, in which poses of grasps are
	joints   []string // of the hand
	approach geom.Vec // unit, in the wrist's frame
	database string   // name of the hand in a database of grasps
	postures postures
	hand     cluster.Hand
	gripper  grasp.Hand
	X_AG     geom.Pose // palm of gripper in the wrist's frame
}

type postures struct {
	open, closed             []float64
	openEfforts, holdEfforts []float64
}

// palmOf is the pose of a gripper's palm in the model frame of a hand of package cluster.
func palmOf(g *grasp.Hand, h *cluster.Hand) geom.Pose {
	if g.Name == "pr2" { // the middle of the pads is where the middle of its fingertips is
		return geom.Pose{P: geom.V(h.ToFingertip-g.PadCenter(), 0, 0)}
	}
	return geom.Pose{P: geom.V(g.PalmDepth, 0, 0)}
}

// findArm reads the description of an arm. An unknown or empty name means the first, with a word in the log, as clients are used to.
func (f *Face) findArm(ctx context.Context, name string) (*arm, error) {
	all, err := f.describe(ctx)
	if err != nil {
		return nil, err
	}
	known := sortedKeys(all)
	if len(known) == 0 {
		return nil, fault.New("read hand_description", "", fault.Invalid, "it has no arm")
	}
	d, ok := all[name].(map[string]any)
	if !ok {
		f.node.Log().Warn("the arm is not in hand_description; the first one is used", "arm", name, "first", known[0], "known", known)
		name = known[0]
		if d, ok = all[name].(map[string]any); !ok {
			return nil, fault.New("read hand_description", name, fault.Invalid, "it is a %T, not a list of settings", all[name])
		}
	}
	return f.readArm(ctx, name, d)
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// describe reads hand_description, or what a PR2 has.
func (f *Face) describe(ctx context.Context) (map[string]any, error) {
	v, err := f.node.GetParam(ctx, "/hand_description")
	if fault.KindOf(err) == fault.NotFound {
		return pr2Description(), nil
	}
	if err != nil {
		return nil, err
	}
	all, ok := v.(map[string]any)
	if !ok {
		return nil, fault.New("read parameter", "/hand_description", fault.Invalid, "it is a %T, not one entry an arm", v)
	}
	return all, nil
}

func pr2Description() map[string]any {
	one := func(s string) map[string]any {
		return map[string]any{
			"hand_frame": s + "_wrist_roll_link", "hand_database_name": "WILLOW_GRIPPER_2010", "hand_approach_direction": []any{1.0, 0.0, 0.0},
			"hand_joints": []any{s + "_gripper_l_finger_joint", s + "_gripper_r_finger_joint", s + "_gripper_r_finger_tip_joint", s + "_gripper_l_finger_tip_joint"},
		}
	}
	return map[string]any{"right_arm": one("r"), "left_arm": one("l")}
}

// readArm takes hand_frame, hand_joints and hand_approach_direction, which must be there, hand_database_name, and hand_model, the name of
// a hand that this node knows (default: its parameter hand). Postures and boxes come from the node's own parameters where it has them.
func (f *Face) readArm(ctx context.Context, name string, d map[string]any) (*arm, error) {
	subject := "/hand_description/" + name
	bad := func(key, want string) error {
		return fault.New("read parameter", subject+"/"+key, fault.Invalid, "is missing or not %s", want)
	}
	a := &arm{name: name}
	var ok bool
	if a.frame, ok = d["hand_frame"].(string); !ok || a.frame == "" {
		return nil, bad("hand_frame", "the name of a frame")
	}
	joints, ok := d["hand_joints"].([]any)
	if !ok {
		return nil, bad("hand_joints", "a list of names")
	}
	for _, j := range joints {
		s, ok := j.(string)
		if !ok {
			return nil, bad("hand_joints", "a list of names")
		}
		a.joints = append(a.joints, s)
	}
	dir, ok := numbers(d["hand_approach_direction"])
	if !ok || len(dir) != 3 {
		return nil, bad("hand_approach_direction", "a list of 3 numbers")
	}
	v := geom.V(dir[0], dir[1], dir[2])
	if a.approach, ok = geom.Unit(v); !ok || v.X*v.X+v.Y*v.Y+v.Z*v.Z < 1e-10 {
		return nil, bad("hand_approach_direction", "a direction")
	}
	a.database, _ = d["hand_database_name"].(string)
	model, ok := d["hand_model"].(string)
	if !ok {
		model = f.p.Hand
	}
	var err error
	if a.hand, err = cluster.FindHand(model); err != nil {
		return nil, err
	}
	if a.gripper, err = grasp.FindHand(model); err != nil {
		return nil, err
	}
	X_MG := palmOf(&a.gripper, &a.hand)
	if err := f.overrideHand(ctx, a); err != nil {
		return nil, err
	}
	a.X_AG = a.hand.X_MA.Inv().Mul(X_MG)
	return a, nil
}

// overrideHand takes what the original's parameter files set for the node.
func (f *Face) overrideHand(ctx context.Context, a *arm) error {
	a.postures = postures{a.hand.PregraspAngles, a.hand.GraspAngles, a.hand.PregraspEfforts, a.hand.GraspEfforts}
	for key, dst := range map[string]*[]float64{
		"pregrasp_joint_angles": &a.postures.open, "grasp_joint_angles": &a.postures.closed,
		"pregrasp_joint_efforts": &a.postures.openEfforts, "grasp_joint_efforts": &a.postures.holdEfforts,
	} {
		v, set, err := f.private(ctx, key)
		if err != nil {
			return err
		}
		of, isMap := v.(map[string]any)
		if !set || !isMap || of[a.name] == nil {
			continue
		}
		n, ok := numbers(of[a.name])
		if !ok {
			return fault.New("read parameter", "~"+key+"/"+a.name, fault.Invalid, "is not a list of numbers")
		}
		*dst = n
	}
	for key, dst := range map[string]*float64{
		"wrist_to_fingertip_center_dist": &a.hand.ToFingertip, "wrist_to_palm_dist": &a.hand.ToPalm,
	} {
		v, err := ros.Param(ctx, f.node, "~"+key, *dst)
		if err != nil {
			return err
		}
		*dst = v
	}
	if v, set, err := f.private(ctx, "gripper_boxes"); err != nil {
		return err
	} else if set {
		if a.hand.Solid, err = boxesOf(v, "~gripper_boxes"); err != nil {
			return err
		}
	}
	v, set, err := f.private(ctx, "space_boxes")
	if err != nil || !set {
		return err
	}
	lists, ok := v.([]any)
	if !ok {
		return fault.New("read parameter", "~space_boxes", fault.Invalid, "is not a list of lists of boxes")
	}
	a.hand.Space = nil
	for k, l := range lists {
		b, err := boxesOf(l, fmt.Sprintf("~space_boxes[%d]", k))
		if err != nil {
			return err
		}
		a.hand.Space = append(a.hand.Space, b)
	}
	return nil
}

func (f *Face) private(ctx context.Context, key string) (v any, set bool, err error) {
	v, err = f.node.GetParam(ctx, "~"+key)
	if fault.KindOf(err) == fault.NotFound {
		return nil, false, nil
	}
	return v, err == nil, err
}

// boxesOf reads [[[x, y, z], [x, y, z]], ...]: least and greatest corner of each box.
func boxesOf(v any, name string) ([]cluster.AABB, error) {
	list, ok := v.([]any)
	if !ok || len(list) > 1000 {
		return nil, fault.New("read parameter", name, fault.Invalid, "is not a list of up to 1000 boxes")
	}
	var out []cluster.AABB
	for k, b := range list {
		corners, ok := b.([]any)
		if !ok || len(corners) != 2 {
			return nil, fault.New("read parameter", fmt.Sprintf("%s[%d]", name, k), fault.Invalid, "is not a pair of corners")
		}
		lo, ok1 := numbers(corners[0])
		hi, ok2 := numbers(corners[1])
		if !ok1 || !ok2 || len(lo) != 3 || len(hi) != 3 {
			return nil, fault.New("read parameter", fmt.Sprintf("%s[%d]", name, k), fault.Invalid, "its corners are not 3 numbers each")
		}
		out = append(out, cluster.AABB{Lo: geom.V(lo[0], lo[1], lo[2]), Hi: geom.V(hi[0], hi[1], hi[2])})
	}
	return out, nil
}

func numbers(v any) ([]float64, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	out := make([]float64, 0, len(list))
	for _, e := range list {
		switch n := e.(type) {
		case float64:
			out = append(out, n)
		case int:
			out = append(out, float64(n))
		default:
			return nil, false
		}
	}
	return out, true
}
