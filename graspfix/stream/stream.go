// Package stream feeds a grasp fix from lines of JSON and writes its decisions as lines of JSON: the interface for simulators
// that are neither Gazebo nor ours, such as MuJoCo, PyBullet and Isaac. doc/graspfix.md documents the lines.
package stream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// Limits of a line.
const (
	maxLine   = 1 << 20
	maxPoints = 4096
)

// Format of the lines.
type Format string

const (
	Plain Format = "lines" // a line a contact
	Gz    Format = "gz"    // messages of gz-sim as gz topic -e --json-output prints them

	GzProto Format = "gz-proto" // the same as protobuf, in frames
)

// limit is the longest line of a format: a contact, or a message with all contacts of a sensor.
func (f Format) limit() int {
	if f == Gz {
		return maxFrame
	}
	return maxLine
}

// Reader turns lines into contacts, poses, ticks and acknowledgements. Its zero value is not usable; see NewReader.
type Reader struct {
	Until float64       // stop before the first line of a later time, s; 0 for never
	Tick  func(float64) // called after each clock tick has been worked off; nil for nobody
	Note  func(string)  // told once about each kind of oddity in lines that are used; set by NewReader to nothing
	Sign  graspfix.Sign // of the forces of gz-sim; set by NewReader to Auto

	fix    *graspfix.Fix
	format Format

	s       scanner
	c       graspfix.Contact
	line    fields
	last    float64
	wall    float64
	timed   bool
	lines   int
	unknown map[string]bool
	entry   graspfix.Entry    // scratch
	names   map[string]string // texts of names in frames
}

// fields are what a line had.
type fields struct {
	t, object, finger, points, xwf, xwo bool
	object_, finger_, olink, flink      []byte
	n, forces, normals                  int
	force, normal, p                    geom.Vec
	gone, attach, release, ack, why     []byte
	ok                                  bool
}

// NewReader makes a reader that feeds a fix.
func NewReader(fix *graspfix.Fix, format Format) *Reader {
	return &Reader{fix: fix, format: format, unknown: map[string]bool{}, Note: func(string) {}, Sign: graspfix.Auto}
}

// Run reads to the end, or until stop reports true between lines. A line that cannot be used is reported and skipped.
// At the end the windows up to the last time are judged.
func (r *Reader) Run(in io.Reader, stop func() bool) error {
	br := bufio.NewReaderSize(in, 64<<10)
	if r.format == GzProto {
		return r.frames(br, stop)
	}
	var long []byte
	for stop == nil || !stop() {
		part, err := br.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if len(long) <= r.format.limit() {
				long = append(long, part...)
			}
			continue
		}
		line := part
		if len(long) > 0 {
			line = append(long, part...)
			long = long[:0]
		}
		if len(line) > 0 {
			if done := r.Line(line); done {
				break
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fault.New("read contacts", "", fault.Other, "%w", err)
		}
	}
	r.Flush()
	return nil
}

// Flush judges the windows up to the last time that was read.
func (r *Reader) Flush() {
	if r.timed {
		r.fix.Advance(r.last, r.wall)
	}
}

// Line takes one line. It reports whether Until has been passed.
func (r *Reader) Line(line []byte) (done bool) {
	r.lines++
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return false
	}
	if limit := r.format.limit(); len(line) > limit {
		r.fix.Report(graspfix.Malformed, "line %d: %d bytes or more; a line has at most %d", r.lines, len(line), limit)
		return false
	}
	var err error
	if r.format == Gz {
		done, err = r.gzLine(line)
	} else {
		done, err = r.plain(line)
	}
	if err != nil {
		r.fix.Report(graspfix.Malformed, "line %d: %v", r.lines, err)
	}
	return done
}

// pass notes the time of a line; done when it is after Until.
func (r *Reader) pass(t float64) (done bool) {
	if r.Until > 0 && t > r.Until {
		return true
	}
	r.last, r.timed = t, true
	return false
}

var errNoTime = errors.New("has no t: every line tells its time in seconds")

func (r *Reader) plain(line []byte) (done bool, err error) {
	r.s.b, r.s.i = line, 0
	r.c = graspfix.Contact{}
	r.line = fields{}
	f := &r.line
	if err := r.scan(); err != nil {
		return false, err
	}
	if !f.t {
		return false, errNoTime
	}
	if r.pass(r.c.T) {
		return true, nil
	}
	r.wall = r.c.Wall
	if f.attach == nil && (f.object || f.finger || f.points) {
		if err := r.contact(); err != nil {
			return false, err
		}
	} else if f.ack == nil && f.attach == nil && f.release == nil {
		r.fix.Advance(r.c.T, r.c.Wall)
		if r.Tick != nil {
			r.Tick(r.c.T)
		}
	}
	return false, r.orders()
}

func (r *Reader) contact() error {
	f, c := &r.line, &r.c
	if !f.object || !f.finger {
		return errors.New("a contact needs object and finger, the names of collision elements")
	}
	c.Object = r.fix.IDBytes(f.object_, f.olink)
	c.Finger = r.fix.IDBytes(f.finger_, f.flink)
	c.NoX_WF, c.NoX_WO = !f.xwf, !f.xwo
	if f.n > 0 {
		k := 1 / float64(f.n)
		c.Points = f.n
		c.P_W = geom.V(k*f.p.X, k*f.p.Y, k*f.p.Z)
		switch {
		case f.forces == f.n:
			c.F_W = geom.V(k*f.force.X, k*f.force.Y, k*f.force.Z)
		case f.forces > 0:
			return fmt.Errorf("%d of %d points have a force f; give it for all or none", f.forces, f.n)
		default:
			c.NoForce = true
			if f.normals == f.n {
				c.F_W, _ = geom.Unit(f.normal)
			} else {
				c.F_W, _ = geom.Unit(geom.V(c.X_WO.P.X-c.P_W.X, c.X_WO.P.Y-c.P_W.Y, c.X_WO.P.Z-c.P_W.Z))
			}
		}
	}
	if f.n == 0 && c.NoX_WF && c.NoX_WO {
		r.fix.Advance(c.T, c.Wall)
		return nil
	}
	r.fix.Contact(c)
	return nil
}

// orders carries out what a line asks for beside contacts.
func (r *Reader) orders() error {
	f := &r.line
	if f.gone != nil {
		r.fix.RemoveObject(string(f.gone))
	}
	switch {
	case f.ack != nil && r.fix.DryRun(): // a recording of a run that was not dry
	case f.ack != nil:
		var err error
		if !f.ok {
			err = errors.New("refused")
			if f.why != nil {
				err = errors.New(string(f.why))
			}
		}
		return r.fix.Acknowledge(string(f.ack), err)
	case f.release != nil:
		return r.fix.Release(string(f.release))
	case f.attach != nil:
		if f.object_ == nil {
			return errors.New("attach names the arm; object must name what it shall hold")
		}
		return r.fix.ForceAttach(string(f.attach), string(f.object_))
	}
	return nil
}
