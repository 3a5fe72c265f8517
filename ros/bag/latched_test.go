package bag

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
)

// A part of a recording begins with what a subscriber who came then would get: the last message of each connection that latches.
func TestLatchedBefore(t *testing.T) {
	text := func(s string) string { return string((&std_msgs.String{Data: s}).AppendROS(nil)) }
	conn := func(topic, caller string, latching bool) Conn {
		c := connOf(topic, (*std_msgs.String)(nil))
		c.Caller, c.Latching = caller, latching
		return c
	}
	conns := []Conn{conn("/map", "/a", true), conn("/map", "/b", true), conn("/tf_static", "/a", false), conn("/chatter", "/a", false), conn("/late", "/a", true)}
	for _, format := range []Format{MCAP, Rosbag} {
		path := filepath.Join(t.TempDir(), "rec."+string(format))
		w, err := Create(path, Options{Format: format, ChunkSize: 64, Compression: None})
		if err != nil {
			t.Fatal(err)
		}
		var ids []uint32
		for _, c := range conns {
			id, err := w.Connect(c)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		for i, m := range []struct {
			conn int
			data string
		}{{1, "b1"}, {0, "a1"}, {2, "static"}, {3, "said"}, {0, "a2"}, {3, "heard"}, {4, "late"}, {0, "a3"}} {
			if err := w.Write(ids[m.conn], int64(i+1)*1e9, []byte(text(m.data))); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := openFile(t, path)
		heard := func(q Query) (list []string) {
			for m, err := range r.Messages(q) {
				if err != nil {
					t.Fatal(err)
				}
				if m.Time < q.From {
					t.Errorf("%v: %s at %d, before the part begins", format, m.Data[4:], m.Time)
				}
				list = append(list, string(m.Data[4:])+" of "+m.Conn.Caller)
			}
			return list
		}
		check := func(q Query, want ...string) {
			t.Helper()
			if got := heard(q); !slices.Equal(got, want) {
				t.Errorf("%v: %q, want %q", format, got, want)
			}
		}
		check(Query{From: 6e9, Latched: true}, "b1 of /b", "static of /a", "a2 of /a", "heard of /a", "late of /a", "a3 of /a")
		check(Query{From: 6e9}, "heard of /a", "late of /a", "a3 of /a")
		check(Query{From: 1e9, To: 3e9, Latched: true}, "b1 of /b", "a1 of /a")
		check(Query{From: 7e9, Latched: true, Topics: []string{"/map"}}, "b1 of /b", "a2 of /a", "a3 of /a")
		check(Query{From: 7e9, Latched: true, Match: func(c *Conn) bool { return c.Caller == "/b" }}, "b1 of /b")
		check(Query{From: 99e9, Latched: true}, "b1 of /b", "static of /a", "late of /a", "a3 of /a")
		for range r.Messages(Query{From: 6e9, Latched: true}) {
			break // may be left at any message
		}

		// What is damaged before the part is told, as anywhere else.
		if format == Rosbag {
			continue // has no checksums
		}
		bad, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad[bytes.LastIndex(bad[:len(bad)/2], []byte("static"))] ^= 1
		r, err = NewReader(bytes.NewReader(bad), int64(len(bad)))
		if err != nil {
			t.Fatal(err)
		}
		var first error
		for _, err := range r.Messages(Query{From: 6e9, Latched: true}) {
			if first == nil {
				first = err
			}
		}
		if fault.KindOf(first) != fault.Invalid {
			t.Errorf("damage before the part: %v", first)
		}
	}
}
