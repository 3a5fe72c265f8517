package flight

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/handmsg"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// Record is a record that was read.
type Record struct {
	Path    string
	Start   int64 // ns
	Head    Head
	Outcome *Outcome // nil where the record was cut off
	Tape    tape.Tape
	Phases  []Phase
	Log     []Line
	// Missing are ticks that the recorder lost: a replay is then not exact.
	Missing uint64
	// Damage says what is wrong with the file, nothing when it is whole.
	Damage []string
}

// Phase is when a phase of the pick began, s after the start.
type Phase struct {
	Time float64 `json:"time_s"`
	Name string  `json:"name"`
}

// Line of the log, s after the start.
type Line struct {
	Time  float64
	Level int8
	Text  string
}

// Limits of a record, beyond those of package bag.
const (
	maxTicks  = 4 << 20 // over an hour
	maxOrders = 1 << 20
)

const opRead = "read flight record"

// Open reads a record. One that was cut off is read as far as it goes.
func Open(path string) (*Record, error) {
	r, err := bag.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rec, err := Read(r)
	if err != nil {
		return nil, fault.Wrap("", path, err)
	}
	rec.Path = path
	return rec, nil
}

// Read reads a record from a recording.
func Read(r *bag.Reader) (*Record, error) {
	rec := &Record{}
	for _, d := range r.Damage() {
		rec.Damage = append(rec.Damage, d.Error())
	}
	if err := rec.readHead(r); err != nil {
		return nil, err
	}
	in := reader{rec: rec}
	for m, err := range r.Messages(bag.Query{Topics: []string{topicTick, topicCommand, topicSettings, topicTruth, topicPhase, topicLog, topicOutcome}}) {
		if err == nil {
			err = in.take(&m)
		}
		if err != nil {
			return nil, err
		}
	}
	return rec, in.finish()
}

// readHead finds out whether this is a record, before all of it is read.
func (rec *Record) readHead(r *bag.Reader) error {
	for m, err := range r.Messages(bag.Query{Topics: []string{topicHead}}) {
		if err != nil {
			return err
		}
		var s std_msgs.String
		if err := decode(&m, &s); err != nil {
			return err
		}
		rec.Start = m.Time
		h := &rec.Head
		if err := json.Unmarshal([]byte(s.Data), h); err != nil || h.Format != Format {
			return fault.New(opRead, "", fault.Invalid, "%s is not the head of a flight record", topicHead)
		}
		if err := fault.Version(opRead, "", h.Version, 1, Version); err != nil {
			return err
		}
		rec.Tape.Dt, rec.Tape.Layout, rec.Tape.State = h.Dt, h.Layout, h.State
		return nil
	}
	return fault.New(opRead, "", fault.Invalid, "there is no %s: this is no flight record; holdfast demo --record makes some", topicHead)
}

func decode(m *bag.Message, into ros.Message) error {
	if m.Conn.Type != into.TypeName() || m.Conn.MD5 != into.MD5() {
		return fault.New(opRead, m.Conn.Topic, fault.Invalid, "it has type %s with MD5 sum %s; %s with %s is known", m.Conn.Type, m.Conn.MD5, into.TypeName(), into.MD5())
	}
	return fault.Wrap(opRead, m.Conn.Topic, into.DecodeROS(m.Data))
}

// reader gathers a record.
type reader struct {
	rec    *Record
	tick   holdfast_msgs.HandTick
	truth  holdfast_msgs.GraspTruth
	orders []numbered
	ticks  []uint64 // number of each
}

// numbered is an order with its place.
type numbered struct {
	tick uint64
	seq  uint32
	tape.Order
}

func (in *reader) since(t int64) float64 { return float64(t-in.rec.Start) * 1e-9 }

func (in *reader) take(m *bag.Message) error {
	rec := in.rec
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New(opRead, m.Conn.Topic, kind, format, args...)
	}
	if len(in.orders) >= maxOrders || len(rec.Log) >= maxOrders || len(rec.Phases) >= maxOrders {
		return bad(fault.TooLarge, "more than %d messages of a kind", maxOrders)
	}
	switch m.Conn.Topic {
	case topicTick:
		if err := decode(m, &in.tick); err != nil {
			return err
		}
		if len(rec.Tape.Ticks) >= maxTicks {
			return bad(fault.TooLarge, "more than %d ticks", maxTicks)
		}
		return in.step()
	case topicTruth:
		if err := decode(m, &in.truth); err != nil {
			return err
		}
		t := &in.truth
		if n := len(rec.Tape.Truth); n < len(in.ticks) && t.Tick == in.ticks[n] {
			rec.Tape.Truth = append(rec.Tape.Truth, tape.Truth{Force: t.Force, Slide: t.Slide, Struck: t.Struck, Supported: t.Supported, Crushed: t.Crushed})
		}
	case topicCommand:
		var c holdfast_msgs.HandCommand
		if err := decode(m, &c); err != nil {
			return err
		}
		cmd := handmsg.CommandOf(&c)
		in.orders = append(in.orders, numbered{c.Tick, c.Header.Seq, tape.Order{Command: &cmd}})
	case topicSettings:
		var s holdfast_msgs.HandSettings
		if err := decode(m, &s); err != nil {
			return err
		}
		p, err := settingsOf(&s)
		if err != nil {
			return err
		}
		in.orders = append(in.orders, numbered{s.Tick, s.Header.Seq, tape.Order{Params: p}})
	case topicPhase:
		var p manipulation_msgs.ManipulationPhase
		if err := decode(m, &p); err != nil {
			return err
		}
		rec.Phases = append(rec.Phases, Phase{in.since(m.Time), pick.Phase(p.Phase).String()})
	case topicLog:
		var l rosgraph_msgs.Log
		if err := decode(m, &l); err != nil {
			return err
		}
		rec.Log = append(rec.Log, Line{in.since(m.Time), l.Level, l.Msg})
	case topicOutcome:
		var s std_msgs.String
		if err := decode(m, &s); err != nil {
			return err
		}
		rec.Outcome = new(Outcome)
		if err := json.Unmarshal([]byte(s.Data), rec.Outcome); err != nil {
			return bad(fault.Invalid, "%w", err)
		}
	}
	return nil
}

