package grasp

import (
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

// view is what the camera of an organised cloud tells of places that it looked through, and of those that were hidden from it.
type view struct {
	ok             bool
	r              [9]float64 // X_ST
	p              geom.Vec
	fx, fy, cx, cy float64
	seg            *scene.Segmentation
	f              [4]float64 // depth of a point (X, Y, Z) of the cloud is f[0] X + f[1] Y + f[2] Z + f[3]

	cut   [][]int32 // of each object, the objects that hide a part of it
	above []bool    // how high it is was hidden: what is in front of it covers its upper end
	edge  []bool    // it goes on beyond the picture
}

// offPicture stands for the border of the picture among the things that hide.
const offPicture = -1

const (
	behind    = 0.02 // m behind what is seen there is hidden
	shadow    = 40   // pixels without a measurement beside an edge: the shadow that a structured-light camera leaves
	leastCut  = 8    // pixels of an object's outline at another that is in front of it
	steepStep = 0.01 // m of depth that are an edge
)

func (v *view) look(seg *scene.Segmentation) {
	camera, picture, _ := seg.Cloud.Sensor()
	*v = view{ok: picture, seg: seg}
	if !picture {
		return
	}
	x_ST := camera.X_FS.Inv().Mul(seg.Table.X_FT)
	v.r, v.p = x_ST.R.Mat(), x_ST.P
	v.fx, v.fy, v.cx, v.cy = camera.Fx, camera.Fy, camera.Cx, camera.Cy
	x_SF := camera.X_FS.Inv()
	m := x_SF.R.Mat()
	v.f = [4]float64{m[6], m[7], m[8], x_SF.P.Z}
	v.findCuts()
}

// pixel is where a place in T is in the picture, and how deep; -1 for outside.
func (v *view) pixel(q geom.Vec) (k int, depth float64) {
	z := v.r[6]*q.X + v.r[7]*q.Y + v.r[8]*q.Z + v.p.Z
	if !(z > 1e-6) {
		return -1, z
	}
	x := v.r[0]*q.X + v.r[1]*q.Y + v.r[2]*q.Z + v.p.X
	y := v.r[3]*q.X + v.r[4]*q.Y + v.r[5]*q.Z + v.p.Y
	c := v.seg.Cloud
	i, j := int(math.Round(v.fx*x/z+v.cx)), int(math.Round(v.fy*y/z+v.cy))
	if i < 0 || j < 0 || i >= c.Width || j >= c.Height {
		return -1, z
	}
	return j*c.Width + i, z
}

// depth of what was measured at a pixel, NaN for nothing.
func (v *view) depth(k int) float64 {
	c := v.seg.Cloud
	return v.f[0]*float64(c.X[k]) + v.f[1]*float64(c.Y[k]) + v.f[2]*float64(c.Z[k]) + v.f[3]
}

// clear reports whether the camera looked through a place and around it: what it measured there is farther away.
func (v *view) clear(q geom.Vec) bool {
	const around = 2 // pixels
	k, z := v.pixel(q)
	w := v.seg.Cloud.Width
	if k < 0 || k%w < around || k%w >= w-around || k < around*w || k >= len(v.seg.Labels)-around*w {
		return false
	}
	for _, j := range [5]int{k, k - around, k + around, k - around*w, k + around*w} {
		if !(v.depth(j) > z+steepStep) {
			return false
		}
	}
	return true
}

// hides returns the object that hides a place, offPicture where it is outside, and false where none does. Where nothing was measured
// it is what is measured beside it.
func (v *view) hides(q geom.Vec) (int32, bool) {
	k, z := v.pixel(q)
	if k < 0 {
		return offPicture, true
	}
	if d := v.depth(k); d == d {
		return int32(v.seg.Labels[k]) - scene.LabelObject, d < z-behind && v.seg.Labels[k] >= scene.LabelObject
	}
	w := v.seg.Cloud.Width
	for _, step := range [2]int{-1, 1} {
		for n, j, end := 1, k+step, k-k%w+(step+1)/2*(w-1)+step; n <= shadow && j != end; n, j = n+1, j+step {
			d := v.depth(j)
			if d != d {
				continue
			}
			if d < z-behind && v.seg.Labels[j] >= scene.LabelObject {
				return int32(v.seg.Labels[j]) - scene.LabelObject, true
			}
			break
		}
	}
	return 0, false
}

// findCuts finds out which objects end in the picture because another is in front of them, or the picture ends.
func (v *view) findCuts() {
	n := len(v.seg.Objects)
	v.cut, v.above, v.edge = make([][]int32, n), make([]bool, n), make([]bool, n)
	c, labels := v.seg.Cloud, v.seg.Labels
	count := make([]int, n)
	for k := range v.seg.Objects {
		clear(count)
		own := uint32(scene.LabelObject + k)
		border, top, covered := 0, 0, 0
		for _, index := range v.seg.Objects[k].Indices {
			i := int(index)
			x, y := i%c.Width, i/c.Width
			for d, step := range [4][3]int{{-1, 0, x}, {1, 0, c.Width - 1 - x}, {0, -1, y}, {0, 1, c.Height - 1 - y}} {
				if step[2] == 0 {
					border++
					continue
				}
				s := step[0] + step[1]*c.Width
				if labels[i+s] == own {
					continue
				}
				up := d == 2
				j, found := i, false
				for m := 1; m <= min(shadow, step[2]) && !found; m++ {
					j += s
					found = c.Valid(j)
				}
				if up {
					top++
				}
				if !found || labels[j] < scene.LabelObject || labels[j] == own || !(v.depth(j) < v.depth(i)-steepStep) {
					continue
				}
				count[labels[j]-scene.LabelObject]++
				if up {
					covered++
				}
			}
		}
		for j, m := range count {
			if m >= leastCut {
				v.cut[k] = append(v.cut[k], int32(j))
			}
		}
		v.edge[k], v.above[k] = border >= leastCut, 2*covered > top
	}
}

// mayBe reports whether an object may go on at a place that nobody saw: what hides the place hides a part of the object as well.
// At the height at which the object ends, the place must be hidden too, unless that height is what is hidden.
func (v *view) mayBe(object int, top float64, q geom.Vec) (by int32, yes bool) {
	if q.Z >= top && !v.above[object] {
		return 0, false
	}
	q.Z = max(q.Z, top-0.005)
	by, yes = v.hides(q)
	if by == offPicture {
		return by, yes && v.edge[object]
	}
	return by, yes && slices.Contains(v.cut[object], by)
}
