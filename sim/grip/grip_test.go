package grip

import (
	"bytes"
	"context"
	"image/png"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Touch holds what one force crushes and what another lets slip; the result is the same on one core and on all.
func TestTouchBeatsFixedForces(t *testing.T) {
	b := Bench{Objects: []string{"egg", "mustard-bottle", "strawberry", "bowl"}, Trials: 2, Seed: 3}
	if n, err := b.Count(); err != nil || n != 4*2*len(Controllers) {
		t.Fatalf("%d trials, %v", n, err)
	}
	res, err := b.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]Row{}
	for _, r := range res.Rows {
		if r.Held+r.Slipped+r.Crushed+r.Missed != r.Trials || r.PossibleHeld > r.Possible || r.Possible > r.Trials {
			t.Errorf("%+v does not add up", r)
		}
		if r.Object == "all" {
			all[r.Controller] = r
		}
		if r.Object == "bowl" && (r.Held > 0 || r.Possible > 0) {
			t.Errorf("a bowl of 159 mm: %+v", r)
		}
	}
	if got := all["touch"]; got.Held != got.Possible || got.Crushed > 0 || got.Possible != 6 {
		t.Errorf("touch: %+v, %v", got, res.Failed)
	}
	for _, c := range []string{"5", "10", "15"} {
		if all[c].Held >= all["touch"].Held {
			t.Errorf("%s N holds %d, touch %d", c, all[c].Held, all["touch"].Held)
		}
	}
	if all["15"].Crushed == 0 || all["5"].Slipped == 0 {
		t.Errorf("15 N crushes %d, 5 N loses %d", all["15"].Crushed, all["5"].Slipped)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again, err := b.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(res, again); d != "" {
		t.Errorf("another number of cores, another result:\n%s", d)
	}
	data, err := res.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() < 500 {
		t.Errorf("plot %v, %v", img.Bounds(), err)
	}
}

func TestRefuses(t *testing.T) {
	b := Bench{Objects: []string{"unicorn"}}
	if _, err := b.Run(context.Background(), nil); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b.Objects = []string{"egg"}
	if _, err := b.Run(ctx, nil); fault.KindOf(err) != fault.Preempted {
		t.Error(err)
	}
	if _, err := (&Result{}).PNG(); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}
