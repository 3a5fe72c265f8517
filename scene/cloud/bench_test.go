package cloud

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// benchCloud is an organised cloud of a camera's size with the noise and the holes that make real ones hard to compress.
func benchCloud() *Cloud {
	const w, h = 640, 480
	rng := rand.New(rand.NewPCG(1, 2))
	c := New(w, h)
	c.RGB, c.Label = make([]uint32, w*h), make([]uint32, w*h)
	for i := range c.X {
		u, v := i%w, i/w
		if (u/40+v/40)%5 == 0 {
			continue
		}
		z := math.Round(1000*(1+0.0005*float64(v)+0.001*rng.NormFloat64())) / 1000
		c.Set(i, geom.V((float64(u)-319.5)*z/525, (float64(v)-239.5)*z/525, z))
		c.RGB[i] = 0xFF000000 | uint32(u/8+rng.IntN(4))*0x010101
		c.Label[i] = uint32(u / 100)
	}
	return c
}

func BenchmarkRead640x480(b *testing.B) {
	c := benchCloud()
	for _, format := range []Format{BinaryCompressed, Binary, ASCII} {
		file, err := AppendPCD(nil, c, format)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(format.String(), func(b *testing.B) {
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(file, "bench"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("recorded", func(b *testing.B) {
		file := mustRead(b, realFiles(b)[0])
		b.SetBytes(int64(len(file)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Read(file, "bench"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkWrite640x480(b *testing.B) {
	c := benchCloud()
	for _, format := range []Format{BinaryCompressed, Binary, ASCII} {
		b.Run(format.String(), func(b *testing.B) {
			var file []byte
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if file, err = AppendPCD(file[:0], c, format); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(len(file)))
		})
	}
}

func ExampleSuspicious() {
	c := New(2, 1)
	c.Set(0, geom.V(0, 0, 900))
	c.Set(1, geom.V(400, 0, 1100))
	for _, s := range Suspicious(c) {
		fmt.Println(s)
	}
	// Output: the points span 400 m, a table scene 0.3 to 10 m: the coordinates are probably millimetres, multiply them by 0.001
}
