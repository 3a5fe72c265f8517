package param

import (
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
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
