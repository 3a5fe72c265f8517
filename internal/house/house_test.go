package house

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/holdfast-robotics/holdfast/"

// layers lists, for each package tree, the only Holdfast trees that it may import (its own tree is always allowed). A tree
// that is missing here fails the test: placing a package is a decision to be made once, on purpose.
var layers = map[string][]string{
	"fault": {},
	"geom":  {},
	"param": {"fault", "geom"},

	// Capabilities know no ROS, no HTTP, no database. Downwards along the way of a pick.
	"scene":    {"fault", "geom", "param"},
	"grasp":    {"fault", "geom", "param", "scene"},
	"hand":     {"fault", "geom", "param"},
	"graspfix": {"fault", "geom", "param"},
	"sim":      {"fault", "geom", "param", "scene", "grasp", "hand", "graspfix", "pick"},
	"pick":     {"fault", "geom", "param", "scene", "grasp", "hand"},
	"graspdb":  {"fault", "geom", "param", "scene", "grasp"},

	// ROS never imports a capability; messages import the byte format only.
	"ros/wire":   {"fault"},
	"ros/msgdef": {"fault", "ros/wire"}, // the definition language, for the generator, dynamic messages and the command line alike
	"msgs":       {"ros/wire"},
	"ros":        {"fault", "geom", "param", "msgs", "ros"},

	"node":     {"*"},
	"cmd":      {"*"},
	"web":      {},
	"bench":    {"*"},
	"internal": {"fault", "ros/wire", "ros/msgdef"},
	"examples": {"*"},
	"doc":      {},
}

// pure trees must also stay away from these parts of the standard library and modules, each with the reason that is printed.
var pure = []string{"fault", "geom", "scene", "grasp", "hand", "graspfix", "pick", "sim"}

var impure = map[string]string{
	"net":                        "a capability does not talk to a network; the node layer does",
	"net/http":                   "a capability does not serve HTTP; the node layer does",
	"database/sql":               "a capability does not know a database; graspdb does",
	"github.com/coder/websocket": "a capability does not talk to a network; ros/bridge does",
	"github.com/spf13/cobra":     "the command line belongs to cmd/holdfast",
	"github.com/goccy/go-yaml":   "configuration is read by param",
}

type pkg struct {
	ImportPath, Dir, Doc string
	Imports              []string
	GoFiles              []string
	CgoFiles             []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,Imports,GoFiles,CgoFiles", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// tree finds the longest entry of layers that covers a package path.
func tree(path string) string {
	for p := path; p != "."; p = filepath.Dir(p) {
		if _, ok := layers[p]; ok {
			return p
		}
	}
	return ""
}

func within(path, tree string) bool { return path == tree || strings.HasPrefix(path, tree+"/") }

func TestImportRules(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath+"/", module)
		path = strings.TrimSuffix(path, "/")
		own := tree(path)
		if own == "" {
			t.Errorf("%s belongs to no tree of the layer table; add it there on purpose", path)
			continue
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s uses cgo; the binary is pure Go", path)
		}
		for _, imp := range p.Imports {
			rel, ours := strings.CutPrefix(imp, module)
			if ours {
				ok := tree(rel) == own
				for _, allowed := range layers[own] {
					ok = ok || allowed == "*" || within(rel, allowed)
				}
				if !ok {
					t.Errorf("%s must not import %s: tree %q may import only %v", path, rel, own, layers[own])
				}
				continue
			}
			for _, c := range pure {
				if reason, bad := impure[imp]; bad && within(path, c) {
					t.Errorf("%s must not import %s: %s", path, imp, reason)
				}
			}
		}
	}
}

// Capabilities take time as an argument: reading the wall clock would make them untestable in virtual time.
func TestCapabilitiesDoNotReadTheClock(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		for _, c := range pure {
			if !within(path, c) {
				continue
			}
			for _, f := range p.GoFiles {
				src, err := os.ReadFile(filepath.Join(p.Dir, f))
				if err != nil {
					t.Fatal(err)
				}
				for _, call := range []string{"time.Now(", "time.Sleep(", "time.After(", "time.NewTimer(", "time.NewTicker(", "time.Since("} {
					if strings.Contains(string(src), call) {
						t.Errorf("%s/%s calls %s…): take time as an argument", path, f, call)
					}
				}
			}
		}
	}
}

func TestEveryPackageHasADoc(t *testing.T) {
	for _, p := range list(t) {
		if len(p.GoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// Files outside msgs/ stay about one thing; the limit is where a second thing has usually moved in.
func TestFileLength(t *testing.T) {
	const limit = 600
	for _, p := range list(t) {
		if within(strings.TrimPrefix(p.ImportPath, module), "msgs") {
			continue
		}
		for _, f := range p.GoFiles {
			src, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(src), "\n"); n > limit {
				t.Errorf("%s/%s has %d lines, over %d: it is probably about two things", p.ImportPath, f, n, limit)
			}
			if _, err := parser.ParseFile(token.NewFileSet(), f, src, parser.ImportsOnly); err != nil {
				t.Error(err)
			}
		}
	}
}
