package graspdb

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

func somePose(r *rand.Rand) geom.Pose {
	return geom.Pose{R: geom.RPY(r.Float64(), r.Float64(), r.Float64()), P: geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())}
}

// Test 32 of the RAIL sheet: names, precision, large clouds, times in other zones, cascades and awkward frame names.
func TestRail32(t *testing.T) {
	t.Setenv("TZ", "America/New_York")
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		r := rand.New(rand.NewPCG(1, 2))
		begin := time.Now().Truncate(time.Microsecond)
		cloud := make([]byte, 307200*32)
		for i := range cloud {
			cloud[i] = byte(r.Uint32())
		}
		d := Demonstration{ObjectName: " Tuna Can ", Frame: `base "quoted", (and) it's`, X_FG: somePose(r), HandFrame: "r_wrist_roll_link", Cloud: cloud, Image: []byte{1, 0, 2}}
		if err := db.AddDemonstration(ctx, &d); err != nil {
			t.Fatal(err)
		}
		stored := time.Now()
		if d.ID != 1 {
			t.Errorf("the first id is %d", d.ID)
		}
		n := 0
		for got, err := range db.Demonstrations(ctx, "tuna can") {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if got.ObjectName != "TUNA CAN" || got.Frame != d.Frame || got.HandFrame != d.HandFrame {
				t.Errorf("names %q, %q, %q", got.ObjectName, got.Frame, got.HandFrame)
			}
			if got.X_FG != d.X_FG {
				t.Errorf("pose %v came back as %v", d.X_FG, got.X_FG)
			}
			if !bytes.Equal(got.Cloud, cloud) || !bytes.Equal(got.Image, d.Image) {
				t.Error("the cloud or the image changed")
			}
			if got.Created.Before(begin) || got.Created.After(stored) || got.Created.Location() != time.UTC {
				t.Errorf("created %v, stored between %v and %v", got.Created, begin, stored)
			}
		}
		if n != 1 {
			t.Errorf("%d demonstrations", n)
		}
		m := Model{ObjectName: "Tuna Can", Cloud: cloud[:100], Tags: []string{"can", "fish"}, Grasps: []Grasp{{X_FG: somePose(r), Frame: "f"}, {Frame: "f"}}}
		if err := db.AddModel(ctx, &m); err != nil {
			t.Fatal(err)
		}
		if names, err := db.ModelNames(ctx); err != nil || !slices.Equal(names, []string{"TUNA CAN"}) {
			t.Errorf("names %q, %v", names, err)
		}
		if err := db.DeleteModel(ctx, m.ID); err != nil {
			t.Fatal(err)
		}
		for _, g := range m.Grasps {
			if _, err := db.Grasp(ctx, g.ID); fault.KindOf(err) != fault.NotFound {
				t.Errorf("grasp %d outlived its model: %v", g.ID, err)
			}
		}
		if err := db.DeleteModel(ctx, m.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("deleted twice: %v", err)
		}
		if err := db.DeleteDemonstration(ctx, d.ID); err != nil {
			t.Error(err)
		}
		if names, err := db.DemonstrationNames(ctx); err != nil || len(names) != 0 {
			t.Errorf("names %q, %v", names, err)
		}
	})
}

// Test 33 of the RAIL sheet: counts are exact under concurrent writers.
func TestRail33(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		m := Model{ObjectName: "mug", Grasps: []Grasp{{}, {}}}
		if err := db.AddModel(ctx, &m); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				if _, _, err := db.RecordOutcome(ctx, m.Grasps[1].ID, i%5 < 3); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		g, err := db.Grasp(ctx, m.Grasps[1].ID)
		if err != nil {
			t.Fatal(err)
		}
		if g.Successes != 60 || g.Attempts != 100 || g.Rate() != 0.6 {
			t.Errorf("%d of %d, rate %g", g.Successes, g.Attempts, g.Rate())
		}
		if _, _, err := db.RecordOutcome(ctx, 999, true); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a grasp that is not there: %v", err)
		}
	})
	equals := []Grasp{{Successes: 1, Attempts: 2}, {Successes: 3, Attempts: 4}, {Successes: 6, Attempts: 8}, {Successes: 2, Attempts: 4}}
	if Best(equals) != 1 || Best(nil) != -1 || (&Grasp{}).Rate() != 0 {
		t.Errorf("best %d, best of none %d, rate of 0/0 %g", Best(equals), Best(nil), (&Grasp{}).Rate())
	}
}

