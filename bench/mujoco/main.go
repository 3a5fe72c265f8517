// Command mujoco compares the simulated hold of package sim with MuJoCo on the same scene, in one run: steps a second of one
// thread, and how far the held object creeps. Its peers are MuJoCo 2.2.2, which is Debian's libmujoco-dev and native code, and MuJoCo
// 3.3.8, which is npm's mujoco-js and WebAssembly: the speed of the latter is that of the package, not of a native build.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

func main() {
	steps := flag.Int("steps", 100000, "steps of each measurement, of 1 ms")
	rounds := flag.Int("rounds", 3, "times that each is measured, in turn; the fastest counts")
	flag.Parse()
	*steps = max(*steps, creepSteps)
	if err := run(*steps, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "mujoco:", err)
		os.Exit(1)
	}
}

// scene is one variant of the hold in MuJoCo.
type scene struct {
	name   string
	option string // attributes of <option>
	pad    func(side float64) string
	object string
	load   float64
}

// pads are a plain box, or one ball a cell as sim has them.
func plainPad(friction float64) func(float64) string {
	return func(float64) string {
		return fmt.Sprintf(`<geom type="box" size="0.015 0.003 0.0084" pos="0 0.003 0" friction="%g 0.003 0.0001" condim="4"/>`, friction)
	}
}

func cellPad(friction float64) func(float64) string {
	return func(side float64) string {
		var b strings.Builder
		g := sim.DefaultGripper()
		c := g.PadCenter().X - g.TipX
		for _, cell := range g.Pads.Cells {
			if cell.Front {
				fmt.Fprintf(&b, `<geom type="sphere" size="%g" pos="%g %g %g" friction="%g 0.003 0.0001" condim="4"/>`,
					g.PadRound, cell.Center.X-c, g.PadRound, cell.Center.Z, friction)
			}
		}
		return b.String()
	}
}

// model is the MJCF of a hand whose fingers are moved together by one drive of 95 kg at the gap, gripping with a force.
func (s *scene) model(half float64) string {
	finger := func(name string, side float64) string {
		// Each finger moves at half the gap's speed: 95 kg at the gap are 190 kg at each finger.
		return fmt.Sprintf(`<body name="%s" pos="0 %g 0" euler="0 0 %g"><joint name="%[1]s" type="slide" axis="0 1 0" armature="190" damping="3000"/>
<inertial pos="0 0 0" mass="0.2" diaginertia="1e-4 1e-4 1e-4"/>%[4]s</body>`, name, side*half, 90-90*side, s.pad(side))
	}
	return fmt.Sprintf(`<mujoco><compiler angle="degree"/><default><geom solref="0.004 1"/></default><option timestep="0.001" gravity="0 0 -9.81" %s/>
<worldbody><body name="palm">%s%s</body>
<body name="object"><freejoint/>%s</body></worldbody>
<equality><joint joint1="left" joint2="right"/></equality>
<actuator><motor joint="left" gear="-1"/><motor joint="right" gear="-1"/></actuator>
<keyframe><key ctrl="%g %g"/></keyframe></mujoco>`, s.option, finger("left", 1), finger("right", -1), s.object, s.load, s.load)
}

type measured struct {
	Steps    float64 `json:"steps_per_s"`
	Creep    float64 `json:"creep_um_per_s"`
	Contacts int     `json:"contacts"`
}

