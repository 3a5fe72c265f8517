// Package register aligns point clouds: nearest neighbours in a k-d tree, surface normals, and the iterative closest point
// method to points or to planes.
//
// Frames: T is the frame of the target, which stays; S is the frame of the source, which is moved. X_TS is what is sought.
// Lengths are metres.
package register

import (
	"math"

	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Points are the coordinates of a point set as three columns of one length.
type Points struct{ X, Y, Z []float32 }

// PointsOf copies the valid points of a cloud, in their order.
func PointsOf(c *cloud.Cloud) Points {
	var p Points
	for i := range c.X {
		if c.Valid(i) {
			p.X, p.Y, p.Z = append(p.X, c.X[i]), append(p.Y, c.Y[i]), append(p.Z, c.Z[i])
		}
	}
	return p
}

// Len is the number of points.
func (p Points) Len() int { return len(p.X) }

// leafSize is the number of points up to which a part of the tree is searched one by one.
const leafSize = 8

// Tree is a k-d tree over fixed points. It may be used by several goroutines at once; queries allocate nothing.
type Tree struct {
	nodes []treeNode
	pts   []point // in the order of the leaves
	index []int32 // of the point in the columns the tree was built from
}

type point struct{ x, y, z float32 }

// A treeNode with an axis below leaf has its left child beside it and its right at hi; a leaf holds the points lo to hi, which
// in a pile are all at one place.
type treeNode struct {
	split  float32
	axis   int32
	lo, hi int32
}

// NewTree builds a tree over the finite points of p, which it copies.
func NewTree(p Points) *Tree {
	t := &Tree{}
	t.Build(p)
	return t
}

// Build makes the tree anew over the finite points of p and reuses its memory.
func (t *Tree) Build(p Points) {
	t.nodes, t.pts, t.index = t.nodes[:0], t.pts[:0], t.index[:0]
	for i := range p.X {
		q := point{p.X[i], p.Y[i], p.Z[i]}
		if q.x-q.x == 0 && q.y-q.y == 0 && q.z-q.z == 0 {
			t.pts = append(t.pts, q)
			t.index = append(t.index, int32(i))
		}
	}
	if len(t.pts) > 0 {
		t.build(0, int32(len(t.pts)))
	}
}

// Len is the number of points in the tree.
func (t *Tree) Len() int { return len(t.pts) }

func (p *point) axis(a int32) float32 {
	switch a {
	case 0:
		return p.x
	case 1:
		return p.y
	}
	return p.z
}

func (t *Tree) build(lo, hi int32) {
	at := len(t.nodes)
	t.nodes = append(t.nodes, treeNode{axis: leaf, lo: lo, hi: hi})
	if hi-lo <= leafSize {
		return
	}
	least, most := t.pts[lo], t.pts[lo]
	for _, p := range t.pts[lo+1 : hi] {
		least = point{min(least.x, p.x), min(least.y, p.y), min(least.z, p.z)}
		most = point{max(most.x, p.x), max(most.y, p.y), max(most.z, p.z)}
	}
	axis, wide := int32(0), most.x-least.x
	if w := most.y - least.y; w > wide {
		axis, wide = 1, w
	}
	if w := most.z - least.z; w > wide {
		axis, wide = 2, w
	}
	if !(wide > 0) {
		t.nodes[at].axis = pile
		return
	}
	mid := lo + (hi-lo)/2
	t.selectNth(lo, hi, mid, axis)
	t.nodes[at].axis, t.nodes[at].split = axis, t.pts[mid].axis(axis)
	t.build(lo, mid)
	t.nodes[at].hi = int32(len(t.nodes))
	t.build(mid, hi)
}

// selectNth orders the points lo to hi so that none before the nth is larger along the axis and none after it smaller
// (Hoare's quickselect, with the median of three).
func (t *Tree) selectNth(lo, hi, nth, axis int32) {
	p, id := t.pts, t.index
	for hi--; lo < hi; {
		a, b, c := p[lo].axis(axis), p[lo+(hi-lo)/2].axis(axis), p[hi].axis(axis)
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for p[i].axis(axis) < pivot {
				i++
			}
			for p[j].axis(axis) > pivot {
				j--
			}
			if i <= j {
				p[i], p[j] = p[j], p[i]
				id[i], id[j] = id[j], id[i]
				i++
				j--
			}
		}
		switch {
		case nth <= j:
			hi = j
		case nth >= i:
			lo = i
		default:
			return
		}
	}
}

