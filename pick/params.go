package pick

import "github.com/holdfast-robotics/holdfast/param"

// Params are the settings of pickups and places.
type Params struct {
	TravelSpeed   float64 // m/s
	CarrySpeed    float64 // m/s
	CarefulSpeed  float64 // m/s
	ApproachSpeed float64 // m/s
	RetreatSpeed  float64 // m/s
	PlaceSpeed    float64 // m/s
	Accel         float64 // m/s^2
	LiftSpeed     float64 // m/s
	Shake         float64 // m
	ShakeAccel    float64 // m/s^2
	HoldTime      float64 // s
	ApproachForce float64 // N
	ContactForce  float64 // N
	PlaceBelow    float64 // m
	PlaceAbove    float64 // m
	PlacePush     float64 // N
	Padding       float64 // m
	Step          float64 // m
	Regrasps      int
	RegraspHeight float64 // m
	RegraspForce  float64
	Open          float64 // m
	MoveTimeout   float64 // s
	HandTimeout   float64 // s
}

// Declare lists the parameters.
func (p *Params) Declare(s *param.Set) {
	s.Float(&p.TravelSpeed, "travel_speed", 0.5, "m/s", 0.01, 5, "of the palm on its way with an empty hand")
	s.Float(&p.CarrySpeed, "carry_speed", 0.4, "m/s", 0.01, 5, "of the palm with an object whose grasp has been verified")
	s.Float(&p.CarefulSpeed, "careful_speed", 0.05, "m/s", 0.001, 1, "of the palm with an object whose grasp has not been verified, and after a failure")
	s.Float(&p.ApproachSpeed, "approach_speed", 0.05, "m/s", 0.001, 1, "on the straight way from the pregrasp to the grasp")
	s.Float(&p.RetreatSpeed, "retreat_speed", 0.1, "m/s", 0.001, 1, "on the straight way back from an object that was put down")
	s.Float(&p.PlaceSpeed, "place_speed", 0.02, "m/s", 0.001, 0.2, "while the object is lowered until it stands")
	s.Float(&p.Accel, "arm_accel", 1, "m/s^2", 0.01, 20, "largest acceleration of the palm")
	s.Float(&p.LiftSpeed, "lift_speed", 0.1, "m/s", 0.001, 1, "of the lift, once its first millimetres have shown no slip")
	s.Float(&p.Shake, "shake_height", 0.02, "m", 0, 0.1, "of the gentle shake by which a grasp is verified; 0 for none")
	s.Float(&p.ShakeAccel, "shake_accel", 1, "m/s^2", 0.1, 20, "of the shake; it should be no less than arm_accel, so that it shows what the way to the place will do")
	s.Float(&p.HoldTime, "hold_time", 0.3, "s", 0, 60, "of standing still at the end of the verification")
	s.Float(&p.ApproachForce, "approach_force", 4, "N", 0.1, 100, "force on the hand at which an approach has run into something")
	s.Float(&p.ContactForce, "place_contact_force", 0.5, "N", 0.05, 50, "change of the load on the hand, besides a tenth of it, that tells that a lowered object stands")
	s.Float(&p.PlaceBelow, "place_below", 0.015, "m", 0, 0.1, "how far below its location an object is lowered in search of contact")
	s.Float(&p.PlaceAbove, "place_above", 0.005, "m", 0, 0.1, "how far above its location an object may be let go; one that touches earlier is pressed down, and taken up again where that does not help")
	s.Float(&p.PlacePush, "place_push", 3, "N", 0.1, 50, "force with which an object that touches too early is pressed down, if 0.8 of its weight is less")
	s.Float(&p.Padding, "padding", 0.002, "m", 0, 0.1, "added around the hand where nothing may touch it")
	s.Float(&p.Step, "check_step", 0.01, "m", 0.001, 0.1, "between two points of a straight way that is checked")
	s.Int(&p.Regrasps, "regrasps", 1, "", 0, 10, "second tries at a grasp that slipped off low over the table")
	s.Float(&p.RegraspHeight, "regrasp_height", 0.02, "m", 0, 0.2, "up to which a slip is followed by a second try; from higher up the object has fallen")
	s.Float(&p.RegraspForce, "regrasp_force", 1.4, "", 1, 3, "factor on the grip force of a second try, within the limits")
	s.Float(&p.Open, "open_gap", 0, "m", 0, 1, "gap to which the hand opens to let go; 0 for position_open")
	s.Float(&p.MoveTimeout, "move_timeout", 60, "s", 1, 600, "for a motion of the arm to a pose")
	s.Float(&p.HandTimeout, "hand_timeout", 15, "s", 0.5, 600, "for the hand to open")
}

// DefaultParams are the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }
