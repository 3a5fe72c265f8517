package dynamic

import (
	"encoding/base64"
	"math/rand/v2"
	"testing"
)

func TestBase64(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 300 {
		p := make([]byte, n)
		for i := range p {
			p[i] = byte(rng.Uint32())
		}
		if got, want := string(appendBase64([]byte("x"), p)), "x"+base64.StdEncoding.EncodeToString(p); got != want {
			t.Fatalf("%d bytes: %s, want %s", n, got, want)
		}
	}
}

func FuzzBase64(f *testing.F) {
	f.Add([]byte("\x00\xff\x10any carnal pleas"))
	f.Fuzz(func(t *testing.T, p []byte) {
		if got, want := string(appendBase64(nil, p)), base64.StdEncoding.EncodeToString(p); got != want {
			t.Errorf("%x: %s, want %s", p, got, want)
		}
	})
}