const (
	leaf = 3
	pile = 4
)

// few returns the points of a leaf, of a pile no more than anyone looks for.
func (t *Tree) few(n *treeNode) []point {
	if n.axis == pile {
		return t.pts[n.lo:min(n.hi, n.lo+maxNeighbours)]
	}
	return t.pts[n.lo:n.hi]
}

// part is a part of the tree that is still to be searched: how far the query is from it along each axis, and in all.
type part struct {
	node       int32
	d2         float32
	ox, oy, oz float32
}

// depth bounds the parts that wait at once: one a level, and every level halves the points.
const depth = 40

// Nearest returns the column index of the point nearest to x, y, z and its squared distance, of those that are nearer than
// the root of max2; -1 where there is none.
func (t *Tree) Nearest(x, y, z, max2 float32) (int, float32) {
	k, d2 := t.nearest(point{x, y, z}, max2)
	if k < 0 {
		return -1, d2
	}
	return int(t.index[k]), d2
}

// nearest is Nearest with a position in the order of the leaves.
func (t *Tree) nearest(q point, max2 float32) (int32, float32) {
	k, d2, _ := t.nearestTwo(q, max2, 0)
	return k, d2
}

// nearestTwo also returns the squared distance of the second nearest point, looked for up to the squared distance spare2
// beyond which it says spare2; with spare2 0 none is looked for.
func (t *Tree) nearestTwo(q point, max2, spare2 float32) (best int32, d1, d2 float32) {
	best, d1 = -1, max2
	if len(t.nodes) == 0 {
		return best, d1, spare2
	}
	var stack [depth]part
	n := 0
	cur := part{}
	for {
		node := &t.nodes[cur.node]
		bound := max(d1, spare2)
		for node.axis < leaf {
			d := q.axis(node.axis) - node.split
			near, far := cur.node+1, node.hi
			if d >= 0 {
				near, far = far, near
			}
			w := &stack[n]
			switch node.axis {
			case 0:
				w.d2, w.ox, w.oy, w.oz = cur.d2-cur.ox*cur.ox+d*d, d, cur.oy, cur.oz
			case 1:
				w.d2, w.ox, w.oy, w.oz = cur.d2-cur.oy*cur.oy+d*d, cur.ox, d, cur.oz
			default:
				w.d2, w.ox, w.oy, w.oz = cur.d2-cur.oz*cur.oz+d*d, cur.ox, cur.oy, d
			}
			if w.d2 < bound && n < depth-1 {
				w.node = far
				n++
			}
			cur.node = near
			node = &t.nodes[near]
		}
		for k, p := range t.few(node) {
			dx, dy, dz := p.x-q.x, p.y-q.y, p.z-q.z
			d := dx*dx + dy*dy + dz*dz
			if d >= bound {
				continue
			}
			if d < d1 {
				if best >= 0 && d1 < spare2 {
					spare2 = d1
				}
				best, d1 = node.lo+int32(k), d
			} else if d < spare2 {
				spare2 = d
			}
			bound = max(d1, spare2)
		}
		for {
			if n == 0 {
				return best, d1, spare2
			}
			n--
			if stack[n].d2 < bound {
				cur = stack[n]
				break
			}
		}
	}
}

