package scene

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// painter divides pieces by colour: neighbouring points of like colour grow into regions, regions too small to be an object join the
// neighbour of the nearest colour, and neighbours of like mean colour are one. The result does not depend on the order of the points.
//
// Points of a piece that lie in one cube and whose colours fall into one bin are a spot; spots are what is grown together. Cubes have
// half the cluster tolerance for a side, so that points of neighbouring ones may be as far apart as points of one object.
type painter struct {
	key    []spotKey // of each point
	order  []int32   // positions in the point list, by key
	spots  []colourSpot
	parent []int32 // union-find over spots
	cubes  map[cubeKey][2]int32
	ties   [][2]int32 // pairs of neighbouring spots of different regions
}

type cubeKey struct {
	piece int32
	at    cube
}

type spotKey struct {
	cubeKey
	r, g, b uint8 // bins
}

type colourSpot struct {
	key spotKey
	n   int32
	rgb [3]float32 // mean
}

// colourBin is the width of the bins, in steps of 0 to 255.
const colourBin = 8

// run divides the n pieces; piece holds for each point its piece or none. It returns how many there are then.
func (s *painter) run(c *cloud.Cloud, points []int32, p *Params, least int, piece []int32, n int) int {
	if c.RGB == nil || n == 0 {
		return n
	}
	s.gather(c, points, p.ClusterTolerance/2, piece)
	s.grow(float32(p.PointColour))
	s.unite(float32(p.RegionColour), int32(least))
	number := make(map[int32]int32, n)
	at := 0
	region := make([]int32, len(points))
	for k := range region {
		region[k] = none
	}
	for i := range s.spots {
		root := s.find(int32(i))
		for range s.spots[i].n {
			region[s.order[at]] = root
			at++
		}
	}
	for k, root := range region {
		if root == none {
			continue
		}
		id, ok := number[root]
		if !ok {
			id = int32(len(number))
			number[root] = id
		}
		piece[k] = id
	}
	return len(number)
}

// gather makes the spots.
func (s *painter) gather(c *cloud.Cloud, points []int32, side float64, piece []int32) {
	s.key, s.order = resize(s.key, len(points)), s.order[:0]
	for k, i := range points {
		if piece[k] == none {
			continue
		}
		v := c.RGB[i]
		s.key[k] = spotKey{
			cubeKey{piece[k], cube{int32(math.Floor(float64(c.X[i]) / side)), int32(math.Floor(float64(c.Y[i]) / side)), int32(math.Floor(float64(c.Z[i]) / side))}},
			uint8(v>>16) / colourBin, uint8(v>>8) / colourBin, uint8(v) / colourBin,
		}
		s.order = append(s.order, int32(k))
	}
	slices.SortFunc(s.order, func(a, b int32) int { return cmp.Or(compareSpots(&s.key[a], &s.key[b]), cmp.Compare(a, b)) })
	s.spots = s.spots[:0]
	for _, k := range s.order {
		if n := len(s.spots); n == 0 || s.spots[n-1].key != s.key[k] {
			s.spots = append(s.spots, colourSpot{key: s.key[k]})
		}
		o := &s.spots[len(s.spots)-1]
		v := c.RGB[points[k]]
		o.n++
		for d, x := range [3]uint32{v >> 16 & 255, v >> 8 & 255, v & 255} {
			o.rgb[d] += float32(x)
		}
	}
	if s.cubes == nil {
		s.cubes = map[cubeKey][2]int32{}
	}
	clear(s.cubes)
	s.parent = resize(s.parent, len(s.spots))
	for i := range s.spots {
		o := &s.spots[i]
		for d := range o.rgb {
			o.rgb[d] /= float32(o.n)
		}
		s.parent[i] = int32(i)
		r, ok := s.cubes[o.key.cubeKey]
		if !ok {
			r[0] = int32(i)
		}
		r[1] = int32(i + 1)
		s.cubes[o.key.cubeKey] = r
	}
}

func compareSpots(a, b *spotKey) int {
	return cmp.Or(cmp.Compare(a.piece, b.piece), cmp.Compare(a.at.x, b.at.x), cmp.Compare(a.at.y, b.at.y), cmp.Compare(a.at.z, b.at.z),
		cmp.Compare(a.r, b.r), cmp.Compare(a.g, b.g), cmp.Compare(a.b, b.b))
}

