package dynamic_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/diagnostic_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/msgtest"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// A type made from the definition text must agree with the generated one in everything.
func TestAgreesWithGenerated(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range msgs.Messages() {
		d, err := dynamic.Parse(m.Name, m.Definition())
		if err != nil {
			t.Fatal(err)
		}
		if d.MD5() != m.MD5 || d.Definition() != m.Definition() {
			t.Errorf("%s: another MD5 or definition", m.Name)
		}
		if got, want := d.New().AppendROS(nil), m.New().AppendROS(nil); !bytes.Equal(got, want) {
			t.Errorf("%s: the empty message is %x, not %x", m.Name, got, want)
		}
		for range 5 {
			b := msgtest.Random(rng, m).AppendROS(nil)
			msg := d.New()
			if err := msg.DecodeROS(b); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(msg.AppendROS(nil), b) {
				t.Fatalf("%s: other bytes", m.Name)
			}
			for n := 0; n < len(b); n += 1 + len(b)/256 {
				want := m.New().DecodeROS(b[:n])
				got := d.New().DecodeROS(b[:n])
				if (got == nil) != (want == nil) || got == nil {
					t.Fatalf("%s: %d of %d bytes: %v, generated %v", m.Name, n, len(b), got, want)
				}
			}
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, m := range msgs.Messages() {
		for range 5 {
			msg := msgtest.Random(rng, m)
			j, err := dynamic.MarshalJSON(msg)
			if err != nil {
				t.Fatal(err)
			}
			if !json.Valid(j) {
				t.Fatalf("%s: no JSON: %s", m.Name, j)
			}
			var indented bytes.Buffer
			if err := json.Indent(&indented, j, " ", "\t"); err != nil {
				t.Fatal(err)
			}
			back := m.New()
			if err := dynamic.UnmarshalJSON(indented.Bytes(), back); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(back.AppendROS(nil), msg.AppendROS(nil)) {
				t.Fatalf("%s: %s became other bytes", m.Name, j)
			}
		}
	}
}

func TestJSONConventions(t *testing.T) {
	cloud := &sensor_msgs.PointCloud2{Data: []byte{1, 2, 255}}
	cloud.Header.Stamp = wire.Time{Sec: 4294967295, Nsec: 7}
	cloud.Header.FrameID = "a\"\\\n\x01é\xff"
	got, err := dynamic.MarshalJSON(cloud)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"header":{"seq":0,"stamp":{"secs":4294967295,"nsecs":7},"frame_id":"a\"\\\u000a\u0001é�"},` +
		`"height":0,"width":0,"fields":[],"is_bigendian":false,"point_step":0,"row_step":0,"data":"AQL/","is_dense":false}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, c := range []struct {
		msg  wire.Message
		want string
	}{
		{&std_msgs.Int64{Data: math.MinInt64}, `{"data":-9223372036854775808}`},
		{&std_msgs.UInt64{Data: math.MaxUint64}, `{"data":18446744073709551615}`},
		{&std_msgs.Float64{Data: math.NaN()}, `{"data":null}`},
		{&std_msgs.Float64{Data: math.Inf(-1)}, `{"data":null}`},
		{&std_msgs.Float32{Data: 0.1}, `{"data":0.1}`},
		{&std_msgs.Float64{Data: 1e-7}, `{"data":1e-07}`},
		{&std_msgs.Float64{Data: 123456789}, `{"data":123456789}`},
		{&std_msgs.Duration{Data: wire.Duration{Sec: -1, Nsec: 5}}, `{"data":{"secs":-1,"nsecs":5}}`},
		{&std_msgs.Empty{}, `{}`},
		{&diagnostic_msgs.DiagnosticStatus{Level: -1}, `{"level":-1,"name":"","message":"","hardware_id":"","values":[]}`},
	} {
		if got, err := dynamic.MarshalJSON(c.msg); err != nil || string(got) != c.want {
			t.Errorf("%s: got %s, %v; want %s", c.msg.TypeName(), got, err, c.want)
		}
	}
}

func TestFromJSON(t *testing.T) {
	for _, c := range []struct{ typ, json, want string }{
		{"std_msgs/UInt8MultiArray", `{"data":[1,2,255]}`, `{"layout":{"dim":[],"data_offset":0},"data":"AQL/"}`},
		{"std_msgs/UInt8MultiArray", ` { "data" : "AQL/" , "layout" : { } } `, `{"layout":{"dim":[],"data_offset":0},"data":"AQL/"}`},
		{"std_msgs/Int32", `{"data":2e3}`, `{"data":2000}`},
		{"std_msgs/Float32", `{"data":null}`, `{"data":null}`},
		{"std_msgs/String", `{"data":"\u00e9\n\ud83d\ude00"}`, `{"data":"é\u000a😀"}`},
		{"std_msgs/Time", `{"data":{"nsecs":1}}`, `{"data":{"secs":0,"nsecs":1}}`},
		{"std_msgs/Int32", `{"data":1,"data":2}`, `{"data":2}`},
		{"geometry_msgs/Point", `{}`, `{"x":0,"y":0,"z":0}`},
	} {
		msg := msgs.Lookup(c.typ).New()
		if err := dynamic.UnmarshalJSON([]byte(c.json), msg); err != nil {
			t.Errorf("%s: %v", c.json, err)
			continue
		}
		if got, _ := dynamic.MarshalJSON(msg); string(got) != c.want {
			t.Errorf("%s: got %s, want %s", c.json, got, c.want)
		}
	}
	for _, c := range []struct{ typ, json, want string }{
		{"std_msgs/Int8", `{"data":128}`, "std_msgs/Int8.data: read JSON: 128 does not fit int8"},
		{"std_msgs/UInt8", `{"data":-1}`, "-1 does not fit uint8"},
		{"std_msgs/UInt64", `{"data":1.5}`, "1.5 does not fit uint64"},
		{"std_msgs/Bool", `{"data":1}`, "1 where true or false must be"},
		{"std_msgs/String", `{"data":null}`, "null where a text must be"},
		{"std_msgs/Int32", `{"date":1}`, `no field "date"; std_msgs/Int32 has data`},
		{"std_msgs/Int32", `[1]`, "[1] where an object must be"},
		{"std_msgs/Int32", `{"data":1`, "unexpected end of JSON input"},
		{"geometry_msgs/PoseArray", `{"poses":[{},{"position":{"x":"1"}}]}`, `geometry_msgs/PoseArray.poses[1].position.x: read JSON: "1" is no float64`},
		{"geometry_msgs/PoseWithCovariance", `{"covariance":[1]}`, "1 elements where there must be 36"},
		{"std_msgs/UInt8MultiArray", `{"data":"?"}`, "no base64"},
		{"std_msgs/Time", `{"data":{"secs":-1}}`, "std_msgs/Time.data.secs: read JSON: -1 does not fit uint32"},
	} {
		err := dynamic.UnmarshalJSON([]byte(c.json), msgs.Lookup(c.typ).New())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.json, err, c.want)
		}
	}
}

