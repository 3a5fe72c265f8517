package memory

import (
	"context"
	"fmt"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/graspdb"
	node "github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// Seen is what the memory says of an object of a scene.
type Seen struct {
	Name string
	X_FM geom.Pose // of its model in the cloud's frame
	New  bool      // it was seen for the first time
}

// prefix of the names of objects that nobody has named.
const prefix = "thing-"

// Recognise tells which object each segment of a scene is. One that is none of the models with a cloud becomes a model of its own, by the
// cloud that was seen of it, and gets a name that a person may change.
func (m *Memory) Recognise(ctx context.Context, seg *scene.Segmentation) ([]Seen, error) {
	store := &node.Database{DB: m.DB}
	models, err := store.Models(ctx)
	if err != nil {
		return nil, err
	}
	names, err := m.DB.ModelNames(ctx)
	if err != nil {
		return nil, err
	}
	last := 0
	for _, n := range names {
		k := 0
		if _, err := fmt.Sscanf(strings.ToLower(n), prefix+"%d", &k); err == nil {
			last = max(last, k)
		}
	}
	out := make([]Seen, len(seg.Objects))
	var r *recognize.Recognizer
	if len(models) > 0 {
		if r, err = recognize.New(models, recognize.DefaultParams()); err != nil {
			return nil, err
		}
	}
	for k := range seg.Objects {
		if err := ctx.Err(); err != nil {
			return nil, fault.New("recognise", "", fault.Preempted, "%w", err)
		}
		if r != nil {
			o, err := recognize.ObjectOf(seg, k)
			if err != nil {
				return nil, fault.Wrap("recognise", fmt.Sprintf("object %d", k+1), err)
			}
			res, err := r.Recognize(o)
			if err != nil {
				return nil, fault.Wrap("recognise", fmt.Sprintf("object %d", k+1), err)
			}
			if res.Recognised {
				out[k] = Seen{Name: res.Name, X_FM: res.X_FM}
				m.note(strings.ToUpper(res.Name), int64(res.ID))
				continue
			}
		}
		last++
		c, X_FM := view(seg, k)
		name := fmt.Sprintf("%s%d", prefix, last)
		id, err := store.AddModel(ctx, &recognize.Model{Name: name, Cloud: c})
		if err != nil {
			return nil, err
		}
		out[k] = Seen{Name: name, X_FM: X_FM, New: true}
		m.note(strings.ToUpper(name), int64(id))
	}
	return out, nil
}

// view is what was seen of an object, upright and with its box's middle at the origin, and the pose of that frame in the cloud's.
func view(seg *scene.Segmentation, object int) (*cloud.Cloud, geom.Pose) {
	o := &seg.Objects[object]
	X_FM := geom.Pose{R: seg.Table.X_FT.R, P: o.X_FO.P}
	X_MF := X_FM.Inv()
	c := cloud.New(len(o.Indices), 1)
	c.Frame = ObjectFrame
	if seg.Cloud.RGB != nil {
		c.RGB = make([]uint32, len(o.Indices))
	}
	for i, k := range o.Indices {
		p := X_MF.Apply(geom.V(float64(seg.Cloud.X[k]), float64(seg.Cloud.Y[k]), float64(seg.Cloud.Z[k])))
		c.X[i], c.Y[i], c.Z[i] = float32(p.X), float32(p.Y), float32(p.Z)
		if c.RGB != nil {
			c.RGB[i] = seg.Cloud.RGB[k]
		}
	}
	return c, X_FM
}

// Known are the grasps of an object that was seen, for the planner: X_PG is the arm's palm, which the memory has poses of, in the frame of the
// planner's.
func (m *Memory) Known(ctx context.Context, s *Seen, X_PG geom.Pose) ([]grasp.Known, error) {
	list, err := m.Grasps(ctx, s.Name)
	if err != nil {
		return nil, err
	}
	var out []grasp.Known
	for _, r := range list {
		out = append(out, grasp.Known{ID: r.ID, X_FG: s.X_FM.Mul(r.X_OG).Mul(X_PG.Inv()), Successes: int(r.Successes), Attempts: int(r.Attempts)})
	}
	return out, nil
}

// Rehearsal is a grasp that was tried in the simulated world, and what came of it.
type Rehearsal struct {
	Object  *Seen
	Grasp   *grasp.Grasp
	X_PG    geom.Pose // as for Known
	Outcome pick.Outcome
	Cause   string
	Force   float64 // N, of the grip
	Peak    float64 // N
	Seconds float64
}

// RecordRehearsal stores what came of a rehearsed grasp as an attempt of the robot.
func (m *Memory) RecordRehearsal(ctx context.Context, r *Rehearsal) error {
	outcome := map[pick.Outcome]graspdb.Outcome{
		pick.Held: graspdb.Held, pick.Slipped: graspdb.Slipped, pick.Crushed: graspdb.Crushed, pick.Missed: graspdb.Missed,
	}[r.Outcome]
	if outcome == "" {
		outcome = graspdb.Stopped
	}
	id, err := m.model(ctx, r.Object.Name)
	if err != nil {
		return err
	}
	X_FG := r.Grasp.X_FG.Mul(r.X_PG)
	known := r.Grasp.Known
	if known == 0 && outcome.Counts() {
		g := graspdb.Grasp{
			ModelID: id, Frame: ObjectFrame, X_FG: r.Object.X_FM.Inv().Mul(X_FG), HandFrame: "palm", Hand: m.Hand, Quality: r.Grasp.Quality,
		}
		if err := m.DB.AddGrasp(ctx, &g); err != nil {
			return err
		}
		known = g.ID
	}
	return m.DB.RecordAttempt(ctx, &graspdb.Attempt{
		GraspID: known, ObjectName: r.Object.Name, Robot: m.Robot, Scene: m.Scene, Hand: m.Hand, Frame: "cloud", X_FG: X_FG, Predicted: r.Grasp.Quality,
		Started: m.Since, Duration: param.Seconds(r.Seconds), GripForce: r.Force, MaxForce: r.Peak, Outcome: outcome, Cause: r.Cause,
	})
}
