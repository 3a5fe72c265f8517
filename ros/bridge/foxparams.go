package bridge

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// foxParam is a parameter. Without a value it is not set.
type foxParam struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value,omitempty"`
	Type  string          `json:"type,omitempty"`
}

// foxParamOf makes the form of a parameter's value.
func foxParamOf(name string, v any) foxParam {
	p := foxParam{Name: name}
	switch v := v.(type) {
	case []byte:
		p.Type = "byte_array"
		p.Value = appendJSON(nil, base64.StdEncoding.EncodeToString(v))
		return p
	case float64:
		p.Type = "float64" // 2.0 is 2 in JSON
	case []any:
		if len(v) > 0 && !slices.ContainsFunc(v, func(e any) bool { _, ok := e.(float64); return !ok }) {
			p.Type = "float64_array"
		}
	}
	p.Value = appendJSON(nil, v)
	return p
}

// value is what a client wants a parameter to be.
func (p *foxParam) value() (any, error) {
	v, err := paramFromJSON(p.Value)
	if err != nil {
		return nil, err
	}
	switch p.Type {
	case "byte_array":
		text, ok := v.(string)
		b, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil {
			return nil, fault.New("set parameter", p.Name, fault.Invalid, "a byte_array is base64 text")
		}
		return b, nil
	case "float64":
		if i, ok := v.(int); ok {
			v = float64(i)
		}
		if _, ok := v.(float64); !ok {
			return nil, fault.New("set parameter", p.Name, fault.Invalid, "it is no float64")
		}
	case "float64_array":
		list, ok := v.([]any)
		if !ok {
			return nil, fault.New("set parameter", p.Name, fault.Invalid, "it is no array")
		}
		for i := range list {
			if n, ok := list[i].(int); ok {
				list[i] = float64(n)
			}
			if _, ok := list[i].(float64); !ok {
				return nil, fault.New("set parameter", p.Name, fault.Invalid, "element %d is no float64", i)
			}
		}
	case "":
	default:
		return nil, fault.New("set parameter", p.Name, fault.Unsupported, "type %q is none of byte_array, float64, float64_array", clipText(p.Type))
	}
	return v, nil
}

// getParameters answers the named parameters that are set, or all.
func (f *foxglove) getParameters(r *foxRequest) error {
	ctx, cancel := f.short()
	defer cancel()
	names := r.ParameterNames
	if len(names) == 0 {
		var err error
		if names, err = f.s.node.Graph().GetParamNames(ctx); err != nil {
			return err
		}
	}
	if len(names) > maxParams {
		return fault.New("get parameters", "", fault.TooLarge, "%d parameters; at most %d at a time", len(names), maxParams)
	}
	out := []foxParam{}
	for _, name := range names {
		v, err := f.s.node.GetParam(ctx, name)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		out = append(out, foxParamOf(name, v))
	}
	f.parameterValues(out, r.ID)
	return nil
}

func (f *foxglove) parameterValues(list []foxParam, id *string) {
	m := map[string]any{"op": "parameterValues", "parameters": list}
	if id != nil {
		m["id"] = *id
	}
	f.tell(m)
}

// setParameters sets parameters, and deletes those without a value.
func (f *foxglove) setParameters(r *foxRequest) error {
	ctx, cancel := f.short()
	defer cancel()
	var names []string
	var failed []string
	for i := range r.Parameters {
		p := &r.Parameters[i]
		var err error
		if isNothing(p.Value) {
			err = f.s.node.DeleteParam(ctx, p.Name)
		} else {
			var v any
			if v, err = p.value(); err == nil {
				err = f.s.node.SetParam(ctx, p.Name, v)
			}
		}
		if err != nil {
			failed = append(failed, err.Error())
		}
		names = append(names, p.Name)
	}
	f.s.graph.look()
	if r.ID != nil && len(names) > 0 {
		if err := f.getParameters(&foxRequest{ParameterNames: names, ID: r.ID}); err != nil {
			failed = append(failed, err.Error())
		}
	}
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// maxParams bounds the parameters of one question, and those that a client subscribes to.
const maxParams = 10000

func (f *foxglove) watchParameters(names []string) error {
	defer f.s.graph.look()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(names)+len(f.params) > maxParams {
		return fault.New("subscribe to parameters", "", fault.TooLarge, "a client may subscribe to %d parameters", maxParams)
	}
	for _, name := range names {
		if _, ok := f.params[name]; !ok {
			f.params[name] = unseen
		}
	}
	return nil
}
