package tabletop

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/shape_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	detector "github.com/holdfast-robotics/holdfast/msgs/tabletop_object_detector"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const (
	noCloud    = detector.TabletopSegmentationResponseNoCloudReceived
	noTable    = detector.TabletopSegmentationResponseNoTable
	otherError = detector.TabletopSegmentationResponseOtherError
	success    = detector.TabletopSegmentationResponseSuccess
)

// segmentation answers with a result code; what is wrong goes to the log.
func (f *Face) segmentation(ctx context.Context, r *detector.TabletopSegmentationRequest) (*detector.TabletopSegmentationResponse, error) {
	out := &detector.TabletopSegmentationResponse{Result: success}
	if err := f.segment(ctx, &r.Table, out); err != nil {
		*out = detector.TabletopSegmentationResponse{Result: codeOf(err)}
		f.node.Log().Warn("tabletop segmentation fails", "err", err)
	}
	return out, nil
}

func codeOf(err error) int32 {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Timeout:
		return noCloud
	case fault.NoTable:
		return noTable
	}
	return otherError
}

func (f *Face) segment(ctx context.Context, known *detector.Table, out *detector.TabletopSegmentationResponse) error {
	const op = "segment table"
	wait, cancel := context.WithTimeout(ctx, param.Seconds(f.p.CloudWait))
	defer cancel()
	r, err := f.inbox.Await(wait, "cloud_in", f.node.Clock().Now, param.Seconds(f.p.MaxCloudAge), wire.Time{})
	if err != nil {
		return err
	}
	defer f.inbox.Release(r)
	var c cloud.Cloud
	if err := clouds.ToCloud(&r.Msg, &c); err != nil {
		return err
	}
	h := r.Msg.Header
	x_BF, err := f.lookup(ctx, f.p.ProcessingFrame, h.FrameID, h.Stamp)
	if err != nil {
		return fault.New(op, "", fault.NotFound, "%w", err)
	}
	frame := f.p.ProcessingFrame
	if frame == "" {
		frame = h.FrameID
	}
	in := c.Transformed(x_BF, frame)
	if n := f.filter(in); n < f.p.MinCluster {
		return fault.New(op, "", fault.NoTable, "%d points are inside the filters' limits, fewer than min_cluster_size %d", n, f.p.MinCluster)
	}
	zone, err := f.zone(ctx, frame, h.Stamp, known)
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	s, err := f.engine(zone)
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	var found scene.Segmentation
	if err := s.SegmentZone(in, zone, &found); err != nil {
		return fault.Wrap(op, "", err)
	}
	head := std_msgs.Header{Stamp: h.Stamp, FrameID: frame}
	if known != nil && len(known.ConvexHull.Vertices) > 0 {
		out.Table = *known
	} else if out.Table, err = f.table(in, &found, head); err != nil {
		return fault.Wrap(op, "", err)
	}
	for i := range found.Objects {
		if m, n := f.cluster(in, found.Objects[i].Indices, head); n >= f.p.MinCluster {
			out.Clusters = append(out.Clusters, m)
		}
	}
	slices.SortStableFunc(out.Clusters, func(a, b sensor_msgs.PointCloud) int { return len(b.Points) - len(a.Points) })
	return nil
}

// filter takes away the points outside the limits and counts the rest.
func (f *Face) filter(c *cloud.Cloud) int {
	nan := float32(math.NaN())
	n := 0
	for i := range c.X {
		p := c.At(i)
		if p.X >= f.p.XMin && p.X <= f.p.XMax && p.Y >= f.p.YMin && p.Y <= f.p.YMax && p.Z >= f.p.ZMin && p.Z <= f.p.ZMax {
			n++
		} else {
			c.X[i], c.Y[i], c.Z[i] = nan, nan, nan
		}
	}
	return n
}

// zone is where up is known, or the table. It is nil in a camera's frame.
func (f *Face) zone(ctx context.Context, frame string, at wire.Time, known *detector.Table) (*scene.Zone, error) {
	given := known != nil && len(known.ConvexHull.Vertices) > 0
	if f.p.UpDirection < 0 && !given {
		return nil, nil
	}
	z := scene.NewZone(geom.Pose{R: geom.Rot{W: 1}})
	z.Surface = scene.SurfaceRequired
	if !given {
		return z, nil
	}
	x_BP, err := f.lookup(ctx, frame, known.Pose.Header.FrameID, at)
	if err != nil {
		return nil, fault.New("use the given table", "", fault.NotFound, "%w", err)
	}
	x_PT, err := geomsgs.FromPose(&known.Pose.Pose)
	if err != nil {
		return nil, fault.Wrap("use the given table", "", err)
	}
	if len(known.ConvexHull.Vertices) > maxVertices {
		return nil, fault.New("use the given table", "", fault.Invalid, "its hull has more than %d vertices", maxVertices)
	}
	x_BT := x_BP.Mul(x_PT)
	flip := 1.0
	if x_BT.R.Apply(geom.UnitZ).Z*f.p.UpDirection < 0 {
		flip = -1 // its z points down
		x_BT = x_BT.Mul(geom.Pose{R: geom.AxisAngle(geom.UnitX, math.Pi)})
	}
	var outline []geom.Vec2
	for _, v := range known.ConvexHull.Vertices {
		if !geom.IsFinite(geomsgs.FromPoint(v)) {
			return nil, fault.New("use the given table", "", fault.Invalid, "a vertex of its hull is not finite")
		}
		outline = append(outline, geom.Vec2{X: v.X, Y: flip * v.Y})
	}
	z.Table = &scene.Table{X_FT: x_BT, Hull: geom.ConvexHull(outline)}
	if len(z.Table.Hull) < 3 {
		return nil, fault.New("use the given table", "", fault.Invalid, "its hull has no area")
	}
	return z, nil
}

