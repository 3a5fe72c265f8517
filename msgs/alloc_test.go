package msgs_test

import (
	"math/rand/v2"
	"testing"

	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/msgtest"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Encoding into a buffer with room and decoding into a message that has been used for an alike one allocate nothing, for every type.
func TestAllocNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range msgs.Messages() {
		msg := msgtest.Random(rng, m)
		b := msg.AppendROS(nil)
		into := m.New()
		if err := into.DecodeROS(b); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 0, msg.SizeROS())
		if n := testing.AllocsPerRun(20, func() { buf = msg.AppendROS(buf[:0]) }); n != 0 {
			t.Errorf("%s: encoding allocates %v times", m.Name, n)
		}
		if n := testing.AllocsPerRun(20, func() {
			if into.DecodeROS(b) != nil {
				t.Fail()
			}
		}); n != 0 {
			t.Errorf("%s: decoding allocates %v times", m.Name, n)
		}
		var r wire.Reader
		r.Alias = true
		alias := m.New()
		if r.Reset(b); !alias.ReadROS(&r) {
			t.Fatal(r.Err(m.Name))
		}
		if n := testing.AllocsPerRun(20, func() {
			if r.Reset(b); !alias.ReadROS(&r) {
				t.Fail()
			}
		}); n != 0 {
			t.Errorf("%s: decoding by alias allocates %v times", m.Name, n)
		}
	}
}
