package graspdb

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

func sourceOf(t *testing.T, script string) string {
	t.Helper()
	b, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	url := postgres(t)
	src, err := connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	for _, q := range strings.Split(string(b), ";\n") {
		if strings.TrimSpace(q) == "" {
			continue
		}
		if _, err := src.write.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%v in %s", err, q)
		}
	}
	return url
}

func TestImportRail(t *testing.T) {
	url := sourceOf(t, "testdata/rail.sql")
	if db, err := Open(t.Context(), url); err == nil { // in place of copying it
		db.Close()
		t.Error("RAIL's database is taken for ours")
	} else if fault.KindOf(err) != fault.Unsupported {
		t.Error(err)
	} else {
		oneLineWith(t, err, "RAIL's own graspdb", "db import rail")
	}
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		n, err := db.ImportRail(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		if n != (Imported{Demonstrations: 1, Models: 2, Grasps: 3}) {
			t.Errorf("imported %+v", n)
		}
		for d, err := range db.Demonstrations(ctx, "tuna can") {
			if err != nil {
				t.Fatal(err)
			}
			if d.X_FG.P.X != 0.5 || d.X_FG.P.Z != 0.75 || math.Abs(d.X_FG.R.Z-math.Sqrt2/2) > 1e-6 || d.Frame != `base_"footprint"` || d.HandFrame != "eef_link" {
				t.Errorf("%+v", d)
			}
			if !bytes.Equal(d.Cloud, []byte{0xde, 0xad}) || !d.Created.Equal(time.Date(2015, 3, 3, 17, 0, 0, 500000000, time.UTC)) {
				t.Errorf("cloud %x, created %v", d.Cloud, d.Created)
			}
		}
		found := 0
		for m, err := range db.Models(ctx, "tuna can") {
			if err != nil {
				t.Fatal(err)
			}
			found++
			if len(m.Grasps) != 2 || m.Grasps[0].Successes != 9 || m.Grasps[0].Attempts != 10 || m.Grasps[1].Rate() != 0 {
				t.Errorf("%+v", m.Grasps)
			}
		}
		if found != 1 {
			t.Errorf("%d models", found)
		}
		if n, err = db.ImportRail(ctx, url); err != nil || n != (Imported{Known: 3}) {
			t.Errorf("a second time: %+v, %v", n, err)
		}
	})
}

func TestImportHousehold(t *testing.T) {
	url := sourceOf(t, "testdata/household.sql")
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		n, err := db.ImportHousehold(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		if n != (Imported{Models: 2, Grasps: 3}) {
			t.Errorf("imported %+v", n)
		}
		m, err := db.ScaledModel(ctx, 18802)
		if err != nil {
			t.Fatal(err)
		}
		if m.ObjectName != "BOWL" || m.Maker != "IKEA" || m.Scale != 1 || strings.Join(m.Tags, " ") != "bowl kitchen" || len(m.Mesh.Vertices) != 3 || len(m.Mesh.Triangles) != 1 {
			t.Errorf("%+v", m)
		}
		if m.Mesh.Vertices[1].X != 0.25 {
			t.Errorf("vertices %v", m.Mesh.Vertices)
		}
		g := m.Grasps[0]
		if g.Hand != "WILLOW_GRIPPER_2010" || !g.Representative || g.X_FG.P.Z != 0.1 || math.Abs(g.X_FG.R.Y-0.6) > 1e-12 || math.Abs(g.X_FG.R.W-0.8) > 1e-12 || g.PregraspJoints[0] != 0.5 {
			t.Errorf("%+v", g)
		}
		if n, err = db.ImportHousehold(ctx, url); err != nil || n != (Imported{Known: 2}) {
			t.Errorf("a second time: %+v, %v", n, err)
		}
	})
}

func TestImportErrors(t *testing.T) {
	db := open(t, Memory)
	empty := postgres(t)
	for name, f := range map[string]func(string) error{
		"rail":      func(at string) error { _, err := db.ImportRail(t.Context(), at); return err },
		"household": func(at string) error { _, err := db.ImportHousehold(t.Context(), at); return err },
	} {
		err := f(empty)
		if fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s from an empty database: %v", name, err)
		}
		oneLineWith(t, err, "no table", "right database")
		if err := f("file.db"); fault.KindOf(err) != fault.Unsupported {
			t.Errorf("%s from a file: %v", name, err)
		}
	}
}
