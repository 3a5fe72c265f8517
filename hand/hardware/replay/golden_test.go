package replay

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Recordings of a bus of every version that there has been play. Version 1 has been the same since its first.
func TestGoldenRecordings(t *testing.T) {
	for v := 1; v <= version; v++ {
		file, err := os.ReadFile(fmt.Sprintf("testdata/version%d.hfhw", v))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := play(t, file, nil)
		if d := b.Diverged(); b.Err() != nil || b.Exchanges() < 100 || d == nil || d.Exchange != 100 { // that of the shutdown, which is not repeated
			t.Errorf("version %d: %d exchanges, %v, %v", v, b.Exchanges(), d, b.Err())
		}
	}
}

func TestNewerRecording(t *testing.T) {
	file := recorded(t, 1)
	binary.LittleEndian.PutUint16(file[4:], version+1)
	if _, err := Open(bytes.NewReader(file)); err == nil || !strings.Contains(err.Error(), "newer holdfast") {
		t.Error(err)
	}
}