// settingsOf reads settings; a parameter that this version does not know is an error, one that the record does not have is the default.
func settingsOf(s *holdfast_msgs.HandSettings) (*hand.Params, error) {
	if len(s.Names) != len(s.Values) {
		return nil, fault.New(opRead, topicSettings, fault.Invalid, "%d names and %d values", len(s.Names), len(s.Values))
	}
	p := new(hand.Params)
	set := param.Declare(p)
	for i, name := range s.Names {
		v, err := set.Get(name)
		if err == nil {
			err = v.Restore(s.Values[i])
		}
		if err != nil {
			return nil, fault.Wrap(opRead, topicSettings, err)
		}
	}
	return p, nil
}

// step takes a tick.
func (in *reader) step() error {
	t, m := &in.rec.Tape, &in.tick
	if n := len(in.ticks); n > 0 {
		last := in.ticks[n-1]
		if m.Tick <= last {
			return fault.New(opRead, topicTick, fault.Invalid, "tick %d comes after tick %d", m.Tick, last)
		}
		in.rec.Missing += m.Tick - last - 1
	}
	in.ticks = append(in.ticks, m.Tick)
	k := tape.Tick{
		Reading: hand.Reading{Time: m.Time, Gap: m.Gap, GapVel: m.GapVel, Effort: m.Effort, Halted: m.Halted, Frame: m.Frame, Shear: m.Shear},
		Decision: tape.Decision{
			Effort: m.Commanded, SetPoint: m.SetPoint, Target: m.Target, Force: m.Force, Slips: m.Slips, Mode: hand.Mode(m.Mode), Stage: hand.Stage(m.Stage),
			Why: hand.Reason(m.Why), Fault: hand.Reason(m.Fault), Motor: goalOf(m.Motor), Watch: goalOf(m.Watch), Contact: m.Contact,
			Slip: m.Slip, Reached: m.Reached, Limited: m.Limited, Deformed: m.Deformed, Empty: m.Empty, Triggered: m.Triggered,
		},
	}
	if len(m.Left)+len(m.Right) > 0 {
		k.Reading.Cells = [2][]float64{slices.Clone(m.Left), slices.Clone(m.Right)}
	}
	for _, a := range m.Accel {
		k.Reading.Accel = append(k.Reading.Accel, geomsgs.FromVector3(a))
	}
	t.Ticks = append(t.Ticks, k)
	return nil
}

func goalOf(g [3]uint8) tape.GoalEnd {
	return tape.GoalEnd{Verb: hand.Verb(g[0]), State: hand.GoalState(g[1]), Reason: hand.Reason(g[2])}
}

// finish puts the orders in their places.
func (in *reader) finish() error {
	t := &in.rec.Tape
	if n := len(t.Truth); n > 0 { // of a record that was cut off the truth may end a tick early
		t.Ticks = t.Ticks[:n]
	}
	if len(t.Ticks) == 0 {
		return fault.New(opRead, topicTick, fault.Invalid, "there is no tick")
	}
	slices.SortStableFunc(in.orders, func(a, b numbered) int { return cmp.Compare(a.seq, b.seq) })
	if len(in.orders) == 0 || in.orders[0].Params == nil {
		return fault.New(opRead, topicSettings, fault.Invalid, "the settings in force are missing")
	}
	t.Params = *in.orders[0].Params
	k := 0
	for _, o := range in.orders[1:] {
		for k < len(t.Ticks) && in.ticks[k] <= o.tick {
			k++
		}
		o.Before = k
		t.Orders = append(t.Orders, o.Order)
	}
	return nil
}

// Find lists the records that names stand for: files, and the .mcap files of folders, in the order of their names.
func Find(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, fault.File("find flight records", name, err)
		}
		if !info.IsDir() {
			out = append(out, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, fault.New("find flight records", name, fault.Permission, "%w", err)
		}
		n := len(out)
		for _, e := range entries {
			if !e.IsDir() && strings.EqualFold(filepath.Ext(e.Name()), ".mcap") {
				out = append(out, filepath.Join(name, e.Name()))
			}
		}
		if len(out) == n {
			return nil, fault.New("find flight records", name, fault.NotFound, "there is no .mcap file in this folder")
		}
	}
	return out, nil
}
