package graph

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answering serves one answer to every call.
func answering(t *testing.T, answer any) (uri string, rpc *xmlrpc.Client) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := xmlrpc.Serve(l, func(context.Context, string, []any) (any, error) { return answer, nil })
	rpc = xmlrpc.NewClient()
	t.Cleanup(func() {
		rpc.Close()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		s.Close(ctx)
	})
	return "http://" + l.Addr().String() + "/", rpc
}

// Answers that are not what the API says become errors that say so, whatever the method.
func TestOddAnswers(t *testing.T) {
	ctx := t.Context()
	for _, value := range []any{1, "x", 1.5, []any{}, map[string]any{}, []any{1}, []any{[]any{}}, []any{"a", 1}, []any{[]any{"a"}}, []any{[]any{"a", 1}}, []any{[]any{1, 2}, []any{}, []any{}},
		[]any{[]any{[]any{"/t", "n"}}, []any{}, []any{}}, []any{[]any{[]any{1, []any{}}}, []any{}, []any{}}, []any{1, 2, 3}, []any{[]any{[]any{"/t", []any{1}}}, []any{}, []any{}}} {
		uri, rpc := answering(t, []any{1, "", value})
		m, s := NewMaster(rpc, uri, "/test"), NewSlave(rpc, uri, "/test")
		for name, call := range map[string]func() (any, error){
			"registerPublisher": func() (any, error) { return m.RegisterPublisher(ctx, "/t", "a/B", uri) },
			"unregister":        func() (any, error) { return m.UnregisterService(ctx, "/t", uri) },
			"lookupNode":        func() (any, error) { return m.LookupNode(ctx, "/t") },
			"topics":            func() (any, error) { return m.GetPublishedTopics(ctx, "") },
			"state":             func() (any, error) { return m.GetSystemState(ctx) },
			"hasParam":          func() (any, error) { return m.HasParam(ctx, "/p") },
			"getPid":            func() (any, error) { return s.GetPid(ctx) },
			"requestTopic":      func() (any, error) { return s.RequestTopic(ctx, "/t", nil) },
			"busInfo":           func() (any, error) { return s.GetBusInfo(ctx) },
		} {
			v, err := call()
			if err != nil && (fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), uri)) {
				t.Errorf("%s of %v: %v", name, value, err)
			}
			if err == nil && !fits(name, value) {
				t.Errorf("%s takes %v for %v", name, value, v)
			}
		}
		if _, ok := s.MessagesSent(ctx, "/t"); ok {
			t.Errorf("%v has a count of messages", value)
		}
	}
	for _, answer := range []any{1, "x", []any{}, []any{1, ""}, []any{"1", "", 0}, map[string]any{}, []any{1, "", 0, 0}} {
		uri, rpc := answering(t, answer)
		if _, err := NewMaster(rpc, uri, "/test").GetPid(ctx); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", answer, err)
		}
	}
	for code, text := range map[int]string{0: "no", -1: ""} {
		uri, rpc := answering(t, []any{code, text, 0})
		var status *StatusError
		if _, err := NewMaster(rpc, uri, "/test").GetPid(ctx); !errors.As(err, &status) || status.Code != code || status.Message != text {
			t.Error(err)
		}
	}
}

// fits lists the values above that a method may take: those of its type.
func fits(method string, v any) bool {
	list, isList := v.([]any)
	switch method {
	case "unregister", "getPid":
		return v == 1
	case "lookupNode":
		return v == "x"
	case "registerPublisher", "topics", "busInfo":
		return isList && len(list) == 0
	case "requestTopic":
		return isList
	}
	return false
}

func TestBusInfoForms(t *testing.T) {
	uri, rpc := answering(t, []any{1, "", []any{
		[]any{1, "http://a:1/", "i", "TCPROS", "/t", true, "text"}, // roscpp
		[]any{2, "/node", "o", "TCPROS", "/t", 1},                  // rospy
		[]any{3, "/node", "o", "TCPROS", "/t"},
	}})
	got, err := NewSlave(rpc, uri, "/test").GetBusInfo(t.Context())
	want := []Bus{{1, "http://a:1/", "i", "TCPROS", "/t", true, "text"}, {2, "/node", "o", "TCPROS", "/t", true, ""}, {3, "/node", "o", "TCPROS", "/t", false, ""}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
}

func TestTable(t *testing.T) {
	table := Table{
		"add": {Args: []Arg{NameArg, AnyArg}, Optional: 1, Fail: -7, Do: func(_ context.Context, caller string, args []any) (any, string, error) {
			return fmt.Sprint(caller, args[0], args[1]), "fine", nil
		}},
		"refuse": {Do: func(context.Context, string, []any) (any, string, error) {
			return nil, "", &StatusError{Failure, "not now"}
		}, Fail: 0},
	}
	for _, c := range []struct {
		method string
		args   []any
		want   []any
	}{
		{"add", []any{"/ns/n", "x", 5}, []any{1, "fine", "/ns/n/ns/x5"}}, {"add", []any{"/n", "~x"}, []any{1, "fine", "/n/n/x<nil>"}},
		{"add", nil, []any{-1, "", -7}}, {"add", []any{1}, []any{-1, "", -7}}, {"add", []any{"/n"}, []any{-1, "", -7}}, {"add", []any{"/n", "a", 1, 2}, []any{-1, "", -7}},
		{"add", []any{"/n", ""}, []any{-1, "", -7}}, {"add", []any{"/n", "a b"}, []any{-1, "", -7}}, {"refuse", []any{"/n"}, []any{0, "not now", 0}},
	} {
		v, err := table.Handle(t.Context(), c.method, c.args)
		got, _ := v.([]any)
		if err != nil || len(got) != 3 || got[0] != c.want[0] || got[2] != c.want[2] || c.want[1] != "" && got[1] != c.want[1] {
			t.Errorf("%s%v: %v, want %v (%v)", c.method, c.args, got, c.want, err)
		}
	}
	var f *xmlrpc.Fault
	if _, err := table.Handle(t.Context(), "none", nil); !errors.As(err, &f) || f.Code != xmlrpc.CodeUnknownMethod {
		t.Error(err)
	}
	uri := URIArg("http")
	for v, good := range map[any]bool{"http://h:1/": true, "http://[::1]:1": true, "http://h/": false, "rosrpc://h:1": false, "": false, 5: false, "http://:1": false, "http://h:1\n": false} {
		if _, err := uri("/n", v); (err == nil) != good {
			t.Errorf("%v: %v", v, err)
		}
	}
	for v, good := range map[any]bool{"std_msgs/String": true, "*": true, "": false, "String": false, "a/b/c": false, "/b": false, 1: false} {
		if _, err := TypeArg("/n", v); (err == nil) != good {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestState(t *testing.T) {
	s := State{Publishers: []Entry{{"/b", []string{"/n", "/m"}}}, Subscribers: []Entry{{"/a", []string{"/n"}}, {"/b", nil}}, Services: []Entry{{"/s", []string{"/k"}}}}
	if d := cmp.Diff([]string{"/k", "/m", "/n"}, s.Nodes()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"/a", "/b"}, s.Topics()); d != "" {
		t.Error(d)
	}
	if !Find(s.Publishers, "/b").Has("/m") || Find(s.Publishers, "/none").Has("/m") {
		t.Error("Find")
	}
}
