package grip

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Outcomes with their colours, in the order in which a bar shows them.
var outcomes = []struct {
	name   string
	colour color.RGBA
	count  func(*Row) int
}{
	{"held", color.RGBA{0x4c, 0xa6, 0x6b, 255}, func(r *Row) int { return r.Held }},
	{"slipped", color.RGBA{0xe6, 0xb4, 0x3c, 255}, func(r *Row) int { return r.Slipped }},
	{"crushed", color.RGBA{0xc8, 0x46, 0x46, 255}, func(r *Row) int { return r.Crushed }},
	{"missed", color.RGBA{0xb4, 0xb9, 0xc0, 255}, func(r *Row) int { return r.Missed }},
}

// Sizes in pixels.
const (
	nameWidth = 150
	barWidth  = 130
	barGap    = 14
	rowHeight = 16
	margin    = 12
)

// PNG draws a bar of outcomes for each object and controller, with the sums on top.
func (r *Result) PNG() ([]byte, error) {
	names, cells := r.cells()
	if len(names) == 0 {
		return nil, fault.New("draw grips", "", fault.Invalid, "there is no row")
	}
	w := 2*margin + nameWidth + len(Controllers)*(barWidth+barGap)
	h := 2*margin + (len(names)+4)*rowHeight
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	text := func(x, y int, s string) {
		d := font.Drawer{Dst: img, Src: image.NewUniform(color.RGBA{0x20, 0x24, 0x28, 255}), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
		d.DrawString(s)
	}
	column := func(k int) int { return margin + nameWidth + k*(barWidth+barGap) }
	y := margin
	for i, o := range outcomes {
		x := column(0) + i*90
		draw.Draw(img, image.Rect(x, y+2, x+10, y+12), image.NewUniform(o.colour), image.Point{}, draw.Src)
		text(x+14, y+12, o.name)
	}
	y += rowHeight
	for k, c := range Controllers {
		if c[0] >= '0' && c[0] <= '9' {
			c += " N"
		}
		text(column(k), y+12, c)
	}
	y += rowHeight
	for _, name := range names {
		text(margin, y+12, name)
		for k, c := range Controllers {
			row := cells[[2]string{c, name}]
			if row == nil || row.Trials == 0 {
				continue
			}
			x, done := column(k), 0
			for _, o := range outcomes {
				from := x + done*barWidth/row.Trials
				done += o.count(row)
				draw.Draw(img, image.Rect(from, y+2, x+done*barWidth/row.Trials, y+rowHeight-2), image.NewUniform(o.colour), image.Point{}, draw.Src)
			}
			if name == "all" {
				text(x+4, y+12, fmt.Sprintf("%.0f %%", 100*float64(row.Held)/float64(row.Trials)))
			}
		}
		y += rowHeight
		if name == "all" {
			y += rowHeight / 2
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fault.New("draw grips", "", fault.Internal, "%w", err)
	}
	return b.Bytes(), nil
}

// cells are the rows by controller and object, and the names of the objects, "all" first.
func (r *Result) cells() ([]string, map[[2]string]*Row) {
	names, cells := []string{}, map[[2]string]*Row{}
	for i := range r.Rows {
		row := &r.Rows[i]
		cells[[2]string{row.Controller, row.Object}] = row
		if row.Controller == Controllers[0] {
			names = append(names, row.Object)
		}
	}
	if n := len(names); n > 0 && names[n-1] == "all" {
		names = append([]string{"all"}, names[:n-1]...)
	}
	return names, cells
}
