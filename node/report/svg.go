package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
)

// line is a curve of a plot.
type line struct {
	name   string
	class  string // of the style sheet: c1 to c5
	x, y   []float64
	dashed bool
}

// band is a stretch of the x axis with a name.
type band struct {
	Name     string
	From, To float64
}

// plot is a diagram of curves.
type plot struct {
	title string // what is shown
	desc  string // in words, for those who do not see it
	xName string
	yName string
	lines []line
	bands []band
	marks []float64 // on the x axis
	mark  string    // what they are
	cut   bool      // peaks that would flatten the rest leave the picture
	rates bool      // false alarms, 0.01 % to 100 % by their logarithm, against hits from 0 to 100 %
}

// Sizes in units of the picture, which is scaled to the page.
const (
	width, height         = 440.0, 226.0
	left, right           = 46.0, 14.0
	top, bottom           = 24.0, 34.0
	most                  = 360 // points of a drawn curve
	plotWidth, plotHeight = width - left - right, height - top - bottom
)

// ticks are about n round numbers over a range.
func ticks(lo, hi float64, n int) []float64 {
	span := hi - lo
	if !(span > 0) || math.IsInf(span, 0) {
		return []float64{lo}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/float64(n))))
	for _, f := range []float64{1, 2, 5, 10} {
		if span/(f*step) <= float64(n) {
			step *= f
			break
		}
	}
	var out []float64
	for v := math.Ceil(lo/step-1e-9) * step; v <= hi+1e-9*span; v += step {
		out = append(out, math.Round(v/step)*step+0) // no negative zero
	}
	return out
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

func coord(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }

// thin keeps the extremes of stretches of a curve, so that no peak is lost.
func thin(x, y []float64) (xs, ys []float64) {
	if len(x) <= most {
		return x, y
	}
	per := (2*len(x) + most - 1) / most
	for from := 0; from < len(x); from += per {
		to := min(from+per, len(x))
		lo, hi := from, from
		for k := from; k < to; k++ {
			if y[k] < y[lo] {
				lo = k
			}
			if y[k] > y[hi] {
				hi = k
			}
		}
		for _, k := range []int{min(lo, hi), max(lo, hi)} {
			xs, ys = append(xs, x[k]), append(ys, y[k])
			if lo == hi {
				break
			}
		}
	}
	return xs, ys
}

// extent of the finite values of all curves.
func (p *plot) extent() (x0, x1, y0, y1 float64) {
	if p.rates {
		return rate(0), 0, 0, 100
	}
	x0, x1, y0, y1 = math.Inf(1), math.Inf(-1), 0, 0
	for _, l := range p.lines {
		for k, v := range l.y {
			if math.IsNaN(v-v) || math.IsNaN(l.x[k]-l.x[k]) {
				continue
			}
			x0, x1 = math.Min(x0, l.x[k]), math.Max(x1, l.x[k])
			y0, y1 = math.Min(y0, v), math.Max(y1, v)
		}
	}
	if !(x1 > x0) {
		x0, x1 = 0, 1
	}
	if y1-y0 < 1e-12 {
		y1 = y0 + 1
	}
	y1 += 0.05 * (y1 - y0)
	return x0, x1, y0, y1
}

// usual is the range without the hundredth of the values at either end, or the whole one where that is not much wider.
func (p *plot) usual(lo, hi float64) (float64, float64) {
	var all []float64
	for _, l := range p.lines {
		for _, v := range l.y {
			if !math.IsNaN(v - v) {
				all = append(all, v)
			}
		}
	}
	if len(all) < 100 {
		return lo, hi
	}
	slices.Sort(all)
	u0, u1 := math.Min(all[len(all)/100], 0), math.Max(all[len(all)-1-len(all)/100], 0)
	margin := 0.25 * (u1 - u0)
	u0, u1 = math.Max(lo, u0-margin), math.Min(hi, u1+margin)
	if u1 <= u0 || hi-lo < 2*(u1-u0) {
		return lo, hi
	}
	return u0, u1
}

// rate is where a rate of false alarms is drawn; less than 0.01 % counts as that.
func rate(v float64) float64 { return math.Log10(math.Max(v, 1e-4)) }

