package tape

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/hand"
)

// Transition is a change of what the hand does, and why.
type Transition struct {
	Tick  int     `json:"tick"`
	Time  float64 `json:"time_s"` // since the beginning of the tape
	What  string  `json:"what"`   // in words
	Mode  string  `json:"mode"`
	Stage string  `json:"stage"`
	Why   string  `json:"why"`
	Fault string  `json:"fault,omitempty"`
	Goal  string  `json:"goal,omitempty"` // the motor's goal and how far it is

	key key
}

// key is what a transition is about.
type key struct {
	mode       hand.Mode
	stage      hand.Stage
	why, fault hand.Reason
	motor      GoalEnd
	empty      bool
	triggered  bool
}

func keyOf(d *Decision) key {
	k := key{d.Mode, d.Stage, d.Why, d.Fault, d.Motor, d.Empty, d.Triggered}
	return k
}

// String is how the goal ended; what made it a success does not count.
func (g GoalEnd) String() string {
	if g.State == hand.Aborted {
		return fmt.Sprintf("%v %v: %v", g.Verb, g.State, g.Reason)
	}
	return fmt.Sprintf("%v %v", g.Verb, g.State)
}

// left is how a hand is left, whatever it took to come there: a grasp that succeeded did so for one reason or another.
func (k key) left() key {
	k.why = hand.NoReason
	if k.motor.State == hand.Succeeded {
		k.motor.Reason = hand.NoReason
	}
	return k
}

func (k key) String() string {
	var b strings.Builder
	b.WriteString(k.mode.String())
	if k.stage != hand.Idle {
		fmt.Fprintf(&b, ", %v", k.stage)
	}
	if k.why != hand.NoReason {
		fmt.Fprintf(&b, " (%v)", k.why)
	}
	if g := k.motor; g.State != hand.NoGoal {
		fmt.Fprintf(&b, ", %v %v", g.Verb, g.State)
		if g.Reason != hand.NoReason && g.Reason != k.why {
			fmt.Fprintf(&b, " (%v)", g.Reason)
		}
	}
	if k.empty {
		b.WriteString(", empty")
	}
	if k.triggered {
		b.WriteString(", event seen")
	}
	if k.fault != hand.NoReason {
		fmt.Fprintf(&b, ", fault: %v", k.fault)
	}
	return b.String()
}

// Transitions lists the changes in a row of decisions; the first is where it begins.
func Transitions(list []Decision, dt float64) []Transition {
	var out []Transition
	for k := range list {
		now := keyOf(&list[k])
		if len(out) > 0 && out[len(out)-1].key == now {
			continue
		}
		t := Transition{Tick: k, Time: float64(k) * dt, What: now.String(), Mode: now.mode.String(), Stage: now.stage.String(), Why: now.why.String(), key: now}
		if now.fault != hand.NoReason {
			t.Fault = now.fault.String()
		}
		if g := now.motor; g.State != hand.NoGoal {
			t.Goal = fmt.Sprintf("%v %v", g.Verb, g.State)
		}
		out = append(out, t)
	}
	return out
}

// End is how the hand was left, and what it did on the way.
type End struct {
	What       string   `json:"what"`
	Goals      []string `json:"goals"` // how each of the motor's goals ended
	Empty      bool     `json:"empty"`
	TargetN    float64  `json:"target_n"`      // grip force aimed at, at the end
	PeakN      float64  `json:"peak_target_n"` // and at most
	SlipFrames int      `json:"slip_frames"`   // frames in which slip was felt
	ContactS   float64  `json:"contact_s"`     // time of the first contact of both pads, -1 for none

	key key
}

