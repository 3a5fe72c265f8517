package camera

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

func render(t testing.TB, in Intrinsics, sensor Sensor, s *Scene, X_WC geom.Pose, seed uint64) *cloud.Cloud {
	t.Helper()
	cam, err := New(in, sensor)
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud.Cloud{}
	if err := cam.Render(c, s, X_WC, seed); err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// at looks from C along +z: X_WC is the identity and W has z forward.
func at(x, y, z float64, s Solid) Body {
	return Body{Solid: s, X_WB: geom.Pose{P: geom.V(x, y, z)}, Label: 2, Colour: 0xFF8040}
}

// A wall across the line of sight has the same depth in every pixel, and the points lie on their rays.
func TestWallHasItsDepth(t *testing.T) {
	s := &Scene{Bodies: []Body{at(0, 0, 1.5, shape.NewBox(geom.V(10, 10, 1)))}}
	c := render(t, Kinect(), Sensor{}, s, geom.Pose{}, 1)
	for i := range c.X {
		u, v := i%640, i/640
		want := geom.V((float64(u)-319.5)/525, (float64(v)-239.5)/525, 1)
		if r3.Norm(r3.Sub(c.At(i), want)) > 1e-6 || c.Label[i] != 2 {
			t.Fatalf("pixel %d, %d: %v with label %d, want %v", u, v, c.At(i), c.Label[i], want)
		}
	}
	if c.Frame != Frame || !c.Organised() || c.X_FS != (geom.Pose{}) {
		t.Errorf("frame %q, %d x %d, sensor at %v", c.Frame, c.Width, c.Height, c.X_FS)
	}
}

// The floor below a tilted camera: every point is on the plane z_W = FloorZ.
func TestFloorIsFlat(t *testing.T) {
	X_WC := LookAt(geom.V(1, 2, 1.7), geom.V(1.5, 3, 0.2))
	c := render(t, Kinect(), Sensor{}, &Scene{HasFloor: true, FloorZ: 0.2, FloorColour: 0x808080}, X_WC, 1)
	seen := 0
	for i := range c.X {
		if !c.Valid(i) {
			continue
		}
		seen++
		if p := X_WC.Apply(c.At(i)); math.Abs(p.Z-0.2) > 1e-5*max(1, float64(c.Z[i])) || c.Label[i] != 0 {
			t.Fatalf("point %d is at %v with label %d", i, p, c.Label[i])
		}
	}
	if seen < 200000 {
		t.Errorf("%d pixels see the floor", seen)
	}
	// the middle of the picture looks at the target
	mid := X_WC.Apply(c.At(240*640 + 320))
	if r3.Norm(r3.Sub(mid, geom.V(1.5, 3, 0.2))) > 0.01 {
		t.Errorf("the middle of the picture sees %v", mid)
	}
	// a camera under the floor sees none of it
	c = render(t, Kinect(), Sensor{}, &Scene{HasFloor: true, FloorZ: 2}, X_WC, 1)
	if n := c.ValidCount(); n != 0 {
		t.Errorf("%d pixels see the floor from below", n)
	}
}

// A ball of radius r at distance d fills the cone with the half angle asin(r / d), and its points lie on it.
func TestBallHasItsSilhouette(t *testing.T) {
	for _, solid := range []Solid{shape.NewSphere(0.2), shape.NewCapsule(0.2, 0)} {
		c := render(t, Kinect(), Sensor{}, &Scene{Bodies: []Body{at(0.1, -0.05, 1, solid)}}, geom.Pose{}, 1)
		centre := geom.V(0.1, -0.05, 1)
		half := math.Asin(0.2 / r3.Norm(centre))
		for i := range c.X {
			ray := geom.V((float64(i%640)-319.5)/525, (float64(i/640)-239.5)/525, 1)
			off := math.Acos(r3.Cos(ray, centre))
			if math.Abs(off-half) > 1e-6 && c.Valid(i) != (off < half) {
				t.Fatalf("pixel %d, %d is %v rad off the axis of a cone of %v: seen %v", i%640, i/640, off, half, c.Valid(i))
			}
			if c.Valid(i) && math.Abs(r3.Norm(r3.Sub(c.At(i), centre))-0.2) > 1e-5 {
				t.Fatalf("%v is not on the ball", c.At(i))
			}
		}
	}
}

// What is in front hides what is behind, whatever the order of the bodies; points lie on the surface of their own.
func TestNearestBodyIsSeen(t *testing.T) {
	bodies := []Body{
		{Solid: shape.NewBox(geom.V(0.3, 0.2, 0.1)), X_WB: geom.Pose{R: geom.RPY(0.3, 0.5, -1), P: geom.V(0, 0, 1)}, Label: 2, Colour: 0xFF0000},
		{Solid: shape.NewCylinder(0.1, 0.4), X_WB: geom.Pose{R: geom.RPY(1, 0.2, 0.4), P: geom.V(0.1, 0.05, 1.3)}, Label: 3, Colour: 0x00FF00},
		{Solid: shape.NewCapsule(0.06, 0.3), X_WB: geom.Pose{R: geom.RPY(-0.4, 1.2, 0), P: geom.V(-0.12, -0.1, 0.8)}, Label: 4, Colour: 0x0000FF},
		{Solid: shape.NewSphere(0.15), X_WB: geom.Pose{P: geom.V(0.2, -0.2, 1.1)}, Label: 5, Colour: 0xFFFF00},
	}
	c := render(t, Kinect(), Sensor{}, &Scene{Bodies: bodies}, geom.Pose{}, 1)
	count := map[uint32]int{}
	for i := range c.X {
		count[c.Label[i]]++
		if !c.Valid(i) {
			continue
		}
		p := c.At(i)
		for _, b := range bodies {
			d, _ := b.Solid.Surface(b.X_WB.Inv().Apply(p))
			if b.Label == c.Label[i] && math.Abs(d) > 1e-6 || d < -1e-6 {
				t.Fatalf("%v of body %d is %v from body %d", p, c.Label[i], d, b.Label)
			}
		}
	}
	for l := uint32(2); l <= 5; l++ {
		if count[l] < 1000 {
			t.Errorf("body %d is seen by %d pixels", l, count[l])
		}
	}
	back := slices.Clone(bodies)
	slices.Reverse(back)
	d := render(t, Kinect(), Sensor{}, &Scene{Bodies: back}, geom.Pose{}, 1)
	if !slices.Equal(c.Label, d.Label) || !slices.Equal(c.RGB, d.RGB) {
		t.Error("the order of the bodies matters")
	}
}

func TestBodiesBehindAndAroundTheCamera(t *testing.T) {
	s := &Scene{Bodies: []Body{
		at(0, 0, -1, shape.NewSphere(0.5)), // behind
		at(0, 0, 0, shape.NewSphere(0.5)),  // around
		{Solid: shape.NewBox(geom.V(0.5, 0.5, 8)), X_WB: geom.Pose{P: geom.V(0.5, 0, 0)}, Label: 7}, // beside, reaching behind
	}}
	c := render(t, Kinect(), Sensor{}, s, geom.Pose{}, 1)
	// the face x = 0.25 up to z = 4 fills the columns with (u - cx)/fx >= 0.25/4
	for i := range c.X {
		x, y := (float64(i%640)-319.5)/525, (float64(i/640)-239.5)/525
		z := 0.25 / x
		if edge := math.Abs(math.Abs(y*z) - 0.25); edge < 1e-9 {
			continue
		}
		if want := x > 0 && z <= 4 && math.Abs(y*z) <= 0.25; c.Valid(i) != want {
			t.Fatalf("pixel %d, %d: %v", i%640, i/640, c.At(i))
		}
	}
}

func residuals(c *cloud.Cloud, z float64) (mean, sigma float64, n int) {
	var sum, sq float64
	for i := range c.Z {
		if c.Valid(i) {
			d := float64(c.Z[i]) - z
			sum, sq, n = sum+d, sq+d*d, n+1
		}
	}
	mean = sum / float64(n)
	return mean, math.Sqrt(sq/float64(n) - mean*mean), n
}

// The noise on a wall across the line of sight has the published deviation at each distance, with and without rounding.
func TestAxialNoise(t *testing.T) {
	in := Kinect()
	in.FX, in.FY = 5000, 5000 // a narrow view: the angle is 0 all over
	for _, z := range []float64{0.6, 1, 2, 3.5} {
		s := &Scene{Bodies: []Body{at(0, 0, z+0.5, shape.NewBox(geom.V(10, 10, 1)))}}
		sensor := KinectSensor()
		sensor.Baseline, sensor.Speckle, sensor.DisparityStep = 0, 0, 0
		want := 0.0012 + 0.0019*(z-0.4)*(z-0.4)
		mean, sigma, n := residuals(render(t, in, sensor, s, geom.Pose{}, 7), z)
		if math.Abs(sigma/want-1) > 0.01 || math.Abs(mean) > 0.01*want || n != 640*480 {
			t.Errorf("%v m: %v +- %v m of %d, want +- %v", z, mean, sigma, n, want)
		}
		sensor.DisparityStep = 2.85e-3
		step := 2.85e-3 * z * z
		c := render(t, in, sensor, s, geom.Pose{}, 7)
		mean, sigma, _ = residuals(c, z)
		if want := math.Hypot(want, step/math.Sqrt(12)); math.Abs(sigma/want-1) > 0.08 || math.Abs(mean) > 0.1*step {
			t.Errorf("%v m, rounded: %v +- %v m, want +- %v", z, mean, sigma, want)
		}
		for _, v := range c.Z {
			if d := 1 / (2.85e-3 * float64(v)); math.Abs(d-math.Round(d)) > 1e-3 {
				t.Fatalf("depth %v is disparity %v", v, d)
			}
		}
	}
}

// Neighbouring pixels, both coordinates, other seeds: nothing is correlated.
func TestNoiseIsWhite(t *testing.T) {
	in := Kinect()
	in.FX, in.FY = 5000, 5000
	s := &Scene{Bodies: []Body{at(0, 0, 1.5, shape.NewBox(geom.V(10, 10, 1)))}}
	sensor := Sensor{AxialBase: 0.001}
	a, b := render(t, in, sensor, s, geom.Pose{}, 1), render(t, in, sensor, s, geom.Pose{}, 2)
	corr := func(name string, x, y []float32) {
		var xy, xx float64
		for i := range y {
			dx, dy := float64(x[i])-1, float64(y[i])-1
			xy, xx = xy+dx*dy, xx+dx*dx
		}
		if r := xy / xx; math.Abs(r) > 4/math.Sqrt(float64(len(y))) {
			t.Errorf("%s: correlation %v", name, r)
		}
	}
	corr("next pixel", a.Z, a.Z[1:])
	corr("next row", a.Z, a.Z[640:])
	corr("next seed", a.Z, b.Z)
	corr("next seed and pixel", a.Z, b.Z[1:])
}

// A thin screen in front of a wall: the projector, 75 mm to the right, casts a shadow of b (1/z1 - 1/z2) f pixels on the
// wall, to the left of the screen.
func TestProjectorShadow(t *testing.T) {
	s := &Scene{Bodies: []Body{
		at(0, 0, 2.0005, shape.NewBox(geom.V(10, 10, 0.001))),
		{Solid: shape.NewBox(geom.V(0.2, 10, 0.001)), X_WB: geom.Pose{P: geom.V(0, 0, 1.0005)}, Label: 3},
	}}
	c := render(t, Kinect(), Sensor{Baseline: 0.075}, s, geom.Pose{}, 1)
	row := 240 * 640
	first, last, shadow := -1, -1, 0
	for u := range 640 {
		switch {
		case c.Label[row+u] == 3:
			if first < 0 {
				first = u
			}
			last = u
		case !c.Valid(row + u):
			shadow++
			if first >= 0 {
				t.Errorf("shadow at column %d, right of the screen", u)
			}
		}
	}
	if want := 0.2 * 525; math.Abs(float64(last-first+1)-want) > 1 {
		t.Errorf("the screen has %d columns, want %v", last-first+1, want)
	}
	if want := 0.075 * (1/1.0 - 1/2.0) * 525; math.Abs(float64(shadow)-want) > 1 {
		t.Errorf("the shadow has %d columns, want %v", shadow, want)
	}
}

// On a busy table, exactly those points are lost whose way to the projector meets another body or leaves from the far side
// of their own.
func TestShadowsAgreeWithRays(t *testing.T) {
	s, X_WC := busy()
	for _, baseline := range []float64{0.075, -0.2} {
		all, lit := render(t, Kinect(), Sensor{}, s, X_WC, 1), render(t, Kinect(), Sensor{Baseline: baseline}, s, X_WC, 1)
		projector_W := X_WC.Apply(geom.V(baseline, 0, 0))
		shadows, differ := 0, 0
		for i := range all.X {
			if !all.Valid(i) {
				continue
			}
			p_W := X_WC.Apply(all.At(i))
			hidden := false
			for _, b := range s.Bodies {
				X_BW := b.X_WB.Inv()
				p_B := X_BW.Apply(p_W)
				to_B := r3.Sub(X_BW.Apply(projector_W), p_B)
				if d, n_B := b.Solid.Surface(p_B); d < 1e-5 { // its own
					hidden = hidden || r3.Dot(n_B, to_B) <= 0
				} else if k, ok := b.Solid.RayHit(p_B, to_B); ok {
					hidden = hidden || k < 1
				}
			}
			if hidden {
				shadows++
			}
			if lit.Valid(i) == hidden {
				differ++ // rounding decides about a way that grazes
			}
		}
		if shadows < 2000 || differ > 10 {
			t.Errorf("baseline %v: %d pixels are in shadow, %d differ", baseline, shadows, differ)
		}
	}
}

// Depth at an edge comes from either side within some pixels of it, and from nowhere else.
func TestEdgesAreRagged(t *testing.T) {
	s := &Scene{Bodies: []Body{
		at(0, 0, 2.0005, shape.NewBox(geom.V(10, 10, 0.001))),
		{Solid: shape.NewBox(geom.V(5, 10, 0.001)), X_WB: geom.Pose{P: geom.V(2.5, 0, 1.0005)}, Label: 3}, // right half
	}}
	c := render(t, Kinect(), Sensor{Lateral: 0.8}, s, geom.Pose{}, 3)
	// column 319 is the last of the wall. A deviate of 0.8 px that is rounded crosses k + 1/2 pixels with the tail
	// probability of (k + 1/2) / 0.8
	for k, u := range []int{319, 318, 317} {
		n := 0
		for v := range 480 {
			if c.Label[v*640+u] == 3 {
				n++
			}
		}
		p := 0.5 * math.Erfc((float64(k)+0.5)/0.8/math.Sqrt2)
		if sd := math.Sqrt(480 * p * (1 - p)); math.Abs(float64(n)-480*p) > 4*sd {
			t.Errorf("column %d: %d of 480 pixels are taken from across the edge, want %.0f", u, n, 480*p)
		}
	}
	for v := range 480 {
		if c.Label[v*640+310] == 3 || c.Label[v*640+330] != 3 {
			t.Fatalf("row %d: a pixel far from the edge was taken from across it", v)
		}
	}
	for i := range c.Z {
		if z := float64(c.Z[i]); math.Abs(z-1) > 1e-6 && math.Abs(z-2) > 1e-6 {
			t.Fatalf("a depth of %v lies between the two surfaces", z)
		}
	}
}

func TestDropouts(t *testing.T) {
	wall := func(tilt, dropout float64) *Scene {
		b := at(0, 0, 1.5, shape.NewBox(geom.V(20, 20, 0.001)))
		b.X_WB.R, b.Dropout = geom.AxisAngle(geom.UnitX, tilt), dropout
		return &Scene{Bodies: []Body{b}}
	}
	in := Kinect()
	in.FX, in.FY = 5000, 5000
	sensor := Sensor{GrazingFrom: 70 * math.Pi / 180, GrazingTo: 85 * math.Pi / 180}
	for _, c := range []struct{ tilt, dropout, want float64 }{
		{0, 0, 0}, {60, 0, 0}, {77.5, 0, 0.5}, {0, 0.3, 0.3}, {0, 1, 1}, {60, 0.1, 0.1},
	} {
		got := render(t, in, sensor, wall(c.tilt*math.Pi/180, c.dropout), geom.Pose{}, 5)
		if lost := 1 - float64(got.ValidCount())/float64(got.Len()); math.Abs(lost-c.want) > 0.02 {
			t.Errorf("tilt %v, dropout %v: %.3f of the pixels are lost, want %v", c.tilt, c.dropout, lost, c.want)
		}
		if c.dropout == 1 && got.RGB[0] == 0xFF000000 {
			t.Error("a surface without depth keeps its colour")
		}
	}
	far := render(t, in, Sensor{Near: 0.5, Far: 1.4}, wall(0, 0), geom.Pose{}, 5)
	if n := far.ValidCount(); n != 0 {
		t.Errorf("%d pixels are beyond the range", n)
	}
}

// busy is a table with ten bodies on it.
func busy() (*Scene, geom.Pose) {
	s := &Scene{HasFloor: true, FloorZ: -0.72, FloorColour: 0x6A5F50}
	s.Bodies = append(s.Bodies, Body{Solid: shape.NewBox(geom.V(1.2, 0.8, 0.03)), X_WB: geom.Pose{P: geom.V(0, 0, -0.015)}, Label: 1, Colour: 0xA07040})
	for i := range 10 {
		x, y := -0.4+0.2*float64(i%5), -0.15+0.3*float64(i/5)
		var solid Solid
		h := 0.05
		switch i % 4 {
		case 0:
			solid = shape.NewCylinder(0.033, 2*h)
		case 1:
			solid = shape.NewBox(geom.V(0.08, 0.05, 2*h))
		case 2:
			solid = shape.NewSphere(h)
		default:
			solid = shape.NewCapsule(0.03, 2*(h-0.03))
		}
		s.Bodies = append(s.Bodies, Body{Solid: solid, X_WB: geom.Pose{R: geom.RPY(0, 0, float64(i)), P: geom.V(x, y, h)}, Label: uint32(2 + i), Colour: uint32(0x3060F0 * (i + 1) & 0xFFFFFF)})
	}
	return s, LookAt(geom.V(-0.8, 0, 0.7), geom.V(0, 0, 0))
}

func same(a, b *cloud.Cloud) bool {
	bits := func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
	return slices.EqualFunc(a.X, b.X, bits) && slices.EqualFunc(a.Y, b.Y, bits) && slices.EqualFunc(a.Z, b.Z, bits) &&
		slices.Equal(a.RGB, b.RGB) && slices.Equal(a.Label, b.Label)
}

func TestSameOnAnyNumberOfProcessors(t *testing.T) {
	s, X_WC := busy()
	cam, err := New(Kinect(), KinectSensor())
	if err != nil {
		t.Fatal(err)
	}
	var first cloud.Cloud
	for _, workers := range []int{1, 2, 7} {
		cam.Workers = workers
		var c cloud.Cloud
		if err := cam.Render(&c, s, X_WC, 42); err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			first = c
		} else if !same(&first, &c) {
			t.Errorf("%d workers give another cloud", workers)
		}
	}
	var other cloud.Cloud
	if err := cam.Render(&other, s, X_WC, 43); err != nil {
		t.Fatal(err)
	}
	if same(&first, &other) {
		t.Error("another seed gives the same cloud")
	}
	for l := uint32(1); l <= 11; l++ {
		if !slices.Contains(first.Label, l) {
			t.Errorf("body %d is not seen", l)
		}
	}
}

func TestRenderAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	s, X_WC := busy()
	for _, workers := range []int{1, 2} {
		cam, err := New(Kinect(), KinectSensor())
		if err != nil {
			t.Fatal(err)
		}
		cam.Workers = workers
		var c cloud.Cloud
		seed := uint64(0)
		if n := testing.AllocsPerRun(5, func() {
			seed++
			if err := cam.Render(&c, s, X_WC, seed); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%d workers: %v allocations a frame", workers, n)
		}
	}
}

func TestLookAt(t *testing.T) {
	for _, c := range []struct{ eye, target, right, down geom.Vec }{
		{geom.V(0, 0, 1), geom.V(1, 0, 1), geom.V(0, -1, 0), geom.V(0, 0, -1)},
		{geom.V(0, 0, 1), geom.V(0, 1, 1), geom.V(1, 0, 0), geom.V(0, 0, -1)},
		{geom.V(0, 0, 1), geom.V(0, 0, 0), geom.V(0, -1, 0), geom.V(-1, 0, 0)},
		{geom.V(0, 0, 1), geom.V(0, 0, 2), geom.V(0, 1, 0), geom.V(-1, 0, 0)},
	} {
		X := LookAt(c.eye, c.target)
		x, y := X.R.Apply(geom.UnitX), X.R.Apply(geom.UnitY)
		if r3.Norm(r3.Sub(x, c.right)) > 1e-9 || r3.Norm(r3.Sub(y, c.down)) > 1e-9 || X.P != c.eye {
			t.Errorf("from %v to %v: right %v, down %v, at %v", c.eye, c.target, x, y, X.P)
		}
		if got := X.Apply(geom.V(0, 0, r3.Norm(r3.Sub(c.target, c.eye)))); r3.Norm(r3.Sub(got, c.target)) > 1e-9 {
			t.Errorf("looks at %v, want %v", got, c.target)
		}
	}
	if X := LookAt(geom.V(1, 1, 1), geom.V(1, 1, 1)); !X.IsFinite() {
		t.Errorf("no direction: %v", X)
	}
}

