package param

import (
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

type settings struct {
	tol   float64
	n     int
	on    bool
	mode  string
	up    geom.Vec
	label string
}

func (p *settings) Declare(s *Set) {
	s.Float(&p.tol, "cluster_tolerance", 0.01, "m", 0.001, 0.2, "points nearer than this belong to one object")
	s.Int(&p.n, "min_points", 100, "", 1, 1000, "fewer points are noise")
	s.Bool(&p.on, "colour", true, "use colour")
	s.Text(&p.mode, "mode", "fast", "how to work", "fast", "exact")
	s.Vec(&p.up, "up", geom.V(0, 0, 1), "", "direction of up")
	s.Text(&p.label, "label", "", "any text")
}

func TestDefaultsAndRoundTrip(t *testing.T) {
	var p settings
	s := Declare(&p)
	if p.tol != 0.01 || p.n != 100 || !p.on || p.mode != "fast" || p.up != geom.UnitZ {
		t.Fatalf("defaults not written: %+v", p)
	}
	for _, q := range s.All() {
		if q.String() != q.Default() {
			t.Errorf("%s: value %q, default %q", q.Name, q, q.Default())
		}
		if err := q.Set(q.String()); err != nil {
			t.Errorf("%s does not read its own text: %v", q.Name, err)
		}
	}
}

func TestSetChecksTypeAndRange(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"cluster_tolerance", "0.5", "outside 0.001 to 0.2 m"},
		{"cluster_tolerance", "NaN", "outside"},
		{"cluster_tolerance", "1 cm", "not a number"},
		{"min_points", "2.5", "whole number"},
		{"min_points", "0", "outside 1 to 1000"},
		{"min_points", "99999999999999999999", "whole number"},
		{"colour", "maybe", "neither true nor false"},
		{"mode", "slow", "one of fast, exact"},
		{"up", "0,1", "three numbers"},
		{"up", "0,1,Inf", "finite"},
	}
	for _, c := range cases {
		var p settings
		s := Declare(&p)
		before := p
		q, err := s.Get(c.name)
		if err != nil {
			t.Fatal(err)
		}
		err = q.Set(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s = %q: error %v, want one that says %q", c.name, c.text, err, c.want)
		}
		if p != before {
			t.Errorf("%s = %q: a refused value was stored", c.name, c.text)
		}
	}
	var p settings
	s := Declare(&p)
	for name, text := range map[string]string{"cluster_tolerance": "0.2", "min_points": " 7 ", "colour": "false", "mode": "exact", "up": "0, -1,0"} {
		q, _ := s.Get(name)
		if err := q.Set(text); err != nil {
			t.Errorf("%s = %q: %v", name, text, err)
		}
	}
	if p.tol != 0.2 || p.n != 7 || p.on || p.mode != "exact" || p.up != geom.V(0, -1, 0) {
		t.Errorf("values not stored: %+v", p)
	}
}

func TestUnknownNameProposesTheNearest(t *testing.T) {
	var p settings
	s := Declare(&p)
	_, err := s.Get("cluster_tolerence")
	if err == nil || !strings.Contains(err.Error(), `did you mean "cluster_tolerance"?`) {
		t.Errorf("error %v", err)
	}
	if n := Nearest("zzzz", []string{"cluster_tolerance"}); n != "" {
		t.Errorf("a far name was proposed: %q", n)
	}
}

func TestDeclarationMistakesPanic(t *testing.T) {
	mustPanic := func(what string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s does not panic", what)
			}
		}()
		f()
	}
	var p settings
	mustPanic("a name declared twice", func() { Declare(&p, &p) })
	mustPanic("a default out of range", func() {
		var x float64
		new(Set).Float(&x, "x", 2, "", 0, 1, "")
	})
}
