package catalogue

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// The table that is laid: W has its origin in the middle of the top, z up, the camera's side at -x.
const (
	tableDepth, tableWidth = 0.80, 1.20 // along x and y, metres
	tableThickness         = 0.025
	tableHeight            = 0.74
	legWidth               = 0.05
	placeX, placeY         = 0.25, 0.42 // objects stand within these of the middle
	gap                    = 0.06       // between the cylinders around two objects: fingers pass

	stroke = 0.086 // of the gripper that Table chooses objects for, metres

	// LabelTable and LabelObject number what a camera sees, as package scene does.
	LabelTable  = 1
	LabelObject = 2 // object i has LabelObject + i
)

// Placed is an object that stands on the table.
type Placed struct {
	Object
	X_WO  geom.Pose
	Label uint32 // of its points in a rendered cloud
}

// Arrangement is a laid table. W: origin in the middle of the table top, z up.
type Arrangement struct {
	Objects []Placed
}

// eye_W is the place of Camera.
var eye_W = geom.V(-0.85, 0, 0.75)

// Camera is the pose X_WC of a camera in front of the table, as tall as a robot's head, that has all objects in view.
func Camera() geom.Pose { return camera.LookAt(eye_W, geom.V(0.05, 0, 0)) }

// Table lays a table with n different objects that a gripper of 86 mm stroke can take and a camera can see, standing apart
// from each other, each in view of Camera. The same seed and number give the same table.
func Table(seed uint64, n int) (*Arrangement, error) {
	const op = "lay table"
	var fit []Object
	for _, o := range objects {
		if o.Fits(stroke) {
			fit = append(fit, o)
		}
	}
	if n < 0 || n > len(fit) {
		return nil, fault.New(op, "", fault.Invalid, "%d objects are asked for, 0 to %d are possible", n, len(fit))
	}
	rng := rand.New(rand.NewPCG(seed, 0x7461626c65))
	rng.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
	const attempts, throws = 40, 300
	for range attempts {
		a := &Arrangement{}
		for len(a.Objects) < n {
			p := Placed{Object: fit[len(a.Objects)], Label: uint32(LabelObject + len(a.Objects))}
			ok := false
			for k := 0; k < throws && !ok; k++ {
				x, y := placeX*(2*rng.Float64()-1), placeY*(2*rng.Float64()-1)
				yaw := geom.AxisAngle(geom.UnitZ, 2*math.Pi*rng.Float64())
				p.X_WO = geom.Pose{R: yaw.Mul(p.Rest), P: geom.V(x, y, p.RestHalf().Z)}
				ok = a.admits(&p)
			}
			if !ok {
				break
			}
			a.Objects = append(a.Objects, p)
		}
		if len(a.Objects) == n {
			return a, nil
		}
	}
	return nil, fault.New(op, "", fault.Invalid, "%d objects find no room side by side in view of the camera: ask for fewer", n)
}

// admits reports whether a further object stands apart from those there, is seen, and hides none.
func (a *Arrangement) admits(p *Placed) bool {
	for i := range a.Objects {
		q := &a.Objects[i]
		if math.Hypot(p.X_WO.P.X-q.X_WO.P.X, p.X_WO.P.Y-q.X_WO.P.Y) < p.Reach()+q.Reach()+gap || hides(p, q) || hides(q, p) {
			return false
		}
	}
	return true
}

// hides reports whether one object bars the view of another: of its middle, a side, its top, or its lower part.
func hides(front, back *Placed) bool {
	X_FW := front.X_WO.Inv()
	from_F := X_FW.Apply(eye_W)
	c := back.X_WO.P
	side, _ := geom.Unit(geom.V(eye_W.Y-c.Y, c.X-eye_W.X, 0))
	half := back.RestHalf()
	r := 0.8 * min(half.X, half.Y)
	for _, p_W := range [5]geom.Vec{
		c, r3.Add(c, r3.Scale(r, side)), r3.Sub(c, r3.Scale(r, side)),
		geom.V(c.X, c.Y, 1.8*half.Z), geom.V(c.X, c.Y, 0.5*half.Z),
	} {
		if t, ok := front.Shape.RayHit(from_F, r3.Sub(X_FW.Apply(p_W), from_F)); ok && t < 1 {
			return true
		}
	}
	return false
}

// Scene is what a camera sees of the table: its top and legs, the floor, and the objects.
func (a *Arrangement) Scene() *camera.Scene {
	const brown = 0xA87C50
	s := &camera.Scene{HasFloor: true, FloorZ: -tableHeight, FloorColour: 0x706C68}
	s.Bodies = append(s.Bodies, camera.Body{
		Solid: shape.NewBox(geom.V(tableDepth, tableWidth, tableThickness)), X_WB: geom.Pose{P: geom.V(0, 0, -tableThickness/2)},
		Label: LabelTable, Colour: brown,
	})
	leg := shape.NewBox(geom.V(legWidth, legWidth, tableHeight-tableThickness))
	for _, sx := range []float64{-1, 1} {
		for _, sy := range []float64{-1, 1} {
			p := geom.V(sx*(tableDepth/2-legWidth), sy*(tableWidth/2-legWidth), -(tableHeight+tableThickness)/2)
			s.Bodies = append(s.Bodies, camera.Body{Solid: leg, X_WB: geom.Pose{P: p}, Label: LabelTable, Colour: brown})
		}
	}
	for i := range a.Objects {
		p := &a.Objects[i]
		s.Bodies = p.Bodies(s.Bodies, p.X_WO, p.Label)
	}
	return s
}