func TestModelRoundTrip(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		r := rand.New(rand.NewPCG(3, 4))
		m := Model{
			ObjectName: "BOWL", Cloud: []byte("cloud"), Created: time.Date(2014, 5, 6, 7, 8, 9, 123456000, time.FixedZone("", 3600)), Source: "test:1",
			Mesh:          Mesh{Vertices: []geom.Vec{{X: 1}, {Y: 2}, {Z: math.Pi}}, Triangles: [][3]int32{{0, 1, 2}, {2, 1, 0}}},
			ScaledModelID: 18802, Scale: 1.25, RecognitionKey: "bowl-1", Maker: "Näme 碗", Description: "a bowl; 'quoted'", Tags: []string{"a", "b,c"},
			Grasps: []Grasp{{Frame: "model", X_FG: somePose(r), HandFrame: "hand", Hand: "WILLOW_GRIPPER_2010", Successes: 2, Attempts: 5,
				PregraspJoints: []float64{0.5}, GraspJoints: []float64{0, 1}, Quality: 0.25, Representative: true}},
		}
		if err := db.AddModel(ctx, &m); err != nil {
			t.Fatal(err)
		}
		for what, load := range map[string]func() (*Model, error){
			"id":     func() (*Model, error) { return db.Model(ctx, m.ID) },
			"scaled": func() (*Model, error) { return db.ScaledModel(ctx, 18802) },
			"key":    func() (*Model, error) { return db.ModelByKey(ctx, "bowl-1") },
		} {
			got, err := load()
			if err != nil {
				t.Fatalf("by %s: %v", what, err)
			}
			if d := cmp.Diff(&m, got); d != "" {
				t.Errorf("by %s: stored and loaded differ:\n%s", what, d)
			}
		}
		for what, load := range map[string]func() (*Model, error){
			"id":     func() (*Model, error) { return db.Model(ctx, 77) },
			"scaled": func() (*Model, error) { return db.ScaledModel(ctx, 77) },
			"key":    func() (*Model, error) { return db.ModelByKey(ctx, "bowl") },
		} {
			if _, err := load(); fault.KindOf(err) != fault.NotFound {
				t.Errorf("by %s that is not there: %v", what, err)
			}
		}
		again := m
		if err := db.AddModel(ctx, &again); fault.KindOf(err) != fault.Conflict {
			t.Errorf("the same source twice: %v", err)
		}
		g := Grasp{ModelID: m.ID, X_FG: somePose(r)}
		if err := db.AddGrasp(ctx, &g); err != nil {
			t.Fatal(err)
		}
		if l, err := db.GraspsOf(ctx, m.ID); err != nil || len(l) != 2 || l[1].ID != g.ID || l[1].X_FG != g.X_FG {
			t.Errorf("grasps %+v, %v", l, err)
		}
		if err := db.DeleteGrasp(ctx, g.ID); err != nil {
			t.Error(err)
		}
		if err := db.AddGrasp(ctx, &Grasp{ModelID: 99}); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a grasp of no model: %v", err)
		}
	})
}

