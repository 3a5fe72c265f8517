package rehearse

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Properties replace what Estimate guesses from an object's size. Zero keeps the guess.
type Properties struct {
	Mass       float64 // kg
	Stiffness  float64 // N/m
	Friction   float64
	CrushForce float64 // N a finger
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Properties) Declare(s *param.Set) {
	s.Float(&p.Mass, "mass", 0, "kg", 0, 100, "of every object; 0 guesses it from the size")
	s.Float(&p.Stiffness, "stiffness", 0, "N/m", 0, 1e7, "of every object between two plates; 0 guesses it")
	s.Float(&p.Friction, "friction", 0, "", 0, 10, "of every object on the pads; 0 guesses it")
	s.Float(&p.CrushForce, "crush_force", 0, "N", 0, 1e6, "of one finger that damages an object; 0 guesses it")
}

func (p *Properties) apply(o *Object) {
	set := func(v float64, field *float64, format string) {
		if v > 0 {
			*field = v
			o.Assumptions = append(o.Assumptions, fmt.Sprintf(format, v)+" as given")
		}
	}
	set(p.Mass, &o.Mass, "mass %g kg")
	set(p.Stiffness, &o.Stiffness, "stiffness %g N/m")
	set(p.Friction, &o.Friction, "friction %g")
	set(p.CrushForce, &o.CrushForce, "damaged from %g N a finger")
}

// SceneConfig is how the objects of a scene are planned for and rehearsed.
type SceneConfig struct {
	Grasp      grasp.Params
	Hand       grasp.Hand
	Properties Properties
	Rehearsal  Config
	Tries      int // grasps to rehearse for an object until one holds, best first; at least 1

	// Truth, where it is set, knows what really stands on the table: the object that a segment belongs to and its pose in the
	// cloud's frame. Without it, or where it says false, an object is assumed from the segment's size.
	Truth func(segment int) (obj Object, X_FO geom.Pose, ok bool)
}

// Attempt is what came of one object.
type Attempt struct {
	Object  int // index in the segmentation
	Plan    *grasp.Plan
	Grasp   *grasp.Grasp // the one that held, else the best one; nil when there is none
	Assumed *Object      // what was rehearsed; nil without a grasp
	Result  Result       // of Grasp
	Tried   int          // grasps rehearsed
}

// Scene plans for every object of a segmentation and rehearses its grasps, best first, until one holds. The same scene,
// configuration and seed give the same attempts. It stops early when the context ends.
func Scene(ctx context.Context, seg *scene.Segmentation, cfg SceneConfig) ([]Attempt, error) {
	planner, err := grasp.NewPlanner(seg, cfg.Hand, cfg.Grasp)
	if err != nil {
		return nil, err
	}
	attempts := make([]Attempt, len(seg.Objects))
	for k := range seg.Objects {
		if ctx.Err() != nil {
			return nil, fault.New("rehearse", "", fault.Preempted, "interrupted after %d of %d objects", k, len(seg.Objects))
		}
		a := &attempts[k]
		a.Object = k
		if a.Plan, err = planner.Plan(k); err != nil {
			return nil, err
		}
		for i := range a.Plan.Grasps {
			if i >= max(1, cfg.Tries) || a.Result.Outcome == pick.Held {
				break
			}
			g := &a.Plan.Grasps[i]
			o, r, err := cfg.Try(seg, g)
			if err != nil {
				return nil, err
			}
			a.Tried++
			if i == 0 || r.Outcome == pick.Held {
				a.Grasp, a.Assumed, a.Result = g, &o, r
			}
		}
	}
	return attempts, nil
}

// Try rehearses one grasp of a segmentation and returns the object that it was tried on with what became of it.
func (cfg *SceneConfig) Try(seg *scene.Segmentation, g *grasp.Grasp) (Object, Result, error) {
	o, X_OG := cfg.world(seg, g)
	r, err := Run(cfg.careful(&seg.Objects[g.Object]), o, X_OG)
	if err != nil {
		err = fault.Wrap("", fmt.Sprintf("object %d", g.Object+1), err)
	}
	return o, r, err
}

// Rehearse makes a SceneConfig a grasp.Rehearser: it reports whether the object is held, and why not.
func (cfg *SceneConfig) Rehearse(ctx context.Context, seg *scene.Segmentation, g *grasp.Grasp) (bool, string, error) {
	if err := ctx.Err(); err != nil {
		return false, "", fault.New("rehearse", "", fault.Preempted, "%w", err)
	}
	_, r, err := cfg.Try(seg, g)
	return r.Outcome == pick.Held, r.Reason, err
}

// spared is the part of the force that is assumed to do damage which the hand is allowed to aim at.
const spared = 0.85

// careful is the rehearsal with the grip force limited by what the object is assumed to stand, whatever it really is.
func (cfg *SceneConfig) careful(o *scene.Object) Config {
	assumed := Estimate(o.Size)
	cfg.Properties.apply(&assumed)
	r := cfg.Rehearsal
	r.Hand.ForceLimit = math.Max(r.Hand.ForceLightest, math.Min(r.Hand.ForceLimit, spared*assumed.CrushForce))
	return r
}

// world returns the object that a grasp is rehearsed on, and the pose of the simulated gripper in its frame. The planner
// measures from the palm face, the simulated gripper from its wrist: the pads are the same.
func (cfg *SceneConfig) world(seg *scene.Segmentation, g *grasp.Grasp) (Object, geom.Pose) {
	wrist := geom.Pose{P: geom.V(cfg.Hand.PadCenter()-cfg.Rehearsal.Gripper.PadCenter().X, 0, 0)}
	if cfg.Truth != nil {
		if o, X_FO, ok := cfg.Truth(g.Object); ok {
			cfg.Properties.apply(&o)
			return o, X_FO.Inv().Mul(g.X_FG).Mul(wrist)
		}
	}
	o, X_TO := assume(&seg.Objects[g.Object], g)
	cfg.Properties.apply(&o)
	return o, X_TO.Inv().Mul(g.X_TG).Mul(wrist)
}

// assume makes the object that is rehearsed for a grasp: as wide between the fingers as the points are there, as long and
// as high as the object's box, with the properties guessed from the whole box. It returns its pose in the table frame.
func assume(o *scene.Object, g *grasp.Grasp) (Object, geom.Pose) {
	obj := Estimate(o.Size)
	// O' has y along the closing direction and stands where the fingers will close, the middle of the box otherwise.
	y_T := g.X_TG.R.Apply(geom.UnitY)
	y_T, _ = geom.Unit(geom.V(y_T.X, y_T.Y, 0)) // fingers close level in every grasp that the planner makes
	x_T := r3.Cross(y_T, geom.UnitZ)
	in_O := o.X_TO.R.Inv().Apply(x_T)
	length := math.Abs(in_O.X)*o.Size.X + math.Abs(in_O.Y)*o.Size.Y
	size := geom.V(atLeast(length), atLeast(g.Width), atLeast(o.Size.Z))
	mid := geom.V(o.X_TO.P.X, o.X_TO.P.Y, 0)
	mid = r3.Add(mid, r3.Scale(r3.Dot(y_T, r3.Sub(g.X_TG.P, mid)), y_T))
	X_TO := geom.Pose{R: geom.FromAxes(x_T, y_T, geom.UnitZ), P: r3.Add(mid, geom.V(0, 0, size.Z/2))}
	obj.Shape = shape.NewBox(size)
	obj.SqueezeLimit = 0.4 * math.Min(size.X, math.Min(size.Y, size.Z))
	return obj, X_TO
}