// grow joins neighbouring spots of like colour, and lists the neighbours of unlike colour.
func (s *painter) grow(reach float32) {
	s.ties = s.ties[:0]
	bins := 2 + int(reach/colourBin)
	for i := range s.spots {
		a := &s.spots[i]
		for x := int32(0); x <= 1; x++ {
			for y := -x; y <= 1; y++ {
				z := int32(-1)
				if x == 0 && y == 0 {
					z = 0 // of each pair of opposite neighbours one, and the cube itself
				}
				for ; z <= 1; z++ {
					r, ok := s.cubes[cubeKey{a.key.piece, cube{a.key.at.x + x, a.key.at.y + y, a.key.at.z + z}}]
					if !ok {
						continue
					}
					from := r[0]
					if x|y|z == 0 {
						from = int32(i) + 1
					}
					// Of cubes with very many colours only the like ones are looked at.
					near := 255
					if r[1]-r[0] > manyColours {
						near = bins
						from += int32(sort.Search(int(r[1]-from), func(k int) bool { return int(s.spots[from+int32(k)].key.r) >= int(a.key.r)-near }))
					}
					for j := from; j < r[1]; j++ {
						b := &s.spots[j]
						if int(b.key.r) > int(a.key.r)+near {
							break
						}
						if far(a.key.g, b.key.g) > near || far(a.key.b, b.key.b) > near {
							continue
						}
						if unlike(&a.rgb, &b.rgb) <= reach*reach {
							s.join(int32(i), j)
						} else {
							s.ties = append(s.ties, [2]int32{int32(i), j})
						}
					}
				}
			}
		}
	}
}

// manyColours is the number of spots of a cube from which on not every pair is looked at.
const manyColours = 32

func far(a, b uint8) int { return int(max(a, b) - min(a, b)) }

func unlike(a, b *[3]float32) float32 {
	r, g, bl := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return r*r + g*g + bl*bl
}

func (s *painter) find(i int32) int32 {
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

func (s *painter) join(a, b int32) {
	a, b = s.find(a), s.find(b)
	s.parent[max(a, b)] = min(a, b)
}

// patchColour is a region of one colour: its points, the sum of their colours, and its neighbours.
type patchColour struct {
	n    float32
	sum  [3]float32
	near map[int32]bool
}

func (p *patchColour) mean() [3]float32 {
	return [3]float32{p.sum[0] / p.n, p.sum[1] / p.n, p.sum[2] / p.n}
}

// unite joins small regions to the neighbour of the nearest colour, and then neighbours of like colour, the most alike first.
func (s *painter) unite(reach float32, least int32) {
	regions := map[int32]*patchColour{}
	for i := range s.spots {
		o, root := &s.spots[i], s.find(int32(i))
		r := regions[root]
		if r == nil {
			r = &patchColour{near: map[int32]bool{}}
			regions[root] = r
		}
		r.n += float32(o.n)
		for d := range r.sum {
			r.sum[d] += float32(o.n) * o.rgb[d]
		}
	}
	for _, t := range s.ties {
		if a, b := s.find(t[0]), s.find(t[1]); a != b {
			regions[a].near[b], regions[b].near[a] = true, true
		}
	}
	nearest := func(id int32) (int32, float32) {
		r := regions[id]
		mine := r.mean()
		best, d := int32(none), float32(math.Inf(1))
		for o := range r.near {
			m := regions[o].mean()
			if u := unlike(&mine, &m); u < d || u == d && o < best {
				best, d = o, u
			}
		}
		return best, d
	}
	merge := func(a, b int32) int32 {
		to, from := min(a, b), max(a, b)
		s.parent[from] = to
		r, o := regions[to], regions[from]
		r.n += o.n
		for d := range r.sum {
			r.sum[d] += o.sum[d]
		}
		for k := range o.near {
			delete(regions[k].near, from)
			if k != to {
				regions[k].near[to], r.near[k] = true, true
			}
		}
		delete(regions, from)
		return to
	}
	ids := make([]int32, 0, len(regions))
	for id, r := range regions {
		if r.n < float32(least) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int32) int { return cmp.Or(cmp.Compare(regions[a].n, regions[b].n), cmp.Compare(a, b)) })
	for _, id := range ids {
		for regions[id] != nil && regions[id].n < float32(least) {
			to, _ := nearest(id)
			if to == none {
				break
			}
			id = merge(id, to)
		}
	}
	for {
		ids = ids[:0]
		for id := range regions {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		a, b, least := int32(none), int32(none), reach*reach
		for _, id := range ids {
			if to, d := nearest(id); to != none && d < least {
				a, b, least = id, to, d
			}
		}
		if a == none {
			return
		}
		merge(a, b)
	}
}
