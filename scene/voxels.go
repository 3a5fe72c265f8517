package scene

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Voxels thins points of a cloud to one in each cube of a grid with the given side (metres): the mean of those in it, in frame
// A, in the order in which cubes first appear. colour is the mean over the cubes of their mean colours, 0 to 1.
func Voxels(c *cloud.Cloud, indices []int32, x_AF geom.Pose, side float64) (points []geom.Vec, colour [3]float64) {
	var v voxels
	v.reset()
	var cells []voxel
	m, o, inv := x_AF.R.Mat(), x_AF.P, 1/side
	last, at := voxelKey{math.MaxInt64, 0, 0}, int32(0) // points of one cube often follow each other
	for _, i := range indices {
		if !c.Valid(int(i)) {
			continue
		}
		X, Y, Z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
		x, y, z := m[0]*X+m[1]*Y+m[2]*Z+o.X, m[3]*X+m[4]*Y+m[5]*Z+o.Y, m[6]*X+m[7]*Y+m[8]*Z+o.Z
		key := voxelKey{int64(math.Floor(x * inv)), int64(math.Floor(y * inv)), int64(math.Floor(z * inv))}
		if key != last {
			var first bool
			last = key
			if at, first = v.insert(key); first {
				cells = append(cells, voxel{})
			}
		}
		ce := &cells[at]
		ce.sum.X, ce.sum.Y, ce.sum.Z, ce.n = ce.sum.X+x, ce.sum.Y+y, ce.sum.Z+z, ce.n+1
		if c.RGB != nil {
			w := c.RGB[i]
			ce.rgb[0], ce.rgb[1], ce.rgb[2] = ce.rgb[0]+float64(w>>16&255), ce.rgb[1]+float64(w>>8&255), ce.rgb[2]+float64(w&255)
		}
	}
	if len(cells) == 0 {
		return nil, colour
	}
	points = make([]geom.Vec, len(cells))
	for k := range cells {
		ce := &cells[k]
		points[k] = r3.Scale(1/ce.n, ce.sum)
		for d := range colour {
			colour[d] += ce.rgb[d] / ce.n / 255 / float64(len(cells))
		}
	}
	return points, colour
}

// Thinner thins clouds, and keeps the memory that it takes for the next one. It is not safe for concurrent use.
type Thinner struct {
	voxels voxels
	keep   []int32
}

// First returns the index of the first valid point in each cube of a grid with the given side (metres) along the cloud's axes, in the
// order of the cloud. It is valid until the next call.
func (t *Thinner) First(c *cloud.Cloud, side float64) []int32 {
	t.voxels.reset()
	t.keep = t.keep[:0]
	inv := 1 / side
	last := voxelKey{math.MaxInt64, 0, 0}
	for i := range c.Len() {
		if !c.Valid(i) {
			continue
		}
		key := voxelKey{int64(math.Floor(float64(c.X[i]) * inv)), int64(math.Floor(float64(c.Y[i]) * inv)), int64(math.Floor(float64(c.Z[i]) * inv))}
		if key == last {
			continue
		}
		last = key
		if _, first := t.voxels.insert(key); first {
			t.keep = append(t.keep, int32(i))
		}
	}
	return t.keep
}

// voxels are the cubes of a grid that hold points, with a hash table to find them.
type voxels struct {
	keys  []voxelKey
	table []int32 // index + 1, 0 is empty
}

type voxelKey struct{ x, y, z int64 }

// voxel sums up the points of a cube.
type voxel struct {
	sum geom.Vec
	n   float64
	rgb [3]float64
}

func (k voxelKey) hash() uint32 {
	h := uint64(k.x)*0x9E3779B97F4A7C15 ^ uint64(k.y)*0xC2B2AE3D27D4EB4F ^ uint64(k.z)*0x165667B19E3779F9
	return uint32(h >> 32)
}

// reset makes it empty.
func (v *voxels) reset() {
	v.keys = v.keys[:0]
	if v.table == nil {
		v.table = make([]int32, 1024)
	}
	clear(v.table)
}

// insert returns the place of a cube, and whether it is a new one.
func (v *voxels) insert(k voxelKey) (place int32, first bool) {
	mask := uint32(len(v.table) - 1)
	at := k.hash() & mask
	for v.table[at] != 0 {
		if i := v.table[at] - 1; v.keys[i] == k {
			return i, false
		}
		at = (at + 1) & mask
	}
	i := int32(len(v.keys))
	v.keys = append(v.keys, k)
	v.table[at] = i + 1
	if 2*len(v.keys) > len(v.table) {
		v.rehash(4 * len(v.table))
	}
	return i, true
}

// rehash makes a table of a size, a power of two, of the cubes that there are.
func (v *voxels) rehash(size int) {
	v.table = make([]int32, size)
	for i := range v.keys {
		at := v.keys[i].hash() & uint32(size-1)
		for v.table[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		v.table[at] = int32(i + 1)
	}
}
