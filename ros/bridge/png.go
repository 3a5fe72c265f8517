package bridge

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// The PNG form of a message is a picture whose red, green and blue values, row by row, are the bytes of its JSON, filled up with line
// breaks; the picture is sent as base64 in an operation of its own. PNG's compression is the point of it.

// pngFromText packs an operation.
func pngFromText(text []byte) ([]byte, error) {
	pixels := (len(text) + 2) / 3
	width := max(int(math.Sqrt(float64(pixels))), 1)
	height := (pixels + width - 1) / width
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		p := m.Pix[4*i : 4*i+4]
		p[0], p[1], p[2], p[3] = '\n', '\n', '\n', 0xff
		if 3*i < len(text) {
			copy(p[:3], text[3*i:])
		}
	}
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&b, m); err != nil {
		return nil, fault.New("write png", "", fault.Internal, "%w", err)
	}
	return object("op", "png", "data", base64.StdEncoding.EncodeToString(b.Bytes())), nil
}

// textFromPNG unpacks an operation of at most limit bytes.
func textFromPNG(data string, limit int) ([]byte, error) {
	bad := func(kind fault.Kind, format string, args ...any) ([]byte, error) {
		return nil, fault.New("read png", "", kind, format, args...)
	}
	open := func() io.Reader { return base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)) }
	cfg, err := png.DecodeConfig(open())
	if err != nil {
		return bad(fault.Invalid, "%w", err)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 || cfg.Width > limit/cfg.Height/3+1 {
		return bad(fault.TooLarge, "the picture has %d x %d pixels; a message has at most %d bytes", cfg.Width, cfg.Height, limit)
	}
	m, err := png.Decode(open())
	if err != nil {
		return bad(fault.Invalid, "%w", err)
	}
	out := make([]byte, 0, 3*cfg.Width*cfg.Height)
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			out = append(out, c.R, c.G, c.B)
		}
	}
	out = bytes.TrimRight(out, "\n\x00")
	if !json.Valid(out) {
		return bad(fault.Invalid, "the picture holds no JSON")
	}
	return out, nil
}
