package dynamic_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/msgtest"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Every type, with random content, is the same in CBOR, read by another reader, as in JSON.
func TestCBORIsJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range msgs.Messages() {
		msg := msgtest.Random(rng, m)
		raw := msg.AppendROS(nil)
		typ, err := dynamic.Of(msg)
		if err != nil {
			t.Fatal(err)
		}
		b, err := typ.AppendCBOR(nil, raw)
		if err != nil {
			t.Fatal(err)
		}
		j, err := typ.AppendJSON(nil, raw)
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := cbor.Unmarshal(b, &got); err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		if err := json.Unmarshal(j, &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, asJSON(t, got), same); diff != "" {
			t.Errorf("%s (-json +cbor):\n%s", m.Name, diff)
		}
	}
}

// same takes a float32, which the reader of CBOR widens, for the shortest decimal number that is closest to it.
var same = cmp.Comparer(func(a, b float64) bool { return a == b || float32(a) == float32(b) })

// asJSON brings a value from CBOR into the form of one from JSON.
func asJSON(t *testing.T, v any) any {
	switch v := v.(type) {
	case map[any]any:
		m := map[string]any{}
		for k, e := range v {
			m[k.(string)] = asJSON(t, e)
		}
		return m
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = asJSON(t, v[i])
		}
		return out
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case uint64:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return number(v)
	case cbor.Tag:
		return typed(t, v.Number, v.Content.([]byte))
	}
	return v
}

// number is a float as JSON has it: null for those that JSON lacks.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

func typed(t *testing.T, tag uint64, p []byte) []any {
	size := map[uint64]int{69: 2, 70: 4, 71: 8, 72: 1, 77: 2, 78: 4, 79: 8, 85: 4, 86: 8}[tag]
	if size == 0 {
		t.Fatalf("tag %d", tag)
	}
	out := []any{}
	for ; len(p) > 0; p = p[size:] {
		b := append(make([]byte, 0, 8), p[:size]...)
		sign := byte(0)
		if tag >= 72 && tag <= 79 && b[size-1]&0x80 != 0 {
			sign = 0xff
		}
		for len(b) < 8 {
			b = append(b, sign)
		}
		u := binary.LittleEndian.Uint64(b)
		switch {
		case tag == 85:
			out = append(out, number(float64(math.Float32frombits(uint32(u)))))
		case tag == 86:
			out = append(out, number(math.Float64frombits(u)))
		case tag >= 72:
			out = append(out, float64(int64(u)))
		default:
			out = append(out, float64(u))
		}
	}
	return out
}

func TestCBORBytes(t *testing.T) {
	for _, c := range []struct {
		m    dynamicMessage
		want string
	}{
		{&std_msgs.String{Data: "hé"}, "a1 64 data 63 h c3a9"},
		{&std_msgs.Bool{Data: true}, "a1 64 data f5"},
		{&std_msgs.Int64{Data: math.MinInt64}, "a1 64 data 3b 7fffffffffffffff"},
		{&std_msgs.UInt64{Data: math.MaxUint64}, "a1 64 data 1b ffffffffffffffff"},
		{&std_msgs.Float32{Data: 0.5}, "a1 64 data fa 3f000000"},
		{&std_msgs.Float64{Data: 0.1}, "a1 64 data fb 3fb999999999999a"},
		{&std_msgs.Duration{Data: wire.Duration{Sec: -1, Nsec: 500000000}}, "a1 64 data a2 64 secs 20 65 nsecs 1a 1dcd6500"},
		{&std_msgs.String{Data: "\xff"}, "a1 64 data 63 efbfbd"},
	} {
		typ, err := dynamic.Of(c.m)
		if err != nil {
			t.Fatal(err)
		}
		b, err := typ.AppendCBOR(nil, c.m.AppendROS(nil))
		if err != nil {
			t.Fatal(err)
		}
		want := unhex(t, c.want)
		if string(b) != string(want) {
			t.Errorf("%s: %x, want %x", c.m.TypeName(), b, want)
		}
	}
	if typ, _ := dynamic.Of(&std_msgs.String{}); true {
		if b, err := typ.AppendCBOR([]byte("x"), []byte{9, 0, 0, 0}); err == nil || string(b) != "x" {
			t.Errorf("a message that is cut short gives %q, %v", b, err)
		}
	}
}

type dynamicMessage = wire.Message

// unhex reads hexadecimal digits; words with other letters are themselves.
func unhex(t *testing.T, s string) []byte {
	t.Helper()
	var out []byte
	for _, w := range strings.Fields(s) {
		var b []byte
		if _, err := fmt.Sscanf(w, "%x", &b); err != nil || len(b)*2 != len(w) {
			b = []byte(w)
		}
		out = append(out, b...)
	}
	return out
}

func cloud() *sensor_msgs.PointCloud2 {
	return &sensor_msgs.PointCloud2{Header: std_msgs.Header{FrameID: "camera"}, Height: 1, Width: 131072, PointStep: 16, RowStep: 16 * 131072,
		Fields: []sensor_msgs.PointField{{Name: "x", Datatype: 7, Count: 1}, {Name: "y", Offset: 4, Datatype: 7, Count: 1}, {Name: "z", Offset: 8, Datatype: 7, Count: 1}},
		Data:   make([]byte, 16*131072)}
}

func joints() *sensor_msgs.JointState {
	m := &sensor_msgs.JointState{}
	for i := range 16 {
		m.Name = append(m.Name, fmt.Sprint("joint_", i))
		m.Position = append(m.Position, float64(i)*0.1)
		m.Velocity = append(m.Velocity, -float64(i)*0.3)
		m.Effort = append(m.Effort, math.NaN())
	}
	return m
}

// Encoding allocates nothing once the buffer has its size.
func TestEncodeAlloc(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, m := range []wire.Message{cloud(), joints()} {
		typ, err := dynamic.Of(m)
		if err != nil {
			t.Fatal(err)
		}
		raw := m.AppendROS(nil)
		var b []byte
		for name, enc := range map[string]func([]byte, []byte) ([]byte, error){"JSON": typ.AppendJSON, "CBOR": typ.AppendCBOR} {
			if n := testing.AllocsPerRun(10, func() {
				if b, err = enc(b[:0], raw); err != nil {
					t.Fatal(err)
				}
			}); n > 0 {
				t.Errorf("%s as %s: %v allocations", m.TypeName(), name, n)
			}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, m := range []wire.Message{cloud(), joints()} {
		typ, err := dynamic.Of(m)
		if err != nil {
			b.Fatal(err)
		}
		raw := m.AppendROS(nil)
		for _, c := range []struct {
			name string
			enc  func([]byte, []byte) ([]byte, error)
		}{
			{"JSON", typ.AppendJSON}, {"CBOR", typ.AppendCBOR},
			{"copy", func(b, raw []byte) ([]byte, error) { return append(b, raw...), nil }},
		} {
			b.Run(typ.Name()+"/"+c.name, func(b *testing.B) {
				var out []byte
				b.SetBytes(int64(len(raw)))
				b.ReportAllocs()
				for b.Loop() {
					if out, err = c.enc(out[:0], raw); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
