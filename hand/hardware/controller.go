package hardware

import (
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/param"
)

// Controller drives one gripper inside the loop. Update runs once a cycle and writes g.Joint.Commanded, which is 0 before. None of
// the three may wait or allocate.
type Controller interface {
	// Start is called when the controller begins to run, and again after the motors were halted: it must begin with what holds the
	// hand where it is, or with nothing.
	Start(g *Gripper)
	Update(g *Gripper)
	Stop(g *Gripper)
}

// Touch is a control law by touch, as hand.Controller is: a reading in, an effort at the gap (N) out, once a period. It begins
// without effort, and learns of a halted motor from its readings.
type Touch interface {
	Step(*hand.Reading) float64
	Do(hand.Command) error
}

// ByTouch runs a control law by touch as a Controller.
func ByTouch(t Touch) Controller { return &touchController{t} }

type touchController struct{ law Touch }

func (c *touchController) Start(*Gripper)    {}
func (c *touchController) Update(g *Gripper) { g.Joint.Commanded = c.law.Step(&g.Reading) }
func (c *touchController) Stop(*Gripper)     { _ = c.law.Do(hand.Command{Verb: hand.Stop}) } // never refused

// GapGains are those of the stock gripper controller.
type GapGains struct {
	P float64 // N/m
	D float64 // N s/m
}

// Declare lists the parameters.
func (p *GapGains) Declare(s *param.Set) {
	s.Float(&p.P, "p", 10000, "N/m", 0, 1e6, "effort for each metre that the gap is off its target")
	s.Float(&p.D, "d", 1000, "N s/m", 0, 1e6, "effort for each m/s of the gap's speed")
}

// GapController is the stock Pr2GripperController: a PD law on the gap, bounded by an effort.
type GapController struct {
	GapGains
	Target    float64 // m
	MaxEffort float64 // N; 0 for limp, negative for no bound
	// Shown is the state after each cycle, for any goroutine.
	Shown *Latest[GapState]
}

// GapState is what a GapController shows.
type GapState struct {
	Now           time.Duration // 0 before the first cycle
	SetPoint, Gap float64       // m
	Speed         float64       // m/s
	Command       float64       // N, before the joint's limit
}

// NewGapController makes one with the PR2's gains.
func NewGapController() *GapController {
	c := &GapController{Shown: NewLatest(func(*GapState) {})}
	param.Declare(&c.GapGains)
	return c
}

// Command sets target and bound. It belongs into the loop: see Loop.Do.
func (c *GapController) Command(gap, maxEffort float64) error {
	if !finite(gap) || !finite(maxEffort) {
		return fault.New("command gripper", "", fault.Invalid, "gap %g m and effort %g N must be numbers", gap, maxEffort)
	}
	c.Target, c.MaxEffort = gap, maxEffort
	return nil
}

// Start makes the hand limp where it is.
func (c *GapController) Start(g *Gripper) { c.Target, c.MaxEffort = g.Joint.Gap, 0 }

// Update is one step of the law. An uncalibrated joint is not driven.
func (c *GapController) Update(g *Gripper) {
	defer c.show(g)
	if !g.Joint.Calibrated {
		return
	}
	e := c.P*(c.Target-g.Joint.Gap) - c.D*g.Joint.Speed
	if c.MaxEffort >= 0 {
		e = math.Max(-c.MaxEffort, math.Min(c.MaxEffort, e))
	}
	g.Joint.Commanded = e
}

func (c *GapController) show(g *Gripper) {
	*c.Shown.Back() = GapState{Now: g.Now, SetPoint: c.Target, Gap: g.Joint.Gap, Speed: g.Joint.Speed, Command: g.Joint.Commanded}
	c.Shown.Publish()
}

// Stop leaves the joint without effort.
func (c *GapController) Stop(*Gripper) {}