func run(steps, rounds int) error {
	dir, err := os.MkdirTemp("", "holdfast-mujoco-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "hold")
	if out, err := exec.Command("gcc", "-O3", "-o", bin, "bench/mujoco/peer/hold.c", "-lmujoco", "-lm").CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build the peer; run this from the top of the repository, with: apt-get install gcc libc6-dev libmujoco-dev\n%s", out)
	}

	const cube = `<geom type="box" size="0.02 0.02 0.02" mass="0.1" friction="0.5 0.003 0.0001" condim="4"/>`
	const capsule = `<geom type="capsule" size="0.004 0.03" mass="0.045" friction="0.7 0.003 0.0001" condim="4"/>`
	elliptic := `cone="elliptic" impratio="10"`
	scenes := []struct {
		scene
		half float64
	}{
		{scene{"cube 5 N, box pads, pyramidal", "", plainPad(0.5), cube, 5}, 0.02},
		{scene{"cube 5 N, box pads, elliptic, impratio 10", elliptic, plainPad(0.5), cube, 5}, 0.02},
		{scene{"cube 5 N, cells, pyramidal", "", cellPad(0.5), cube, 5}, 0.02},
		{scene{"cube 5 N, cells, elliptic, impratio 10", elliptic, cellPad(0.5), cube, 5}, 0.02},
	}
	for _, load := range []float64{12, 30, 60} {
		for _, o := range []struct{ name, option string }{{"pyramidal", ""}, {"elliptic", `cone="elliptic"`}, {"elliptic, impratio 10", elliptic}, {"elliptic, impratio 10, 10 no-slip iterations", elliptic + ` noslip_iterations="10"`}} {
			scenes = append(scenes, struct {
				scene
				half float64
			}{scene{fmt.Sprintf("capsule %g N, box pads, %s", load, o.name), o.option, plainPad(0.7), capsule, load}, 0.004})
		}
	}
	engines := []struct {
		name string
		run  []string
	}{{"MuJoCo 2.2.2", []string{bin}}, {"MuJoCo 3.3.8, wasm", []string{"node", "bench/mujoco/peer/hold.mjs"}}}
	best := make([][]measured, len(engines))
	for e := range best {
		best[e] = make([]measured, len(scenes))
	}
	var cubeBest measured
	capsules := map[float64]*measured{12: {}, 30: {}, 60: {}}
	for range rounds {
		for i, s := range scenes {
			file := filepath.Join(dir, fmt.Sprintf("%d.xml", i))
			if err := os.WriteFile(file, []byte(s.model(s.half)), 0o600); err != nil {
				return err
			}
			for e, engine := range engines {
				out, err := exec.Command(engine.run[0], append(engine.run[1:], file, fmt.Sprint(steps))...).Output()
				if err != nil {
					return fmt.Errorf("%s in %s: %w; run make bench-mujoco, which installs the engines", s.name, engine.name, err)
				}
				var m measured
				if err := json.Unmarshal(out, &m); err != nil {
					return fmt.Errorf("%s in %s: %w", s.name, engine.name, err)
				}
				keep(&best[e][i], m)
			}
		}
		w, err := cubeHold()
		if err != nil {
			return err
		}
		keep(&cubeBest, measure(w, steps))
		for load, m := range capsules {
			if w, err = sim.CreepScene(load); err != nil {
				return err
			}
			keep(m, measure(w, steps))
		}
	}

	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "scene\tengine\tcontacts\tsteps/s\tsim is faster by\tcreep um/s")
	row := func(name, engine string, m, ours measured) {
		ratio := "-"
		if engine != "sim" {
			ratio = fmt.Sprintf("%.1f", ours.Steps/m.Steps)
		}
		creep := fmt.Sprintf("%.3g", m.Creep)
		if m.Creep > 1e5 {
			creep = "lost"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%.0f\t%s\t%s\n", name, engine, m.Contacts, m.Steps, ratio, creep)
	}
	row("cube 5 N, 44 cells", "sim", cubeBest, cubeBest)
	for _, load := range []float64{12, 30, 60} {
		row(fmt.Sprintf("capsule %g N, 44 cells", load), "sim", *capsules[load], *capsules[load])
	}
	for i, s := range scenes {
		ours := cubeBest
		if m := capsules[s.load]; m != nil {
			ours = *m
		}
		for e, engine := range engines {
			row(s.name, engine.name, best[e][i], ours)
		}
	}
	return w.Flush()
}

func keep(best *measured, m measured) {
	if m.Steps > best.Steps {
		*best = m
	}
}

// cubeHold is the hold of a 4 cm cube of 100 g with 5 N.
func cubeHold() (*sim.World, error) {
	m := sim.DefaultModel()
	m.Table = nil
	g := *m.Gripper
	g.Friction, g.Damping = 0, 1500
	m.Gripper = &g
	m.Objects = []sim.Object{{Shape: shape.NewBox(geom.V(0.04, 0.04, 0.04)), Mass: 0.1, Stiffness: 50e3, Friction: 0.5}}
	w, err := sim.New(m, []geom.Pose{{P: g.PadCenter()}}, geom.Pose{})
	if err != nil {
		return nil, err
	}
	w.SetGap(0.04)
	w.SetEffort(-5)
	w.Model.Gravity = geom.Vec{}
	for range 1000 {
		w.Step()
	}
	w.Model.Gravity = m.Gravity
	return w, nil
}

// cpu is the processor time of this process, seconds, as the peer measures it.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // cannot fail for this process
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}

// creepSteps is the time over which the creep is taken, as in the peer.
const creepSteps = 5000

func measure(w *sim.World, steps int) measured {
	for range 3000 {
		w.Step()
	}
	from := w.State.Bodies[0].X_WO.P
	m := measured{Contacts: w.Contacts()}
	start := cpu()
	for i := range steps {
		w.Step()
		if i == creepSteps-1 {
			m.Creep = 1e6 * r3.Norm(r3.Sub(w.State.Bodies[0].X_WO.P, from)) / (creepSteps * w.Model.Dt)
		}
	}
	m.Steps = float64(steps) / (cpu() - start)
	return m
}