func TestValue(t *testing.T) {
	m := &sensor_msgs.PointCloud2{Width: 3, Fields: []sensor_msgs.PointField{{Name: "x"}, {Name: "y", Datatype: 7}}, Data: []byte{9}, IsDense: true}
	m.Header.Stamp = wire.Time{Sec: 5}
	typ, err := dynamic.Of(m)
	if err != nil {
		t.Fatal(err)
	}
	d := typ.New()
	if err := d.DecodeROS(m.AppendROS(nil)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]any{
		"header.stamp": wire.Time{Sec: 5}, "width": uint64(3), "fields[1].name": "y", "fields[1].datatype": uint64(7), "is_dense": true,
	} {
		if got, err := d.Value(path); err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", path, got, err, want)
		}
	}
	if got, err := d.Value("fields[0]"); err != nil || got.(*dynamic.Message).TypeName() != "sensor_msgs/PointField" {
		t.Errorf("fields[0]: got %v, %v", got, err)
	}
	if got, err := d.Value("fields"); err != nil || len(got.([]any)) != 2 {
		t.Errorf("fields: got %v, %v", got, err)
	}
	for path, want := range map[string]fault.Kind{
		"": fault.NotFound, "nothing": fault.NotFound, "fields[2].name": fault.NotFound, "fields.name": fault.Invalid,
		"width[0]": fault.Invalid, "width.x": fault.Invalid, "fields[x]": fault.Invalid, "fields[0": fault.Invalid,
	} {
		if _, err := d.Value(path); fault.KindOf(err) != want {
			t.Errorf("%q: got %v, want %v", path, err, want)
		}
	}
}

