package graspfix

import (
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// ForceFrame says in which frame an engine gives the force on a body.
type ForceFrame uint8

const (
	InWorld ForceFrame = iota // gz-sim, MuJoCo, PyBullet, Isaac
	InLink                    // Gazebo classic, and what its bumper forwards: each body's force in that body's own link frame
)

// Sign says on which body an engine's first force acts.
type Sign uint8

const (
	// AsNamed: on the collision element that is named first. Gazebo classic.
	AsNamed Sign = iota
	// Auto: on either; it is turned so that it pushes into the object. gz-sim names the sensor's collision first and gives the
	// force on the physics engine's first body.
	Auto
)

// Entry is a contact as engines report it, before it is known which side is the finger.
type Entry struct {
	T, Wall                float64
	Collision1, Collision2 string
	Link1, Link2           string // may be empty, see Fix.ID
	Positions              []geom.Vec
	Normals                []geom.Vec // may be empty
	Depths                 []float64  // may be empty; only counted
	Force1, Force2         []geom.Vec // on body 1 and 2, N; both empty when the engine gives none, one may be
	X_W1, X_W2             geom.Pose  // of the links
	NoPoses                bool       // the engine gives none with contacts: the last that SetPose told are taken
	Static1, Static2       bool
	Frame                  ForceFrame
	Sign                   Sign
}

// Entry takes a contact as an engine reports it. The roles are those of the original: if the second side is a finger the first
// is the object, else the other way round; the force that counts is the one on the object.
func (f *Fix) Entry(e *Entry) {
	n := len(e.Positions)
	for _, m := range [...]int{len(e.Normals), len(e.Depths), len(e.Force1), len(e.Force2)} {
		if m != 0 && m != n {
			f.Report(BadArrays, "contact of %q and %q: %d positions, %d normals, %d depths, %d and %d forces; they must be equally many",
				e.Collision1, e.Collision2, n, len(e.Normals), len(e.Depths), len(e.Force1), len(e.Force2))
			return
		}
	}
	if n == 0 {
		f.Report(NoPoints, "contact of %q and %q has no point", e.Collision1, e.Collision2)
		return
	}
	id1, id2 := f.ID(e.Collision1, e.Link1), f.ID(e.Collision2, e.Link2)
	b1, b2 := f.body(id1), f.body(id2)
	if b1 == nil || b2 == nil {
		return // reported by ID
	}
	c := Contact{T: e.T, Wall: e.Wall, Points: n, P_W: meanOf(e.Positions)}
	var onObject, onFinger []geom.Vec
	first := false // the object is side 1
	switch {
	case b2.finger >= 0 && (b1.finger < 0 || f.cfg.OwnLinks):
		first = true
	case b1.finger >= 0 && b2.finger < 0:
	case b1.finger >= 0: // two fingers touch each other
		first = true
	case b2.own || !b1.own:
		first = true // neither is a finger: what touches is noted
	}
	if first {
		c.Object, c.Finger, c.X_WO, c.X_WF, c.Static = id1, id2, e.X_W1, e.X_W2, e.Static1
		onObject, onFinger = e.Force1, e.Force2
	} else {
		c.Object, c.Finger, c.X_WO, c.X_WF, c.Static = id2, id1, e.X_W2, e.X_W1, e.Static2
		onObject, onFinger = e.Force2, e.Force1
	}
	if (e.Static1 || e.Static2) && !c.Static {
		c.Static = true // the original wants both to move
	}
	if e.NoPoses {
		c.NoX_WF, c.NoX_WO = true, true
		if fb, ob := f.body(c.Finger), f.body(c.Object); fb != nil && ob != nil {
			c.X_WF, c.X_WO = f.links[fb.link].X_WL, f.links[ob.link].X_WL
		}
	}
	switch {
	case len(onObject) > 0:
		c.F_W = meanOf(onObject)
		if e.Frame == InLink {
			c.F_W = c.X_WO.R.Apply(c.F_W)
		}
	case len(onFinger) > 0:
		c.F_W = r3.Scale(-1, meanOf(onFinger))
		if e.Frame == InLink {
			c.F_W = c.X_WF.R.Apply(c.F_W)
		}
	case len(e.Normals) > 0:
		c.NoForce = true
		c.F_W = inward(meanOf(e.Normals), &c)
		c.F_W, _ = geom.Unit(c.F_W)
	default:
		c.NoForce = true
		c.F_W, _ = geom.Unit(sub(c.X_WO.P, c.P_W))
	}
	if e.Sign == Auto && !c.NoForce {
		c.F_W = inward(c.F_W, &c)
	}
	f.Contact(&c)
}

// inward turns a vector so that it points from the contact into the object: towards the origin of the object's link, or where
// that lies across, away from the finger's. It can err for hooks and deeply hollow objects.
func inward(v geom.Vec, c *Contact) geom.Vec {
	d := r3.Dot(v, sub(c.X_WO.P, c.P_W))
	if d == 0 {
		d = r3.Dot(v, sub(c.P_W, c.X_WF.P))
	}
	if d < 0 {
		return r3.Scale(-1, v)
	}
	return v
}

func meanOf(v []geom.Vec) geom.Vec {
	var s geom.Vec
	for _, x := range v {
		s = add(s, x)
	}
	return r3.Scale(1/float64(len(v)), s)
}
