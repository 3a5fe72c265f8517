// Package memory keeps what a robot does in a graspdb: each attempt with its phases and forces, and each grasp in the frame of its object, so
// that the next one tries first what has worked.
package memory

import (
	"context"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
)

// ObjectFrame is the frame of stored grasps: that of the object's model.
const ObjectFrame = "object"

// Memory is a database as clear.Memory. It is for one job at a time; any number may share a database.
type Memory struct {
	DB    *graspdb.DB
	Robot string // name of the robot
	Hand  string // name of the hand that the grasps are for
	Scene string // name of the scene
	// Since is the wall time of the robot's time 0.
	Since time.Time

	models map[string]int64
}

var _ clear.Memory = (*Memory)(nil)

// model finds the model of a name, 0 when there is none.
func (m *Memory) model(ctx context.Context, name string) (int64, error) {
	name = strings.ToUpper(name)
	if id := m.models[name]; id != 0 {
		return id, nil
	}
	for found, err := range m.DB.Models(ctx, name) {
		if err != nil {
			return 0, err
		}
		m.note(name, found.ID)
		return found.ID, nil
	}
	return 0, nil
}

func (m *Memory) note(name string, id int64) {
	if m.models == nil {
		m.models = map[string]int64{}
	}
	m.models[name] = id
}

// Grasps are those of an object for this hand.
func (m *Memory) Grasps(ctx context.Context, name string) ([]clear.Remembered, error) {
	id, err := m.model(ctx, name)
	if err != nil || id == 0 {
		return nil, err
	}
	grasps, err := m.DB.GraspsOf(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []clear.Remembered
	for _, g := range grasps {
		if g.Frame == ObjectFrame && (g.Hand == m.Hand || g.Hand == "") {
			out = append(out, clear.Remembered{ID: g.ID, X_OG: g.X_FG, Quality: g.Quality, Successes: g.Successes, Attempts: g.Attempts})
		}
	}
	return out, nil
}

// Broke is the least force of a finger after which an object was found damaged, N.
func (m *Memory) Broke(ctx context.Context, name string) (float64, error) {
	return m.DB.LeastForce(ctx, name, graspdb.Crushed)
}

// Record stores an attempt, its grasp where that is a fresh one, and the model where the object is new.
func (m *Memory) Record(ctx context.Context, a *clear.Attempt) error {
	id, err := m.model(ctx, a.Name)
	if err != nil {
		return err
	}
	if id == 0 {
		model := graspdb.Model{ObjectName: a.Name, Description: "seen while clearing a table"}
		if err := m.DB.AddModel(ctx, &model); err != nil {
			return err
		}
		id = model.ID
		m.note(strings.ToUpper(a.Name), id)
	}
	outcome, cause := Outcome(a)
	grasp := a.Grasp.ID
	if grasp == 0 && outcome.Counts() {
		g := graspdb.Grasp{ModelID: id, Frame: ObjectFrame, X_FG: a.Grasp.X_OG, HandFrame: "palm", Hand: m.Hand, Quality: a.Grasp.Quality}
		if err := m.DB.AddGrasp(ctx, &g); err != nil {
			return err
		}
		grasp = g.ID
	}
	rec := graspdb.Attempt{
		GraspID: grasp, ObjectName: a.Name, Robot: m.Robot, Scene: m.Scene, Hand: m.Hand, Frame: "world", X_FG: a.X_WG, Predicted: a.Predicted,
		Started: m.Since.Add(param.Seconds(a.Start)), Duration: param.Seconds(a.End - a.Start), GripForce: a.Pickup.GripForce, MaxForce: a.Pickup.PeakForce,
		Outcome: outcome, Cause: cause,
	}
	for i, e := range a.Events {
		end := a.End
		if i+1 < len(a.Events) {
			end = a.Events[i+1].Time
		}
		rec.Phases = append(rec.Phases, graspdb.Phase{Name: e.Phase.String(), Start: e.Time - a.Start, End: end - a.Start})
	}
	if err := m.DB.RecordAttempt(ctx, &rec); err != nil {
		return fault.Wrap("record attempt", a.Name, err)
	}
	return nil
}

// Outcome is what an attempt was, with its cause in words. What breaks a robot does not feel: an object is Crushed where it was found damaged.
func Outcome(a *clear.Attempt) (graspdb.Outcome, string) {
	p := &a.Pickup
	switch {
	case a.Damage != "":
		return graspdb.Crushed, a.Damage
	case p.Preempted, a.Place != nil && a.Place.Preempted:
		return graspdb.Stopped, "given up"
	case p.Value == pick.Success && a.Place == nil:
		return graspdb.Held, ""
	case p.Value == pick.Success && (a.Place.Value == pick.Success || a.Place.Value == pick.RetreatFailedValue):
		return graspdb.Placed, a.Place.Reason
	case p.Value == pick.Success && a.Place.Held:
		return graspdb.Held, a.Place.Reason
	case p.Value == pick.Success:
		return graspdb.Dropped, a.Place.Reason
	}
	switch p.Verdict.Failure {
	case pick.NotFound, pick.RanInto:
		return graspdb.Missed, p.Reason
	case pick.Gone, pick.Uncertain:
		return graspdb.Slipped, p.Reason
	}
	return graspdb.Stopped, p.Reason // arm or hand: it says nothing about the grasp
}
