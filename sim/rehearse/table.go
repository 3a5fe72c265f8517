package rehearse

import (
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
)

// Table is a laid table of catalogue objects and the cloud that a depth camera takes of it.
type Table struct {
	Cloud  *cloud.Cloud // in the camera's frame; its labels tell the objects apart
	Placed []catalogue.Placed
	X_WC   geom.Pose

	camera *camera.Camera
}

// NewTable lays a table with n objects and takes its picture with the noise of a structured-light camera. The same seed and
// number give the same table and the same cloud.
func NewTable(seed uint64, n int) (*Table, error) {
	a, err := catalogue.Table(seed, n)
	if err != nil {
		return nil, err
	}
	t := &Table{Cloud: &cloud.Cloud{}, Placed: a.Objects, X_WC: catalogue.Camera()}
	if t.camera, err = camera.New(camera.Kinect(), camera.KinectSensor()); err != nil {
		return nil, err
	}
	if err := t.Picture(seed); err != nil {
		return nil, err
	}
	return t, nil
}

// Picture takes a new cloud of the objects where they are placed now; the seed is that of the camera's noise.
func (t *Table) Picture(seed uint64) error {
	a := catalogue.Arrangement{Objects: t.Placed}
	return t.camera.Render(t.Cloud, a.Scene(), t.X_WC, seed)
}

// Owner returns the placed object that most points of a segment come from, or -1 where they come from none.
func (t *Table) Owner(o *scene.Object) int {
	votes := make([]int, len(t.Placed))
	best := -1
	for _, i := range o.Indices {
		if l := int(t.Cloud.Label[i]) - catalogue.LabelObject; l >= 0 && l < len(votes) {
			votes[l]++
			if best < 0 || votes[l] > votes[best] {
				best = l
			}
		}
	}
	return best
}

// Truth is for SceneConfig: what really stands where a segment was found.
func (t *Table) Truth(seg *scene.Segmentation) func(int) (Object, geom.Pose, bool) {
	X_CW := t.X_WC.Inv()
	return func(segment int) (Object, geom.Pose, bool) {
		k := t.Owner(&seg.Objects[segment])
		if k < 0 {
			return Object{}, geom.Pose{}, false
		}
		p := &t.Placed[k]
		return Known(&p.Object), X_CW.Mul(p.X_WO), true
	}
}

// rolling is the resistance to rolling of everyday things on a table, m: of the order of a billiard ball's on its cloth.
const rolling = 0.3e-3

// Known is a catalogue object as a rehearsal takes it.
func Known(o *catalogue.Object) Object {
	return Object{
		Object: sim.Object{
			Name: o.Name, Shape: o.Shape, Mass: o.Mass, Stiffness: o.Stiffness, SqueezeLimit: o.SqueezeLimit,
			Friction: o.Friction, TableFriction: 0.4, Rolling: rolling, CrushForce: o.CrushForce, Yield: o.Yield, DentLimit: o.DentLimit, Texture: o.Texture,
		},
		Rest: o.Rest,
		Assumptions: []string{
			"mass: " + o.Sources.Mass, "stiffness: " + o.Sources.Stiffness, "friction: " + o.Sources.Friction, "damage: " + o.Sources.CrushForce,
		},
	}
}
