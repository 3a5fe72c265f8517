package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/graspdb"
	node "github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// rememberFlags say where grasps of known objects are kept, and of which frame of the hand their poses are.
type rememberFlags struct {
	db    dbFlag
	wrist float64
}

func (f *rememberFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.db.at, "db", "", "database of known objects, a SQLite `file` or a postgres:// URL: they are recognised, and their grasps added")
	cmd.Flags().Float64Var(&f.wrist, "db-wrist", 0, "how far the frame that the database has poses of is behind the palm, m")
}

// remembering tells of each object of a scene the grasps that are remembered of it, and its name, empty where it is not known.
type remembering func(*scene.Segmentation) (known [][]grasp.Known, names []string, err error)

// open reads the models of the database; without one, nothing is remembered.
func (f *rememberFlags) open(ctx context.Context) (remembering, error) {
	if !(f.wrist >= -1 && f.wrist <= 1) {
		return nil, usageErrorf("--db-wrist %g: give -1 to 1 m", f.wrist)
	}
	if f.db.at == "" {
		return func(s *scene.Segmentation) ([][]grasp.Known, []string, error) {
			return make([][]grasp.Known, len(s.Objects)), make([]string, len(s.Objects)), nil
		}, nil
	}
	db, err := f.db.open(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	models, err := (&node.Database{DB: db}).Models(ctx)
	if err != nil {
		return nil, err
	}
	if len(models) == 0 {
		return nil, fault.New("plan known objects", db.Name(), fault.NotFound, "no model has a cloud to be recognised by; holdfast db list models shows what is there")
	}
	grasps := map[uint32][]graspdb.Grasp{}
	for i := range models {
		if grasps[models[i].ID], err = db.GraspsOf(ctx, int64(models[i].ID)); err != nil {
			return nil, err
		}
	}
	r, err := recognize.New(models, recognize.DefaultParams())
	if err != nil {
		return nil, err
	}
	X_AG := geom.Pose{R: geom.IdentityRot, P: geom.V(f.wrist, 0, 0)}
	return func(s *scene.Segmentation) ([][]grasp.Known, []string, error) {
		known, names := make([][]grasp.Known, len(s.Objects)), make([]string, len(s.Objects))
		for k := range s.Objects {
			o, err := recognize.ObjectOf(s, k)
			if err != nil {
				return nil, nil, fault.Wrap("recognise", fmt.Sprintf("object %d", k+1), err)
			}
			res, err := r.Recognize(o)
			if err != nil {
				return nil, nil, fault.Wrap("recognise", fmt.Sprintf("object %d", k+1), err)
			}
			if !res.Recognised {
				continue
			}
			names[k] = res.Name
			for _, g := range grasps[res.ID] {
				known[k] = append(known[k], grasp.Known{ID: g.ID, X_FG: res.X_FM.Mul(g.X_FG).Mul(X_AG), Successes: int(g.Successes), Attempts: int(g.Attempts)})
			}
		}
		return known, names, nil
	}, nil
}
