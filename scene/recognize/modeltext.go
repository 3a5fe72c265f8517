package recognize

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const opText = "read model"

// maxText bounds a model file: twenty times the largest known.
const maxText = 64 << 20

// ReadText decodes a model of RAIL's text format: reference_frame_id, pointCloud with frame_id, points and a channel rgb, then
// per grasp a gripperPose with position and orientation (x, y, z, w), last successes and totalAttempts. One item a line. The
// vertical of such a model is z.
func ReadText(b []byte, subject string) (*Model, error) {
	if len(b) > maxText {
		return nil, fault.New(opText, subject, fault.TooLarge, "%d bytes; a model has at most %d", len(b), maxText)
	}
	t := textReader{subject: subject, m: Model{Up: geom.UnitZ, Cloud: cloud.New(0, 1)}}
	for line := range bytes.Lines(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))) {
		t.line++
		if err := t.take(bytes.TrimSpace(line)); err != nil {
			return nil, err
		}
	}
	return t.finish()
}

type textReader struct {
	subject string
	line    int
	m       Model

	points, values              bool // seen
	colours                     []float64
	positions, turns            int // of grasps seen
	successes, attempts         []float64
	haveSuccesses, haveAttempts bool
}

func (t *textReader) fail(kind fault.Kind, format string, args ...any) error {
	return fault.New(opText, fmt.Sprintf("%s:%d", t.subject, t.line), kind, format, args...)
}

func (t *textReader) take(line []byte) error {
	if len(line) == 0 || line[0] == '#' {
		return nil
	}
	k, v, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return t.fail(fault.Invalid, "no key: each line is a key, a colon and a value, as \"successes: [1,2]\"")
	}
	value := bytes.TrimSpace(v)
	switch key := string(bytes.TrimSpace(k)); key {
	case "pointCloud", "header", "channels":
		if len(value) > 0 {
			return t.fail(fault.Invalid, "%s has a value; what belongs to it stands on the lines below", key)
		}
	case "reference_frame_id", "frame_id":
		if t.m.Cloud.Frame == "" || key == "frame_id" {
			t.m.Cloud.Frame = strings.ToValidUTF8(string(value), "?")
		}
	case "name":
		if string(value) != "rgb" {
			return t.fail(fault.Unsupported, "channel %q: only rgb is known", clip(value))
		}
	case "points":
		if t.points {
			return t.fail(fault.Invalid, "a second list of points")
		}
		t.points = true
		return t.takePoints(value)
	case "values":
		if t.values {
			return t.fail(fault.Invalid, "a second list of colours")
		}
		t.values = true
		var err error
		t.colours, err = t.numbers(value, "values")
		return err
	case "gripperPose":
		if t.positions != len(t.m.Grasps) || t.turns != len(t.m.Grasps) {
			return t.fail(fault.Truncated, "grasp %d lacks its position or orientation", len(t.m.Grasps))
		}
		t.m.Grasps = append(t.m.Grasps, Grasp{})
	case "position", "orientation":
		return t.takePose(key, value)
	case "successes", "totalAttempts":
		list, have := &t.successes, &t.haveSuccesses
		if key == "totalAttempts" {
			list, have = &t.attempts, &t.haveAttempts
		}
		if *have {
			return t.fail(fault.Invalid, "a second list of %s", key)
		}
		*have = true
		var err error
		*list, err = t.numbers(value, key)
		return err
	default:
		return t.fail(fault.Invalid, "unknown key %q", clip(k))
	}
	return nil
}

func clip(b []byte) string {
	if len(b) > 32 {
		return string(b[:32]) + "..."
	}
	return string(b)
}

func (t *textReader) takePoints(value []byte) error {
	inner, ok := bracketed(value)
	if !ok {
		return t.fail(fault.Truncated, "the list of points does not begin and end with brackets")
	}
	var xyz []float32
	for len(inner) > 0 {
		end := bytes.IndexByte(inner, ']')
		if inner[0] != '[' || end < 0 {
			return t.fail(fault.Invalid, "point %d is not three numbers in brackets", len(xyz)/3+1)
		}
		v, err := t.numbers(inner[:end+1], "points")
		if err != nil {
			return err
		}
		if len(v) != 3 {
			return t.fail(fault.Invalid, "point %d has %d numbers, not three", len(xyz)/3+1, len(v))
		}
		for _, f := range v {
			xyz = append(xyz, float32(f))
		}
		inner = bytes.TrimLeft(inner[end+1:], " ,")
	}
	c := cloud.New(len(xyz)/3, 1)
	c.Frame = t.m.Cloud.Frame
	for i := range c.X {
		c.X[i], c.Y[i], c.Z[i] = xyz[3*i], xyz[3*i+1], xyz[3*i+2]
	}
	t.m.Cloud = c
	return nil
}

func (t *textReader) takePose(key string, value []byte) error {
	n := len(t.m.Grasps)
	if n == 0 {
		return t.fail(fault.Invalid, "%s before the first gripperPose", key)
	}
	g := &t.m.Grasps[n-1]
	v, err := t.numbers(value, key)
	if err != nil {
		return err
	}
	if key == "position" {
		if len(v) != 3 || t.positions != n-1 {
			return t.fail(fault.Invalid, "grasp %d needs one position of three numbers", n)
		}
		t.positions = n
		g.X.P = geom.V(v[0], v[1], v[2])
		return nil
	}
	if len(v) != 4 || t.turns != n-1 {
		return t.fail(fault.Invalid, "grasp %d needs one orientation of four numbers", n)
	}
	t.turns = n
	var ok bool
	if g.X.R, ok = geom.Quat(v[3], v[0], v[1], v[2]); !ok {
		return t.fail(fault.Invalid, "the orientation of grasp %d is no direction: all four numbers are zero", n)
	}
	return nil
}