func TestAttempts(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		m := Model{ObjectName: "egg", Grasps: []Grasp{{}}}
		if err := db.AddModel(ctx, &m); err != nil {
			t.Fatal(err)
		}
		grasp := m.Grasps[0].ID
		r := rand.New(rand.NewPCG(5, 6))
		var want []Attempt
		for i, o := range []Outcome{Held, Placed, Slipped, Unreached, Crushed, Stopped, Dropped, Missed} {
			a := Attempt{GraspID: grasp, ObjectName: "EGG", Robot: "pr2", Scene: "table.pcd", Hand: "pr2", Frame: "base_link", X_FG: somePose(r), Predicted: 0.9,
				Started: time.Date(2026, 1, 2, 3, 4, i, 0, time.UTC), Duration: 3 * time.Second, GripForce: 2 + float64(i), MaxForce: 5, Slip: 0.001,
				Phases: []Phase{{"close", 0, 1}, {"lift", 1, 2.5}}, Outcome: o, Cause: "because"}
			if err := db.RecordAttempt(ctx, &a); err != nil {
				t.Fatal(err)
			}
			want = append(want, a)
		}
		var got []Attempt
		for a, err := range db.Attempts(ctx, "egg") {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *a)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("stored and loaded differ:\n%s", d)
		}
		if g, err := db.Grasp(ctx, grasp); err != nil || g.Successes != 2 || g.Attempts != 6 {
			t.Errorf("%d of %d, want 2 of 6 (unreached and stopped do not count), %v", g.Successes, g.Attempts, err)
		}
		l, err := db.Tallies(ctx)
		if err != nil || len(l) != 1 {
			t.Fatalf("%v, %v", l, err)
		}
		if ta := l[0]; ta.ObjectName != "EGG" || ta.Attempts != 8 || ta.Counted != 6 || ta.Held != 2 || ta.GripForce != 2.5 || ta.Outcomes[Crushed] != 1 || !ta.Last.Equal(want[7].Started) {
			t.Errorf("tally %+v", ta)
		}
		// History outlives the grasp.
		if err := db.DeleteModel(ctx, m.ID); err != nil {
			t.Fatal(err)
		}
		late := Attempt{GraspID: grasp, ObjectName: "egg", Outcome: Held}
		if err := db.RecordAttempt(ctx, &late); err != nil {
			t.Fatal(err)
		}
		n := 0
		for a, err := range db.Attempts(ctx, "") {
			if err != nil || a.GraspID != 0 {
				t.Errorf("attempt %+v, %v", a, err)
			}
			n++
		}
		if n != 9 {
			t.Errorf("%d attempts", n)
		}
	})
}

func TestBadInput(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		nan := geom.Pose{P: geom.V(math.NaN(), 0, 0)}
		for name, f := range map[string]func() error{
			"no name":   func() error { return db.AddModel(ctx, &Model{ObjectName: "  "}) },
			"zero byte": func() error { return db.AddModel(ctx, &Model{ObjectName: "a\x00b"}) },
			"not UTF-8": func() error { return db.AddDemonstration(ctx, &Demonstration{ObjectName: "a", Frame: "\xff"}) },
			"NaN pose":  func() error { return db.AddDemonstration(ctx, &Demonstration{ObjectName: "a", X_FG: nan}) },
			"NaN grasp": func() error { return db.AddModel(ctx, &Model{ObjectName: "a", Grasps: []Grasp{{}, {X_FG: nan}}}) },
			"NaN joint": func() error {
				return db.AddModel(ctx, &Model{ObjectName: "a", Grasps: []Grasp{{GraspJoints: []float64{math.Inf(1)}}}})
			},
			"5 of 4": func() error {
				return db.AddModel(ctx, &Model{ObjectName: "a", Grasps: []Grasp{{Successes: 5, Attempts: 4}}})
			},
			"vertex": func() error {
				return db.AddModel(ctx, &Model{ObjectName: "a", Mesh: Mesh{Triangles: [][3]int32{{0, 1, 2}}}})
			},
			"unknown outcome": func() error { return db.RecordAttempt(ctx, &Attempt{ObjectName: "a", Outcome: "fine"}) },
			"NaN force": func() error {
				return db.RecordAttempt(ctx, &Attempt{ObjectName: "a", Outcome: Held, GripForce: math.NaN()})
			},
			"no model": func() error { return db.AddGrasp(ctx, &Grasp{}) },
		} {
			err := f()
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v", name, err)
			}
			oneLineWith(t, err)
		}
		for m, err := range db.Models(ctx, "") {
			t.Errorf("something was stored: %+v, %v", m, err)
		}
		if err := db.AddModel(ctx, &Model{ObjectName: "a", Grasps: []Grasp{{ModelID: 7}}}); fault.KindOf(err) != fault.Conflict {
			t.Errorf("the grasp of another model: %v", err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := db.AddModel(gone, &Model{ObjectName: "a"}); fault.KindOf(err) != fault.Preempted {
			t.Errorf("cancelled: %v", err)
		}
	})
}

