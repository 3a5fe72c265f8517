package graspfix

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

const boxName = "box::link::collision"

// rig is the arrangement of the acceptance tests: fingers L and R beside an object, driven window by window.
type rig struct {
	t      testing.TB
	f      *Fix
	events []Event
	tick   int // windows so far
	said   []string

	X      map[string]geom.Pose // of links, by finger collision or object collision
	forces map[string]geom.Vec  // finger collision -> force on the object, W
	points map[string]geom.Vec
	touch  map[string]string // finger collision -> object collision
	poses  bool              // tell poses in every window
	dt     float64
}

func config(t testing.TB, preset string, change func(*Params), arms ...Arm) *Config {
	t.Helper()
	p, err := Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&p)
	}
	if len(arms) == 0 {
		arms = []Arm{{Name: "arm", Palm: "palm", Links: []string{"L", "R"}}}
	}
	c := &Config{Params: p, Arms: arms}
	c.Check()
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

func newRig(t testing.TB, cfg *Config, act Actuator) *rig {
	t.Helper()
	r := &rig{t: t, poses: true, dt: 1 / cfg.UpdateRate}
	var err error
	r.f, err = New(cfg, act, Hooks{
		OnEvent:   func(e Event) { r.events = append(r.events, e) },
		OnProblem: func(p Problem, text string) { r.said = append(r.said, p.String()+" "+text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	r.X = map[string]geom.Pose{"L": {P: geom.V(-0.03, 0, 0)}, "R": {P: geom.V(0.03, 0, 0)}, boxName: {}, "palm": {}}
	r.points = map[string]geom.Vec{"L": geom.V(-0.02, 0, 0), "R": geom.V(0.02, 0, 0)}
	r.forces = map[string]geom.Vec{"L": geom.V(5, 0, 0), "R": geom.V(-5, 0, 0)}
	r.touch = map[string]string{"L": boxName, "R": boxName}
	return r
}

// window lets one window pass: contacts of the fingers listed, then time to its end.
func (r *rig) window(fingers ...string) {
	start := float64(r.tick) * r.dt
	r.tick++
	mid := start + r.dt/2
	if r.poses {
		for _, k := range sortedKeys(r.X) {
			r.f.SetPose(k, mid, r.X[k])
		}
	}
	for _, fn := range fingers {
		r.contact(mid, fn, r.touch[fn])
	}
	r.f.Advance(float64(r.tick)*r.dt, 0)
}

func (r *rig) contact(t float64, finger, object string) {
	r.f.Contact(&Contact{T: t, Object: r.f.ID(object, ""), Finger: r.f.ID(finger, ""), Points: 1, F_W: r.forces[finger], P_W: r.points[finger], X_WF: r.X[finger], X_WO: r.X[object]})
}

func (r *rig) U(n int) {
	for range n {
		r.window("L", "R")
	}
}

func (r *rig) E(n int) {
	for range n {
		r.window()
	}
}

// move shifts a link.
func (r *rig) move(name string, d geom.Vec) {
	x := r.X[name]
	x.P = add(x.P, d)
	r.X[name] = x
}

// open moves both fingers apart, each by d metres.
func (r *rig) open(d float64) {
	r.move("L", geom.V(-d, 0, 0))
	r.move("R", geom.V(d, 0, 0))
}

func (r *rig) log() string {
	var b strings.Builder
	for _, e := range r.events {
		fmt.Fprintf(&b, "%s %s %s %s @%d\n", e.Kind, e.Object, e.Arm, e.Reason, int(math.Round(e.T/r.dt)))
	}
	return b.String()
}

func (r *rig) want(log string) {
	r.t.Helper()
	if got := r.log(); got != log {
		r.t.Errorf("after %d windows: events\n%swant\n%s", r.tick, got, log)
	}
}

func (r *rig) code(want Code) Verdict {
	r.t.Helper()
	v := r.f.Explain(boxName, "arm")
	if v.Code != want {
		r.t.Errorf("verdict %v, want %s", v, want)
	}
	return v
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	for i := range keys {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return keys
}

// both runs a test under the classic and the recommended settings.
func both(t *testing.T, run func(t *testing.T, preset string)) {
	for _, preset := range []string{Classic, Default} {
		t.Run(preset, func(t *testing.T) { run(t, preset) })
	}
}
