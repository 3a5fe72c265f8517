// Package seen checks the motions of a hand against what a camera has seen of a table: for robots whose world nobody knows but by a cloud.
//
// World W is the frame in which the arm moves, z up; G is the palm's frame of package grasp: x out of the palm, y along the closing fingers. The
// hand is the boxes of a grasp.Hand, the table everything below its plane, and an object the points that the camera saw of it. What it did not
// see, and the arm behind the hand, are not checked.
package seen

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
)

// Table is what the table is called; so is whatever a query calls its support.
const Table = "table"

const (
	side  = 0.003 // m of the cubes to which the points are thinned
	slack = 0.002 // m by which noise may reach into a part of the hand
	few   = 3     // points in a part that are still noise

	own     = 0.02  // m about the hand at the moment of the picture that is the hand itself
	forearm = 0.4   // m of arm behind the palm that are not taken for an object either
	apart   = 0.005 // m between what is in the hand and what it must not touch
	between = 0.1   // m from the middle of the pads within which an object is meant
	member  = 0.01  // m from a point of an object within which a point is one of it
)

// World is what was seen last. It is safe for concurrent use: a camera's goroutine tells it, a robot's loop asks it. The zero value knows nothing,
// and has nothing in the way.
type World struct {
	hand grasp.Hand

	mu      sync.Mutex
	known   bool
	table   geom.Plane // in W
	on      bool       // there is one
	objects [][]geom.Vec
	held    string     // object in the hand, "" for none
	carried []geom.Vec // its points in G
}

// New makes a world for a hand.
func New(h grasp.Hand) *World { return &World{hand: h} }

// Name is what the i-th object of the last picture is called, counted from 0.
func Name(i int) string { return fmt.Sprintf("object_%d", i+1) }

// See takes over what a segmentation found. X_WF is the cloud's frame in the world, X_WG the palm when the cloud was taken, whose hand and
// forearm are no object. What is in the hand stays in it.
func (w *World) See(seg *scene.Segmentation, X_WF, X_WG geom.Pose) {
	X_GW := X_WG.Inv()
	parts := w.hand.Parts(w.hand.MaxOpening)
	parts[2].Lo.X -= forearm
	var objects [][]geom.Vec
	for i := range seg.Objects {
		points, _ := scene.Voxels(seg.Cloud, seg.Objects[i].Indices, X_WF, side)
		points = slices.DeleteFunc(points, func(p geom.Vec) bool {
			q := X_GW.Apply(p)
			return slices.ContainsFunc(parts[:], func(b grasp.Part) bool { return inside(q, &b, own) })
		})
		objects = append(objects, points)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known, w.objects, w.on = true, objects, seg.Table.Points > 0
	if w.on {
		X_WT := X_WF.Mul(seg.Table.X_FT)
		n := X_WT.R.Apply(geom.UnitZ)
		w.table = geom.Plane{Normal: n, Offset: r3.Dot(n, X_WT.P)}
	}
}

// Known reports that something has been seen.
func (w *World) Known() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known
}

func inside(p geom.Vec, b *grasp.Part, margin float64) bool {
	return p.X > b.Lo.X-margin && p.X < b.Hi.X+margin && p.Y > b.Lo.Y-margin && p.Y < b.Hi.Y+margin && p.Z > b.Lo.Z-margin && p.Z < b.Hi.Z+margin
}

// Of names the object to which most of some points in W belong; "" for none.
func (w *World) Of(points []geom.Vec) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	best, most := -1, 0
	step := max(1, len(points)/200) // a sample tells
	for i, o := range w.objects {
		n := 0
		for k := 0; k < len(points); k += step {
			if slices.ContainsFunc(o, func(p geom.Vec) bool { return r3.Norm2(r3.Sub(p, points[k])) < member*member }) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return ""
	}
	return Name(best)
}

// Between names the object nearest to the middle of the pads of a palm; "" where none is near.
func (w *World) Between(X_WG geom.Pose) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	pad := X_WG.Apply(geom.V(w.hand.PadCenter(), 0, 0))
	best, nearest := -1, between*between
	for i, o := range w.objects {
		for _, p := range o {
			if d := r3.Norm2(r3.Sub(p, pad)); d < nearest {
				best, nearest = i, d
			}
		}
	}
	if best < 0 {
		return ""
	}
	return Name(best)
}

// Took notes that an object is in the hand, which closed on it at X_WG: it moves along from now on.
func (w *World) Took(name string, X_WG geom.Pose) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := w.find(name)
	if i < 0 {
		return
	}
	w.held, w.carried = name, nil
	X_GW := X_WG.Inv()
	for _, p := range w.objects[i] {
		w.carried = append(w.carried, X_GW.Apply(p))
	}
	w.objects[i] = nil
}

