package recognize

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// Params are the settings of recognition. DefaultParams gives the defaults; Declare documents each.
type Params struct {
	Yaws          int
	MinConfidence float64
	SizeTolerance float64 // m
	MaxColour     float64
	GraspOrder    string
	GraspBound    float64
	Compat        string
}

// Orders of grasps, see Params.GraspOrder.
const (
	OrderBest   = "best"
	OrderCompat = "compat"
)

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	s.Int(&p.Yaws, "yaw_starts", 16, "", 1, 360, "turns about the vertical from which an object is laid on a model")
	s.Float(&p.MinConfidence, "min_confidence", 0.5, "", 0, 1, "an object is recognised from this confidence on")
	s.Float(&p.SizeTolerance, "size_tolerance", 0.012, "m", 0, 0.2, "an object may be larger than a model by this and a tenth of the model")
	s.Float(&p.MaxColour, "max_colour", 100, "", 0, 442, "mean colours of object and model differ by no more, in RGB steps of 0 to 255, after the best common brightness")
	s.Text(&p.GraspOrder, "grasp_order", OrderBest, "order of grasps: best by the lower bound of the success rate, or compat: rising rate, untried first, as rail_recognition has it", OrderBest, OrderCompat)
	s.Float(&p.GraspBound, "grasp_bound", 1, "", 0, 5, "standard deviations between a success rate and its lower bound")
	s.Text(&p.Compat, "compat", "", "score as this version of rail_recognition does; confidence is then an error, 0 the best", append([]string{""}, compatNames()...)...)
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// Object is what is to be recognised.
type Object struct {
	Cloud *cloud.Cloud // the object's points alone, in F
	Up    geom.Vec     // in F, unit; zero: not known
	Eye   *geom.Vec    // where the sensor was, in F; nil: not known, or the cloud was put together from several views
	// Centroid is what compat scoring takes for the middle of the object, in F; nil: the mean of its points.
	Centroid *geom.Vec
	Names    []string // only models of these names are compared; empty: all
}

// Reason says why a model was not taken.
type Reason string

// Reasons.
const (
	Size      Reason = "size"   // too large or too small for the model
	OffColour Reason = "colour" // quite another colour
	Poor      Reason = "fit"    // does not lie on the model well enough
	Worse     Reason = "worse"  // lies well enough, and better on another
)

// Candidate is what became of one model.
type Candidate struct {
	Model      int // index in the recogniser's models
	Confidence float64
	Fit        Fit
	X_FM       geom.Pose
	Rejected   Reason // empty: taken
	Detail     string // with measured values, for people
}

// Result is what an object was recognised as.
type Result struct {
	Recognised bool
	Model      int // index of the model taken, -1 when none
	ID         uint32
	Name       string
	// Confidence that the object is an instance of the model, 0 to 1: of a hundred answers of 0.9 about ninety are right. With
	// compat scoring it is the original's error instead, 0 the best. Of an object that was not recognised, that of the nearest.
	Confidence float64
	X_FM       geom.Pose
	Grasps     []Grasp // in F, in the order to try them
	Candidates []Candidate
}

// prepared is a model made ready.
type prepared struct {
	*shape
	up   geom.Vec
	axes [3]geom.Vec // principal, widest first
	dims dims
	hash uint64

	compat *compatModel
}

// Recognizer compares objects with models. It may be used by several goroutines at once, but for SetModels.
type Recognizer struct {
	p      Params
	models []Model
	ready  []*prepared
	pool   sync.Pool // of *fitter
}

// New makes a recogniser of models. The models' clouds must not change afterwards.
func New(models []Model, p Params) (*Recognizer, error) {
	if p.Yaws < 1 {
		return nil, fault.New("recognize", "", fault.Invalid, "settings are unset; start from DefaultParams")
	}
	if _, ok := compatVersions[p.Compat]; p.Compat != "" && !ok {
		return nil, fault.New("recognize", "", fault.Invalid, "compat %q is not one of %v", p.Compat, compatNames())
	}
	r := &Recognizer{p: p, pool: sync.Pool{New: func() any { return &fitter{} }}}
	return r, r.SetModels(models)
}

// SetModels replaces the models. What was prepared of a model that is among the old ones is kept.
func (r *Recognizer) SetModels(models []Model) error {
	known := map[uint64]*prepared{}
	for _, p := range r.ready {
		known[p.hash] = p
	}
	for i := range models {
		if err := models[i].Check(); err != nil {
			return err
		}
	}
	list := make([]Model, len(models))
	ready := make([]*prepared, len(models))
	multicore.Each(len(models), func(i int) {
		list[i] = models[i]
		list[i].Name = canonicalName(models[i].Name)
		h := models[i].hash()
		if ready[i] = known[h]; ready[i] == nil {
			ready[i] = prepare(&models[i], h)
		}
		if r.p.Compat != "" && ready[i].compat == nil {
			ready[i].compat = newCompatModel(models[i].Cloud)
		}
	})
	r.models, r.ready = list, ready
	return nil
}

// Models returns the models, with their names as they are compared. They must not be changed.
func (r *Recognizer) Models() []Model { return r.models }

func prepare(m *Model, hash uint64) *prepared {
	p := &prepared{shape: newShape(m.Cloud), hash: hash}
	p.up, _ = geom.Unit(m.Up)
	moments := geom.NewMoments(geom.Vec{})
	for i := range p.points.Len() {
		moments.Add(p.at(i))
	}
	_, p.axes = moments.Cov().Eigen()
	p.dims = measure(p.shape, p.up)
	return p
}

