package param

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
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

// SetYAML sets parameters by name from YAML, as "slip_gain: 1.3" on a line, and returns their names in the order of the declaration. It is
// strict as DecodeYAML is, and checks type and range as Set does. After an error some may be set.
func (s *Set) SetYAML(subject string, text []byte) (names []string, err error) {
	values := map[string]any{}
	if err := DecodeYAML(subject, text, &values); err != nil {
		return nil, err
	}
	at := func(name string, err error) error {
		place := subject
		for i, line := range strings.Split(string(text), "\n") {
			if key, _, ok := strings.Cut(line, ":"); ok && strings.Trim(strings.TrimSpace(key), `"'`) == name {
				place = fmt.Sprintf("%s:%d:%d", subject, i+1, 1+len(line)-len(strings.TrimLeft(line, " ")))
				break
			}
		}
		return fault.Wrap("read yaml", place, err)
	}
	for name := range values {
		if _, err := s.Get(name); err != nil {
			return nil, at(name, err)
		}
	}
	for _, p := range s.All() {
		v, given := values[p.Name]
		if !given {
			continue
		}
		switch v.(type) {
		case map[string]any, []any, nil:
			return nil, at(p.Name, p.bad(fmt.Sprint(v), "is not one value"))
		}
		text := fmt.Sprint(v)
		if f, ok := v.(float64); ok {
			text = num(f)
		}
		if err := p.Set(text); err != nil {
			return nil, at(p.Name, err)
		}
		names = append(names, p.Name)
	}
	return names, nil
}

// Read reads YAML into declared parameters: those of top by name, and those of a section below its name. What the file does not name is
// left as it is. It is strict: an unknown or doubled key is an error with line and column, a value out of range one with its key. An error
// may come after some values have been set.
func Read(subject string, text []byte, top *Set, sections map[string]*Set) error {
	group := func(s *Set) []reflect.StructField {
		var fields []reflect.StructField
		for i, p := range s.All() {
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[any](), Tag: reflect.StructTag(fmt.Sprintf(`yaml:"%s"`, p.Name))})
		}
		return fields
	}
	fields := group(top)
	order := slices.Sorted(maps.Keys(sections))
	for i, name := range order {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("S%d", i), Type: reflect.StructOf(group(sections[name])), Tag: reflect.StructTag(fmt.Sprintf(`yaml:"%s"`, name)),
		})
	}
	v := reflect.New(reflect.StructOf(fields))
	if err := DecodeYAML(subject, text, v.Interface()); err != nil {
		return err
	}
	if err := assign(subject, "", v.Elem(), top); err != nil {
		return err
	}
	for i, name := range order {
		if err := assign(subject, name+".", v.Elem().Field(len(top.All())+i), sections[name]); err != nil {
			return err
		}
	}
	return nil
}

// assign sets the parameters that fields of a struct, in their order, give.
func assign(subject, prefix string, v reflect.Value, s *Set) error {
	for i, p := range s.All() {
		got := v.Field(i).Interface()
		if got == nil {
			continue
		}
		text := ""
		switch x := got.(type) {
		case string:
			text = x
		case bool, int64, uint64, float64, int:
			text = fmt.Sprint(x)
		case []any: // a vector
			parts := make([]string, len(x))
			for k, y := range x {
				parts[k] = fmt.Sprint(y)
			}
			text = strings.Join(parts, ",")
		default:
			return fault.New("read yaml", subject+": "+prefix+p.Name, fault.Invalid, "it is not a single value")
		}
		if err := p.Set(text); err != nil {
			return fault.Wrap("read yaml", subject+": "+prefix+p.Name, err)
		}
	}
	return nil
}