// Left notes that the hand is empty.
func (w *World) Left() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held, w.carried = "", nil
}

// find is the place of a name in the objects, -1 for none. The lock is held.
func (w *World) find(name string) int {
	for i := range w.objects {
		if Name(i) == name {
			return i
		}
	}
	return -1
}

// Hand checks the hand alone, and what it has taken, against table and objects: see pick.Checker.
func (w *World) Hand(q *pick.Query) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.check(q, nil)
}

// Line checks the points of a straight line. An object that is to be held, and has not been taken yet, moves along from the first of them.
func (w *World) Line(q *pick.Query, to geom.Pose, n int) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var lifted []geom.Vec
	if i := w.find(q.Target); q.Held && i >= 0 && q.Target != w.held {
		X_GW := q.X_WG.Inv()
		for _, p := range w.objects[i] {
			lifted = append(lifted, X_GW.Apply(p))
		}
	}
	for i := 0; i <= n; i++ {
		at := *q
		at.X_WG = q.X_WG.Interpolate(to, float64(i)/float64(max(n, 1)))
		if err := w.check(&at, lifted); err != nil {
			return i, err
		}
	}
	return n + 1, nil
}

// check is Hand; lifted are points in G of an object that moves along.
func (w *World) check(q *pick.Query, lifted []geom.Vec) error {
	if q.Touch.All || !w.known {
		return nil
	}
	parts := w.hand.Parts(q.Gap)
	if w.on && !q.Touch.Support && !slices.Contains(q.Touch.Also, Table) && !(q.Support != "" && slices.Contains(q.Touch.Also, q.Support)) {
		for i := range parts {
			if d := w.depth(q.X_WG, &parts[i]) + q.Padding; d > slack {
				return pick.Block(pick.Collides, "the %s would be %.0f mm in the table", parts[i].Name, 1e3*d)
			}
		}
	}
	X_GW := q.X_WG.Inv()
	for i, o := range w.objects {
		name := Name(i)
		if name == q.Target && (q.Touch.Target || q.Held) || slices.Contains(q.Touch.Also, name) {
			continue
		}
		var in [3]int
		for _, p := range o {
			g := X_GW.Apply(p)
			for k := range parts {
				if inside(g, &parts[k], q.Padding-slack) {
					if in[k]++; in[k] > few {
						return pick.Block(pick.Collides, "the %s would run into %s at (%.3f, %.3f, %.3f) m", parts[k].Name, name, p.X, p.Y, p.Z)
					}
				}
			}
		}
	}
	if q.Held {
		if w.held != "" {
			lifted = w.carried
		}
		return w.carries(q, lifted)
	}
	return nil
}

// depth is how far the lowest corner of a part is below the table, m.
func (w *World) depth(X_WG geom.Pose, b *grasp.Part) float64 {
	deepest := math.Inf(-1)
	for c := range 8 {
		p := b.Lo
		if c&1 != 0 {
			p.X = b.Hi.X
		}
		if c&2 != 0 {
			p.Y = b.Hi.Y
		}
		if c&4 != 0 {
			p.Z = b.Hi.Z
		}
		deepest = max(deepest, w.table.Offset-r3.Dot(w.table.Normal, X_WG.Apply(p)))
	}
	return deepest
}

// carries checks what is in the hand against the other objects: no more than a few of its points may be near one of theirs.
func (w *World) carries(q *pick.Query, points []geom.Vec) error {
	if len(points) == 0 {
		return nil
	}
	reach := math.Max(0, apart-q.Shrink)
	lo, hi := q.X_WG.Apply(points[0]), q.X_WG.Apply(points[0])
	moved := make([]geom.Vec, len(points))
	for i, p := range points {
		m := q.X_WG.Apply(p)
		moved[i] = m
		lo, hi = geom.V(min(lo.X, m.X), min(lo.Y, m.Y), min(lo.Z, m.Z)), geom.V(max(hi.X, m.X), max(hi.Y, m.Y), max(hi.Z, m.Z))
	}
	box := grasp.Part{Lo: lo, Hi: hi}
	for i, o := range w.objects {
		name := Name(i)
		if name == q.Target || slices.Contains(q.Touch.Also, name) {
			continue
		}
		n := 0
		for _, p := range o {
			if inside(p, &box, reach) && slices.ContainsFunc(moved, func(m geom.Vec) bool { return r3.Norm2(r3.Sub(m, p)) < reach*reach }) {
				if n++; n > few {
					return pick.Block(pick.Collides, "what is in the hand would run into %s at (%.3f, %.3f, %.3f) m", name, p.X, p.Y, p.Z)
				}
			}
		}
	}
	return nil
}
