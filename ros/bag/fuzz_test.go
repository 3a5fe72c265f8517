package bag

import (
	"os"
	"testing"
)

// FuzzRead reads whatever comes: no panic, no unbounded memory.
func FuzzRead(f *testing.F) {
	for _, opt := range ways {
		opt.ChunkSize = 512
		path, _ := recorded(f, opt, 12)
		p, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p)
		f.Add(p[:len(p)*2/3])
	}
	f.Fuzz(func(t *testing.T, p []byte) { readHostile(t, p) })
}
