package graspdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// many is the number of attempts in TestManyWriters; HOLDFAST_ATTEMPTS raises it.
func many(t testing.TB) int {
	s := os.Getenv("HOLDFAST_ATTEMPTS")
	if s == "" {
		return 1600
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 8 {
		t.Fatalf("HOLDFAST_ATTEMPTS=%q is no number from 8 up", s)
	}
	return n
}

const writers = 8

func fill(t testing.TB, at string, n int) (objects int) {
	db := open(t, at)
	var grasps []int64
	for i := range 20 {
		m := Model{ObjectName: fmt.Sprintf("object %d", i), Grasps: make([]Grasp, 5)}
		if err := db.AddModel(t.Context(), &m); err != nil {
			t.Fatal(err)
		}
		for _, g := range m.Grasps {
			grasps = append(grasps, g.ID)
		}
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			own, err := Open(t.Context(), at) // a robot of its own
			if err != nil {
				t.Error(err)
				return
			}
			defer own.Close()
			for i := w; i < n; i += writers {
				k := i % len(grasps)
				a := Attempt{GraspID: grasps[k], ObjectName: fmt.Sprintf("object %d", k/5), Robot: fmt.Sprint("robot ", w), Outcome: []Outcome{Held, Slipped, Held}[i%3],
					GripForce: 5, Phases: []Phase{{"close", 0, 1}, {"lift", 1, 2}}}
				if err := own.RecordAttempt(t.Context(), &a); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return 20
}

// Eight writers with connections of their own lose nothing: every count is exact.
func TestManyWriters(t *testing.T) {
	n := many(t)
	kinds := []string{"sqlite", "postgres"}
	filled, ms := map[string]time.Duration{}, map[string][]float64{}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			at := filepath.Join(t.TempDir(), "many.db")
			if kind == "postgres" {
				at = postgres(t)
			}
			begin := time.Now()
			fill(t, at, n)
			filled[kind] = time.Since(begin)
			db := open(t, at)
			var rows, held, successes, attempts int
			for q, v := range map[string]*int{
				"SELECT count(*) FROM attempts": &rows, "SELECT count(*) FROM attempts WHERE outcome = 'held'": &held,
				"SELECT sum(successes) FROM grasps": &successes, "SELECT sum(attempts) FROM grasps": &attempts,
			} {
				if err := db.read.QueryRowContext(t.Context(), q).Scan(v); err != nil {
					t.Fatal(err)
				}
			}
			want := 0
			for i := range n {
				if i%3 != 1 {
					want++
				}
			}
			if rows != n || attempts != n || held != want || successes != want {
				t.Errorf("%d attempts: %d rows with %d held; grasps count %d of %d, want %d of %d", n, rows, held, successes, attempts, want, n)
			}
			if os.Getenv("HOLDFAST_ATTEMPTS") != "" {
				ms[kind] = timeQueries(t, db)
			}
		})
	}
	if len(ms) < len(kinds) || t.Failed() {
		return
	}
	table := fmt.Sprintf("| call, with %d attempts stored | SQLite ms | PostgreSQL ms |\n|---|---|---|\n", n)
	table += fmt.Sprintf("| record an attempt, of eight writers at once | %.2f | %.2f |\n", 1e3*filled["sqlite"].Seconds()/float64(n), 1e3*filled["postgres"].Seconds()/float64(n))
	for i, q := range queries(t.Context(), nil) {
		table += fmt.Sprintf("| %s | %.2f | %.2f |\n", q.name, ms["sqlite"][i], ms["postgres"][i])
	}
	fmt.Print(table)
}

// query is one of the ten most used calls.
type query struct {
	name string
	call func() error
}

func queries(ctx context.Context, db *DB) []query {
	return []query{
		{"record attempt", func() error {
			return db.RecordAttempt(ctx, &Attempt{GraspID: 7, ObjectName: "object 1", Outcome: Held})
		}},
		{"record outcome", func() error { _, _, err := db.RecordOutcome(ctx, 7, true); return err }},
		{"add grasp", func() error { return db.AddGrasp(ctx, &Grasp{ModelID: 20}) }},
		{"model by id", func() error { _, err := db.Model(ctx, 7); return err }},
		{"models by name", func() error {
			for _, err := range db.Models(ctx, "object 3") {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"grasps of a model", func() error { _, err := db.GraspsOf(ctx, 7); return err }},
		{"grasp by id", func() error { _, err := db.Grasp(ctx, 7); return err }},
		{"names of models", func() error { _, err := db.ModelNames(ctx); return err }},
		{"first 1000 attempts at an object", func() error {
			for _, err := range db.Attempts(ctx, "object 3") {
				return err
			}
			return nil
		}},
		{"statistics of all attempts", func() error { _, err := db.Tallies(ctx); return err }},
	}
}

// timeQueries is the median time of each of the ten calls, ms.
func timeQueries(t *testing.T, db *DB) (ms []float64) {
	for _, q := range queries(t.Context(), db) {
		var took []float64
		for begin := time.Now(); len(took) < 5 || len(took) < 200 && time.Since(begin) < 3*time.Second; {
			at := time.Now()
			if err := q.call(); err != nil {
				t.Fatal(q.name, err)
			}
			took = append(took, 1e3*time.Since(at).Seconds())
		}
		slices.Sort(took)
		ms = append(ms, took[len(took)/2])
	}
	return ms
}

// BenchmarkQueries times the ten most used calls on a filled database.
func BenchmarkQueries(b *testing.B) {
	for _, kind := range []string{"sqlite", "postgres"} {
		at := filepath.Join(b.TempDir(), "many.db")
		if kind == "postgres" {
			at = postgres(b)
		}
		fill(b, at, many(b))
		for _, q := range queries(b.Context(), open(b, at)) {
			b.Run(kind+"/"+q.name, func(b *testing.B) {
				for b.Loop() {
					if err := q.call(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// A writer that waits its turn gives up when its context ends, and others go on.
func TestLine(t *testing.T) {
	at := filepath.Join(t.TempDir(), "line.db")
	a, b := open(t, at), open(t, at)
	leave, err := a.line.wait(t.Context()) // a stands first in line
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() {
		result <- b.RecordAttempt(ctx, &Attempt{ObjectName: "egg", Outcome: Held})
	}()
	cancel()
	if err := <-result; fault.KindOf(err) != fault.Preempted {
		t.Errorf("given up: %v", err)
	}
	leave()
	for _, db := range []*DB{b, a} {
		if err := db.RecordAttempt(t.Context(), &Attempt{ObjectName: "egg", Outcome: Held}); err != nil {
			t.Error(err)
		}
	}
	// A closed database says so at once, and can be closed again.
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := b.RecordAttempt(t.Context(), &Attempt{ObjectName: "egg", Outcome: Held}); err == nil {
			t.Error("a closed database records")
		}
	}
}
