package cluster

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Settings with which the contents of a container are found.
const (
	contentsVoxel    = 0.002 // m
	contentsNear     = 50    // neighbours whose mean distance marks outliers
	contentsSigma    = 1.0
	contentsNormal   = 0.012 // m, radius of the patch that a normal is fitted to
	contentsFacing   = 0.7   // least cosine between normal and opening
	contentsTol      = 0.01  // m between points of one cluster
	contentsMin      = 100   // points of a cluster
	contentsMax      = 25000
	contentsPointMax = 300000 // after thinning
)

// Contents finds the things in a container: of the points in a box around center (half sizes half, along the axes of C), thinned
// and without outliers, those whose surface faces the opening, in clusters. Walls do not face it. Clusters come largest first.
func Contents(points []geom.Vec, center, half, opening geom.Vec) [][]geom.Vec {
	var inside []geom.Vec
	for _, p := range points {
		d := r3.Sub(p, center)
		if math.Abs(d.X) <= half.X && math.Abs(d.Y) <= half.Y && math.Abs(d.Z) <= half.Z {
			inside = append(inside, p)
		}
	}
	pts := thin(inside, contentsVoxel)
	if len(pts) > contentsPointMax || len(pts) < contentsMin {
		return nil
	}
	pts = withoutStrays(pts)
	g := newGrid(pts, contentsNormal)
	var facing []geom.Vec
	for _, p := range pts {
		m := geom.NewMoments(p)
		g.around(p, contentsNormal, func(i int) { m.Add(pts[i]) })
		if m.N() < 3 {
			continue
		}
		_, axes := m.Cov().Eigen()
		if math.Abs(r3.Dot(axes[2], opening)) > contentsFacing {
			facing = append(facing, p)
		}
	}
	return euclidean(facing)
}

// thin keeps the mean of the points in each cube.
func thin(pts []geom.Vec, side float64) []geom.Vec {
	type sum struct {
		p geom.Vec
		n float64
	}
	at := map[[3]int32]int{}
	var sums []sum
	for _, p := range pts {
		k := cubeOf(p, side)
		i, ok := at[k]
		if !ok {
			i = len(sums)
			at[k] = i
			sums = append(sums, sum{})
		}
		sums[i].p = r3.Add(sums[i].p, p)
		sums[i].n++
	}
	out := make([]geom.Vec, len(sums))
	for i, s := range sums {
		out[i] = r3.Scale(1/s.n, s.p)
	}
	return out
}

func cubeOf(p geom.Vec, side float64) [3]int32 {
	return [3]int32{int32(math.Floor(p.X / side)), int32(math.Floor(p.Y / side)), int32(math.Floor(p.Z / side))}
}

// withoutStrays drops points whose neighbours are farther away, in the mean, than they are for most.
func withoutStrays(pts []geom.Vec) []geom.Vec {
	const reach = 0.02 // m; with fewer neighbours in it than asked for, the rest count as being there
	g := newGrid(pts, reach)
	mean := make([]float64, len(pts))
	var near []float64
	var sum, sum2 float64
	for k, p := range pts {
		near = near[:0]
		g.around(p, reach, func(i int) {
			if i != k {
				near = append(near, r3.Norm(r3.Sub(pts[i], p)))
			}
		})
		slices.Sort(near)
		near = near[:min(len(near), contentsNear)]
		d := reach * float64(contentsNear-len(near))
		for _, v := range near {
			d += v
		}
		mean[k] = d / contentsNear
		sum += mean[k]
		sum2 += mean[k] * mean[k]
	}
	n := float64(len(pts))
	limit := sum/n + contentsSigma*math.Sqrt(max(0, sum2/n-sum/n*sum/n))
	var out []geom.Vec
	for k, p := range pts {
		if mean[k] <= limit {
			out = append(out, p)
		}
	}
	return out
}

// euclidean parts points into clusters whose points are within the tolerance of another of them.
func euclidean(pts []geom.Vec) [][]geom.Vec {
	g := newGrid(pts, contentsTol)
	done := make([]bool, len(pts))
	var out [][]geom.Vec
	var queue []int
	for k := range pts {
		if done[k] {
			continue
		}
		done[k] = true
		queue = append(queue[:0], k)
		for i := 0; i < len(queue); i++ {
			p := pts[queue[i]]
			g.around(p, contentsTol, func(j int) {
				if !done[j] {
					done[j] = true
					queue = append(queue, j)
				}
			})
		}
		if len(queue) < contentsMin || len(queue) > contentsMax {
			continue
		}
		c := make([]geom.Vec, len(queue))
		for i, j := range queue {
			c[i] = pts[j]
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b []geom.Vec) int { return len(b) - len(a) })
	return out
}

// grid finds the points near a place.
type grid struct {
	pts  []geom.Vec
	side float64
	at   map[[3]int32][]int32
}

func newGrid(pts []geom.Vec, side float64) *grid {
	g := &grid{pts, side, map[[3]int32][]int32{}}
	for i, p := range pts {
		k := cubeOf(p, side)
		g.at[k] = append(g.at[k], int32(i))
	}
	return g
}

// around calls f for every point within radius, at most the grid's side, of p.
func (g *grid) around(p geom.Vec, radius float64, f func(i int)) {
	k := cubeOf(p, g.side)
	for dx := int32(-1); dx <= 1; dx++ {
		for dy := int32(-1); dy <= 1; dy++ {
			for dz := int32(-1); dz <= 1; dz++ {
				for _, i := range g.at[[3]int32{k[0] + dx, k[1] + dy, k[2] + dz}] {
					if r3.Norm2(r3.Sub(g.pts[i], p)) <= radius*radius {
						f(int(i))
					}
				}
			}
		}
	}
}
