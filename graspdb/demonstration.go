package graspdb

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

const poseColumns = "px, py, pz, qx, qy, qz, qw"

// AddDemonstration stores d and sets its ID and, if it is zero, Created. A demonstration with a Source that is stored already
// is a Conflict.
func (db *DB) AddDemonstration(ctx context.Context, d *Demonstration) error {
	const op = "add demonstration"
	if key(d.ObjectName) == "" {
		return fault.New(op, db.name, fault.Invalid, "the object has no name")
	}
	for _, s := range []string{d.ObjectName, d.Frame, d.HandFrame, d.Source} {
		if err := text(op, db.name, s); err != nil {
			return err
		}
	}
	x := pose7(d.X_FG)
	if err := finite(op, "pose of "+d.ObjectName, x[:]...); err != nil {
		return err
	}
	stamp(&d.Created)
	var id int64
	err := db.transact(ctx, op, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, db.sql(`INSERT INTO demonstrations (object_name, frame, `+poseColumns+`, hand_frame, cloud, image, created, source)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`),
			key(d.ObjectName), d.Frame, x[0], x[1], x[2], x[3], x[4], x[5], x[6], d.HandFrame, d.Cloud, d.Image, micros(d.Created), source(d.Source)).Scan(&id)
	})
	if err == nil {
		d.ID = id
	}
	return err
}

const selectDemonstration = "SELECT id, object_name, frame, " + poseColumns + ", hand_frame, cloud, image, created, source FROM demonstrations"

// Demonstration returns the one with that id; NotFound if there is none.
func (db *DB) Demonstration(ctx context.Context, id int64) (*Demonstration, error) {
	d, err := scanDemonstration(db.read.QueryRowContext(ctx, db.sql(selectDemonstration+" WHERE id = ?"), id))
	return d, db.missing("load demonstration", id, err)
}

// Demonstrations yields those of an object in the order of their ids, all of them if the name is empty. Clouds are read one
// at a time. A failure is yielded last.
func (db *DB) Demonstrations(ctx context.Context, object string) iter.Seq2[*Demonstration, error] {
	return list(ctx, db, "load demonstrations", selectDemonstration, "demonstrations", object, scanDemonstration)
}

// DemonstrationNames returns the names of the objects that were shown, sorted.
func (db *DB) DemonstrationNames(ctx context.Context) ([]string, error) {
	return db.names(ctx, "demonstrations")
}

// DeleteDemonstration removes one; NotFound if there is none.
func (db *DB) DeleteDemonstration(ctx context.Context, id int64) error {
	return db.delete(ctx, "demonstrations", id)
}

// row is one row of a query or a query of one row.
type row interface{ Scan(...any) error }

func scanDemonstration(r row) (*Demonstration, error) {
	var d Demonstration
	var x [7]float64
	var created int64
	var src sql.NullString
	if err := r.Scan(&d.ID, &d.ObjectName, &d.Frame, &x[0], &x[1], &x[2], &x[3], &x[4], &x[5], &x[6], &d.HandFrame, &d.Cloud, &d.Image, &created, &src); err != nil {
		return nil, err
	}
	d.Created, d.Source = fromMicros(created), src.String
	var err error
	d.X_FG, err = poseOf("load demonstration", d.ObjectName, x)
	return &d, err
}

// list yields the rows of a table for an object, or all, in the order of their ids, one query for each row: no connection is
// held while the caller works on one, and one row is in memory at a time.
func list[T any](ctx context.Context, db *DB, op, selection, table, object string, scan func(row) (*T, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		next := "SELECT min(id) FROM " + table + " WHERE id > ?"
		args := []any{int64(0)}
		if object != "" {
			next += " AND object_name = ?"
			args = append(args, key(object))
		}
		next = db.sql(next)
		for {
			var id sql.NullInt64
			if err := db.read.QueryRowContext(ctx, next, args...).Scan(&id); err != nil {
				yield(nil, db.wrap(op, err))
				return
			}
			if !id.Valid {
				return
			}
			args[0] = id.Int64
			v, err := scan(db.read.QueryRowContext(ctx, db.sql(selection+" WHERE id = ?"), id.Int64))
			if err == sql.ErrNoRows { // deleted in between
				continue
			}
			if err != nil {
				yield(nil, db.wrap(op, err))
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

func (db *DB) names(ctx context.Context, table string) ([]string, error) {
	const op = "list names"
	rows, err := db.read.QueryContext(ctx, "SELECT DISTINCT object_name FROM "+table+" ORDER BY object_name")
	if err != nil {
		return nil, db.wrap(op, err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, db.wrap(op, err)
		}
		names = append(names, s)
	}
	return names, db.wrap(op, rows.Err())
}

func (db *DB) delete(ctx context.Context, table string, id int64) error {
	op := "delete from " + table
	return db.transact(ctx, op, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, db.sql("DELETE FROM "+table+" WHERE id = ?"), id)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return db.missing("", id, sql.ErrNoRows)
		}
		return nil
	})
}

// missing names the id that was not found.
func (db *DB) missing(op string, id int64, err error) error {
	if err == sql.ErrNoRows {
		return fault.New(op, db.name, fault.NotFound, "there is no %d; list what there is with `holdfast db list`", id)
	}
	return db.wrap(op, err)
}

// stamp sets an unset time to now, to the microsecond that is stored.
func stamp(t *time.Time) {
	if t.IsZero() {
		*t = time.Now()
	}
	*t = t.UTC().Truncate(time.Microsecond)
}

// source is NULL for what was made here, so that only imports are unique.
func source(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
