package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
)

// Params are the settings of the face. DefaultParams gives the defaults; Declare documents each. The names that rail_segmentation has
// are its own.
type Params struct {
	CloudTopic       string
	ZonesConfig      string
	Debug            bool
	MinCluster       int
	MaxCluster       int
	ClusterTolerance float64 // m
	Split            bool
	SurfaceAngle     float64 // rad
	PlaneTolerance   float64 // m
	RangeNoise       float64 // 1/m
	MaxHeight        float64 // m
	HullMargin       float64 // m
	CropFirst        bool
	UseColor         bool
	PointColor       float64
	RegionColor      float64
	LabelMarkers     bool
	MarkerVoxel      float64 // m
	MaskImages       bool
	MaxCloudAge      float64 // s
	NewCloud         bool
	CloudWait        float64 // s
	TFWait           float64 // s
	ZoneFallback     bool
	Rate             float64 // Hz
	Compat           bool
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	s.Text(&p.CloudTopic, "point_cloud_topic", "/camera/depth_registered/points", "topic of the camera's clouds (sensor_msgs/PointCloud2)")
	s.Text(&p.ZonesConfig, "zones_config", "", "file of the zones; without one, everything from 0.1 m over base_footprint on, with a surface")
	s.Bool(&p.Debug, "debug", false, "publish ~debug_pc and ~debug_img")
	s.Int(&p.MinCluster, "min_cluster_size", 200, "", 1, 10_000_000, "smaller clusters of points are noise")
	s.Int(&p.MaxCluster, "max_cluster_size", 10000, "", 0, math.MaxInt32, "larger clusters are no objects, and are warned of; 0 for no limit")
	s.Float(&p.ClusterTolerance, "cluster_tolerance", 0.02, "m", 0.001, 0.2, "points nearer than this belong to one object")
	s.Bool(&p.Split, "split", true, "separate touching objects along concave edges, where the cloud is organised")
	s.Float(&p.SurfaceAngle, "surface_angle", 0.15, "rad", 0.01, 1.5, "a surface may lean this far from level")
	s.Float(&p.PlaneTolerance, "plane_tolerance", 0.004, "m", 1e-4, 0.1, "points this far from the surface belong to it, near the sensor")
	s.Float(&p.RangeNoise, "range_noise", 0.004, "1/m", 0, 0.1, "growth of that with the square of range")
	s.Float(&p.MaxHeight, "max_height", 100, "m", 0.01, 100, "points higher than this above the surface are not on it")
	s.Float(&p.HullMargin, "hull_margin", 100, "m", 0, 100, "objects may reach this far over the surface's edge; the default leaves that to the zone")
	s.Bool(&p.CropFirst, "crop_first", false, "look for the surface inside the zone's limits of x and y alone")
	s.Bool(&p.UseColor, "use_color", false, "also separate what differs in colour")
	s.Float(&p.PointColor, "point_color_threshold", 10, "", 0, 442, "with use_color: neighbouring points of one region differ by no more, in RGB steps of 0 to 255")
	s.Float(&p.RegionColor, "region_color_threshold", 10, "", 0, 442, "with use_color: neighbouring regions whose mean colours differ by less are one")
	s.Bool(&p.LabelMarkers, "label_markers", false, "add texts with the indices of objects to ~markers")
	s.Float(&p.MarkerVoxel, "marker_voxel", 0.01, "m", 0.001, 0.5, "side of the cubes of markers")
	s.Bool(&p.MaskImages, "mask_images", false, "make the pixels of an object's image black that are not the object's")
	s.Float(&p.MaxCloudAge, "max_cloud_age", 5, "s", 0, 1e6, "older clouds are not segmented; 0 for any age")
	s.Bool(&p.NewCloud, "new_cloud", false, "segment only what was seen after the call")
	s.Float(&p.CloudWait, "cloud_wait", 2, "s", 0, 600, "a call waits so long for a cloud")
	s.Float(&p.TFWait, "tf_wait", 0.5, "s", 0, 600, "and so long for a transform")
	s.Bool(&p.ZoneFallback, "zone_fallback", true, "take the first zone, with a warning, when none fits; otherwise the call fails")
	s.Float(&p.Rate, "segmentation_rate", 0, "Hz", 0, 100, "segment so often without being called; 0 for never")
	s.Bool(&p.Compat, "compat", false, "like rail_segmentation 0.1.8: what is within 1 cm of the surface is lost, objects are not split, images lack a row and a column, no list follows where nothing is found")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// compatTolerance is the distance from the surface within which the original drops points, metres.
const compatTolerance = 0.01

// engine returns the settings of the segmentation engine.
func (p *Params) engine() (scene.Params, error) {
	e := scene.DefaultParams()
	if p.MaxCluster > 0 && p.MaxCluster < p.MinCluster {
		return e, fault.New("", "max_cluster_size", fault.Invalid, "%d is below min_cluster_size %d: nothing would ever be found", p.MaxCluster, p.MinCluster)
	}
	e.UpTolerance, e.PlaneTolerance, e.RangeNoise = p.SurfaceAngle, p.PlaneTolerance, p.RangeNoise
	e.ClusterTolerance, e.MinPoints, e.MaxPoints = p.ClusterTolerance, p.MinCluster, p.MaxCluster
	e.MaxHeight, e.HullMargin, e.Split = p.MaxHeight, p.HullMargin, p.Split
	e.UseColour, e.PointColour, e.RegionColour = p.UseColor, p.PointColor, p.RegionColor
	if p.Compat {
		e.PlaneTolerance, e.RangeNoise, e.Split = compatTolerance, 0, false
	}
	return e, nil
}
