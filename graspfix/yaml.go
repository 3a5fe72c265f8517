package graspfix

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
)

// armType is an arm in YAML: its name and palm, gripper_link, which is a name or a list of names, and parameters of its own.
var armType = func() reflect.Type {
	var fields []reflect.StructField
	add := func(name string, t reflect.Type) {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", len(fields)), Type: t, Tag: reflect.StructTag(fmt.Sprintf(`yaml:"%s"`, name))})
	}
	add("arm_name", reflect.TypeFor[string]())
	add("palm_link", reflect.TypeFor[string]())
	add("gripper_link", reflect.TypeFor[any]())
	for alias := range aliases {
		add(alias, reflect.TypeFor[any]())
	}
	for _, name := range OwnNames() {
		add(name, reflect.TypeFor[any]())
	}
	return reflect.StructOf(fields)
}()

// values lists the fields of a struct of the above kinds, from a field on, that are given.
func values(subject string, v reflect.Value, from int) ([]setting, error) {
	var out []setting
	for i := from; i < v.NumField(); i++ {
		val := v.Field(i).Interface()
		if val == nil {
			continue
		}
		name := v.Type().Field(i).Tag.Get("yaml")
		txt, err := text(val)
		if err != nil {
			return nil, fault.Wrap("read yaml", subject+": "+name, err)
		}
		if to := aliases[name]; to != "" {
			name = to
		}
		out = append(out, setting{name, txt})
	}
	return out, nil
}

// yamlType is a struct with a field for each parameter, so that the strict reader knows every key and can name the place of
// another.
var yamlType = func() reflect.Type {
	var p Params
	add := func(fields []reflect.StructField, name string, t reflect.Type) []reflect.StructField {
		return append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", len(fields)), Type: t, Tag: reflect.StructTag(fmt.Sprintf(`yaml:"%s"`, name))})
	}
	fields := add(nil, "preset", reflect.TypeFor[string]())
	fields = add(fields, "arms", reflect.SliceOf(armType))
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
	arms := v.Elem().Field(1)
	for i := range arms.Len() {
		a := arms.Index(i)
		name := strings.TrimSpace(a.Field(0).String())
		links, err := names(a.Field(2).Interface())
		if err != nil {
			return nil, fault.New("read yaml", subject, fault.Invalid, "arm %q: gripper_link is a name or a list of names", name)
		}
		t := armText{links: links}
		if name != "" {
			t.name = []string{name}
		}
		if n := strings.TrimSpace(a.Field(1).String()); n != "" {
			t.palm = []string{n}
		}
		if t.own, err = values(subject, a, 3); err != nil {
			return nil, err
		}
		s.arms = append(s.arms, t)
	}
	if topic := v.Elem().Field(2).String(); topic != "" {
		s.noteTopic(topic)
	}
	var err error
	s.values, err = values(subject, v.Elem(), 3)
	return s, err
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
