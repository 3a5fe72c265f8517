package grasp

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Features are what makes a grasp forgiving or not, as numbers of about 0 to 1.
type Features [featureCount]float64

const (
	featRoom      = iota // opening left beside the object, of 20 mm
	featPatch            // the smaller of the two contact patches, as a part of the pad
	featPatchBoth        // the mean of both
	featLean             // slope of the surface against the pads
	featLever            // horizontal distance of the centre of volume from the closing axis, of 60 mm
	featTorque           // that distance times the volume, of 60 mm and 1 l
	featBelow            // height of the pads over the centre of volume, as a part of the object's height
	featVolume           // of the object, of 1 l, at most 3
	featWidth            // of the object between the pads, as a part of the opening
	featSeen             // share of the contact patches that the camera saw
	featSide             // 1 for a level approach
	featTilted           // 1 for a tilted one
	featSquare           // 1 for closing along a side of the box, 0 across its corner
	featRound            // 1 for an object that was taken for round
	featDomed            // 1 for one that curves in above and below
	featOff              // height of the pads from the object's middle, of 50 mm, at most 1
	featDomedOff         // the same of 20 mm for what is domed, else 0
	featureCount
)

// FeatureNames name the features in order.
var FeatureNames = [featureCount]string{
	"room", "patch", "patch_both", "lean", "lever", "torque", "below", "volume", "width", "seen", "side", "tilted", "square", "round", "domed", "off", "domed_off",
}

// armOf is the unit of levers: friction of two pads of a few square centimetres carries about their radius times the grip force
// about the closing axis, far less than an object's weight at this distance.
const armOf = 0.06 // m

func (w *worker) features(g *Grasp, c *contact, overlap float64) Features {
	h := &w.hand
	o := &w.seg.Objects[g.Object]
	s := &w.solids[g.Object]
	pad := h.PadLength * h.FingerWidth
	a, b := min(1, c.area[0]/pad), min(1, c.area[1]/pad)
	y_T := g.X_TG.R.Apply(geom.UnitY)
	d := r3.Sub(s.center, g.X_TG.Apply(geom.V(h.PadCenter(), 0, 0)))
	level := geom.V(d.X, d.Y, 0)
	lever := r3.Norm(r3.Sub(level, r3.Scale(r3.Dot(level, y_T), y_T)))
	litres := min(3, 1e3*s.volume)
	y_O := o.X_TO.R.Inv().Apply(y_T)
	var f Features
	f[featRoom] = min(1, (h.MaxOpening-g.Width-2*w.p.Clearance)/0.02)
	f[featPatch] = min(a, b)
	f[featPatchBoth] = (a + b) / 2
	f[featLean] = max(math.Abs(c.lean[0]), math.Abs(c.lean[1]))
	f[featLever] = min(2, lever/armOf)
	f[featTorque] = min(3, f[featLever]*litres)
	f[featBelow] = max(-1, min(1, -d.Z/max(s.top, 0.01)))
	f[featVolume] = litres
	f[featWidth] = g.Width / h.MaxOpening
	f[featSeen] = c.seen
	switch g.Kind {
	case Side:
		f[featSide] = 1
	case Tilted:
		f[featTilted] = 1
	}
	f[featSquare] = (math.Max(math.Abs(y_O.X), math.Abs(y_O.Y)) - math.Sqrt2/2) / (1 - math.Sqrt2/2)
	if o.Round {
		f[featRound], f[featSquare] = 1, 1
	}
	off := math.Abs(g.X_TG.Apply(geom.V(h.PadCenter(), 0, 0)).Z - s.top/2)
	f[featOff] = min(1, off/0.05)
	if s.domed {
		f[featDomed], f[featDomedOff] = 1, min(1, off/0.02)
	}
	return f
}

// Calibration is the fit of a logistic model to rehearsed grasps, with the figures of the fit.
type Calibration struct {
	Intercept float64            `json:"intercept"`
	Weights   map[string]float64 `json:"weights"`

	Grasps      int     `json:"grasps"`        // that were fitted
	Held        int     `json:"held"`          // of them
	HeldOut     int     `json:"held_out"`      // grasps of objects that were not in the fit
	Brier       float64 `json:"brier"`         // mean squared error of the probability, on those held out
	BrierOfMean float64 `json:"brier_of_mean"` // of always saying the mean
	Error       float64 `json:"calibration_error"`
	Reliability []Bin   `json:"reliability"` // on those held out
	Scenes      int     `json:"scenes"`
	Seed        uint64  `json:"seed"`
	Remark      string  `json:"remark"`
}

// Bin is one point of a reliability curve.
type Bin struct {
	From, To  float64 // of the probability
	N         int
	Predicted float64 // mean
	Achieved  float64 // share that held
}

//go:embed calibration.json
var calibrationJSON []byte

type model struct {
	intercept float64
	weights   Features
}

var fitted = func() model {
	var c Calibration
	if err := json.Unmarshal(calibrationJSON, &c); err != nil {
		panic(fmt.Sprintf("grasp/calibration.json: %v", err)) // it is part of the program, and a test reads it
	}
	m := model{intercept: c.Intercept}
	for i, name := range FeatureNames {
		m.weights[i] = c.Weights[name]
	}
	return m
}()

// Calibrated returns the fit that Probability uses.
func Calibrated() Calibration {
	var c Calibration
	_ = json.Unmarshal(calibrationJSON, &c) // was read at the start of the program
	return c
}

// Probability is the fitted probability that a grasp with these features holds.
func (f *Features) Probability() float64 {
	z := fitted.intercept
	for i, v := range f {
		z += fitted.weights[i] * v
	}
	return 1 / (1 + math.Exp(-z))
}
