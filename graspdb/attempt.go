package graspdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"iter"
	"slices"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// RecordAttempt stores a and, when its outcome counts, the new counts of its grasp: both or neither. It sets the ID. An
// attempt whose grasp has been deleted meanwhile is kept without it.
func (db *DB) RecordAttempt(ctx context.Context, a *Attempt) error {
	const op = "record attempt"
	if key(a.ObjectName) == "" {
		return fault.New(op, db.name, fault.Invalid, "the object has no name")
	}
	if !slices.Contains(outcomes, a.Outcome) {
		return fault.New(op, db.name, fault.Invalid, "%q is no outcome; outcomes are %v", a.Outcome, outcomes)
	}
	for _, s := range []string{a.ObjectName, a.Robot, a.Scene, a.Hand, a.Frame, a.Cause} {
		if err := text(op, db.name, s); err != nil {
			return err
		}
	}
	x := pose7(a.X_FG)
	if err := finite(op, "attempt at "+a.ObjectName, append(x[:], a.Predicted, a.GripForce, a.MaxForce, a.Slip)...); err != nil {
		return err
	}
	phases, err := json.Marshal(a.Phases)
	if err != nil {
		return fault.New(op, db.name, fault.Invalid, "the times of its phases: %w", err)
	}
	stamp(&a.Started)
	var id int64
	err = db.transact(ctx, op, func(tx *sql.Tx) error {
		grasp := sql.NullInt64{Int64: a.GraspID, Valid: a.GraspID != 0}
		if grasp.Valid && a.Outcome.Counts() {
			_, _, err := db.count(ctx, tx, a.GraspID, a.Outcome.Success())
			switch err {
			case nil:
			case sql.ErrNoRows:
				grasp.Valid = false
			default:
				return err
			}
		}
		return tx.QueryRowContext(ctx, db.sql(`INSERT INTO attempts (grasp_id, object_name, robot, scene, hand, frame, `+poseColumns+`,
			predicted, started, duration_us, grip_force, max_force, slip, phases, outcome, cause)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`),
			grasp, key(a.ObjectName), a.Robot, a.Scene, a.Hand, a.Frame, x[0], x[1], x[2], x[3], x[4], x[5], x[6],
			a.Predicted, micros(a.Started), a.Duration.Microseconds(), a.GripForce, a.MaxForce, a.Slip, string(phases), string(a.Outcome), a.Cause).Scan(&id)
	})
	if err == nil {
		a.ID = id
	}
	return err
}

const selectAttempt = "SELECT id, grasp_id, object_name, robot, scene, hand, frame, " + poseColumns + `, predicted, started, duration_us, grip_force, max_force,
	slip, phases, outcome, cause FROM attempts`

// Attempts yields those at an object in the order in which they were recorded, all of them if the name is empty. A failure is
// yielded last.
func (db *DB) Attempts(ctx context.Context, object string) iter.Seq2[*Attempt, error] {
	return func(yield func(*Attempt, error) bool) {
		// Pages, so that a long list neither fills memory nor holds a reader open.
		const page = 1000
		q := selectAttempt + " WHERE id > ?"
		args := []any{int64(0)}
		if object != "" {
			q += " AND object_name = ?"
			args = append(args, key(object))
		}
		q = db.sql(q + " ORDER BY id LIMIT 1000")
		for {
			l, err := db.attempts(ctx, q, args)
			if err != nil {
				yield(nil, db.wrap("load attempts", err))
				return
			}
			for i := range l {
				if !yield(&l[i], nil) {
					return
				}
			}
			if len(l) < page {
				return
			}
			args[0] = l[len(l)-1].ID
		}
	}
}

func (db *DB) attempts(ctx context.Context, q string, args []any) ([]Attempt, error) {
	rows, err := db.read.QueryContext(ctx, q, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var l []Attempt
	for rows.Next() {
		var a Attempt
		var grasp sql.NullInt64
		var x [7]float64
		var started, took int64
		var phases string
		if err := rows.Scan(&a.ID, &grasp, &a.ObjectName, &a.Robot, &a.Scene, &a.Hand, &a.Frame, &x[0], &x[1], &x[2], &x[3], &x[4], &x[5], &x[6],
			&a.Predicted, &started, &took, &a.GripForce, &a.MaxForce, &a.Slip, &phases, &a.Outcome, &a.Cause); err != nil {
			return nil, err
		}
		a.GraspID, a.Started, a.Duration = grasp.Int64, fromMicros(started), time.Duration(took)*time.Microsecond
		if err := json.Unmarshal([]byte(phases), &a.Phases); err != nil {
			return nil, fault.New("load attempts", "", fault.Invalid, "the phases of attempt %d are not a list: %w", a.ID, err)
		}
		if a.X_FG, err = poseOf("load attempts", a.ObjectName, x); err != nil {
			return nil, err
		}
		l = append(l, a)
	}
	return l, rows.Err()
}

// LeastForce is the smallest force of a finger, MaxForce, of the attempts at an object with an outcome, N; 0 where there is none.
func (db *DB) LeastForce(ctx context.Context, object string, o Outcome) (float64, error) {
	var f sql.NullFloat64
	err := db.read.QueryRowContext(ctx, db.sql("SELECT min(max_force) FROM attempts WHERE object_name = ? AND outcome = ?"), key(object), string(o)).Scan(&f)
	return f.Float64, db.wrap("least force", err)
}

// Tally sums up the attempts at one object.
type Tally struct {
	ObjectName string
	Attempts   int64 // all of them, counted ones or not
	Counted    int64 // those that say something about a grasp
	Held       int64
	Outcomes   map[Outcome]int64
	GripForce  float64 // N, mean of those held
	Last       time.Time
}

// Tallies returns one row an object, sorted by name.
func (db *DB) Tallies(ctx context.Context) ([]Tally, error) {
	const op = "sum up attempts"
	rows, err := db.read.QueryContext(ctx, `SELECT object_name, outcome, count(*), sum(grip_force), max(started) FROM attempts
		GROUP BY object_name, outcome ORDER BY object_name, outcome`)
	if err != nil {
		return nil, db.wrap(op, err)
	}
	defer rows.Close()
	var l []Tally
	for rows.Next() {
		var name string
		var out Outcome
		var n, last int64
		var force float64
		if err := rows.Scan(&name, &out, &n, &force, &last); err != nil {
			return nil, db.wrap(op, err)
		}
		if len(l) == 0 || l[len(l)-1].ObjectName != name {
			l = append(l, Tally{ObjectName: name, Outcomes: map[Outcome]int64{}})
		}
		t := &l[len(l)-1]
		t.Attempts += n
		t.Outcomes[out] += n
		if out.Counts() {
			t.Counted += n
		}
		if out.Success() {
			t.GripForce = (t.GripForce*float64(t.Held) + force) / float64(t.Held+n)
			t.Held += n
		}
		if at := fromMicros(last); at.After(t.Last) {
			t.Last = at
		}
	}
	return l, db.wrap(op, rows.Err())
}
