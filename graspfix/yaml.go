package graspfix

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
)

// yamlType is a struct with a field for each parameter, so that the strict reader knows every key and can name the place of
// another.
var yamlType = func() reflect.Type {
	var p Params
	add := func(fields []reflect.StructField, name string, t reflect.Type) []reflect.StructField {
		return append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", len(fields)), Type: t, Tag: reflect.StructTag(fmt.Sprintf(`yaml:"%s"`, name))})
	}
	fields := add(nil, "preset", reflect.TypeFor[string]())
	fields = add(fields, "arms", reflect.TypeFor[[]armYAML]())
	fields = add(fields, "contact_topic", reflect.TypeFor[string]())
	for alias := range aliases {
		fields = add(fields, alias, reflect.TypeFor[any]())
	}
	for _, q := range param.Declare(&p).All() {
		fields = add(fields, q.Name, reflect.TypeFor[any]())
	}
	return reflect.StructOf(fields)
}()

// readYAML reads the native form: the parameters by name, arms as a list, preset.
func readYAML(subject string, in []byte) (*settings, error) {
	v := reflect.New(yamlType)
	if err := param.DecodeYAML(subject, in, v.Interface()); err != nil {
		return nil, err
	}
	s := &settings{preset: v.Elem().Field(0).String()}
	for _, a := range v.Elem().Field(1).Interface().([]armYAML) {
		links, err := names(a.Links)
		if err != nil {
			return nil, fault.New("read yaml", subject, fault.Invalid, "arm %q: gripper_link is a name or a list of names", a.Name)
		}
		t := armText{links: links}
		if n := strings.TrimSpace(a.Name); n != "" {
			t.name = []string{n}
		}
		if n := strings.TrimSpace(a.Palm); n != "" {
			t.palm = []string{n}
		}
		s.arms = append(s.arms, t)
	}
	if topic := v.Elem().Field(2).String(); topic != "" {
		s.noteTopic(topic)
	}
	for i := 3; i < yamlType.NumField(); i++ {
		val := v.Elem().Field(i).Interface()
		if val == nil {
			continue
		}
		name := strings.TrimSuffix(strings.TrimPrefix(string(yamlType.Field(i).Tag), `yaml:"`), `"`)
		txt, err := text(val)
		if err != nil {
			return nil, fault.Wrap("read yaml", subject+": "+name, err)
		}
		if to := aliases[name]; to != "" {
			name = to
		}
		s.values = append(s.values, setting{name, txt})
	}
	return s, nil
}

// names takes a name or a list of names.
func names(v any) ([]string, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{strings.TrimSpace(v)}, nil
	case []any:
		var out []string
		for _, x := range v {
			n, err := text(x)
			if err != nil {
				return nil, err
			}
			out = append(out, strings.TrimSpace(n))
		}
		return out, nil
	}
	return nil, fault.New("", "", fault.Invalid, "not names")
}

func (s *settings) noteTopic(topic string) {
	if topic = strings.TrimSpace(topic); topic != "" && topic != "__default_topic__" {
		s.notes = append(s.notes, Note{Warn, "contact_topic", fmt.Sprintf("%q is not used here, nor was it by the original: the input is chosen where the contacts are read", topic)})
	}
}
