package timeline

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Render draws the timeline in the format that a file's name asks for: .svg or .png.
func (r *Recorder) Render(name string) ([]byte, error) {
	switch lower := strings.ToLower(name); {
	case strings.HasSuffix(lower, ".svg"):
		return r.SVG(), nil
	case strings.HasSuffix(lower, ".png"):
		return r.PNG()
	}
	return nil, fault.New("draw timeline", name, fault.Unsupported, "give a name that ends in .svg or .png")
}

// SVG draws the timeline as a vector picture.
func (r *Recorder) SVG() []byte {
	var s svg
	w, h := r.size()
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" font-family="sans-serif" font-size="%d">`+"\n", w, h, w, h, textSize)
	r.draw(&s)
	s.b.WriteString("</svg>\n")
	return s.b.Bytes()
}

type svg struct{ b bytes.Buffer }

func (s *svg) rect(x, y, w, h float64, c colour) {
	fmt.Fprintf(&s.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#%06x"/>`+"\n", x, y, w, h, uint32(c))
}

func (s *svg) line(x0, y0, x1, y1 float64, c colour, dashed bool) {
	dash := ""
	if dashed {
		dash = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(&s.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#%06x"%s/>`+"\n", x0, y0, x1, y1, uint32(c), dash)
}

func (s *svg) path(xy [][2]float64, c colour) {
	if len(xy) < 2 {
		return
	}
	s.b.WriteString(`<polyline fill="none" stroke-width="1.5" points="`)
	for _, p := range xy {
		fmt.Fprintf(&s.b, "%.1f,%.1f ", p[0], p[1])
	}
	fmt.Fprintf(&s.b, `" stroke="#%06x"/>`+"\n", uint32(c))
}

func (s *svg) text(x, y float64, t string, c colour) {
	fmt.Fprintf(&s.b, `<text x="%.1f" y="%.1f" fill="#%06x">`, x, y, uint32(c))
	if err := xml.EscapeText(&s.b, []byte(t)); err != nil {
		panic(err) // a bytes.Buffer does not fail
	}
	s.b.WriteString("</text>\n")
}

// PNG draws the timeline as pixels.
func (r *Recorder) PNG() ([]byte, error) {
	w, h := r.size()
	p := pixels{image.NewRGBA(image.Rect(0, 0, int(w), int(h)))}
	r.draw(p)
	var b bytes.Buffer
	if err := png.Encode(&b, p.img); err != nil {
		return nil, fault.New("draw timeline", "", fault.Internal, "%w", err)
	}
	return b.Bytes(), nil
}

type pixels struct{ img *image.RGBA }

func (c colour) rgba() color.RGBA { return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255} }

func (p pixels) rect(x, y, w, h float64, c colour) {
	r := image.Rect(int(math.Round(x)), int(math.Round(y)), int(math.Round(x+w)), int(math.Round(y+h)))
	draw.Draw(p.img, r, image.NewUniform(c.rgba()), image.Point{}, draw.Src)
}

func (p pixels) line(x0, y0, x1, y1 float64, c colour, dashed bool) {
	n := int(math.Ceil(math.Max(math.Abs(x1-x0), math.Abs(y1-y0)))) + 1
	for i := range n + 1 {
		if dashed && i%7 >= 4 {
			continue
		}
		u := float64(i) / float64(n)
		p.img.SetRGBA(int(math.Round(x0+u*(x1-x0))), int(math.Round(y0+u*(y1-y0))), c.rgba())
	}
}

func (p pixels) path(xy [][2]float64, c colour) {
	for i := 1; i < len(xy); i++ {
		p.line(xy[i-1][0], xy[i-1][1], xy[i][0], xy[i][1], c, false)
	}
}

func (p pixels) text(x, y float64, t string, c colour) {
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(c.rgba()), Face: basicfont.Face7x13, Dot: fixed.P(int(x), int(y))}
	d.DrawString(t)
}
