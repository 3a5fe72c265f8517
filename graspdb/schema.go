package graspdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// migrations are the steps from one version of the tables to the next; a database at version n has had the first n. A step
// that has been released is never changed. The words in braces differ between the two databases.
var migrations = []string{`
CREATE TABLE demonstrations (
	id {serial}, object_name TEXT NOT NULL, frame TEXT NOT NULL,
	px {float} NOT NULL, py {float} NOT NULL, pz {float} NOT NULL, qx {float} NOT NULL, qy {float} NOT NULL, qz {float} NOT NULL, qw {float} NOT NULL,
	hand_frame TEXT NOT NULL, cloud {bytes}, image {bytes}, created BIGINT NOT NULL, source TEXT UNIQUE);
CREATE INDEX demonstrations_name ON demonstrations (object_name);
CREATE TABLE models (
	id {serial}, object_name TEXT NOT NULL, cloud {bytes}, vertices {bytes}, triangles {bytes}, created BIGINT NOT NULL, source TEXT UNIQUE,
	scaled_model_id BIGINT NOT NULL, scale {float} NOT NULL, recognition_key TEXT NOT NULL, maker TEXT NOT NULL, description TEXT NOT NULL, tags TEXT NOT NULL);
CREATE INDEX models_name ON models (object_name);
CREATE INDEX models_scaled ON models (scaled_model_id);
CREATE INDEX models_recognition ON models (recognition_key);
CREATE TABLE grasps (
	id {serial}, model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE, frame TEXT NOT NULL,
	px {float} NOT NULL, py {float} NOT NULL, pz {float} NOT NULL, qx {float} NOT NULL, qy {float} NOT NULL, qz {float} NOT NULL, qw {float} NOT NULL,
	hand_frame TEXT NOT NULL, hand TEXT NOT NULL, successes BIGINT NOT NULL, attempts BIGINT NOT NULL, created BIGINT NOT NULL, source TEXT UNIQUE,
	pregrasp_joints TEXT NOT NULL, grasp_joints TEXT NOT NULL, quality {float} NOT NULL, representative BIGINT NOT NULL,
	CHECK (successes >= 0 AND successes <= attempts));
CREATE INDEX grasps_model ON grasps (model_id);
CREATE TABLE attempts (
	id {serial}, grasp_id BIGINT REFERENCES grasps (id) ON DELETE SET NULL, object_name TEXT NOT NULL, robot TEXT NOT NULL, scene TEXT NOT NULL, hand TEXT NOT NULL,
	frame TEXT NOT NULL,
	px {float} NOT NULL, py {float} NOT NULL, pz {float} NOT NULL, qx {float} NOT NULL, qy {float} NOT NULL, qz {float} NOT NULL, qw {float} NOT NULL,
	predicted {float} NOT NULL, started BIGINT NOT NULL, duration_us BIGINT NOT NULL, grip_force {float} NOT NULL, max_force {float} NOT NULL, slip {float} NOT NULL,
	phases TEXT NOT NULL, outcome TEXT NOT NULL, cause TEXT NOT NULL);
CREATE INDEX attempts_grasp ON attempts (grasp_id);
CREATE INDEX attempts_name ON attempts (object_name, outcome);
CREATE INDEX attempts_started ON attempts (started);
`, `
DROP INDEX attempts_name;
CREATE INDEX attempts_sums ON attempts (object_name, outcome, grip_force, started, max_force);
`}

// tables in an order in which they can be copied.
var tables = []string{"demonstrations", "models", "grasps", "attempts"}

