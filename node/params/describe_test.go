package params

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/param"
)

type settings struct {
	tol  float64
	n    int
	on   bool
	mode string
}

func (p *settings) Declare(s *param.Set) {
	s.Float(&p.tol, "tolerance", 0.01, "m", 0, 0.2, "how near")
	s.Int(&p.n, "count", 3, "", 1, 9, "how many")
	s.Bool(&p.on, "on", true, "whether")
	s.Text(&p.mode, "mode", "fast", "how", "fast", "exact")
}

func TestDescribe(t *testing.T) {
	var p settings
	set := param.Declare(&p)
	p.tol = 0.1 // a value is no default
	text, err := json.Marshal(Describe(set))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"name":"tolerance","type":"float","unit":"m","min":0,"max":0.2,"default":"0.01","doc":"how near"},` +
		`{"name":"count","type":"int","min":1,"max":9,"default":"3","doc":"how many"},` +
		`{"name":"on","type":"bool","default":"true","doc":"whether"},` +
		`{"name":"mode","type":"text","choices":["fast","exact"],"default":"fast","doc":"how"}]`
	if d := cmp.Diff(want, string(text)); d != "" {
		t.Error(d)
	}
}
