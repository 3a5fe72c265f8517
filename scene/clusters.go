package scene

import (
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// FromClusters makes a segmentation of clusters that are known already, as those of a message: each is a list of indices of
// points of c, ascending, and stands on the table. Objects come in the order of the clusters and are measured as Segment does.
func FromClusters(c *cloud.Cloud, table Table, clusters [][]int32) (*Segmentation, error) {
	const op = "measure clusters"
	if err := c.Check(); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if !table.X_FT.IsFinite() {
		return nil, fault.New(op, "", fault.Invalid, "the pose of the table is not finite")
	}
	out := &Segmentation{Cloud: c, Table: table, Labels: make([]uint32, c.Len()), Objects: make([]Object, len(clusters))}
	inv := table.X_FT.Inv()
	var scratch []geom.Vec2
	for k, list := range clusters {
		o := &out.Objects[k]
		for _, i := range list {
			if i < 0 || int(i) >= c.Len() {
				return nil, fault.New(op, "", fault.Invalid, "cluster %d has point %d; the cloud has %d points", k, i, c.Len())
			}
			if measured(c.X[i], c.Y[i], c.Z[i]) && !math.IsNaN(float64(c.X[i])) {
				o.Indices = append(o.Indices, i)
				out.Labels[i] = LabelObject + uint32(k)
			}
		}
		if len(o.Indices) == 0 {
			return nil, fault.New(op, "", fault.Invalid, "cluster %d has no point with finite coordinates", k)
		}
		measureObject(c, o, &out.Table, inv, &scratch)
	}
	return out, nil
}

// EuclideanClusters groups points of a cloud: two are in one cluster exactly when a chain of points leads from one to the other
// with no step longer than the tolerance (metres). Each cluster is a list of indices, ascending; the largest is first, of equal ones
// that with the lowest index. It fails when a tolerance is not positive, an index is outside the cloud or twice in the list, or a point
// is not valid.
func EuclideanClusters(c *cloud.Cloud, indices []int32, tolerance float64) ([][]int32, error) {
	const op = "cluster points"
	if err := c.Check(); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if !(tolerance >= 1e-6) || math.IsInf(tolerance, 0) {
		return nil, fault.New(op, "", fault.Invalid, "a tolerance of %g m; at least a micrometre is needed", tolerance)
	}
	list := slices.Sorted(slices.Values(indices))
	for k, i := range list {
		switch {
		case i < 0 || int(i) >= c.Len():
			return nil, fault.New(op, "", fault.Invalid, "index %d is outside a cloud of %d points", i, c.Len())
		case k > 0 && list[k-1] == i:
			return nil, fault.New(op, "", fault.Invalid, "index %d comes twice", i)
		case !c.Valid(int(i)) || !(max(math.Abs(float64(c.X[i])), math.Abs(float64(c.Y[i])), math.Abs(float64(c.Z[i])))/tolerance < 1e9):
			return nil, fault.New(op, "", fault.Invalid, "point %d is not finite, or too far away for a tolerance of %g m", i, tolerance)
		}
	}
	var e euclid
	id, n := e.cluster(c, list, tolerance, nil)
	out := make([][]int32, n)
	for k, i := range list {
		out[id[k]] = append(out[id[k]], i)
	}
	slices.SortStableFunc(out, func(a, b []int32) int { return len(b) - len(a) })
	return out, nil
}