func (db *DB) dialect(q string) string {
	if db.postgres {
		return strings.NewReplacer("{serial}", "BIGSERIAL PRIMARY KEY", "{float}", "DOUBLE PRECISION", "{bytes}", "BYTEA").Replace(q)
	}
	// AUTOINCREMENT, so that the number of a deleted row is never given to another.
	return strings.NewReplacer("{serial}", "INTEGER PRIMARY KEY AUTOINCREMENT", "{float}", "REAL", "{bytes}", "BLOB").Replace(q)
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// version of the tables; 0 for a database that has none.
func (db *DB) version(ctx context.Context, q querier) (int, error) {
	find := "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'graspdb_version'"
	if db.postgres {
		find = "SELECT count(to_regclass('graspdb_version'))"
	}
	var n, v int
	if err := q.QueryRowContext(ctx, find).Scan(&n); err != nil || n == 0 {
		return 0, err
	}
	err := q.QueryRowContext(ctx, "SELECT version FROM graspdb_version").Scan(&v)
	return v, err
}

// migrate brings the tables to the version that steps lead to, after copying an older database aside.
func (db *DB) migrate(ctx context.Context, steps []string) error {
	const op = "open database"
	at, err := db.version(ctx, db.write)
	if err != nil {
		return db.wrap(op, err)
	}
	if at > 0 && at < len(steps) && !db.postgres && db.name != Memory {
		if err := db.copyAside(ctx, at); err != nil {
			return err
		}
	}
	if at == len(steps) {
		return nil
	}
	if at == 0 && db.postgres {
		var foreign int
		if err := db.write.QueryRowContext(ctx, "SELECT count(to_regclass('grasp_models'))").Scan(&foreign); err != nil {
			return db.wrap(op, err)
		} else if foreign > 0 {
			return fault.New(op, db.name, fault.Unsupported, "this is RAIL's own graspdb, whose tables are others; make a new database and copy it there with `holdfast db import rail URL`")
		}
	}
	return db.transact(ctx, op, func(tx *sql.Tx) error {
		if db.postgres { // SQLite's transaction already holds the only write lock
			if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(7239411)"); err != nil {
				return err
			}
		}
		at, err := db.version(ctx, tx) // another process may have been quicker
		switch {
		case err != nil:
			return err
		case at > len(steps):
			return fault.Version("", "", at, 1, len(steps)) // transact says what it was about
		case at == len(steps):
			return nil
		case at > 0 && db.postgres:
			for _, t := range tables {
				if _, err := tx.ExecContext(ctx, fmt.Sprintf("CREATE TABLE graspdb_backup_%d_%s AS TABLE %s", at, t, t)); err != nil {
					return err
				}
			}
		}
		for v := at; v < len(steps); v++ {
			for _, q := range strings.Split(db.dialect(steps[v]), ";\n") {
				if strings.TrimSpace(q) == "" {
					continue
				}
				if _, err := tx.ExecContext(ctx, q); err != nil {
					return fault.New(op, db.name, fault.Other, "bringing the tables from version %d to %d: %w; nothing was changed", v, v+1, err)
				}
			}
		}
		if at == 0 {
			_, err = tx.ExecContext(ctx, "CREATE TABLE graspdb_version (version BIGINT NOT NULL)")
			if err == nil {
				_, err = tx.ExecContext(ctx, db.sql("INSERT INTO graspdb_version VALUES (?)"), len(steps))
			}
		} else {
			_, err = tx.ExecContext(ctx, db.sql("UPDATE graspdb_version SET version = ?"), len(steps))
		}
		return err
	})
}

// copyAside writes a whole copy of an older SQLite file beside it, under a name that is still free.
func (db *DB) copyAside(ctx context.Context, version int) error {
	const op = "copy database before its update"
	part := fmt.Sprintf("%s.%d-%x.part", db.name, os.Getpid(), rand.Uint64()) // several may be at it at once
	defer os.Remove(part)
	if _, err := db.write.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return db.wrap(op, err)
	}
	for n := 1; ; n++ {
		path := fmt.Sprintf("%s.version%d.%d.bak", db.name, version, n)
		if err := os.Link(part, path); errors.Is(err, os.ErrExist) {
			continue
		} else if err != nil {
			return fault.New(op, path, fault.Permission, "%w", err)
		}
		return nil
	}
}
