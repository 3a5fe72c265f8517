// Package dryrun is an arm and a hand that do nothing but say what they would do. A task runs through on them as if all went well.
package dryrun

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
)

// Robot prints what it is told. Its motions take no time; Tick lets a tick pass. It is not safe for concurrent use.
type Robot struct {
	w      io.Writer
	x      geom.Pose
	params hand.Params
	st     hand.Status
	drift  geom.Vec
	err    error // of w
}

var (
	_ pick.Arm  = (*Robot)(nil)
	_ pick.Hand = (*Robot)(nil)
)

// New makes a robot whose palm is at a pose, its hand open.
func New(w io.Writer, X_WG geom.Pose) *Robot {
	r := &Robot{w: w, x: X_WG, params: hand.DefaultParams()}
	r.st.Mode, r.st.Gap = hand.Position, r.params.PositionOpen
	return r
}

// Err is the first error of writing.
func (r *Robot) Err() error { return r.err }

func (r *Robot) say(format string, args ...any) {
	if _, err := fmt.Fprintf(r.w, format+"\n", args...); err != nil && r.err == nil {
		r.err = err
	}
}

// Tick lets dt seconds pass.
func (r *Robot) Tick(dt float64) {
	r.x.P = r3.Add(r.x.P, r3.Scale(dt, r.drift))
	r.st.Time += dt
	r.st.Ticks++
	if r.st.Motor.State != hand.Active {
		return
	}
	switch r.st.Motor.Verb {
	case hand.Grasp, hand.Grab, hand.Hold, hand.Servo:
		r.st.Touched, r.st.Empty = true, false
		r.st.Mode, r.st.Stage, r.st.Gap, r.st.Force = hand.SlipServo, hand.Lift, r.params.PositionOpen/2, [2]float64{r.params.GripLeast, r.params.GripLeast}
	default:
		r.st.Mode, r.st.Stage, r.st.Gap, r.st.Force, r.st.Touched = hand.Position, hand.Open, r.params.PositionOpen, [2]float64{}, false
	}
	r.st.Motor.State = hand.Succeeded
}

// round is v to some digits behind the point, never -0.
func round(v float64, digits int) float64 {
	s := math.Pow10(digits)
	return math.Round(v*s)/s + 0
}

func at(x geom.Pose) string {
	a := x.R.Apply(geom.UnitX)
	return fmt.Sprintf("(%.3f, %.3f, %.3f) m, looking along (%.2f, %.2f, %.2f)", round(x.P.X, 3), round(x.P.Y, 3), round(x.P.Z, 3), round(a.X, 2), round(a.Y, 2), round(a.Z, 2))
}

// Palm is where the arm would be.
func (r *Robot) Palm() geom.Pose { return r.x }

// MoveTo prints the motion, and is there.
func (r *Robot) MoveTo(x geom.Pose, speed, accel float64) error {
	r.say("arm: straight to %s at %.2g m/s", at(x), speed)
	r.x, r.drift = x, geom.Vec{}
	return nil
}

// Transit prints the motion, and is there.
func (r *Robot) Transit(x geom.Pose, speed, accel float64) error {
	r.say("arm: by a free way to %s at %.2g m/s", at(x), speed)
	r.x, r.drift = x, geom.Vec{}
	return nil
}

// Drift prints a velocity that is new.
func (r *Robot) Drift(v geom.Vec) {
	if v != r.drift {
		r.say("arm: drift with (%.3f, %.3f, %.3f) m/s", round(v.X, 3), round(v.Y, 3), round(v.Z, 3))
	}
	r.drift = v
}

// Stop ends a drift.
func (r *Robot) Stop() {
	if r.drift != (geom.Vec{}) {
		r.say("arm: stop")
	}
	r.drift = geom.Vec{}
}

// Force is that of an object of 1 N in the closed hand, which stands as soon as it is lowered.
func (r *Robot) Force() geom.Vec {
	if r.st.Mode != hand.SlipServo {
		return geom.Vec{}
	}
	return geom.V(0, 0, -1)
}

// Moving reports a drift.
func (r *Robot) Moving() bool { return r.drift != (geom.Vec{}) }

// Fault is never.
func (r *Robot) Fault() error { return nil }

// Do prints the command.
func (r *Robot) Do(cmd hand.Command) error {
	if err := cmd.Check(); err != nil {
		return err
	}
	switch cmd.Verb {
	case hand.Move:
		r.say("hand: move to %.0f mm", 1e3*cmd.Gap)
	case hand.Tighten:
		r.say("hand: tighten by %.2f", cmd.Factor)
		return nil
	case hand.Watch:
		r.say("hand: watch for an event")
		r.st.Watch, r.st.Triggered = hand.Goal{Verb: hand.Watch, State: hand.Succeeded}, true
		return nil
	case hand.Zero, hand.Cancel:
		r.say("hand: %v", cmd.Verb)
		return nil
	default:
		r.say("hand: %v", cmd.Verb)
	}
	r.st.Motor = hand.Goal{ID: r.st.Motor.ID + 1, Verb: cmd.Verb, State: hand.Active}
	return nil
}

// Status is that of a hand that has done what it was told.
func (r *Robot) Status() hand.Status { return r.st }

// Params are the settings.
func (r *Robot) Params() hand.Params { return r.params }

// SetParams takes them over, and prints a force limit that is new.
func (r *Robot) SetParams(p hand.Params) {
	if p.ForceLimit != r.params.ForceLimit {
		r.say("hand: at most %.1f N a finger", p.ForceLimit)
	}
	r.params = p
}
