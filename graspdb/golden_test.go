package graspdb

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/geom"
)

var update = flag.Bool("update", false, "write the export of this version to testdata, once, before a release")

// What others read of an export stays where it is until its version is raised, and both databases write the same bytes.
func TestGoldenExport(t *testing.T) {
	both(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		when := time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)
		r, _ := geom.Quat(0.5, 0.5, -0.5, 0.5)
		X := geom.Pose{R: r, P: geom.V(0.1, -0.2, 0.75)}
		d := Demonstration{ObjectName: "mug", Frame: "base_footprint", X_FG: X, HandFrame: "r_wrist_roll_link", Cloud: []byte{1, 2}, Image: []byte{3}, Created: when, Source: "rail:grasp_demonstrations/7"}
		m := Model{ObjectName: "mug", Cloud: []byte{4}, Mesh: Mesh{Vertices: []geom.Vec{geom.V(0, 0, 0), geom.V(0.1, 0, 0), geom.V(0, 0.1, 0.05)}, Triangles: [][3]int32{{0, 1, 2}}},
			Created: when, ScaledModelID: 18744, Scale: 1, RecognitionKey: "mug_1", Maker: "somebody", Description: "a mug", Tags: []string{"cup", "handle"},
			Grasps: []Grasp{{Frame: "mug", X_FG: X, HandFrame: "r_wrist_roll_link", Hand: "WILLOW_GRIPPER_2010", Successes: 3, Attempts: 4, Created: when,
				PregraspJoints: []float64{0.5}, GraspJoints: []float64{0.25}, Quality: 0.875, Representative: true}}}
		for _, err := range []error{db.AddDemonstration(ctx, &d), db.AddModel(ctx, &m)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		a := Attempt{GraspID: m.Grasps[0].ID, ObjectName: "mug", Robot: "pr2", Scene: "table 1", Hand: "pr2", Frame: "base_footprint", X_FG: X, Predicted: 0.75, Started: when,
			Duration: 12500 * time.Millisecond, GripForce: 3.5, MaxForce: 4.25, Slip: 0.001, Phases: []Phase{{Name: "lift", Start: 2, End: 3}},
			Outcome: Slipped, Cause: "wet, \"oily\"\nand <round>"}
		if err := db.RecordAttempt(ctx, &a); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := db.ExportJSON(ctx, &b, true); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("testdata/export%d.json", FormatVersion)
		if *update {
			if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatalf("version %d has no golden export: %v", FormatVersion, err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("an export is\n%s\nand was\n%s\nprograms that read it break on that: raise FormatVersion, or keep it", b.Bytes(), want)
		}
	})
}
