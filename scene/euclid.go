package scene

import (
	"cmp"
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
	order  []int32 // positions in the point list, sorted by cube
	keys   []cube  // a point's cube
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

func (e *euclid) fill(c *cloud.Cloud, points []int32, tolerance float64) {
	inv := math.Sqrt(3) / tolerance * (1 + 1e-9) // the diagonal stays below the tolerance in spite of rounding
	e.keys, e.order = e.keys[:0], e.order[:0]
	for k, i := range points {
		e.keys = append(e.keys, cube{
			int32(math.Floor(float64(c.X[i]) * inv)),
			int32(math.Floor(float64(c.Y[i]) * inv)),
			int32(math.Floor(float64(c.Z[i]) * inv)),
		})
		e.order = append(e.order, int32(k))
	}
	slices.SortFunc(e.order, func(a, b int32) int {
		p, q := e.keys[a], e.keys[b]
		if d := cmp.Or(cmp.Compare(p.x, q.x), cmp.Compare(p.y, q.y), cmp.Compare(p.z, q.z)); d != 0 {
			return d
		}
		return int(a) - int(b)
	})
	e.cells = e.cells[:0]
	for at, k := range e.order {
		if at == 0 || e.keys[k] != e.cells[len(e.cells)-1].key {
			e.cells = append(e.cells, cell{key: e.keys[k], lo: int32(at)})
		}
		e.cells[len(e.cells)-1].hi = int32(at + 1)
	}
	size := 1
	for size < 2*len(e.cells) {
		size *= 2
	}
	if cap(e.table) < size {
		e.table = make([]int32, size)
	}
	e.table = e.table[:size]
	clear(e.table)
	e.parent = e.parent[:0]
	for i, ce := range e.cells {
		at := ce.key.hash() & uint32(size-1)
		for e.table[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		e.table[at] = int32(i + 1)
		e.parent = append(e.parent, int32(i))
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

func (e *euclid) join(c *cloud.Cloud, points []int32, tolerance float64) {
	tol2 := tolerance * tolerance
	for i := range e.cells {
		a := &e.cells[i]
		for _, o := range halfBlock {
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

// touch reports whether any two points of two cells are within the tolerance.
func (e *euclid) touch(c *cloud.Cloud, points []int32, a, b *cell, tol2 float64) bool {
	for _, k := range e.order[a.lo:a.hi] {
		i := points[k]
		x, y, z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
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
