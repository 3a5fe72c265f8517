package hardware

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestFieldsAreThoseOfTheSeed(t *testing.T) {
	if len(Fields) != 24 {
		t.Errorf("%d fields", len(Fields))
	}
	all := ActuatorState{Provided: ^Capability(0)}
	for i := range Fields {
		f := &Fields[i]
		if f.Meaning == "" || f.Writer == "" || f.Value(&all) == "" || f.Value(&all) == "-" {
			t.Errorf("%+v", f)
		}
		if f.Needs != 0 && f.Value(&ActuatorState{}) != "-" {
			t.Errorf("%s is shown although it is not provided", f.Name)
		}
	}
	const seed = "../../../shared/seeds/pr2_actuator_state.txt"
	text, err := os.ReadFile(seed)
	if err != nil {
		t.Skip("no ../shared beside the repository")
	}
	for i := range Fields {
		if !slices.Contains(strings.Fields(string(text)), Fields[i].Name+"_") {
			t.Errorf("%s is not in the seed", Fields[i].Name)
		}
	}
}
