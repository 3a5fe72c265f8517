package tabletop

import (
	"math"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// shell samples the outside of a box over the point x, y, from height z0 to z1, but for its lower face.
func shell(x, y, l, w, z0, z1 float64) (pts []geom.Vec) {
	const d = 0.003
	for u := 0.0; u <= l; u += d {
		for v := 0.0; v <= w; v += d {
			for z := z0; z <= z1; z += d {
				if edge := u < d || u > l-d || v < d || v > w-d; edge || z > z1-d {
					pts = append(pts, geom.V(x-l/2+u, y-w/2+v, z))
				}
			}
		}
	}
	return pts
}

// What stands on another object is seen to, stands there in the world, is taken first, and put down on the ground of its tray.
func TestStack(t *testing.T) {
	var pts []geom.Vec
	var clusters [][]int32
	for _, s := range [][]geom.Vec{shell(0, 0, 0.15, 0.06, 0, 0.09), shell(0.01, 0, 0.05, 0.05, 0.09, 0.16)} {
		var list []int32
		for _, p := range s {
			list = append(list, int32(len(pts)))
			pts = append(pts, p)
		}
		clusters = append(clusters, list)
	}
	for x := -0.4; x < 0.4; x += 0.005 {
		for y := -0.4; y < 0.4; y += 0.005 {
			if math.Abs(x) > 0.08 || math.Abs(y) > 0.035 {
				pts = append(pts, geom.V(x, y, 0))
			}
		}
	}
	c := cloud.New(len(pts), 1)
	for i, p := range pts {
		c.Set(i, p)
	}
	c.X_FS.P = geom.V(0, -0.8, 0.8)
	seg, err := scene.FromClusters(c, scene.Table{X_FT: geom.Pose{R: geom.IdentityRot}, Points: 1000, Hull: []geom.Vec2{{X: -.5, Y: -.5}, {X: .5, Y: -.5}, {X: .5, Y: .5}, {X: -.5, Y: .5}}}, clusters)
	if err != nil {
		t.Fatal(err)
	}
	_, j := lay(t, 2, 1)
	planner, err := grasp.NewPlanner(seg, j.Hand, j.Grasp, grasp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if on, ok := planner.StandsOn(1); !ok || on != 0 || planner.Base(1) < 0.085 || planner.Base(0) != 0 {
		t.Fatalf("stands on %d, %v, at %g m", on, ok, planner.Base(1))
	}
	plans, err := planner.PlanAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSeen(seg, scene.DefaultParams(), robot.DefaultConfig(2), rehearse.Properties{}, planner, plans, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Settle(1); !s.Fates()[1].Stands || s.World.State.Bodies[1].X_WO.P.Z < 0.12 {
		t.Fatalf("in the world it does not stand there: %+v", s.Fates()[1])
	}
	job := s.Job()
	job.Hand, job.Grasp, job.Wrist = j.Hand, j.Grasp, j.Wrist
	var order []string
	job.Inspect = func(r *clear.Row) string { order = append(order, r.Key); return "" }
	rows, err := job.RunAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !r.Placed {
			t.Errorf("%s: %s", r.Key, r.Reason)
		}
	}
	if !slices.Equal(order, []string{"object 2", "object 1"}) {
		t.Errorf("taken in the order %v", order)
	}
	s.Settle(1)
	for i, f := range s.Fates() {
		if f.Dropped || f.Damaged || !f.Stands {
			t.Errorf("object %d: %+v", i+1, f)
		}
	}
}
