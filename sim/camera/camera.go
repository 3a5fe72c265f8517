// Package camera is a depth camera that looks at solids: it renders the organised, coloured and labelled cloud that a
// structured-light sensor such as the first Kinect would take, with its noise and its blind spots.
//
// # Frames
//
// W is the world (z up). C is the camera's optical frame: x right, y down, z forward; pixel (u, v) sees along
// ((u-CX)/FX, (v-CY)/FY, 1). B is a body. The cloud is expressed in C.
package camera

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const op = "render scene"

// Frame is the name of the frame of rendered clouds.
const Frame = "camera"

// Intrinsics describe a pinhole camera without distortion, in pixels.
type Intrinsics struct {
	Width, Height  int
	FX, FY, CX, CY float64
}

// Kinect is the nominal camera of the first Kinect as OpenNI reports it.
func Kinect() Intrinsics {
	return Intrinsics{Width: 640, Height: 480, FX: 525, FY: 525, CX: 319.5, CY: 239.5}
}

// Solid is a convex body in its own frame B, as package sim/shape makes them.
type Solid interface {
	// RayHit is the smallest t > 0 at which p_B + t v_B enters the solid from outside.
	RayHit(p_B, v_B geom.Vec) (t float64, ok bool)
	// Surface is the signed distance of a point and the outward unit normal at the nearest point of the surface.
	Surface(p_B geom.Vec) (d float64, n_B geom.Vec)
	// Half is half the extent of the bounding box along each axis of B.
	Half() geom.Vec
}

// Body is a solid at a place. Several bodies may share a label: the parts of one object.
type Body struct {
	Solid  Solid
	X_WB   geom.Pose
	Label  uint32
	Colour uint32 // 0xRRGGBB under full light
	// Dropout is the share of its pixels that return no depth whatever the angle, 0 to 1: glass, chrome, black plastic.
	Dropout float64
}

// Scene is what a camera looks at.
type Scene struct {
	Bodies []Body
	// Floor is an infinite plane at z = FloorZ in W, if HasFloor. Its label is 0: it is neither table nor object.
	HasFloor    bool
	FloorZ      float64 // metres
	FloorColour uint32  // 0xRRGGBB
}

// Camera renders scenes. It keeps its scratch memory between frames; it is for one goroutine at a time, and uses all
// processors itself.
type Camera struct {
	Intrinsics
	Sensor
	// Workers bounds the goroutines of a frame; 0 means one a processor.
	Workers int

	scene  *Scene
	out    *cloud.Cloud
	seed   uint64
	placed []placed
	floor  floor
	hits   []hit // one a pixel, what the ray through its middle meets

	stage  func(row int)
	stages [2]func(row int)
	next   atomic.Int32
	wg     sync.WaitGroup
	run    func()
}

// hit is the surface that a pixel sees.
type hit struct {
	z      float32 // depth, metres
	cos    float32 // of the angle between the surface normal and the line of sight
	body   int32   // index, or one of the constants below
	shadow bool    // the projector does not reach it
}

const (
	seesNothing = -1
	seesFloor   = -2
)

// placed is a body seen from the camera, prepared for one frame.
type placed struct {
	solid          Solid
	o_B            geom.Vec // p_BC
	x_B, y_B, z_B  geom.Vec // axes of C in B
	light_B        geom.Vec // unit, towards the lamp
	projector_B    geom.Vec // position
	u0, u1, v0, v1 int      // pixels that may see it, u1 and v1 excluded
	nearest        float64  // least depth of it, metres; 0 when it reaches behind the camera
}

// ray is the direction in B of the line of sight along (x, y, 1) in C.
func (p *placed) ray(x, y float64) geom.Vec {
	return geom.Vec{
		X: p.z_B.X + x*p.x_B.X + y*p.y_B.X,
		Y: p.z_B.Y + x*p.x_B.Y + y*p.y_B.Y,
		Z: p.z_B.Z + x*p.x_B.Z + y*p.y_B.Z,
	}
}

