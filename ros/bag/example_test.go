package bag_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "talk.mcap")

	w, err := bag.Create(path, bag.Options{Compression: bag.Zstd})
	if err != nil {
		log.Fatal(err)
	}
	m := &std_msgs.String{}
	id, err := w.Connect(bag.Conn{Topic: "/chatter", Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition(), Caller: "/talker"})
	if err != nil {
		log.Fatal(err)
	}
	for i, text := range []string{"close", "lift", "place"} {
		m.Data = text
		if err := w.Write(id, int64(i+1)*1e9, m.AppendROS(nil)); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := bag.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	for rec, err := range r.Messages(bag.Query{Topics: []string{"/chatter"}, From: 2e9}) {
		if err != nil {
			log.Fatal(err)
		}
		if err := m.DecodeROS(rec.Data); err != nil {
			log.Fatal(err)
		}
		fmt.Println(rec.Time/1e9, rec.Conn.Type, m.Data)
	}
	// Output:
	// 2 std_msgs/String lift
	// 3 std_msgs/String place
}
