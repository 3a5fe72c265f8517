package stream

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// Messages of gz-sim in the JSON form of protobuf, several topics in one stream: gz.msgs.Contacts has "contact", Clock and
// WorldStatistics have a time, Pose_V has "pose". Members of value 0 are left out, 64-bit numbers are texts.

type gzMessage struct {
	Header  gzHeader    `json:"header"`
	Contact []gzContact `json:"contact"`
	Pose    []gzPose    `json:"pose"`
	Sim     *gzTime     `json:"sim"`     // gz.msgs.Clock
	SimTime *gzTime     `json:"simTime"` // gz.msgs.WorldStatistics
}

type gzHeader struct {
	Stamp *gzTime `json:"stamp"`
	Data  []struct {
		Key   string   `json:"key"`
		Value []string `json:"value"`
	} `json:"data"`
}

type gzTime struct {
	Sec  gzInt `json:"sec"`
	Nsec gzInt `json:"nsec"`
}

// gzInt is a whole number, written as a number or as a text.
type gzInt int64

func (i *gzInt) UnmarshalJSON(b []byte) error {
	if len(b) > 1 && b[0] == '"' {
		b = b[1 : len(b)-1]
	}
	v, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no whole number", b)
	}
	*i = gzInt(v)
	return nil
}

func (t *gzTime) seconds() float64 { return float64(t.Sec) + 1e-9*float64(t.Nsec) }

type gzVec struct{ X, Y, Z float64 }

func (v gzVec) vec() geom.Vec { return geom.V(v.X, v.Y, v.Z) }

type gzEntity struct {
	ID   gzInt  `json:"id"`
	Name string `json:"name"`
}

func (e *gzEntity) name() string {
	if e.Name == "" && e.ID != 0 {
		return fmt.Sprintf("entity %d", e.ID)
	}
	return e.Name
}

type gzContact struct {
	Collision1 gzEntity  `json:"collision1"`
	Collision2 gzEntity  `json:"collision2"`
	Position   []gzVec   `json:"position"`
	Normal     []gzVec   `json:"normal"`
	Depth      []float64 `json:"depth"`
	Wrench     []struct {
		Body1 gzWrench `json:"body1Wrench"`
		Body2 gzWrench `json:"body2Wrench"`
	} `json:"wrench"`
}

type gzWrench struct {
	Force gzVec `json:"force"`
}

type gzPose struct {
	Header      gzHeader `json:"header"`
	Name        string   `json:"name"`
	Position    gzVec    `json:"position"`
	Orientation *struct{ X, Y, Z, W float64 }
}

func (r *Reader) gzLine(line []byte) (done bool, err error) {
	var m gzMessage
	if err := json.Unmarshal(line, &m); err != nil {
		return false, err
	}
	t := r.last
	switch {
	case m.Sim != nil:
		t = m.Sim.seconds()
	case m.SimTime != nil:
		t = m.SimTime.seconds()
	case m.Header.Stamp != nil:
		t = m.Header.Stamp.seconds()
	case len(m.Contact) > 0 || len(m.Pose) > 0:
		if !r.timed {
			return false, fmt.Errorf("has no stamp, and no clock came before it")
		}
	default:
		return false, fmt.Errorf("is neither Contacts, Clock, WorldStatistics nor Pose_V of gz-sim")
	}
	if r.pass(t) {
		return true, nil
	}
	if m.Sim != nil || m.SimTime != nil {
		r.fix.Advance(t, 0)
		return false, nil
	}
	for i := range m.Pose {
		p := &m.Pose[i]
		name := p.Name
		for _, d := range p.Header.Data {
			if d.Key == "child_frame_id" && len(d.Value) > 0 {
				name = d.Value[0]
			}
		}
		q := geom.IdentityRot
		if o := p.Orientation; o != nil {
			q, _ = geom.Quat(o.W, o.X, o.Y, o.Z)
		}
		r.fix.SetPose(name, t, geom.Pose{R: q, P: p.Position.vec()})
	}
	for i := range m.Contact {
		r.gzContact(&m.Contact[i], t)
	}
	return false, nil
}

func (r *Reader) gzContact(c *gzContact, t float64) {
	e := graspfix.Entry{T: t, Collision1: c.Collision1.name(), Collision2: c.Collision2.name(), Depths: c.Depth, NoPoses: true, Sign: r.Sign}
	for _, p := range c.Position {
		e.Positions = append(e.Positions, p.vec())
	}
	for _, n := range c.Normal {
		e.Normals = append(e.Normals, n.vec())
	}
	for _, w := range c.Wrench {
		// One of the two may be left out; they are opposite.
		f := w.Body1.Force.vec()
		if f == (geom.Vec{}) {
			g := w.Body2.Force
			f = geom.V(-g.X, -g.Y, -g.Z)
		}
		e.Force1 = append(e.Force1, f)
	}
	r.fix.Entry(&e)
}
