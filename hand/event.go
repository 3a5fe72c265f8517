package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// detector watches for an event, whatever the motor does.
type detector struct {
	armed bool
	want  Event
}

const (
	eventQuiet     = 0.2 // N, slow force under which a tremor is slip to the detector
	originalCounts = 500 // counts for a newton on any side cell, as the PR2 had it
)

// arm starts a watch anew.
func (c *Controller) arm(want Event) {
	c.event = detector{armed: true, want: want}
	c.st.Triggered, c.st.SlipEvent, c.st.AccelEvent = false, false, false
}

// detect evaluates the cues. Acceleration and slip are remembered since arming, a side impact lasts as long as its frame.
func (c *Controller) detect() {
	s := &c.st
	s.Accel = c.palm.Band
	s.SideImpact = c.sideImpact()
	d := &c.event
	if !d.armed {
		return
	}
	s.AccelEvent = s.AccelEvent || c.palm.Peak > d.want.Accel
	for i := range c.skin.Fingers {
		if c.bare != nil {
			break
		}
		s.SlipEvent = s.SlipEvent || c.skin.Fingers[i].Trembles(d.want.Slip, eventQuiet)
	}
	met := false
	switch d.want.Condition {
	case SideOrAccel:
		met = s.AccelEvent || s.SideImpact
	case SlipAndAccel:
		met = s.AccelEvent && s.SlipEvent
	case SideOrSlipOrAccel:
		met = s.AccelEvent || s.SlipEvent || s.SideImpact
	case OnSlip:
		met = s.SlipEvent
	case OnAccel:
		met = s.AccelEvent
	}
	s.Triggered = s.Triggered || met
}

// sideImpact reports a cell beside the flat pads whose force has risen fast.
func (c *Controller) sideImpact() bool {
	for k, cell := range c.skin.Layout().Cells {
		if cell.Front {
			continue
		}
		scale := cell.PerNewton
		if c.p.Compat {
			scale = originalCounts
		}
		for i := range c.skin.Fingers {
			if c.skin.Fingers[i].Edge(k) > scale*c.p.SideImpact {
				return true
			}
		}
	}
	return false
}

func (c *Controller) thresholds() touch.Thresholds {
	if c.bare != nil {
		return touch.Thresholds{ContactForce: currentContact, Trigger: math.Inf(1)}
	}
	return touch.Thresholds{ContactForce: c.p.contactForce(), Trigger: c.p.HPForceTrigger}
}
