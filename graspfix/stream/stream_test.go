package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/graspfix"
)

const boxName = "box::link::collision"

// session is a fix behind a reader, with what came out.
type session struct {
	fix    *graspfix.Fix
	r      *Reader
	events []graspfix.Event
	said   []string
	notes  []string
}

func open(t testing.TB, preset string, format Format, act graspfix.Actuator) *session {
	t.Helper()
	p, err := graspfix.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	cfg := &graspfix.Config{Params: p, Arms: []graspfix.Arm{{Name: "arm", Palm: "palm", Links: []string{"L", "R"}}}}
	cfg.Check()
	s := &session{}
	s.fix, err = graspfix.New(cfg, act, graspfix.Hooks{
		OnEvent:   func(e graspfix.Event) { s.events = append(s.events, e) },
		OnProblem: func(p graspfix.Problem, text string) { s.said = append(s.said, p.String()+" "+text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.r = NewReader(s.fix, format)
	s.r.Note = func(n string) { s.notes = append(s.notes, n) }
	return s
}

func (s *session) feed(t testing.TB, text string) {
	t.Helper()
	if err := s.r.Run(strings.NewReader(text), nil); err != nil {
		t.Fatal(err)
	}
}

func (s *session) log() string {
	var b strings.Builder
	for _, e := range s.events {
		fmt.Fprintf(&b, "%.1f %s %s %s; ", e.T, e.Kind, e.Arm, e.Reason)
	}
	return b.String()
}

// touch is a line of a finger on the box at a time: L at -x pushes +5 N, R the other way, the fingers opened by d.
func touch(at float64, finger string, points int, d float64) string {
	x := -1.0
	if finger == "R" {
		x = 1
	}
	var p []string
	for range points {
		p = append(p, fmt.Sprintf(`{"p":[%g,0,0],"f":[%g,0,0]}`, 0.02*x, -5*x))
	}
	return fmt.Sprintf(`{"t":%g,"object":%q,"finger":%q,"points":[%s],"X_WF":[%g,0,0,0,0,0,1],"X_WO":[0,0,0,0,0,0,1],"static":false}`+"\n", at, boxName, finger, strings.Join(p, ","), (0.03+d)*x)
}

func tick(at float64) string { return fmt.Sprintf("{\"t\":%g}\n", at) }

func windows(n int, from float64, d float64, points int) string {
	var b strings.Builder
	for k := range n {
		at := from + 0.2*float64(k)
		b.WriteString(touch(at+0.1, "L", points, d) + touch(at+0.1, "R", points, d) + tick(at+0.2))
	}
	return b.String()
}

func TestLines(t *testing.T) {
	for _, preset := range []string{graspfix.Classic, graspfix.Default} {
		s := open(t, preset, Plain, nil)
		s.feed(t, windows(10, 0, 0, 4)+windows(5, 2, 0.006, 0))
		if got := s.log(); got != "1.2 attach arm gripped; 3.0 detach arm released_geometry; " {
			t.Errorf("%s: %s, %q", preset, got, s.said)
		}
		// Where only touching fingers are told, losing touch lets go.
		s = open(t, preset, Plain, nil)
		s.feed(t, windows(10, 0, 0, 1)+tick(2.2)+tick(2.4)+tick(2.6)+tick(2.8))
		if got := s.log(); got != "1.2 attach arm gripped; " {
			t.Errorf("%s: %s", preset, got)
		}
		s.feed(t, tick(3))
		if got := s.log(); got != "1.2 attach arm gripped; 3.0 detach arm contact_lost; " {
			t.Errorf("%s: %s", preset, got)
		}
	}
}

// A tick closes the windows that end at its time: contacts of that time count for the window before when they come before it,
// for the next when they come after. Without ticks the contacts' own times close windows.
func TestTickOrder(t *testing.T) {
	group := func(at float64) string { return touch(at, "L", 1, 0) + touch(at, "R", 1, 0) }
	for name, c := range map[string]struct {
		window func(k float64) string
		want   string
	}{
		"contacts, tick":    {func(k float64) string { return group(0.2*k+0.2) + tick(0.2*k+0.2) }, "1.2"},
		"tick, contacts":    {func(k float64) string { return tick(0.2*k) + group(0.2*k) }, "1.2"},
		"start of window":   {func(k float64) string { return group(0.2*k) + tick(0.2*k+0.2) }, "1.2"},
		"no ticks":          {func(k float64) string { return group(0.2*k + 0.2) }, "1.2"},
		"many, then a tick": {func(k float64) string { return group(0.2*k) + group(0.2*k+0.1) + group(0.2*k+0.19) + tick(0.2*k+0.2) }, "1.2"},
		"late start":        {func(k float64) string { return group(2.1+0.2*k) + tick(2.2+0.2*k) }, "3.2"},
		"every second":      {func(k float64) string { return group(0.4*k) + group(0.4*k+0.19) + tick(0.4*k+0.2) + tick(0.4*k+0.4) }, ""},
	} {
		s := open(t, graspfix.Default, Plain, nil)
		var in strings.Builder
		for k := range 7 {
			in.WriteString(c.window(float64(k)))
		}
		s.feed(t, in.String())
		want := c.want + " attach arm gripped; "
		if c.want == "" {
			want = ""
		}
		if got := s.log(); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestStaticNormalsAndPoses(t *testing.T) {
	s := open(t, graspfix.Default, Plain, nil)
	s.feed(t, strings.ReplaceAll(windows(8, 0, 0, 1), `"static":false`, `"static":true`))
	if len(s.events) != 0 || s.fix.Explain(boxName, "arm").Code != graspfix.ObjectStatic {
		t.Errorf("%s, %v", s.log(), s.fix.Explain(boxName, "arm"))
	}
	// Normals stand in for forces; poses may come beside; names may be escaped, links told.
	s = open(t, graspfix.Default, Plain, nil)
	for k := range 6 {
		at := 0.2*float64(k) + 0.1
		s.feed(t, fmt.Sprintf(`{"t":%g,"poses":{"palm":[0,0,1,0,0,0,1]}}
{"t":%g,"object":"b\u00f6x","finger":"geom3","finger_link":"L","points":[{"p":[-0.02,0,0],"n":[1,0,0]}],"X_WO":[0,0,0,0,0,0,1]}
{"t":%g,"object":"b\u00f6x","finger":"R_collision_2","points":[{"p":[0.02,0,0],"n":[-1,0,0]}],"X_WO":[0,0,0,0,0,0,1],"step":%d}
`, at, at, at, k))
	}
	s.feed(t, tick(1.2))
	if got := s.log(); got != "1.2 attach arm gripped; " || s.events[0].Object != "böx" || !s.events[0].HasPalm || s.events[0].X_PO.P.Z != -1 {
		t.Errorf("%s, %+v, %q", got, s.events, s.said)
	}
	if len(s.notes) != 1 || !strings.Contains(s.notes[0], `"step"`) {
		t.Errorf("%q", s.notes)
	}
}

func TestBadLines(t *testing.T) {
	for line, want := range map[string]string{
		`{"object":"a"}`: "has no t",
		`{"t":1`:         "ends too early",
		`{"t":"1"}`:      "number is expected",
		`{"t":1e999}`:    "no number",
		`{"t":NaN}`:      "number is expected",
		`{"t":1}x`:       "something follows",
		`{"t":1,"object":"a","finger":"L","points":[{"f":[0,0,0]}]}`:                           "without p",
		`{"t":1,"object":"a","finger":"L","points":[{"p":[0,0]}]}`:                             "2 numbers where 3",
		`{"t":1,"object":"a","finger":"L","points":[{"p":[0,0,0],"f":[1,0,0]},{"p":[0,0,0]}]}`: "1 of 2 points",
		`{"t":1,"object":"a","finger":"L","points":[],"X_WF":[0,0,0,0,0,0,0]}`:                 "a rotation",
		`{"t":1,"object":"a","points":[]}`:                                                     "needs object and finger",
		`{"t":1,"ack":"leg","ok":true}`:                                                        "arm",
		`{"t":1,"release":"arm"}`:                                                              "held object",
		`{"t":1,"release":"leg"}`:                                                              "arm",
		`{"t":1,"attach":"arm"}`:                                                               "object must name",
		`{"poses":{"palm":[0,0,0,0,0,0,1]},"t":1}`:                                             "write t first",
		`{"t":1,"x":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`:              "levels",
		`[1]`:                            "expected",
		"{\"t\":1,\"object\":\"a\x01\"}": "control character",
		`{"t":1,"object":"` + strings.Repeat("a", 2000) + `","finger":"L","points":[{"p":[0,0,0]}]}`: "UNKNOWN_NAME",
		strings.Repeat(" ", 10) + strings.Repeat("[", maxLine+1):                                     "at most",
	} {
		s := open(t, graspfix.Default, Plain, willing{})
		s.feed(t, line+"\n"+windows(6, 2, 0, 1))
		if len(s.said) == 0 || !strings.Contains(s.said[0], want) {
			t.Errorf("%.80s: %q, want %q", line, s.said, want)
		}
		if len(s.events) == 0 {
			t.Errorf("%.80s: the lines after it are lost", line)
		}
	}
}

// willing is an actuator that does what it is told.
type willing struct{}

func (willing) Attach(graspfix.Weld) error { return nil }
func (willing) Detach(graspfix.Weld) error { return nil }

func TestUntil(t *testing.T) {
	s := open(t, graspfix.Default, Plain, nil)
	s.r.Until = 1
	s.feed(t, windows(10, 0, 0, 1))
	if v := s.fix.Explain(boxName, "arm"); v.Code != graspfix.Counting || v.Counter != 5 {
		t.Errorf("%v", v)
	}
}

func TestCommander(t *testing.T) {
	var out bytes.Buffer
	c := &Commander{Out: &out}
	s := open(t, graspfix.Default, Plain, c)
	c.Now = s.fix.Now
	s.feed(t, windows(6, 0, 0, 1))
	var l map[string]any
	if err := json.Unmarshal(out.Bytes(), &l); err != nil || l["command"] != "attach" || l["object"] != boxName || l["arm"] != "arm" || l["t"] != 1.2 {
		t.Errorf("%s, %v", out.String(), err)
	}
	if len(s.events) != 0 {
		t.Errorf("attached before it was acknowledged: %s", s.log())
	}
	s.feed(t, `{"t":1.21,"ack":"arm","ok":true}`+"\n")
	if got := s.log(); got != "1.2 attach arm gripped; " {
		t.Errorf("%s, %q", got, s.said)
	}
	out.Reset()
	s.feed(t, `{"t":1.3,"release":"arm"}`+"\n")
	if !strings.Contains(out.String(), `"command":"detach"`) || len(s.events) != 2 {
		t.Errorf("%s, %s", out.String(), s.log())
	}
	// A refusal is kept for the answer, by hand it can be attached.
	s.feed(t, windows(6, 1.4, 0, 1)+`{"t":2.6,"ack":"arm","error":"no such body"}`+"\n")
	if v := s.fix.Explain(boxName, "arm"); v.Code != graspfix.ActuatorRefused || !strings.Contains(v.Text, "no such body") {
		t.Errorf("%v", v)
	}
}

func TestGzCommander(t *testing.T) {
	var out bytes.Buffer
	w := graspfix.Weld{ObjectModel: "box", ObjectLink: "box::link"}
	g := &GzCommander{Out: &out, Model: "robot"}
	if err := g.Attach(w); err != nil {
		t.Fatal(err)
	}
	g.Dynamic = true
	if err := g.Detach(w); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"-t /model/robot/detachable_joint/attach -m gz.msgs.Empty", `child_model_name: "box" child_link_name: "link" command: 2`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s, want %s", out.String(), want)
		}
	}
	w.ObjectModel = "box'; rm -rf /; '"
	if err := g.Attach(w); err == nil {
		t.Error("a hostile name went into a shell command")
	}
}

// gz-sim: names the sensor's side first, gives the force on the engine's first body, sends nothing when nothing touches.
func TestGzSim(t *testing.T) {
	contacts := func(at float64, n int) string {
		var b strings.Builder
		for range n {
			for _, f := range []struct {
				name string
				x    float64
			}{{"robot::L::c", -1}, {"robot::R::c", 1}} {
				ns := int64(at*1e9 + 0.5)
				fmt.Fprintf(&b, `{"header":{"stamp":{"sec":"%d","nsec":%d}},"contact":[{"collision1":{"id":"8","name":"%s"},"collision2":{"id":"20","name":"%s"},"position":[{"x":%g}],"normal":[{"x":-1}],"depth":[0.0001],"wrench":[{"body1Wrench":{"force":{"x":-5},"torque":{}},"body2Wrench":{"force":{"x":5},"torque":{}}}]}]}`+"\n",
					ns/1e9, ns%1e9, f.name, boxName, 0.02*f.x)
			}
		}
		return b.String()
	}
	clock := func(at float64) string {
		ns := int64(at*1e9 + 0.5)
		return fmt.Sprintf(`{"system":{"sec":"1"},"sim":{"sec":"%d","nsec":%d}}`+"\n", ns/1e9, ns%1e9)
	}
	poses := func(at, d float64) string {
		ns := int64(at*1e9 + 0.5)
		return fmt.Sprintf(`{"header":{"stamp":{"sec":"%d","nsec":%d}},"pose":[{"name":"robot::L","position":{"x":%g},"orientation":{"w":1}},{"name":"robot::R","position":{"x":%g},"orientation":{"w":1}},{"name":"box::link","position":{},"orientation":{"w":1}}]}`+"\n",
			ns/1e9, ns%1e9, -0.03-d, 0.03+d)
	}
	s := open(t, graspfix.Default, Gz, nil)
	var in strings.Builder
	for k := range 10 {
		at := 0.2 * float64(k)
		in.WriteString(poses(at+0.05, 0) + contacts(at+0.1, 3))
	}
	for k := 10; k < 16; k++ {
		at := 0.2 * float64(k)
		in.WriteString(poses(at+0.05, 0.006) + clock(at+0.2))
	}
	s.feed(t, in.String())
	if got := s.log(); got != "1.2 attach arm gripped; 3.0 detach arm released_geometry; " {
		t.Errorf("%s, %q, %v", got, s.said, s.fix.Explain(boxName, "arm"))
	}
	for line, want := range map[string]string{`{"a":1}`: "neither", `{`: "unexpected end", `{"contact":[{}]}`: "no stamp", `{"sim":{"sec":"x"}}`: "whole number"} {
		s := open(t, graspfix.Default, Gz, nil)
		s.feed(t, line+"\n")
		if len(s.said) != 1 || !strings.Contains(s.said[0], want) {
			t.Errorf("%s: %q", line, s.said)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add([]byte(windows(2, 0, 0, 2)))
	f.Add([]byte(`{"t":1,"poses":{"palm":[0,0,0,0,0,0,1]},"gone":"x","x":[{},"\ud83d\ude00",null,true]}`))
	f.Add([]byte(`{"t":-1e300}` + "\n" + `{"t":1,"object":"a\"b","finger":"L","points":[{"p":[0,0,0],"f":null}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := open(t, graspfix.Default, Plain, nil)
		for _, line := range bytes.Split(in, []byte("\n")) {
			line = bytes.TrimSpace(line)
			// What the reader accepts is JSON.
			if _, err := s.r.plain(line); err == nil && !json.Valid(line) {
				t.Errorf("accepted, though it is no JSON: %q", line)
			}
		}
		s.r.Flush()
		s.fix.ExplainAll()
	})
}

func FuzzGz(f *testing.F) {
	f.Add([]byte(`{"header":{"stamp":{"sec":"1","nsec":5}},"contact":[{"collision1":{"id":"8","name":"L"},"position":[{"x":1}],"wrench":[{"body1Wrench":{"force":{"x":-5}}}]}]}`))
	f.Add([]byte(`{"sim":{"sec":9223372036854775807}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := open(t, graspfix.Default, Gz, nil)
		s.feed(t, string(in))
		s.fix.ExplainAll()
	})
}

// BenchmarkLine is decoding and intake of one contact line of four points. BenchmarkStandardLibrary decodes the same line into a
// struct with encoding/json, and does no more.
func BenchmarkLine(b *testing.B) {
	s := open(b, graspfix.Default, Plain, nil)
	line := []byte(touch(0.1, "L", 4, 0))
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		s.r.Line(line)
	}
}

func BenchmarkStandardLibrary(b *testing.B) {
	line := []byte(touch(0.1, "L", 4, 0))
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		var l struct {
			T              float64
			Object, Finger string
			Points         []struct{ P, F []float64 }
			X_WF, X_WO     []float64
			Static         bool
		}
		if err := json.Unmarshal(line, &l); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLineAllocFree(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	s := open(t, graspfix.Default, Plain, nil)
	line := []byte(touch(0.1, "L", 4, 0))
	s.r.Line(line)
	if n := testing.AllocsPerRun(100, func() { s.r.Line(line) }); n != 0 {
		t.Errorf("%g allocations a line", n)
	}
}

// S7, S8: a consumer that stands still does not lose events, and input is taken no faster than it is used: a pipe blocks.
func TestS8_SlowConsumer(t *testing.T) {
	in, feed := io.Pipe()
	events, out := io.Pipe()
	p, err := graspfix.Preset(graspfix.Default)
	if err != nil {
		t.Fatal(err)
	}
	cfg := &graspfix.Config{Params: p, Arms: []graspfix.Arm{{Name: "arm", Palm: "palm", Links: []string{"L", "R"}}}}
	cfg.Check()
	fix, err := graspfix.New(cfg, nil, graspfix.Hooks{OnEvent: func(e graspfix.Event) {
		if err := WriteLine(out, NewEventLine(e)); err != nil {
			t.Error(err)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		err := NewReader(fix, Plain).Run(in, nil)
		out.Close()
		done <- err
	}()
	go func() {
		for k := range 20 {
			at := 6 * float64(k)
			if _, err := io.WriteString(feed, windows(10, at, 0, 1)+windows(10, at+2, 0.006, 0)); err != nil {
				t.Error(err)
			}
		}
		feed.Close()
	}()
	// Nothing is read until the writer stands still in its first event.
	d := json.NewDecoder(events)
	var seq []uint64
	for {
		var l EventLine
		if err := d.Decode(&l); err != nil {
			break
		}
		seq = append(seq, l.Seq)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if len(seq) != 40 {
		t.Fatalf("%d events, want 40", len(seq))
	}
	for i, s := range seq {
		if s != uint64(i+1) {
			t.Errorf("event %d is number %d", i, s)
		}
	}
}
