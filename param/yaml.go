package param

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/holdfast-robotics/holdfast/fault"
)

// maxYAML bounds a configuration file; a larger one is a mistake.
const maxYAML = 1 << 20

// maxNesting bounds open brackets, on which the parser recurses.
const maxNesting = 100

// unmarshal turns a panic of the parser, which odd tags provoke, into an error.
func unmarshal(text []byte, into any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed: %v", r)
		}
	}()
	return yaml.UnmarshalWithOptions(text, into, yaml.Strict())
}

// DecodeYAML reads YAML into a struct with yaml tags. It is strict: an unknown or doubled key is an error. Errors name the subject
// (a file), line and column.
func DecodeYAML(subject string, text []byte, into any) error {
	if len(text) > maxYAML {
		return fault.New("read yaml", subject, fault.TooLarge, "%d bytes; a configuration has at most %d", len(text), maxYAML)
	}
	depth, deepest := 0, 0
	for _, b := range text {
		switch b {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		deepest = max(deepest, depth)
	}
	if deepest > maxNesting {
		return fault.New("read yaml", subject, fault.TooLarge, "%d brackets are open at once; a configuration has at most %d", deepest, maxNesting)
	}
	err := unmarshal(text, into)
	if err == nil {
		return nil
	}
	// goccy prints the place as "[line:column] what" on the first line, and quotes the source below.
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = strings.Map(func(r rune) rune { // it quotes keys as they are
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, line)
	return &fault.Error{Op: "read yaml", Subject: subject, Kind: fault.Invalid, Err: errors.New(line)}
}

// Version is that of files of declared parameters. A file may name it, as "version: 1"; one that does not is of version 1.
const Version = 1

const versionKey = "version"

// Read reads YAML into declared parameters: those of top by name, and those of a section below its name. It returns the names that it
// has set, those of a section as section.name, in the order of the declarations; what the file does not name is left as it is. It is
// strict as DecodeYAML is, takes a version that it knows, and checks type and range as Set does: errors name the subject, line and column. After an error some values may
// have been set.
func Read(subject string, text []byte, top *Set, sections map[string]*Set) (names []string, err error) {
	values := map[string]any{}
	if err := DecodeYAML(subject, text, &values); err != nil {
		return nil, err
	}
	if v, given := values[versionKey]; given {
		if _, err := top.Get(versionKey); err != nil {
			n, _ := v.(uint64)
			if err := fault.Version("read yaml", placeOf(subject, text, "", versionKey), int(min(n, math.MaxInt32)), 1, Version); err != nil {
				return nil, err
			}
			delete(values, versionKey)
		}
	}
	flat := map[string]any{}
	for name, v := range values {
		if sections[name] == nil {
			flat[name] = v
		}
	}
	if names, err = assign(subject, text, "", flat, top); err != nil {
		return names, err
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		v, given := values[name]
		if !given {
			continue
		}
		below, ok := v.(map[string]any)
		if !ok {
			return names, fault.New("read yaml", placeOf(subject, text, "", name), fault.Invalid, "%s is a section: parameters by name stand below it", name)
		}
		set, err := assign(subject, text, name, below, sections[name])
		names = append(names, set...)
		if err != nil {
			return names, err
		}
	}
	return names, nil
}

// assign sets the parameters that are given, of the section's set; "" is the top.
func assign(subject string, text []byte, section string, values map[string]any, s *Set) (names []string, err error) {
	at := func(name string, err error) error {
		return &fault.Error{Op: "read yaml", Subject: placeOf(subject, text, section, name), Kind: fault.Invalid, Err: err}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if _, err := s.Get(name); err != nil {
			return nil, at(name, err)
		}
	}
	for _, p := range s.All() {
		v, given := values[p.Name]
		if !given {
			continue
		}
		value, ok := oneValue(v)
		if !ok {
			return names, at(p.Name, p.bad(fmt.Sprint(v), "is not one value"))
		}
		if err := p.Set(value); err != nil {
			return names, at(p.Name, err)
		}
		name := p.Name
		if section != "" {
			name = section + "." + name
		}
		names = append(names, name)
	}
	return names, nil
}

// oneValue is the text of a number, a word, a truth or a vector of numbers.
func oneValue(v any) (text string, ok bool) {
	switch v := v.(type) {
	case nil, map[string]any:
		return "", false
	case float64:
		return num(v), true
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			if _, nested := x.([]any); nested {
				return "", false
			}
			if parts[i], ok = oneValue(x); !ok {
				return "", false
			}
		}
		return strings.Join(parts, ","), len(v) > 1
	}
	return fmt.Sprint(v), true
}

// placeOf is subject:line:column of a key, which stands at the left or, below a section, after it and further right; subject and section
// alone where it is not found so.
func placeOf(subject string, text []byte, section, name string) string {
	inside := section == ""
	for i, line := range strings.Split(string(text), "\n") {
		key, _, ok := strings.Cut(line, ":")
		word := strings.Trim(strings.TrimSpace(key), `"'`)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case !ok:
		case !inside:
			inside = word == section && indent == 0
		case word == name && (section == "" || indent > 0):
			return fmt.Sprintf("%s:%d:%d", subject, i+1, 1+indent)
		}
	}
	if section != "" {
		subject += ": " + section
	}
	return subject
}
