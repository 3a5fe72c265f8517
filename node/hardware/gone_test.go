package hardware

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/gripper"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
)

// A loop whose sidecar has hung up, as it does on one that stood still for longer than its patience, ends and says so instead of going on
// without a bus.
func TestRunEndsWithItsSidecar(t *testing.T) {
	at := filepath.Join(t.TempDir(), "s.sock")
	sim, err := SimulatedMachine("r_gripper_motor", true, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, hangUp := context.WithCancel(t.Context())
	defer hangUp()
	ready, served := make(chan struct{}), make(chan error, 1)
	go func() {
		served <- ServeSidecar(ctx, at, sim.Bus, SidecarOptions{Silence: time.Minute}, func(string) { close(ready) }, func(string) {})
	}()
	<-ready
	m, err := SidecarMachine(t.Context(), at, gripper.PR2Hand())
	if err != nil {
		t.Fatal(err)
	}
	l, err := hw.New(m.Bus, m.Config)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- Run(t.Context(), l, RunOptions{Gone: m.Gone}) }()
	hangUp()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("it ended without a reason")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it goes on without a bus")
	}
	<-served
}
