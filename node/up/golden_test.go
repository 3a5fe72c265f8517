package up

import (
	"fmt"
	"strings"
	"testing"
)

// Configurations of every version that there has been load.
func TestGoldenConfigurations(t *testing.T) {
	for v := 1; v <= Version; v++ {
		c, err := Load(fmt.Sprintf("testdata/version%d.yaml", v))
		if err != nil || len(c.Nodes) != 4 || c.Nodes[0].Name != "hand" || c.Nodes[3].After[0] != "hand" || c.Nodes[3].StartTimeout != "30s" || c.Parameters["grip"] == nil {
			t.Errorf("version %d: %+v, %v", v, c, err)
		}
	}
}

func TestNewerConfiguration(t *testing.T) {
	_, err := Parse("robot.yaml", fmt.Appendf(nil, "version: %d\nnodes: [{name: a, run: [hand]}]", Version+1))
	if err == nil || !strings.Contains(err.Error(), "newer holdfast") || !strings.Contains(err.Error(), "robot.yaml") {
		t.Error(err)
	}
}
