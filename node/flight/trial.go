package flight

import (
	"fmt"
	"strings"

	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/scenario"
)

// Trials makes the recorders of the trials by touch of a grip experiment, in a folder.
func Trials(dir string) func(*scenario.Row) rehearse.Witness {
	return func(r *scenario.Row) rehearse.Witness {
		if r.Controller != "touch" {
			return nil
		}
		name := fmt.Sprintf("%s-%s-%03d", clean(r.Object), clean(r.Grasp), r.Trial)
		return Rehearse(dir, Head{Name: name, Object: r.Object}, nil)
	}
}

// AttemptName is the name of the record of an attempt at an object of a scene.
func AttemptName(scene string, object, try int) string {
	return fmt.Sprintf("%s-object-%02d-try-%d", clean(scene), object, try)
}

// clean makes a part of a file's name of any text.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, s)
	if s = strings.TrimLeft(s, "."); s == "" {
		return "_"
	}
	return s
}
