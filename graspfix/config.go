package graspfix

import (
	"fmt"
	"math"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Arm is one gripper: it holds one object at a time.
type Arm struct {
	Name  string   // arm_name, unique
	Palm  string   // palm_link: held objects are welded to it
	Links []string // gripper_link: the links whose contacts count

	// Own are parameters of this arm alone, nil for those of the configuration. They concern grip and release: see OwnNames. With
	// force_pool = all they are not used, since a grip is then not of one arm.
	Own *Params
}

// OwnNames lists the parameters that an arm can have of its own.
func OwnNames() []string {
	return []string{"forces_angle_tolerance", "hold_angle", "angle_scale", "min_force_ratio", "min_force", "max_grip_count", "grip_count_threshold",
		"release_tolerance", "release_metric", "release_vote", "release_policy", "disable_collisions_on_attach"}
}

// Config is everything that does not change while the fix runs.
type Config struct {
	Params
	Arms  []Arm
	Robot *Robot // nil when nothing is known about the robot's links

	Notes []Note // what was noticed while reading, in order
}

// Severity of a note.
type Severity uint8

const (
	Info  Severity = iota // a default was taken
	Warn                  // works, but probably not as meant
	Error                 // this part does not work
)

func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// Note is a remark about a configuration: what, about which parameter or arm, and what to do.
type Note struct {
	Severity Severity
	About    string
	Text     string
}

func (n Note) String() string {
	if n.About == "" {
		return n.Severity.String() + ": " + n.Text
	}
	return n.Severity.String() + ": " + n.About + ": " + n.Text
}

func (c *Config) note(s Severity, about, format string, args ...any) {
	c.Notes = append(c.Notes, Note{s, about, fmt.Sprintf(format, args...)})
}

// Err is the first note that is an error about a parameter or about having no arm at all, as an error. An arm that could not be
// used is not fatal while another can.
func (c *Config) Err() error {
	for _, n := range c.Notes {
		if n.Severity == Error && !strings.HasPrefix(n.About, armAbout) {
			return fault.New("configure grasp fix", n.About, fault.Invalid, "%s", n.Text)
		}
	}
	if len(c.Arms) == 0 {
		for _, n := range c.Notes {
			if n.Severity == Error {
				return fault.New("configure grasp fix", n.About, fault.Invalid, "%s; no arm is left", n.Text)
			}
		}
		return fault.New("configure grasp fix", "arm", fault.Invalid, "there is no <arm>; give at least one with arm_name, palm_link and gripper_link")
	}
	return nil
}

const armAbout = "arm "

func about(arm string) string { return fmt.Sprintf("%s%q", armAbout, arm) }

// Check judges the parameters and arms and adds what it finds to Notes. Arms that cannot work are removed. It is called by the
// readers; call it after making a Config by hand.
func (c *Config) Check() {
	c.checkRate()
	c.checkGrip(&c.Params, func(s Severity, name, format string, args ...any) { c.note(s, name, format, args...) })
	c.checkArms()
}

func (c *Config) checkRate() {
	p := &c.Params
	switch r := p.UpdateRate; {
	case r == 0:
		c.note(Error, "update_rate", "0 has no period (fractions below 1 and text become 0 in the plugin's format); give a rate in Hz, as 5")
	case !(r > 0):
		c.note(Error, "update_rate", "%g Hz is negative; give a rate in Hz, as 5", r)
	case r > 1000:
		c.note(Warn, "update_rate", "%g Hz is more than a simulation of 1 kHz steps; contacts are then judged in every step", r)
	}
}

// checkGrip judges the parameters that an arm can have of its own.
func (c *Config) checkGrip(p *Params, note func(s Severity, name, format string, args ...any)) {
	switch a := p.AngleDeg; {
	case !(a >= 90):
		note(Error, "forces_angle_tolerance", "%g deg is below 90, which never grips: it is the smallest angle between opposing forces; give 90 to 150", a)
	case a >= 180:
		note(Error, "forces_angle_tolerance", "%g deg can never attach: no two forces are further apart than 180; lower it to 90 to 150", a)
	case a*p.AngleScale > 150:
		note(Warn, "forces_angle_tolerance", "at %g deg each finger must press with %.1f times the object's weight, and fingers 120 deg apart never attach; larger is stricter: lower it to 90 to 130", a, NeededForce(a))
	}
	switch m, t := p.MaxGripCount, p.Threshold; {
	case m <= 0:
		note(Error, "max_grip_count", "%d can never attach: the counter stays at 0; give at least grip_count_threshold + 1", m)
	case t < 0:
		note(Error, "grip_count_threshold", "%d is negative: an object would never be let go; give 0 or more", t)
	case t >= m:
		note(Error, "grip_count_threshold", "%d can never attach: the counter must go above it and ends at max_grip_count = %d; raise max_grip_count to %d or more", t, m, max(2*t, 1))
	case m > maxCount:
		note(Error, "max_grip_count", "%d is over %d; an object would not be let go for hours", m, maxCount)
	case m < 2*t:
		note(Warn, "max_grip_count", "%d is less than twice grip_count_threshold = %d: a short loss of contact lets go; give %d", m, t, 2*t)
	}
	switch d := p.ReleaseTolerance; {
	case !(d >= 0):
		note(Error, "release_tolerance", "%g m is negative: every object would be let go at once; give 0.005", d)
	case d < 0.001:
		note(Warn, "release_tolerance", "%g m is less than fingers wobble: expect attaching and letting go in turns; give 0.003 to 0.01", d)
	case d >= 0.015:
		note(Warn, "release_tolerance", "%g m keeps the object stuck while the gripper opens by so much; give less than half the way of a finger, as 0.005", d)
	}
	if p.AngleScale != 1 {
		note(Info, "angle_scale", "opposing forces are judged by %g deg", p.AngleDeg*p.AngleScale)
	}
}

// maxCount bounds the counter, and with it the work of catching up with a gap in the input.
const maxCount = 100_000

// NeededForce is the normal force, as a multiple of the object's weight, with which each of two fingers must press so that
// the forces, tilted by the weight that friction carries, are angleDeg apart: the angle is 180 deg - 2 atan(W / 2N).
func NeededForce(angleDeg float64) float64 {
	t := math.Tan((180 - angleDeg) / 2 * math.Pi / 180)
	if t <= 0 {
		return math.Inf(1)
	}
	return 1 / (2 * t)
}

func (c *Config) checkArms() {
	var kept []Arm
	seen := map[string]bool{}
	owner := map[string]string{}
	for _, a := range c.Arms {
		if seen[a.Name] {
			c.note(Error, about(a.Name), "is defined twice; the first definition stays, name each arm differently")
			continue
		}
		if a.Name == "" || a.Palm == "" || len(a.Links) == 0 {
			c.note(Error, about(a.Name), "lacks %s; an arm needs arm_name, palm_link and at least one gripper_link", missing(a))
			continue
		}
		seen[a.Name] = true
		if !c.checkOwn(&a) {
			continue
		}
		if a, ok := c.knowLinks(a); ok {
			var links []string
			for _, l := range a.Links {
				if contains(links, l) {
					c.note(Warn, about(a.Name), "gripper_link %q is listed twice; once is enough", l)
					continue
				}
				if o, ok := owner[l]; ok {
					c.note(Warn, about(a.Name), "gripper_link %q belongs to arm %q too; its contacts count for %q alone", l, o, o)
				} else {
					owner[l] = a.Name
				}
				links = append(links, l)
			}
			a.Links = links
			kept = append(kept, a)
		}
	}
	c.Arms = kept
}

// checkOwn judges an arm's own parameters; false when it cannot work.
func (c *Config) checkOwn(a *Arm) bool {
	if a.Own == nil {
		return true
	}
	if c.ForcePool == "all" {
		c.note(Warn, about(a.Name), "its own parameters are not used with force_pool = all, which judges all grippers together; set force_pool to gripper")
		a.Own = nil
		return true
	}
	ok := true
	c.checkGrip(a.Own, func(s Severity, name, format string, args ...any) {
		ok = ok && s != Error
		c.note(s, about(a.Name), "%s: "+format, append([]any{name}, args...)...)
	})
	return ok
}

func missing(a Arm) string {
	var m []string
	for _, f := range []struct {
		tag    string
		absent bool
	}{{"arm_name", a.Name == ""}, {"palm_link", a.Palm == ""}, {"gripper_link", len(a.Links) == 0}} {
		if f.absent {
			m = append(m, f.tag)
		}
	}
	return strings.Join(m, " and ")
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
