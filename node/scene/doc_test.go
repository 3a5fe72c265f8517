package scene

import (
	"os"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// The zones of the documentation are read, and count when it says so.
func TestDocumentedZones(t *testing.T) {
	text, err := os.ReadFile("../../doc/scene.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```yaml\n")
	example, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("doc/scene.md has no YAML example")
	}
	zones, err := ReadZones("doc/scene.md", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if len(zones) != 2 || zones[0].Segmentation != "map" || zones[1].RemoveSurface {
		t.Errorf("%+v", zones)
	}
	for _, c := range []struct {
		pitch, yaw  float64
		front, back bool
	}{{0.5, 0, true, false}, {-0.5, 3, false, true}, {-0.5, -3, false, true}, {-0.5, 0, false, false}} {
		r := geom.RPY(0, c.pitch, c.yaw)
		if zones[0].Counts(r) != c.front || zones[1].Counts(r) != c.back {
			t.Errorf("%+v: %v, %v", c, zones[0].Counts(r), zones[1].Counts(r))
		}
	}
}
