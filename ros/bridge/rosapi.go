package bridge

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

// rosapiArgs are the request fields of all services of rosapi.
type rosapiArgs struct {
	Topic   string          `json:"topic"`
	Type    string          `json:"type"`
	Service string          `json:"service"`
	Node    string          `json:"node"`
	Name    string          `json:"name"`
	Value   string          `json:"value"`   // JSON
	Default json.RawMessage `json:"default"` // JSON as a string; clients also send other values
}

// answers are the response fields of a service of rosapi.
type answers map[string]any

// rosapiServices are the services of rosapi by name without "/rosapi/".
var rosapiServices = map[string]func(context.Context, *Server, *rosapiArgs) (answers, error){
	"topics": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		list, err := s.topics(ctx)
		topics, types := split(list)
		return answers{"topics": topics, "types": types}, err
	},
	"topics_for_type": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		list, err := s.topics(ctx)
		list = slices.DeleteFunc(list, func(t [2]string) bool { return t[1] != typeName(a.Type) })
		topics, _ := split(list)
		return answers{"topics": topics}, err
	},
	"topics_and_raw_types": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		list, err := s.topics(ctx)
		topics, types := split(list)
		texts := make([]string, len(types))
		for i, name := range types {
			if t, err := s.types.find(name); err == nil {
				texts[i] = t.Definition()
			} else if info, err := s.node.TopicType(ctx, topics[i]); err == nil {
				texts[i] = info.Definition
			}
		}
		return answers{"topics": topics, "types": types, "typedefs_full_text": texts}, err
	},
	"topic_type": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		name, err := s.node.Resolve(a.Topic)
		if err != nil {
			return nil, err
		}
		list, err := s.topics(ctx)
		typ := ""
		for _, t := range list {
			if t[0] == name {
				typ = t[1]
			}
		}
		return answers{"type": typ}, err
	},
	"publishers": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return s.nodesOf(ctx, a.Topic, "publishers", func(g graph.State) []graph.Entry { return g.Publishers })
	},
	"subscribers": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return s.nodesOf(ctx, a.Topic, "subscribers", func(g graph.State) []graph.Entry { return g.Subscribers })
	},
	"services": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		state, err := s.node.Graph().GetSystemState(ctx)
		return answers{"services": entryNames(state.Services)}, err
	},
	"services_for_type": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		state, err := s.node.Graph().GetSystemState(ctx)
		found := []string{}
		for _, e := range state.Services {
			if info, err := s.probeService(ctx, e.Name); err == nil && info.Name == typeName(a.Type) {
				found = append(found, e.Name)
			}
		}
		return answers{"services": found}, err
	},
	"service_type": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		name, err := s.node.Resolve(a.Service)
		if err != nil {
			return nil, err
		}
		info, err := s.probeService(ctx, name)
		if fault.KindOf(err) == fault.NotFound { // as rosapi answers for a service that is not there
			return answers{"type": ""}, nil
		}
		return answers{"type": info.Name}, err
	},
	"service_providers": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return s.nodesOf(ctx, a.Service, "providers", func(g graph.State) []graph.Entry { return g.Services })
	},
	"service_node": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		found, err := s.nodesOf(ctx, a.Service, "nodes", func(g graph.State) []graph.Entry { return g.Services })
		if err != nil {
			return nil, err
		}
		node := ""
		if list := found["nodes"].([]string); len(list) > 0 {
			node = list[0]
		}
		return answers{"node": node}, nil
	},
	"service_host": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		name, err := s.node.Resolve(a.Service)
		if err != nil {
			return nil, err
		}
		uri, err := s.node.Graph().LookupService(ctx, name)
		if err != nil {
			return nil, err
		}
		u, err := url.Parse(uri)
		if err != nil {
			return nil, fault.New("service_host", name, fault.Invalid, "%w", err)
		}
		return answers{"host": u.Hostname()}, nil
	},
	"nodes": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		state, err := s.node.Graph().GetSystemState(ctx)
		return answers{"nodes": orEmpty(state.Nodes())}, err
	},
	"node_details": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		state, err := s.node.Graph().GetSystemState(ctx)
		of := func(list []graph.Entry) []string {
			list = slices.DeleteFunc(list, func(e graph.Entry) bool { return !e.Has(a.Node) })
			return entryNames(list)
		}
		return answers{"subscribing": of(state.Subscribers), "publishing": of(state.Publishers), "services": of(state.Services)}, err
	},
	"action_servers": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		state, err := s.node.Graph().GetSystemState(ctx)
		return answers{"action_servers": actionServers(state)}, err
	},
	"get_param_names": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		list, err := s.node.Graph().GetParamNames(ctx)
		return answers{"names": orEmpty(list)}, err
	},
	"get_param": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		v, err := s.node.GetParam(ctx, a.Name)
		if fault.KindOf(err) == fault.NotFound {
			return answers{"value": a.fallback()}, nil
		}
		return answers{"value": string(appendJSON(nil, v))}, err
	},
	"set_param": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		v, err := paramFromJSON([]byte(a.Value))
		if err != nil {
			return nil, err
		}
		return answers{}, s.node.SetParam(ctx, a.Name, v)
	},
	"has_param": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		ok, err := s.node.HasParam(ctx, a.Name)
		return answers{"exists": ok}, err
	},
	"delete_param": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return answers{}, s.node.DeleteParam(ctx, a.Name)
	},
	"search_param": func(ctx context.Context, s *Server, a *rosapiArgs) (answers, error) {
		name, err := s.node.SearchParam(ctx, a.Name)
		if fault.KindOf(err) == fault.NotFound {
			return answers{"global_name": ""}, nil
		}
		return answers{"global_name": name}, err
	},
	"get_time": func(_ context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		now := s.node.Clock().Now()
		return answers{"time": answers{"secs": now.Sec, "nsecs": now.Nsec}}, nil
	},
	"get_ros_version": func(ctx context.Context, s *Server, _ *rosapiArgs) (answers, error) {
		v, _ := s.node.GetParam(ctx, "/rosdistro") // a bare master has none
		distro, _ := v.(string)
		return answers{"version": 1, "distro": strings.TrimSpace(distro)}, nil
	},
	"message_details": func(_ context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return s.details(a.Type)
	},
	"service_request_details": func(_ context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return s.serviceDetails(a.Type, func(t *serviceType) string { return t.req.Name() })
	},
	"service_response_details": func(_ context.Context, s *Server, a *rosapiArgs) (answers, error) {
		return s.serviceDetails(a.Type, func(t *serviceType) string { return t.res.Name() })
	},
}

