package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// CreepResult is how far a held object creeps out of the pads.
type CreepResult struct {
	LoadN         float64 `json:"load_n"`         // grip force of each finger
	CreepUmPerSec float64 `json:"creep_um_per_s"` // drift of its centre against the palm, micrometres a second
	Held          bool    `json:"held"`           // it is still between the pads at the end
}

// CreepScene is the experiment in which general-purpose simulators lose their grip (google-deepmind/mujoco issue 3328): a capsule
// of 45 g and 4 mm radius between pads with a friction of 0.7, squeezed with a force by the hand's own motor.
func CreepScene(load float64) (*World, error) {
	m := DefaultModel()
	m.Table = nil
	g := DefaultGripper()
	g.Friction, g.Damping = 0, 2000 // a motor that holds its force exactly and comes to rest soon
	m.Gripper = &g
	m.Objects = []Object{{Name: "capsule", Shape: shape.NewCapsule(0.004, 0.06), Mass: 0.045, Stiffness: 50e3, Friction: 0.7}}
	w, err := New(m, []geom.Pose{{P: g.PadCenter()}}, geom.Pose{})
	if err != nil {
		return nil, err
	}
	w.SetGap(0.008)
	w.SetEffort(-load)
	w.Model.Gravity = geom.Vec{}
	for i := 0; i < 1000; i++ {
		w.Step()
	}
	w.Model.Gravity = m.Gravity
	return w, nil
}

// Creep measures the creep at several grip loads (N): the scene settles for 2 s, then the drift is taken over a time (s).
func Creep(loads []float64, seconds float64) ([]CreepResult, error) {
	var out []CreepResult
	for _, load := range loads {
		w, err := CreepScene(load)
		if err != nil {
			return nil, err
		}
		run := func(s float64) geom.Vec {
			for n := int(s/w.Model.Dt + 0.5); n > 0; n-- {
				w.Step()
			}
			return w.State.X_WG.Inv().Apply(w.State.Bodies[0].X_WO.P)
		}
		from := run(2)
		to := run(seconds)
		b := &w.State.Bodies[0]
		out = append(out, CreepResult{
			LoadN: load, CreepUmPerSec: r3.Norm(r3.Sub(to, from)) / seconds * 1e6,
			Held: b.PadForce[0] > 0 && b.PadForce[1] > 0,
		})
	}
	return out, nil
}
