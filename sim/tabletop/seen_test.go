package tabletop

import (
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// What a camera saw stands on the table, is cleared from there, and is out of view once it is in a tray; what has moved is seen where it is.
func TestSeen(t *testing.T) {
	laid, j := lay(t, 2, 4)
	v, err := laid.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	planner, err := grasp.NewPlanner(v.Seg, j.Hand, j.Grasp, grasp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plans, err := planner.PlanAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	make := func(spot *geom.Vec2) (*Seen, *clear.Job) {
		s, err := NewSeen(v.Seg, laid.Scene, robot.DefaultConfig(2), rehearse.Properties{}, planner, plans, nil, spot)
		if err != nil {
			t.Fatal(err)
		}
		job := s.Job()
		job.Hand, job.Grasp, job.Wrist = j.Hand, j.Grasp, j.Wrist
		return s, job
	}
	s, _ := make(nil)
	first, err := s.Look(t.Context())
	if err != nil || len(first.Seg.Objects) != 4 {
		t.Fatalf("%+v, %v", first, err)
	}
	s.World.State.Bodies[0].X_WO.P.X += 0.03
	again, err := s.Look(t.Context())
	if err != nil || len(again.Seg.Objects) != 4 {
		t.Fatalf("%v", err)
	}
	k := 0
	for k < 3 && again.Seg.Objects[k].Centroid == first.Seg.Objects[k].Centroid {
		k++
	}
	if d := again.Seg.Objects[k].Centroid; d == first.Seg.Objects[k].Centroid {
		t.Error("what was moved is seen where it was")
	}
	for _, spot := range []*geom.Vec2{nil, {X: 0, Y: 0.7}} {
		s, job := make(spot)
		rows, err := job.RunAll(t.Context())
		if err != nil || len(rows) != 4 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, r := range rows {
			i := slices.Index(s.keys, r.Key)
			if in, why := s.InTray(i, r.At); !r.Placed || !in {
				t.Errorf("%+v: %s", r, why)
			}
		}
		for _, f := range s.Fates() {
			if f.Dropped || f.Damaged || !f.Stands {
				t.Errorf("%+v", f)
			}
		}
		if v, err := s.Look(t.Context()); err != nil || len(v.Seg.Objects) != 0 {
			t.Errorf("the trays are in view: %v", err)
		}
	}
	// Things that are seen inside each other cannot be set up.
	two := *v.Seg
	two.Objects = []scene.Object{v.Seg.Objects[0], v.Seg.Objects[0]}
	if _, err := NewSeen(&two, laid.Scene, robot.DefaultConfig(2), rehearse.Properties{}, planner, plans, nil, nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("inside each other: %v", err)
	}
}
