package graspfix

import (
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Situations that users of the original reported, by the number of their report, and what the fix says to each. Those that
// need a physical world (26, 64) are in sim/assist.

// says checks a verdict's code and that its text, remedy and remarks have what the user needs.
func says(t *testing.T, v Verdict, code Code, parts ...string) {
	t.Helper()
	t.Logf("said: %v", v)
	if v.Code != code {
		t.Errorf("%v, want %s", v, code)
	}
	for _, p := range parts {
		if !strings.Contains(v.String(), p) {
			t.Errorf("%v\nlacks %q", v, p)
		}
	}
}

// tell logs what is said about a configuration.
func tell(t *testing.T, c *Config) {
	t.Helper()
	for _, n := range c.Notes {
		if n.Severity != Info {
			t.Logf("said: %v", n)
		}
	}
}

// 1: collisions are off after the attach, the controller goes on closing, the original lets go and attaches in turns.
func TestUser1_GripperGoesOnClosing(t *testing.T) {
	run := func(preset string) *rig {
		r := newRig(t, config(t, preset, func(p *Params) { p.DisableCollisions = true }), nil)
		for range 3 {
			r.U(8)
			r.open(-0.008) // through the object, which the fingers do not touch any more
			r.E(8)
			r.open(0.008)
		}
		return r
	}
	if r := run(Classic); strings.Count(r.log(), "detach") < 2 {
		t.Errorf("the original's loop is not seen:\n%s", r.log())
	}
	r := run(Default)
	r.want(attachAt6)
	r.open(-0.008)
	r.E(8)
	says(t, r.f.Explain(boxName, "arm"), WithinTolerance, "SQUEEZED_IN", "8.0 mm", "stop closing")
}

// 2: two grippers, and two instances.
func TestUser2_TwoGrippers(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := twoArms(t, preset)
		r.touch["S"], r.touch["T"] = "cup::link::c", "cup::link::c"
		r.X["cup::link::c"] = geom.Pose{}
		for range 6 {
			r.window("L", "R", "S", "T")
		}
		r.want("attach box::link::collision a gripped @6\nattach cup::link::c b gripped @6\n")
		t.Logf("said: %s", strings.ReplaceAll(strings.TrimSpace(r.log()), "\n", "; "))
		if e := r.events; e[0].Palm != "pa" || e[1].Palm != "pb" {
			t.Errorf("palms %q and %q", e[0].Palm, e[1].Palm)
		}
		// A second instance in the same program hears everything too.
		other := newRig(t, config(t, preset, nil), nil)
		other.U(6)
		other.want(attachAt6)
	})
}

// 9: many causes under one symptom.
func TestUser9_NotAttached(t *testing.T) {
	// Two palms, and a threshold as high as the ceiling.
	c := mustRead(t, plugin(`<arm><arm_name>a</arm_name><palm_link>p</palm_link><palm_link>q</palm_link><gripper_link>l</gripper_link></arm><grip_count_threshold>20</grip_count_threshold><max_grip_count>20</max_grip_count>`), Classic)
	tell(t, c)
	if noteAbout(c, Warn, `arm "a"`) == "" || !strings.Contains(noteAbout(c, Error, "grip_count_threshold"), "raise max_grip_count to 40") {
		t.Errorf("%v", c.Notes)
	}
	// A weak grip on a heavy object: the forces are tilted.
	r := newRig(t, config(t, Default, nil), nil)
	r.forces = map[string]geom.Vec{"L": geom.V(1, 0, 0.8), "R": geom.V(-1, 0, 0.8)}
	r.U(10)
	says(t, r.f.Explain(boxName, "arm"), AngleTooSmall, "102.7 deg apart", "more than 120", "lower forces_angle_tolerance below 102", "0.87 times")
	// A finger that hardly touches.
	r = newRig(t, config(t, Default, nil), nil)
	r.forces["R"] = geom.V(-1, 0, 0)
	r.U(10)
	says(t, r.f.Explain(boxName, "arm"), RatioTooSmall, "ratio of 0.20", "at least 0.3", "centre the hand")
	// One finger alone.
	r = newRig(t, config(t, Default, nil), nil)
	for range 10 {
		r.window("L")
	}
	says(t, r.f.Explain(boxName, "arm"), OneSided, "only L touches")
	// A perfectly centred object attaches.
	r = newRig(t, config(t, Classic, nil), nil)
	r.forces = map[string]geom.Vec{"L": geom.V(1, 1, 1), "R": geom.V(-1, -1, -1)}
	r.U(6)
	r.want(attachAt6)
}