func TestHostileDefinition(t *testing.T) {
	chain := "a/T1 x\n"
	for range 200 {
		chain += "================================================================================\nMSG: a/T1\na/T1 x\n"
	}
	var deep strings.Builder
	deep.WriteString("a/T0 x\n")
	for i := range 3000 {
		deep.WriteString(wire.Separator + "\nMSG: a/T" + string(rune('0'+i%10)) + strings.Repeat("x", i/10) + "\nint8 y\n")
	}
	nested := "a/N0 x\n"
	for i := range 200 {
		nested += wire.Separator + "\nMSG: a/N" + itoa(i) + "\na/N" + itoa(i+1) + " x\n"
	}
	nested += wire.Separator + "\nMSG: a/N200\nint8 x\n"
	for name, text := range map[string]string{
		"cycle": "a/Main x\n", "cycle through another": chain, "nested": nested,
		"huge array": "float64[2000000000] x\n", "huge product": "a/B[100000] x\n" + wire.Separator + "\nMSG: a/B\nfloat64[100000] y\n",
		"many empty": "a/E[100000000] x\n" + wire.Separator + "\nMSG: a/E\n", "unknown": "b/C x\n", "syntax": "int32\n", "cut": "int8 x\n" + wire.Separator,
		"bad name": "int8 x\n" + wire.Separator + "\nMSG: nothing\n", "negative": "int8[-1] x\n", "twice": "int8 x\nint8 x\n", "constant": "int8 X=300\n",
	} {
		_, err := dynamic.Parse("a/Main", text)
		var e *fault.Error
		if !errors.As(err, &e) || len(err.Error()) > 1000 {
			t.Errorf("%s: got %.200v", name, err)
		}
	}
	if _, err := dynamic.Parse("a/Main", deep.String()); err != nil && len(err.Error()) > 1000 {
		t.Errorf("many types: %.200v", err)
	}
	// a fixed array of a large message is described in few words; the JSON of its array must not buy many of them
	big, err := dynamic.Parse("a/Main", "a/B[] x\n"+wire.Separator+"\nMSG: a/B\nfloat64[10000000] y\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := big.AppendFromJSON(nil, []byte(`{"x":[{},{},{},{},{},{}]}`)); err == nil {
		t.Error("480 MB from 24 characters")
	}
}

func itoa(i int) string { b, _ := json.Marshal(i); return string(b) }

func TestAlias(t *testing.T) {
	typ, _ := dynamic.Of(&geometry_msgs.Point{})
	b := (&geometry_msgs.Point{X: 1}).AppendROS(nil)
	m := typ.New()
	r := wire.NewReader(b)
	r.Alias = true
	if !m.ReadROS(&r) || &m.Bytes()[0] != &b[0] {
		t.Error("the bytes were copied")
	}
}

func FuzzDefinition(f *testing.F) {
	for _, n := range []string{"sensor_msgs/PointCloud2", "visualization_msgs/Marker", "manipulation_msgs/GraspableObject"} {
		f.Add(msgs.Lookup(n).Definition(), []byte{1, 2, 3})
	}
	f.Add("string X= a # b\nint8[3] a # c\n\n# d\nbool b", []byte("\x01"))
	f.Fuzz(func(t *testing.T, text string, raw []byte) {
		typ, err := dynamic.Parse("a/Main", text)
		if err != nil {
			if len(err.Error()) > 2000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		again, err := dynamic.Parse("a/Main", typ.Definition())
		if err != nil || again.MD5() != typ.MD5() {
			t.Fatalf("the definition does not survive: %v", err)
		}
		check(t, typ, raw)
	})
}

// check decodes raw, and if it is a message, takes it through JSON and back.
func check(t *testing.T, typ *dynamic.Type, raw []byte) {
	if typ.Check(raw) != nil {
		return
	}
	j, err := typ.AppendJSON(nil, raw)
	if err != nil || !json.Valid(j) {
		t.Fatalf("%s: %v: %s", typ.Name(), err, j)
	}
	back, err := typ.AppendFromJSON(nil, j)
	if err != nil {
		t.Fatalf("%s: %v: %s", typ.Name(), err, j)
	}
	again, err := typ.AppendJSON(nil, back)
	if err != nil || !bytes.Equal(again, j) {
		t.Fatalf("%s: %v: %s became %s", typ.Name(), err, j, again)
	}
}

// Every type must take any bytes, alike in its generated and its dynamic form.
func FuzzMessage(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := msgs.Messages()
	for i, m := range all {
		f.Add(uint16(i), msgtest.Random(rng, m).AppendROS(nil))
	}
	f.Fuzz(func(t *testing.T, i uint16, raw []byte) {
		m := all[int(i)%len(all)].New()
		typ, err := dynamic.Of(m)
		if err != nil {
			t.Fatal(err)
		}
		want, got := m.DecodeROS(raw), typ.Check(raw)
		if (want == nil) != (got == nil) {
			t.Fatalf("%s: generated %v, dynamic %v", m.TypeName(), want, got)
		}
		if want != nil {
			return
		}
		if out := m.AppendROS(nil); len(out) != len(raw) || m.SizeROS() != len(raw) {
			t.Fatalf("%s: %d bytes became %d", m.TypeName(), len(raw), len(out))
		}
		check(t, typ, raw)
	})
}

func FuzzJSON(f *testing.F) {
	rng := rand.New(rand.NewPCG(7, 8))
	all := msgs.Messages()
	for i, m := range all {
		j, err := dynamic.MarshalJSON(msgtest.Random(rng, m))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint16(i), j)
	}
	f.Fuzz(func(t *testing.T, i uint16, data []byte) {
		m := all[int(i)%len(all)].New()
		typ, err := dynamic.Of(m)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := typ.AppendFromJSON(nil, data)
		if err != nil {
			return
		}
		if err := m.DecodeROS(raw); err != nil {
			t.Fatalf("%s: %s became bytes that do not decode: %v", m.TypeName(), data, err)
		}
		check(t, typ, raw)
	})
}
