// Package timeline draws what a grasp fix saw and did: for each object and gripper the angle between the most opposing forces,
// their ratio and the grip counter over time, against what is needed, with the stretches in which the object was held.
package timeline

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/graspfix"
)

// Limits of what is remembered: a longer record is thinned out, further objects are only counted.
const (
	maxPoints = 8192
	maxTracks = 12
	maxMarks  = 256
)

// Recorder gathers windows and events. Give its Window and Event to the hooks of a fix.
type Recorder struct {
	params graspfix.Params
	tracks []*track
	index  map[key]*track
	left   map[key]bool // objects beyond maxTracks
}

type key struct{ object, arm string }

type track struct {
	key
	points []graspfix.Window
	every  int // keep one window in so many
	skip   int
	marks  []graspfix.Event
}

// NewRecorder makes a recorder for a fix with these parameters.
func NewRecorder(p graspfix.Params) *Recorder {
	return &Recorder{params: p, index: map[key]*track{}, left: map[key]bool{}}
}

func (r *Recorder) track(object, arm string) *track {
	k := key{object, arm}
	t := r.index[k]
	if t == nil {
		if len(r.tracks) >= maxTracks {
			if len(r.left) < 1<<16 {
				r.left[k] = true
			}
			return nil
		}
		t = &track{key: k, every: 1}
		r.index[k] = t
		r.tracks = append(r.tracks, t)
	}
	return t
}

// Window takes a judged window.
func (r *Recorder) Window(w graspfix.Window) {
	t := r.track(w.Object, w.Arm)
	if t == nil {
		return
	}
	if t.skip++; t.skip < t.every {
		return
	}
	t.skip = 0
	t.points = append(t.points, w)
	if len(t.points) >= maxPoints {
		for i := range len(t.points) / 2 {
			t.points[i] = t.points[2*i]
		}
		t.points = t.points[:len(t.points)/2]
		t.every *= 2
	}
}

// Event takes an event.
func (r *Recorder) Event(e graspfix.Event) {
	arms := []string{e.Arm, e.From}
	if r.params.ForcePool == "all" {
		arms = []string{""}
	}
	for _, a := range arms {
		if t := r.index[key{e.Object, a}]; t != nil && len(t.marks) < maxMarks {
			t.marks = append(t.marks, e)
		}
	}
}

// surface is what can be drawn on: SVG and PNG. Coordinates are pixels from the top left.
type surface interface {
	rect(x, y, w, h float64, c colour)
	line(x0, y0, x1, y1 float64, c colour, dashed bool)
	path(xy [][2]float64, c colour)
	text(x, y float64, s string, c colour)
}

type colour uint32 // 0xRRGGBB

const (
	paper   colour = 0xffffff
	ink     colour = 0x202428
	faint   colour = 0xd4d8dc
	heldBg  colour = 0xdff2df
	limit   colour = 0xb03030
	angleC  colour = 0x2060b0
	ratioC  colour = 0x806000
	countC  colour = 0x107050
	gripped colour = 0x60b060
)

// Layout, pixels.
const (
	width    = 900.0
	left     = 86.0
	right    = 20.0
	rowH     = 64.0
	rowGap   = 10.0
	titleH   = 26.0
	axisH    = 34.0
	trackH   = titleH + 3*rowH + 3*rowGap + axisH
	plotW    = width - left - right
	textSize = 12
)

func (r *Recorder) size() (w, h float64) {
	return width, math.Max(1, float64(len(r.tracks)))*trackH + 24
}

func (r *Recorder) draw(s surface) {
	w, h := r.size()
	s.rect(0, 0, w, h, paper)
	if len(r.tracks) == 0 {
		s.text(left, 40, "nothing was touched", ink)
		return
	}
	for i, t := range r.tracks {
		r.drawTrack(s, t, float64(i)*trackH)
	}
	if n := len(r.left); n > 0 {
		s.text(left, h-8, fmt.Sprintf("%d more objects are not drawn", n), ink)
	}
}

// scale maps a time or value to pixels.
type scale struct{ lo, hi, a, b float64 }

func (s scale) at(v float64) float64 {
	return s.a + (math.Max(s.lo, math.Min(s.hi, v))-s.lo)/(s.hi-s.lo)*(s.b-s.a)
}

func (r *Recorder) drawTrack(s surface, t *track, y0 float64) {
	title := t.object
	if t.arm != "" {
		title += " / " + t.arm
	}
	s.text(left, y0+18, title, ink)
	if len(t.points) == 0 {
		return
	}
	period := 1 / r.params.UpdateRate * float64(t.every)
	x := scale{t.points[0].T - period, math.Max(t.points[len(t.points)-1].T, t.points[0].T), left, left + plotW}
	top := y0 + titleH
	rows := []struct {
		name   string
		max    float64
		limit  float64
		c      colour
		value  func(graspfix.Window) float64
		absent func(graspfix.Window) bool
	}{
		{"angle, deg", 180, r.params.AngleDeg * r.params.AngleScale, angleC, func(w graspfix.Window) float64 { return w.Angle * 180 / math.Pi }, func(w graspfix.Window) bool { return w.Touch < 2 }},
		{"ratio", 1, r.params.MinForceRatio, ratioC, func(w graspfix.Window) float64 { return w.Ratio }, func(w graspfix.Window) bool { return w.Touch < 2 }},
		{"counter", float64(r.params.MaxGripCount), float64(r.params.Threshold), countC, func(w graspfix.Window) float64 { return float64(w.Counter) }, func(graspfix.Window) bool { return false }},
	}
	bottom := top + 3*rowH + 2*rowGap
	for _, p := range t.points {
		if p.Held {
			s.rect(x.at(p.T-period), top, math.Max(1, x.at(p.T)-x.at(p.T-period)), bottom-top, heldBg)
		}
	}
	for i, row := range rows {
		ry := top + float64(i)*(rowH+rowGap)
		y := scale{0, row.max, ry + rowH, ry}
		s.line(left, ry, left+plotW, ry, faint, false)
		s.line(left, ry+rowH, left+plotW, ry+rowH, faint, false)
		s.line(left, y.at(row.limit), left+plotW, y.at(row.limit), limit, true)
		s.text(4, ry+14, row.name, row.c)
		s.text(4, ry+30, fmt.Sprintf("> %.3g", row.limit), limit)
		var xy [][2]float64
		for _, p := range t.points {
			if row.absent(p) {
				s.path(xy, row.c)
				xy = xy[:0]
				continue
			}
			v := y.at(row.value(p))
			xy = append(xy, [2]float64{x.at(p.T - period), v}, [2]float64{x.at(p.T), v})
		}
		s.path(xy, row.c)
	}
	for _, p := range t.points {
		if p.Gripped {
			s.rect(x.at(p.T-period), bottom+2, math.Max(1, x.at(p.T)-x.at(p.T-period)), 3, gripped)
		}
	}
	for i, e := range t.marks {
		ex := x.at(e.T)
		s.line(ex, top, ex, bottom, ink, false)
		s.text(math.Min(ex+3, width-120), top+12+float64(i%3)*14, fmt.Sprintf("%s %.2f s", e.Kind, e.T), ink)
	}
	for k := range 6 {
		v := x.lo + (x.hi-x.lo)*float64(k)/5
		s.text(math.Min(x.at(v)-10, width-60), bottom+22, fmt.Sprintf("%.2f s", v), ink)
	}
}