// svg draws it.
func (p *plot) svg(id string) template.HTML {
	var b strings.Builder
	x0, x1, y0, y1 := p.extent()
	title := p.title
	if lo, hi := y0, y1; p.cut {
		if y0, y1 = p.usual(lo, hi); y0 > lo || y1 < hi {
			title += fmt.Sprintf(" (peaks from %s to %s %s leave the picture)", short(lo), short(hi), p.yName)
		}
	}
	X := func(v float64) float64 { return left + (v-x0)/(x1-x0)*plotWidth }
	Y := func(v float64) float64 { return top + (y1-v)/(y1-y0)*plotHeight }
	fmt.Fprintf(&b, `<figure><figcaption>%s</figcaption><svg viewBox="0 0 %g %g" role="img" aria-labelledby="%s-t %s-d"><title id="%s-t">%s</title><desc id="%s-d">%s</desc>`,
		html.EscapeString(title), width, height, id, id, id, html.EscapeString(title), id, html.EscapeString(p.desc))
	for i, s := range p.bands {
		from, to := X(math.Max(s.From, x0)), X(math.Min(s.To, x1))
		if !(to > from) {
			continue
		}
		fmt.Fprintf(&b, `<rect class="band b%d" x="%s" y="%g" width="%s" height="%g"><title>%s</title></rect>`, i%2, coord(from), top, coord(to-from), plotHeight, html.EscapeString(s.Name))
		name := s.Name
		if to-from < 6*float64(len(name)) {
			name = strconv.Itoa(i + 1) // as in the list of the phases
		}
		mid, half := (from+to)/2, 3*float64(len(name))
		if to-from >= 2*half && mid-half > 40 { // the unit of the axis stands further left
			fmt.Fprintf(&b, `<text class="name" x="%s" y="%g" text-anchor="middle">%s</text>`, coord(mid), top-6, html.EscapeString(name))
		}
	}
	for _, v := range ticks(y0, y1, 5) {
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%s" y2="%s"/><text x="%g" y="%s" text-anchor="end">%s</text>`, left, width-right, coord(Y(v)), coord(Y(v)), left-4, coord(Y(v)+4), short(v))
	}
	for _, v := range ticks(x0, x1, 7) {
		label := short(v)
		if p.rates {
			label = short(100 * math.Pow(10, v))
		}
		fmt.Fprintf(&b, `<text x="%s" y="%g" text-anchor="middle">%s</text>`, coord(X(v)), height-bottom+13, label)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="end">%s</text><text x="2" y="%g">%s</text>`, width-right, height-4, html.EscapeString(p.xName), top-12, html.EscapeString(p.yName))
	for _, m := range p.marks {
		if m >= x0 && m <= x1 {
			fmt.Fprintf(&b, `<line class="mark" x1="%s" x2="%s" y1="%g" y2="%g"/>`, coord(X(m)), coord(X(m)), height-bottom-9, height-bottom)
		}
	}
	for _, l := range p.lines {
		xs, ys := thin(l.x, l.y)
		class := "curve " + l.class
		if l.dashed {
			class += " dashed"
		}
		fmt.Fprintf(&b, `<path class="%s" d="`, class)
		pen := "M"
		for k := range xs {
			if math.IsNaN(ys[k]-ys[k]) || math.IsNaN(xs[k]-xs[k]) {
				pen = "M"
				continue
			}
			fmt.Fprintf(&b, "%s%s %s", pen, coord(X(xs[k])), coord(Y(math.Max(y0, math.Min(y1, ys[k])))))
			pen = "L"
		}
		b.WriteString(`"/>`)
	}
	b.WriteString(`</svg><ul class="legend">`)
	for _, l := range p.lines {
		dash := ""
		if l.dashed {
			dash = " dashed"
		}
		fmt.Fprintf(&b, `<li><span class="key %s%s" aria-hidden="true"></span>%s</li>`, l.class, dash, html.EscapeString(l.name))
	}
	if p.mark != "" && len(p.marks) > 0 {
		fmt.Fprintf(&b, `<li><span class="key km" aria-hidden="true"></span>%s</li>`, html.EscapeString(p.mark))
	}
	b.WriteString(`</ul></figure>`)
	return template.HTML(b.String())
}

// share is a part of a bar.
type share struct {
	name string // held, slipped ...
	n    int
}

// bar draws shares of a whole as one bar.
func bar(label string, shares []share) template.HTML {
	total := 0
	var words []string
	for _, s := range shares {
		total += s.n
		if s.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", s.n, strings.ReplaceAll(s.name, "_", " ")))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="%s: %s">`, html.EscapeString(label), html.EscapeString(strings.Join(words, ", ")))
	at := 0.0
	for _, s := range shares {
		if s.n == 0 {
			continue
		}
		w := 100 * float64(s.n) / float64(total)
		fmt.Fprintf(&b, `<rect class="o-%s" x="%s" y="0" width="%s" height="8"/>`, class(s.name), coord(at), coord(w))
		at += w
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// class is the style of an outcome; unknown ones look alike.
func class(outcome string) string {
	switch outcome {
	case "held", "placed", "released", "succeeded", "holding":
		return "held"
	case "slipped", "lost", "crushed", "missed", "no_grasp":
		return outcome
	case "damaged":
		return "crushed"
	case "dropped":
		return "slipped"
	}
	return "other"
}

// dot is a cell of a pad.
type dot struct{ x, y, r, value float64 }

// pads draws two fields of cells, the fuller the harder pressed.
func pads(title string, sides [2][]dot, largest float64, id string) template.HTML {
	var b strings.Builder
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, side := range sides {
		for _, d := range side {
			lo[0], hi[0] = math.Min(lo[0], d.x-d.r), math.Max(hi[0], d.x+d.r)
			lo[1], hi[1] = math.Min(lo[1], d.y-d.r), math.Max(hi[1], d.y+d.r)
		}
	}
	w, h := hi[0]-lo[0], hi[1]-lo[1]
	if !(w > 0 && h > 0) {
		return ""
	}
	scale := math.Min(150/w, 130/h)
	fmt.Fprintf(&b, `<figure><figcaption>%s</figcaption><svg viewBox="0 0 %g 170" role="img" aria-labelledby="%s-t"><title id="%s-t">%s</title>`, html.EscapeString(title), width, id, id, html.EscapeString(title))
	for f, side := range sides {
		origin := 30 + float64(f)*210
		fmt.Fprintf(&b, `<text x="%g" y="14">%s</text>`, origin, [2]string{"left pad", "right pad"}[f])
		for _, d := range side {
			x, y := origin+(d.x-lo[0])*scale, 24+(hi[1]-d.y)*scale
			fmt.Fprintf(&b, `<rect class="cell" x="%s" y="%s" width="%s" height="%s"/>`, coord(x-d.r*scale), coord(y-d.r*scale), coord(2*d.r*scale), coord(2*d.r*scale))
			if v := math.Sqrt(math.Max(0, math.Min(1, d.value/largest))); v > 0 {
				fmt.Fprintf(&b, `<rect class="press" x="%s" y="%s" width="%s" height="%s"/>`, coord(x-d.r*scale*v), coord(y-d.r*scale*v), coord(2*d.r*scale*v), coord(2*d.r*scale*v))
			}
		}
	}
	b.WriteString(`</svg></figure>`)
	return template.HTML(b.String())
}
