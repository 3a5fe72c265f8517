package gripper

import (
	"embed"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/param"
)

//go:embed presets/*.yaml
var presets embed.FS

// section of a description holds parameters of the control by touch.
const section = "hand"

// Parse reads a description in YAML: the parameters of Declare by name, and below "hand" those of the control by touch that are not to be
// what follows from the gripper. It is strict. The subject names the file in errors.
func Parse(subject string, text []byte) (*Gripper, error) {
	g := &Gripper{Name: strings.TrimSuffix(path.Base(filepath.ToSlash(subject)), ".yaml")}
	var p hand.Params
	top, law := param.Declare(g), param.Declare(&p)
	if _, err := param.Read(subject, text, top, map[string]*param.Set{section: law}); err != nil {
		return nil, err
	}
	if err := g.Validate(); err != nil {
		return nil, fault.Wrap("", subject, err)
	}
	law = param.Declare(&g.Law)
	g.law(&g.Law)
	if _, err := param.Read(subject, text, top, map[string]*param.Set{section: law}); err != nil {
		return nil, err
	}
	if open := g.Law.PositionOpen; open > g.Stroke {
		return nil, fault.New("read gripper", subject, fault.Invalid, "hand.position_open is %g m and the stroke %g m", open, g.Stroke)
	}
	return g, nil
}

// Names are those of the presets.
func Names() []string {
	files, err := presets.ReadDir("presets")
	if err != nil {
		panic(err) // they are in the program
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// Text is the description of a preset, a beginning for one's own.
func Text(name string) ([]byte, error) {
	b, err := presets.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		hint := ""
		if n := param.Nearest(name, Names()); n != "" {
			hint = "; did you mean " + n + "?"
		}
		return nil, fault.New("find gripper", name, fault.NotFound, "there are %s, and files that end in .yaml%s", strings.Join(Names(), ", "), hint)
	}
	return b, nil
}

// maxFile bounds a description, bytes.
const maxFile = 1 << 20

// Find is a preset by its name, or what a file describes whose name ends in .yaml.
func Find(name string) (*Gripper, error) {
	if !strings.HasSuffix(name, ".yaml") {
		text, err := Text(name)
		if err != nil {
			return nil, err
		}
		return Parse(name, text)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fault.File("read gripper", name, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fault.New("read gripper", name, fault.Invalid, "%w", err)
	}
	return Parse(name, text)
}

// PR2Hand is the PR2's gripper.
func PR2Hand() *Gripper {
	g, err := Find(PR2)
	if err != nil {
		panic(err) // it is in the program
	}
	return g
}
