package master

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

// step is one call of the comparison. Answers are compared by code and value; messages are free.
type step struct {
	method string
	args   []any
}

func steps(a, b string) []step {
	s := func(method string, args ...any) step { return step{method, args} }
	d := func(kv ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i].(string)] = kv[i+1]
		}
		return m
	}
	return []step{
		// arity and argument faults
		s("getPid", "/x", "y"), s("getUri"), s("getUri", 1), s("lookupNode", "/x"), s("lookupNode", "/x", ""), s("lookupNode", "/x", 1), s("lookupNode", "/x", "/none"),
		s("lookupService", "/x", "/none"), s("lookupService", "/x", ""), s("getPublishedTopics", "/x"), s("getPublishedTopics", "/x", 1), s("getPublishedTopics", "/x", ""),
		s("registerPublisher", "/x", "/t", "std_msgs/String"), s("registerPublisher", "/x", "", "std_msgs/String", a), s("registerPublisher", "/x", "/t", "", a),
		s("registerPublisher", "/x", "/t", "std_msgs/String", ""), s("registerPublisher", "/x", "/t", 1, a), s("registerPublisher", "/x", "/t", "std_msgs/String", 1),
		s("registerSubscriber", "/x", "/t"), s("registerSubscriber", "/x", "", "*", a), s("registerSubscriber", "/x", "/t", "*", "nonsense"),
		s("registerService", "/x", "/s", "", a), s("registerService", "/x", "", "rosrpc://h:1", a), s("registerService", "/x", "/s", "http://h:1", a),
		s("unregisterPublisher", "/x", "/t"), s("unregisterPublisher", "/x", "/t", a), s("unregisterSubscriber", "/x", "/t", a), s("unregisterService", "/x", "/s", "rosrpc://h:1"),
		s("unregisterService", "/x", "/s", "http://h:1"),

		// graph
		s("registerSubscriber", "/sub", "/t", "*", b), s("getTopicTypes", "/x"), s("registerPublisher", "/pub", "/t", "std_msgs/String", a), s("getTopicTypes", "/x"),
		s("registerPublisher", "/pub", "/t", "std_msgs/String", a), s("registerSubscriber", "/sub", "/t", "std_msgs/Int32", b), s("getTopicTypes", "/x"),
		s("getPublishedTopics", "/x", "/"), s("getPublishedTopics", "/x", "/t"), s("getPublishedTopics", "/x", "/other"), s("getSystemState", "/x"),
		s("registerPublisher", "/ns/pub", "rel", "std_msgs/Bool", a), s("registerPublisher", "/ns/pub", "~priv", "std_msgs/Bool", a), s("getSystemState", "/x"),
		s("lookupNode", "/x", "/pub"), s("lookupNode", "/x", "pub"), s("lookupNode", "/ns/y", "pub"),
		s("registerService", "/pub", "/s", "rosrpc://127.0.0.1:1", a), s("lookupService", "/x", "/s"), s("lookupService", "/x", "s"),
		s("registerService", "/sub", "/s", "rosrpc://127.0.0.1:2", b), s("lookupService", "/x", "/s"), s("getSystemState", "/x"),
		s("unregisterService", "/pub", "/s", "rosrpc://127.0.0.1:1"), s("unregisterService", "/sub", "/s", "rosrpc://127.0.0.1:2"), s("lookupService", "/x", "/s"),
		s("unregisterPublisher", "/pub", "/t", b), s("unregisterPublisher", "/pub", "/t", a), s("unregisterPublisher", "/pub", "/t", a), s("lookupNode", "/x", "/pub"),
		s("unregisterPublisher", "/ns/pub", "/ns/rel", a), s("unregisterPublisher", "/ns/pub", "/ns/pub/priv", a), s("lookupNode", "/x", "/ns/pub"),
		s("unregisterSubscriber", "/sub", "/t", b), s("getSystemState", "/x"), s("getTopicTypes", "/x"),

		// parameters
		s("setParam", "/x", "/a"), s("setParam", "/x", "", 1), s("setParam", "/x", 1, 1), s("getParam", "/x", ""), s("getParam", "/x", "/none"), s("hasParam", "/x", "/none"),
		s("deleteParam", "/x", "/none"), s("setParam", "/x", "/", 1), s("getParam", "/x"), s("searchParam", "/x"), s("searchParam", "/x", "none"), s("searchParam", "/x", ""),
		s("setParam", "/x", "/i", 1), s("setParam", "/x", "/b", true), s("setParam", "/x", "/f", 2.5), s("setParam", "/x", "/s", "text ü"), s("setParam", "/x", "/bin", []byte{1, 255}),
		s("setParam", "/x", "/when", time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)), s("setParam", "/x", "/l", []any{1, "a", 2.5, []any{}}),
		s("setParam", "/x", "/m", d("k", 1, "n", d("o", "p", "e", d()))), s("getParam", "/x", "/i"), s("getParam", "/x", "/b"), s("getParam", "/x", "/f"), s("getParam", "/x", "/s"),
		s("getParam", "/x", "/bin"), s("getParam", "/x", "/when"), s("getParam", "/x", "/l"), s("getParam", "/x", "/m"), s("getParam", "/x", "/m/"), s("getParam", "/x", "/m/n/o"),
		s("getParam", "/x", "/m/n/o/q"), s("hasParam", "/x", "/m/n"), s("getParamNames", "/x"), s("getParam", "/x", "/"), s("getParam", "/x", "i"), s("getParam", "/m/x", "k"),
		s("setParam", "/ns/x", "~priv", 1), s("setParam", "/ns/x", "rel", 2), s("getParam", "/", "/ns"), s("searchParam", "/ns/x/y", "rel"), s("searchParam", "/ns/x", "priv"),
		s("searchParam", "/ns/x", "i"), s("searchParam", "/ns/x", "m/none"), s("searchParam", "/ns/x", "/i"), s("searchParam", "/ns/x", "/none"),
		s("setParam", "/x", "/i/below", 3), s("getParam", "/x", "/i"), s("deleteParam", "/x", "/i/below"), s("getParam", "/x", "/i"), s("deleteParam", "/x", "/m/n"), s("getParam", "/x", "/m"),

		// parameter subscriptions
		s("subscribeParam", "/x", a), s("subscribeParam", "/x", "nonsense", "/w"), s("subscribeParam", "/x", a, ""), s("subscribeParam", "/pa", a, "/w"), s("subscribeParam", "/pb", b, "/w/x/y"),
		s("setParam", "/x", "/w", 1), s("setParam", "/x", "/w", d("x", d("y", 2))), s("setParam", "/x", "/w/x/y", 3), s("setParam", "/x", "/w/z", 4), s("setParam", "/x", "/wz", 4),
		s("subscribeParam", "/pa", a, "/w"), s("deleteParam", "/x", "/w/x"), s("getParam", "/x", "/w"), s("unsubscribeParam", "/pb", b, "/w/x/y"), s("unsubscribeParam", "/pb", b, "/w/x/y"),
		s("setParam", "/x", "/w/x/y", 5), s("unsubscribeParam", "/pa", a, "/w"), s("setParam", "/x", "/", d("only", 1)), s("getParam", "/x", "/"), s("deleteParam", "/x", "/"),
	}
}

