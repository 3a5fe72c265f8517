package doctor

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A graph with one of each illness.
func TestExamine(t *testing.T) {
	t.Setenv("ROS_IP", "")
	t.Setenv("ROS_HOSTNAME", "")
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	}()
	node := func(name string) *ros.Node {
		n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Host: "127.0.0.1", Log: slog.DiscardHandler})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		return n
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	talker, listener := node("talker"), node("listener")

	healthy, err := ros.Advertise[*std_msgs.String](talker, "/healthy")
	must(err)
	_, err = ros.Subscribe(listener, "/healthy", func(*std_msgs.String) {})
	must(err)
	must(healthy.WaitForSubscribers(t.Context(), 1))
	must(healthy.Publish(&std_msgs.String{}))

	shot, err := ros.Advertise[*std_msgs.String](talker, "/shot")
	must(err)
	must(shot.Publish(&std_msgs.String{})) // before anybody listens
	_, err = ros.Subscribe(listener, "/shot", func(*std_msgs.String) {})
	must(err)
	must(shot.WaitForSubscribers(t.Context(), 1))

	_, err = ros.AdvertiseRaw(talker, "/versions", ros.TypeInfo{Name: "std_msgs/String", MD5: strings.Repeat("1", 32), Definition: "string text\n"})
	must(err)
	_, err = ros.Subscribe(listener, "/versions", func(*std_msgs.String) {})
	must(err)

	_, err = ros.Advertise[*std_msgs.Bool](talker, "/types")
	must(err)
	_, err = ros.Subscribe(listener, "/types", func(*std_msgs.String) {})
	must(err)

	_, err = ros.Advertise[*std_msgs.String](listener, "/act/status")
	must(err)
	_, err = ros.Subscribe(listener, "/act/goal", func(*std_msgs.String) {})
	must(err)

	_, err = ros.Subscribe(listener, "/wrong/healthy", func(*std_msgs.String) {})
	must(err)

	must(talker.SetParam(t.Context(), "/use_sim_time", true))

	rpc := xmlrpc.NewClient()
	defer rpc.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	l.Close()
	_, err = graph.NewMaster(rpc, m.URI(), "/dead").RegisterPublisher(t.Context(), "/healthy2", "std_msgs/String", "http://"+l.Addr().String()+"/")
	must(err)
	must(graph.NewMaster(rpc, m.URI(), "/lost").RegisterService(t.Context(), "/lost/ask", "rosrpc://"+l.Addr().String(), "http://no-such-host.invalid:1/"))

	wants := []string{
		"fault /clock: /use_sim_time is true and nobody publishes the time",
		"fault /dead: nothing listens at its address",
		"fault /lost: advertises http://no-such-host.invalid:1/, and that name does not resolve",
		"fault /lost/ask: server /lost cannot be reached",
		"fault /types: publisher /talker sends std_msgs/Bool, subscriber /listener wants std_msgs/String",
		"fault /versions: subscriber /listener is not connected to /talker: ",
		"only publisher /talker has: string text; only the usual type has: string data",
		"warning /wrong/healthy: /listener listens and nobody publishes",
		"note /shot: publisher /talker is connected to subscriber /listener and has sent nothing since",
	}
	doctor := node("doctor")
	findings, err := Examine(t.Context(), doctor)
	must(err)
	var all strings.Builder
	for _, f := range findings {
		all.WriteString(f.Level.String() + " " + f.Subject + ": " + f.Text + " | " + f.Remedy + "\n")
		if f.Subject == "/healthy" || f.Subject == "/act/goal" { // an action server without clients is healthy, too
			t.Errorf("a healthy topic: %+v", f)
		}
	}
	for _, w := range wants {
		if !strings.Contains(all.String(), w) {
			t.Errorf("%q is missing in\n%s", w, all.String())
		}
	}
	if !strings.Contains(all.String(), "(/healthy is published)") {
		t.Error("the name that was meant is not proposed")
	}
	one, err := Examine(t.Context(), doctor, "types")
	must(err)
	if len(one) != 1 || one[0].Subject != "/types" {
		t.Errorf("%+v", one)
	}

	t.Setenv("ROS_IP", "192.0.2.1")
	findings, err = Examine(t.Context(), doctor, "ROS_IP")
	must(err)
	if len(findings) != 0 { // a variable is no name of the graph
		t.Errorf("%+v", findings)
	}
	findings, err = Examine(t.Context(), doctor)
	must(err)
	found := false
	for _, f := range findings {
		found = found || f.Subject == "ROS_IP" && f.Level == Fault
	}
	if !found {
		t.Error("a wrong ROS_IP is not found")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := Examine(ctx, doctor); err == nil {
		t.Error("no error when it was stopped")
	}
}