// rosapi answers a call of one of the services of rosapi; ok is false for any other.
func (s *Server) rosapi(ctx context.Context, service string, args []byte) (values []byte, ok bool, err error) {
	name, ok := strings.CutPrefix(service, "/rosapi/")
	if !ok {
		return nil, false, nil
	}
	do := rosapiServices[name]
	if do == nil {
		return nil, true, fault.New("call service", service, fault.NotFound, "rosapi has no such service; it has %s", strings.Join(slices.Sorted(maps.Keys(rosapiServices)), ", "))
	}
	var a rosapiArgs
	if !isNothing(args) && string(args) != "[]" {
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, true, fault.New("call service", service, fault.Invalid, "%w", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, graphTimeout)
	defer cancel()
	out, err := do(ctx, s, &a)
	if err != nil {
		return nil, true, err
	}
	return appendJSON(nil, out), true, nil
}

// topics lists topic and type of every topic that is published or subscribed to; a type that nobody has named is "*".
func (s *Server) topics(ctx context.Context) ([][2]string, error) {
	state, err := s.node.Graph().GetSystemState(ctx)
	if err != nil {
		return nil, err
	}
	types, err := s.node.Graph().GetTopicTypes(ctx)
	if err != nil {
		return nil, err
	}
	byName := map[string]string{}
	for _, t := range types {
		byName[t[0]] = t[1]
	}
	var out [][2]string
	for _, t := range state.Topics() {
		typ := byName[t]
		if typ == "" {
			typ = "*"
		}
		out = append(out, [2]string{t, typ})
	}
	return out, nil
}

func (s *Server) nodesOf(ctx context.Context, name, key string, list func(graph.State) []graph.Entry) (answers, error) {
	full, err := s.node.Resolve(name)
	if err != nil {
		return nil, err
	}
	state, err := s.node.Graph().GetSystemState(ctx)
	if err != nil {
		return nil, err
	}
	return answers{key: orEmpty(graph.Find(list(state), full).Nodes)}, nil
}

func split(list [][2]string) (a, b []string) {
	a, b = []string{}, []string{}
	for _, p := range list {
		a, b = append(a, p[0]), append(b, p[1])
	}
	return a, b
}

// orEmpty makes JSON's [] of nil.
func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func entryNames(list []graph.Entry) []string {
	out := []string{}
	for _, e := range list {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	return out
}

// actionServers finds names below which a node takes goals and tells feedback, status and results.
func actionServers(state graph.State) []string {
	out := []string{}
	for _, e := range state.Publishers {
		base, ok := strings.CutSuffix(e.Name, "/result")
		if !ok {
			continue
		}
		node := func(list []graph.Entry, part string) bool {
			return slices.ContainsFunc(graph.Find(list, names.Join(base, part)).Nodes, e.Has)
		}
		if node(state.Publishers, "status") && node(state.Publishers, "feedback") && node(state.Subscribers, "goal") && node(state.Subscribers, "cancel") {
			out = append(out, base)
		}
	}
	slices.Sort(out)
	return out
}

// fallback is the JSON of the default of get_param.
func (a *rosapiArgs) fallback() string {
	var text string
	if isNothing(a.Default) {
		return "null"
	}
	if json.Unmarshal(a.Default, &text) == nil {
		if json.Valid([]byte(text)) {
			return text
		}
		return "null"
	}
	return string(a.Default)
}

// paramFromJSON reads a parameter's value. Whole numbers that fit are integers, as Python reads them.
func paramFromJSON(data []byte) (any, error) {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fault.New("read parameter", "", fault.Invalid, "the value is no JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fault.New("read parameter", "", fault.Invalid, "something follows the value")
	}
	return paramValue(v)
}

func paramValue(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case nil:
		return nil, fault.New("read parameter", "", fault.Unsupported, "a parameter cannot be null; delete it instead")
	case json.Number:
		if i, err := v.Int64(); err == nil && !strings.ContainsAny(string(v), ".eE") {
			return int(i), nil
		}
		f, err := v.Float64()
		if err != nil {
			return nil, fault.New("read parameter", "", fault.Invalid, "%w", err)
		}
		return f, nil
	case []any:
		for i := range v {
			if v[i], err = paramValue(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = paramValue(v[k]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
