package hand

import "github.com/holdfast-robotics/holdfast/geom"

// Reading is what the hand's sensors say in one tick. The slices belong to the caller, who may use them again after Step.
type Reading struct {
	Time        float64 // of the tick on the robot's clock, s; it stamps the status and shows ticks that came late
	Gap, GapVel float64 // m, m/s
	Effort      float64 // measured at the gap, N, negative closing: the motor's current through the transmission
	Halted      bool    // the motor does not obey: a run-stop, a fault of the drive, no calibration

	// Cells are the raw counts of the left and right fingertip, one for each cell of the layout that the controller was made for, in its
	// order. Counts are numbers, so that a source that loses them can say NaN. A hand without pads leaves them empty.
	Cells [2][]float64
	Frame uint64     // number of the pads' frame: changes when, and only when, the pads have delivered a new one
	Shear [2]float64 // resultant tangential force on the left and right pad, N, where the layout has shear
	// Accel are the accelerometer's samples since the last tick, oldest first, gravity included, in G, m/s^2; none when there is no
	// accelerometer.
	Accel []geom.Vec
}
