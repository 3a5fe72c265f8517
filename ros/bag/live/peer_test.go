package live

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

const rosbagTools = "/usr/lib/rosbag/"

// numbered writes a bag of n texts, 1 ms apart.
func numbered(t *testing.T, path string, n int) *bag.Reader {
	t.Helper()
	w, err := bag.Create(path, bag.Options{ChunkSize: 2000})
	if err != nil {
		t.Fatal(err)
	}
	s := (*std_msgs.String)(nil)
	id, err := w.Connect(bag.Conn{Topic: "/talk", Type: s.TypeName(), MD5: s.MD5(), Definition: s.Definition(), Caller: "/someone"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := w.Write(id, 50e9+int64(i)*1e6, (&std_msgs.String{Data: fmt.Sprint(i)}).AppendROS(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := bag.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func numberedList(t *testing.T, list []told, n int) {
	t.Helper()
	if len(list) != n {
		t.Fatalf("%d messages, want %d", len(list), n)
	}
	for i, m := range list {
		if m.topic != "/talk" || m.text != fmt.Sprint(i) {
			t.Fatalf("message %d is %+v", i, m)
		}
	}
}

// The C++ recorder of rosbag records what we play, in each of its compressions, and we read it.
func TestRosbagRecords(t *testing.T) {
	peer.Need(t, peer.Bag)
	const count = 90 // the recorder drops what is more than 100 behind, and then waits for ever
	r := numbered(t, filepath.Join(t.TempDir(), "ours.mcap"), count)
	for _, how := range []string{"", "--lz4", "--bz2"} {
		m := startMaster(t)
		path := filepath.Join(t.TempDir(), "theirs.bag")
		args := []string{"-O", path, "--limit", strconv.Itoa(count), "/talk"}
		if how != "" {
			args = append([]string{how}, args...)
		}
		p := peer.Start(t, time.Minute, peer.Env(t, m.URI()), rosbagTools+"record", args...)
		n := newNode(t, m, "player", nil)
		for { // until it has subscribed
			state, err := n.Graph().GetSystemState(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(graph.Find(state.Subscribers, "/talk").Nodes) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		sum, err := Play(t.Context(), n, []*bag.Reader{r}, PlayOptions{Wait: 20 * time.Second})
		if err != nil || sum.Messages != count {
			t.Fatal(sum, err)
		}
		if out, err := p.Wait(); err != nil { // it ends after so many
			t.Fatal(out, err)
		}
		numberedList(t, listed(t, path), count)
	}
}

// The C++ player of rosbag plays what we wrote, and we record it.
func TestRosbagPlays(t *testing.T) {
	peer.Need(t, peer.Bag)
	m := startMaster(t)
	dir := t.TempDir()
	numbered(t, filepath.Join(dir, "ours.bag"), 500)
	done := make(chan error, 1)
	out := filepath.Join(dir, "again.mcap")
	subscribed := make(chan string, 1)
	go func() {
		_, err := Record(t.Context(), newNode(t, m, "recorder", nil), RecordOptions{Topics: []string{"/talk"}, Path: out, Messages: 500, Report: func(text string) { subscribed <- text }})
		done <- err
	}()
	<-subscribed
	peer.Run(t, time.Minute, peer.Env(t, m.URI()), rosbagTools+"play", "-q", "--wait-for-subscribers", filepath.Join(dir, "ours.bag"))
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	numberedList(t, listed(t, out), 500)
}
