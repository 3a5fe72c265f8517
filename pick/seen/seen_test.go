package seen

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// world is a table at z = 0 with two boxes of 4 x 4 x 10 cm, seen from above and from all sides: at the origin and d to the left of it.
func world(d float64) *World {
	c := &cloud.Cloud{}
	var at [2][]int32
	for i, y := range []float64{0, d} {
		for a := -0.02; a <= 0.0201; a += 0.0025 {
			for b := -0.02; b <= 0.0201; b += 0.0025 { // the top
				at[i] = append(at[i], int32(c.Len()))
				c.X, c.Y, c.Z = append(c.X, float32(a)), append(c.Y, float32(y+b)), append(c.Z, 0.1)
			}
			for h := 0.0025; h <= 0.1; h += 0.0025 {
				for _, p := range []geom.Vec{{X: a, Y: y - 0.02, Z: h}, {X: a, Y: y + 0.02, Z: h}, {X: -0.02, Y: y + a, Z: h}, {X: 0.02, Y: y + a, Z: h}} {
					at[i] = append(at[i], int32(c.Len()))
					c.X, c.Y, c.Z = append(c.X, float32(p.X)), append(c.Y, float32(p.Y)), append(c.Z, float32(p.Z))
				}
			}
		}
	}
	seg := &scene.Segmentation{Cloud: c, Table: scene.Table{X_FT: geom.Pose{R: geom.IdentityRot}, Points: 1000}, Objects: []scene.Object{{Indices: at[0]}, {Indices: at[1]}}}
	w := New(grasp.DefaultHand())
	w.See(seg, geom.Pose{R: geom.IdentityRot}, geom.Pose{R: geom.IdentityRot, P: geom.V(0, 0, 2)})
	return w
}

// above is a palm that looks down on a place, its pads at a height, closing along y.
func above(x, y, z float64) geom.Pose {
	h := grasp.DefaultHand()
	return geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: geom.V(x, y, z+h.PadCenter())}
}

func TestHand(t *testing.T) {
	w := world(0.09)
	name := w.Between(above(0, 0, 0.08))
	if name != Name(0) || w.Between(above(0, 0.09, 0.08)) != Name(1) || w.Between(above(0.5, 0, 0.5)) != "" {
		t.Errorf("between the fingers: %q", name)
	}
	if got := w.Of([]geom.Vec{{X: 0.02, Y: 0.09, Z: 0.05}, {X: 0.02, Y: 0.1, Z: 0.06}}); got != Name(1) || w.Of([]geom.Vec{{X: 1}}) != "" {
		t.Errorf("points are of %q", got)
	}
	for _, c := range []struct {
		what string
		q    pick.Query
		word string // of the obstacle; "" for free
	}{
		{"over it", pick.Query{X_WG: above(0, 0, 0.2), Gap: 0.08}, ""},
		{"around it", pick.Query{X_WG: above(0, 0, 0.07), Gap: 0.08, Target: name, Touch: pick.Touch{Target: true}}, ""},
		{"around it, and it may not be touched", pick.Query{X_WG: above(0, 0, 0.07), Gap: 0.041, Padding: 0.005}, "object_1"},
		{"a finger in it", pick.Query{X_WG: above(0, 0.04, 0.07), Gap: 0.08}, "finger would run into object_1"},
		{"which may be", pick.Query{X_WG: above(0, 0.04, 0.07), Gap: 0.08, Touch: pick.Touch{Also: []string{Name(0), Name(1)}}}, ""},
		{"a finger in the other", pick.Query{X_WG: above(0, 0.02, 0.07), Gap: 0.085, Target: name, Touch: pick.Touch{Target: true}}, "object_2"},
		{"in the table", pick.Query{X_WG: above(0.3, 0, 0.002), Gap: 0.08}, "in the table"},
		{"which may be touched", pick.Query{X_WG: above(0.3, 0, 0.002), Gap: 0.08, Touch: pick.Touch{Support: true}}, ""},
		{"anything may be", pick.Query{X_WG: above(0.3, 0, 0.002), Gap: 0.08, Touch: pick.Touch{All: true}}, ""},
	} {
		err := w.Hand(&c.q)
		var b *pick.Blocked
		if c.word == "" && err != nil || c.word != "" && (!errors.As(err, &b) || b.Cause != pick.Collides || !strings.Contains(b.Why, c.word)) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	// A world that has seen nothing has nothing in the way.
	if err := New(grasp.DefaultHand()).Hand(&pick.Query{X_WG: above(0, 0, -1)}); err != nil {
		t.Error(err)
	}
}

// What is lifted moves along, and what is held is checked where it is to be put.
func TestHeld(t *testing.T) {
	w := world(0.09)
	grip := above(0, 0, 0.07)
	q := pick.Query{X_WG: grip, Gap: 0.04, Target: Name(0), Held: true, Touch: pick.Touch{Target: true, Support: true}}
	to := func(v geom.Vec) geom.Pose { return geom.Pose{R: grip.R, P: r3.Add(grip.P, v)} }
	if n, err := w.Line(&q, to(geom.V(0, 0, 0.1)), 10); n != 11 || err != nil {
		t.Errorf("straight up: %d, %v", n, err)
	}
	if n, err := w.Line(&q, to(geom.V(0, 0.09, 0.02)), 9); n < 1 || n > 8 || err == nil {
		t.Errorf("through the other: %d, %v", n, err)
	}
	w.Took(Name(0), grip)
	put := q
	for _, c := range []struct {
		at   geom.Vec
		free bool
	}{{geom.V(0, -0.2, 0), true}, {geom.V(0, 0.045, 0), false}, {geom.V(0.043, 0.09, 0), false}, {geom.V(0.06, 0.09, 0), true}} {
		put.X_WG = to(c.at)
		put.Touch.Also = nil
		if err := w.Hand(&put); (err == nil) != c.free {
			t.Errorf("put down %v away: %v", c.at, err)
		}
	}
	w.Left()
	put.Held, put.X_WG = false, to(geom.Vec{})
	if err := w.Hand(&put); err != nil {
		t.Errorf("where it stood is free: %v", err)
	}
}
