package scene_test

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
)

// benchScene renders objects that stand apart, touch and are stacked, with a Kinect's picture or one of so many times its pixels a side.
func benchScene(b *testing.B, times float64) *cloud.Cloud {
	b.Helper()
	in := camera.Kinect()
	in.Width, in.Height = int(times*float64(in.Width)), int(times*float64(in.Height))
	in.FX, in.FY, in.CX, in.CY = times*in.FX, times*in.FY, times*in.CX, times*in.CY
	cam, err := camera.New(in, camera.KinectSensor())
	if err != nil {
		b.Fatal(err)
	}
	c := &cloud.Cloud{}
	bodies := []camera.Body{
		box(1, 0, 0, -0.04, 1.2, 0.8, 0.04, 0),
		box(2, -0.25, 0.05, 0, 0.10, 0.12, 0.12, 0.3), box(3, 0.02, -0.05, 0, 0.08, 0.06, 0.20, 1.0), box(4, 0.25, 0.10, 0, 0.15, 0.10, 0.10, -0.4),
		box(5, -0.02, 0.18, 0, 0.20, 0.14, 0.08, 0.2), box(6, -0.01, 0.18, 0.08, 0.12, 0.10, 0.06, 0.7), box(7, 0.08, -0.03, 0, 0.05, 0.09, 0.12, 1.0),
	}
	if err := cam.Render(c, &camera.Scene{Bodies: bodies}, camera.LookAt(geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05)), 1); err != nil {
		b.Fatal(err)
	}
	c.Label = nil
	return c
}

// shuffled is the valid points of a cloud as no picture, in an order that says nothing.
func shuffled(b *testing.B, c *cloud.Cloud) *cloud.Cloud {
	b.Helper()
	var order []int
	for i := range c.X {
		if j := int(int64(i) * 1_234_567 % int64(c.Len())); c.Valid(j) {
			order = append(order, j)
		}
	}
	out, err := c.Select(order)
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// BenchmarkScenes is the whole way from the bytes of a binary PCD file to objects. The best of all runs is given too, since on a busy
// machine the mean is that of the other work.
func BenchmarkScenes(b *testing.B) {
	const fine = 2.55 // two million points
	for _, s := range []struct {
		name string
		make func() *cloud.Cloud
	}{
		{"vga", func() *cloud.Cloud { return benchScene(b, 1) }},
		{"fine", func() *cloud.Cloud { return benchScene(b, fine) }},
		{"loose", func() *cloud.Cloud { return shuffled(b, benchScene(b, fine)) }},
	} {
		b.Run(s.name, func(b *testing.B) {
			bytes, err := cloud.AppendPCD(nil, s.make(), cloud.Binary)
			if err != nil {
				b.Fatal(err)
			}
			seg, err := scene.NewSegmenter(scene.DefaultParams())
			if err != nil {
				b.Fatal(err)
			}
			var out scene.Segmentation
			read, whole := math.Inf(1), math.Inf(1)
			for b.Loop() {
				begin := time.Now()
				c, err := cloud.Read(bytes, s.name)
				if err != nil {
					b.Fatal(err)
				}
				read = min(read, time.Since(begin).Seconds())
				if err := seg.Segment(c, &out); err != nil {
					b.Fatal(err)
				}
				whole = min(whole, time.Since(begin).Seconds())
			}
			b.ReportMetric(1e3*whole, "best-ms")
			b.ReportMetric(1e3*read, "best-read-ms")
			b.ReportMetric(float64(len(out.Objects)), "objects")
		})
	}
}

func BenchmarkVoxels(b *testing.B) {
	c := benchScene(b, 1)
	all := make([]int32, c.Len())
	for i := range all {
		all[i] = int32(i)
	}
	b.ReportAllocs()
	for b.Loop() {
		scene.Voxels(c, all, geom.Pose{}, 0.01)
	}
}