// AppendWithin appends the column indices of all points at most r from x, y, z to dst, in the order of the tree.
func (t *Tree) AppendWithin(dst []int32, x, y, z, r float32) []int32 {
	at := len(dst)
	dst = t.appendWithin(dst, point{x, y, z}, r*r, math.MaxInt)
	for k := at; k < len(dst); k++ {
		dst[k] = t.index[dst[k]]
	}
	return dst
}

// appendWithin is AppendWithin with positions in the order of the leaves; it stops when dst is limit long.
func (t *Tree) appendWithin(dst []int32, q point, r2 float32, limit int) []int32 {
	if len(t.nodes) == 0 {
		return dst
	}
	var stack [depth]int32
	n, cur := 0, int32(0)
	for {
		node := &t.nodes[cur]
		if node.axis >= leaf {
			for k, p := range t.pts[node.lo:node.hi] {
				dx, dy, dz := p.x-q.x, p.y-q.y, p.z-q.z
				if dx*dx+dy*dy+dz*dz <= r2 {
					if len(dst) >= limit {
						return dst
					}
					dst = append(dst, node.lo+int32(k))
				}
			}
			if n == 0 {
				return dst
			}
			n--
			cur = stack[n]
			continue
		}
		d := q.axis(node.axis) - node.split
		near, far := cur+1, node.hi
		if d >= 0 {
			near, far = far, near
		}
		if d*d <= r2 && n < depth {
			stack[n] = far
			n++
		}
		cur = near
	}
}

// maxNeighbours bounds k of kNearest.
const maxNeighbours = 32

// neighbours are the k nearest points found so far, nearest first.
type neighbours struct {
	n  int
	d2 [maxNeighbours]float32
	at [maxNeighbours]int32 // positions in the order of the leaves
}

// kNearest fills nb with the k nearest points to q, q itself included where it is in the tree.
func (t *Tree) kNearest(q point, k int, nb *neighbours) {
	nb.n = 0
	if len(t.nodes) == 0 {
		return
	}
	k = min(k, maxNeighbours)
	worst := float32(math.Inf(1))
	var stack [depth]part
	n := 0
	cur := part{}
	for {
		node := &t.nodes[cur.node]
		for node.axis < leaf {
			d := q.axis(node.axis) - node.split
			near, far := cur.node+1, node.hi
			if d >= 0 {
				near, far = far, near
			}
			w := part{node: far, ox: cur.ox, oy: cur.oy, oz: cur.oz}
			switch node.axis {
			case 0:
				w.d2, w.ox = cur.d2-cur.ox*cur.ox+d*d, d
			case 1:
				w.d2, w.oy = cur.d2-cur.oy*cur.oy+d*d, d
			default:
				w.d2, w.oz = cur.d2-cur.oz*cur.oz+d*d, d
			}
			if w.d2 < worst && n < depth {
				stack[n] = w
				n++
			}
			cur.node = near
			node = &t.nodes[near]
		}
		for i, p := range t.few(node) {
			dx, dy, dz := p.x-q.x, p.y-q.y, p.z-q.z
			d2 := dx*dx + dy*dy + dz*dz
			if d2 >= worst {
				continue
			}
			at := nb.n
			if nb.n < k {
				nb.n++
			} else {
				at = k - 1
			}
			for at > 0 && nb.d2[at-1] > d2 {
				nb.d2[at], nb.at[at] = nb.d2[at-1], nb.at[at-1]
				at--
			}
			nb.d2[at], nb.at[at] = d2, node.lo+int32(i)
			if nb.n == k {
				worst = nb.d2[k-1]
			}
		}
		for {
			if n == 0 {
				return
			}
			n--
			if stack[n].d2 < worst {
				cur = stack[n]
				break
			}
		}
	}
}

// HasWithin reports whether at least n points, at most 64, are within r of x, y, z.
func (t *Tree) HasWithin(x, y, z, r float32, n int) bool {
	var found [64]int32
	return len(t.appendWithin(found[:0], point{x, y, z}, r*r, min(n, len(found)))) >= min(n, len(found))
}
