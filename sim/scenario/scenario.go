// Package scenario describes grip experiments and runs them: objects, grasps and controllers, crossed and repeated.
package scenario

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Scenario is what a file describes. Every combination of object, grasp and controller is tried Trials times.
type Scenario struct {
	Name        string   `yaml:"name"`
	Objects     []string `yaml:"objects"`     // names of the catalogue; "fitting" for all that fit the hand, "all" for all
	Custom      []Custom `yaml:"custom"`      // further objects
	Grasps      []string `yaml:"grasps"`      // side, overhead, natural
	Controllers []string `yaml:"controllers"` // touch, a fixed force in newtons, or position
	Trials      int      `yaml:"trials"`
	Seed        uint64   `yaml:"seed"`
	Gripper     string   `yaml:"gripper"` // generic, a preset of package gripper, or a file that ends in .yaml
	Pads        string   `yaml:"pads"`    // a layout by name; empty for the gripper's own
	PadPeriod   float64  `yaml:"pad_period"`
	Sensors     string   `yaml:"sensors"` // ideal, real
	// Hand are parameters of the touch controller by name, where they are not the defaults.
	Hand  map[string]any `yaml:"hand"`
	Noise struct {
		Friction float64 `yaml:"friction"` // relative
		Mass     float64 `yaml:"mass"`     // relative
		Place    float64 `yaml:"place"`    // m
	} `yaml:"noise"`
	Lift struct {
		Height float64 `yaml:"height"` // m
		Speed  float64 `yaml:"speed"`  // m/s
	} `yaml:"lift"`

	// Witness, where it is set, gives the witness of a trial; nil for none. It is called from any goroutine.
	Witness func(r *Row) rehearse.Witness `yaml:"-"`
}

// Custom is an object that the catalogue does not have. One of the shapes is given. Zero properties are estimated from the size.
type Custom struct {
	Name     string    `yaml:"name"`
	Box      []float64 `yaml:"box"`      // x, y, z, m
	Cylinder []float64 `yaml:"cylinder"` // radius, height, m; upright
	Sphere   float64   `yaml:"sphere"`   // radius, m
	// Outline is a convex polygon seen from above, corners x, y in metres, extruded to Height.
	Outline    [][]float64 `yaml:"outline"`
	Height     float64     `yaml:"height"`
	Points     [][]float64 `yaml:"points"` // x, y, z, m; the object is their convex hull, resting as given
	Mass       float64     `yaml:"mass"`
	Stiffness  float64     `yaml:"stiffness"`
	Friction   float64     `yaml:"friction"`
	CrushForce float64     `yaml:"crush_force"`
	Texture    float64     `yaml:"texture"`
	Kinetic    float64     `yaml:"kinetic"`    // part of the friction that is left in sliding
	Yield      float64     `yaml:"yield"`      // m, dent of one side up to which it springs back
	DentLimit  float64     `yaml:"dent_limit"` // m, dent of one side that damages it
}

// Parse reads a scenario, fills in defaults and checks it. The subject names the file in errors.
func Parse(subject string, text []byte) (*Scenario, error) {
	s := new(Scenario)
	if err := param.DecodeYAML(subject, text, s); err != nil {
		return nil, err
	}
	s.Defaults()
	if _, err := s.plan(); err != nil {
		return nil, fault.Wrap("", subject, err)
	}
	return s, nil
}

// Defaults fills in what a description leaves out. Parse does it.
func (s *Scenario) Defaults() {
	if len(s.Grasps) == 0 {
		s.Grasps = []string{"side"}
	}
	if len(s.Controllers) == 0 {
		s.Controllers = []string{"touch"}
	}
	if s.Trials == 0 {
		s.Trials = 1
	}
	if s.Gripper == "" {
		s.Gripper = generic
	}
	if s.Sensors == "" {
		s.Sensors = "ideal"
	}
}

// Row is one trial and what came of it.
type Row struct {
	Object     string  `json:"object"`
	Grasp      string  `json:"grasp"`
	Controller string  `json:"controller"`
	Trial      int     `json:"trial"`
	Outcome    string  `json:"outcome"`
	ForceN     float64 `json:"force_n"`      // grip force of a finger at the end
	PeakForceN float64 `json:"peak_force_n"` // largest force of a finger
	SlipM      float64 `json:"slip_m"`
	TiltRad    float64 `json:"tilt_rad"`
	Hardness   float64 `json:"hardness_n_per_m"` // felt
	Duration   float64 `json:"duration_s"`       // simulated
	Reason     string  `json:"reason"`

	cfg  rehearse.Config
	obj  rehearse.Object
	X_OG geom.Pose
}

