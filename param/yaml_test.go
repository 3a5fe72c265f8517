package param

import (
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

type yamlThing struct {
	Name string    `yaml:"name"`
	List []float64 `yaml:"list"`
	Sub  struct {
		X int `yaml:"x"`
	} `yaml:"sub"`
}

func TestDecodeYAML(t *testing.T) {
	var v yamlThing
	if err := DecodeYAML("a.yaml", []byte("name: x\nlist: [1, 2.5]\nsub: {x: 3}\n"), &v); err != nil || v.Name != "x" || len(v.List) != 2 || v.Sub.X != 3 {
		t.Errorf("%+v, %v", v, err)
	}
	for text, want := range map[string]string{
		"name: x\nnmae: y\n":          "[2:1]",
		"list: [1, b]\n":              "[1:11]",
		"sub:\n  x: 1\n  y: 2\n":      "[3:3]",
		"name: [\n":                   "a.yaml",
		"name: x\nname: y\n":          "[2:1]",
		strings.Repeat("#", 2000_000): "at most",
		strings.Repeat("[", 500_000):  "brackets",
		"list: !0\n0":                 "malformed",
	} {
		err := DecodeYAML("a.yaml", []byte(text), new(yamlThing))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || fault.KindOf(err) == fault.Other {
			t.Errorf("%.30q: %v, want %q on one line", text, err, want)
		}
	}
}

type jaw struct {
	Width float64
	Kind  string
	N     int
	On    bool
	At    geom.Vec
}

func (j *jaw) Declare(s *Set) {
	s.Float(&j.Width, "width", 0.1, "m", 0.01, 1, "how wide")
	s.Text(&j.Kind, "kind", "a", "which", "a", "b")
	s.Int(&j.N, "n", 3, "", 0, 9, "how many")
	s.Bool(&j.On, "on", false, "whether")
	s.Vec(&j.At, "at", geom.V(0, 0, 1), "m", "where")
}

type inner struct{ Gain float64 }

func (i *inner) Declare(s *Set) { s.Float(&i.Gain, "gain", 1, "", 0, 2, "how much") }

func TestReadParameters(t *testing.T) {
	var j jaw
	var in inner
	read := func(text string) error {
		_, err := Read("a.yaml", []byte(text), Declare(&j), map[string]*Set{"law": Declare(&in)})
		return err
	}
	if err := read("width: 0.2\nkind: b\nn: 4\non: true\nat: [1, 2, 3]\nlaw:\n  gain: 1.5\n"); err != nil {
		t.Fatal(err)
	}
	if want := (jaw{0.2, "b", 4, true, geom.V(1, 2, 3)}); j != want || in.Gain != 1.5 {
		t.Errorf("%+v, %+v", j, in)
	}
	if err := read(""); err != nil || j.Width != 0.1 || in.Gain != 1 {
		t.Errorf("an empty file: %+v, %v", j, err)
	}
	for text, want := range map[string]string{
		"width: 0.2\nwitdh: 1\n": "a.yaml:2:1: read yaml: witdh", "law:\n  gian: 1\n": "a.yaml:2:3: read yaml: gian", "law: {gian: 1}\n": "a.yaml: law: read yaml: gian", "width: 2\n": "outside 0.01 to 1 m", "width: .nan\n": "outside",
		"kind: c\n": "one of a, b", "n: 1.5\n": "whole number", "law:\n  gain: 3\n": "a.yaml:2:3", "width: {x: 1}\n": "one value", "law: 3\n": "section", "width:\n": "one value", "width: 0.2\nwidth: 0.3\n": "a.yaml", "width: .inf\n": "outside",
	} {
		if err := read(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"width: 0.2\n", "law: {gain: 1}\n", "at: [1, 2]\n", "law: 3\n", "n: !!float 3\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var j jaw
		var in inner
		_, err := Read("fuzz", text, Declare(&j), map[string]*Set{"law": Declare(&in)})
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %v", err)
		}
		if !(j.Width >= 0.01 && j.Width <= 1) {
			t.Errorf("a width of %g", j.Width)
		}
	})
}

func FuzzDecodeYAML(f *testing.F) {
	for _, s := range []string{"name: x\n", "list: [1, 2]\nsub:\n  x: 3\n", "a: &a [*a]\n", "? :\n", "name: !!binary aGk=\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var v yamlThing
		if err := DecodeYAML("fuzz", text, &v); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %v", err)
		}
	})
}

// Settings by name, strictly; mistakes name the line.
func TestReadFlat(t *testing.T) {
	var v settings
	s := Declare(&v)
	names, err := Read("a.yaml", []byte("# a comment\nmode: exact\ncluster_tolerance: 2e-2\nmin_points: 4\n"), s, nil)
	if err != nil || v.tol != 0.02 || v.mode != "exact" || v.n != 4 || len(names) != 3 {
		t.Fatal(v, names, err)
	}
	for text, want := range map[string]string{
		"cluster_tolerance: 0.1\nmodes: exact\n": `a.yaml:2:1: read yaml: modes: unknown parameter; did you mean "mode"?`,
		"\n  cluster_tolerance: 99\n":            `a.yaml:2:3: read yaml: cluster_tolerance: "99" is outside`,
		"cluster_tolerance: [1]\n":               "is not one value",
		"n: 1\nn: 2\n":                           "n",
		"{":                                      "a.yaml",
	} {
		if _, err := Read("a.yaml", []byte(text), s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What was in force may be outside of the range that users are held to.
func TestOverAndRestore(t *testing.T) {
	v := settings{tol: 7, n: 2}
	s := Over(&v)
	if v.tol != 7 || v.n != 2 {
		t.Fatal(v)
	}
	p, err := s.Get("cluster_tolerance")
	if err != nil || p.Set("70") == nil || p.Restore("70") != nil || v.tol != 70 {
		t.Error(err, v)
	}
	if p.Restore("NaN") == nil || p.Restore("x") == nil {
		t.Error("what is no number is taken")
	}
}

func FuzzReadFlat(f *testing.F) {
	f.Add([]byte("mode: exact\ncluster_tolerance: 2e-2\n"))
	f.Add([]byte("cluster_tolerance: {a: 1}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var v settings
		if _, err := Read("fuzz", text, Declare(&v), nil); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %q", err)
		}
		if !(v.tol >= 0.001 && v.tol <= 0.2) {
			t.Errorf("%g is out of range", v.tol)
		}
	})
}
