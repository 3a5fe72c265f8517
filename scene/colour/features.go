// Package colour recognises objects by the colours of their pictures: crops of a camera image, as a segmenter gives them.
package colour

import (
	"image"
	"image/color"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Bins of a histogram, and the length of the vector of six: hue, saturation, value, blue, green, red.
const (
	Bins   = 10
	Length = 6 * Bins
)

// Features counts the pixels of a picture in six histograms of ten bins, each divided by the number of pixels: hue,
// saturation, value, blue, green, red (rail_recognition's order). Hue is undefined for grey pixels and counted as 0.
func Features(img image.Image) ([]float64, error) { return features(img, false) }

// CompatFeatures are the features with the two accidents of rail_recognition, for vectors and networks that were made with
// it: hue, saturation and value are computed with red and blue exchanged, and saturation and value are counted over the range
// of hue, 0 to 180, so that values from 180 on are not counted.
func CompatFeatures(img image.Image) ([]float64, error) { return features(img, true) }

func features(img image.Image, compat bool) ([]float64, error) {
	b := img.Bounds()
	if b.Empty() {
		return nil, fault.New("colour features", "", fault.Invalid, "the picture has no pixels: crop it again")
	}
	out := make([]float64, Length)
	each(img, func(_, _ int, r, g, bl uint8) {
		h, s, v := hsv(r, g, bl)
		count := func(which int, value uint8, span int) {
			if k := int(value) * Bins / span; k < Bins {
				out[which*Bins+k]++
			}
		}
		if compat {
			h, s, v = hsv(bl, g, r)
			count(0, h, 180)
			count(1, s, 180)
			count(2, v, 180)
		} else {
			count(0, h, 180)
			count(1, s, 256)
			count(2, v, 256)
		}
		count(3, bl, 256)
		count(4, g, 256)
		count(5, r, 256)
	})
	n := float64(b.Dx() * b.Dy())
	for i := range out {
		out[i] /= n
	}
	return out, nil
}

// each calls f with the place in the picture, from 0, and the colour of every pixel.
func each(img image.Image, f func(x, y int, r, g, b uint8)) {
	r := img.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			f(x-r.Min.X, y-r.Min.Y, c.R, c.G, c.B)
		}
	}
}

// hsv converts with the ranges of eight-bit pictures: hue 0 to 179 in steps of two degrees, saturation and value 0 to 255,
// rounded to the nearest.
func hsv(r, g, b uint8) (h, s, v uint8) {
	hi, lo := max(r, g, b), min(r, g, b)
	d := float64(hi) - float64(lo)
	if hi == 0 || d == 0 {
		return 0, 0, hi
	}
	var hue float64 // degrees
	switch hi {
	case r:
		hue = 60 * (float64(g) - float64(b)) / d
	case g:
		hue = 120 + 60*(float64(b)-float64(r))/d
	default:
		hue = 240 + 60*(float64(r)-float64(g))/d
	}
	if hue < 0 {
		hue += 360
	}
	step := int(hue/2 + 0.5)
	if step >= 180 {
		step -= 180
	}
	return uint8(step), uint8(255*d/float64(hi) + 0.5), hi
}
