package drill

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/holdfast-robotics/holdfast/fault"
)

// curve is a line of a panel.
type curve struct {
	name string
	ink  color.RGBA
	at   func(*Sample) float64
}

// panel is one diagram of the plot.
type panel struct {
	title  string
	curves []curve
}

var (
	paper = color.RGBA{252, 252, 250, 255}
	ink   = color.RGBA{40, 44, 52, 255}
	grid  = color.RGBA{220, 222, 226, 255}
	blue  = color.RGBA{31, 119, 180, 255}
	red   = color.RGBA{214, 39, 40, 255}
	green = color.RGBA{44, 140, 44, 255}
)

// states is the panel of what is either so or not.
const states = "low: no, high: yes"

// level draws a switch: low, or high by one, on a line of its own.
func level(line float64, on func(*Sample) bool) func(*Sample) float64 {
	return func(s *Sample) float64 {
		if on(s) {
			return line + 0.8
		}
		return line
	}
}

var panels = []panel{
	{"gap, mm", []curve{
		{"by the motor", blue, func(s *Sample) float64 { return 1e3 * s.Gap }}, {"true", green, func(s *Sample) float64 { return 1e3 * s.Truth }},
	}},
	{"position, rad", []curve{
		{"position", blue, func(s *Sample) float64 { return s.State.Position }}, {"zero_offset", red, func(s *Sample) float64 { return s.State.ZeroOffset }},
	}},
	{"velocity, rad/s", []curve{{"velocity", blue, func(s *Sample) float64 { return s.State.Velocity }}}},
	{"current, A", []curve{
		{"last_commanded (cut at 0.3)", red, func(s *Sample) float64 { return math.Max(-0.3, math.Min(0.3, s.State.Commanded.Current)) }},
		{"last_measured", green, func(s *Sample) float64 { return s.State.Measured.Current }}, {"last_executed", blue, func(s *Sample) float64 { return s.State.Executed.Current }},
	}},
	{"effort at the gap, N", []curve{
		{"commanded", red, func(s *Sample) float64 { return math.Max(-300, math.Min(300, s.Commanded)) }}, {"measured", blue, func(s *Sample) float64 { return s.Effort }},
		{"left pad", green, func(s *Sample) float64 { return s.PadForce[0] }},
	}},
	{"motor_voltage, V", []curve{{"motor_voltage", blue, func(s *Sample) float64 { return s.State.MotorVoltage }}}},
	{states, []curve{
		{"is_enabled", green, level(2, func(s *Sample) bool { return s.State.IsEnabled })}, {"halted", red, level(1, func(s *Sample) bool { return s.State.Halted })},
		{"calibrated", blue, level(0, func(s *Sample) bool { return s.State.Calibration != 0 })},
	}},
}

const (
	width   = 1280
	height  = 150 // of a panel
	leftOf  = 70
	rightOf = 20
	topOf   = 40
)

// Picture draws the drill as a plot: PNG.
func (r *Report) Picture() ([]byte, error) {
	if len(r.Samples) < 2 {
		return nil, fault.New("draw drill", "", fault.Invalid, "nothing was sampled")
	}
	img := image.NewRGBA(image.Rect(0, 0, width, topOf+len(panels)*height+30))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	end := r.Samples[len(r.Samples)-1].Now.Seconds()
	x := func(t float64) int { return leftOf + int(t/end*(width-leftOf-rightOf)) }
	bottom := topOf + len(panels)*height
	for i, p := range r.Phases {
		at := x(p.Begin.Seconds())
		vertical(img, at, topOf-10, bottom, grid)
		write(img, at+3, 14+13*(i%2), p.Name, ink)
	}
	for i := range panels {
		r.panel(img, &panels[i], topOf+i*height, x)
	}
	for t := 0.0; t <= end; t += 2 {
		write(img, x(t)-6, bottom+16, fmt.Sprintf("%g s", t), ink)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fault.New("draw drill", "", fault.Internal, "%w", err)
	}
	return b.Bytes(), nil
}

func (r *Report) panel(img *image.RGBA, p *panel, top int, x func(float64) int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range p.curves {
		for i := range r.Samples {
			v := c.at(&r.Samples[i])
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	if hi-lo < 1e-9 {
		lo, hi = lo-1, hi+1
	}
	pad := 0.08 * (hi - lo)
	lo, hi = lo-pad, hi+pad
	y := func(v float64) int { return top + height - 14 - int((v-lo)/(hi-lo)*(height-34)) }
	for _, v := range []float64{lo + pad, (lo + hi) / 2, hi - pad} {
		if p.title == states {
			break
		}
		for px := leftOf; px < width-rightOf; px += 4 {
			img.SetRGBA(px, y(v), grid)
		}
		write(img, 4, y(v)+4, fmt.Sprintf("%9.4g", v), ink)
	}
	write(img, leftOf+4, top+11, p.title, ink)
	at := leftOf + 200
	for _, c := range p.curves {
		write(img, at, top+11, c.name, c.ink)
		at += 7*len(c.name) + 24
		last := -1
		for i := range r.Samples {
			px, py := x(r.Samples[i].Now.Seconds()), y(c.at(&r.Samples[i]))
			if last < 0 {
				last = py
			}
			vertical(img, px, min(last, py), max(last, py)+1, c.ink)
			last = py
		}
	}
}

func vertical(img *image.RGBA, x, from, to int, c color.RGBA) {
	for y := from; y < to; y++ {
		img.SetRGBA(x, y, c)
	}
}

func write(img *image.RGBA, x, y int, text string, c color.RGBA) {
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(text)
}
