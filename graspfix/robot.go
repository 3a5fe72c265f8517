package graspfix

import (
	"fmt"
	"sort"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
)

// Robot is what a URDF or SDF says about links: which exist in the simulator, and which have gone into another.
type Robot struct {
	Name   string
	Links  []RobotLink
	Lumped map[string]string // link that a fixed joint has merged into another, to the one that is left
}

// RobotLink is a link that exists in the simulator.
type RobotLink struct {
	Name       string
	Scoped     string   // model::link
	Collisions []string // scoped names, model::link::collision
}

// ReadRobot reads the links of a robot from URDF or SDF.
func ReadRobot(subject string, in []byte) (*Robot, error) {
	root, err := parseXML(subject, in)
	if err != nil {
		return nil, err
	}
	return robotOf(subject, root)
}

func robotOf(subject string, root *elem) (*Robot, error) {
	var robot, model *elem
	root.walk(func(e *elem) {
		switch {
		case e.name == "robot" && robot == nil:
			robot = e
		case e.name == "model" && model == nil && hasKid(e, "link"):
			model = e
		}
	})
	switch {
	case robot != nil && hasKid(robot, "link"):
		return urdf(subject, robot)
	case model != nil:
		r := &Robot{Name: model.get("name"), Lumped: map[string]string{}}
		r.sdf(model, r.Name)
		return r, nil
	}
	return nil, fault.New("read robot", subject, fault.NotFound, "has neither <robot> (URDF) nor <model> (SDF) with links")
}

func hasKid(e *elem, name string) bool {
	for _, k := range e.kids {
		if k.name == name {
			return true
		}
	}
	return false
}

func (r *Robot) sdf(model *elem, scope string) {
	for _, k := range model.kids {
		switch k.name {
		case "link":
			l := RobotLink{Name: k.get("name"), Scoped: scope + "::" + k.get("name")}
			for _, c := range k.kids {
				if c.name == "collision" {
					l.Collisions = append(l.Collisions, l.Scoped+"::"+c.get("name"))
				}
			}
			r.Links = append(r.Links, l)
		case "model":
			r.sdf(k, scope+"::"+k.get("name"))
		}
	}
}

// urdf applies what the simulator's converter does: a link on a fixed joint goes into its parent with its collisions, unless
// its joint is marked to be preserved.
func urdf(subject string, robot *elem) (*Robot, error) {
	r := &Robot{Name: robot.get("name"), Lumped: map[string]string{}}
	keep := map[string]bool{}
	parent := map[string]string{}
	for _, k := range robot.kids {
		if k.name != "gazebo" {
			continue
		}
		for _, g := range k.kids {
			on := strings.TrimSpace(g.text)
			if (g.name == "preserveFixedJoint" || g.name == "disableFixedJointLumping") && (on == "true" || on == "1") {
				keep[k.get("reference")] = true
			}
		}
	}
	for _, j := range robot.kids {
		if j.name != "joint" || j.get("type") != "fixed" || keep[j.get("name")] {
			continue
		}
		var from, to string
		for _, k := range j.kids {
			switch k.name {
			case "parent":
				from = k.get("link")
			case "child":
				to = k.get("link")
			}
		}
		if from != "world" && from != "" && to != "" {
			parent[to] = from
		}
	}
	for child := range parent {
		left := parent[child]
		for n := 0; parent[left] != ""; n++ {
			if n > len(parent) {
				return nil, fault.New("read robot", subject, fault.Invalid, "fixed joints form a loop at link %q", child)
			}
			left = parent[left]
		}
		r.Lumped[child] = left
	}
	index := map[string]int{}
	for _, k := range robot.kids {
		if n := k.get("name"); k.name == "link" && r.Lumped[n] == "" {
			index[n] = len(r.Links)
			r.Links = append(r.Links, RobotLink{Name: n, Scoped: r.Name + "::" + n})
		}
	}
	for _, k := range robot.kids {
		if k.name != "link" {
			continue
		}
		own := k.get("name")
		to, lumped := own, r.Lumped[own]
		if lumped != "" {
			to = lumped
		}
		i, ok := index[to]
		if !ok {
			continue
		}
		l := &r.Links[i]
		n := 0
		for _, c := range k.kids {
			if c.name != "collision" {
				continue
			}
			name := c.get("name")
			if name == "" {
				name = own + "_collision"
				if n > 0 {
					name = fmt.Sprintf("%s_%d", name, n)
				}
			}
			if lumped != "" {
				name = to + "_fixed_joint_lump__" + name
			}
			l.Collisions = append(l.Collisions, l.Scoped+"::"+name)
			n++
		}
	}
	return r, nil
}

