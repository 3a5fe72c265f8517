// Package tape keeps what a hand's controller was told and felt, tick by tick, and plays it to a controller again: with the same settings
// it decides the same, bit for bit; with others it shows which decisions would have been others.
//
// A replay is an open loop. The readings are those of the hand as it moved then: they do not answer to a decision that now is another, a
// hand that would have squeezed harder does not feel the harder grip. What a replay tells for certain is the first decision that differs;
// what follows it shows where the new settings lead away, not where they end.
package tape

import (
	"bytes"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// Tape is what went into a controller from some tick on, and what it decided.
type Tape struct {
	Layout *touch.Layout // of a fingertip; nil for a hand without pads
	Dt     float64       // of a tick, s
	Params hand.Params   // in force at the beginning
	State  []byte        // of the controller then; none for one that was new
	Ticks  []Tick
	Orders []Order // in their order
	Truth  []Truth // what a simulation knows: one a tick, or none
}

// Tick is a Step.
type Tick struct {
	Reading hand.Reading // its Cells are empty where the pads sent no new frame
	Decision
}

// Order is what came between two ticks: a command or new settings.
type Order struct {
	Before  int // index of the tick that follows
	Command *hand.Command
	Params  *hand.Params
}

// Truth is what a simulated world knows of a tick and the hand can only feel.
type Truth struct {
	Force     [2]float64 // of the left and right finger on the object, N
	Slide     float64    // way that the object has slid between the pads while both pressed it, m; it only grows
	Struck    uint32     // blows so far: the object or the hand ran into something
	Supported bool       // the object stands on something
	Crushed   bool
}

// Decision is what the controller made of a tick.
type Decision struct {
	Effort, SetPoint, Target float64    // N, m, N
	Force                    [2]float64 // felt, N
	Slips                    uint64
	Mode                     hand.Mode
	Stage                    hand.Stage
	Why, Fault               hand.Reason
	Motor                    GoalEnd
	Watch                    GoalEnd
	Contact                  [2]bool
	Slip, Reached, Limited   bool
	Deformed, Empty          bool
	Triggered                bool
}

// GoalEnd is a goal without its age.
type GoalEnd struct {
	Verb   hand.Verb
	State  hand.GoalState
	Reason hand.Reason
}

// Of is the decision that a status tells of.
func Of(st *hand.Status) Decision {
	return Decision{
		Effort: st.Commanded, SetPoint: st.SetPoint, Target: st.Target, Force: st.Force, Slips: st.Slips, Mode: st.Mode, Stage: st.Stage, Why: st.Why, Fault: st.Fault,
		Motor: GoalEnd{st.Motor.Verb, st.Motor.State, st.Motor.Reason}, Watch: GoalEnd{st.Watch.Verb, st.Watch.State, st.Watch.Reason},
		Contact: st.Contact, Slip: st.Slip, Reached: st.Reached, Limited: st.Limited, Deformed: st.Deformed, Empty: st.Empty, Triggered: st.Triggered,
	}
}

// Same reports whether two decisions are the same, bit for bit.
func (d *Decision) Same(o *Decision) bool {
	a, b := *d, *o
	for _, p := range [][2]*float64{{&a.Effort, &b.Effort}, {&a.SetPoint, &b.SetPoint}, {&a.Target, &b.Target}, {&a.Force[0], &b.Force[0]}, {&a.Force[1], &b.Force[1]}} {
		if math.Float64bits(*p[0]) != math.Float64bits(*p[1]) {
			return false
		}
		*p[0], *p[1] = 0, 0 // a NaN is the same as itself here
	}
	return a == b
}

// Duration is the time on the tape, s.
func (t *Tape) Duration() float64 { return float64(len(t.Ticks)) * t.Dt }

// Controller makes the controller with which the tape begins.
func (t *Tape) Controller(p hand.Params) (*hand.Controller, error) {
	c, err := hand.New(p, t.Layout, t.Dt)
	if err != nil {
		return nil, err
	}
	if len(t.State) > 0 {
		if err := c.RestoreState(t.State); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Play plays the tape to a controller. change, where it is set, alters the settings that were in force, at the beginning and whenever
// they were changed. each is called after each tick with its index and the controller.
func (t *Tape) Play(change func(*hand.Params) error, each func(k int, c *hand.Controller)) error {
	const op = "replay"
	set := func(p hand.Params) (hand.Params, error) {
		if change == nil {
			return p, nil
		}
		err := change(&p)
		return p, err
	}
	p, err := set(t.Params)
	if err != nil {
		return err
	}
	c, err := t.Controller(p)
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	n := len(c.Skin().Layout().Cells)
	if t.Layout == nil {
		n = 0
	}
	cells := [2][]float64{make([]float64, n), make([]float64, n)}
	orders := t.Orders
	for k := range t.Ticks {
		for len(orders) > 0 && orders[0].Before <= k {
			switch o := &orders[0]; {
			case o.Command != nil:
				_ = c.Do(*o.Command) // what was refused then is refused again
			case o.Params != nil:
				p, err := set(*o.Params)
				if err != nil {
					return err
				}
				c.SetParams(p)
			}
			orders = orders[1:]
		}
		r := t.Ticks[k].Reading
		switch {
		case t.Layout == nil:
		case len(r.Cells[0]) == 0 && len(r.Cells[1]) == 0:
			r.Cells = cells
		default:
			cells = r.Cells
		}
		c.Step(&r)
		if each != nil {
			each(k, c)
		}
	}
	return nil
}

// Run plays the tape and returns the decisions of each tick.
func (t *Tape) Run(change func(*hand.Params) error) ([]Decision, error) {
	out := make([]Decision, 0, len(t.Ticks))
	err := t.Play(change, func(_ int, c *hand.Controller) {
		st := c.Status()
		out = append(out, Of(&st))
	})
	return out, err
}

// Decisions are those on the tape.
func (t *Tape) Decisions() []Decision {
	out := make([]Decision, len(t.Ticks))
	for k := range out {
		out[k] = t.Ticks[k].Decision
	}
	return out
}

// Recorder is a hand.Observer that makes a tape of a controller in memory: for short tapes and tests.
type Recorder struct {
	Tape  Tape
	frame uint64
}

// Record begins a tape of a controller.
func Record(c *hand.Controller) *Recorder {
	r := &Recorder{Tape: Begin(c)}
	c.Observe(r)
	return r
}

// Begin is an empty tape of a controller as it is now.
func Begin(c *hand.Controller) Tape {
	t := Tape{Dt: c.Period(), Params: c.Params()}
	if !c.Bare() {
		l := *c.Skin().Layout()
		t.Layout = &l
	}
	// The state of a controller that is as it was made need not be kept, and its tape plays in any version.
	state := c.AppendState(nil)
	if made, err := hand.New(t.Params, t.Layout, t.Dt); err != nil || !bytes.Equal(made.AppendState(nil), state) {
		t.State = state
	}
	return t
}

// Commanding implements hand.Observer.
func (r *Recorder) Commanding(_ *hand.Controller, cmd hand.Command) {
	r.Tape.Orders = append(r.Tape.Orders, Order{Before: len(r.Tape.Ticks), Command: &cmd})
}

// Changing implements hand.Observer.
func (r *Recorder) Changing(_ *hand.Controller, p hand.Params) {
	r.Tape.Orders = append(r.Tape.Orders, Order{Before: len(r.Tape.Ticks), Params: &p})
}

// Stepped implements hand.Observer.
func (r *Recorder) Stepped(c *hand.Controller, in *hand.Reading) {
	own := *in
	own.Cells = [2][]float64{}
	if len(r.Tape.Ticks) == 0 || in.Frame != r.frame {
		for f := range in.Cells {
			own.Cells[f] = append([]float64(nil), in.Cells[f]...)
		}
	}
	r.frame = in.Frame
	own.Accel = append([]geom.Vec(nil), in.Accel...)
	st := c.Status()
	r.Tape.Ticks = append(r.Tape.Ticks, Tick{Reading: own, Decision: Of(&st)})
}