// Recognize says which model an object is an instance of. Not to be recognised is a result, not an error; an error is an
// object that has no points.
func (r *Recognizer) Recognize(o Object) (*Result, error) {
	const op = "recognize"
	if o.Cloud == nil {
		return nil, fault.New(op, "", fault.Invalid, "the object has no cloud: segment the scene first")
	}
	if err := o.Cloud.Check(); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if !geom.IsFinite(o.Up) || o.Eye != nil && !geom.IsFinite(*o.Eye) || o.Centroid != nil && !geom.IsFinite(*o.Centroid) {
		return nil, fault.New(op, "", fault.Invalid, "up, eye or centroid of the object is not finite: leave it out when it is not known")
	}
	names := map[string]bool{}
	for _, n := range o.Names {
		names[canonicalName(n)] = true
	}
	res := &Result{Model: -1}
	for i := range r.models {
		if len(names) == 0 || names[r.models[i].Name] {
			res.Candidates = append(res.Candidates, Candidate{Model: i})
		}
	}
	if o.Cloud.ValidCount() == 0 {
		return nil, fault.New(op, "", fault.Invalid, "no point of the object's cloud is valid: segment the scene again")
	}
	if r.p.Compat != "" {
		r.recognizeCompat(&o, res)
		return res, nil
	}
	s := newShape(o.Cloud)
	up, _ := geom.Unit(o.Up)
	seen := newObservation(s, up, o.Eye)
	multicore.Each(len(res.Candidates), func(k int) {
		c := &res.Candidates[k]
		f := r.pool.Get().(*fitter)
		r.compare(f, seen, c)
		r.pool.Put(f)
	})
	r.choose(res)
	return res, nil
}

// compare lays the object on one model.
func (r *Recognizer) compare(f *fitter, o *observation, c *Candidate) {
	m := r.ready[c.Model]
	if why := o.dims.against(&m.dims, r.p.SizeTolerance); why != "" {
		c.Rejected, c.Detail = Size, why
		return
	}
	if o.colour != nil && m.colour != nil {
		if d := meanDistance(o.mean, m.mean); d > r.p.MaxColour {
			c.Rejected, c.Detail = OffColour, fmt.Sprintf("mean colours are %.0f apart, more than %.0f", d, r.p.MaxColour)
			return
		}
	}
	X_MO, fit := f.search(o, m, r.p.Yaws)
	c.Fit, c.Confidence = fit, confidence(fit)
	// X_FM = X_FO X_OM with the mids of both put back
	X := X_MO.Inv()
	c.X_FM = geom.Pose{R: X.R, P: r3.Add(r3.Add(X.P, o.mid), X.R.Apply(r3.Scale(-1, m.mid)))}
	c.Detail = fit.String()
}

func (f Fit) String() string {
	s := fmt.Sprintf("%.1f mm off, %.0f %% of the object on the model, %.0f %% of the visible model on the object", 1e3*f.RMS, 100*f.ObjectCovered, 100*f.ModelCovered)
	if !math.IsNaN(f.Colour) {
		s += fmt.Sprintf(", colours %.0f apart", f.Colour)
	}
	return s
}

// choose takes the candidate of the greatest confidence; of equals the first.
func (r *Recognizer) choose(res *Result) {
	best := -1
	for k := range res.Candidates {
		c := &res.Candidates[k]
		if c.Rejected == "" && (best < 0 || c.Confidence > res.Candidates[best].Confidence) {
			best = k
		}
	}
	if best >= 0 {
		res.Confidence = res.Candidates[best].Confidence
	}
	for k := range res.Candidates {
		c := &res.Candidates[k]
		switch {
		case c.Rejected != "":
		case c.Confidence < r.p.MinConfidence:
			c.Rejected = Poor
		case k != best:
			c.Rejected = Worse
		}
	}
	if best < 0 || res.Candidates[best].Rejected != "" {
		return
	}
	c := &res.Candidates[best]
	m := &r.models[c.Model]
	res.Recognised, res.Model, res.ID, res.Name, res.X_FM = true, c.Model, m.ID, m.Name, c.X_FM
	res.Grasps = CarryGrasps(m.Grasps, c.X_FM, r.p)
}

// WhyNot says in one line why an object was not recognised: what spoke against the nearest model.
func (r *Recognizer) WhyNot(res *Result) string {
	if res.Recognised {
		return ""
	}
	if len(res.Candidates) == 0 {
		return "there is no model to compare it with"
	}
	best := slices.MaxFunc(res.Candidates, func(a, b Candidate) int {
		switch {
		case a.Confidence > b.Confidence:
			return 1
		case a.Confidence < b.Confidence:
			return -1
		}
		return 0
	})
	gated := func(c Candidate) bool { return c.Rejected == Size || c.Rejected == OffColour }
	if !slices.ContainsFunc(res.Candidates, func(c Candidate) bool { return !gated(c) }) {
		return fmt.Sprintf("its size or colour is that of none of %d models; %s: %s", len(res.Candidates), r.models[best.Model].Name, best.Detail)
	}
	return fmt.Sprintf("nearest is %s, but for its %s: %s", r.models[best.Model].Name, best.Rejected, best.Detail)
}
