package tabletop

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// Fate is what has become of an object so far.
type Fate struct {
	Name    string
	Dropped bool // it has fallen by more than a centimetre
	Damaged bool
	Why     string // it is damaged
	Stands  bool   // it is at rest, upright as it was
	X_WO    geom.Pose
}

const (
	fallSpeed = 0.45               // m/s of an object that has fallen by a centimetre
	upright   = 25 * math.Pi / 180 // rad
	strayed   = 0.085              // m from where it was put down, of an object that has not stayed there
)

// judge sees what really becomes of the objects of a world.
type judge struct {
	world *sim.World
	keys  []string
	fates []Fate
	was   []geom.Rot // as they stood at first
	round []bool     // and may roll as they like
}

// add takes in the next object of the world.
func (j *judge) add(key, name string, X_WO geom.Pose, round bool) {
	j.keys, j.fates = append(j.keys, key), append(j.fates, Fate{Name: name})
	j.was, j.round = append(j.was, X_WO.R), append(j.round, round)
}

// attend watches a robot's world from now on.
func (j *judge) attend(r *robot.Robot) {
	j.world = r.World
	r.Each = func(*robot.Robot) {
		for i := range j.world.State.Bodies { // objects fall
			if b := &j.world.State.Bodies[i]; b.V.Z < -fallSpeed && b.PadForce == [2]float64{} {
				j.fates[i].Dropped = true
			}
		}
	}
}

// Fates looks at every object.
func (j *judge) Fates() []Fate {
	for i := range j.fates {
		f, b, o := &j.fates[i], &j.world.State.Bodies[i], &j.world.Model.Objects[i]
		f.X_WO = b.X_WO
		f.Damaged = b.Crushed
		if b.Crushed {
			f.Why = fmt.Sprintf("pressed with %.1f N and dented by %.1f mm; %.1f N or %.1f mm damage it",
				math.Max(b.PeakForce[0], b.PeakForce[1]), 1e3*math.Max(b.PeakDent[0], b.PeakDent[1]), o.CrushForce, 1e3*o.DentLimit)
		}
		z := geom.UnitZ
		tilt := math.Acos(math.Max(-1, math.Min(1, r3.Dot(b.X_WO.R.Apply(j.was[i].Inv().Apply(z)), z))))
		f.Stands = b.Supported && (j.round[i] || tilt < upright)
	}
	return j.fates
}

// Inspect looks whether an object is damaged, as a person would: what the hand did to it shows.
func (j *judge) Inspect(r *clear.Row) string {
	for i, key := range j.keys {
		if key == r.Key && j.world.State.Bodies[i].Crushed {
			return j.Fates()[i].Why
		}
	}
	return ""
}

// InTray says whether an object stands where it was put, and as it was picked up; if not, why not.
func (j *judge) InTray(i int, at geom.Vec) (bool, string) {
	f := j.Fates()[i]
	switch away := math.Hypot(f.X_WO.P.X-at.X, f.X_WO.P.Y-at.Y); {
	case away > strayed:
		return false, fmt.Sprintf("it did not stay in its place in the tray, it is %.0f mm away", 1e3*away)
	case !f.Stands:
		return false, "it fell over in its tray"
	}
	return true, ""
}

// isRound reports an object that may roll as it likes: a ball, or what lies.
func isRound(p *catalogue.Placed) bool {
	h := p.Shape.Half()
	return p.Rest != geom.IdentityRot || h.X == h.Z && h.Y == h.Z
}
