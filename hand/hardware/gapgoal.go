package hardware

import (
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/param"
)

// GoalParams are the settings of the gripper action, with the names of pr2_gripper_action.
type GoalParams struct {
	Threshold     float64 // m
	StallVelocity float64 // m/s
	StallTimeout  float64 // s
}

// Declare lists the parameters.
func (p *GoalParams) Declare(s *param.Set) {
	s.Float(&p.Threshold, "goal_threshold", 0.01, "m", 1e-6, 1, "distance from the goal that counts as reached")
	s.Float(&p.StallVelocity, "stall_velocity_threshold", 1e-6, "m/s", 0, 1, "speed of the gap below which it stands still")
	s.Float(&p.StallTimeout, "stall_timeout", 0.1, "s", 0, 60, "time of standing still that counts as stalled")
}

// GapOutcome is how a goal of the gripper action stands.
type GapOutcome uint8

const (
	GapMoving    GapOutcome = iota
	GapReached              // succeeded
	GapStalled              // aborted: usually something is held
	GapPreempted            // cancelled: the controller follows somebody else
	GapSilent               // aborted: the controller says nothing
)

// GapGoal follows one goal of the gripper action by the states of the controller. Once it has an outcome it keeps it.
type GapGoal struct {
	GoalParams
	Position, MaxEffort float64 // m, N

	began, moved time.Duration
	outcome      GapOutcome
}

const (
	foreignGrace = time.Second     // the controller may not have taken up the goal yet
	silentAfter  = 5 * time.Second // without a state
)

// NewGapGoal begins a goal at a time.
func NewGapGoal(p GoalParams, position, maxEffort float64, now time.Duration) *GapGoal {
	return &GapGoal{GoalParams: p, Position: position, MaxEffort: maxEffort, began: now, moved: now}
}

// State takes in a state of the controller.
func (g *GapGoal) State(now time.Duration, setPoint, gap, speed float64) GapOutcome {
	if g.outcome != GapMoving {
		return g.outcome
	}
	switch {
	case math.Abs(setPoint-g.Position) > g.Threshold:
		if now-g.began > foreignGrace {
			g.outcome = GapPreempted
		}
	case math.Abs(gap-g.Position) < g.Threshold:
		g.outcome = GapReached
	case !(math.Abs(speed) <= g.StallVelocity):
		g.moved = now
	case (now-g.moved).Seconds() > g.StallTimeout && g.MaxEffort != 0:
		g.outcome = GapStalled
	}
	return g.outcome
}

// Watch looks whether the controller still says something: last is when it last did, negative for never.
func (g *GapGoal) Watch(now, last time.Duration) GapOutcome {
	if g.outcome == GapMoving && (last < 0 && now-g.began > silentAfter || last >= 0 && now-last > silentAfter) {
		g.outcome = GapSilent
	}
	return g.outcome
}
