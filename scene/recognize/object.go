package recognize

import (
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
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
	if eyeKnown(seg.Cloud) {
		eye := seg.Cloud.X_FS.P
		o.Eye = &eye
	}
	return o, nil
}

// eyeKnown reports whether the place of the sensor can be relied on: the cloud says it, or it is a picture taken from the
// origin.
func eyeKnown(c *cloud.Cloud) bool {
	if c.X_FS.P != (geom.Vec{}) {
		return true
	}
	_, ok := cloud.RecoverPinhole(c)
	return ok
}
