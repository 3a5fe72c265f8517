package graspdb

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/holdfast-robotics/holdfast/fault"
)

// AddGrasp stores g for the model that g.ModelID names and sets its ID.
func (db *DB) AddGrasp(ctx context.Context, g *Grasp) error {
	const op = "add grasp"
	if g.ModelID == 0 {
		return fault.New(op, db.name, fault.Invalid, "it belongs to no model; set ModelID")
	}
	var id int64
	err := db.transact(ctx, op, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, db.sql("SELECT count(*) FROM models WHERE id = ?"), g.ModelID).Scan(&n); err != nil {
			return err
		} else if n == 0 {
			return fault.New(op, db.name, fault.NotFound, "there is no model %d", g.ModelID)
		}
		var err error
		id, err = db.insertGrasp(ctx, tx, g.ModelID, g)
		return err
	})
	if err == nil {
		g.ID = id
	}
	return err
}

func (db *DB) insertGrasp(ctx context.Context, tx *sql.Tx, model int64, g *Grasp) (int64, error) {
	const op = "add grasp"
	for _, s := range []string{g.Frame, g.HandFrame, g.Hand, g.Source} {
		if err := text(op, db.name, s); err != nil {
			return 0, err
		}
	}
	x := pose7(g.X_FG)
	if err := finite(op, "pose", x[:]...); err != nil {
		return 0, err
	}
	if err := finite(op, "joints and quality", append(append([]float64{g.Quality}, g.PregraspJoints...), g.GraspJoints...)...); err != nil {
		return 0, err
	}
	if g.Successes < 0 || g.Successes > g.Attempts {
		return 0, fault.New(op, db.name, fault.Invalid, "%d successes of %d attempts", g.Successes, g.Attempts)
	}
	stamp(&g.Created)
	pre, err := json.Marshal(g.PregraspJoints)
	if err != nil {
		return 0, err
	}
	joints, err := json.Marshal(g.GraspJoints)
	if err != nil {
		return 0, err
	}
	representative := 0
	if g.Representative {
		representative = 1
	}
	var id int64
	err = tx.QueryRowContext(ctx, db.sql(`INSERT INTO grasps (model_id, frame, `+poseColumns+`, hand_frame, hand, successes, attempts, created, source,
		pregrasp_joints, grasp_joints, quality, representative) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`),
		model, g.Frame, x[0], x[1], x[2], x[3], x[4], x[5], x[6], g.HandFrame, g.Hand, g.Successes, g.Attempts, micros(g.Created), source(g.Source),
		string(pre), string(joints), g.Quality, representative).Scan(&id)
	return id, err
}

const selectGrasp = "SELECT id, model_id, frame, " + poseColumns + `, hand_frame, hand, successes, attempts, created, source, pregrasp_joints, grasp_joints,
	quality, representative FROM grasps`

// Grasp returns the one with that id; NotFound if there is none.
func (db *DB) Grasp(ctx context.Context, id int64) (*Grasp, error) {
	g, err := scanGrasp(db.read.QueryRowContext(ctx, db.sql(selectGrasp+" WHERE id = ?"), id))
	if err != nil {
		return nil, db.missing("load grasp", id, err)
	}
	return g, nil
}

// GraspsOf returns the grasps of a model in the order of their ids.
func (db *DB) GraspsOf(ctx context.Context, model int64) ([]Grasp, error) {
	const op = "load grasps"
	rows, err := db.read.QueryContext(ctx, db.sql(selectGrasp+" WHERE model_id = ? ORDER BY id"), model)
	if err != nil {
		return nil, db.wrap(op, err)
	}
	defer rows.Close()
	var l []Grasp
	for rows.Next() {
		g, err := scanGrasp(rows)
		if err != nil {
			return nil, db.wrap(op, err)
		}
		l = append(l, *g)
	}
	return l, db.wrap(op, rows.Err())
}

// DeleteGrasp removes one; its attempts stay. NotFound if there is none.
func (db *DB) DeleteGrasp(ctx context.Context, id int64) error { return db.delete(ctx, "grasps", id) }

func scanGrasp(r row) (*Grasp, error) {
	const op = "load grasp"
	var g Grasp
	var x [7]float64
	var created, representative int64
	var src sql.NullString
	var pre, joints string
	if err := r.Scan(&g.ID, &g.ModelID, &g.Frame, &x[0], &x[1], &x[2], &x[3], &x[4], &x[5], &x[6], &g.HandFrame, &g.Hand, &g.Successes, &g.Attempts,
		&created, &src, &pre, &joints, &g.Quality, &representative); err != nil {
		return nil, err
	}
	g.Created, g.Source, g.Representative = fromMicros(created), src.String, representative != 0
	for text, list := range map[*string]*[]float64{&pre: &g.PregraspJoints, &joints: &g.GraspJoints} {
		if err := json.Unmarshal([]byte(*text), list); err != nil {
			return nil, fault.New(op, "", fault.Invalid, "the joints of grasp %d are not a list: %w", g.ID, err)
		}
	}
	var err error
	g.X_FG, err = poseOf(op, g.Frame, x)
	return &g, err
}

// RecordOutcome counts one attempt of a stored grasp, in one statement that no other writer can come between, and returns the
// counts after it. NotFound if there is no such grasp.
func (db *DB) RecordOutcome(ctx context.Context, grasp int64, success bool) (successes, attempts int64, err error) {
	const op = "record outcome"
	err = db.transact(ctx, op, func(tx *sql.Tx) error {
		successes, attempts, err = db.count(ctx, tx, grasp, success)
		return db.missing("", grasp, err)
	})
	return successes, attempts, err
}

func (db *DB) count(ctx context.Context, q querier, grasp int64, success bool) (successes, attempts int64, err error) {
	add := 0
	if success {
		add = 1
	}
	err = q.QueryRowContext(ctx, db.sql("UPDATE grasps SET successes = successes + ?, attempts = attempts + 1 WHERE id = ? RETURNING successes, attempts"),
		add, grasp).Scan(&successes, &attempts)
	return successes, attempts, err
}
