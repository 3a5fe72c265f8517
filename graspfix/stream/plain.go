package stream

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/geom"
)

// scan reads the members of a line into r.c and r.line. Poses of other links are told at once, so t comes before them.
func (r *Reader) scan() error {
	s := &r.s
	if err := s.object(r.member); err != nil {
		return err
	}
	return s.end()
}

func (r *Reader) member(key []byte) (err error) {
	s, f, c := &r.s, &r.line, &r.c
	switch string(key) {
	case "t":
		f.t = true
		c.T, err = s.num()
	case "wall":
		c.Wall, err = s.num()
	case "object":
		f.object = true
		f.object_, err = s.str()
	case "finger":
		f.finger = true
		f.finger_, err = s.str()
	case "object_link":
		f.olink, err = s.str()
	case "finger_link":
		f.flink, err = s.str()
	case "static":
		c.Static, err = s.boolean()
	case "points":
		f.points = true
		err = r.points()
	case "X_WF":
		f.xwf = true
		c.X_WF, err = s.pose()
	case "X_WO":
		f.xwo = true
		c.X_WO, err = s.pose()
	case "poses":
		if !f.t {
			return s.fail("poses before t; write t first")
		}
		err = s.object(func(link []byte) error {
			name := string(link)
			x, err := s.pose()
			if err != nil {
				return err
			}
			if !(r.Until > 0 && c.T > r.Until) {
				r.fix.SetPose(name, c.T, x)
			}
			return nil
		})
	case "gone":
		f.gone, err = s.str()
	case "attach":
		f.attach, err = s.str()
	case "release":
		f.release, err = s.str()
	case "ack":
		f.ack, err = s.str()
	case "ok":
		f.ok, err = s.boolean()
	case "error":
		f.why, err = s.str()
	default:
		// Extra members are a client's own affair; each is mentioned once, for it may be a mistyped one.
		if len(r.unknown) < 32 && !r.unknown[string(key)] {
			r.unknown[string(key)] = true
			r.Note(fmt.Sprintf("line %d: %q is no member of a contact line and is skipped", r.lines, key))
		}
		err = s.skip(0)
	}
	return err
}

// pose reads [x, y, z, qx, qy, qz, qw].
func (s *scanner) pose() (geom.Pose, error) {
	var v [7]float64
	if err := s.nums(v[:]); err != nil {
		return geom.Pose{}, err
	}
	q, ok := geom.Quat(v[6], v[3], v[4], v[5])
	if !ok {
		return geom.Pose{}, s.fail("a pose is [x, y, z, qx, qy, qz, qw], and the last four are a rotation, not all 0")
	}
	return geom.Pose{R: q, P: geom.V(v[0], v[1], v[2])}, nil
}

// points reads [{"p": [x, y, z], "f": [x, y, z]}, ...] and sums them up. n, the normal, may stand in for f.
func (r *Reader) points() error {
	s, f := &r.s, &r.line
	if s.null() {
		return nil
	}
	if err := s.expect('['); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.more(first, ']')
		if err != nil || !more {
			return err
		}
		if f.n++; f.n > maxPoints {
			return s.fail("more than %d points", maxPoints)
		}
		hasP := false
		err = s.object(func(key []byte) error {
			var v [3]float64
			switch string(key) {
			case "p":
				hasP = true
				err := s.nums(v[:])
				f.p = geom.V(f.p.X+v[0], f.p.Y+v[1], f.p.Z+v[2])
				return err
			case "f":
				if s.null() {
					return nil
				}
				f.forces++
				err := s.nums(v[:])
				f.force = geom.V(f.force.X+v[0], f.force.Y+v[1], f.force.Z+v[2])
				return err
			case "n":
				if s.null() {
					return nil
				}
				f.normals++
				err := s.nums(v[:])
				f.normal = geom.V(f.normal.X+v[0], f.normal.Y+v[1], f.normal.Z+v[2])
				return err
			}
			return s.skip(1)
		})
		if err != nil {
			return err
		}
		if !hasP {
			return s.fail("a point without p, its place")
		}
	}
}
