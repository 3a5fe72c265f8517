package recognize

import (
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

// ObjectOf makes object i of a segmentation ready for Recognize.
func ObjectOf(seg *scene.Segmentation, i int) (Object, error) {
	if i < 0 || i >= len(seg.Objects) {
		return Object{}, fault.New("recognize", "", fault.NotFound, "there is no object %d of %d", i, len(seg.Objects))
	}
	indices := make([]int, len(seg.Objects[i].Indices))
	for k, p := range seg.Objects[i].Indices {
		indices[k] = int(p)
	}
	c, err := seg.Cloud.Select(indices)
	if err != nil {
		return Object{}, fault.Wrap("recognize", "", err)
	}
	o := Object{Cloud: c, Up: seg.Table.X_FT.R.Apply(geom.UnitZ)}
	if _, _, known := seg.Cloud.Sensor(); known {
		eye := seg.Cloud.X_FS.P
		o.Eye = &eye
	}
	return o, nil
}
