package hand

import (
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// link is the controller inside the loop and the messages by which the node talks to it: commands go in through the loop's bounded
// queue, samples, events and what the fingertips feel come out through buffers with one writer. The loop waits for nobody and
// allocates nothing; what finds a buffer full is dropped and counted.
//
// It is the hardware.Controller that the loop runs.
type link struct {
	loop *hardware.Loop
	ids  atomic.Uint64

	samples *hardware.Ring[sample]
	events  *hardware.Ring[event]
	skin    *hardware.Latest[skin]

	// Of the loop:
	law     *hand.Controller
	own     hand.Params // as the parameters say
	limit   float64     // of a task on the force of a finger, N; 0 or less for none
	owned   bool        // what an earlier run held is taken over, or given up
	skip    uint64      // ticks from sample to sample
	ticks   uint64      // Update calls
	updated uint64      // cycle of the last
	now     time.Duration
	step    time.Duration // length of the last tick
	motor   hand.Goal     // as last told
	watch   hand.Goal
	told    hand.Status // when the last change was told
	frame   uint64
	framed  bool
}

// sample is the status of a tick.
type sample struct {
	hand.Status
	Step  time.Duration // since the tick before
	Limit float64       // on the force of a finger, N
}

// eventKind says what an event tells.
type eventKind uint8

const (
	answered eventKind = iota // a command was taken, or refused with Err
	ended                     // a goal has come to its end
	changed                   // the hand does or feels something else
)

// event is what the node must not miss.
type event struct {
	Kind   eventKind
	ID     uint64    // answered: of the command
	Err    error     // answered: why it was refused
	Goal   hand.Goal // ended
	Status hand.Status
	Limit  float64 // answered: on the force of a finger, N
}

// skin is what the fingertips feel, cell by cell. Its slices belong to it.
type skin struct {
	Time    float64 // of the tick in which the frame came, s
	Frame   uint64
	Zero    touch.ZeroState
	Force   [2]float64 // N
	Fast    [2]float64 // high-passed, N
	Contact [2]bool
	Whole   [2]bool
	Counts  [2][]float64 // of each cell less its zero
	Edge    [2][]float64 // the same high-passed
	Health  [2][]touch.Health
	Zeros   [2][]float64  // counts at rest
	Palm    [2][3]float64 // acceleration: low-passed with gravity, and band-passed, m/s^2
}

const (
	sampleBacklog = 4096 // four seconds of every tick
	eventBacklog  = 1024
)

// newLink makes the controller for fingertips of a layout.
func newLink(loop *hardware.Loop, law *hand.Controller, skip int) *link {
	n := len(law.Skin().Layout().Cells)
	l := &link{
		loop: loop, law: law, own: law.Params(), skip: uint64(skip), samples: hardware.NewRing[sample](sampleBacklog), events: hardware.NewRing[event](eventBacklog),
	}
	l.skin = hardware.NewLatest(func(s *skin) {
		for f := range s.Counts {
			s.Counts[f], s.Edge[f], s.Zeros[f], s.Health[f] = make([]float64, n), make([]float64, n), make([]float64, n), make([]touch.Health, n)
		}
	})
	return l
}

// next gives a command its number.
func (l *link) next() uint64 { return l.ids.Add(1) }

// send brings a command to the controller. Its answer, and the end of its goal, come as events. It fails when the loop does not take
// commands.
func (l *link) send(cmd hand.Command) error {
	return l.run(cmd.Verb, func() { _ = l.do(cmd) }) // the answer comes as an event
}

// run has the loop run a function, for a command of a verb.
func (l *link) run(v hand.Verb, f func()) error {
	if !l.loop.Do(f) {
		return fault.New("command hand", v.String(), fault.Unavailable, "the loop does not take commands: it stands still, or too many wait")
	}
	return nil
}

// setParams takes over what the parameters say. Of the loop, as bound is.
func (l *link) setParams(p hand.Params) {
	l.own = p
	l.bound(l.limit)
}

// bound sets the limit of a task on the force of a finger, which only lowers the hand's own.
func (l *link) bound(limit float64) {
	l.limit = limit
	p := l.own
	if limit > 0 && (p.ForceLimit < 0 || limit < p.ForceLimit) {
		p.ForceLimit = limit
	}
	l.law.SetParams(p)
}

// answer tells how a command fared.
func (l *link) answer(id uint64, err error) {
	l.events.Put(&event{Kind: answered, ID: id, Err: err, Status: l.law.Status(), Limit: l.law.Params().ForceLimit})
}

// Start begins to drive the hand. After a halt of the motors a hand that held goes on holding; otherwise it begins without effort.
func (l *link) Start(*hardware.Gripper) {
	if l.ticks > 0 && l.loop.Cycle()-l.updated > 1 { // somebody else has driven the hand
		_ = l.do(hand.Command{ID: l.next(), Verb: hand.Stop})
	}
}

// Stop is told when another controller takes over, or the motors were halted; what that means is decided in Start.
func (l *link) Stop(*hardware.Gripper) {}

// Update is one tick.
func (l *link) Update(g *hardware.Gripper) {
	g.Joint.Commanded = l.law.Step(&g.Reading)
	l.ticks++
	l.updated = l.loop.Cycle()
	l.step, l.now = g.Now-l.now, g.Now
	st := l.law.Status()
	l.owned = l.owned || st.Motor.ID != 0
	switch {
	case st.Keep != 0:
		g.Joint.Will = hardware.Will{Kind: hardware.Hold, Effort: st.Keep}
	case l.owned:
		g.Joint.Will.Kind = hardware.Nothing
	}
	l.follow(&st)
	if l.ticks%l.skip == 0 {
		l.samples.Put(&sample{st, l.step, l.law.Params().ForceLimit})
	}
	if st.Heard && (!l.framed || g.Reading.Frame != l.frame) {
		l.framed, l.frame = true, g.Reading.Frame
		l.feel(&st)
	}
}

// do carries out a command in the loop. What it returns is told as an event, too.
func (l *link) do(cmd hand.Command) error {
	before := l.law.Status()
	err := l.refuse(&cmd, &before)
	if err == nil {
		err = l.law.Do(cmd)
	}
	st := l.law.Status()
	l.answer(cmd.ID, err)
	if err == nil && cmd.Verb == hand.Release && l.watch.State == hand.Active {
		// The release waits for its event with the one detector that there is.
		g := l.watch
		g.State, g.Reason = hand.Preempted, hand.Commanded
		l.events.Put(&event{Kind: ended, Goal: g, Status: before})
	}
	l.goals(&before, &st)
	return err
}

// refuse says what the controller would do and must not.
func (l *link) refuse(cmd *hand.Command, st *hand.Status) error {
	if cmd.Verb == hand.Watch && st.Motor.Verb == hand.Release && st.Motor.State == hand.Active {
		return fault.New("command hand", cmd.Verb.String(), fault.Conflict, "a release waits for its event with the detector; cancel it first")
	}
	return nil
}

// goals tells of goals that have ended. before is the status that a goal had which is gone from st.
func (l *link) goals(before, st *hand.Status) {
	l.goal(&l.motor, &st.Motor, before, st)
	l.goal(&l.watch, &st.Watch, before, st)
}

func (l *link) goal(told, now *hand.Goal, before, st *hand.Status) {
	if told.ID != now.ID {
		if told.State == hand.Active { // replaced by a newer one
			g := *told
			g.State, g.Reason = hand.Preempted, hand.Commanded
			l.events.Put(&event{Kind: ended, Goal: g, Status: *before})
		}
		*told = hand.Goal{ID: now.ID, State: hand.Active}
	}
	if told.State == hand.Active && now.State != hand.Active && now.ID != 0 {
		l.events.Put(&event{Kind: ended, Goal: *now, Status: *st})
	}
	if told.State == hand.Active || now.State == hand.Active {
		*told = *now
	}
}

// follow tells what has changed.
func (l *link) follow(st *hand.Status) {
	t := &l.told
	if st.Mode != t.Mode || st.Stage != t.Stage || st.Why != t.Why || st.Fault != t.Fault || st.Contact != t.Contact || st.Slip != t.Slip || st.Empty != t.Empty ||
		st.Limited != t.Limited || st.Zero != t.Zero || st.Heard != t.Heard || st.Triggered != t.Triggered {
		l.told = *st
		l.events.Put(&event{Kind: changed, Status: *st})
	}
	l.goals(st, st) // after what changed with it, so that the last feedback of a goal comes before its end
}

// feel copies what the fingertips feel.
func (l *link) feel(st *hand.Status) {
	s, k := l.skin.Back(), l.law.Skin()
	s.Time, s.Frame, s.Zero, s.Force, s.Contact = st.Time, l.frame, st.Zero, st.Force, st.Contact
	for f := range k.Fingers {
		fg := &k.Fingers[f]
		s.Fast[f], s.Whole[f] = fg.Fast, k.Whole(f)
		for i := range s.Counts[f] {
			s.Counts[f][i], s.Edge[f][i], s.Health[f][i] = fg.Count(i), fg.Edge(i), fg.Health(i)
		}
	}
	k.Zeros(&s.Zeros)
	p := l.law.Palm()
	s.Palm = [2][3]float64{{p.Raw.X, p.Raw.Y, p.Raw.Z}, {p.Band.X, p.Band.Y, p.Band.Z}}
	l.skin.Publish()
}
