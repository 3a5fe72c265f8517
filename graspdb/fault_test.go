package graspdb

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/holdfast-robotics/holdfast/fault"
)

// writeForever is the other process of TestKilled: it records attempts and says each number once it is stored.
func writeForever(at string) {
	ctx := context.Background()
	db, err := Open(ctx, at)
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	for i := 1; ; i++ {
		if err := db.RecordAttempt(ctx, &Attempt{ObjectName: "egg", GraspID: 1, Outcome: Held, Scene: fmt.Sprint(i)}); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		fmt.Println(i)
	}
}

// A writer that is killed in the middle loses nothing that it was told is stored, and count and history agree.
func TestKilled(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		if db.name == Memory {
			t.Skip("a memory database belongs to one process")
		}
		ctx := t.Context()
		if err := db.AddModel(ctx, &Model{ObjectName: "egg", Grasps: []Grasp{{}}}); err != nil {
			t.Fatal(err)
		}
		at := db.name
		told := 0
		for round := range 5 {
			cmd := exec.Command(os.Args[0], "-test.run=^$")
			cmd.Env = append(os.Environ(), "GRASPDB_TEST_WRITER="+at)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			for n := 0; n < 20+7*round && lines.Scan(); n++ {
				if strings.HasPrefix(lines.Text(), "error") {
					t.Fatal(lines.Text())
				}
				told++
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			for lines.Scan() { // what it said before it died counts, but for a line cut short
				told++
			}
			_, _ = io.Copy(io.Discard, out)
			_ = cmd.Wait()
		}
		var rows int
		if err := db.read.QueryRowContext(ctx, "SELECT count(*) FROM attempts").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		if rows < told {
			t.Errorf("%d attempts are stored, %d were acknowledged", rows, told)
		}
		if g, err := db.Grasp(ctx, 1); err != nil || g.Attempts != int64(rows) || g.Successes != int64(rows) {
			t.Errorf("the grasp counts %d of %d, the history has %d: %v", g.Successes, g.Attempts, rows, err)
		}
	})
}

func TestDiskFull(t *testing.T) {
	at := filepath.Join(t.TempDir(), "g.db")
	db := open(t, at)
	ctx := t.Context()
	if err := db.AddModel(ctx, &Model{ObjectName: "a"}); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := db.write.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := db.write.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages+4)); err != nil {
		t.Fatal(err)
	}
	err := db.AddModel(ctx, &Model{ObjectName: "big", Cloud: make([]byte, 1<<20)})
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("kind %v", fault.KindOf(err))
	}
	oneLineWith(t, err, "disk is full", "nothing was changed", "free space")
	if err := db.AddModel(ctx, &Model{ObjectName: "b"}); err != nil {
		t.Errorf("after a full disk: %v", err)
	}
	if names, err := db.ModelNames(ctx); err != nil || strings.Join(names, " ") != "A B" {
		t.Errorf("%q, %v", names, err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]struct {
		kind  fault.Kind
		words string
	}{
		"":                           {fault.Invalid, "no database is named"},
		dir + "/none/g.db":           {fault.NotFound, "does not exist"},
		"mysql://host/db":            {fault.Unsupported, "postgres://"},
		text:                         {fault.Invalid, "not a readable SQLite database"},
		dir:                          {fault.Permission, "cannot be opened"},
		"postgres://u:secret@[::1":   {fault.Invalid, "URL"},
		"postgres:///db?host=" + dir: {fault.Unavailable, "does not answer"},
		"postgres://u:secret@127.0.0.1:1/db?connect_timeout=5": {fault.Unavailable, "check host, port"},
	} {
		db, err := Open(t.Context(), at)
		if err == nil {
			db.Close()
		}
		if fault.KindOf(err) != want.kind {
			t.Errorf("%q: kind %v: %v", at, fault.KindOf(err), err)
		}
		oneLineWith(t, err, want.words)
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is told: %v", err)
		}
	}
}

// steps two and three of a schema that is still to come.
var later = append(append([]string(nil), migrations...), "ALTER TABLE models ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';\n", "CREATE INDEX models_colour ON models (colour);\n")

