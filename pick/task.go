package pick

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// task is what all tasks have: time, phases, giving up.
type task struct {
	name   string
	robot  *Robot
	p      Params
	phase  Phase
	events []Event
	now    float64 // s
	since  float64 // s, of the last wait
	life   lifeSign
	begun  bool
	given  bool // Preempt was called
	final  bool
	err    error
	index  int // candidate under way, -1 for none
}

func newTask(name string, r *Robot, p Params) task {
	return task{name: name, robot: r, p: p, index: -1, phase: -1}
}

// Phase is where the task is.
func (k *task) Phase() Phase { return k.phase }

// Events are the phases entered so far.
func (k *task) Events() []Event { return k.events }

// Done reports the end.
func (k *task) Done() bool { return k.final }

// Preempt gives the task up.
func (k *task) Preempt() { k.given = true }

// Err says in words what became of a task that did not succeed.
func (k *task) Err() error { return k.err }

// enter goes over into a phase and begins to wait.
func (k *task) enter(p Phase, format string, args ...any) {
	k.since = k.now
	text := fmt.Sprintf(format, args...)
	if p == k.phase && text == "" {
		return
	}
	k.phase = p
	k.events = append(k.events, Event{Time: k.now, Phase: p, Candidate: k.index, Text: text})
}

// waited is how long the task has waited since it entered its phase, s.
func (k *task) waited() float64 { return k.now - k.since }

// end finishes a task. The error is nil for success.
func (k *task) end(kind fault.Kind, why string) {
	p := Succeeded
	if why != "" {
		p = Failed
		if kind == fault.Preempted {
			p = Aborted
		}
		k.err = fault.New(k.name, "", kind, "%s", why)
	}
	k.enter(p, "%s", why)
	k.final = true
}

// halt brings robot and hand to a stop in a task that was given up: the arm brakes, a hand on its way stops, one that holds goes on holding.
// It reports that both are still.
func (k *task) halt() bool {
	r := k.robot
	if k.phase != Aborted {
		r.Arm.Stop()
		if g := r.Hand.Status().Motor; g.State == hand.Active {
			_ = r.Hand.Do(hand.Command{Verb: hand.Cancel, Target: g.ID}) // a goal that has just ended needs none
		}
		if k.phase < 0 {
			k.enter(Aborted, "given up before it began")
		} else {
			k.enter(Aborted, "given up while %v", k.phase)
		}
	}
	const patience = 5 // s for an arm that does not say that it is still
	return !r.Arm.Moving() || k.waited() > patience
}

// giveUp is the first thing of a Step: true when the task was given up and has nothing more to do in it.
func (k *task) giveUp() bool {
	if !k.given {
		return false
	}
	if k.halt() {
		k.final = true
		k.err = fault.New(k.name, "", fault.Preempted, "%s", k.events[len(k.events)-1].Text)
	}
	return true
}

// holding reports that the hand squeezes something, as far as it knows.
func (r *Robot) holding() bool {
	st := r.Hand.Status()
	return (st.Mode == hand.SlipServo || st.Mode == hand.ForceServo) && !st.Empty
}

// arrival is how a motion stands.
type arrival uint8

const (
	underWay arrival = iota
	arrived
	broken // the arm says why
	late   // it took too long
)

// moved sees how a motion to a goal stands. An arm that rests elsewhere than at the goal has not arrived.
func (k *task) moved(to geom.Pose) (arrival, error) {
	a := k.robot.Arm
	if a.Moving() {
		if k.waited() > k.p.MoveTimeout {
			a.Stop()
			return late, fault.New("move arm", "", fault.Timeout, "it has not arrived after %.0f s", k.waited())
		}
		return underWay, nil
	}
	if err := a.Fault(); err != nil {
		return broken, err
	}
	const near = 5e-3 // m
	if d := r3.Norm(r3.Sub(a.Palm().P, to.P)); d > near {
		return broken, fault.New("move arm", "", fault.Unavailable, "it stopped %.0f mm before its goal", 1e3*d)
	}
	return arrived, nil
}

// open begins to move the fingers to a gap.
func (k *task) open(gap float64) error {
	return k.robot.Hand.Do(hand.Command{Verb: hand.Move, Gap: gap})
}

// opened reports that the hand's goal has been reached; a hand that is blocked or too slow is an error.
func (k *task) opened() (bool, error) {
	g := k.robot.Hand.Status().Motor
	switch {
	case g.State == hand.Succeeded:
		return true, nil
	case g.State == hand.Aborted, g.State == hand.Preempted:
		return false, fault.New("open hand", "", fault.Unavailable, "%v", g.Reason)
	case k.waited() > k.p.HandTimeout:
		return false, fault.New("open hand", "", fault.Timeout, "it is not open after %.0f s", k.waited())
	}
	return false, nil
}
