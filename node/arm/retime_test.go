package arm

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/trajectory_msgs"
)

// way is one of a joint for each list of positions, timed evenly with steps of dt (0: without times).
func way(dt float64, joints ...[]float64) *trajectory_msgs.JointTrajectory {
	t := &trajectory_msgs.JointTrajectory{}
	for range joints {
		t.JointNames = append(t.JointNames, "joint")
	}
	for i := range joints[0] {
		p := trajectory_msgs.JointTrajectoryPoint{TimeFromStart: duration(float64(i) * dt)}
		for _, j := range joints {
			p.Positions = append(p.Positions, j[i])
		}
		t.Points = append(t.Points, p)
	}
	return t
}

// The palm is nowhere faster than asked, no joint faster than in the plan, and the motion begins and ends at rest.
func TestRetime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "points")
		speed, accel := rapid.Float64Range(0.01, 1).Draw(t, "speed"), rapid.Float64Range(0.1, 5).Draw(t, "accel")
		timed := rapid.Bool().Draw(t, "timed")
		q, lengths := [2][]float64{make([]float64, n), make([]float64, n)}, make([]float64, n)
		for i := 1; i < n; i++ {
			lengths[i] = lengths[i-1] + rapid.Float64Range(0.001, 0.01).Draw(t, "step")
			for k := range q {
				q[k][i] = q[k][i-1] + rapid.Float64Range(-0.1, 0.1).Draw(t, "turn")
			}
		}
		dt := 0.0
		if timed {
			dt = 0.05
		}
		w := way(dt, q[0], q[1])
		limits := planned(w, 2)
		drift := rapid.Bool().Draw(t, "drift")
		T, err := retime(w, lengths, speed, accel, drift, 2)
		if err != nil {
			t.Fatal(err)
		}
		const slack = 1 + 1e-5 // times are whole nanoseconds
		for i := 1; i < n; i++ {
			d := secondsOf(w.Points[i].TimeFromStart) - secondsOf(w.Points[i-1].TimeFromStart)
			if v := (lengths[i] - lengths[i-1]) / d; v > slack*speed {
				t.Fatalf("step %d of %d: %g m/s, asked for %g", i, n, v, speed)
			}
			for k := range q {
				if v := math.Abs(q[k][i]-q[k][i-1]) / d; v > slack*limits[k] {
					t.Fatalf("step %d: a joint with %g rad/s, in the plan %g", i, v, limits[k])
				}
			}
		}
		for _, v := range append(append([]float64{}, w.Points[0].Velocities...), w.Points[n-1].Velocities...) {
			if v != 0 {
				t.Fatalf("a velocity of %g at an end", v)
			}
		}
		if got := secondsOf(w.Points[n-1].TimeFromStart); math.Abs(got-T) > 1e-6 {
			t.Fatalf("%g s, told %g", got, T)
		}
	})
	// A long straight line takes the time of a minimum-jerk motion.
	var line, lengths []float64
	for i := range 101 {
		line, lengths = append(line, float64(i)*1e-3), append(lengths, float64(i)*1e-3)
	}
	if T, err := retime(way(0.001, line), lengths, 0.1, 100, false, 1); err != nil || math.Abs(T-15.0/8) > 1e-6 {
		t.Errorf("0.1 m at 0.1 m/s at most: %g s %v", T, err)
	}
}

func TestRetimeRefuses(t *testing.T) {
	lengths := []float64{0, 0.1}
	for what, w := range map[string]*trajectory_msgs.JointTrajectory{
		"a joint too few": {JointNames: []string{"a", "b"}, Points: []trajectory_msgs.JointTrajectoryPoint{{Positions: []float64{1}}, {Positions: []float64{1}}}},
		"no joints":       {Points: make([]trajectory_msgs.JointTrajectoryPoint, 2)},
		"not finite":      way(1, []float64{0, math.NaN()}),
		"for ever":        way(0, []float64{0, 1e6}),
	} {
		if _, err := retime(w, lengths, 0.1, 1, false, 1); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
}
