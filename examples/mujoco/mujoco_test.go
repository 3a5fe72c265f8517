// Package mujoco proves the grasp fix in MuJoCo: pick.mjs drives the real engine and Holdfast's command line side by side.
package mujoco

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// needMuJoCo installs npm's mujoco-js where it can, and skips the test visibly where it cannot.
func needMuJoCo(t *testing.T) {
	t.Helper()
	missing := func(format string, args ...any) {
		t.Helper()
		if os.Getenv("HOLDFAST_PEERS") != "" {
			t.Fatalf(format, args...)
		}
		t.Skipf(format, args...)
	}
	if _, err := exec.LookPath("node"); err != nil {
		missing("node is missing: %v; install Debian's nodejs and npm", err)
	}
	if _, err := os.Stat("node_modules/mujoco-js"); err == nil {
		return
	}
	if out, err := exec.Command("npm", "ci", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
		missing("npm's mujoco-js cannot be installed: %v\n%s", err, out)
	}
}

type result struct {
	Fix    bool
	Slip   float64 // m
	Lowest float64 // height of the cube while it was carried, m
	End    float64 // height at the end, m
	Events []struct {
		T                     float64
		Event, Object, Reason string
		Angle, Ratio          float64
	}
}

func pick(t *testing.T, args ...string) result {
	t.Helper()
	cmd := exec.Command("node", append([]string{"pick.mjs"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var r result
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return r
}

func TestPick(t *testing.T) {
	if testing.Short() {
		t.Skip("runs MuJoCo for fifteen simulated seconds")
	}
	needMuJoCo(t)
	holdfast := filepath.Join(t.TempDir(), "holdfast")
	if out, err := exec.Command("go", "build", "-o", holdfast, "../../cmd/holdfast").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	without, with := pick(t), pick(t, "--holdfast", holdfast)
	t.Logf("slip in the hand: %.2f mm without the fix, %.2f mm with it", 1e3*without.Slip, 1e3*with.Slip)

	if e := with.Events; len(e) != 2 || e[0].Event != "attach" || e[0].Object != "cube_col" || e[0].Reason != "gripped" || e[1].Event != "detach" || e[1].Reason != "released_geometry" {
		t.Fatalf("events %+v", e)
	}
	if e := with.Events; e[0].T > 1 || e[0].Angle < 170 || e[0].Ratio < 0.9 {
		t.Errorf("attached at %g s with %g deg and a ratio of %g; the hand lifts at 1 s", e[0].T, e[0].Angle, e[0].Ratio)
	}
	if e := with.Events; e[1].T < 6 || e[1].T > 6.5 {
		t.Errorf("let go at %g s; the hand opens at 6 s", e[1].T)
	}
	for _, r := range []result{without, with} {
		if r.Lowest < 0.32 || r.End > 0.25 {
			t.Errorf("fix %v: the cube was not carried, or not let go: %+v", r.Fix, r)
		}
	}
	if with.Slip > 1e-3 || without.Slip < 5*with.Slip {
		t.Errorf("slip %g m with the fix, %g m without", with.Slip, without.Slip)
	}
	if len(without.Events) != 0 {
		t.Errorf("events without the fix: %+v", without.Events)
	}
}
