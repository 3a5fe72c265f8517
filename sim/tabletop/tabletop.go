// Package tabletop is a simulated robot before a laid table: it has a camera that looks at what stands there now, a recogniser that knows the
// objects by name, trays beside the table, and a judge who sees what really became of everything.
//
// The recogniser is the simulation's own: it knows which object a segment's points came from, and gives its pose with an error of a
// millimetre and a degree. Everything else is as for a robot: grasps are planned from the camera's cloud alone.
package tabletop

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// Table is a robot before a table.
type Table struct {
	*robot.Robot
	*rehearse.Table // as it was laid; Placed are what stands on it
	Scene           scene.Params
	Properties      rehearse.Properties // that are known of all objects

	judge
	seed  uint64
	looks uint64
	slots map[string]int // taken in the tray of a kind
}

const (
	poseNoise = 1e-3                // m
	turnNoise = 1 * math.Pi / 180.0 // rad
)

// New lays a table with n objects, as catalogue.Table does, and puts a robot before it. The same seed and number give the same.
func New(seed uint64, n int, cfg robot.Config, p scene.Params, prop rehearse.Properties) (*Table, error) {
	t := &Table{Scene: p, Properties: prop, seed: seed, slots: map[string]int{}}
	var err error
	if t.Table, err = rehearse.NewTable(seed, n); err != nil {
		return nil, err
	}
	cfg.Objects, cfg.X_WO, cfg.Sleep = nil, nil, true
	count := map[string]int{}
	for i := range t.Placed {
		o := &t.Placed[i]
		known := rehearse.Known(&o.Object)
		prop.Apply(&known)
		key := o.Name
		if count[o.Name]++; count[o.Name] > 1 {
			key = fmt.Sprintf("%s %d", o.Name, count[o.Name])
		}
		known.Object.Name = key
		cfg.Objects = append(cfg.Objects, known.Object)
		cfg.X_WO = append(cfg.X_WO, o.X_WO)
		t.judge.add(key, o.Name, o.X_WO, isRound(o))
	}
	if t.Robot, err = robot.New(cfg); err != nil {
		return nil, err
	}
	t.attend(t.Robot)
	return t, nil
}

// Look takes a picture of what stands on the table now, and segments it. What lies in the trays is out of view.
func (t *Table) Look(context.Context) (*clear.View, error) {
	for i := range t.Placed {
		t.Placed[i].X_WO = t.World.State.Bodies[i].X_WO
	}
	if t.looks > 0 {
		if err := t.Picture(t.seed + t.looks); err != nil {
			return nil, err
		}
	}
	t.looks++
	seg, err := scene.Segment(t.Cloud, t.Scene)
	if err != nil {
		return nil, fault.Wrap("", fmt.Sprintf("table %d", t.seed), err)
	}
	return &clear.View{Seg: seg, X_WF: t.X_WC}, nil
}

// Looks is how many pictures have been taken.
func (t *Table) Looks() uint64 { return t.looks }

// Key is the name of object i in the world: its own, with a number where there are several.
func (t *Table) Key(i int) string { return t.keys[i] }

// Know is the recogniser.
func (t *Table) Know(v *clear.View, segment int) (clear.Known, bool) {
	k := t.Owner(&v.Seg.Objects[segment])
	if k < 0 {
		return clear.Known{}, false
	}
	x := t.World.State.Bodies[k].X_WO
	if math.Abs(x.P.Y) > trayY-0.1 { // it is in a tray, or on its way there
		return clear.Known{}, false
	}
	r := rand.New(rand.NewPCG(t.seed, t.looks<<16|uint64(k)))
	n := func(s float64) float64 { return s * r.NormFloat64() }
	x.P = r3.Add(x.P, geom.V(n(poseNoise), n(poseNoise), n(poseNoise)))
	x.R = geom.Exp(geom.V(n(turnNoise), n(turnNoise), n(turnNoise))).Mul(x.R)
	return clear.Known{Name: t.Placed[k].Name, Kind: t.Placed[k].Kind, X_WO: x, Key: t.keys[k]}, true
}

// MaxForce is what an object of a segment's size is taken to stand, with something to spare.
func (t *Table) MaxForce(v *clear.View, segment int) float64 {
	return standable(v, segment, &t.Properties)
}

// standable is what an object of a segment's size is taken to stand, with something to spare, N.
func standable(v *clear.View, segment int, p *rehearse.Properties) float64 {
	assumed := rehearse.Estimate(v.Seg.Objects[segment].Size)
	p.Apply(&assumed)
	return spared * assumed.CrushForce
}

const spared = 0.85

// The trays: lanes beside the table, one for each kind, on both sides.
const (
	trayY    = 0.70 // m from the middle of the table, of the first place
	trayStep = 0.17
	trayRoom = 24 // places
)

var lanes = []string{"cans and bottles", "boxes", "cups", "fruit", "balls", "things"}

// Places are the free places of a kind, nearest first.
func (t *Table) Places(kind string, _ float64) []geom.Vec {
	lane := 0
	for i, k := range lanes {
		if k == kind {
			lane = i
		}
	}
	side := float64(1 - 2*(lane%2))
	var out []geom.Vec
	for i := t.slots[kind]; i < trayRoom; i++ {
		out = append(out, geom.V(0.22*float64(lane/2-1), side*(trayY+trayStep*float64(i)), 0))
	}
	return out
}

// Taken marks a place.
func (t *Table) Taken(kind string, at geom.Vec) {
	t.slots[kind] = int(math.Round((math.Abs(at.Y)-trayY)/trayStep)) + 1
}

// Job is what it takes to clear the table; what is not the table's may be changed.
func (t *Table) Job() *clear.Job {
	return &clear.Job{
		Robot: t.Robot.Robot, Run: t.Run, Look: t.Look, Know: t.Know, Now: t.Time, Tray: t, MaxForce: t.MaxForce, Inspect: t.Inspect, Pick: pick.DefaultParams(), Tries: 3, Grasps: 8,
	}
}

var _ clear.Tray = (*Table)(nil)

// Room is how many objects find room on a table, standing apart in view of the camera.
const Room = 12

// Split divides a number of objects among tables, as evenly as can be.
func Split(n int) []int {
	tables := (n + Room - 1) / Room
	var out []int
	for i := range tables {
		out = append(out, (n+i)/tables)
	}
	return out
}
