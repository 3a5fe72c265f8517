package rehearse

import "github.com/holdfast-robotics/holdfast/hand"

// byPosition is a hand without a sense of touch: it goes to a gap and takes that for a grasp.
type byPosition struct {
	*hand.Controller
	gap float64 // m
}

// Do closes to the gap where the executive asks for a grasp.
func (h *byPosition) Do(cmd hand.Command) error {
	switch cmd.Verb {
	case hand.Grasp:
		return h.Controller.Do(hand.Command{ID: cmd.ID, Verb: hand.Move, Gap: h.gap})
	case hand.Tighten:
		return nil
	}
	return h.Controller.Do(cmd)
}

// Status is what the executive waits for, as far as a gap tells.
func (h *byPosition) Status() hand.Status {
	st := h.Controller.Status()
	st.Force, st.Contact, st.Fault, st.Empty = [2]float64{}, [2]bool{}, hand.NoReason, false
	if over := st.Motor.Over(); over {
		st.Touched, st.Mode = true, hand.SlipServo
	}
	st.Motor.State = hand.Active
	return st
}
