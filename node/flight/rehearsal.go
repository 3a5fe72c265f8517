package flight

import (
	"math"
	"path/filepath"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// Rehearsal records one rehearsal: a rehearse.Witness and a hand.Observer. It writes as the rehearsal goes, which waits for it.
type Rehearsal struct {
	dir   string
	head  Head
	scene *Scene // nil for none

	w     *writer
	c     *hand.Controller
	frame uint64
	fresh bool
	phase pick.Phase
	truth truth
}

// Rehearse makes a recorder of one rehearsal, which writes the file NAME.mcap of a folder. The head gives its name, and what is known of
// object and grasp; scene is what was seen, nil for nothing.
func Rehearse(dir string, h Head, scene *Scene) *Rehearsal {
	h.Source = "rehearsal"
	if scene != nil {
		scene.fill(&h)
	}
	return &Rehearsal{dir: dir, head: h, scene: scene}
}

// tfEvery is the distance of the poses in ticks.
const tfEvery = 10

// Begin implements rehearse.Witness.
func (r *Rehearsal) Begin(c *hand.Controller, w *sim.World, o *rehearse.Object, X_WG geom.Pose) error {
	b := &w.Model.Objects[0]
	if r.head.Object == "" {
		r.head.Object = o.Name
	}
	r.head.Properties = &Properties{b.Mass, b.Stiffness, b.Friction, b.CrushForce}
	r.head.Assumptions = o.Assumptions
	t := tape.Begin(c)
	out, err := create(filepath.Join(r.dir, r.head.Name+".mcap"), Epoch, r.head, &t)
	if err != nil {
		return err
	}
	r.w, r.c, r.fresh = out, c, true
	if r.scene != nil {
		r.scene.write(out, X_WG)
	}
	out.phase(int32(pick.MovingToGrasp), pick.MovingToGrasp.String())
	r.phase = pick.MovingToGrasp
	r.poses(w)
	c.Observe(r)
	return out.err
}

// Commanding implements hand.Observer.
func (r *Rehearsal) Commanding(c *hand.Controller, cmd hand.Command) {
	r.w.command(c.Status().Ticks, &cmd)
}

// Changing implements hand.Observer.
func (r *Rehearsal) Changing(c *hand.Controller, p hand.Params) { r.w.settings(c.Status().Ticks, &p) }

// Stepped implements hand.Observer.
func (r *Rehearsal) Stepped(c *hand.Controller, in *hand.Reading) {
	st := c.Status()
	r.w.step(&st, in, r.fresh || in.Frame != r.frame)
	r.fresh, r.frame = false, in.Frame
}

// Step implements rehearse.Witness.
func (r *Rehearsal) Step(w *sim.World, p pick.Phase) error {
	ticks := r.c.Status().Ticks
	if p != r.phase {
		r.phase = p
		r.w.phase(int32(p), p.String())
	}
	r.truth.step(w, 0)
	r.w.truth(ticks, &r.truth.Truth)
	if ticks%tfEvery == 0 {
		r.poses(w)
	}
	return r.w.err
}

// End implements rehearse.Witness.
func (r *Rehearsal) End(res *rehearse.Result, err error) error {
	if r.w == nil {
		return nil
	}
	r.c.Observe(nil)
	if err != nil {
		r.w.log(rosgraph_msgs.LogError, err.Error())
		return r.w.end(nil)
	}
	o := Outcome{
		Outcome: res.Outcome.String(), Cause: res.Reason, Believed: res.Verdict.Grasping, ForceN: res.ForceN, PeakForceN: res.PeakForceN, SlipM: res.SlipM, TiltRad: res.TiltRad,
		Hardness: res.Hardness, DurationS: res.Duration,
	}
	text := o.Outcome
	if o.Cause != "" {
		text += ": " + o.Cause
	}
	r.w.log(rosgraph_msgs.LogInfo, text)
	return r.w.end(&o)
}

func (r *Rehearsal) poses(w *sim.World) { r.w.poses(w.State.X_WG, w.State.Bodies[0].X_WO) }

// poses writes where palm and object are now.
func (w *writer) poses(X_WG, X_WO geom.Pose) {
	if w.tf.Transforms == nil {
		w.tf.Transforms = []geometry_msgs.TransformStamped{{ChildFrameID: "palm"}, {ChildFrameID: "object"}}
	}
	h := std_msgs.Header{Stamp: w.stamp(), FrameID: "world"}
	for i, x := range [2]geom.Pose{X_WG, X_WO} {
		w.tf.Transforms[i].Header, w.tf.Transforms[i].Transform = h, geomsgs.Transform(x)
	}
	w.put(topicTF, &w.tf)
}

// truth reads a world.
type truth struct {
	tape.Truth
	began  bool
	lifted bool
	table  bool // pressed the hand in the last step
}

// Limits of what counts.
const (
	pressing  = 0.05 // N of each finger with which the object is between the pads
	creep     = 3e-4 // m/s up to which the yielding of the pads is no sliding
	tableBlow = 2.0  // N with which the table presses the hand in a blow
)

// step looks at an object of the world.
func (t *truth) step(w *sim.World, object int) {
	b, s := &w.State.Bodies[object], &w.State
	t.Force = b.PadForce
	if math.Min(b.PadForce[0], b.PadForce[1]) > pressing {
		p_W := s.X_WG.Apply(w.Model.Gripper.PadCenter())
		of := func(v, om, at geom.Vec) geom.Vec { return r3.Add(v, r3.Cross(om, r3.Sub(p_W, at))) }
		v := s.X_WG.R.Inv().Apply(r3.Sub(of(b.V, b.W, b.X_WO.P), of(s.V_WG, s.W_WG, s.X_WG.P)))
		if speed := math.Hypot(v.X, v.Z); speed > creep {
			t.Slide += speed * w.Model.Dt
		}
	}
	if b.Supported && !t.Supported && t.lifted {
		t.Struck++
	}
	pressed := r3.Norm(s.TableForce) > tableBlow
	if pressed && !t.table {
		t.Struck++
	}
	t.lifted = t.began && (t.lifted || !b.Supported)
	t.began = t.began || b.Supported
	t.Supported, t.Crushed, t.table = b.Supported, b.Crushed, pressed
}
