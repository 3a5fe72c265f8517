package stream

import (
	"fmt"
	"io"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// GzCommander is an actuator that writes shell commands for gz-sim, one a line, to be piped into sh: messages for
// DetachableJoint, whose child is declared in the SDF and which listens on topics of the robot's model, or requests for
// DynamicDetachableJoint, which takes any child. They are taken as done once written: gz-sim tells on a state topic, and a
// DetachableJoint starts attached.
type GzCommander struct {
	Out     io.Writer
	Model   string // the robot's model
	Dynamic bool
}

// Attach writes the command that attaches.
func (g *GzCommander) Attach(w graspfix.Weld) error { return g.command(w, "attach", 1) }

// Detach writes the command that detaches.
func (g *GzCommander) Detach(w graspfix.Weld) error { return g.command(w, "detach", 2) }

func (g *GzCommander) command(w graspfix.Weld, verb string, code int) error {
	link := w.ObjectLink[strings.LastIndexByte(w.ObjectLink, ':')+1:]
	for _, name := range []string{g.Model, w.ObjectModel, link} {
		if !plainName(name) {
			return fault.New("command gz", name, fault.Invalid, "a name for a shell command has letters, digits and _ : / . - only")
		}
	}
	var err error
	if g.Dynamic {
		_, err = fmt.Fprintf(g.Out, "gz service -s /model/%s/dynamic_detachable_joint/attach_detach --reqtype gz.msgs.AttachDetachRequest --reptype gz.msgs.Result --timeout 1000 --req 'child_model_name: \"%s\" child_link_name: \"%s\" command: %d'\n",
			g.Model, w.ObjectModel, link, code)
	} else {
		_, err = fmt.Fprintf(g.Out, "gz topic -t /model/%s/detachable_joint/%s -m gz.msgs.Empty -p ''\n", g.Model, verb)
	}
	return err
}

func plainName(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_:/.-", r) {
			return false
		}
	}
	return s != ""
}