// along is the point of the line of sight v_B at a depth.
func (p *placed) along(v_B geom.Vec, z float64) geom.Vec {
	return geom.Vec{X: p.o_B.X + z*v_B.X, Y: p.o_B.Y + z*v_B.Y, Z: p.o_B.Z + z*v_B.Z}
}

type floor struct {
	n_C geom.Vec // up
	h   float64  // of the camera above it, metres; 0 or less: not seen
	lit float64  // cosine of the angle of the light
	// reach is the projector's height above it, metres
	reach float64
}

// New makes a camera. The sensor's zero value is a perfect one.
func New(in Intrinsics, sensor Sensor) (*Camera, error) {
	const most = 1 << 14
	switch {
	case in.Width < 1 || in.Width > most || in.Height < 1 || in.Height > most:
		return nil, fault.New("make camera", "", fault.Invalid, "a picture of %d x %d pixels is not between 1 and %d", in.Width, in.Height, most)
	case !(in.FX > 0 && in.FY > 0) || math.IsInf(in.FX+in.FY, 0) || math.IsNaN(in.CX-in.CX) || math.IsNaN(in.CY-in.CY):
		return nil, fault.New("make camera", "", fault.Invalid, "focal lengths %g, %g and centre %g, %g must be finite, the focal lengths over 0", in.FX, in.FY, in.CX, in.CY)
	}
	if err := sensor.check(); err != nil {
		return nil, err
	}
	c := &Camera{Intrinsics: in, Sensor: sensor, hits: make([]hit, in.Width*in.Height)}
	c.stages = [2]func(int){c.cast, c.sense}
	c.run = func() {
		defer c.wg.Done()
		c.rows()
	}
	return c, nil
}

// Render takes a picture of a scene from X_WC into dst, whose arrays are reused when they have the right size. dst becomes
// an organised cloud in the frame "camera" with X, Y, Z (NaN where nothing is measured), RGB (of what is seen, measured or
// not) and Label (0 where nothing is measured). The same scene, pose, seed and sensor give the same cloud on any number of
// processors; frames of a sequence take different seeds.
func (c *Camera) Render(dst *cloud.Cloud, s *Scene, X_WC geom.Pose, seed uint64) error {
	if !X_WC.IsFinite() {
		return fault.New(op, "", fault.Invalid, "the camera's pose is not finite")
	}
	if len(s.Bodies) > math.MaxInt32 {
		return fault.New(op, "", fault.TooLarge, "%d bodies are too many", len(s.Bodies))
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Solid == nil || !b.X_WB.IsFinite() || !(b.Dropout >= 0 && b.Dropout <= 1) {
			return fault.New(op, fmt.Sprintf("body %d", i), fault.Invalid, "needs a solid, a finite pose and a dropout from 0 to 1")
		}
	}
	n := c.Width * c.Height
	if dst.Width != c.Width || dst.Height != c.Height || len(dst.X) != n || len(dst.Y) != n || len(dst.Z) != n {
		*dst = *cloud.New(c.Width, c.Height)
	}
	if len(dst.RGB) != n {
		dst.RGB = make([]uint32, n)
	}
	if len(dst.Label) != n {
		dst.Label = make([]uint32, n)
	}
	dst.Extra, dst.Order, dst.Frame, dst.X_FS = nil, nil, Frame, geom.Pose{}
	c.scene, c.out, c.seed = s, dst, seed
	c.place(X_WC)
	for _, stage := range c.stages {
		c.parallel(stage)
	}
	c.scene, c.out = nil, nil
	return nil
}

// parallel calls stage for every row, on all processors, and returns when all are done.
func (c *Camera) parallel(stage func(row int)) {
	c.stage = stage
	c.next.Store(0)
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	c.wg.Add(workers)
	for range workers - 1 {
		go c.run()
	}
	c.run()
	c.wg.Wait()
}

func (c *Camera) rows() {
	for {
		row := int(c.next.Add(1)) - 1
		if row >= c.Height {
			return
		}
		c.stage(row)
	}
}

