package bridge

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
)

// motor is a node with a service that stops it, and an action that can be cancelled.
type motor struct {
	stopped, cancelled atomic.Int32
	node               *ros.Node
}

func newMotor(t *testing.T, w *world, name string) *motor {
	m := &motor{node: testNode(t, w.uri, name)}
	must[*ros.ServiceServer](t)(ros.AdvertiseService(m.node, "/hand/stop", &std_srvs.EmptyService, func(context.Context, *std_srvs.EmptyRequest) (*std_srvs.EmptyResponse, error) {
		m.stopped.Add(1)
		return &std_srvs.EmptyResponse{}, nil
	}))
	must[*ros.Subscriber](t)(ros.Subscribe(m.node, "/pick/cancel", func(g *actionlib_msgs.GoalID) {
		if g.ID == "" && g.Stamp.IsZero() {
			m.cancelled.Add(1)
		}
	}))
	return m
}

type stopAnswer struct {
	Op, ID string
	Result bool
	Values string
}

func (p *peer) stopAnswer(t *testing.T) stopAnswer {
	t.Helper()
	_, b := p.frame()
	var a stopAnswer
	if err := json.Unmarshal(b, &a); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return a
}

// A stop reaches the motor and the action, again after its node was restarted, and says when it cannot.
func TestStop(t *testing.T) {
	w := newWorld(t)
	m := newMotor(t, w, "motor")
	p := dial(t, w)
	const what = `"service":"/hand/stop","cancel":["/pick"]`
	p.send(`{"op":"stop_ready","id":"r",%s}`, what)
	if a := p.stopAnswer(t); a.Op != "stop_ready" || a.ID != "r" || !a.Result {
		t.Fatalf("not ready: %+v", a)
	}
	if n := m.stopped.Load(); n != 0 {
		t.Errorf("making ready has stopped %d times", n)
	}
	p.send(`{"op":"stop","id":"s",%s}`, what)
	if a := p.stopAnswer(t); a.Op != "stop" || a.ID != "s" || !a.Result {
		t.Fatalf("not stopped: %+v", a)
	}
	if m.stopped.Load() < 1 {
		t.Error("confirmed before the motor was stopped")
	}
	// It is repeated, for actions that had not heard yet.
	until(p.ctx, t, "repeats", func() bool { return m.stopped.Load() == 1+int32(len(stopAgain)) && m.cancelled.Load() >= 1 })

	m.node.Close()
	p.send(`{"op":"stop_ready","id":"gone",%s}`, what)
	if a := p.stopAnswer(t); a.Result || !strings.Contains(a.Values, "/hand/stop") {
		t.Errorf("a motor that is gone: %+v", a)
	}
	again := newMotor(t, w, "motor2")
	p.send(`{"op":"stop","id":"s2",%s}`, what)
	if a := p.stopAnswer(t); !a.Result || again.stopped.Load() < 1 {
		t.Errorf("after a restart: %+v, stopped %d times", a, again.stopped.Load())
	}
}

// A stop by POST, for a client whose socket does not work.
func TestStopByPost(t *testing.T) {
	w := newWorld(t)
	m := newMotor(t, w, "motor")
	base := "http" + strings.TrimPrefix(w.url, "ws") + "/stop?"
	ask := func(method, query string, header ...string) (int, string) {
		t.Helper()
		r := must[*http.Request](t)(http.NewRequestWithContext(limit(t), method, base+query, nil))
		if len(header) > 0 {
			r.Header.Set(header[0], header[1])
		}
		res := must[*http.Response](t)(http.DefaultClient.Do(r))
		defer res.Body.Close()
		return res.StatusCode, string(must[[]byte](t)(io.ReadAll(res.Body)))
	}
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	good := url.Values{"service": {"/hand/stop"}, "cancel": {"/pick"}}.Encode()
	if code, text := ask(http.MethodPost, good); code != 200 || text != `{"result":true}` || m.stopped.Load() < 1 {
		t.Errorf("%d %s, stopped %d times", code, text, m.stopped.Load())
	}
	until(limit(t), t, "the cancellation", func() bool { return m.cancelled.Load() > 0 })
	for _, c := range []struct {
		method, query, header string
		code                  int
		text                  string
	}{
		{http.MethodGet, good, "", http.StatusMethodNotAllowed, "POST"},
		{http.MethodPost, "", "", http.StatusServiceUnavailable, "no name"},
		{http.MethodPost, "service=/nobody", "", http.StatusServiceUnavailable, "/nobody"},
		{http.MethodPost, "service=/hand/stop" + strings.Repeat("&cancel=/a", maxCancel+1), "", http.StatusServiceUnavailable, "at most"},
		{http.MethodPost, good, "https://evil.example", http.StatusForbidden, "evil"},
	} {
		var header []string
		if c.header != "" {
			header = []string{"Origin", c.header}
		}
		if code, text := ask(c.method, c.query, header...); code != c.code || !strings.Contains(text, c.text) {
			t.Errorf("%s %.60s: %d %s, want %d with %q", c.method, c.query, code, text, c.code, c.text)
		}
	}
}

// Stops that nobody uses make room for others.
func TestManyStops(t *testing.T) {
	w := newWorld(t)
	newMotor(t, w, "motor")
	var gives []func()
	for i := range maxStops {
		_, give, err := w.bridge.stopFor("/hand/stop"+strings.Repeat("x", i), nil)
		if err != nil {
			t.Fatal(err)
		}
		gives = append(gives, give)
	}
	if _, _, err := w.bridge.stopFor("/one/more", nil); err == nil {
		t.Error("more stops in use than the limit")
	}
	gives[3]()
	if _, _, err := w.bridge.stopFor("/one/more", nil); err != nil {
		t.Error(err)
	}
	if n := len(w.bridge.stops.all); n != maxStops {
		t.Errorf("%d stops are kept", n)
	}
}