func TestExport(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		d := Demonstration{ObjectName: "mug", Cloud: []byte{1, 2}}
		m := Model{ObjectName: "mug", Mesh: Mesh{Vertices: []geom.Vec{{X: 1}}}, Grasps: []Grasp{{Successes: 1, Attempts: 1}}}
		a := Attempt{ObjectName: "mug", Outcome: Slipped, Cause: "wet, \"oily\"\nand round", GripForce: 3.5}
		for _, err := range []error{db.AddDemonstration(ctx, &d), db.AddModel(ctx, &m), db.RecordAttempt(ctx, &a)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		if err := db.ExportJSON(ctx, &b, true); err != nil {
			t.Fatal(err)
		}
		var v struct {
			Version        int
			Demonstrations []jsonDemonstration
			Models         []jsonModel
			Attempts       []jsonAttempt
		}
		if err := json.Unmarshal(b.Bytes(), &v); err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if v.Version != FormatVersion || len(v.Demonstrations) != 1 || !bytes.Equal(v.Demonstrations[0].Cloud, d.Cloud) || v.Models[0].Grasps[0].Attempts != 1 ||
			v.Models[0].Vertices[0] != [3]float64{1, 0, 0} || v.Attempts[0].Cause != a.Cause {
			t.Errorf("%s", b.String())
		}
		b.Reset()
		if err := db.ExportJSON(ctx, &b, false); err != nil || strings.Contains(b.String(), "AQI=") {
			t.Errorf("without blobs: %v\n%s", err, b.String())
		}
		b.Reset()
		if err := db.ExportAttemptsCSV(ctx, &b); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[0]) != len(rows[1]) || rows[1][17] != "3.5" || rows[1][21] != a.Cause {
			t.Errorf("%v, %q", err, rows)
		}
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skipf("no /dev/full: %v", err)
		}
		defer full.Close()
		if err := db.ExportJSON(ctx, full, true); err == nil {
			t.Error("a full disk went unnoticed in JSON")
		}
		if err := db.ExportAttemptsCSV(ctx, full); err == nil {
			t.Error("a full disk went unnoticed in CSV")
		}
	})
}

func TestChooser(t *testing.T) {
	grasps := []Grasp{{}, {Attempts: 10, Successes: 9}, {Attempts: 10}, {Attempts: 2, Successes: 2}}
	c := NewChooser(1)
	c.Epsilon = 1
	count := make([]int, 4)
	for range 4000 {
		count[c.Next(grasps)]++
	}
	if count[1]+count[2] != 0 || count[0] < 1800 || count[3] < 1800 {
		t.Errorf("exploring: %v", count)
	}
	c.Epsilon = 0
	clear(count)
	for range 4000 {
		count[c.Next(grasps)]++
	}
	// 0.9 against the floor of 0.1: nine of ten.
	if count[0]+count[3] != 0 || count[1] < 3500 || count[1] > 3700 {
		t.Errorf("exploiting: %v", count)
	}
	if c.Next(nil) != -1 || c.Next(grasps[:1]) != 0 {
		t.Error("no known grasp: the fresh one is taken")
	}
	c.Epsilon = 1
	if got := c.Next(grasps[1:2]); got != 0 {
		t.Errorf("no fresh grasp: %d", got)
	}
	c = NewChooser(1)
	for range 10 {
		c.ObjectDone()
	}
	if math.Abs(c.Epsilon-0.95*math.Pow(0.975, 10)) > 1e-12 {
		t.Errorf("epsilon %g", c.Epsilon)
	}
}

func TestRanked(t *testing.T) {
	grasps := []Grasp{{Attempts: 1, Successes: 1}, {Attempts: 10, Successes: 9}, {}, {Attempts: 5}, {Attempts: 10, Successes: 5}}
	if got := Ranked(grasps, 0.5, 2); !slices.Equal(got, []int{1, 0, 2, 4, 3}) {
		t.Errorf("order %v", got)
	}
}
