package stream

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// Messages of gz-sim as protobuf. The stream is a sequence of frames, each a length as varint and a message of two fields: 1, the
// name of the type ("gz.msgs.Contacts"), and 2, the message's bytes. That is what a subscriber of gz-transport gets of every raw
// message. Fields and their numbers are those of gz-msgs; torques and what else is not needed is skipped.

const (
	maxFrame = 64 << 20 // bytes
	maxNames = 1 << 16  // that are kept as texts
)

var errProto = errors.New("is no protobuf message")

// proto reads the fields of a message.
type proto struct {
	p   []byte
	bad bool
}

// next is the next field: its number, and its value or bytes. At the end, or where the message is broken, number is 0.
func (m *proto) next() (number int, value uint64, bytes []byte) {
	if len(m.p) == 0 || m.bad {
		return 0, 0, nil
	}
	tag, n := binary.Uvarint(m.p)
	if n <= 0 || tag>>3 == 0 || tag>>3 > 1<<29 {
		m.bad = true
		return 0, 0, nil
	}
	m.p = m.p[n:]
	take := func(k uint64) []byte {
		if k > uint64(len(m.p)) {
			m.bad = true
			return nil
		}
		b := m.p[:k]
		m.p = m.p[k:]
		return b
	}
	switch tag & 7 {
	case 0:
		value, n = binary.Uvarint(m.p)
		if n <= 0 {
			m.bad = true
		} else {
			m.p = m.p[n:]
		}
	case 1:
		if b := take(8); b != nil {
			value = binary.LittleEndian.Uint64(b)
		}
	case 2:
		k, n := binary.Uvarint(m.p)
		if n <= 0 {
			m.bad = true
			break
		}
		m.p = m.p[n:]
		bytes = take(k)
	case 5:
		if b := take(4); b != nil {
			value = uint64(binary.LittleEndian.Uint32(b))
		}
	default:
		m.bad = true
	}
	if m.bad {
		return 0, 0, nil
	}
	return int(tag >> 3), value, bytes
}

// frames reads a stream of frames to its end.
func (r *Reader) frames(br *bufio.Reader, stop func() bool) error {
	var buf []byte
	for stop == nil || !stop() {
		n, err := binary.ReadUvarint(br)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && n > maxFrame {
			return fault.New("read contacts", fmt.Sprintf("frame %d", r.lines+1), fault.TooLarge, "it is said to have %d bytes; a frame has at most %d", n, maxFrame)
		}
		if err == nil {
			buf, err = fill(br, buf[:0], int(n))
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			r.fix.Report(graspfix.Malformed, "frame %d: the stream ends within it", r.lines+1)
			break
		}
		if err != nil {
			return fault.New("read contacts", "", fault.Other, "%w", err)
		}
		r.lines++
		done, err := r.frame(buf)
		if err != nil {
			r.fix.Report(graspfix.Malformed, "frame %d: %v", r.lines, err)
		}
		if done {
			break
		}
	}
	r.Flush()
	return nil
}

