// Package bag reads and writes recordings of ROS 1 messages: MCAP with the ros1 profile, and rosbag 2.0.
//
//	r, err := bag.Open("pick.mcap")
//	for m, err := range r.Messages(bag.Query{Topics: []string{"/joint_states"}}) { ... }
//
//	w, err := bag.Create("out.bag", bag.Options{})
//	conn, err := w.Connect(bag.Conn{Topic: "/chatter", Type: "std_msgs/String", MD5: sum, Definition: text})
//	err = w.Write(conn, stamp, bytes)
//
// Both formats hold chunks of records, each compressed on its own, and an index behind them. A recording is untrusted input: sizes that it
// states are believed only as far as the bytes are there, and memory stays bounded whatever a file says. A file that ends
// early, or has no index, opens all the same: its chunks are found by walking along it, and Reader.Damage says what is missing.
//
// Sources of the formats: mcap.dev/spec, wiki.ros.org/Bags/Format/2.0.
package bag

import (
	"path/filepath"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// Format of a recording.
type Format string

const (
	MCAP   Format = "mcap"
	Rosbag Format = "bag" // version 2.0
)

// FormatOf tells the format from a file's name.
func FormatOf(path string) (Format, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mcap":
		return MCAP, nil
	case ".bag":
		return Rosbag, nil
	}
	return "", fault.New("record", path, fault.Invalid, "the name of a recording ends in .mcap or .bag")
}

// Compression of chunks.
type Compression string

const (
	None Compression = "none"
	LZ4  Compression = "lz4"
	Zstd Compression = "zstd" // MCAP only
	BZ2  Compression = "bz2"  // rosbag only, and only read
)

// Encodings of messages and definitions in ROS 1 recordings. MCAP files may hold others, which are passed on as they are.
const (
	ROS1    = "ros1"
	ROS1Msg = "ros1msg"
)

// Limits on what a file may ask for.
const (
	MaxChunk   = 1 << 30   // bytes of a chunk, decompressed
	MaxConns   = 1 << 16   // connections
	maxRecord  = 64 << 20  // bytes of a record that is not a chunk or a message
	maxChunks  = 1 << 21   // chunks of a file
	maxTexts   = 128 << 20 // bytes of all descriptions of connections
	openChunks = 256 << 20 // bytes of chunks that are kept decompressed while messages are put in order
	maxLatched = 256 << 20 // bytes of latched messages from before a part
)

// Conn is what messages of one topic from one publisher have in common: a connection of rosbag, a channel of MCAP.
type Conn struct {
	Topic      string
	Type       string // "std_msgs/String"
	MD5        string
	Definition string // with those of all types that it refers to
	Caller     string // node that published; may be empty
	Latching   bool
	Header     map[string]string // the rest of the connection header

	Encoding string // of the messages; "" is ROS1
	Schema   string // of the definition; "" is ROS1Msg
}

// ros1 reports whether the messages are ROS 1 bytes.
func (c *Conn) ros1() bool {
	return (c.Encoding == "" || c.Encoding == ROS1) && (c.Schema == "" || c.Schema == ROS1Msg)
}

// size is about what a description takes.
func (c *Conn) size() int {
	n := len(c.Topic) + len(c.Type) + len(c.Definition)
	for k, v := range c.Header {
		n += len(k) + len(v)
	}
	return n
}

// complete fills in the MD5 sum where a file has none.
func (c *Conn) complete() {
	if c.MD5 != "" || c.Definition == "" || !c.ros1() {
		return
	}
	if set, err := msgdef.ParseDefinition(c.Type, c.Definition); err == nil {
		c.MD5, _ = set.MD5(c.Type)
	}
}

// Message is one recorded message.
type Message struct {
	Conn *Conn
	Time int64  // of receipt, nanoseconds since 1970 or of simulated time
	Data []byte // valid until the next message is asked for
}

// Metadata is a named list of texts. MCAP alone has them.
type Metadata struct {
	Name   string
	Values map[string]string
}
