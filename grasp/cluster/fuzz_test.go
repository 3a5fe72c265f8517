package cluster

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// points reads float32 triples, whatever they are.
func points(data []byte) []geom.Vec {
	var pts []geom.Vec
	for len(data) >= 12 && len(pts) < 2000 {
		var v [3]float64
		for k := range v {
			v[k] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:])))
		}
		pts = append(pts, geom.V(v[0], v[1], v[2]))
		data = data[12:]
	}
	return pts
}

func encode(pts []geom.Vec) []byte {
	var b []byte
	for _, p := range pts {
		for _, v := range [3]float64{p.X, p.Y, p.Z} {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
		}
	}
	return b
}

// Any points whatever have a box that holds what is kept, and a plan whose numbers are numbers.
func FuzzPlan(f *testing.F) {
	f.Add(encode(boxCloud(0.06, 0.04, 0.04)))
	f.Add(encode([]geom.Vec{geom.V(0, 0, 0)}))
	f.Add(encode([]geom.Vec{geom.V(math.Inf(1), math.NaN(), 1e30), geom.V(9e3, -9e3, 1)}))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Box(points(data), geom.Pose{})
		if err != nil {
			return
		}
		for _, p := range b.Kept {
			if math.Abs(p.X) > b.Size.X/2+1e-6 || math.Abs(p.Y) > b.Size.Y/2+1e-6 || p.Z > b.Size.Z+1e-6 {
				t.Fatalf("%v is outside of %v", p, b.Size)
			}
		}
		if b.Size.X > 2 || b.Size.Y > 2 || b.Size.Z > 2 { // a search as long as that takes its time
			return
		}
		grasps, err := pr2(t, DefaultParams()).Plan(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range grasps {
			if g := &grasps[i]; !(g.Quality >= 0 && g.Quality <= 1) || !g.X_CA.IsFinite() {
				t.Fatalf("grasp %d: %+v", i, g)
			}
		}
	})
}

func TestContents(t *testing.T) {
	// Two things in a tray with walls: the tops face up, the walls do not.
	tray := append(boxCloud(0.06, 0.06, 0.05), nil...)
	for i := range tray[:] {
		tray = append(tray, geom.V(tray[i].X+0.1, tray[i].Y, tray[i].Z))
	}
	for y := -0.1; y < 0.1; y += 0.002 {
		for z := 0.0; z < 0.08; z += 0.002 {
			tray = append(tray, geom.V(base.X-0.08, base.Y+y, base.Z+z))
		}
	}
	dense := make([]geom.Vec, 0, 4*len(tray))
	for _, p := range tray {
		for k := range 4 {
			dense = append(dense, geom.V(p.X+0.002*float64(k%2), p.Y+0.002*float64(k/2), p.Z))
		}
	}
	got := Contents(dense, geom.V(base.X+0.05, base.Y, base.Z+0.04), geom.V(0.2, 0.2, 0.1), geom.UnitZ)
	if len(got) != 2 {
		t.Fatalf("%d things, want 2", len(got))
	}
	for _, c := range got {
		for _, p := range c {
			if p.X < base.X-0.06 {
				t.Fatalf("a point of the wall, %v, is part of a thing", p)
			}
		}
	}
	if got := Contents(dense, geom.V(base.X+0.05, base.Y, base.Z+2), geom.V(0.2, 0.2, 0.1), geom.UnitZ); got != nil {
		t.Errorf("%d things in an empty box", len(got))
	}
}

// A plan of a cluster with high points.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			k := int(math.Sqrt(float64(n)))
			var pts []geom.Vec
			for i := range k {
				for j := range k {
					a := 2 * math.Pi * float64(i) / float64(k)
					pts = append(pts, geom.V(0.03*math.Cos(a), 0.03*math.Sin(a), 0.12*float64(j)/float64(k)))
				}
			}
			p := DefaultParams()
			p.BackoffSteps = 8
			pl := pr2(b, p)
			for b.Loop() {
				box, err := Box(pts, geom.Pose{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := pl.Plan(context.Background(), box, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
