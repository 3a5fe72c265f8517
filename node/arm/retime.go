package arm

import (
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/trajectory_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// retime gives the points of a way new times and velocities, so that the palm moves along it with a minimum-jerk profile of at most a peak speed
// (m/s) and acceleration (m/s^2), a drift at a steady speed; lengths are how far the palm has come at each point, m. No joint turns faster than
// in the plan, or than most (rad/s) where that has no times. It returns how long the motion takes, s.
func retime(t *trajectory_msgs.JointTrajectory, lengths []float64, speed, accel float64, drift bool, most float64) (float64, error) {
	n, joints := len(t.Points), len(t.JointNames)
	bad := func(format string, args ...any) (float64, error) {
		return 0, fault.New("time trajectory", "", fault.Invalid, format, args...)
	}
	for i := range t.Points {
		if len(t.Points[i].Positions) != joints || joints == 0 {
			return bad("point %d has %d positions for %d joints", i, len(t.Points[i].Positions), joints)
		}
		for k, q := range t.Points[i].Positions {
			if math.IsNaN(q - q) {
				return bad("point %d: %s is not finite", i, t.JointNames[k])
			}
		}
	}
	limits := planned(t, most)
	whole := lengths[n-1]
	at := make([]float64, n) // s
	switch {
	case whole <= 0: // the palm stands, and the posture changes
		for i := range at {
			at[i] = float64(i) / float64(n-1)
		}
	case drift:
		for i, s := range lengths {
			at[i] = s/speed + math.Min(speed/accel/2, math.Sqrt(2*s/accel)/2) // with a start from rest
		}
	default:
		T := math.Max(15.0/8*whole/speed, math.Sqrt(10/math.Sqrt(3)*whole/accel))
		for i, s := range lengths {
			at[i] = T * minimumJerkTime(s/whole)
		}
	}
	// Points that are as good as one in time are set apart, and the whole is stretched until no joint is too fast.
	const least = 1e-3 // s
	stretch := 1.0
	for i := 1; i < n; i++ {
		at[i] = math.Max(at[i], at[i-1]+least)
		for k := range joints {
			d := math.Abs(t.Points[i].Positions[k] - t.Points[i-1].Positions[k])
			stretch = math.Max(stretch, d/(limits[k]*(at[i]-at[i-1])))
		}
	}
	for i := range t.Points {
		p := &t.Points[i]
		at[i] *= stretch
		p.TimeFromStart = duration(at[i])
		p.Velocities, p.Accelerations, p.Effort = make([]float64, joints), nil, nil
	}
	for i := 1; i < n-1; i++ {
		for k := range joints {
			t.Points[i].Velocities[k] = (t.Points[i+1].Positions[k] - t.Points[i-1].Positions[k]) / (at[i+1] - at[i-1])
		}
	}
	t.Header.Stamp = wire.Time{} // begin at once
	if !(at[n-1] < 3600) {
		return bad("the motion would take %.0f s", at[n-1])
	}
	return at[n-1], nil
}

// planned are the largest speeds of the joints in a plan, rad/s; most where it has no times.
func planned(t *trajectory_msgs.JointTrajectory, most float64) []float64 {
	limits := make([]float64, len(t.JointNames))
	timed := true
	for i := 1; i < len(t.Points); i++ {
		dt := secondsOf(t.Points[i].TimeFromStart) - secondsOf(t.Points[i-1].TimeFromStart)
		if timed = timed && dt > 0; !timed {
			break
		}
		for k := range limits {
			limits[k] = math.Max(limits[k], math.Abs(t.Points[i].Positions[k]-t.Points[i-1].Positions[k])/dt)
		}
	}
	for k := range limits {
		if !timed {
			limits[k] = most
		}
		limits[k] = math.Max(limits[k], 1e-6) // a joint that stands
	}
	return limits
}

// minimumJerkTime is the part of the time at which a minimum-jerk motion has come a part of its way.
func minimumJerkTime(s float64) float64 {
	if s >= 1 { // there the curve is flat
		return 1
	}
	lo, hi := 0.0, 1.0
	for range 50 {
		u := (lo + hi) / 2
		if u*u*u*(10+u*(-15+6*u)) < s {
			lo = u
		} else {
			hi = u
		}
	}
	return (lo + hi) / 2
}

func duration(s float64) wire.Duration {
	d := time.Duration(s * 1e9)
	return wire.Duration{Sec: int32(d / time.Second), Nsec: int32(d % time.Second)}
}

func secondsOf(d wire.Duration) float64 { return float64(d.Sec) + float64(d.Nsec)*1e-9 }
