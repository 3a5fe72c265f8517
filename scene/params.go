package scene

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
)

// Params are the settings of segmentation. DefaultParams gives the defaults; Declare documents each.
type Params struct {
	Up               geom.Vec // in the cloud's frame; zero: found
	UpTolerance      float64  // rad
	PlaneHypotheses  int
	PlaneTolerance   float64 // m at the sensor
	RangeNoise       float64 // m of depth noise per m^2 of range squared, 1/m
	MinHeight        float64 // m
	MaxHeight        float64 // m
	HullMargin       float64 // m
	ClusterTolerance float64 // m
	MinPoints        int
	MaxPoints        int // 0: no limit
	Sparse           bool
	Split            bool
	SplitSpan        int     // pixels
	SplitDepth       float64 // m
	SplitNoise       float64 // 1/m
	SplitAngle       float64
	JoinVessels      bool
	UseColour        bool
	PointColour      float64
	RegionColour     float64
	Seed             uint64 // of the plane search; not declared: one --seed serves all stages
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	s.Vec(&p.Up, "up", geom.Vec{}, "", "direction of up in the cloud's frame, as 0,0,1; 0,0,0 finds it from the table and the viewpoint")
	s.Float(&p.UpTolerance, "up_tolerance", 0.35, "rad", 0.01, math.Pi/2, "a table may lean this far from --up")
	s.Int(&p.PlaneHypotheses, "plane_hypotheses", 400, "", 10, 100000, "planes tried to find the table")
	s.Float(&p.PlaneTolerance, "plane_tolerance", 0.004, "m", 1e-4, 0.1, "depth noise of a point near the sensor; points this far off still belong to a plane")
	s.Float(&p.RangeNoise, "range_noise", 0.004, "1/m", 0, 0.1, "growth of depth noise with the square of range: the tolerance at r metres is plane_tolerance + range_noise r^2")
	s.Float(&p.MinHeight, "min_height", 0.002, "m", 0, 0.2, "points lower than this above the table belong to it; from here to the plane tolerance they belong to the object they touch, if any")
	s.Float(&p.MaxHeight, "max_height", 0.5, "m", 0.01, 100, "points higher than this above the table are not on it")
	s.Float(&p.HullMargin, "hull_margin", 0.02, "m", 0, 100, "objects may reach this far over the table's edge")
	s.Float(&p.ClusterTolerance, "cluster_tolerance", 0.01, "m", 0.001, 0.2, "points nearer than this belong to one object")
	s.Bool(&p.Sparse, "sparse", true, "in unorganised clouds whose points are farther apart than half of cluster_tolerance, widen it to twice their distance and lower min_points with their density")
	s.Bool(&p.Split, "split", true, "separate touching objects of organised clouds along concave edges")
	s.Int(&p.SplitSpan, "split_span", 8, "pixels", 2, 64, "half the length over which an edge is looked for, for a focal length of 525 pixels; it grows with the focal length")
	s.Float(&p.SplitDepth, "split_depth", 0.0025, "m", 0, 0.1, "an edge lies this deep under the chord across it, near the sensor")
	s.Float(&p.SplitNoise, "split_noise", 0.0015, "1/m", 0, 0.1, "growth of split_depth with the square of range")
	s.Float(&p.SplitAngle, "split_angle", 0.12, "rad", 0, 1.5, "and bends at least this much to either side")
	s.Bool(&p.JoinVessels, "join_vessels", false, "the outside and the inside of a round cup or bowl, seen apart, are one object")
	s.Bool(&p.UseColour, "use_color", false, "also separate what differs in colour, where the cloud has colour; objects of several colours come apart too")
	s.Float(&p.PointColour, "point_color_threshold", 10, "", 0, 442, "with use_color: neighbouring points of one region differ by no more, in RGB steps of 0 to 255")
	s.Float(&p.RegionColour, "region_color_threshold", 10, "", 0, 442, "with use_color: neighbouring regions whose mean colours differ by less are one")
	s.Int(&p.MinPoints, "min_points", 100, "", 1, 10000000, "smaller clusters are noise")
	s.Int(&p.MaxPoints, "max_points", 0, "", 0, math.MaxInt32, "larger clusters are no objects and are left out; 0 for no limit")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// check refuses settings that contradict each other; ranges are checked where a setting is read.
func (p *Params) check() error {
	if !(p.MinHeight < p.MaxHeight) {
		return fault.New("segment", "", fault.Invalid, "min_height %g m is not below max_height %g m", p.MinHeight, p.MaxHeight)
	}
	if !geom.IsFinite(p.Up) {
		return fault.New("segment", "", fault.Invalid, "up is not finite")
	}
	if n := r3.Norm(p.Up); n != 0 && n < 1e-6 {
		return fault.New("segment", "", fault.Invalid, "up is too short to have a direction")
	}
	if p.ClusterTolerance <= 0 || p.PlaneTolerance <= 0 || p.PlaneHypotheses < 1 {
		return fault.New("segment", "", fault.Invalid, "settings are unset; start from DefaultParams")
	}
	return nil
}
