package rostest

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Two nodes hear each other, and the parameters are there.
func TestGraph(t *testing.T) {
	g := New(t, map[string]any{"width": 3})
	a, b := g.Node("a"), g.Node("b")
	got := make(chan string, 1)
	s, err := ros.Subscribe(b, "/word", func(m *std_msgs.String) { got <- m.Data })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := ros.Advertise[*std_msgs.String](a, "/word", ros.Latch())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Publish(&std_msgs.String{Data: "hello"}); err != nil {
		t.Fatal(err)
	}
	if w := <-got; w != "hello" {
		t.Errorf("%q", w)
	}
	if v, err := a.GetParam(t.Context(), "/width"); err != nil || v != 3 {
		t.Errorf("%v %v", v, err)
	}
}