// maxVertices bounds a hull that a client gives.
const maxVertices = 10000

func (f *Face) engine(z *scene.Zone) (*scene.Segmenter, error) {
	p := scene.DefaultParams()
	p.MinHeight, p.MaxHeight = f.p.heights()
	p.ClusterTolerance, p.MinPoints, p.Split = f.p.ClusterDistance, f.p.MinCluster, f.p.Split
	p.HullMargin = f.p.Padding
	return scene.NewSegmenter(p)
}

// table makes the message of the table: its frame lies at the foot of the processing frame's origin, z up and x along the processing
// frame's; level and at the mean of the points with flatten_table.
func (f *Face) table(c *cloud.Cloud, found *scene.Segmentation, head std_msgs.Header) (detector.Table, error) {
	on := make([]int32, 0, found.Table.Points)
	for i, l := range found.Labels {
		if l == scene.LabelTable {
			on = append(on, int32(i))
		}
	}
	identity := geom.Pose{R: geom.Rot{W: 1}}
	if cubes, _ := scene.Voxels(c, on, identity, f.p.PlaneVoxel); len(cubes) < f.p.InlierThreshold {
		return detector.Table{}, fault.New("", "", fault.NoTable, "the largest plane holds %d points after thinning, fewer than inlier_threshold %d", len(cubes), f.p.InlierThreshold)
	}
	plane := found.Table.Plane()
	x_BT := geom.Pose{R: frameOn(plane.Normal), P: plane.Project(geom.Vec{})}
	if f.p.Flatten {
		d, err := scene.Describe(c, on, identity)
		if err != nil {
			return detector.Table{}, err
		}
		x_BT = geom.Pose{R: frameOn(geom.V(0, 0, f.p.UpDirection)), P: d.Centroid}
	}
	t := detector.Table{Pose: stamped(head, x_BT)}
	back := x_BT.Inv()
	lo, hi := geom.V(math.Inf(1), math.Inf(1), 0), geom.V(math.Inf(-1), math.Inf(-1), 0)
	for _, i := range on {
		p := back.Apply(c.At(int(i)))
		if math.Abs(p.X) <= farTable && math.Abs(p.Y) <= farTable {
			lo, hi = geom.V(min(lo.X, p.X), min(lo.Y, p.Y), 0), geom.V(max(hi.X, p.X), max(hi.Y, p.Y), 0)
		}
	}
	if lo.X <= hi.X {
		t.XMin, t.XMax, t.YMin, t.YMax = limit(lo.X), limit(hi.X), limit(lo.Y), limit(hi.Y)
	}
	x_TH := back.Mul(found.Table.X_FT)
	var mid geom.Vec
	corners := make([]geom.Vec, 0, len(found.Table.Hull))
	for _, v := range found.Table.Hull {
		p := x_TH.Apply(geom.V(v.X, v.Y, 0))
		p.Z = 0
		corners = append(corners, p)
		mid = r3.Add(mid, r3.Scale(1/float64(len(found.Table.Hull)), p))
	}
	for k, p := range corners {
		if out, ok := geom.Unit(r3.Sub(p, mid)); ok {
			p = r3.Add(p, r3.Scale(f.p.Padding, out))
		}
		t.ConvexHull.Vertices = append(t.ConvexHull.Vertices, geomsgs.Point(p))
		if k >= 2 {
			t.ConvexHull.Triangles = append(t.ConvexHull.Triangles, shape_msgs.MeshTriangle{VertexIndices: [3]uint32{0, uint32(k - 1), uint32(k)}})
		}
	}
	return t, nil
}

// farTable bounds the extents of a table, metres from its frame's origin.
const farTable = 3

// frameOn is the rotation whose z is a unit normal and whose x is as near as possible to the x axis, or y where that is the normal.
func frameOn(normal geom.Vec) geom.Rot {
	along := geom.UnitX
	if math.Abs(normal.X) > 0.999 {
		along = geom.UnitY
	}
	x, _ := geom.Unit(r3.Sub(along, r3.Scale(r3.Dot(along, normal), normal)))
	return geom.FromAxes(x, r3.Cross(normal, x), normal)
}

// cluster thins an object's points and counts them.
func (f *Face) cluster(c *cloud.Cloud, indices []int32, head std_msgs.Header) (sensor_msgs.PointCloud, int) {
	cubes, _ := scene.Voxels(c, indices, geom.Pose{R: geom.Rot{W: 1}}, f.p.ClusterVoxel)
	m := sensor_msgs.PointCloud{Header: head, Points: make([]geometry_msgs.Point32, len(cubes))}
	for i, p := range cubes {
		m.Points[i] = geometry_msgs.Point32{X: float32(p.X), Y: float32(p.Y), Z: float32(p.Z)}
	}
	return m, len(cubes)
}
