package clear

import (
	"context"
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
)

// recall is a memory with a script.
type recall struct {
	grasps []Remembered
	err    error
}

func (r recall) Grasps(context.Context, string) ([]Remembered, error) { return r.grasps, r.err }
func (r recall) Broke(context.Context, string) (float64, error)       { return 0, r.err }
func (r recall) Record(context.Context, *Attempt) error               { return r.err }

func pose(x float64) geom.Pose { return geom.Pose{R: geom.IdentityRot, P: geom.V(x, 0, 0)} }

// What the memory knows corrects what the planner says, by how often it was tried; a grasp like one that failed here comes last.
func TestChoices(t *testing.T) {
	plan := &grasp.Plan{Grasps: []grasp.Grasp{{X_FG: pose(0), Quality: 0.9}, {X_FG: pose(0.1), Quality: 0.8}, {X_FG: pose(0.2), Quality: 0.7}}}
	order := func(m Memory, failed ...geom.Pose) []float64 {
		var trouble error
		k := &job{Job: &Job{Memory: m, Grasps: 10, Trouble: func(err error) { trouble = err }}}
		k.Wrist.R = geom.IdentityRot
		v := &View{Seg: &scene.Segmentation{}, X_WF: pose(0)}
		tg := &target{row: &Row{failed: failed}, known: Known{Name: "can", X_WO: pose(0)}, plan: plan}
		var out []float64
		for _, c := range k.choices(context.Background(), v, tg) {
			out = append(out, math.Round(100*c.x.P.X)/100)
		}
		if r, ok := m.(recall); ok && r.err != nil && trouble == nil {
			t.Error("a memory that fails is not reported")
		}
		return out
	}
	for name, c := range map[string]struct {
		memory Memory
		failed []geom.Pose
		want   []float64
	}{
		"nothing known":        {nil, nil, []float64{0, 0.1, 0.2}},
		"the first has failed": {recall{grasps: []Remembered{{ID: 1, X_OG: pose(0), Quality: 0.9, Attempts: 1}}}, nil, []float64{0.1, 0.2, 0}},
		"another has held":     {recall{grasps: []Remembered{{ID: 1, X_OG: pose(0.5), Quality: 0.9, Successes: 3, Attempts: 3}}}, nil, []float64{0.5, 0, 0.1, 0.2}},
		"it failed just now":   {nil, []geom.Pose{pose(0.001)}, []float64{0.1, 0.2, 0}},
		"the memory is gone":   {recall{err: fault.New("read", "", fault.Unavailable, "the disk is gone")}, nil, []float64{0, 0.1, 0.2}},
	} {
		got := order(c.memory, c.failed...)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", name, got, c.want)
				break
			}
		}
	}
}