func bracketed(b []byte) ([]byte, bool) {
	if len(b) < 2 || b[0] != '[' || b[len(b)-1] != ']' {
		return nil, false
	}
	return bytes.TrimSpace(b[1 : len(b)-1]), true
}

// numbers reads a list of finite numbers that float32 holds.
func (t *textReader) numbers(b []byte, what string) ([]float64, error) {
	inner, ok := bracketed(b)
	if !ok {
		return nil, t.fail(fault.Truncated, "%s: the list does not begin and end with brackets", what)
	}
	var out []float64
	for len(inner) > 0 {
		word, rest, more := bytes.Cut(inner, []byte(","))
		f, err := strconv.ParseFloat(string(bytes.TrimSpace(word)), 64)
		if err != nil || math.IsNaN(f) || math.Abs(f) > math.MaxUint32 {
			return nil, t.fail(fault.Invalid, "%s: %q is not a number", what, clip(word))
		}
		out = append(out, f)
		if inner = rest; more && len(bytes.TrimSpace(rest)) == 0 {
			return nil, t.fail(fault.Truncated, "%s: the list ends with a comma", what)
		}
	}
	return out, nil
}

func (t *textReader) finish() (*Model, error) {
	m := &t.m
	n := len(m.Grasps)
	switch {
	case !t.points || m.Cloud.Len() == 0:
		return nil, t.fail(fault.Truncated, "the file has no points: it is cut off or no model")
	case t.values && len(t.colours) != m.Cloud.Len():
		return nil, t.fail(fault.Invalid, "%d colours for %d points", len(t.colours), m.Cloud.Len())
	case t.positions != n || t.turns != n:
		return nil, t.fail(fault.Truncated, "grasp %d lacks its position or orientation", n)
	case len(t.successes) != n || len(t.attempts) != n:
		return nil, t.fail(fault.Invalid, "%d successes and %d totalAttempts for %d grasps", len(t.successes), len(t.attempts), n)
	}
	if t.values {
		m.Cloud.RGB = make([]uint32, len(t.colours))
		for i, f := range t.colours {
			if f < 0 || f != math.Trunc(f) {
				return nil, t.fail(fault.Invalid, "colour %d is %g, not a whole number of 32 bits", i+1, f)
			}
			m.Cloud.RGB[i] = uint32(f)
		}
	}
	for i := range m.Grasps {
		s, a := t.successes[i], t.attempts[i]
		if s != math.Trunc(s) || a != math.Trunc(a) || s < 0 || a < s {
			return nil, t.fail(fault.Invalid, "grasp %d has %g successes in %g attempts", i+1, s, a)
		}
		m.Grasps[i].Successes, m.Grasps[i].Attempts = int(s), int(a)
	}
	return m, nil
}

// AppendText appends a model in the format that ReadText reads. The frame of the effector and the name are not part of it.
func AppendText(dst []byte, m *Model) []byte {
	dst = fmt.Appendf(dst, "reference_frame_id: %s\npointCloud:\n\theader:\n\t\tframe_id: %s\n\tpoints: [", oneLine(m.Cloud.Frame), oneLine(m.Cloud.Frame))
	sep := ""
	for i := range m.Cloud.X {
		if m.Cloud.Valid(i) {
			dst = append(append(dst, sep...), '[')
			for k, f := range [3]float32{m.Cloud.X[i], m.Cloud.Y[i], m.Cloud.Z[i]} {
				if k > 0 {
					dst = append(dst, ',')
				}
				dst = strconv.AppendFloat(dst, float64(f), 'g', -1, 32)
			}
			dst = append(dst, ']')
			sep = ","
		}
	}
	dst = append(dst, "]\n"...)
	if m.Cloud.RGB != nil {
		dst = append(dst, "\tchannels:\n\t\tname: rgb\n\t\tvalues: ["...)
		sep = ""
		for i, c := range m.Cloud.RGB {
			if m.Cloud.Valid(i) {
				dst = strconv.AppendUint(append(dst, sep...), uint64(c), 10)
				sep = ","
			}
		}
		dst = append(dst, "]\n"...)
	}
	var s, a []string
	for i := range m.Grasps {
		g := &m.Grasps[i]
		q := g.X.R.Normalized()
		if g.X.R == (geom.Rot{}) {
			q = geom.IdentityRot
		}
		num := func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
		dst = fmt.Appendf(dst, "gripperPose:\n\tposition: [%s,%s,%s]\n\torientation: [%s,%s,%s,%s]\n",
			num(g.X.P.X), num(g.X.P.Y), num(g.X.P.Z), num(q.X), num(q.Y), num(q.Z), num(q.W))
		s, a = append(s, strconv.Itoa(g.Successes)), append(a, strconv.Itoa(g.Attempts))
	}
	return fmt.Appendf(dst, "successes: [%s]\ntotalAttempts: [%s]\n", strings.Join(s, ","), strings.Join(a, ","))
}

func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s))
}
