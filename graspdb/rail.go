package graspdb

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Imported counts what an import brought, and what it found already there from an earlier one.
type Imported struct {
	Demonstrations, Models, Grasps, Known int
}

// ImportRail copies the grasp demonstrations, models and grasps with their counts of a PostgreSQL database that RAIL's graspdb
// has filled. Running it again brings only what is new. The source is only read.
func (db *DB) ImportRail(ctx context.Context, from string) (Imported, error) {
	const op = "import RAIL graspdb"
	var n Imported
	src, err := openSource(ctx, op, from, "grasp_demonstrations", "grasp_models", "grasps")
	if err != nil {
		return n, err
	}
	defer src.write.Close()
	err = src.each(ctx, op, "SELECT id FROM grasp_demonstrations ORDER BY id", func(id int64) error {
		var d Demonstration
		var x [7]float64
		err := src.read.QueryRowContext(ctx, `SELECT object_name, (grasp_pose).robot_fixed_frame_id, `+railPose+`, eef_frame_id, point_cloud, image, created
			FROM grasp_demonstrations WHERE id = $1`, id).
			Scan(&d.ObjectName, &d.Frame, &x[0], &x[1], &x[2], &x[3], &x[4], &x[5], &x[6], &d.HandFrame, &d.Cloud, &d.Image, &d.Created)
		if err != nil {
			return src.wrap(op, fmt.Errorf("demonstration %d: %w", id, err))
		}
		if d.X_FG, err = poseOf(op, fmt.Sprintf("demonstration %d", id), x); err != nil {
			return err
		}
		d.Source = fmt.Sprintf("rail:grasp_demonstrations/%d", id)
		return n.add(db.AddDemonstration(ctx, &d), &n.Demonstrations, 1)
	})
	if err != nil {
		return n, err
	}
	err = db.importModels(ctx, op, src, "SELECT id FROM grasp_models ORDER BY id", &n, func(id int64) (Model, error) {
		m := Model{Source: fmt.Sprintf("rail:grasp_models/%d", id)}
		if err := src.read.QueryRowContext(ctx, "SELECT object_name, point_cloud, created FROM grasp_models WHERE id = $1", id).
			Scan(&m.ObjectName, &m.Cloud, &m.Created); err != nil {
			return m, fmt.Errorf("model %d: %w", id, err)
		}
		var err error
		if m.Grasps, err = src.railGrasps(ctx, id); err != nil {
			return m, fmt.Errorf("grasps of model %d: %w", id, err)
		}
		return m, nil
	})
	return n, err
}

// each does something for every number that a query of the source yields.
func (src *DB) each(ctx context.Context, op, query string, do func(id int64) error) error {
	ids, err := src.ids(ctx, query)
	if err != nil {
		return src.wrap(op, err)
	}
	for _, id := range ids {
		if err := do(id); err != nil {
			return err
		}
	}
	return nil
}

// importModels stores the model, with its grasps, that load makes of every number that a query of the source yields.
func (db *DB) importModels(ctx context.Context, op string, src *DB, query string, n *Imported, load func(id int64) (Model, error)) error {
	return src.each(ctx, op, query, func(id int64) error {
		m, err := load(id)
		if err != nil {
			return src.wrap(op, err)
		}
		before := n.Models
		err = n.add(db.AddModel(ctx, &m), &n.Models, 1)
		if n.Models > before {
			n.Grasps += len(m.Grasps)
		}
		return err
	})
}

// railPose reads the seven numbers of the composite type pose.
const railPose = `(grasp_pose).position[1]::float8, (grasp_pose).position[2]::float8, (grasp_pose).position[3]::float8,
	(grasp_pose).orientation[1]::float8, (grasp_pose).orientation[2]::float8, (grasp_pose).orientation[3]::float8, (grasp_pose).orientation[4]::float8`

func (db *DB) railGrasps(ctx context.Context, model int64) ([]Grasp, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id, (grasp_pose).robot_fixed_frame_id, `+railPose+`, eef_frame_id, successes, attempts, created
		FROM grasps WHERE grasp_model_id = $1 ORDER BY id`, model)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var l []Grasp
	for rows.Next() {
		var g Grasp
		var id int64
		var x [7]float64
		var created time.Time
		if err := rows.Scan(&id, &g.Frame, &x[0], &x[1], &x[2], &x[3], &x[4], &x[5], &x[6], &g.HandFrame, &g.Successes, &g.Attempts, &created); err != nil {
			return nil, err
		}
		g.Created, g.Source = created, fmt.Sprintf("rail:grasps/%d", id)
		if g.X_FG, err = poseOf("import RAIL graspdb", fmt.Sprintf("grasp %d", id), x); err != nil {
			return nil, err
		}
		l = append(l, g)
	}
	return l, rows.Err()
}

// openSource connects to a foreign PostgreSQL database and makes sure that it holds the tables, without changing anything.
func openSource(ctx context.Context, op, from string, tables ...string) (*DB, error) {
	src, err := connect(from)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		var n int
		if err := src.read.QueryRowContext(ctx, "SELECT count(to_regclass($1))", t).Scan(&n); err != nil {
			src.write.Close()
			return nil, src.wrap(op, err)
		}
		if n == 0 {
			src.write.Close()
			return nil, fault.New(op, src.name, fault.NotFound, "it has no table %s; is it the right database?", t)
		}
	}
	return src, nil
}

func (db *DB) ids(ctx context.Context, q string, args ...any) ([]int64, error) {
	rows, err := db.read.QueryContext(ctx, q, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var l []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		l = append(l, id)
	}
	return l, rows.Err()
}

// add counts a row as new or, when its source is stored already, as known.
func (n *Imported) add(err error, count *int, by int) error {
	switch fault.KindOf(err) {
	case fault.Conflict:
		n.Known++
		return nil
	default:
		if err == nil {
			*count += by
		}
		return err
	}
}

// has tells which columns a table has; old dumps lack some.
func (db *DB) has(ctx context.Context, table, column string) (bool, error) {
	var n int
	err := db.read.QueryRowContext(ctx, "SELECT count(*) FROM information_schema.columns WHERE table_name = $1 AND column_name = $2", table, column).Scan(&n)
	return n > 0, err
}