func TestRejects(t *testing.T) {
	for name, in := range map[string]Intrinsics{
		"no pixels": {0, 480, 525, 525, 0, 0}, "too many": {1 << 20, 1, 525, 525, 0, 0}, "no focal length": {640, 480, 0, 525, 0, 0},
		"nan": {640, 480, 525, math.NaN(), 0, 0}, "inf": {640, 480, 525, math.Inf(1), 0, 0}, "centre": {640, 480, 525, 525, math.NaN(), 0},
	} {
		if _, err := New(in, Sensor{}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, s := range map[string]Sensor{"negative": {Speckle: -1}, "nan": {AxialBase: math.NaN()}, "baseline": {Baseline: math.Inf(-1)}, "share": {Speckle: 2}} {
		if _, err := New(Kinect(), s); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	cam, err := New(Kinect(), Sensor{})
	if err != nil {
		t.Fatal(err)
	}
	bad := geom.Pose{P: geom.V(math.NaN(), 0, 0)}
	if err := cam.Render(&cloud.Cloud{}, &Scene{}, bad, 0); fault.KindOf(err) != fault.Invalid {
		t.Errorf("pose: %v", err)
	}
	for name, b := range map[string]Body{"no solid": {}, "pose": {Solid: shape.NewSphere(1), X_WB: bad}, "dropout": {Solid: shape.NewSphere(1), Dropout: 1.5}} {
		if err := cam.Render(&cloud.Cloud{}, &Scene{Bodies: []Body{b}}, geom.Pose{}, 0); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkRender640x480(b *testing.B) {
	s, X_WC := busy()
	for name, sensor := range map[string]Sensor{"perfect": {}, "kinect": KinectSensor()} {
		b.Run(name, func(b *testing.B) {
			cam, err := New(Kinect(), sensor)
			if err != nil {
				b.Fatal(err)
			}
			var c cloud.Cloud
			b.ReportAllocs()
			for b.Loop() {
				if err := cam.Render(&c, s, X_WC, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
