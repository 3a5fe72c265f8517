package scene

import (
	"math"

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