// fill reads n bytes. Memory grows as they come.
func fill(in io.Reader, buf []byte, n int) ([]byte, error) {
	for len(buf) < n {
		if len(buf) == cap(buf) {
			bigger := make([]byte, len(buf), min(n, max(2*len(buf), 64<<10)))
			copy(bigger, buf)
			buf = bigger
		}
		k, err := io.ReadFull(in, buf[len(buf):min(n, cap(buf))])
		buf = buf[:len(buf)+k]
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// frame takes one frame.
func (r *Reader) frame(b []byte) (done bool, err error) {
	var kind, body []byte
	m := proto{p: b}
	for {
		number, _, p := m.next()
		if number == 0 {
			break
		}
		switch number {
		case 1:
			kind = p
		case 2:
			body = p
		}
	}
	if m.bad {
		return false, errProto
	}
	switch r.name(kind) {
	case "gz.msgs.Contacts", "ignition.msgs.Contacts":
		return r.protoList(body, r.protoContact)
	case "gz.msgs.Pose_V", "ignition.msgs.Pose_V":
		return r.protoList(body, r.protoPose)
	case "gz.msgs.Clock", "ignition.msgs.Clock":
		return r.protoClock(body, 4)
	case "gz.msgs.WorldStatistics", "ignition.msgs.WorldStatistics":
		return r.protoClock(body, 2)
	}
	return false, fmt.Errorf("is a %.60q; Contacts, Pose_V, Clock and WorldStatistics of gz.msgs are read", kind)
}

// name is a name as a text, without an allocation for one that came before.
func (r *Reader) name(b []byte) string {
	if s, ok := r.names[string(b)]; ok {
		return s
	}
	if r.names == nil || len(r.names) >= maxNames {
		r.names = map[string]string{}
	}
	s := string(b)
	r.names[s] = s
	return s
}

// protoClock advances to the time in a field.
func (r *Reader) protoClock(b []byte, field int) (done bool, err error) {
	m := proto{p: b}
	t, found := 0.0, false
	for {
		number, _, p := m.next()
		if number == 0 {
			break
		}
		if number == field {
			if t, err = protoTime(p); err != nil {
				return false, err
			}
			found = true
		}
	}
	switch {
	case m.bad:
		return false, errProto
	case !found:
		return false, nil // time 0 is left out
	}
	if r.pass(t) {
		return true, nil
	}
	r.fix.Advance(t, 0)
	return false, nil
}

// protoList takes a message of a header and repeated field 2.
func (r *Reader) protoList(b []byte, each func(p []byte, t float64) error) (done bool, err error) {
	t, stamped := r.last, false
	m := proto{p: b}
	for {
		number, _, p := m.next()
		if number == 0 {
			break
		}
		if number == 1 {
			if s, ok := protoStamp(p); ok {
				t, stamped = s, true
			}
		}
	}
	if m.bad {
		return false, errProto
	}
	if !stamped && !r.timed {
		return false, fmt.Errorf("has no stamp, and no clock came before it")
	}
	if r.pass(t) {
		return true, nil
	}
	m = proto{p: b}
	for {
		number, _, p := m.next()
		if number == 0 {
			return false, err
		}
		if number == 2 {
			if e := each(p, t); e != nil && err == nil {
				err = e // the others are taken
			}
		}
	}
}

func protoTime(b []byte) (float64, error) {
	m := proto{p: b}
	var sec, nsec int64
	for {
		number, v, _ := m.next()
		switch number {
		case 0:
			if m.bad {
				return 0, errProto
			}
			return float64(sec) + 1e-9*float64(nsec), nil
		case 1:
			sec = int64(v)
		case 2:
			nsec = int64(int32(v))
		}
	}
}

// protoStamp is the stamp of a header.
func protoStamp(b []byte) (float64, bool) {
	m := proto{p: b}
	for {
		number, _, p := m.next()
		if number == 0 {
			return 0, false
		}
		if number == 1 {
			t, err := protoTime(p)
			return t, err == nil
		}
	}
}

// numbers reads fields 2, 3, 4 and 5 as doubles: a vector, or a quaternion x, y, z, w.
func numbers(b []byte) (v [4]float64, err error) {
	m := proto{p: b}
	for {
		number, bits, _ := m.next()
		switch {
		case number == 0 && m.bad:
			return v, errProto
		case number == 0:
			return v, nil
		case number >= 2 && number <= 5:
			v[number-2] = math.Float64frombits(bits)
		}
	}
}

func protoVec(b []byte) (geom.Vec, error) {
	// Three doubles, one behind the other, as every writer has them.
	if len(b) == 27 && b[0] == 2<<3|1 && b[9] == 3<<3|1 && b[18] == 4<<3|1 {
		at := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[i:])) }
		return geom.V(at(1), at(10), at(19)), nil
	}
	v, err := numbers(b)
	return geom.V(v[0], v[1], v[2]), err
}

