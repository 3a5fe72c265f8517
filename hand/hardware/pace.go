package hardware

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Timer is the clock of a loop in real time. Times are those of one clock that never steps.
type Timer interface {
	Now() time.Duration
	// SleepUntil returns when the time has come, or at once when it has passed.
	SleepUntil(t time.Duration)
}

// MinRate is the part of its rate below which a loop halts the motors: 750 Hz of 1000.
const MinRate = 0.75

const (
	rateWindow   = 200 * time.Millisecond
	severeRecent = 10 // overruns within a second above which the next is severe
	alarmTime    = 30 * time.Second
)

// PaceStats tell how a loop keeps its time.
type PaceStats struct {
	Cycles         uint64
	Overruns       uint64 // cycles that ended after the next should have begun
	RecentOverruns uint64 // in this second
	LastOverrun    time.Duration
	LastLateness   time.Duration // by how much that one was late
	EverOverrun    bool
	LastSevere     time.Duration
	EverSevere     bool
	SkippedPeriods uint64
	Rate           float64 // Hz, mean of the last three windows of 0.2 s
	TooSlow        bool    // the rate fell below MinRate, until motors are reset
	SlowRate       float64 // Hz, at that moment
	Backwards      uint64  // cycles in which the clock had gone back

	// Of the last whole second.
	JitterMean, JitterMax     time.Duration
	ExchangeMean, ExchangeMax time.Duration
	ManagerMean, ManagerMax   time.Duration
	TotalMean, TotalMax       time.Duration
}

// Alarm reports overruns that a user has to know of: one in the last half minute, and a severe one as well.
func (s *PaceStats) Alarm(now time.Duration) bool {
	return s.EverOverrun && now-s.LastOverrun < alarmTime && s.EverSevere && now-s.LastSevere < alarmTime
}

// pace keeps the time of a loop: when the next cycle is due, which were missed, and whether the rate still does.
type pace struct {
	period time.Duration
	tick   time.Duration // when the present cycle is due
	stats  PaceStats

	windowStart  time.Duration
	windowCycles int
	history      [3]float64
	filled       int

	secondStart              time.Duration
	n                        int
	jitter, exch, mgr, whole span
}

// span is mean and largest of a second.
type span struct {
	sum, max time.Duration
}

func (s *span) add(d time.Duration) { s.sum, s.max = s.sum+d, max(s.max, d) }

func (s *span) close(n int, mean, most *time.Duration) {
	if n > 0 {
		*mean, *most = s.sum/time.Duration(n), s.max
	}
	*s = span{}
}

// begin sets the first tick: the next whole period.
func (p *pace) begin(now time.Duration) {
	p.tick = now.Truncate(p.period) + p.period
	p.windowStart, p.secondStart = p.tick, p.tick
	p.resetRate()
}

func (p *pace) resetRate() {
	for i := range p.history {
		p.history[i] = 1 / p.period.Seconds()
	}
	p.stats.TooSlow = false
}

// end accounts for a cycle that woke, exchanged, managed and ended at these times, and sets the next tick. It reports a loop that has
// become too slow to go on.
func (p *pace) end(woke, exchanged, managed, end time.Duration) (tooSlow bool) {
	s := &p.stats
	s.Cycles++
	p.n++
	p.jitter.add(woke - p.tick)
	p.exch.add(exchanged - woke)
	p.mgr.add(managed - exchanged)
	p.whole.add(end - woke)
	p.tick += p.period
	if end > p.tick {
		late := end - p.tick
		next := end.Truncate(p.period) + p.period
		s.SkippedPeriods += uint64((next - p.tick) / p.period)
		p.tick = next
		s.Overruns++
		if s.RecentOverruns > severeRecent {
			s.LastSevere, s.EverSevere = end, true
		}
		s.RecentOverruns++
		s.LastOverrun, s.LastLateness, s.EverOverrun = end, late, true
	}
	if end-p.secondStart >= time.Second {
		p.jitter.close(p.n, &s.JitterMean, &s.JitterMax)
		p.exch.close(p.n, &s.ExchangeMean, &s.ExchangeMax)
		p.mgr.close(p.n, &s.ManagerMean, &s.ManagerMax)
		p.whole.close(p.n, &s.TotalMean, &s.TotalMax)
		p.secondStart, p.n, s.RecentOverruns = end, 0, 0
	}
	p.windowCycles++
	if woke-p.windowStart > rateWindow {
		p.history[p.filled%len(p.history)] = float64(p.windowCycles) / rateWindow.Seconds()
		p.filled++
		p.windowStart, p.windowCycles = woke, 0
		s.Rate = (p.history[0] + p.history[1] + p.history[2]) / 3
		if s.Rate < MinRate/p.period.Seconds() && !s.TooSlow {
			s.TooSlow, s.SlowRate = true, s.Rate
			return true
		}
	}
	return false
}

// Run steps the loop in real time until ctx ends, then turns the motors off and closes the bus. lateness and work, where they are not
// nil, count how late each cycle woke and how long it took. Who wants a steady loop runs it on a locked thread, with a timer that
// sleeps in the kernel.
func (l *Loop) Run(ctx context.Context, t Timer, lateness, work *Histogram) error {
	if l.cycle > 0 {
		return fault.New("run loop", "", fault.Conflict, "it has been stepped before")
	}
	defer func() { // also when a controller panics: a last frame without effort
		if err := recover(); err != nil {
			_ = l.Shutdown()
			panic(err)
		}
	}()
	p := &l.pace
	p.begin(t.Now())
	origin := p.tick
	l.clock = func() time.Duration { return t.Now() - origin }
	p.tick, p.windowStart, p.secondStart = 0, 0, 0
	stop := ctx.Done()
	for {
		select {
		case <-stop:
			return l.Shutdown()
		default:
		}
		t.SleepUntil(origin + p.tick)
		woke := l.clock()
		if lateness != nil {
			lateness.Add(woke - p.tick)
		}
		tick := p.tick
		l.step(tick)
		end := l.clock()
		if work != nil {
			work.Add(end - woke)
		}
		if p.end(woke, l.exchanged, l.managed, end) {
			l.drv.wantHalt = ByRate
		}
	}
}
