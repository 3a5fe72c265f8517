package gripper

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/param"
)

// Descriptions of every version that there has been load, and those from before there was a version, which is the first.
func TestGoldenDescriptions(t *testing.T) {
	files := []string{"testdata/unversioned.yaml"}
	for v := 1; v <= param.Version; v++ {
		files = append(files, fmt.Sprintf("testdata/version%d.yaml", v))
	}
	for _, f := range files {
		g, err := Find(f)
		if err != nil || g.Stroke != 0.085 || g.TipX != 0.14 || g.Law.PositionOpen != 0.08 || len(g.Layout().Cells) != 16 {
			t.Errorf("%s: %+v, %v", f, g, err)
		}
	}
}

func TestNewerDescription(t *testing.T) {
	text, err := Text(PR2)
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(text), "version: 1\n", fmt.Sprintf("version: %d\n", param.Version+1), 1)
	if _, err := Parse("mine.yaml", []byte(newer)); err == nil || !strings.Contains(err.Error(), "newer holdfast") || !strings.Contains(err.Error(), "mine.yaml:3") {
		t.Error(err)
	}
	for _, bad := range []string{"version: one\n", "version: 0\n", "version: [1]\n", "version: -1\n"} {
		if _, err := Parse("mine.yaml", []byte(bad+strings.Replace(string(text), "version: 1\n", "", 1))); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
