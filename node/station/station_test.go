package station

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestServices(t *testing.T) {
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	n, err := ros.NewNode(t.Context(), ros.Config{Name: "r_gripper_sim", Master: m.URI(), Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	place, err := station.New(station.Config{Object: "egg"})
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(n, place, func(f func()) bool { f(); return true })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	call := func(name string) *std_srvs.TriggerResponse {
		c, err := ros.NewServiceClient[*std_srvs.TriggerRequest, *std_srvs.TriggerResponse](n, name, &std_srvs.TriggerService, false)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		r, err := c.Call(t.Context(), &std_srvs.TriggerRequest{})
		if err != nil {
			t.Fatal(name, err)
		}
		return r
	}
	if r := call("~fate"); !r.Success || !strings.HasPrefix(r.Message, "egg: ") {
		t.Errorf("%+v", r)
	}
	if r := call("~lift"); !r.Success || !place.Arm.Moving() {
		t.Errorf("%+v", r)
	}
	for _, name := range []string{"~lower", "~tap"} {
		if r := call(name); !r.Success {
			t.Errorf("%s: %+v", name, r)
		}
	}
	place.World.State.Bodies[0].Crushed = true
	if r := call("~fate"); r.Success || !strings.Contains(r.Message, "crushed") {
		t.Errorf("%+v", r)
	}
}