func endOf(list []Decision, dt float64) End {
	e := End{ContactS: -1, Goals: []string{}}
	slips := uint64(0)
	var goal GoalEnd
	for k := range list {
		d := &list[k]
		if d.Mode == hand.ForceServo || d.Mode == hand.SlipServo {
			e.PeakN = math.Max(e.PeakN, d.Target)
		}
		if d.Slips > slips {
			e.SlipFrames += int(d.Slips - slips)
		}
		slips = d.Slips
		if g := d.Motor; g != goal {
			if goal = g; g.State > hand.Active {
				e.Goals = append(e.Goals, g.String())
			}
		}
		if e.ContactS < 0 && d.Mode == hand.FindContact && d.Contact[0] && d.Contact[1] {
			e.ContactS = float64(k) * dt
		}
	}
	if n := len(list); n > 0 {
		last := &list[n-1]
		e.key, e.TargetN, e.Empty = keyOf(last), last.Target, last.Empty
		e.What = e.key.String()
	}
	return e
}

// Verdict is how far a replay goes another way.
type Verdict string

const (
	Identical Verdict = "identical" // every decision is the same, bit for bit
	Efforts   Verdict = "efforts"   // the same transitions at the same times; efforts or forces differ
	Moved     Verdict = "moved"     // the same transitions, at other times
	Otherwise Verdict = "otherwise" // other transitions, but the hand is left in the same way
	Ends      Verdict = "ends"      // the grasp ends otherwise
)

// Change is a transition that a replay has and the tape has not, or the other way round, or that comes at another time.
type Change struct {
	Kind string  `json:"kind"` // new, gone, moved
	Time float64 `json:"time_s"`
	ByS  float64 `json:"by_s,omitempty"` // moved: later than it was
	What string  `json:"what"`
}

// Difference is what a replay does otherwise.
type Difference struct {
	Verdict   Verdict  `json:"verdict"`
	FirstTick int      `json:"first_tick"` // of the first decision that differs, -1 for none
	FirstS    float64  `json:"first_s"`
	Old       End      `json:"old"`
	New       End      `json:"new"`
	Changes   []Change `json:"changes"`
}

// Compare sets a replay against the decisions on the tape.
func Compare(old, now []Decision, dt float64) Difference {
	d := Difference{Verdict: Identical, FirstTick: -1, FirstS: -1, Old: endOf(old, dt), New: endOf(now, dt), Changes: []Change{}}
	for k := range min(len(old), len(now)) {
		if !old[k].Same(&now[k]) {
			d.FirstTick, d.FirstS = k, float64(k)*dt
			break
		}
	}
	if d.FirstTick < 0 && len(old) == len(now) {
		return d
	}
	d.Verdict = Efforts
	a, b := Transitions(old, dt), Transitions(now, dt)
	d.Changes = differ(a, b)
	for _, c := range d.Changes {
		if c.Kind == "moved" && d.Verdict == Efforts {
			d.Verdict = Moved
		}
		if c.Kind != "moved" {
			d.Verdict = Otherwise
		}
	}
	if d.Old.key.left() != d.New.key.left() || !slices.Equal(d.Old.Goals, d.New.Goals) {
		d.Verdict = Ends
	}
	return d
}

// maxTransitions bounds the table of the comparison; a hand that changes its mind more often is compared up to there.
const maxTransitions = 2000

// differ aligns two rows of transitions by their longest common subsequence.
func differ(a, b []Transition) []Change {
	a, b = a[:min(len(a), maxTransitions)], b[:min(len(b), maxTransitions)]
	n, m := len(a), len(b)
	length := make([][]uint16, n+1) // of the longest common one of the rest
	for i := range length {
		length[i] = make([]uint16, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[i].key == b[j].key {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	out := []Change{}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && a[i].key == b[j].key:
			if a[i].Tick != b[j].Tick {
				out = append(out, Change{Kind: "moved", Time: a[i].Time, ByS: b[j].Time - a[i].Time, What: a[i].What})
			}
			i, j = i+1, j+1
		case j == m || i < n && length[i+1][j] >= length[i][j+1]:
			out = append(out, Change{Kind: "gone", Time: a[i].Time, What: a[i].What})
			i++
		default:
			out = append(out, Change{Kind: "new", Time: b[j].Time, What: b[j].What})
			j++
		}
	}
	return out
}
