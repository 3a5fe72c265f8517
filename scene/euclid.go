package scene

import (
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// euclid groups points into clusters: two points are in one cluster exactly when a chain of points leads from one to the
// other with no step longer than the tolerance. The result does not depend on the order of the points.
//
// Points are put into cubes whose diagonal is the tolerance, so that all points of a cube belong together without a
// distance being taken; only neighbouring cubes of different clusters are compared.
type euclid struct {
	order  []int32 // positions in the point list, cell by cell
	of     []int32 // a point's cell
	cells  []cell
	table  []int32 // hash table of cells: index + 1, 0 is empty
	parent []int32 // union-find over cells
	number []int32 // of the cluster of a root
}

type cube struct{ x, y, z int32 }

type cell struct {
	key    cube
	lo, hi int32 // range in order
}

func (k cube) hash() uint32 {
	h := uint64(uint32(k.x))*0x9E3779B97F4A7C15 ^ uint64(uint32(k.y))*0xC2B2AE3D27D4EB4F ^ uint64(uint32(k.z))*0x165667B19E3779F9
	return uint32(h >> 32)
}

// cluster returns for each of the given points of c the number of its cluster, counted from 0 in the order in which
// clusters first appear, and how many there are. It reuses the memory of id.
func (e *euclid) cluster(c *cloud.Cloud, points []int32, tolerance float64, id []int32) ([]int32, int) {
	id = resize(id, len(points))
	n := 0
	if len(points) == 0 {
		return id, 0
	}
	e.fill(c, points, tolerance)
	e.join(c, points, tolerance)
	e.number = resize(e.number, len(e.cells))
	for i, ce := range e.cells {
		e.number[i] = -1
		for _, k := range e.order[ce.lo:ce.hi] {
			id[k] = e.find(int32(i))
		}
	}
	for k, root := range id {
		if e.number[root] < 0 {
			e.number[root] = int32(n)
			n++
		}
		id[k] = e.number[root]
	}
	return id, n
}

// fill puts the points into cubes: a hash table finds the cell of a cube, and a counting sort lists the points cell by cell.
func (e *euclid) fill(c *cloud.Cloud, points []int32, tolerance float64) {
	inv := math.Sqrt(3) / tolerance * (1 + 1e-9) // the diagonal stays below the tolerance in spite of rounding
	e.cells, e.parent = e.cells[:0], e.parent[:0]
	e.rehash(1024)
	e.of = resize(e.of, len(points))
	last, at := cube{math.MinInt32, 0, 0}, int32(-1) // points of one cube often follow each other
	for k, i := range points {
		key := cube{
			int32(math.Floor(float64(c.X[i]) * inv)),
			int32(math.Floor(float64(c.Y[i]) * inv)),
			int32(math.Floor(float64(c.Z[i]) * inv)),
		}
		if key != last {
			last, at = key, e.insert(key)
		}
		e.of[k] = at
		e.cells[at].hi++
	}
	n := int32(0)
	for i := range e.cells {
		ce := &e.cells[i]
		ce.lo, ce.hi, n = n, n, n+ce.hi
	}
	e.order = resize(e.order, len(points))
	for k, at := range e.of {
		ce := &e.cells[at]
		e.order[ce.hi] = int32(k)
		ce.hi++
	}
}

// insert returns the cell of a cube, a new one where there is none.
func (e *euclid) insert(k cube) int32 {
	mask := uint32(len(e.table) - 1)
	at := k.hash() & mask
	for e.table[at] != 0 {
		if i := e.table[at] - 1; e.cells[i].key == k {
			return i
		}
		at = (at + 1) & mask
	}
	i := int32(len(e.cells))
	e.cells, e.parent = append(e.cells, cell{key: k}), append(e.parent, i)
	e.table[at] = i + 1
	if 2*len(e.cells) > len(e.table) {
		e.rehash(4 * len(e.table))
	}
	return i
}

// rehash makes a table of a size, a power of two, of the cells that there are.
func (e *euclid) rehash(size int) {
	if cap(e.table) < size {
		e.table = make([]int32, size)
	}
	e.table = e.table[:size]
	clear(e.table)
	for i := range e.cells {
		at := e.cells[i].key.hash() & uint32(size-1)
		for e.table[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		e.table[at] = int32(i + 1)
	}
}

// lookup returns the cell of a cube, or -1.
func (e *euclid) lookup(k cube) int32 {
	mask := uint32(len(e.table) - 1)
	for at := k.hash() & mask; e.table[at] != 0; at = (at + 1) & mask {
		if i := e.table[at] - 1; e.cells[i].key == k {
			return i
		}
	}
	return -1
}

// join unites the cells that touch: first those next to each other, of which most do, so that few pairs farther apart are left to
// be compared point by point.
func (e *euclid) join(c *cloud.Cloud, points []int32, tolerance float64) {
	tol2 := tolerance * tolerance
	for _, ring := range [2][]cube{halfBlock[:nextTo], halfBlock[nextTo:]} {
		for i := range e.cells {
			a := &e.cells[i]
			for _, o := range ring {
				j := e.lookup(cube{a.key.x + o.x, a.key.y + o.y, a.key.z + o.z})
				if j < 0 {
					continue
				}
				ri, rj := e.find(int32(i)), e.find(j)
				if ri == rj {
					continue
				}
				if e.touch(c, points, a, &e.cells[j], tol2) {
					e.parent[max(ri, rj)] = min(ri, rj)
				}
			}
		}
	}
}

// nextTo is the number of entries of halfBlock that are next to a cube.
const nextTo = 13

// touch reports whether any two points of two cells are within the tolerance. Most cells that touch are found to at once; from then
// on, points of the first that are not within the tolerance of the box about the second's are not compared.
func (e *euclid) touch(c *cloud.Cloud, points []int32, a, b *cell, tol2 float64) bool {
	const few = 4 // points that are compared without a box
	var box [6]float32
	for n, k := range e.order[a.lo:a.hi] {
		i := points[k]
		x, y, z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
		if n >= few {
			if n == few {
				box = e.box(c, points, b)
			}
			dx := max(float64(box[0])-x, 0, x-float64(box[1]))
			dy := max(float64(box[2])-y, 0, y-float64(box[3]))
			dz := max(float64(box[4])-z, 0, z-float64(box[5]))
			if dx*dx+dy*dy+dz*dz > tol2 {
				continue
			}
		}
		for _, l := range e.order[b.lo:b.hi] {
			j := points[l]
			dx, dy, dz := float64(c.X[j])-x, float64(c.Y[j])-y, float64(c.Z[j])-z
			if dx*dx+dy*dy+dz*dz <= tol2 {
				return true
			}
		}
	}
	return false
}

// box is the least box that holds the points of a cell: least and greatest x, y and z.
func (e *euclid) box(c *cloud.Cloud, points []int32, ce *cell) [6]float32 {
	i := points[e.order[ce.lo]]
	box := [6]float32{c.X[i], c.X[i], c.Y[i], c.Y[i], c.Z[i], c.Z[i]}
	for _, k := range e.order[ce.lo+1 : ce.hi] {
		i := points[k]
		x, y, z := c.X[i], c.Y[i], c.Z[i]
		box[0], box[1], box[2] = min(box[0], x), max(box[1], x), min(box[2], y)
		box[3], box[4], box[5] = max(box[3], y), min(box[4], z), max(box[5], z)
	}
	return box
}

func (e *euclid) find(i int32) int32 {
	for e.parent[i] != i {
		e.parent[i] = e.parent[e.parent[i]]
		i = e.parent[i]
	}
	return i
}

// halfBlock lists one of each pair of opposite offsets to the cubes that can hold a point within the tolerance, nearest
// first, so that most cells are joined before a distance has to be taken.
var halfBlock = func() []cube {
	var list []cube
	for x := int32(-2); x <= 2; x++ {
		for y := int32(-2); y <= 2; y++ {
			for z := int32(-2); z <= 2; z++ {
				if x > 0 || x == 0 && (y > 0 || y == 0 && z > 0) {
					list = append(list, cube{x, y, z})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b cube) int {
		return int(a.x*a.x+a.y*a.y+a.z*a.z) - int(b.x*b.x+b.y*b.y+b.z*b.z)
	})
	return list
}()
