package graspfix

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

// recorder writes messages at times in seconds.
type recorder struct {
	t   *testing.T
	w   *bag.Writer
	ids map[string]uint32
}

func newRecorder(t *testing.T, path string) *recorder {
	t.Helper()
	w, err := bag.Create(path, bag.Options{ChunkSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	return &recorder{t, w, map[string]uint32{}}
}

func (r *recorder) write(topic string, at float64, m ros.Message) {
	r.t.Helper()
	id, known := r.ids[topic]
	if !known {
		var err error
		if id, err = r.w.Connect(bag.Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition()}); err != nil {
			r.t.Fatal(err)
		}
		r.ids[topic] = id
	}
	if err := r.w.Write(id, stamp(at).Nanos(), m.AppendROS(nil)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *recorder) open(path string) *bag.Reader {
	r.t.Helper()
	if err := r.w.Close(); err != nil {
		r.t.Fatal(err)
	}
	b, err := bag.Open(path)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { b.Close() })
	return b
}

func at(x float64) geometry_msgs.Pose {
	return geometry_msgs.Pose{Position: geometry_msgs.Point{X: x}, Orientation: geometry_msgs.Quaternion{W: 1}}
}

// A recording of a grip and a release gives what the live topics give, in both formats: with /clock, and with the stamps of the
// sensors' empty messages alone.
func TestReplay(t *testing.T) {
	for _, name := range []string{"r.mcap", "r.bag"} {
		for _, clock := range []bool{true, false} {
			t.Run(fmt.Sprint(name, " clock ", clock), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), name)
				rec := newRecorder(t, path)
				for k := range 80 {
					now := 0.05 * float64(k+1)
					open := 0.0
					g := grip(now)
					if now > 2 {
						open, g.States = 0.006, nil
					}
					rec.write("/gazebo/link_states", now-0.01, &gazebo_msgs.LinkStates{Name: []string{"robot::L", "robot::R", "box::link"}, Pose: []geometry_msgs.Pose{at(-0.03 - open), at(0.03 + open), at(0)}, Twist: make([]geometry_msgs.Twist, 3)})
					rec.write("/left", now, g)
					if clock {
						rec.write("/clock", now+1e-6, &rosgraph_msgs.Clock{Clock: stamp(now)})
					}
					rec.write("/chatter", now, &std_msgs.String{Data: "not of interest"})
				}
				var log []string
				f, err := graspfix.New(config(t), nil, graspfix.Hooks{OnEvent: func(e graspfix.Event) { log = append(log, fmt.Sprintf("%v %v @%.1f", e.Kind, e.Reason, e.T)) }})
				if err != nil {
					t.Fatal(err)
				}
				r := rec.open(path)
				if err := Replay(f, r, ReplayOptions{}); err != nil {
					t.Fatal(err)
				}
				if got := strings.Join(log, ", "); got != "attach gripped @1.2, detach released_geometry @3.0" {
					t.Error(got)
				}
				// Up to a time, and by topic.
				f, err = graspfix.New(config(t), nil, graspfix.Hooks{})
				if err != nil {
					t.Fatal(err)
				}
				if err := Replay(f, r, ReplayOptions{Until: 0.85, Contacts: []string{"/left"}}); err != nil {
					t.Fatal(err)
				}
				if v := f.Explain(boxName, "arm"); v.Code != graspfix.Counting || v.Counter != 4 {
					t.Error(v)
				}
				if err := Replay(f, r, ReplayOptions{Contacts: []string{"/right"}}); fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "/left (gazebo_msgs/ContactsState)") {
					t.Error(err)
				}
			})
		}
	}
}

func TestReplayRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.mcap")
	rec := newRecorder(t, path)
	if _, err := rec.w.Connect(bag.Conn{Topic: "/left", Type: "gazebo_msgs/ContactsState", MD5: "00000000000000000000000000000000", Definition: "int32 other\n"}); err != nil {
		t.Fatal(err)
	}
	f, err := graspfix.New(config(t), nil, graspfix.Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Replay(f, rec.open(path), ReplayOptions{}); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "/left") {
		t.Error(err)
	}
}
