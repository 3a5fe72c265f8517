package cloudfile

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	_ "image/jpeg" // pictures may be either
	_ "image/png"
	"math"
	"os"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const (
	maxPixels  = 1 << 26
	maxPicture = 1 << 30 // bytes of a file
)

// fromPNG makes the cloud of a depth image.
func fromPNG(path string, o Options) (*cloud.Cloud, error) {
	unit, err := o.unit()
	if err != nil {
		return nil, err
	}
	b, err := readFile(path)
	if err != nil {
		return nil, err
	}
	depth, err := depthPNG(b)
	if err != nil {
		return nil, err
	}
	info, err := cameraOf(o.Camera, depth.Width, depth.Height)
	if err != nil {
		return nil, err
	}
	var colour *sensor_msgs.Image
	if o.Colour != "" {
		if b, err = readFile(o.Colour); err == nil {
			colour, err = picture(b)
		}
		if err != nil {
			return nil, fault.Wrap("read picture", o.Colour, err)
		}
	}
	var c cloud.Cloud
	if err := clouds.FromDepth(depth, colour, info, &c); err != nil {
		return nil, err
	}
	rescale(&c, unit)
	return &c, nil
}

func readFile(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fault.File("", "", err)
	}
	if !st.Mode().IsRegular() || st.Size() > maxPicture {
		return nil, fault.New("", "", fault.TooLarge, "a picture is a file of at most %d bytes", maxPicture)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.File("", "", err)
	}
	return b, nil
}

// depthPNG reads a picture of one channel of 16 bits. It allocates for the size that the file declares, up to maxPixels, only
// after the file has been seen to be of that kind.
func depthPNG(b []byte) (*sensor_msgs.Image, error) {
	img, err := decode(b)
	if err != nil {
		return nil, err
	}
	grey, ok := img.(*image.Gray16)
	if !ok {
		return nil, fault.New("", "", fault.Unsupported, "a depth image has one channel of 16 bits, and this is %s: give the depth image, and this as its colour", modelName(img))
	}
	r := grey.Rect
	return &sensor_msgs.Image{Width: uint32(r.Dx()), Height: uint32(r.Dy()), Encoding: "16UC1", IsBigendian: 1, Step: uint32(grey.Stride), Data: grey.Pix}, nil
}

// picture reads a colour picture.
func picture(b []byte) (*sensor_msgs.Image, error) {
	img, err := decode(b)
	if err != nil {
		return nil, err
	}
	r := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(out, out.Rect, img, r.Min, draw.Src)
	return &sensor_msgs.Image{Width: uint32(r.Dx()), Height: uint32(r.Dy()), Encoding: "rgba8", Step: uint32(out.Stride), Data: out.Pix}, nil
}

func decode(b []byte) (image.Image, error) {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, fault.New("", "", fault.Invalid, "%w; save the picture as PNG", err)
	}
	if cfg.Width > maxPixels || cfg.Height > maxPixels || cfg.Width*cfg.Height > maxPixels {
		return nil, fault.New("", "", fault.TooLarge, "%d x %d pixels; at most %d", cfg.Width, cfg.Height, maxPixels)
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, fault.New("", "", fault.Truncated, "%w; copy the picture again", err)
	}
	return img, nil
}

func modelName(img image.Image) string {
	switch img.(type) {
	case *image.Gray:
		return "grey of 8 bits"
	case *image.Paletted:
		return "a picture with a palette"
	}
	return "a colour picture"
}

// isCompressedDepth tells the messages of compressedDepth from those of compressed pictures.
func isCompressedDepth(format string) bool { return strings.Contains(format, "compressedDepth") }

// unpackDepth reads a message of compressed_depth_image_transport: twelve bytes (a number of the format and two parameters), then a
// PNG. With a float encoding the PNG holds inverse depth: depth = a/(value - b), 0 for nothing seen.
func unpackDepth(m *sensor_msgs.CompressedImage) (*sensor_msgs.Image, error) {
	const head = 12
	if len(m.Data) < head {
		return nil, fault.New("", "", fault.Truncated, "a compressed depth image of %d bytes", len(m.Data))
	}
	encoding, _, _ := strings.Cut(m.Format, ";")
	if encoding = strings.TrimSpace(encoding); encoding != "16UC1" && encoding != "32FC1" || !bytes.HasPrefix(m.Data[head:], pngMagic) {
		return nil, fault.New("", "", fault.Unsupported, "format %.60q; known is PNG of 16UC1 and 32FC1", m.Format)
	}
	out, err := depthPNG(m.Data[head:])
	if err != nil {
		return nil, err
	}
	out.Header = m.Header
	if encoding == "16UC1" {
		return out, nil
	}
	a, b := math.Float32frombits(binary.LittleEndian.Uint32(m.Data[4:])), math.Float32frombits(binary.LittleEndian.Uint32(m.Data[8:]))
	n := int(out.Width) * int(out.Height)
	data := make([]byte, 4*n)
	for i := range n {
		z := float32(math.NaN())
		if v := binary.BigEndian.Uint16(out.Data[2*i:]); v != 0 {
			z = a / (float32(v) - b)
		}
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(z))
	}
	out.Encoding, out.IsBigendian, out.Step, out.Data = "32FC1", 0, 4*out.Width, data
	return out, nil
}
