package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// ArmLimits bound what an arm can do. Zero values do not bound.
type ArmLimits struct {
	Shoulder    geom.Vec // in W
	Reach, Near float64  // largest and smallest distance of the palm from the shoulder, m
	// Lo and Hi are the corners of the box in W in which the palm may be, m; a zero box does not bound.
	Lo, Hi geom.Vec
	Speed  float64 // m/s
	Accel  float64 // m/s^2
	Force  float64 // on the hand at which the arm stops, N
}

// Arm carries the palm: straight lines with a smooth start and end, or a steady drift. It moves in its own time, a tick a
// call of Step, and hands its twist to the world.
type Arm struct {
	Accel float64 // largest acceleration of a drift, m/s^2
	Brake float64 // deceleration of Stop, m/s^2
	// Limits bound MoveTo and Drift: a goal out of reach is an error, a speed over the limit is lowered to it, a drift ends at the
	// edge of the reach.
	Limits ArmLimits

	world *World
	from  geom.Pose
	to    geom.Pose
	turn  geom.Vec // rotation vector from from to to, in W
	t, T  float64  // of the line under way; T = 0 when there is none
	drift geom.Vec // wanted velocity
	v     geom.Vec // velocity of the drift now
	over  float64  // force that stopped the arm, N

	legs   []leg // of a transit, after the one under way
	halted error
	servo  *geom.Pose // that the palm follows; nil for none
}

// leg is a straight line of a transit.
type leg struct {
	to           geom.Pose
	speed, accel float64
}

// NewArm makes an arm that holds the world's palm still.
func NewArm(w *World) *Arm { return &Arm{Accel: 1, Brake: 20, world: w} }

// Palm is the pose of the palm, X_WG.
func (a *Arm) Palm() geom.Pose { return a.world.State.X_WG }

// Force is what the wrist feels: the force on the hand, in W, N.
func (a *Arm) Force() geom.Vec { return a.world.State.HandForce }

// armRadius turns radians into metres when the time of a motion is set: a palm and fingers are about this long.
const armRadius = 0.2

// lower is v, or a limit that is smaller and not 0.
func lower(v, limit float64) float64 {
	if limit > 0 {
		return math.Min(v, limit)
	}
	return v
}

// check says why a straight line of the palm is out of reach, nil when it is not.
func (l *ArmLimits) check(from, to geom.Vec) error {
	if l.Lo != l.Hi && (to.X < l.Lo.X || to.Y < l.Lo.Y || to.Z < l.Lo.Z || to.X > l.Hi.X || to.Y > l.Hi.Y || to.Z > l.Hi.Z) {
		return fault.New("move arm", "", fault.Unavailable, "out of reach: (%.3f, %.3f, %.3f) m is outside of the workspace", to.X, to.Y, to.Z)
	}
	if d := r3.Norm(r3.Sub(to, l.Shoulder)); l.Reach > 0 && d > l.Reach {
		return fault.New("move arm", "", fault.Unavailable, "out of reach: %.3f m from the shoulder, the arm reaches %.3f m", d, l.Reach)
	}
	if l.Near <= 0 {
		return nil
	}
	// The point of the line that is nearest to the shoulder.
	line := r3.Sub(to, from)
	t := 0.0
	if n := r3.Norm2(line); n > 0 {
		t = math.Max(0, math.Min(1, r3.Dot(r3.Sub(l.Shoulder, from), line)/n))
	}
	if d := r3.Norm(r3.Sub(r3.Add(from, r3.Scale(t, line)), l.Shoulder)); d < l.Near {
		return fault.New("move arm", "", fault.Unavailable, "too near: the way passes %.3f m from the shoulder, the arm folds to %.3f m", d, l.Near)
	}
	return nil
}

// MoveTo starts a straight line to a pose, with a minimum-jerk profile (Flash and Hogan 1985) of at most a peak speed (m/s) and
// acceleration (m/s^2). It replaces the motion under way.
func (a *Arm) MoveTo(X_WG geom.Pose, speed, accel float64) error {
	if !X_WG.IsFinite() || r3.Norm(X_WG.P) > 1000 {
		return fault.New("move arm", "", fault.Invalid, "the goal is not finite or more than 1 km away")
	}
	if !(speed > 0 && speed < 100 && accel > 0 && accel < 1000) {
		return fault.New("move arm", "", fault.Invalid, "speed %g m/s and acceleration %g m/s^2; both must be positive, up to 100 and 1000", speed, accel)
	}
	if a.halted != nil {
		return a.halted
	}
	if err := a.Limits.check(a.Palm().P, X_WG.P); err != nil {
		return err
	}
	a.over, a.legs, a.servo = 0, a.legs[:0], nil
	a.line(X_WG, speed, accel)
	return nil
}

// Follow has the palm follow a pose that comes anew again and again, as an arm's own controller does, until the next command: it closes in on
// it with a time constant of 10 ms, no faster than Limits.Speed. A pose out of reach is not followed.
func (a *Arm) Follow(X_WG geom.Pose) {
	if a.halted != nil || !X_WG.IsFinite() || a.Limits.check(X_WG.P, X_WG.P) != nil {
		return
	}
	a.T, a.legs, a.drift, a.v, a.over = 0, a.legs[:0], geom.Vec{}, geom.Vec{}, 0
	a.servo = &geom.Pose{R: X_WG.R.Normalized(), P: X_WG.P}
}

