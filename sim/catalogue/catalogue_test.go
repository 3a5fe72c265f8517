package catalogue

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
)

func TestEveryObjectIsComplete(t *testing.T) {
	all := All()
	if len(all) < 40 {
		t.Errorf("%d objects", len(all))
	}
	seen := map[string]bool{}
	for _, o := range all {
		if seen[o.Name] || o.Name == "" || strings.ToLower(o.Name) != o.Name || strings.ContainsAny(o.Name, " _") {
			t.Errorf("name %q", o.Name)
		}
		seen[o.Name] = true
		if got, err := Find(o.Name); err != nil || got.Name != o.Name {
			t.Errorf("%s: Find gives %q, %v", o.Name, got.Name, err)
		}
		for _, f := range []struct {
			what    string
			v, a, b float64
		}{
			{"mass", o.Mass, 0.001, 2}, {"stiffness", o.Stiffness, 100, 5e6}, {"squeeze limit", o.SqueezeLimit, 0, 0.05}, {"friction", o.Friction, 0.3, 1.2},
			{"yield", o.Yield, 0, 0.01}, {"dent limit", o.DentLimit, 0, 0.03}, {"crush force", o.CrushForce, 0, 1000}, {"texture", o.Texture, 1e-7, 1e-3}, {"dropout", o.Dropout, 0, 1},
			{"length", 2 * max(o.Shape.Half().X, o.Shape.Half().Y, o.Shape.Half().Z), 0.03, 0.3},
			{"density, kg/m^3", o.Mass / o.Shape.Volume(), 5, 3000},
		} {
			if !(f.v >= f.a && f.v <= f.b) {
				t.Errorf("%s: %s is %v, not within %v to %v", o.Name, f.what, f.v, f.a, f.b)
			}
		}
		s := o.Sources
		for _, src := range []string{s.Size, s.Mass, s.Stiffness, s.Friction, s.CrushForce} {
			if len(src) < 5 {
				t.Errorf("%s: a figure without a source: %+v", o.Name, s)
			}
		}
		if (o.Yield > 0 || o.DentLimit > 0) != (s.Dent != "") || o.DentLimit > 0 && o.Yield > o.DentLimit {
			t.Errorf("%s: yields at %v m, damaged at %v m (%s)", o.Name, o.Yield, o.DentLimit, s.Dent)
		}
		if o.Colour == 0 || o.Colour > 0xFFFFFF {
			t.Errorf("%s: colour %x", o.Name, o.Colour)
		}
		// parts stay in the box of the shape, and stand where it stands
		half, low := o.Shape.Half(), math.Inf(1)
		for _, p := range o.Parts {
			reach := r3.Add(p.Solid.Half(), geom.V(math.Abs(p.X_OP.P.X), math.Abs(p.X_OP.P.Y), math.Abs(p.X_OP.P.Z)))
			if p.X_OP.R != (geom.Rot{}) || reach.X > half.X+1e-9 || reach.Y > half.Y+1e-9 || reach.Z > half.Z+1e-9 {
				t.Errorf("%s: part at %v reaches %v out of %v", o.Name, p.X_OP.P, reach, half)
			}
			low = min(low, p.X_OP.P.Z-p.Solid.Half().Z)
		}
		if o.Parts != nil && math.Abs(low+half.Z) > 1e-9 {
			t.Errorf("%s: its lowest part ends at %v, its shape at %v", o.Name, low, -half.Z)
		}
	}
	if !slices.IsSortedFunc(all, func(a, b Object) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in order")
	}
	_, err := Find("unicorn")
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "unicorn") {
		t.Errorf("%v", err)
	}
}

