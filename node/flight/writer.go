package flight

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/tf2_msgs"
	"github.com/holdfast-robotics/holdfast/node/handmsg"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Epoch is the time at which the records of simulated attempts begin, ns: a ROS time of 0 would mean none.
const Epoch = int64(1e9)

// writer writes one record. Its first error stays and comes back from close.
type writer struct {
	w     *bag.Writer
	path  string
	start int64 // ns
	dt    float64
	first uint64 // number of the tick before the first
	began bool

	conns map[string]uint32
	buf   []byte
	order uint32
	now   int64
	err   error

	told  tape.Decision
	tick  holdfast_msgs.HandTick
	known holdfast_msgs.GraspTruth
	tf    tf2_msgs.TFMessage
}

// create begins a record. It fails where a file of that name exists.
func create(path string, start int64, h Head, t *tape.Tape) (*writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fault.New("record attempt", filepath.Dir(path), fault.Permission, "%w", err)
	}
	b, err := bag.Create(path, bag.Options{Format: bag.MCAP, Compression: bag.Zstd, ChunkSize: 256 << 10})
	if err != nil {
		return nil, err
	}
	w := &writer{w: b, path: path, start: start, now: start, dt: t.Dt, conns: map[string]uint32{}}
	h.Format, h.Version, h.Dt, h.Layout, h.State = Format, Version, t.Dt, t.Layout, t.State
	if w.text(topicHead, h); w.err != nil {
		w.w.Close()
		return nil, w.err
	}
	w.settings(0, &t.Params)
	return w, w.err
}

func (w *writer) stamp() wire.Time {
	return wire.Time{Sec: uint32(w.now / 1e9), Nsec: uint32(w.now % 1e9)}
}

// put writes a message of now.
func (w *writer) put(topic string, m ros.Message) {
	if w.err != nil {
		return
	}
	id, known := w.conns[topic]
	if !known {
		latching := topic == topicHead || topic == topicSettings || topic == topicCloud || topic == topicObjects || topic == topicGrasps || topic == topicOutcome
		if id, w.err = w.w.Connect(bag.Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition(), Caller: "/holdfast_flight", Latching: latching}); w.err != nil {
			return
		}
		w.conns[topic] = id
	}
	w.buf = m.AppendROS(w.buf[:0])
	w.err = w.w.Write(id, w.now, w.buf)
}

// text writes a value as JSON.
func (w *writer) text(topic string, v any) {
	doc, err := json.Marshal(v)
	if err != nil {
		w.err = fault.New("record attempt", topic, fault.Invalid, "%w", err)
		return
	}
	w.put(topic, &std_msgs.String{Data: string(doc)})
}

// log writes a line of the log.
func (w *writer) log(level int8, text string) {
	w.put(topicLog, &rosgraph_msgs.Log{Header: std_msgs.Header{Stamp: w.stamp()}, Level: level, Name: "/hand", Msg: text})
}

// phase writes the phase of a pick.
func (w *writer) phase(number int32, name string) {
	w.put(topicPhase, &manipulation_msgs.ManipulationPhase{Phase: number})
	w.log(rosgraph_msgs.LogInfo, "phase: "+name)
}

// settings writes what is in force from the tick after a number on.
func (w *writer) settings(tick uint64, p *hand.Params) {
	m := holdfast_msgs.HandSettings{Header: w.header(), Tick: tick}
	q := *p
	for _, v := range param.Over(&q).All() {
		m.Names, m.Values = append(m.Names, v.Name), append(m.Values, v.String())
	}
	w.put(topicSettings, &m)
}

func (w *writer) header() std_msgs.Header {
	w.order++
	return std_msgs.Header{Seq: w.order, Stamp: w.stamp(), FrameID: "palm"}
}

// command writes an order that comes after the tick of a number.
func (w *writer) command(tick uint64, c *hand.Command) {
	m := handmsg.Command(c)
	m.Header, m.Tick = w.header(), tick
	w.put(topicCommand, &m)
}

// step writes a tick. The cells of the reading count where its frame is new.
func (w *writer) step(st *hand.Status, r *hand.Reading, fresh bool) {
	if !w.began {
		w.began, w.first = true, st.Ticks-1
	}
	w.now = w.start + int64(float64(st.Ticks-w.first)*w.dt*1e9+0.5)
	d, m := tape.Of(st), &w.tick
	m.Header.Seq, m.Header.Stamp, m.Header.FrameID = uint32(st.Ticks), w.stamp(), "palm"
	m.Tick, m.Time, m.Gap, m.GapVel, m.Effort, m.Halted, m.Frame, m.Shear = st.Ticks, r.Time, r.Gap, r.GapVel, r.Effort, r.Halted, r.Frame, r.Shear
	m.Left, m.Right, m.Accel = m.Left[:0], m.Right[:0], m.Accel[:0]
	if fresh {
		m.Left, m.Right = append(m.Left, r.Cells[0]...), append(m.Right, r.Cells[1]...)
	}
	for _, a := range r.Accel {
		m.Accel = append(m.Accel, geomsgs.Vector3(a))
	}
	m.Commanded, m.SetPoint, m.Target, m.Force, m.Contact = d.Effort, d.SetPoint, d.Target, d.Force, d.Contact
	m.Mode, m.Stage, m.Why, m.Fault = int8(d.Mode), uint8(d.Stage), uint8(d.Why), uint8(d.Fault)
	m.Motor, m.Watch = goal(d.Motor), goal(d.Watch)
	m.Slips, m.Slip, m.Reached, m.Limited, m.Deformed, m.Empty, m.Triggered = d.Slips, d.Slip, d.Reached, d.Limited, d.Deformed, d.Empty, d.Triggered
	w.put(topicTick, m)
	if t := &w.told; t.Mode != d.Mode || t.Stage != d.Stage || t.Why != d.Why || t.Fault != d.Fault || t.Motor != d.Motor || t.Empty != d.Empty || t.Slip != d.Slip || t.Triggered != d.Triggered {
		level := rosgraph_msgs.LogInfo
		if d.Fault != hand.NoReason {
			level = rosgraph_msgs.LogWarn
		}
		w.log(level, st.Describe())
	}
	w.told = d
}

func goal(g tape.GoalEnd) [3]uint8 { return [3]uint8{uint8(g.Verb), uint8(g.State), uint8(g.Reason)} }

// truth writes what a simulated world knows of the last tick.
func (w *writer) truth(tick uint64, t *tape.Truth) {
	m := &w.known
	m.Header.Seq, m.Header.Stamp, m.Header.FrameID, m.Tick = uint32(tick), w.stamp(), "palm", tick
	m.Force, m.Slide, m.Struck, m.Supported, m.Crushed = t.Force, t.Slide, t.Struck, t.Supported, t.Crushed
	w.put(topicTruth, m)
}

// end writes the outcome and the index.
func (w *writer) end(o *Outcome) error {
	if o != nil {
		w.text(topicOutcome, o)
	}
	return w.close()
}

func (w *writer) close() error {
	err := w.w.Close()
	if w.err != nil {
		err = w.err
	}
	return fault.Wrap("record attempt", w.path, err)
}