// differences are the steps at which ours answers otherwise than Debian's rosmaster on purpose.
var differences = map[string]string{
	"registerService /x /s http://h:1 A": "a service's address must be rosrpc://; theirs takes any",
	"unregisterService /x /s http://h:1": "likewise",
	"lookupNode /x /pub":                 "a node whose last service was taken over by another has no registration left; theirs remembers it",
	"unsubscribeParam /pb B /w/x/y":      "the second time: not subscribed any more, which the count of the API says; theirs counts 1",
}

// The same calls to Debian's rosmaster and to ours: the same codes, values, and notices to nodes.
func TestSameAnswersAsRosmaster(t *testing.T) {
	peer.Need(t, peer.Tools)
	theirs, _ := peer.StartRosmaster(t, 3*time.Minute)
	ours := start(t).URI()
	rpc := client(t)
	a, b := newFake(t, nil), newFake(t, nil)

	// notices of one node in order; a marker call to the fake itself ends the list of a step
	drain := func(f *fake, wait time.Duration) (list []string) {
		for {
			select {
			case c := <-f.calls:
				list = append(list, c)
			case <-time.After(wait):
				return list
			}
		}
	}
	type outcome struct {
		Answer string
	}
	run := func(uri string) (answers []outcome, notices [2][]string) {
		for _, s := range steps(a.uri, b.uri) {
			v, err := rpc.Call(t.Context(), uri, s.method, s.args...)
			o := outcome{}
			if err != nil {
				o.Answer = "fault"
			} else if l, _ := v.([]any); len(l) == 3 {
				sortState(s.method, l[2])
				o.Answer = fmt.Sprintf("%v %T %v", l[0], l[2], l[2])
				if l[0] != 1 {
					o.Answer = fmt.Sprint(l[0]) // the value of an error means nothing
				}
			}
			answers = append(answers, o)
			// Ours leaves out notices that newer ones make pointless, and theirs tells the value of the moment at which it gets to it, so let each step's arrive.
			if strings.HasSuffix(s.method, "Param") && s.method != "getParam" || strings.HasSuffix(s.method, "Publisher") {
				notices[0] = append(notices[0], drain(a, 250*time.Millisecond)...)
				notices[1] = append(notices[1], drain(b, 50*time.Millisecond)...)
			}
		}
		return answers, notices
	}
	want, wantNotices := run(theirs)
	got, gotNotices := run(ours)
	for i, s := range steps("A", "B") {
		if want[i] == got[i] {
			continue
		}
		name := strings.TrimSuffix(fmt.Sprintln(append([]any{s.method}, s.args...)...), "\n")
		if why, known := differences[name]; known {
			t.Logf("%s\n theirs %s\n ours   %s: %s", name, want[i].Answer, got[i].Answer, why)
		} else {
			t.Errorf("%s\n theirs %s\n ours   %s", name, want[i].Answer, got[i].Answer)
		}
	}
	if d := cmp.Diff(wantNotices, gotNotices); d != "" {
		t.Error("notices (-theirs +ours):\n", d)
	}
}

// sortState puts lists whose order means nothing in order.
func sortState(method string, v any) {
	byText := func(l []any) {
		slices.SortFunc(l, func(x, y any) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	}
	l, _ := v.([]any)
	switch method {
	case "getSystemState":
		for _, e := range l {
			byText(e.([]any))
		}
	case "getTopicTypes", "getPublishedTopics", "getParamNames":
		byText(l)
	}
}
