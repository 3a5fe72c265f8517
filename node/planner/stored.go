package planner

import (
	"context"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspdb"
)

// Stored are the grasps of a database.
type Stored struct{ DB *graspdb.DB }

// unrated is the quality of a stored grasp that has none: before the first attempt nothing speaks for it or against.
const unrated = graspdb.Prior

// Grasps are those of a model for a hand; without a hand's name, of any. A model is found by the number that a household database gave it,
// else by its own, else by the key of its recogniser. Where some grasps stand for clusters of similar ones, the others are left out unless
// they were tried.
func (s Stored) Grasps(ctx context.Context, m Model, hand string) ([]KnownGrasp, error) {
	found, err := s.find(ctx, m)
	if err != nil {
		return nil, err
	}
	fits := func(g *graspdb.Grasp) bool { return g.Hand == "" || hand == "" || g.Hand == hand }
	clusters := false
	for i := range found.Grasps {
		clusters = clusters || fits(&found.Grasps[i]) && found.Grasps[i].Representative
	}
	var out []KnownGrasp
	for i := range found.Grasps {
		g := &found.Grasps[i]
		if !fits(g) || clusters && !g.Representative && g.Attempts == 0 {
			continue
		}
		k := KnownGrasp{ID: g.ID, X_OA: g.X_FG, Open: g.PregraspJoints, Closed: g.GraspJoints, Quality: g.Quality, Successes: int(g.Successes), Attempts: int(g.Attempts)}
		if k.Quality <= 0 {
			k.Quality = unrated
		}
		k.Quality = min(k.Quality, 1)
		out = append(out, k)
	}
	return out, nil
}

// find looks a model up; its number wins over its key, which may be a number too.
func (s Stored) find(ctx context.Context, m Model) (*graspdb.Model, error) {
	const op = "find model"
	if m.ID == 0 && m.Key == "" {
		return nil, fault.New(op, "", fault.Invalid, "the model has neither a number nor a key")
	}
	if m.ID == 0 {
		if found, err := s.DB.ModelByKey(ctx, m.Key); fault.KindOf(err) != fault.NotFound {
			return found, err
		}
		n, err := strconv.ParseInt(m.Key, 10, 32)
		if err != nil || n <= 0 {
			return nil, fault.New(op, m.Key, fault.NotFound, "no model of %s has this key; holdfast db list models shows them", s.DB.Name())
		}
		m.ID = int(n)
	}
	found, err := s.DB.ScaledModel(ctx, int64(m.ID))
	if fault.KindOf(err) == fault.NotFound {
		found, err = s.DB.Model(ctx, int64(m.ID))
	}
	return found, err
}
