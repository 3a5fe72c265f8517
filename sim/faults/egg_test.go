package faults

import (
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// Whatever is done to a hand that holds an egg in the air, short of ordering it to let go: the egg is neither dropped nor cracked.
func TestEgg(t *testing.T) {
	do := func(t *testing.T, r *Rig, cmd hand.Command) {
		if err := r.Hand.Do(cmd); err != nil {
			t.Logf("%v is refused: %v", cmd.Verb, err)
		}
	}
	change := func(f func(*hand.Params)) func(*testing.T, *Rig, float64) {
		return func(_ *testing.T, r *Rig, s float64) {
			if s == 1 {
				p := r.Hand.Params()
				f(&p)
				r.Hand.SetParams(p)
			}
		}
	}
	order := func(cmd hand.Command) func(*testing.T, *Rig, float64) {
		return func(t *testing.T, r *Rig, s float64) {
			if s == 1 {
				do(t, r, cmd)
			}
		}
	}
	shove := func(push geom.Vec, seconds float64) func(*testing.T, *Rig, float64) {
		return func(_ *testing.T, r *Rig, s float64) {
			r.body().Push = geom.Vec{}
			if s >= 1 && s < 1+seconds {
				r.body().Push = push
			}
		}
	}
	for name, c := range map[string]struct {
		seconds float64
		drift   float64 // counts/s
		each    func(t *testing.T, r *Rig, s float64)
	}{
		"hot pads":                     {seconds: 260, drift: 2},
		"cold pads":                    {seconds: 260, drift: -2},
		"a bump of 3 N for 20 ms":      {seconds: 4, drift: 0.5, each: shove(geom.V(0, 0, -3), 0.02)},
		"a bump from the side":         {seconds: 4, drift: 0.5, each: shove(geom.V(0, 3, 0), 0.02)},
		"a bump along the fingers, up": {seconds: 4, drift: 0.5, each: shove(geom.V(0, 0, 3), 0.02)},
		"pulled by 0.5 N":              {seconds: 4, drift: 0.5, each: shove(geom.V(0, 0, -0.5), 2)},
		"its shell becomes wet": {seconds: 4, drift: 0.5, each: func(_ *testing.T, r *Rig, s float64) {
			if s == 1 {
				r.World.Model.Objects[0].Friction *= 0.5
			}
		}},
		"hold, no force":                  {seconds: 4, drift: 0.5, each: order(hand.Command{Verb: hand.Hold})},
		"grasp again":                     {seconds: 6, drift: 0.5, each: order(hand.Command{Verb: hand.Grasp})},
		"find contact again":              {seconds: 6, drift: 0.5, each: order(hand.Command{Verb: hand.Find})},
		"find contact, zeroed":            {seconds: 6, drift: 0.5, each: order(hand.Command{Verb: hand.Find, Zero: true})},
		"zero the pads":                   {seconds: 4, drift: 0.5, each: order(hand.Command{Verb: hand.Zero})},
		"tighten by 1.3":                  {seconds: 4, drift: 0.5, each: order(hand.Command{Verb: hand.Tighten, Factor: 1.3})},
		"watch for a slip":                {seconds: 4, drift: 0.5, each: order(hand.Command{Verb: hand.Watch, Event: hand.Event{Condition: hand.OnSlip}})},
		"fingertip_force_limit of 1 N":    {seconds: 4, drift: 0.5, each: change(func(p *hand.Params) { p.ForceLimit = 1 })},
		"all parameters at their default": {seconds: 4, drift: 0.5, each: change(func(p *hand.Params) { *p = hand.DefaultParams() })},
		"no power for 50 ms": {seconds: 4, drift: 0.5, each: func(_ *testing.T, r *Rig, s float64) {
			r.Spoil = func(x *hand.Reading) bool { x.Halted = s >= 1 && s < 1.05; return true }
		}},
		"the loop stops for 200 ms": {seconds: 4, drift: 0.5, each: func(_ *testing.T, r *Rig, s float64) {
			r.Spoil = func(*hand.Reading) bool { return !(s >= 1 && s < 1.2) }
		}},
		"the arm is jolted": {seconds: 4, drift: 0.5, each: func(t *testing.T, r *Rig, s float64) {
			if n := int(s*1000 + 0.5); n >= 1000 && n < 2000 && n%200 == 0 {
				x := r.Arm.Palm()
				x.P.Z += 0.02 - 0.04*float64(n/200%2)
				if err := r.Arm.MoveTo(x, 1, 8); err != nil {
					t.Error(err)
				}
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := newRig("egg", func(cfg *robot.Config) { cfg.Sensors.Drift = c.drift })
			if err != nil {
				t.Fatal(err)
			}
			up, err := pick.NewPickup(r.Robot.Robot, r.Pickup, pick.DefaultParams())
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Run(t.Context(), up); err != nil {
				t.Fatal(err)
			}
			b := r.body()
			peak, under := 0.0, b.X_WO.P.Z-r.World.State.X_WG.P.Z
			for n := range int(c.seconds * 1000) {
				if c.each != nil {
					c.each(t, r, float64(n)/1000)
				}
				r.Step()
				peak = max(peak, b.PadForce[0], b.PadForce[1])
				if b.Crushed {
					t.Fatalf("cracked after %.3f s by %.1f N", float64(n)/1000, peak)
				}
				if low := under - (b.X_WO.P.Z - r.World.State.X_WG.P.Z); low > 0.02 {
					t.Fatalf("dropped, %.0f mm after %.3f s", 1e3*low, float64(n)/1000)
				}
			}
			if b.PadForce[0] <= 0 || b.PadForce[1] <= 0 {
				t.Errorf("the pads press it with %v N", b.PadForce)
			}
			t.Logf("held with %.1f N, at most %.1f N", b.PadForce[0], peak)
		})
	}
}
