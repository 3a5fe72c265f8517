// Package picture draws a segmented scene for people: every object in a colour of its own with its number and box, the
// table's outline, and grasps as small grippers.
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Gripper is a grasp to draw: a palm at the origin of G, fingers of a length along x, opening apart along y.
type Gripper struct {
	X_FG            geom.Pose
	Opening, Length float64 // metres
}

// Draw renders a scene: an organised cloud as its own camera saw it, others from 40 degrees above. Objects have their numbers
// and, where names are given, what each is; an empty name is none.
func Draw(seg *scene.Segmentation, grippers []Gripper, names ...string) *image.RGBA {
	cam, grid := cloud.RecoverPinhole(seg.Cloud)
	if !grid {
		cam = virtualCamera(seg)
	}
	c := &canvas{cam: cam, img: image.NewRGBA(image.Rect(0, 0, cam.Width, cam.Height))}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(color.RGBA{24, 26, 30, 255}), image.Point{}, draw.Src)
	if grid {
		c.pixels(seg)
	} else {
		c.splats(seg)
	}
	c.outline(seg)
	for i := range seg.Objects {
		c.box(&seg.Objects[i], hue(i))
	}
	for _, g := range grippers {
		c.gripper(g)
	}
	for i := range seg.Objects {
		text := strconv.Itoa(i + 1)
		if i < len(names) && names[i] != "" {
			text += " " + names[i]
		}
		c.plate(&seg.Objects[i], text)
	}
	return c.img
}

// PNG renders a scene as a PNG file.
func PNG(seg *scene.Segmentation, grippers []Gripper, names ...string) ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, Draw(seg, grippers, names...)); err != nil {
		return nil, fault.New("draw scene", "", fault.Internal, "%w", err)
	}
	return b.Bytes(), nil
}

// hue gives neighbours in number very different colours (steps of the golden angle).
func hue(i int) color.RGBA {
	h := math.Mod(float64(i)*0.61803398875, 1) * 6
	x := uint8(255 * (1 - math.Abs(math.Mod(h, 2)-1)))
	return [6]color.RGBA{{255, x, 40, 255}, {x, 255, 40, 255}, {40, 255, x, 255}, {40, x, 255, 255}, {x, 40, 255, 255}, {255, 40, x, 255}}[int(h)%6]
}

type canvas struct {
	cam cloud.Pinhole
	img *image.RGBA
}

// shade is the colour of point i: its own, tinted when it belongs to an object, darker when it belongs to nothing.
func shade(seg *scene.Segmentation, i int) color.RGBA {
	r, g, b := uint32(150), uint32(150), uint32(150)
	if seg.Cloud.RGB != nil {
		v := seg.Cloud.RGB[i]
		r, g, b = v>>16&255, v>>8&255, v&255
	}
	switch l := seg.Labels[i]; {
	case l >= scene.LabelObject:
		h := hue(int(l - scene.LabelObject))
		r, g, b = (r+uint32(h.R))/2, (g+uint32(h.G))/2, (b+uint32(h.B))/2
	case l == scene.LabelNone:
		r, g, b = r/3, g/3, b/3
	}
	return color.RGBA{uint8(r), uint8(g), uint8(b), 255}
}

func (c *canvas) pixels(seg *scene.Segmentation) {
	for i := range seg.Labels {
		if seg.Cloud.Valid(i) {
			c.img.SetRGBA(i%c.cam.Width, i/c.cam.Width, shade(seg, i))
		}
	}
}

func (c *canvas) splats(seg *scene.Segmentation) {
	depth := make([]float64, c.cam.Width*c.cam.Height)
	for i := range seg.Labels {
		if !seg.Cloud.Valid(i) {
			continue
		}
		u, v, d := c.cam.Project(seg.Cloud.At(i))
		if d <= 0 || u < 0 || v < 0 || u >= float64(c.cam.Width-1) || v >= float64(c.cam.Height-1) {
			continue
		}
		for _, o := range [4][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			x, y := int(u)+o[0], int(v)+o[1]
			if k := y*c.cam.Width + x; depth[k] == 0 || d < depth[k] {
				depth[k] = d
				c.img.SetRGBA(x, y, shade(seg, i))
			}
		}
	}
}

// segment draws a straight line between two points of F; ends behind the camera are left out.
func (c *canvas) segment(a, b geom.Vec, col color.RGBA, thick int) {
	ua, va, da := c.cam.Project(a)
	ub, vb, db := c.cam.Project(b)
	if da <= 0 || db <= 0 {
		return
	}
	n := int(math.Min(4000, math.Max(math.Abs(ub-ua), math.Abs(vb-va)))) + 1
	for k := 0; k <= n; k++ {
		t := float64(k) / float64(n)
		x, y := int(ua+t*(ub-ua)), int(va+t*(vb-va))
		for dy := range thick {
			for dx := range thick {
				c.img.SetRGBA(x+dx, y+dy, col)
			}
		}
	}
}

func (c *canvas) outline(seg *scene.Segmentation) {
	h := seg.Table.Hull
	for i, a := range h {
		b := h[(i+1)%len(h)]
		c.segment(seg.Table.X_FT.Apply(geom.V(a.X, a.Y, 0)), seg.Table.X_FT.Apply(geom.V(b.X, b.Y, 0)), color.RGBA{120, 200, 255, 255}, 1)
	}
}

func (c *canvas) box(o *scene.Object, col color.RGBA) {
	corner := func(k int) geom.Vec {
		s := func(bit int, size float64) float64 {
			if k>>bit&1 == 1 {
				return size / 2
			}
			return -size / 2
		}
		return o.X_FO.Apply(geom.V(s(0, o.Size.X), s(1, o.Size.Y), s(2, o.Size.Z)))
	}
	for k := range 8 {
		for bit := range 3 {
			if k>>bit&1 == 0 {
				c.segment(corner(k), corner(k|1<<bit), col, 1)
			}
		}
	}
}

func (c *canvas) gripper(g Gripper) {
	white := color.RGBA{255, 255, 255, 255}
	at := func(x, y float64) geom.Vec { return g.X_FG.Apply(geom.V(x, y, 0)) }
	h := g.Opening / 2
	c.segment(at(0, -h), at(0, h), white, 2)
	c.segment(at(0, h), at(g.Length, h), white, 2)
	c.segment(at(0, -h), at(g.Length, -h), white, 2)
	c.segment(at(-0.06, 0), at(0, 0), white, 2)
}

// plate writes a text in the middle of an object's box, white on a dark plate.
func (c *canvas) plate(o *scene.Object, s string) {
	u, v, d := c.cam.Project(o.X_FO.P)
	if d <= 0 {
		return
	}
	w := 7*len(s) + 4
	plate := image.Rect(int(u)-w/2, int(v)-8, int(u)-w/2+w, int(v)+7)
	draw.Draw(c.img, plate, image.NewUniform(color.RGBA{0, 0, 0, 255}), image.Point{}, draw.Src)
	(&font.Drawer{
		Dst: c.img, Src: image.White, Face: basicfont.Face7x13,
		Dot: fixed.P(plate.Min.X+2, plate.Max.Y-4),
	}).DrawString(s)
}