// 31: palm link not found.
func TestUser31_PalmNotFound(t *testing.T) {
	c := mustRead(t, urdfWith("ee_link", "tip_l", "tip_r"), Classic)
	t.Logf("said: %v", c.Err())
	if err := c.Err(); err == nil || !strings.Contains(err.Error(), `palm_link "ee_link" is joined by a fixed joint`) || !strings.Contains(err.Error(), `use "wrist_3_link"`) {
		t.Errorf("%v", err)
	}
}

// 32: hand-over between two grippers, without a moment in which nobody or both hold.
func TestUser32_HandOver(t *testing.T) {
	r := twoArms(t, Default)
	r.U(10)
	for range 6 {
		r.window("L", "R", "S", "T")
	}
	says(t, r.f.Explain(boxName, "b"), HeldByOther, `held by arm "a"`, "counter 6 of 6", `passes over when arm "a" opens`)
	r.open(0.01)
	for range 6 {
		r.window("S", "T")
	}
	t.Logf("said: %s", strings.ReplaceAll(strings.TrimSpace(r.log()), "\n", "; "))
	r.want("attach box::link::collision a gripped @6\ntransfer box::link::collision b transfer @21\n")
}

// 33: a hand of three fingers at 120 deg with a tolerance of 170.
func TestUser33_ThreeFingers(t *testing.T) {
	c := mustRead(t, plugin(anArm+`<forces_angle_tolerance>170</forces_angle_tolerance>`), Classic)
	tell(t, c)
	if n := noteAbout(c, Warn, "forces_angle_tolerance"); !strings.Contains(n, "fingers 120 deg apart never attach") {
		t.Errorf("%q", n)
	}
	arm := Arm{Name: "arm", Palm: "palm", Links: []string{"L", "R", "S"}}
	grip := func(deg float64) *rig {
		r := newRig(t, config(t, Default, func(p *Params) { p.AngleDeg = deg; p.UpdateRate = 100; p.Threshold = 2 }, arm), nil)
		for i, f := range arm.Links {
			s, c := math.Sincos(float64(i) * 2 * math.Pi / 3)
			r.X[f], r.touch[f], r.points[f], r.forces[f] = geom.Pose{}, boxName, geom.V(-0.02*c, -0.02*s, 0), geom.V(3*c, 3*s, 0)
		}
		for range 10 {
			r.window("L", "R", "S")
		}
		return r
	}
	r := grip(170)
	r.want("")
	says(t, r.f.Explain(boxName, "arm"), AngleTooSmall, "120.0 deg apart", "more than 170 is needed", "forces_angle_tolerance")
	grip(115).want("attach box::link::collision arm gripped @3\n")
}

// 45: contacts are shown elsewhere, but none of them names a finger; or there are none at all.
func TestUser45_SilentTopic(t *testing.T) {
	r := newRig(t, config(t, Default, nil), nil)
	r.touch = map[string]string{"finger_pad_left": boxName, "finger_pad_right": boxName}
	for range 5 {
		r.window("finger_pad_left", "finger_pad_right")
	}
	says(t, r.f.Explain(boxName, "arm"), NoFinger, "none names a gripper_link", `"finger_pad_left"`, `"finger_pad_right"`)
	r = newRig(t, config(t, Default, nil), nil)
	r.E(5)
	says(t, r.f.Explain(boxName, "arm"), StreamSilent, "5 clock ticks", "planner")
}

