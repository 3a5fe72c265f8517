// Package recognize is the ROS face of recognition: the nodes of rail_recognition, with their names, types and order of messages.
//
// object_recognizer: action ~recognize_object (rail_manipulation_msgs/RecognizeObject), service ~recognize_objects
// (rail_manipulation_msgs/ProcessSegmentedObjects: a whole list at once).
// object_recognition_listener: subscribes to segmented objects, publishes ~recognized_objects
// (rail_manipulation_msgs/SegmentedObjectList) and with debug ~debug (geometry_msgs/PoseArray, latched), serves ~remove_object
// (rail_pick_and_place_msgs/RemoveObject).
// model_generator: action ~generate_models (rail_pick_and_place_msgs/GenerateModels), with debug ~debug_pc and ~debug_poses, latched.
// metric_trainer: action ~train_metrics (rail_pick_and_place_msgs/TrainMetrics), publishes ~base_pc and ~aligned_pc, latched, and asks
// through the action ~get_yes_no_feedback.
package recognize

import (
	"cmp"
	"context"
	"image"
	"slices"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/colour"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// Store is where models and demonstrations are kept.
type Store interface {
	// Version changes when models or demonstrations have changed; empty: they are read again each time.
	Version(ctx context.Context) (string, error)
	// Models returns every model, with ids from 1.
	Models(ctx context.Context) ([]recognize.Model, error)
	// Demonstrations returns every demonstration, as a model of one grasp, with ids of their own from 1.
	Demonstrations(ctx context.Context) ([]recognize.Model, error)
	// AddModel stores a model and returns its id.
	AddModel(ctx context.Context, m *recognize.Model) (uint32, error)
}

type (
	objectMsg = rail_manipulation_msgs.SegmentedObject
	graspMsg  = rail_manipulation_msgs.Grasp
)

// Library is the models of a store, made ready; they are read again when they have changed. It is safe for concurrent use.
type Library struct {
	store    Store
	up       geom.Vec
	pictures *colour.Classifier // nil: pictures do not decide
	least    float64

	reading sync.Mutex // guards known and version; one reads at a time
	known   bool
	version string

	mu      sync.RWMutex
	current *recognize.Recognizer
	p       recognize.Params
}

// NewLibrary makes a library. pictures, which may be nil, narrows the models that an object is compared with to those of the names that
// its picture is taken for with a confidence of at least least; objects that it takes for nothing are compared with all.
func NewLibrary(store Store, p recognize.Params, pictures *colour.Classifier, least float64) (*Library, error) {
	l := &Library{store: store, up: geom.UnitZ, pictures: pictures, least: least, p: p}
	var err error
	l.current, err = recognize.New(nil, p)
	return l, err
}

// refresh reads the models again when they have changed.
func (l *Library) refresh(ctx context.Context) error {
	const op = "read models"
	l.reading.Lock()
	defer l.reading.Unlock()
	version, err := l.store.Version(ctx)
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	if l.known && version == l.version && version != "" {
		return nil
	}
	models, err := l.store.Models(ctx)
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.current.SetModels(models); err != nil { // what was prepared of models that stay is kept
		return err
	}
	l.version, l.known = version, true
	return nil
}

// Recognize fills in what an object is recognised as, or leaves it exactly as it is. name narrows the models; empty: all.
func (l *Library) Recognize(ctx context.Context, o *objectMsg, name string) (recognised bool, why string, err error) {
	const op = "recognize object"
	if err := l.refresh(ctx); err != nil {
		return false, "", err
	}
	var c cloud.Cloud
	if err := clouds.ToCloud(&o.PointCloud, &c); err != nil {
		return false, "", fault.Wrap(op, "", err)
	}
	if c.ValidCount() == 0 {
		return false, "the object's cloud has no valid points", nil
	}
	in := recognize.Object{Cloud: &c, Up: l.up}
	if mid := geomsgs.FromPoint(o.Centroid); geom.IsFinite(mid) {
		in.Centroid = &mid
	}
	if name != "" {
		in.Names = []string{name}
	} else if in.Names, err = l.names(&o.Image); err != nil {
		return false, "", fault.Wrap(op, "", err)
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	res, err := l.current.Recognize(in)
	if err != nil {
		return false, "", fault.Wrap(op, "", err)
	}
	if !res.Recognised {
		return false, l.current.WhyNot(res), nil
	}
	o.Recognized, o.Name, o.ModelID, o.Confidence = true, res.Name, res.ID, res.Confidence
	o.Orientation = geomsgs.Quaternion(res.X_FM.R.Normalized())
	o.Grasps = make([]graspMsg, len(res.Grasps))
	for i, g := range res.Grasps {
		m := &o.Grasps[i]
		m.GraspPose.Header.FrameID, m.GraspPose.Header.Stamp = o.PointCloud.Header.FrameID, o.PointCloud.Header.Stamp
		m.GraspPose.Pose = geomsgs.Pose(geom.Pose{R: g.X.R.Normalized(), P: g.X.P})
		m.EefFrameID, m.Successes, m.Attempts = g.Effector, uint32(g.Successes), uint32(g.Attempts)
	}
	return true, "", nil
}

// Match is a model that lies well on an object.
type Match struct {
	ID    uint32
	Name  string
	X_FM  geom.Pose
	Error float64 // m; root of the mean square distance of the object's points from the model
}

// Matches are the models that an object is recognised as, the most likely first.
func (l *Library) Matches(ctx context.Context, o recognize.Object) ([]Match, error) {
	const op = "recognize object"
	if err := l.refresh(ctx); err != nil {
		return nil, err
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	res, err := l.current.Recognize(o)
	if err != nil || !res.Recognised {
		return nil, fault.Wrap(op, "", err)
	}
	var out []Match
	for _, c := range slices.SortedStableFunc(slices.Values(res.Candidates), func(a, b recognize.Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) }) {
		if c.Rejected == "" || c.Rejected == recognize.Worse {
			m := &l.current.Models()[c.Model]
			out = append(out, Match{m.ID, m.Name, c.X_FM, c.Fit.RMS})
		}
	}
	return out, nil
}

// names are the models that a picture may be of; none where pictures do not decide or this one is of nothing known.
func (l *Library) names(m *sensor_msgs.Image) ([]string, error) {
	if l.pictures == nil || m.Height == 0 || m.Width == 0 {
		return nil, nil
	}
	img, err := pictureOf(m)
	if err != nil {
		return nil, err
	}
	return l.pictures.Names(img, l.least)
}

// pictureOf reads a bgr8 or rgb8 image.
func pictureOf(m *sensor_msgs.Image) (image.Image, error) {
	const op = "read object image"
	r, b := 0, 2
	switch m.Encoding {
	case "bgr8":
		r, b = 2, 0
	case "rgb8":
	default:
		return nil, fault.New(op, "", fault.Unsupported, "encoding %.40q; known are bgr8 and rgb8", m.Encoding)
	}
	if uint64(m.Step) < 3*uint64(m.Width) || uint64(len(m.Data)) < uint64(m.Step)*uint64(m.Height-1)+3*uint64(m.Width) {
		return nil, fault.New(op, "", fault.Truncated, "%d x %d pixels in rows of %d bytes, but %d bytes of data", m.Width, m.Height, m.Step, len(m.Data))
	}
	img := image.NewRGBA(image.Rect(0, 0, int(m.Width), int(m.Height)))
	for y := range int(m.Height) {
		row := m.Data[y*int(m.Step):]
		for x := range int(m.Width) {
			p, q := img.Pix[y*img.Stride+4*x:], row[3*x:]
			p[0], p[1], p[2], p[3] = q[r], q[1], q[b], 255
		}
	}
	return img, nil
}