const maxTrials = 100000

// squash is how much narrower than the object a hand closes that is controlled by position, m.
const squash = 4e-3

// generic is the default gripper of the simulation.
const generic = "generic"

// config is the rehearsal that all trials share.
func (s *Scenario) config() (rehearse.Config, error) {
	bad := func(field, got, choices string) error {
		return fault.New("read scenario", field, fault.Invalid, "%q is not one of %s", got, choices)
	}
	cfg := rehearse.DefaultConfig()
	switch s.Gripper {
	case generic:
	default:
		g, err := gripper.Find(s.Gripper)
		if fault.KindOf(err) == fault.NotFound && !strings.HasSuffix(s.Gripper, ".yaml") {
			return cfg, bad("gripper", s.Gripper, strings.Join(append([]string{generic}, gripper.Names()...), ", "))
		}
		if err != nil {
			return cfg, fault.Wrap("read scenario", "gripper", err)
		}
		cfg.Use(g)
	}
	if s.Pads != "" {
		var names []string
		found := false
		for _, l := range touch.Layouts() {
			names = append(names, l.Name)
			if l.Name == s.Pads {
				cfg.Gripper.Pads, found = l, true
			}
		}
		if !found {
			return cfg, bad("pads", s.Pads, fmt.Sprint(names))
		}
	}
	if s.PadPeriod != 0 {
		cfg.Gripper.PadPeriod = s.PadPeriod
	}
	switch s.Sensors {
	case "ideal":
	case "real":
		cfg.Sensors = sim.RealSensors(s.Seed)
	default:
		return cfg, bad("sensors", s.Sensors, "ideal, real")
	}
	cfg.Noise = rehearse.Noise{Friction: s.Noise.Friction, Mass: s.Noise.Mass, Place: s.Noise.Place}
	for _, v := range []float64{s.Noise.Friction, s.Noise.Mass, s.Noise.Place, s.Lift.Height, s.Lift.Speed} {
		if !(v >= 0 && v <= 1) {
			return cfg, fault.New("read scenario", "noise, lift", fault.Invalid, "%g is outside 0 to 1", v)
		}
	}
	if s.Lift.Height > 0 {
		cfg.Plan.LiftHeight = s.Lift.Height
	}
	if s.Lift.Speed > 0 {
		cfg.Plan.LiftSpeed = s.Lift.Speed
	}
	return cfg, cfg.Gripper.Validate()
}