// place expresses the scene in the camera's frame.
func (c *Camera) place(X_WC geom.Pose) {
	X_CW := X_WC.Inv()
	// a lamp above and a little behind the camera
	light_C, _ := geom.Unit(r3.Add(X_CW.R.Apply(geom.UnitZ), geom.V(0.25, -0.2, -0.5)))
	projector_C := geom.V(c.Baseline, 0, 0)
	c.placed = c.placed[:0]
	for i := range c.scene.Bodies {
		b := &c.scene.Bodies[i]
		X_CB := X_CW.Mul(b.X_WB)
		X_BC := X_CB.Inv()
		p := placed{
			solid: b.Solid, o_B: X_BC.P, projector_B: X_BC.Apply(projector_C), light_B: X_BC.R.Apply(light_C),
			x_B: X_BC.R.Apply(geom.UnitX), y_B: X_BC.R.Apply(geom.UnitY), z_B: X_BC.R.Apply(geom.UnitZ),
		}
		c.window(&p, X_CB)
		c.placed = append(c.placed, p)
	}
	c.floor = floor{}
	if c.scene.HasFloor {
		n_C := X_CW.R.Apply(geom.UnitZ)
		h := X_WC.P.Z - c.scene.FloorZ
		c.floor = floor{n_C: n_C, h: h, lit: r3.Dot(n_C, light_C), reach: h + r3.Dot(n_C, projector_C)}
	}
}

// window finds the rectangle of pixels around the corners of a body's bounding box. A box that reaches behind the camera
// takes the whole picture.
func (c *Camera) window(p *placed, X_CB geom.Pose) {
	const near = 1e-3
	h := p.solid.Half()
	lu, hu, lv, hv, lz := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1), math.Inf(1)
	behind := 0
	for i := range 8 {
		k := h
		if i&1 != 0 {
			k.X = -k.X
		}
		if i&2 != 0 {
			k.Y = -k.Y
		}
		if i&4 != 0 {
			k.Z = -k.Z
		}
		q := X_CB.Apply(k)
		if q.Z < near {
			behind++
			continue
		}
		u, v := c.CX+c.FX*q.X/q.Z, c.CY+c.FY*q.Y/q.Z
		lu, hu, lv, hv, lz = min(lu, u), max(hu, u), min(lv, v), max(hv, v), min(lz, q.Z)
	}
	switch behind {
	case 0:
		p.u0, p.u1 = clamp(math.Floor(lu), c.Width), clamp(math.Ceil(hu)+1, c.Width)
		p.v0, p.v1 = clamp(math.Floor(lv), c.Height), clamp(math.Ceil(hv)+1, c.Height)
		p.nearest = lz
	case 8:
	default:
		p.u1, p.v1 = c.Width, c.Height
	}
}

func clamp(x float64, most int) int { return int(max(0, min(x, float64(most)))) }

// cast finds what each pixel of a row sees, without noise, and its colour.
func (c *Camera) cast(row int) {
	hits := c.hits[row*c.Width : (row+1)*c.Width]
	y := (float64(row) - c.CY) / c.FY
	for u := range hits {
		hits[u] = hit{z: float32(math.Inf(1)), body: seesNothing}
	}
	if c.floor.h > 0 { // up to 10 km away
		for u := range hits {
			if d := c.floor.n_C.X*c.x(u) + c.floor.n_C.Y*y + c.floor.n_C.Z; -d > 1e-4*c.floor.h {
				hits[u].z, hits[u].body = float32(-c.floor.h/d), seesFloor
			}
		}
	}
	for i := range c.placed {
		p := &c.placed[i]
		if row < p.v0 || row >= p.v1 {
			continue
		}
		for u := p.u0; u < p.u1; u++ {
			// the ray advances by 1 in z of C: t is the depth
			if t, ok := p.solid.RayHit(p.o_B, p.ray(c.x(u), y)); ok && float32(t) < hits[u].z {
				hits[u].z, hits[u].body = float32(t), int32(i)
			}
		}
	}
	c.light(row, y)
	if c.Baseline != 0 {
		for i := range c.placed {
			if p := &c.placed[i]; row >= p.v0 && row < p.v1 {
				c.shadow(hits, int32(i), y)
			}
		}
	}
}

