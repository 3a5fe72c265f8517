package rail

import (
	"context"
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

type (
	graspGoal     = rail_pick_and_place_msgs.RetrieveGraspDemonstrationGoal
	graspResult   = rail_pick_and_place_msgs.RetrieveGraspDemonstrationResult
	graspFeedback = rail_pick_and_place_msgs.RetrieveGraspDemonstrationFeedback
	modelGoal     = rail_pick_and_place_msgs.RetrieveGraspModelGoal
	modelResult   = rail_pick_and_place_msgs.RetrieveGraspModelResult
	modelFeedback = rail_pick_and_place_msgs.RetrieveGraspModelFeedback
	withRate      = rail_pick_and_place_msgs.GraspWithSuccessRate
)

// Retriever serves RetrieveGraspDemonstration and shows what was asked for.
type Retriever struct {
	closers.List
	db    *graspdb.DB
	cloud *ros.Publisher[*sensor_msgs.PointCloud2]
	pose  *ros.Publisher[*geometry_msgs.PoseStamped]
}

// NewRetriever starts it on a node, which is called rail_grasp_retriever for clients of the original.
func NewRetriever(n *ros.Node, db *graspdb.DB) (*Retriever, error) {
	r := &Retriever{db: db}
	var err error
	if r.cloud, err = latched[*sensor_msgs.PointCloud2](&r.List, n, "~point_cloud"); err == nil {
		r.pose, err = latched[*geometry_msgs.PoseStamped](&r.List, n, "~pose")
	}
	if err == nil {
		s, e := actionlib.NewSimpleServer(n, "~retrieve_grasp", &rail_pick_and_place_msgs.RetrieveGraspDemonstrationActionType, r.execute)
		_, err = closers.Add(&r.List, s, e)
	}
	return closers.Started(r, "start grasp retriever", err)
}

func latched[M ros.Message](l *closers.List, n *ros.Node, topic string) (*ros.Publisher[M], error) {
	p, err := ros.Advertise[M](n, topic, ros.Latch())
	return closers.Add(l, p, err)
}

func (r *Retriever) execute(ctx context.Context, g *actionlib.Goal[*graspGoal, *graspResult, *graspFeedback]) (*graspResult, error) {
	id := g.Goal().ID
	_ = g.Feedback(&graspFeedback{Message: fmt.Sprintf("reading demonstration %d", id)})
	m, err := r.read(ctx, id)
	if err != nil {
		return &graspResult{}, ending(ctx, err)
	}
	if err := r.cloud.Publish(&m.PointCloud); err != nil {
		return &graspResult{}, ending(ctx, err)
	}
	if err := r.pose.Publish(&m.GraspPose); err != nil {
		return &graspResult{}, ending(ctx, err)
	}
	return &graspResult{Success: true, Grasp: *m}, said(fmt.Sprintf("demonstration %d of %s", id, m.ObjectName))
}

func (r *Retriever) read(ctx context.Context, id uint32) (*rail_pick_and_place_msgs.GraspDemonstration, error) {
	d, err := r.db.Demonstration(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	m := &rail_pick_and_place_msgs.GraspDemonstration{
		ID: id, ObjectName: d.ObjectName, EefFrameID: d.HandFrame, Created: wire.TimeOf(d.Created), GraspPose: stamped(d.Frame, d.X_FG, wire.TimeOf(d.Created)),
	}
	if err := decode("the cloud of a demonstration", d.Cloud, &m.PointCloud); err != nil {
		return nil, err
	}
	return m, decode("the image of a demonstration", d.Image, &m.Image)
}

// decode reads a stored message. Nothing stored is an empty message.
func decode(what string, b []byte, m interface{ DecodeROS([]byte) error }) error {
	if len(b) == 0 {
		return nil
	}
	return fault.Wrap("read "+what, "", m.DecodeROS(b))
}

func stamped(frame string, X_FG geom.Pose, at wire.Time) geometry_msgs.PoseStamped {
	return geometry_msgs.PoseStamped{Header: std_msgs.Header{FrameID: frame, Stamp: at}, Pose: geomsgs.Pose(X_FG)}
}

// ModelRetriever serves RetrieveGraspModel and shows what was asked for.
type ModelRetriever struct {
	closers.List
	db    *graspdb.DB
	cloud *ros.Publisher[*sensor_msgs.PointCloud2]
	poses *ros.Publisher[*geometry_msgs.PoseArray]
}

// NewModelRetriever starts it on a node, which is called rail_grasp_model_retriever for clients of the original.
func NewModelRetriever(n *ros.Node, db *graspdb.DB) (*ModelRetriever, error) {
	r := &ModelRetriever{db: db}
	var err error
	if r.cloud, err = latched[*sensor_msgs.PointCloud2](&r.List, n, "~point_cloud"); err == nil {
		r.poses, err = latched[*geometry_msgs.PoseArray](&r.List, n, "~poses")
	}
	if err == nil {
		s, e := actionlib.NewSimpleServer(n, "~retrieve_grasp_model", &rail_pick_and_place_msgs.RetrieveGraspModelActionType, r.execute)
		_, err = closers.Add(&r.List, s, e)
	}
	return closers.Started(r, "start model retriever", err)
}

func (r *ModelRetriever) execute(ctx context.Context, g *actionlib.Goal[*modelGoal, *modelResult, *modelFeedback]) (*modelResult, error) {
	id := g.Goal().ID
	_ = g.Feedback(&modelFeedback{Message: fmt.Sprintf("reading model %d", id)})
	m, err := r.read(ctx, id)
	if err != nil {
		return &modelResult{}, ending(ctx, err)
	}
	show := &geometry_msgs.PoseArray{Header: m.PointCloud.Header}
	for i := range m.Grasps {
		p := &m.Grasps[i].Grasp.GraspPose
		show.Header.FrameID = p.Header.FrameID
		show.Poses = append(show.Poses, p.Pose)
	}
	if err := r.cloud.Publish(&m.PointCloud); err != nil {
		return &modelResult{}, ending(ctx, err)
	}
	if err := r.poses.Publish(show); err != nil {
		return &modelResult{}, ending(ctx, err)
	}
	return &modelResult{Success: true, GraspModel: *m}, said(fmt.Sprintf("model %d of %s with %d grasps", id, m.ObjectName, len(m.Grasps)))
}

func (r *ModelRetriever) read(ctx context.Context, id uint32) (*rail_pick_and_place_msgs.GraspModel, error) {
	stored, err := r.db.Model(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	m := &rail_pick_and_place_msgs.GraspModel{ID: id, ObjectName: stored.ObjectName, Created: wire.TimeOf(stored.Created)}
	if err := decode("the cloud of a model", stored.Cloud, &m.PointCloud); err != nil {
		return nil, err
	}
	for i := range stored.Grasps {
		g, err := message(&stored.Grasps[i])
		if err != nil {
			return nil, err
		}
		m.Grasps = append(m.Grasps, g)
	}
	return m, nil
}

// message is a stored grasp as RAIL sends it.
func message(g *graspdb.Grasp) (withRate, error) {
	for _, n := range []int64{g.ID, g.ModelID, g.Successes, g.Attempts} {
		if n < 0 || n > math.MaxUint32 {
			return withRate{}, fault.New("send grasp", "", fault.TooLarge, "%d does not fit into a message", n)
		}
	}
	return withRate{ID: uint32(g.ID), Created: wire.TimeOf(g.Created), Grasp: rail_manipulation_msgs.Grasp{
		GraspPose: stamped(g.Frame, g.X_FG, wire.TimeOf(g.Created)), EefFrameID: g.HandFrame, Successes: uint32(g.Successes), Attempts: uint32(g.Attempts),
	}}, nil
}
