package graspfix

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
)

// settings is what a configuration file says, before it is laid over a preset.
type settings struct {
	preset string
	values []setting
	arms   []armText
	notes  []Note
	robot  *Robot
}

type setting struct{ name, text string }

// armText is an arm as written: all palms, though only the first counts.
type armText struct {
	name    []string
	palm    []string
	links   []string
	unknown []string
	own     []setting
}

// aliases are accepted names that say better what a parameter is.
var aliases = map[string]string{"min_opposing_angle": "forces_angle_tolerance"}

// Read reads a configuration: the original's <plugin> element, alone or inside URDF or SDF, or YAML. preset names the settings
// that hold where the file is silent; "" takes the file's own choice, else the recommended one. The subject (a file) is named
// in errors. What is odd but workable is in Notes.
func Read(subject string, text []byte, preset string) (*Config, error) {
	trimmed := strings.TrimLeft(strings.TrimPrefix(string(text), "\ufeff"), " \t\r\n")
	var s *settings
	var err error
	if strings.HasPrefix(trimmed, "<") {
		s, err = readXML(subject, text)
	} else {
		s, err = readYAML(subject, text)
	}
	if err != nil {
		return nil, err
	}
	if preset == "" {
		preset = s.preset
	}
	c := &Config{Notes: s.notes, Robot: s.robot}
	if c.Params, err = Preset(preset); err != nil {
		return nil, fault.Wrap("read grasp fix", subject, err)
	}
	if err := c.apply(s); err != nil {
		return nil, fault.Wrap("read grasp fix", subject, err)
	}
	return c, nil
}

func (c *Config) apply(s *settings) error {
	p := c.Params
	set := param.Declare(&p) // declares the defaults, so the preset goes back in below
	p = c.Params
	given := map[string]bool{}
	for _, v := range s.values {
		q, err := set.Get(v.name)
		if err != nil {
			return err
		}
		if err := q.Set(v.text); err != nil {
			return err
		}
		given[v.name] = true
	}
	if given["max_grip_count"] && !given["grip_count_threshold"] {
		p.Threshold = int(math.Floor(float64(p.MaxGripCount) / 2))
	}
	c.Params = p
	for _, name := range []string{"forces_angle_tolerance", "update_rate", "max_grip_count", "grip_count_threshold", "release_tolerance", "disable_collisions_on_attach"} {
		if !given[name] {
			q, err := set.Get(name)
			if err != nil {
				return err
			}
			c.note(Info, name, "not given, %s is used", strings.TrimSpace(q.String()+" "+q.Unit))
		}
	}
	for _, a := range s.arms {
		if err := c.addArm(a); err != nil {
			return err
		}
	}
	c.Check()
	return nil
}

func (c *Config) addArm(a armText) error {
	arm := Arm{}
	if len(a.name) > 0 {
		arm.Name = a.name[0]
	}
	if len(a.palm) > 0 {
		arm.Palm = a.palm[0]
	}
	if len(a.palm) > 1 {
		c.note(Warn, about(arm.Name), "has %d palm_link tags; only the first, %q, is used: write an arm for each palm", len(a.palm), a.palm[0])
	}
	for _, l := range a.links {
		if strings.Trim(l, ".") == "" {
			c.note(Warn, about(arm.Name), "gripper_link %q is no name; it is skipped", l)
			continue
		}
		arm.Links = append(arm.Links, l)
	}
	for _, u := range a.unknown {
		if n := param.Nearest(u, []string{"arm_name", "palm_link", "gripper_link"}); n != "" {
			c.note(Warn, about(arm.Name), "<%s> is not known; did you mean <%s>?", u, n)
		} else {
			c.note(Warn, about(arm.Name), "<%s> is not known; an arm has arm_name, palm_link and gripper_link", u)
		}
	}
	if len(a.own) > 0 {
		own := c.Params
		set := param.Declare(&own)
		own = c.Params
		given := map[string]bool{}
		for _, v := range a.own {
			q, err := set.Get(v.name)
			if err == nil {
				err = q.Set(v.text)
			}
			if err != nil {
				return fault.Wrap("", about(arm.Name), err)
			}
			given[v.name] = true
		}
		if given["max_grip_count"] && !given["grip_count_threshold"] {
			own.Threshold = int(math.Floor(float64(own.MaxGripCount) / 2))
		}
		arm.Own = &own
	}
	c.Arms = append(c.Arms, arm)
	return nil
}

// number parses the front of a text as the plugin's own format does: "4.9" is 4 for a whole number, and text is 0.
func number(text string, whole bool) (value string, exact bool) {
	text = strings.TrimSpace(text)
	end, dot, exp := 0, false, false
	for i := 0; i < len(text) && i < 64; i++ {
		ch := text[i]
		switch {
		case ch >= '0' && ch <= '9':
			end = i + 1
		case (ch == '-' || ch == '+') && (i == 0 || text[i-1] == 'e' || text[i-1] == 'E'):
		case ch == '.' && !dot && !exp && !whole:
			dot = true
			if end == i {
				end = i + 1
			}
		case (ch == 'e' || ch == 'E') && end > 0 && !exp && !whole:
			exp = true
		default:
			i = len(text)
		}
	}
	v, err := strconv.ParseFloat(text[:end], 64)
	if err != nil || math.IsInf(v, 0) {
		return "0", false
	}
	if whole {
		return strconv.FormatFloat(math.Trunc(v), 'f', 0, 64), end == len(text)
	}
	return strconv.FormatFloat(v, 'g', -1, 64), end == len(text)
}

func text(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool, float64, int, int64, uint64:
		return fmt.Sprint(v), nil
	}
	return "", fault.New("", "", fault.Invalid, "a number, a text or true or false is expected")
}
