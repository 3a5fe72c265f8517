package cloud

import (
	"bytes"
	"testing"
)

// A file that is read without error is a consistent cloud, and survives being written and read again in every format.
func FuzzPCD(f *testing.F) {
	c := New(2, 2)
	c.RGB, c.Label = []uint32{1, 2, 3, 4}, []uint32{0, 1, 2, 3}
	c.Extra = []Field{{Name: "n", Type: 'I', Size: 2, Count: 2, Data: make([]byte, 16)}}
	c.X[0], c.Y[0], c.Z[0] = 1, 2, 3
	for _, format := range []Format{ASCII, Binary, BinaryCompressed} {
		b, err := AppendPCD(nil, c, format)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("COLUMNS x y z\nPOINTS 1\nDATA ascii\n1 2 nan\n"))
	f.Add([]byte("FIELDS x _ y z t\nSIZE 8 1 2 4 8\nTYPE F U I F U\nCOUNT 1 3 1 1 2\nWIDTH 1\nHEIGHT 1\nVIEWPOINT 1 2 3 0 1 0 0\nPOINTS 1\nDATA ascii\n1 _ _ _ 2 3e4 5 6\n"))
	f.Add([]byte("FIELDS x y z\nWIDTH 4294967296\nHEIGHT 4294967296\nDATA binary\n"))
	f.Add([]byte("FIELDS x y z\nSIZE 1 1 1\nTYPE U U U\nPOINTS 2\nDATA binary_compressed\n\x05\x00\x00\x00\x06\x00\x00\x00\x00a\x60\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := bytes.Clone(b)
		c, err := Read(b, "fuzz")
		if !bytes.Equal(in, b) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			if bytes.ContainsAny([]byte(err.Error()), "\n\x00\x1b") {
				t.Fatalf("not one clean line: %q", err)
			}
			return
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		_ = Suspicious(c)
		for _, format := range []Format{ASCII, Binary, BinaryCompressed} {
			out, err := AppendPCD(nil, c, format)
			if err != nil {
				// a PLY file may name fields that PCD cannot
				if bytes.HasPrefix(bytes.TrimPrefix(b, utf8BOM), []byte("ply")) {
					return
				}
				t.Fatal(err)
			}
			again, err := Read(out, "again")
			if err != nil {
				t.Fatalf("%v: %v", format, err)
			}
			if d := differ(c, again, format == ASCII); d != "" {
				t.Fatalf("%v: %s", format, d)
			}
		}
	})
}

func FuzzPLY(f *testing.F) {
	vertex := "element vertex 2\n" + plyXYZ + "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty list uchar short s\nend_header\n"
	f.Add([]byte("ply\nformat ascii 1.0\n" + vertex + "1 2 3 4 5 6 0\n1 2 3 4 5 6 2 7 8\n"))
	f.Add([]byte("ply\nformat binary_little_endian 1.0\n" + vertex + "123456789012rgb\x00123456789012rgb\x01ab"))
	f.Add([]byte("ply\nformat binary_big_endian 1.0\n" + vertex + "123456789012rgb\x00123456789012rgb\x00\x01ab"))
	f.Add([]byte("ply\nformat binary_big_endian 1.0\nelement face 1\nproperty list uint int i\n" + vertex))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := readPLY(b)
		if err != nil {
			return
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if most := 8 * len(b); len(c.X) > most {
			t.Fatalf("%d points from %d bytes", len(c.X), len(b))
		}
	})
}

// Any bytes are decompressed without a write out of bounds, and any bytes come back from the compressor.
func FuzzLZF(f *testing.F) {
	f.Add([]byte("\x02abc\xe0\x04\x02"), 16)
	f.Add([]byte("\x00z\xe0\xff\x00"), 265)
	f.Add(bytes.Repeat([]byte{0, 0, 0xc0, 0x7f}, 300), 1200)
	f.Fuzz(func(t *testing.T, b []byte, size int) {
		size = min(max(size, 0), lzfMaxSize(len(b)))
		backing := bytes.Repeat([]byte{0x5A}, size+64)
		err := lzfDecompress(backing[:size:size], b)
		if !bytes.Equal(backing[size:], bytes.Repeat([]byte{0x5A}, 64)) {
			t.Fatal("wrote beyond the output")
		}
		if want, wantErr := slowLZF(b, size); (wantErr != nil) != (err != nil) || (err == nil && !bytes.Equal(want, backing[:size])) {
			t.Fatalf("differs from the plain decoder: %v and %v", err, wantErr)
		}
		roundTripLZF(t, b)
	})
}

// slowLZF is the decoder byte by byte, to compare with.
func slowLZF(in []byte, size int) (out []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errTest
		}
	}()
	for i := 0; i < len(in); {
		c := int(in[i])
		i++
		if c < 32 {
			out = append(out, in[i:][:c+1:len(in)-i]...)
			i += c + 1
			continue
		}
		n := c >> 5
		if n == 7 {
			n += int(in[i])
			i++
		}
		from := len(out) - (c&31)<<8 - int(in[i]) - 1
		i++
		for range n + 2 {
			out = append(out, out[from])
			from++
		}
	}
	if len(out) != size {
		return nil, errTest
	}
	return out, nil
}

var errTest = bytes.ErrTooLarge