// 10 N can crack an egg or crush an empty soda can; 15 N picks up a can of soup firmly.
func TestAnchors(t *testing.T) {
	get := func(name string) Object {
		o, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	for _, name := range []string{"egg", "soda-can-empty"} {
		o := get(name)
		if o.CrushForce > 10 || o.CrushForce < 8 || o.Sources.CrushForce != pr2 {
			t.Errorf("%s: crushed by %v N (%s)", name, o.CrushForce, o.Sources.CrushForce)
		}
		if need := o.HoldForce(); need > 0.5*o.CrushForce {
			t.Errorf("%s: needs %v N, breaks at %v N", name, need, o.CrushForce)
		}
	}
	soup := get("soup-can")
	if need := soup.HoldForce(); need*2 > 15 || soup.CrushForce < 30 {
		t.Errorf("soup: needs %v N, dented by %v N", need, soup.CrushForce)
	}
	if egg, want := get("egg"), 0.0567*9.80665/(2*0.5); math.Abs(egg.HoldForce()-want) > 1e-12 {
		t.Errorf("an egg is held by %v N, want %v N", egg.HoldForce(), want)
	}
	// whatever a gripper can close on, it can hold without harm
	for _, o := range All() {
		if o.CrushForce > 0 && 1.5*o.HoldForce() > o.CrushForce {
			t.Errorf("%s: needs %.2f N, harmed by %.2f N", o.Name, o.HoldForce(), o.CrushForce)
		}
	}
}

func TestRest(t *testing.T) {
	for name, want := range map[string]geom.Vec{
		"soup-can": geom.V(0.033, 0.033, 0.0505), "sugar-box": geom.V(0.0445, 0.019, 0.0875), "apple": geom.V(0.038, 0.038, 0.038),
		"egg": geom.V(0.0285, 0.0215, 0.0215), "marker-pen": geom.V(0.0605, 0.009, 0.009),
	} {
		o, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.RestHalf(); r3.Norm(r3.Sub(got, want)) > 1e-9 {
			t.Errorf("%s rests in %v, want %v", name, got, want)
		}
		if got, want := o.Reach(), math.Hypot(want.X, want.Y); got > want+1e-9 || got < max(o.RestHalf().X, o.RestHalf().Y)-1e-9 {
			t.Errorf("%s reaches %v, at most %v", name, got, want)
		}
	}
	fit := map[string]bool{}
	for _, o := range All() {
		fit[o.Name] = o.Fits(stroke)
	}
	for name, want := range map[string]bool{"egg": true, "soup-can": true, "cracker-box": true, "bowl": false, "wine-glass": false, "marker-pen": false, "wood-block": false} {
		if fit[name] != want {
			t.Errorf("%s fits: %v", name, fit[name])
		}
	}
}

func TestTableIsLaid(t *testing.T) {
	for seed := range uint64(40) {
		n := int(seed % 11)
		a, err := Table(seed, n)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Objects) != n {
			t.Fatalf("seed %d: %d objects, want %d", seed, len(a.Objects), n)
		}
		names := map[string]bool{}
		for i, p := range a.Objects {
			if names[p.Name] || !p.Fits(stroke) || p.Label != uint32(LabelObject+i) {
				t.Errorf("seed %d: %s, label %d", seed, p.Name, p.Label)
			}
			names[p.Name] = true
			low := math.Inf(1)
			for _, b := range p.Shape.Supports() {
				q := p.X_WO.Apply(b.Center)
				low = min(low, q.Z-b.Radius)
				if math.Abs(q.X)+b.Radius > tableDepth/2 || math.Abs(q.Y)+b.Radius > tableWidth/2 {
					t.Errorf("seed %d: %s at %v is not over the table", seed, p.Name, p.X_WO.P)
				}
			}
			if math.Abs(low) > 1e-9 {
				t.Errorf("seed %d: %s is %v above the table", seed, p.Name, low)
			}
			for _, q := range a.Objects[:i] {
				if d := math.Hypot(p.X_WO.P.X-q.X_WO.P.X, p.X_WO.P.Y-q.X_WO.P.Y); d < p.Reach()+q.Reach()+gap {
					t.Errorf("seed %d: %s and %s are %v apart", seed, p.Name, q.Name, d)
				}
			}
		}
		again, err := Table(seed, n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Objects {
			if a.Objects[i].Name != again.Objects[i].Name || a.Objects[i].X_WO != again.Objects[i].X_WO {
				t.Errorf("seed %d is laid in two ways", seed)
			}
		}
	}
	for _, n := range []int{-1, 1000} {
		if _, err := Table(1, n); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%d objects: %v", n, err)
		}
	}
	if _, err := Table(1, 40); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "fewer") {
		t.Errorf("a crowded table: %v", err)
	}
}

// Each object of a laid table is seen by 200 pixels and more, its points lie on it, and the floor has no label.
func TestTableIsSeen(t *testing.T) {
	exact, err := camera.New(camera.Kinect(), camera.Sensor{})
	if err != nil {
		t.Fatal(err)
	}
	noisy, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		a, err := Table(seed, 8)
		if err != nil {
			t.Fatal(err)
		}
		var c, d cloud.Cloud
		if err := exact.Render(&c, a.Scene(), Camera(), seed); err != nil {
			t.Fatal(err)
		}
		if err := noisy.Render(&d, a.Scene(), Camera(), seed); err != nil {
			t.Fatal(err)
		}
		X_WC := Camera()
		count, seen := map[uint32]int{}, map[uint32]int{}
		for i := range c.X {
			count[c.Label[i]]++
			seen[d.Label[i]]++
			if !c.Valid(i) {
				continue
			}
			p_W := X_WC.Apply(c.At(i))
			switch l := c.Label[i]; {
			case l == 0 && math.Abs(p_W.Z+tableHeight) > 1e-4:
				t.Fatalf("seed %d: %v has no label", seed, p_W)
			case l == LabelTable && p_W.Z > 1e-5:
				t.Fatalf("seed %d: %v belongs to the table", seed, p_W)
			case l >= LabelObject:
				o := &a.Objects[l-LabelObject]
				half := o.Shape.Half()
				q := o.X_WO.Inv().Apply(p_W)
				if math.Abs(q.X) > half.X+1e-5 || math.Abs(q.Y) > half.Y+1e-5 || math.Abs(q.Z) > half.Z+1e-5 {
					t.Fatalf("seed %d: %v is outside %s", seed, q, o.Name)
				}
			}
		}
		if count[LabelTable] < 50000 {
			t.Errorf("seed %d: %d pixels of the table", seed, count[LabelTable])
		}
		for i, p := range a.Objects {
			if l := uint32(LabelObject + i); count[l] < 200 || float64(seen[l]) < 0.5*float64(count[l]) {
				t.Errorf("seed %d: %s is seen by %d pixels, %d with noise", seed, p.Name, count[l], seen[l])
			}
		}
	}
}

func BenchmarkTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Table(7, 10); err != nil {
			b.Fatal(err)
		}
	}
}