func TestMigrate(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx, now := t.Context(), len(migrations)
		if err := db.AddModel(ctx, &Model{ObjectName: "old"}); err != nil {
			t.Fatal(err)
		}
		// A step that fails half way changes nothing.
		err := db.migrate(ctx, append(append([]string(nil), migrations...), "CREATE TABLE fine (a BIGINT);\nALTER TABLE nowhere ADD COLUMN b TEXT;\n"))
		oneLineWith(t, err, fmt.Sprintf("version %d to %d", now, now+1), "nothing was changed")
		if v, err := db.version(ctx, db.write); v != now || err != nil {
			t.Errorf("version %d after a failed step, %v", v, err)
		}
		if _, err := db.write.ExecContext(ctx, "SELECT * FROM fine"); err == nil {
			t.Error("half of a failed step was kept")
		}
		var wg sync.WaitGroup
		for range 4 { // several processes open an older database at once
			wg.Go(func() {
				if err := db.migrate(ctx, later); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var colour string
		if err := db.read.QueryRowContext(ctx, "SELECT colour FROM models").Scan(&colour); err != nil || colour != "grey" {
			t.Errorf("colour %q, %v", colour, err)
		}
		err = db.migrate(ctx, migrations)
		if fault.KindOf(err) != fault.Unsupported {
			t.Errorf("a newer database: %v", err)
		}
		oneLineWith(t, err, fmt.Sprint("version ", now+2), "this one reads version", "newer holdfast")
		switch {
		case db.postgres:
			var n int
			if err := db.read.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM graspdb_backup_%d_models", now)).Scan(&n); err != nil || n != 1 {
				t.Errorf("the copy of the models has %d rows, %v", n, err)
			}
		case db.name != Memory:
			copies, _ := filepath.Glob(filepath.Join(filepath.Dir(db.name), "*.bak"))
			if len(copies) == 0 {
				t.Fatal("no copy was made")
			}
			old := open(t, copies[0])
			if names, err := old.ModelNames(ctx); err != nil || len(names) != 1 {
				t.Errorf("the copy holds %q, %v", names, err)
			}
		}
	})
}

// The tables of version 1 are released: a file with them must open for ever.
func TestVersion1Opens(t *testing.T) {
	script, err := os.ReadFile("testdata/version1.sql")
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(t.TempDir(), "v1.db")
	raw, err := sql.Open("sqlite", at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec(string(script)); err != nil {
		t.Fatal(err)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	db := open(t, at)
	m, err := db.Model(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if m.ObjectName != "MUG" || len(m.Grasps) != 1 || m.Grasps[0].Successes != 3 || m.Grasps[0].X_FG.P.X != 0.1 {
		t.Errorf("%+v", m)
	}
	for a, err := range db.Attempts(t.Context(), "mug") {
		if err != nil || a.Outcome != Slipped || a.Phases[0].Name != "lift" {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// Readers go on beside a writer that holds its transaction open.
func TestReadBesideWriter(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		if db.name == Memory {
			t.Skip("a memory database has one connection")
		}
		ctx := t.Context()
		if err := db.AddModel(ctx, &Model{ObjectName: "a"}); err != nil {
			t.Fatal(err)
		}
		tx, err := db.write.BeginTx(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM models"); err != nil {
			t.Fatal(err)
		}
		quick, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		if names, err := db.ModelNames(quick); err != nil || len(names) != 1 {
			t.Errorf("%q, %v", names, err)
		}
		if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
			t.Error(err)
		}
	})
}

// What a server says of its full disk is told like that of a file.
func TestDiskFullServer(t *testing.T) {
	db := &DB{name: "postgres://lab/grasps", postgres: true}
	err := db.wrap("add model", fmt.Errorf("exec: %w", &pgconn.PgError{Code: "53100", Message: "could not extend file: No space left on device"}))
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("kind %v", fault.KindOf(err))
	}
	oneLineWith(t, err, "the server's disk is full", "nothing was changed", "free space")
}
