package flight

import (
	"bytes"
	"testing"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

// FuzzRead reads records whose messages are any bytes, and plays what can be read: no panic, nothing unbounded.
func FuzzRead(f *testing.F) {
	dir, _ := trials(f, []string{"egg"}, 1)
	files, err := Find([]string{dir})
	if err != nil {
		f.Fatal(err)
	}
	r, err := bag.Open(files[0])
	if err != nil {
		f.Fatal(err)
	}
	topics := []ros.Message{new(std_msgs.String), new(holdfast_msgs.HandSettings), new(holdfast_msgs.HandTick), new(holdfast_msgs.HandCommand), new(holdfast_msgs.GraspTruth),
		new(manipulation_msgs.ManipulationPhase), new(rosgraph_msgs.Log), new(std_msgs.String)}
	names := []string{topicHead, topicSettings, topicTick, topicCommand, topicTruth, topicPhase, topicLog, topicOutcome}
	var seeds [8][]byte
	for i, name := range names {
		for m, err := range r.Messages(bag.Query{Topics: []string{name}}) {
			if err != nil {
				f.Fatal(err)
			}
			seeds[i] = bytes.Clone(m.Data)
			break
		}
	}
	r.Close()
	f.Add(seeds[0], seeds[1], seeds[2], seeds[3], seeds[4], seeds[5], seeds[6], seeds[7])
	f.Add(seeds[0], seeds[1], seeds[2], []byte{}, []byte{}, []byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, a, b, c, d, e, p, l, o []byte) {
		var file bytes.Buffer
		w, err := bag.NewWriter(&file, bag.Options{Compression: bag.None})
		if err != nil {
			t.Fatal(err)
		}
		for i, data := range [][]byte{a, b, c, d, e, p, l, o} {
			id, err := w.Connect(bag.Conn{Topic: names[i], Type: topics[i].TypeName(), MD5: topics[i].MD5(), Definition: topics[i].Definition()})
			if err != nil {
				t.Fatal(err)
			}
			if len(data) > 0 {
				if err := w.Write(id, Epoch, data); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		in, err := bag.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		rec, err := Read(in)
		if err != nil {
			return
		}
		_, _ = rec.Tape.Run(nil) // a state or a layout that is none is refused
		_, _ = rec.Tape.Run(func(p *hand.Params) error { p.Compat = !p.Compat; return nil })
	})
}