// x is the x of the line of sight of a column, at depth 1.
func (c *Camera) x(u int) float64 { return (float64(u) - c.CX) / c.FX }

// light sets the colour of a row, the angle of sight, and whether a surface turns away from the projector.
func (c *Camera) light(row int, y float64) {
	hits := c.hits[row*c.Width : (row+1)*c.Width]
	rgb := c.out.RGB[row*c.Width : (row+1)*c.Width]
	for u := range hits {
		h := &hits[u]
		x := c.x(u)
		length := math.Sqrt(x*x + y*y + 1)
		switch {
		case h.body == seesNothing:
			rgb[u] = 0xFF000000
		case h.body == seesFloor:
			h.cos = float32(-(c.floor.n_C.X*x + c.floor.n_C.Y*y + c.floor.n_C.Z) / length)
			h.shadow = c.floor.reach <= 0
			rgb[u] = shade(c.scene.FloorColour, c.floor.lit)
		default:
			p := &c.placed[h.body]
			v_B := p.ray(x, y)
			p_B := p.along(v_B, float64(h.z))
			_, n_B := p.solid.Surface(p_B)
			h.cos = float32(max(0, min(1, -r3.Dot(n_B, v_B)/length)))
			h.shadow = c.Baseline != 0 && r3.Dot(n_B, r3.Sub(p.projector_B, p_B)) <= 0
			rgb[u] = shade(c.scene.Bodies[h.body].Colour, r3.Dot(n_B, p.light_B))
		}
	}
}

// shadow finds the pixels of a row from which a body hides the projector. The projector lies on the camera's x axis, so
// the way to it stays in the row (they are epipolar lines), and leaves the pixel towards the projector's side.
func (c *Camera) shadow(hits []hit, body int32, y float64) {
	p := &c.placed[body]
	reach := float64(c.Width) // columns that a shadow is wide at most
	if p.nearest > 0 {
		reach = math.Ceil(c.FX * math.Abs(c.Baseline) / p.nearest)
	}
	u0, u1 := p.u0, p.u1
	if c.Baseline > 0 {
		u0 = clamp(float64(u0)-reach, c.Width)
	} else {
		u1 = clamp(float64(u1)+reach, c.Width)
	}
	for u := u0; u < u1; u++ {
		h := &hits[u]
		if h.shadow || h.body == body || h.body == seesNothing || float64(h.z) <= p.nearest {
			continue
		}
		from_B := p.along(p.ray(c.x(u), y), float64(h.z))
		if t, ok := p.solid.RayHit(from_B, r3.Sub(p.projector_B, from_B)); ok && t < 1 {
			h.shadow = true
		}
	}
}

// shade darkens a colour by Lambert's law with 45 % ambient light.
func shade(colour uint32, cos float64) uint32 {
	k := uint32(256 * (0.45 + 0.55*max(0, cos)))
	r, g, b := colour>>16&0xff, colour>>8&0xff, colour&0xff
	return 0xFF000000 | r*k>>8<<16 | g*k>>8<<8 | b*k>>8
}

// LookAt is the pose X_WC of a camera at eye that looks at target, upright: no horizon is tilted. Straight up or down, the
// top of the picture points along +x of W.
func LookAt(eye_W, target_W geom.Vec) geom.Pose {
	z, ok := geom.Unit(r3.Sub(target_W, eye_W))
	if !ok {
		z = geom.V(0, 0, -1)
	}
	x, ok := geom.Unit(r3.Cross(z, geom.UnitZ))
	if !ok || math.Abs(z.Z) > 1-1e-12 {
		x = geom.V(0, math.Copysign(1, z.Z), 0)
	}
	return geom.Pose{R: geom.FromAxes(x, r3.Cross(z, x), z), P: eye_W}
}