// find looks a link up by short or scoped name; the literal name canonical is the first link.
func (r *Robot) find(name string) *RobotLink {
	for i := range r.Links {
		if r.Links[i].Name == name || r.Links[i].Scoped == name {
			return &r.Links[i]
		}
	}
	if name == "canonical" && len(r.Links) > 0 {
		return &r.Links[0]
	}
	return nil
}

// whyNot explains a link name that the simulator does not have.
func (r *Robot) whyNot(name string) string {
	short := name[strings.LastIndexByte(name, ':')+1:]
	all := make([]string, 0, len(r.Links)+len(r.Lumped))
	for i := range r.Links {
		all = append(all, r.Links[i].Name)
	}
	existing := strings.Join(first(all, 20), ", ")
	if left := r.Lumped[short]; left != "" {
		return fmt.Sprintf("is joined by a fixed joint and does not exist in the simulator: use %q, which it has become part of, or mark the joint with preserveFixedJoint; the links are %s", left, existing)
	}
	near := nearest(short, all)
	if near == "" {
		var lumped []string
		for l := range r.Lumped {
			lumped = append(lumped, l)
		}
		sort.Strings(lumped)
		if n := param.Nearest(short, lumped); n != "" {
			return fmt.Sprintf("is not a link of %q; did you mean %q, which is part of %q in the simulator? Its links are %s", r.Name, n, r.Lumped[n], existing)
		}
		return fmt.Sprintf("is not a link of %q, whose links are %s", r.Name, existing)
	}
	return fmt.Sprintf("is not a link of %q; did you mean %q? Its links are %s", r.Name, near, existing)
}

// nearest proposes a link for a name: one that contains it or is part of it, else the one with the fewest edits.
func nearest(name string, links []string) string {
	for _, l := range links {
		if len(name) >= 3 && strings.Contains(l, name) || len(l) >= 3 && strings.Contains(name, l) {
			return l
		}
	}
	return param.Nearest(name, links)
}

func first(list []string, n int) []string {
	if len(list) > n {
		return append(list[:n:n], fmt.Sprintf("and %d more", len(list)-n))
	}
	return list
}

// knowLinks checks an arm's links against the robot, where it is known. It returns the arm with the links that exist, false
// when it cannot work.
func (c *Config) knowLinks(a Arm) (Arm, bool) {
	if c.Robot == nil {
		return a, true
	}
	if c.Robot.find(a.Palm) == nil {
		c.note(Error, about(a.Name), "palm_link %q %s", a.Palm, c.Robot.whyNot(a.Palm))
		return a, false
	}
	var links []string
	for _, l := range a.Links {
		switch link := c.Robot.find(l); {
		case link == nil:
			c.note(Error, about(a.Name), "gripper_link %q %s", l, c.Robot.whyNot(l))
		case len(link.Collisions) == 0:
			c.note(Error, about(a.Name), "gripper_link %q has no collision element, so it can touch nothing; give it one or name the link that touches", l)
		default:
			links = append(links, l)
		}
	}
	if len(links) == 0 {
		c.note(Error, about(a.Name), "has no gripper_link that can touch anything")
		return a, false
	}
	a.Links = links
	return a, true
}

// SetRobot tells the links of the robot from a URDF or SDF, and checks the arms against them.
func (c *Config) SetRobot(subject string, in []byte) error {
	r, err := ReadRobot(subject, in)
	if err != nil {
		return err
	}
	c.Robot = r
	c.checkArms()
	return nil
}