// objects resolves the names and the custom objects.
func (s *Scenario) objects(stroke float64) ([]rehearse.Object, error) {
	var out []rehearse.Object
	for _, name := range s.Objects {
		if name == "fitting" || name == "all" {
			for _, o := range catalogue.All() {
				if name == "all" || o.Fits(stroke) {
					out = append(out, rehearse.Known(&o))
				}
			}
			continue
		}
		o, err := catalogue.Find(name)
		if err != nil {
			return nil, err
		}
		out = append(out, rehearse.Known(&o))
	}
	for i := range s.Custom {
		o, err := s.Custom[i].object()
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	if len(out) == 0 {
		return nil, fault.New("read scenario", "objects", fault.Invalid, "there is none; give names of the catalogue, as objects: [egg, soup-can], or custom ones")
	}
	return out, nil
}

func (c *Custom) object() (rehearse.Object, error) {
	bad := func(format string, args ...any) (rehearse.Object, error) {
		return rehearse.Object{}, fault.New("read scenario", "custom "+strconv.Quote(c.Name), fault.Invalid, format, args...)
	}
	var sh shape.Shape
	n := 0
	if c.Box != nil {
		if n++; len(c.Box) != 3 {
			return bad("box needs 3 numbers, x, y and z in metres")
		}
		sh = shape.NewBox(geom.V(c.Box[0], c.Box[1], c.Box[2]))
	}
	if c.Cylinder != nil {
		if n++; len(c.Cylinder) != 2 {
			return bad("cylinder needs 2 numbers, radius and height in metres")
		}
		sh = shape.NewCylinder(c.Cylinder[0], c.Cylinder[1])
	}
	if c.Sphere != 0 {
		n++
		sh = shape.NewSphere(c.Sphere)
	}
	if c.Outline != nil {
		n++
		var poly []geom.Vec2
		for _, p := range c.Outline {
			if len(p) != 2 {
				return bad("a corner of the outline needs 2 numbers, x and y in metres")
			}
			poly = append(poly, geom.Vec2{X: p[0], Y: p[1]})
		}
		prism, _, err := shape.NewPrism(poly, c.Height)
		if err != nil {
			return rehearse.Object{}, fault.Wrap("", "custom "+strconv.Quote(c.Name), err)
		}
		sh = prism
	}
	rest := geom.IdentityRot
	if c.Points != nil {
		n++
		var points []geom.Vec
		for _, p := range c.Points {
			if len(p) != 3 {
				return bad("a point needs 3 numbers, x, y and z in metres")
			}
			points = append(points, geom.V(p[0], p[1], p[2]))
		}
		hull, X_PB, err := shape.NewHull(points)
		if err != nil {
			return rehearse.Object{}, fault.Wrap("", "custom "+strconv.Quote(c.Name), err)
		}
		sh, rest = hull, X_PB.R
	}
	if n != 1 {
		return bad("give one of box, cylinder, sphere, outline, points")
	}
	h := sh.Half()
	o := rehearse.Estimate(geom.V(2*h.X, 2*h.Y, 2*h.Z))
	o.Shape, o.Name, o.Rest = sh, c.Name, rest
	for _, f := range []struct {
		v  float64
		to *float64
	}{{c.Mass, &o.Mass}, {c.Stiffness, &o.Stiffness}, {c.Friction, &o.Friction}, {c.CrushForce, &o.CrushForce}, {c.Texture, &o.Texture}, {c.Kinetic, &o.Kinetic}, {c.Yield, &o.Yield}, {c.DentLimit, &o.DentLimit}} {
		if f.v != 0 {
			*f.to = f.v
		}
	}
	return o, o.Validate(0)
}

// plan lists the trials.
func (s *Scenario) plan() ([]Row, error) {
	if s.Trials < 1 || s.Trials > maxTrials {
		return nil, fault.New("read scenario", "trials", fault.Invalid, "%d is outside 1 to %d", s.Trials, maxTrials)
	}
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	objs, err := s.objects(cfg.Gripper.Stroke)
	if err != nil {
		return nil, err
	}
	if n := len(objs) * len(s.Grasps) * len(s.Controllers) * s.Trials; n > maxTrials {
		return nil, fault.New("read scenario", "", fault.TooLarge, "%d trials in all, at most %d", n, maxTrials)
	}
	var rows []Row
	for _, c := range s.Controllers {
		one := cfg
		if err := s.control(&one, c); err != nil {
			return nil, err
		}
		for i := range objs {
			for _, g := range s.Grasps {
				X, err := graspPose(&objs[i], g, &cfg.Gripper)
				if err != nil {
					return nil, err
				}
				for t := 1; t <= s.Trials; t++ {
					r := Row{Object: objs[i].Name, Grasp: g, Controller: c, Trial: t, cfg: one, obj: objs[i], X_OG: X}
					r.cfg.Seed = s.Seed + uint64(t)
					r.cfg.Sensors.Seed = r.cfg.Seed
					rows = append(rows, r)
				}
			}
		}
	}
	return rows, nil
}

// control sets a rehearsal up for a controller by name.
func (s *Scenario) control(cfg *rehearse.Config, controller string) error {
	var set param.Set
	law := cfg.Hand
	cfg.Hand.Declare(&set)
	cfg.Hand = law // declaring writes the defaults
	for name, v := range s.Hand {
		p, err := set.Get(name)
		if err == nil {
			err = p.Set(fmt.Sprint(v))
		}
		if err != nil {
			return fault.Wrap("read scenario", "hand", err)
		}
	}
	switch controller {
	case "touch":
	case "position":
		cfg.Squash = squash
	default:
		f, err := strconv.ParseFloat(controller, 64)
		if err != nil || !(f > 0 && f <= 200) {
			return fault.New("read scenario", "controllers", fault.Invalid, "%q is neither touch nor position nor a force of 0 to 200 N", controller)
		}
		cfg.Fix(f)
	}
	return nil
}

// Count is the number of trials, or what is wrong with the scenario.
func (s *Scenario) Count() (int, error) {
	rows, err := s.plan()
	return len(rows), err
}

// tableClearance is how near the open hand comes to the table, metres.
const tableClearance = 0.003

// sideHeight is the height from which on the natural grasp of an object is from the side, m.
const sideHeight = 0.06

// graspPose closes across the narrower horizontal side of the object as it rests: at its centre, level or leaning down as far as the
// palm needs to clear the table, or from above, 4 cm below its top at most. The natural grasp is the first of what is high, the second of
// what is low.
func graspPose(o *rehearse.Object, kind string, g *sim.Gripper) (geom.Pose, error) {
	var h geom.Vec // half extents in W
	for _, b := range o.Shape.Supports() {
		p := o.Rest.Apply(b.Center)
		h = geom.V(math.Max(h.X, math.Abs(p.X)+b.Radius), math.Max(h.Y, math.Abs(p.Y)+b.Radius), math.Max(h.Z, math.Abs(p.Z)+b.Radius))
	}
	R := geom.IdentityRot
	if h.X < h.Y {
		R = geom.AxisAngle(geom.UnitZ, math.Pi/2)
	}
	reach := g.PadCenter().X
	if kind == "natural" {
		if kind = "overhead"; h.Z >= sideHeight/2 {
			kind = "side"
		}
	}
	var X geom.Pose
	switch kind {
	case "side":
		for lean := 0; lean < 90; lean += 5 {
			lean_R := R.Mul(geom.AxisAngle(geom.UnitY, float64(lean)*math.Pi/180))
			X = geom.Pose{R: lean_R, P: lean_R.Apply(geom.V(-reach, 0, 0))}
			if h.Z+X.P.Z-g.Lowest(lean_R, g.Stroke) >= tableClearance {
				break
			}
		}
	case "overhead":
		down := R.Mul(geom.AxisAngle(geom.UnitY, math.Pi/2))
		X = geom.Pose{R: down, P: geom.V(0, 0, math.Max(reach+math.Max(0, h.Z-0.04), g.Lowest(down, g.Stroke)+tableClearance-h.Z))}
	default:
		return X, fault.New("read scenario", "grasps", fault.Invalid, "%q is not one of side, overhead, natural", kind)
	}
	return geom.Pose{R: o.Rest.Inv()}.Mul(X), nil
}

// Run tries everything on all cores. done, when set, is called after each trial, from any goroutine. The same scenario gives the
// same rows. It stops early when the context ends.
func (s *Scenario) Run(ctx context.Context, done func()) ([]Row, error) {
	rows, err := s.plan()
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(rows))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(rows)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = rows[i].run(nil, s.Witness)
				if done != nil {
					done()
				}
			}
		})
	}
	for i := range rows {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	if ctx.Err() != nil {
		return nil, fault.New("run scenario", s.Name, fault.Preempted, "interrupted")
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (r *Row) run(trace func(*sim.World, hand.Status, pick.Phase), witness func(*Row) rehearse.Witness) error {
	r.cfg.Trace = trace
	if witness != nil {
		r.cfg.Witness = witness(r)
	}
	res, err := rehearse.Run(r.cfg, r.obj, r.X_OG)
	if err != nil {
		return fault.Wrap("", r.Object, err)
	}
	r.Outcome, r.ForceN, r.PeakForceN, r.SlipM, r.TiltRad = res.Outcome.String(), res.ForceN, res.PeakForceN, res.SlipM, res.TiltRad
	r.Hardness, r.Duration, r.Reason = res.Hardness, res.Duration, res.Reason
	return nil
}

// Sum counts the outcomes of one controller on one object.
type Sum struct {
	Controller   string  `json:"controller"`
	Object       string  `json:"object"`
	Trials       int     `json:"trials"`
	Held         int     `json:"held"`
	Slipped      int     `json:"slipped"`
	Crushed      int     `json:"crushed"`
	Missed       int     `json:"missed"`
	ForceNMedian float64 `json:"force_n_median"` // of those that were held
}

// Summarize counts rows by controller and object, in the order of their first row. With total, the objects are thrown together
// under the name "all".
func Summarize(rows []Row, total bool) []Sum {
	var out []Sum
	forces := map[int][]float64{}
	for _, r := range rows {
		name := r.Object
		if total {
			name = "all"
		}
		k := slices.IndexFunc(out, func(s Sum) bool { return s.Controller == r.Controller && s.Object == name })
		if k < 0 {
			k = len(out)
			out = append(out, Sum{Controller: r.Controller, Object: name})
		}
		s := &out[k]
		s.Trials++
		switch r.Outcome {
		case pick.Held.String():
			s.Held++
			forces[k] = append(forces[k], r.ForceN)
		case pick.Slipped.String():
			s.Slipped++
		case pick.Crushed.String():
			s.Crushed++
		case pick.Missed.String():
			s.Missed++
		}
	}
	for k, f := range forces {
		slices.Sort(f)
		out[k].ForceNMedian = (f[(len(f)-1)/2] + f[len(f)/2]) / 2
	}
	return out
}
