package flight

import (
	"path/filepath"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/tape"
)

// Each tick of a simulated attempt is written without allocating: what was read and decided, the truth, the poses.
func TestWriterAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	g := newRig(t, t.TempDir(), 1)
	tp := tape.Begin(g.c)
	w, err := create(filepath.Join(t.TempDir(), "allocs.mcap"), Epoch, Head{Name: "allocs"}, &tp)
	if err != nil {
		t.Fatal(err)
	}
	st, r := g.c.Status(), g.r.Read()
	var known tape.Truth
	tick := func() {
		st.Ticks++
		w.step(&st, r, true)
		w.truth(st.Ticks, &known)
		w.poses(geom.Pose{R: geom.IdentityRot}, geom.Pose{R: geom.IdentityRot})
	}
	for range 3000 { // a few chunks, after which their memory is there
		tick()
	}
	if n := testing.AllocsPerRun(200, tick); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
	if err := w.close(); err != nil {
		t.Error(err)
	}
}
