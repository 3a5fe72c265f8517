package hardwaretest

import (
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

func TestFakeConforms(t *testing.T) {
	f := NewFake("r_gripper_motor")
	f.Keep = false
	Conform(t, Subject{Bus: f})
}

func TestFaulty(t *testing.T) {
	f := NewFake("m")
	d := f.Devices()[0]
	b := &Faulty{
		Bus: f, Lose: func(n uint64) bool { return n == 1 }, Repeat: func(n uint64) bool { return n == 3 }, Swap: func(n uint64) bool { return n == 6 },
		Edit: func(n uint64, in []byte) {
			if n == 7 {
				in[0] ^= 1
			}
		},
	}
	out, in := make([]byte, hardware.CommandSize), make([]byte, d.Size())
	(&hardware.Command{}).Encode(out)
	var stamps []uint32
	for i := range 8 {
		if err := b.Exchange(time.Duration(i), out, in); err != nil {
			stamps = append(stamps, 0)
			continue
		}
		var s hardware.Status
		if !s.Decode(d.Status, in) {
			stamps = append(stamps, 1)
			continue
		}
		stamps = append(stamps, s.Timestamp)
	}
	want := []uint32{1000, 0, 2000, 2000, 4000, 5000, 4000, 1}
	for i := range want {
		if stamps[i] != want[i] {
			t.Fatalf("%v, want %v", stamps, want)
		}
	}
}
