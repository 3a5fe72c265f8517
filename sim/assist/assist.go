// Package assist puts a grasp fix into the simulated world: its contacts go in, objects are welded to the palm and let go. The
// world does not need it, its grasps hold by friction; it shows what the fix does, and serves as its test bed.
package assist

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/sim"
)

// Names by which the world's gripper is known to a fix.
const (
	Arm   = "gripper"
	Palm  = "gripper::palm"
	Left  = "gripper::left"
	Right = "gripper::right"
)

// Config is a fix for a world's gripper.
func Config(p graspfix.Params) *graspfix.Config {
	c := &graspfix.Config{Params: p, Arms: []graspfix.Arm{{Name: Arm, Palm: Palm, Links: []string{Left, Right}}}}
	c.Check()
	return c
}

// Assist watches a world and welds what its hand grips.
type Assist struct {
	Fix *graspfix.Fix

	world  *sim.World
	names  []string // collision elements of the objects
	index  map[string]int
	sum    [][2]touched
	finger [2]graspfix.ID
	dry    bool
}

type touched struct {
	n    int
	f, p geom.Vec
}

// New makes an assist for a world. With dry, it decides and welds nothing.
func New(w *sim.World, cfg *graspfix.Config, hooks graspfix.Hooks, dry bool) (*Assist, error) {
	if w.Model.Gripper == nil {
		return nil, fault.New("assist", "", fault.Unsupported, "the world has no gripper")
	}
	a := &Assist{world: w, index: map[string]int{}, sum: make([][2]touched, len(w.Model.Objects)), dry: dry}
	for i, o := range w.Model.Objects {
		name := o.Name + "::link::collision"
		if _, ok := a.index[name]; ok || o.Name == "" {
			name = fmt.Sprintf("object_%d::link::collision", i)
		}
		a.names = append(a.names, name)
		a.index[name] = i
	}
	var err error
	if a.Fix, err = graspfix.New(cfg, a, hooks); err != nil {
		return nil, err
	}
	a.finger = [2]graspfix.ID{a.Fix.ID(Left+"::pad", ""), a.Fix.ID(Right+"::pad", "")}
	return a, nil
}

// Name is the collision element of an object.
func (a *Assist) Name(object int) string { return a.names[object] }

// Attach welds the object; the fix calls it.
func (a *Assist) Attach(w graspfix.Weld) error {
	i, ok := a.index[w.Object]
	if !ok {
		return fault.New("weld", w.Object, fault.NotFound, "is not an object of this world")
	}
	if a.dry {
		return nil
	}
	return a.world.Weld(i)
}

// Detach lets go of the object; the fix calls it.
func (a *Assist) Detach(w graspfix.Weld) error {
	if i, ok := a.index[w.Object]; ok {
		a.world.Unweld(i)
	}
	return nil
}

// Step tells the fix about the world's last step.
func (a *Assist) Step() {
	w := a.world
	s := &w.State
	a.Fix.SetPose(Palm, s.Time, s.X_WG)
	var X_WF [2]geom.Pose
	for f, name := range [2]string{Left, Right} {
		sign := 1 - 2*float64(f)
		// Where the drive has the finger: what the pad gives way and the object is dented shows as going in.
		X_WF[f] = s.X_WG.Mul(geom.Pose{P: geom.V(w.Model.Gripper.TipX, sign*s.Gap/2, 0)})
		a.Fix.SetPose(name, s.Time, X_WF[f])
	}
	clear(a.sum)
	w.Touches(func(t sim.Touch) {
		m := &a.sum[t.Object][t.Finger]
		m.n++
		m.f, m.p = r3.Add(m.f, t.F_W), r3.Add(m.p, t.P_W)
	})
	for i := range a.sum {
		a.Fix.SetPose(a.names[i], s.Time, s.Bodies[i].X_WO)
		for f := range a.sum[i] {
			m := &a.sum[i][f]
			if m.n == 0 {
				continue
			}
			k := 1 / float64(m.n)
			a.Fix.Contact(&graspfix.Contact{T: s.Time, Object: a.Fix.ID(a.names[i], ""), Finger: a.finger[f], Points: m.n,
				F_W: r3.Scale(k, m.f), P_W: r3.Scale(k, m.p), X_WF: X_WF[f], X_WO: s.Bodies[i].X_WO})
		}
	}
	a.Fix.Advance(s.Time, 0)
}
