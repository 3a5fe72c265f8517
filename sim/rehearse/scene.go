package rehearse

import (
	"context"
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim"
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

// Apply gives an object the properties that are set.
func (p *Properties) Apply(o *Object) {
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

	// Witness, where it is set, gives the witness of the rehearsal of a grasp of a plan, by its index; X_FG is the palm of the simulated
	// gripper in the cloud's frame when it closes.
	Witness func(plan *grasp.Plan, i int, X_FG geom.Pose) Witness

	// Known, where it is set, are the grasps that are remembered of an object: they are tried before fresh ones of less promise.
	Known func(object int) []grasp.Known
	// Tell, where it is set, hears of each rehearsal. An error of it ends the scene.
	Tell func(g *grasp.Grasp, r *Result) error
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
	planner, err := grasp.NewPlanner(seg, cfg.Hand, cfg.Grasp, grasp.Options{Known: cfg.Known})
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
		if a.Plan, err = planner.Plan(ctx, k); err != nil {
			return nil, err
		}
		for i := range a.Plan.Grasps {
			if i >= max(1, cfg.Tries) || a.Result.Outcome == pick.Held {
				break
			}
			g := &a.Plan.Grasps[i]
			if cfg.Witness != nil {
				cfg.Rehearsal.Witness = cfg.Witness(a.Plan, i, g.X_FG.Mul(Wrist(&cfg.Hand, &cfg.Rehearsal.Gripper)))
			}
			o, r, err := cfg.Try(seg, g)
			if err != nil {
				return nil, err
			}
			a.Tried++
			if cfg.Tell != nil {
				if err := cfg.Tell(g, &r); err != nil {
					return nil, err
				}
			}
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
	cfg.Properties.Apply(&assumed)
	r := cfg.Rehearsal
	r.Hand.ForceLimit = math.Max(r.Hand.ForceLightest, math.Min(r.Hand.ForceLimit, spared*assumed.CrushForce))
	return r
}

// Wrist is the palm of a simulated gripper in the frame of the planner's palm: their pads are the same.
func Wrist(h *grasp.Hand, g *sim.Gripper) geom.Pose {
	return geom.Pose{P: geom.V(h.PadCenter()-g.PadCenter().X, 0, 0)}
}

// world returns the object that a grasp is rehearsed on, and the pose of the simulated gripper in its frame. The planner
// measures from the palm face, the simulated gripper from its wrist: the pads are the same.
func (cfg *SceneConfig) world(seg *scene.Segmentation, g *grasp.Grasp) (Object, geom.Pose) {
	wrist := Wrist(&cfg.Hand, &cfg.Rehearsal.Gripper)
	if cfg.Truth != nil {
		if o, X_FO, ok := cfg.Truth(g.Object); ok {
			cfg.Properties.Apply(&o)
			return o, X_FO.Inv().Mul(g.X_FG).Mul(wrist)
		}
	}
	o, X_TO := Assume(&seg.Objects[g.Object], g, &cfg.Properties)
	return o, X_TO.Inv().Mul(g.X_TG).Mul(wrist)
}

// Assume is the object that a segment is taken for, with properties that may be known, and its pose in the table frame: its outline where
// there is a grasp that tells how wide it is, its box where there is none.
func Assume(o *scene.Object, g *grasp.Grasp, p *Properties) (Object, geom.Pose) {
	if g == nil {
		obj := Estimate(o.Size)
		p.Apply(&obj)
		X_TO := o.X_TO
		X_TO.P.Z = obj.Shape.Half().Z
		return obj, X_TO
	}
	obj, X_TO := assume(o, g)
	p.Apply(&obj)
	return obj, X_TO
}

// level is how far from level a closing axis may be, as a sine, for the width between the fingers to be one of the outline.
const level = 0.3

// assume makes the object that is rehearsed for a grasp: the segment's outline from above, extruded to the table, with the properties
// guessed from its box. A camera sees one side; with the outline as seen the far side would be a chord, and fingers would squeeze a wedge.
// So the outline is closed by half a turn about the middle of the box, which makes the far side like the near one and parallel to it, and
// between the fingers it is as wide as the planner found the points there, for it looked at the height of the pads alone. What encloses
// nothing becomes the box. The pose is in the table frame.
func assume(o *scene.Object, g *grasp.Grasp) (Object, geom.Pose) {
	obj := Estimate(o.Size)
	outline := make([]geom.Vec2, 0, 2*len(o.Footprint))
	for _, p := range o.Footprint {
		outline = append(outline, p, geom.Vec2{X: 2*o.X_TO.P.X - p.X, Y: 2*o.X_TO.P.Y - p.Y})
	}
	outline = geom.ConvexHull(outline)
	y_T := g.X_TG.R.Apply(geom.UnitY)
	if n, ok := geom.Unit(geom.V(y_T.X, y_T.Y, 0)); ok && math.Abs(y_T.Z) < level { // the outline is seen from above
		mid, half := n.X*g.X_TG.P.X+n.Y*g.X_TG.P.Y, atLeast(g.Width)/2
		outline = clip(clip(outline, n.X, n.Y, mid+half), -n.X, -n.Y, half-mid)
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range outline {
			lo, hi = math.Min(lo, n.X*p.X+n.Y*p.Y), math.Max(hi, n.X*p.X+n.Y*p.Y)
		}
		shift := mid - (lo+hi)/2 // the planner put the hand in the middle of the points there
		for i := range outline {
			outline[i].X += shift * n.X
			outline[i].Y += shift * n.Y
		}
	}
	hull, X_TB, err := shape.NewPrism(outline, atLeast(o.Size.Z))
	if err != nil || math.Min(hull.Half().X, hull.Half().Y) < atLeast(0)/2 {
		X_TO := o.X_TO
		X_TO.P.Z = obj.Shape.Half().Z
		return obj, X_TO
	}
	h := hull.Half()
	obj.Shape = hull
	obj.SqueezeLimit = 0.8 * math.Min(h.X, math.Min(h.Y, h.Z))
	obj.Assumptions[len(obj.Assumptions)-1] = "its outline from above, the far side like the near one, down to the table, mass spread evenly"
	return obj, X_TB
}

// clip is the part of a convex polygon where x px + y py is at most d.
func clip(poly []geom.Vec2, x, y, d float64) []geom.Vec2 {
	var out []geom.Vec2
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		a, b := x*p.X+y*p.Y-d, x*q.X+y*q.Y-d
		if a <= 0 {
			out = append(out, p)
		}
		if a*b < 0 {
			t := a / (a - b)
			out = append(out, geom.Vec2{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)})
		}
	}
	return out
}
