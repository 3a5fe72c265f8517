package hand

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/hand/gripper"
)

// The memory of a hand of every version that there has been is taken over.
func TestGoldenMemory(t *testing.T) {
	layout := gripper.PR2Hand().Layout()
	for v := 1; v <= memoryVersion; v++ {
		m, err := load(fmt.Sprintf("testdata/version%d.json", v), layout)
		if err != nil || m.Zeros[0][1] != 3159 || m.Gap == 0 {
			t.Errorf("version %d: %+v, %v", v, m, err)
		}
	}
	file := filepath.Join(t.TempDir(), "newer.json")
	if err := os.WriteFile(file, fmt.Appendf(nil, `{"version":%d}`, memoryVersion+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := load(file, layout); err == nil || !strings.Contains(err.Error(), "newer holdfast") {
		t.Error(err)
	}
}
