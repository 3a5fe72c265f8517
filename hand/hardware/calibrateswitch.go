package hardware

import "math"

// SwitchCalibration finds the zero of a joint by the edge of a calibration switch, as the PR2's JointCalibrationController does: leave
// the switch, come back to it, and take the place that the board latched, which is finer than a cycle.
type SwitchCalibration struct {
	search // Velocity is towards the switch
	// Reference is the motor's angle at the edge, rad: what Position is to be there.
	Reference float64
}

// NewSwitchCalibration makes one.
func NewSwitchCalibration(p CalibrationParams, reference float64) *SwitchCalibration {
	return &SwitchCalibration{search: newSearch(p), Reference: reference}
}

// calLowCycles is how long the switch must have been low before the way back begins.
const calLowCycles = 200

// Start begins anew and drops a zero that is known.
func (c *SwitchCalibration) Start(g *Gripper) {
	c.begin(g)
	if g.Actuator.State.Provided&HasSwitch == 0 {
		c.fail(CalNoSwitch)
		c.show()
	}
}

// Update is one cycle.
func (c *SwitchCalibration) Update(g *Gripper) {
	defer c.show()
	if !c.awake(g) {
		return
	}
	st := &g.Actuator.State
	v := c.Params.Velocity
	switch c.st.Phase {
	case CalInitialized:
		c.st.Phase = CalBeginning
	case CalBeginning:
		if st.CalibrationReading {
			c.enter(CalMovingToLow, -v)
		} else {
			c.toHigh(st, v)
		}
	case CalMovingToLow:
		if c.counter++; st.CalibrationReading {
			c.counter = 0
		}
		if c.counter >= calLowCycles {
			c.toHigh(st, v)
		}
	case CalMovingToHigh:
		if !st.CalibrationReading {
			break
		}
		// Somebody may have pushed the joint over the switch from the other side; then the edge that is latched is the wrong one.
		if way := st.Position - c.from; math.Signbit(way) != math.Signbit(v) || !st.CalibrationRisingEdgeValid {
			c.enter(CalBeginning, 0)
			break
		}
		c.st.Zero = st.LastCalibrationRisingEdge - c.Reference
		c.write(g)
		return
	}
	if c.st.Phase == CalMovingToLow || c.st.Phase == CalMovingToHigh {
		c.drive(g)
	}
}

func (c *SwitchCalibration) toHigh(st *ActuatorState, v float64) {
	c.from = st.Position
	c.enter(CalMovingToHigh, v)
}