// 49: with a tolerance of a millimetre the object is attached and let go in turns.
func TestUser49_Flapping(t *testing.T) {
	wobble := func(tolerance float64) *rig {
		r := newRig(t, config(t, Fast, func(p *Params) { p.ReleaseTolerance = tolerance }), nil)
		for range 10 {
			r.U(3)
			r.open(0.0015) // fingers wobble by a millimetre and a half, and lose touch
			r.E(3)
			r.open(-0.0015)
		}
		return r
	}
	r := wobble(0.001)
	says(t, r.f.Explain(boxName, "arm"), Code(r.f.Explain(boxName, "arm").Code), "FLAPPING", "raise release_tolerance (1 mm)")
	if n := strings.Count(r.log(), "attach"); n < 10 {
		t.Errorf("no flapping:\n%s", r.log())
	}
	r = wobble(0.005)
	r.want("attach box::link::collision arm gripped @2\n")
	if v := r.f.Explain(boxName, "arm"); len(v.Also) != 0 {
		t.Errorf("%v", v)
	}
	if c := mustRead(t, plugin(anArm+`<release_tolerance>0.0005</release_tolerance>`), Classic); !strings.Contains(noteAbout(c, Warn, "release_tolerance"), "letting go in turns") {
		t.Errorf("%v", c.Notes)
	}
}

// 52: attached late, sticks after opening.
func TestUser52_LateAndSticky(t *testing.T) {
	// A simulation at a twentieth of real time and a grip that holds in some windows only: the wall clock makes windows of 10 ms.
	r := newRig(t, config(t, Default, func(p *Params) { p.Threshold, p.MaxGripCount = 4, 8 }), nil)
	r.steps(0, 0.9, 1e-3, 0.05)
	says(t, r.f.Explain(boxName, "arm"), Counting, "counter 4 of 5", "attached in 0.20 s")
	r.steps(0.9, 1.2, 1e-3, 0.05)
	if len(r.events) != 1 || r.events[0].T != 1 {
		t.Errorf("%v", r.events)
	}
	// After opening it is said for how long it sticks and why.
	r = newRig(t, config(t, Default, nil), nil)
	r.U(10)
	r.open(0.02)
	r.E(1)
	says(t, r.f.Explain(boxName, "arm"), CounterHolds, "counter is 9 and must fall to 5: 0.80 s", "lower max_grip_count")
	r.E(4)
	if len(r.events) != 2 {
		t.Errorf("%s", r.log())
	}
}

// 58: a gripper of parallel linkages touches with links that are not listed.
func TestUser58_UnlistedLinks(t *testing.T) {
	c := mustRead(t, strings.NewReplacer(`<link name="bare"/>`, `<link name="pad_l"><collision/></link>`, `<child link="bare"/>`, `<child link="pad_l"/>`).Replace(urdfWith("wrist_3_link", "tip_l", "tip_r")), Default)
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, c, nil)
	r.touch = map[string]string{"ur5::pad_l::pad_l_collision": boxName, "ur5::tip_r::tip_r_collision": boxName}
	r.forces = map[string]geom.Vec{"ur5::pad_l::pad_l_collision": geom.V(5, 0, 0), "ur5::tip_r::tip_r_collision": geom.V(-5, 0, 0)}
	for range 8 {
		r.window("ur5::pad_l::pad_l_collision", "ur5::tip_r::tip_r_collision")
	}
	says(t, r.f.Explain(boxName, "arm"), UnlistedLink, "ur5::pad_l::pad_l_collision", "add the link")
	for range 8 {
		r.window("ur5::pad_l::pad_l_collision")
	}
	says(t, r.f.Explain(boxName, "arm"), UnlistedLink)
}
