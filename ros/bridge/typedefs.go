package bridge

import (
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// typeDef is rosapi/TypeDef: a message type as parallel lists.
type typeDef struct {
	Type          string   `json:"type"`
	FieldNames    []string `json:"fieldnames"`
	FieldTypes    []string `json:"fieldtypes"`
	FieldArrayLen []int    `json:"fieldarraylen"` // -1: no array, 0: of any length
	Examples      []string `json:"examples"`
	ConstNames    []string `json:"constnames"`
	ConstValues   []string `json:"constvalues"`
}

// details describes a message type and those it refers to.
func (s *Server) details(name string) (answers, error) {
	t, err := s.types.find(name)
	if err != nil {
		return nil, err
	}
	set, err := msgdef.ParseDefinition(t.Name(), t.Definition())
	if err != nil {
		return nil, err
	}
	deps, err := set.Depends(t.Name())
	if err != nil {
		return nil, err
	}
	defs := []typeDef{}
	stamped := map[msgdef.Builtin]bool{}
	for _, n := range append([]string{t.Name()}, deps...) {
		m := set.Messages[n]
		defs = append(defs, typeDefOf(m))
		for _, f := range m.Fields {
			if f.Builtin == msgdef.Time || f.Builtin == msgdef.Duration {
				stamped[f.Builtin] = true
			}
		}
	}
	for _, b := range []msgdef.Builtin{msgdef.Time, msgdef.Duration} {
		if stamped[b] {
			defs = append(defs, typeDef{b.String(), []string{"secs", "nsecs"}, []string{"int32", "int32"}, []int{-1, -1}, []string{"0", "0"}, []string{}, []string{}})
		}
	}
	return answers{"typedefs": defs}, nil
}

func typeDefOf(m *msgdef.Message) typeDef {
	d := typeDef{m.Name, []string{}, []string{}, []int{}, []string{}, []string{}, []string{}}
	for i := range m.Fields {
		f := &m.Fields[i]
		typ, length := f.Type, f.Len
		if f.Builtin != msgdef.NotBuiltin {
			typ = f.Builtin.String()
		}
		switch length {
		case msgdef.Scalar:
			length = -1
		case msgdef.Variable:
			length = 0
		}
		d.FieldNames = append(d.FieldNames, f.Name)
		d.FieldTypes = append(d.FieldTypes, typ)
		d.FieldArrayLen = append(d.FieldArrayLen, length)
		d.Examples = append(d.Examples, example(f))
	}
	for _, c := range m.Consts {
		d.ConstNames = append(d.ConstNames, c.Name)
		d.ConstValues = append(d.ConstValues, c.Text)
	}
	return d
}

// example is a value of a field as text.
func example(f *msgdef.Field) string {
	switch {
	case f.IsArray():
		return "[]"
	case f.Builtin == msgdef.NotBuiltin, f.Builtin == msgdef.Time, f.Builtin == msgdef.Duration:
		return "{}"
	case f.Builtin == msgdef.String:
		return ""
	case f.Builtin == msgdef.Bool:
		return "False"
	case f.Builtin == msgdef.Float32, f.Builtin == msgdef.Float64:
		return "0.0"
	}
	return "0"
}

func (s *Server) serviceDetails(name string, side func(*serviceType) string) (answers, error) {
	t, err := s.types.service(name)
	if err != nil {
		return nil, fault.Wrap("describe service type", name, err)
	}
	return s.details(side(t))
}