func (r *Reader) protoEntity(b []byte) (string, error) {
	m := proto{p: b}
	var id uint64
	var name []byte
	for {
		number, v, p := m.next()
		switch number {
		case 0:
			if m.bad {
				return "", errProto
			}
			if len(name) == 0 && id != 0 {
				return fmt.Sprintf("entity %d", id), nil
			}
			return r.name(name), nil
		case 2:
			id = v
		case 3:
			name = p
		}
	}
}

// protoContact takes a gz.msgs.Contact.
func (r *Reader) protoContact(b []byte, t float64) error {
	e := &r.entry
	*e = graspfix.Entry{T: t, NoPoses: true, Sign: r.Sign, Positions: e.Positions[:0], Normals: e.Normals[:0], Depths: e.Depths[:0], Force1: e.Force1[:0]}
	m := proto{p: b}
	for {
		number, bits, p := m.next()
		var err error
		var v geom.Vec
		switch number {
		case 0:
			if m.bad {
				return errProto
			}
			r.fix.Entry(e)
			return nil
		case 2:
			e.Collision1, err = r.protoEntity(p)
		case 3:
			e.Collision2, err = r.protoEntity(p)
		case 4:
			v, err = protoVec(p)
			e.Positions = append(e.Positions, v)
		case 5:
			v, err = protoVec(p)
			e.Normals = append(e.Normals, v)
		case 6: // packed, or one by one
			if p == nil {
				e.Depths = append(e.Depths, math.Float64frombits(bits))
			}
			for ; len(p) >= 8; p = p[8:] {
				e.Depths = append(e.Depths, math.Float64frombits(binary.LittleEndian.Uint64(p)))
			}
		case 7:
			v, err = protoForce(p)
			e.Force1 = append(e.Force1, v)
		}
		if err != nil {
			return err
		}
	}
}

// protoForce is the force on body 1 of a gz.msgs.JointWrench. One of the two may be left out; they are opposite.
func protoForce(b []byte) (geom.Vec, error) {
	m := proto{p: b}
	var f [2]geom.Vec
	for {
		number, _, p := m.next()
		switch number {
		case 0:
			if m.bad {
				return geom.Vec{}, errProto
			}
			if f[0] == (geom.Vec{}) {
				return geom.V(-f[1].X, -f[1].Y, -f[1].Z), nil
			}
			return f[0], nil
		case 6, 7:
			w := proto{p: p}
			for {
				number2, _, q := w.next()
				if number2 == 0 {
					break
				}
				if number2 == 2 {
					var err error
					if f[number-6], err = protoVec(q); err != nil {
						return geom.Vec{}, err
					}
				}
			}
			if w.bad {
				return geom.Vec{}, errProto
			}
		}
	}
}

// protoPose takes a gz.msgs.Pose. Its header may name the link, as that of the JSON form.
func (r *Reader) protoPose(b []byte, t float64) error {
	X := geom.Pose{R: geom.IdentityRot}
	var name string
	m := proto{p: b}
	for {
		number, _, p := m.next()
		var err error
		switch number {
		case 0:
			if m.bad {
				return errProto
			}
			r.fix.SetPose(name, t, X)
			return nil
		case 1:
			if n := childFrame(p); n != nil {
				name = r.name(n)
			}
		case 2:
			if name == "" {
				name = r.name(p)
			}
		case 4:
			X.P, err = protoVec(p)
		case 5:
			var q [4]float64
			if q, err = numbers(p); err == nil {
				X.R, _ = geom.Quat(q[3], q[0], q[1], q[2])
			}
		}
		if err != nil {
			return err
		}
	}
}

// childFrame finds the entry child_frame_id of a header.
func childFrame(b []byte) []byte {
	m := proto{p: b}
	for {
		number, _, p := m.next()
		if number == 0 {
			return nil
		}
		if number != 2 {
			continue
		}
		var key, value []byte
		for e := (proto{p: p}); ; {
			n, _, q := e.next()
			if n == 0 {
				break
			}
			if n == 1 {
				key = q
			} else if n == 2 && value == nil {
				value = q
			}
		}
		if string(key) == "child_frame_id" {
			return value
		}
	}
}
