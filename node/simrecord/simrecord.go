// Package simrecord writes grip experiments of the simulated world to a recording, with messages that existing tools show.
//
// Topics: /tf (world to palm and object), /joint_states (the gap), /pads (std_msgs/Float64MultiArray: normal force of each cell, N,
// by finger), /hand/force_left, /hand/force_right and /hand/target (std_msgs/Float64, N), /hand/slip (std_msgs/Bool, on change),
// /hand/mode and /phase (std_msgs/String, on change), /outcome (std_msgs/String: a trial's result as JSON).
package simrecord

import (
	"encoding/json"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/tf2_msgs"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/sim"
)

// pause is between the trials of a recording, ns; it begins with one, since a ROS time of 0 means none.
const pause = 1e9

// Recorder writes trials one behind the other on one time axis. A step allocates nothing after the first of a trial.
type Recorder struct {
	sink  bag.Sink
	conns map[string]uint32
	start int64 // of the trial, ns
	now   int64

	trial  int
	phase  pick.Phase
	mode   hand.Mode
	slip   bool
	seq    uint32
	buf    []byte
	tf     tf2_msgs.TFMessage
	joints sensor_msgs.JointState
	pads   std_msgs.Float64MultiArray
	number std_msgs.Float64
}

// New writes to a sink, which stays the caller's to close.
func New(sink bag.Sink) *Recorder { return &Recorder{sink: sink, conns: map[string]uint32{}} }

// put writes a message of now.
func (r *Recorder) put(topic string, m ros.Message) error {
	id, known := r.conns[topic]
	if !known {
		var err error
		if id, err = r.sink.Connect(bag.Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition(), Caller: "/holdfast_sim"}); err != nil {
			return err
		}
		r.conns[topic] = id
	}
	r.buf = m.AppendROS(r.buf[:0])
	return r.sink.Write(id, r.now, r.buf)
}

// Step records a step of a trial.
func (r *Recorder) Step(trial int, w *sim.World, st *hand.Status, p pick.Phase) error {
	s := &w.State
	first := trial != r.trial
	if first {
		r.trial = trial
		r.start = r.now + pause
		r.prepare(w)
	}
	r.now = r.start + int64(s.Time*1e9)
	stamp := wire.Time{Sec: uint32(r.now / 1e9), Nsec: uint32(r.now % 1e9)}
	r.seq++
	header := std_msgs.Header{Seq: r.seq, Stamp: stamp, FrameID: "world"}

	r.tf.Transforms[0].Header, r.tf.Transforms[1].Header = header, header
	r.tf.Transforms[0].Transform = geomsgs.Transform(s.X_WG)
	r.tf.Transforms[1].Transform = geomsgs.Transform(s.Bodies[0].X_WO)
	if err := r.put("/tf", &r.tf); err != nil {
		return err
	}
	r.joints.Header = header
	r.joints.Position[0], r.joints.Velocity[0], r.joints.Effort[0] = s.Gap, s.GapVel, s.Effort
	if err := r.put("/joint_states", &r.joints); err != nil {
		return err
	}
	n := copy(r.pads.Data, s.Normal[0])
	copy(r.pads.Data[n:], s.Normal[1])
	if err := r.put("/pads", &r.pads); err != nil {
		return err
	}
	for _, v := range [...]struct {
		topic string
		value float64
	}{{"/hand/force_left", st.Force[0]}, {"/hand/force_right", st.Force[1]}, {"/hand/target", st.Target}} {
		r.number.Data = v.value
		if err := r.put(v.topic, &r.number); err != nil {
			return err
		}
	}
	return r.changes(first, st, p)
}

// changes records what changes seldom.
func (r *Recorder) changes(first bool, st *hand.Status, p pick.Phase) error {
	if first || p != r.phase {
		r.phase = p
		if err := r.put("/phase", &std_msgs.String{Data: p.String()}); err != nil {
			return err
		}
	}
	if first || st.Mode != r.mode {
		r.mode = st.Mode
		if err := r.put("/hand/mode", &std_msgs.String{Data: st.Mode.String()}); err != nil {
			return err
		}
	}
	if first || st.Slip != r.slip {
		r.slip = st.Slip
		return r.put("/hand/slip", &std_msgs.Bool{Data: st.Slip})
	}
	return nil
}

// End records what came of a trial, as JSON.
func (r *Recorder) End(outcome any) error {
	doc, err := json.Marshal(outcome)
	if err != nil {
		return err
	}
	return r.put("/outcome", &std_msgs.String{Data: string(doc)})
}

// prepare makes the messages of a trial.
func (r *Recorder) prepare(w *sim.World) {
	cells := len(w.State.Normal[0])
	r.tf.Transforms = []geometry_msgs.TransformStamped{{ChildFrameID: "palm"}, {ChildFrameID: "object"}}
	r.joints = sensor_msgs.JointState{Name: []string{"gap"}, Position: make([]float64, 1), Velocity: make([]float64, 1), Effort: make([]float64, 1)}
	r.pads = std_msgs.Float64MultiArray{Data: make([]float64, cells+len(w.State.Normal[1])),
		Layout: std_msgs.MultiArrayLayout{Dim: []std_msgs.MultiArrayDimension{{Label: "finger", Size: 2, Stride: uint32(2 * cells)}, {Label: "cell", Size: uint32(cells), Stride: uint32(cells)}}}}
}
