package stream

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
)

// EventLine is an event as a line of JSON.
type EventLine struct {
	T      float64 `json:"t"`
	Event  string  `json:"event"` // attach, detach or transfer
	Object string  `json:"object"`
	Arm    string  `json:"arm"`
	Reason string  `json:"reason"`
	From   string  `json:"from,omitempty"` // transfer: the arm that held it before

	Seq         uint64      `json:"seq"`
	ObjectLink  string      `json:"object_link"`
	ObjectModel string      `json:"object_model"`
	Palm        string      `json:"palm_link"`
	Counter     int         `json:"counter"`
	AngleDeg    float64     `json:"angle_deg,omitempty"`
	Ratio       float64     `json:"ratio,omitempty"`
	Moved       float64     `json:"moved,omitempty"` // m
	Fingers     []string    `json:"fingers,omitempty"`
	X_PO        *[7]float64 `json:"X_PO,omitempty"` // object in the palm: x, y, z, qx, qy, qz, qw
	V_WP        *[3]float64 `json:"V_WP,omitempty"` // velocity of the palm, m/s
	W_WP        *[3]float64 `json:"w_WP,omitempty"` // angular velocity of the palm, rad/s
}

// NewEventLine converts an event.
func NewEventLine(e graspfix.Event) EventLine {
	l := EventLine{
		T: e.T, Event: e.Kind.String(), Object: e.Object, Arm: e.Arm, Reason: e.Reason.String(), From: e.From, Seq: e.Seq, ObjectLink: e.ObjectLink, ObjectModel: e.ObjectModel,
		Palm: e.Palm, Counter: e.Counter, AngleDeg: round(e.Angle*180/math.Pi, 1e3), Ratio: round(e.Ratio, 1e4), Moved: round(e.Moved, 1e7), Fingers: e.Fingers,
	}
	if e.HasPalm {
		l.X_PO = pose(e.X_PO)
		l.V_WP = &[3]float64{e.V_WP.X, e.V_WP.Y, e.V_WP.Z}
		l.W_WP = &[3]float64{e.W_WP.X, e.W_WP.Y, e.W_WP.Z}
	}
	return l
}

func round(v, to float64) float64 { return math.Round(v*to) / to }

func pose(x geom.Pose) *[7]float64 {
	q := x.R.Normalized()
	return &[7]float64{x.P.X, x.P.Y, x.P.Z, q.X, q.Y, q.Z, q.W}
}

// EventText is an event for people.
func EventText(e graspfix.Event) string {
	s := fmt.Sprintf("%9.3f s  %-8s  %s  %s  %s", e.T, e.Kind, e.Object, e.Arm, e.Reason)
	if e.From != "" {
		s += " from " + e.From
	}
	if e.Angle > 0 {
		s += fmt.Sprintf(" (counter %d, %.1f deg, ratio %.2f)", e.Counter, e.Angle*180/math.Pi, e.Ratio)
	}
	if e.Moved > 0 {
		s += fmt.Sprintf(" (moved %.1f mm)", 1e3*e.Moved)
	}
	return s
}

// Commander is an actuator that writes what shall be done as lines of JSON, and expects the answer as a line with ack in the
// input. A line that cannot be written is a refusal.
type Commander struct {
	Out io.Writer
	Now func() float64
}

type commandLine struct {
	T          float64     `json:"t"`
	Command    string      `json:"command"` // attach or detach
	Arm        string      `json:"arm"`
	Palm       string      `json:"palm_link"`
	Object     string      `json:"object"`
	ObjectLink string      `json:"object_link"`
	Off        bool        `json:"disable_collisions"`
	Fingers    []string    `json:"fingers,omitempty"`
	X_PO       *[7]float64 `json:"X_PO,omitempty"`
}

func (c *Commander) command(what string, w graspfix.Weld) error {
	l := commandLine{T: c.Now(), Command: what, Arm: w.Arm, Palm: w.Palm, Object: w.Object, ObjectLink: w.ObjectLink, Off: w.DisableCollisions, Fingers: w.Fingers}
	if w.HasPose {
		l.X_PO = pose(w.X_PO)
	}
	return WriteLine(c.Out, l)
}

// Attach writes the command and waits for the acknowledgement.
func (c *Commander) Attach(w graspfix.Weld) error {
	if err := c.command("attach", w); err != nil {
		return err
	}
	return graspfix.ErrPending
}

// Detach writes the command.
func (c *Commander) Detach(w graspfix.Weld) error { return c.command("detach", w) }

// WriteLine writes a value as one line of JSON, in one write.
func WriteLine(out io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = out.Write(append(b, '\n'))
	return err
}