// follow gives the world the twist towards the pose that is followed.
func (a *Arm) follow() {
	const tau = 0.01 // s
	x := a.Palm()
	v := r3.Scale(1/tau, r3.Sub(a.servo.P, x.P))
	if n := r3.Norm(v); a.Limits.Speed > 0 && n > a.Limits.Speed {
		v = r3.Scale(a.Limits.Speed/n, v)
	}
	a.world.SetPalmTwist(v, r3.Scale(1/tau, a.servo.R.Mul(x.R.Inv()).Log()))
}

// line starts a straight line.
func (a *Arm) line(X_WG geom.Pose, speed, accel float64) {
	speed, accel = lower(speed, a.Limits.Speed), lower(accel, a.Limits.Accel)
	a.from, a.to = a.Palm(), geom.Pose{R: X_WG.R.Normalized(), P: X_WG.P}
	a.turn = a.to.R.Mul(a.from.R.Inv()).Log()
	length := math.Max(r3.Norm(r3.Sub(a.to.P, a.from.P)), armRadius*r3.Norm(a.turn))
	// Peak speed is 15/8 L/T, peak acceleration 10/sqrt(3) L/T^2.
	a.t, a.T = 0, math.Max(15.0/8*length/speed, math.Sqrt(10/math.Sqrt(3)*length/accel))
	a.drift, a.v = geom.Vec{}, geom.Vec{}
}

// Drift moves the palm at a steady velocity, in W, until the next command, reaching it with Accel.
func (a *Arm) Drift(v_W geom.Vec) {
	a.T, a.legs, a.servo = 0, a.legs[:0], nil
	if !geom.IsFinite(v_W) || a.halted != nil {
		v_W = geom.Vec{}
	}
	if n := r3.Norm(v_W); a.Limits.Speed > 0 && n > a.Limits.Speed {
		v_W = r3.Scale(a.Limits.Speed/n, v_W)
	}
	a.drift = v_W
}

// Stop brakes with Brake.
func (a *Arm) Stop() {
	if a.T > 0 || a.servo != nil {
		a.v = a.world.State.V_WG
	}
	a.Drift(geom.Vec{})
}

// Fault says why the arm stands: it is halted, or the hand ran into something with more than Limits.Force since the last motion began; nil
// when it obeys.
func (a *Arm) Fault() error {
	switch {
	case a.halted != nil:
		return a.halted
	case a.over == 0:
		return nil
	}
	return fault.New("move arm", "", fault.Unavailable, "the hand ran into something with %.0f N, the limit is %.0f N; move it back", a.over, a.Limits.Force)
}

// Halt stops the arm as an emergency stop does: it brakes, and refuses every motion until Halt(nil).
func (a *Arm) Halt(why error) {
	if a.halted = why; why != nil {
		a.Stop()
	}
}

// Moving reports whether a line is under way or a drift has not come to rest.
func (a *Arm) Moving() bool {
	return a.T > 0 || len(a.legs) > 0 || a.drift != (geom.Vec{}) || a.v != (geom.Vec{}) || a.servo != nil && !near(*a.servo, a.Palm())
}

// near reports that a pose is as good as reached.
func near(a, b geom.Pose) bool {
	const length, angle = 1e-4, 1e-3 // m, rad
	return r3.Norm(r3.Sub(a.P, b.P)) < length && a.R.Angle(b.R) < angle
}

// Step gives the world the twist of the next tick.
func (a *Arm) Step() {
	dt := a.world.Model.Dt
	if f := r3.Norm(a.Force()); a.Limits.Force > 0 && f > a.Limits.Force && a.over == 0 && a.Moving() {
		a.Stop()
		a.over = f
	}
	if a.servo != nil {
		a.follow()
		return
	}
	for a.T == 0 && len(a.legs) > 0 {
		next := a.legs[0]
		a.legs = a.legs[1:]
		a.line(next.to, next.speed, next.accel)
	}
	if a.T == 0 {
		if a.drift != (geom.Vec{}) && a.Limits.check(a.Palm().P, r3.Add(a.Palm().P, r3.Scale(dt, a.drift))) != nil {
			a.drift = geom.Vec{}
		}
		d := r3.Sub(a.drift, a.v)
		rate := lower(a.Accel, a.Limits.Accel)
		if a.drift == (geom.Vec{}) {
			rate = a.Brake
		}
		if n, most := r3.Norm(d), rate*dt; n > most {
			d = r3.Scale(most/n, d)
		}
		a.v = r3.Add(a.v, d)
		a.world.SetPalmTwist(a.v, geom.Vec{})
		return
	}
	a.t += dt
	s := 1.0
	if a.t < a.T {
		u := a.t / a.T
		s = u * u * u * (10 + u*(-15+6*u))
	}
	x := a.Palm()
	p := r3.Add(r3.Scale(1-s, a.from.P), r3.Scale(s, a.to.P))
	q := geom.Exp(r3.Scale(s, a.turn)).Mul(a.from.R)
	v := r3.Scale(1/dt, r3.Sub(p, x.P))
	w := geom.Vec{}
	if a.turn != (geom.Vec{}) {
		w = r3.Scale(1/dt, q.Mul(x.R.Inv()).Log())
	}
	a.world.SetPalmTwist(v, w)
	if a.t >= a.T {
		a.t, a.T, a.v = 0, 0, geom.Vec{}
	}
}
