package hand

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/control_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/sim"
)

type (
	findClient  = actionClient[*pr2.PR2GripperFindContactGoal, *pr2.PR2GripperFindContactResult, *pr2.PR2GripperFindContactFeedback]
	forceClient = actionClient[*pr2.PR2GripperForceServoGoal, *pr2.PR2GripperForceServoResult, *pr2.PR2GripperForceServoFeedback]
	slipClient  = actionClient[*pr2.PR2GripperSlipServoGoal, *pr2.PR2GripperSlipServoResult, *pr2.PR2GripperSlipServoFeedback]
	eventClient = actionClient[*pr2.PR2GripperEventDetectorGoal, *pr2.PR2GripperEventDetectorResult, *pr2.PR2GripperEventDetectorFeedback]
	grabClient  = actionClient[*pr2.PR2GripperGrabGoal, *pr2.PR2GripperGrabResult, *pr2.PR2GripperGrabFeedback]
	relClient   = actionClient[*pr2.PR2GripperReleaseGoal, *pr2.PR2GripperReleaseResult, *pr2.PR2GripperReleaseFeedback]
	moveClient  = actionClient[*pr2_controllers_msgs.Pr2GripperCommandGoal, *pr2_controllers_msgs.Pr2GripperCommandResult, *pr2_controllers_msgs.Pr2GripperCommandFeedback]
	cmdClient   = actionClient[*control_msgs.GripperCommandGoal, *control_msgs.GripperCommandResult, *control_msgs.GripperCommandFeedback]
)

func (r *rig) find() *findClient {
	return newClient[*pr2.PR2GripperFindContactGoal, *pr2.PR2GripperFindContactResult, *pr2.PR2GripperFindContactFeedback](r, nodeName+"/find_contact", &pr2.PR2GripperFindContactActionType)
}
func (r *rig) force() *forceClient {
	return newClient[*pr2.PR2GripperForceServoGoal, *pr2.PR2GripperForceServoResult, *pr2.PR2GripperForceServoFeedback](r, nodeName+"/force_servo", &pr2.PR2GripperForceServoActionType)
}
func (r *rig) slip() *slipClient {
	return newClient[*pr2.PR2GripperSlipServoGoal, *pr2.PR2GripperSlipServoResult, *pr2.PR2GripperSlipServoFeedback](r, nodeName+"/slip_servo", &pr2.PR2GripperSlipServoActionType)
}
func (r *rig) event() *eventClient {
	return newClient[*pr2.PR2GripperEventDetectorGoal, *pr2.PR2GripperEventDetectorResult, *pr2.PR2GripperEventDetectorFeedback](r, nodeName+"/event_detector", &pr2.PR2GripperEventDetectorActionType)
}
func (r *rig) grab() *grabClient {
	return newClient[*pr2.PR2GripperGrabGoal, *pr2.PR2GripperGrabResult, *pr2.PR2GripperGrabFeedback](r, nodeName+"/grab", &pr2.PR2GripperGrabActionType)
}
func (r *rig) release() *relClient {
	return newClient[*pr2.PR2GripperReleaseGoal, *pr2.PR2GripperReleaseResult, *pr2.PR2GripperReleaseFeedback](r, nodeName+"/release", &pr2.PR2GripperReleaseActionType)
}
func (r *rig) move(name string) *moveClient {
	return newClient[*pr2_controllers_msgs.Pr2GripperCommandGoal, *pr2_controllers_msgs.Pr2GripperCommandResult, *pr2_controllers_msgs.Pr2GripperCommandFeedback](r, name, &pr2_controllers_msgs.Pr2GripperCommandActionType)
}
func (r *rig) command() *cmdClient {
	return newClient[*control_msgs.GripperCommandGoal, *control_msgs.GripperCommandResult, *control_msgs.GripperCommandFeedback](r, nodeName+"/gripper_cmd", &control_msgs.GripperCommandActionType)
}

func findGoal(conditions int8, zero bool) *pr2.PR2GripperFindContactGoal {
	return &pr2.PR2GripperFindContactGoal{Command: pr2.PR2GripperFindContactCommand{ContactConditions: conditions, ZeroFingertipSensors: zero}}
}
func forceGoal(n float64) *pr2.PR2GripperForceServoGoal {
	return &pr2.PR2GripperForceServoGoal{Command: pr2.PR2GripperForceServoCommand{FingertipForce: n}}
}
func grabGoal(gain float64) *pr2.PR2GripperGrabGoal {
	return &pr2.PR2GripperGrabGoal{Command: pr2.PR2GripperGrabCommand{HardnessGain: gain}}
}
func eventCommand(cond int8, accel, slip float64) pr2.PR2GripperEventDetectorCommand {
	return pr2.PR2GripperEventDetectorCommand{TriggerConditions: cond, AccelerationTriggerMagnitude: accel, SlipTriggerMagnitude: slip}
}
func moveGoal(gap, effort float64) *pr2_controllers_msgs.Pr2GripperCommandGoal {
	return &pr2_controllers_msgs.Pr2GripperCommandGoal{Command: pr2_controllers_msgs.Pr2GripperCommand{Position: gap, MaxEffort: effort}}
}

// soft is a box of 50 mm that gives as the sheet's object does.
func soft() setup { return setup{width: 0.05, stiffness: 5e3} }

// held is a rig whose hand holds the soft box.
func held(t *testing.T, cfg setup) *rig {
	t.Helper()
	r := newRig(t, cfg)
	g := r.grab().send(grabGoal(0))
	if st, _, text, _ := g.finish(15 * time.Second); st != actionlib.Succeeded {
		t.Fatalf("grab: %v %s", st, text)
	}
	r.step(500)
	return r
}

func TestTouch24_SecondGoalPreemptsTheFirst(t *testing.T) {
	r := newRig(t, setup{})
	c := r.find()
	a := c.send(findGoal(0, false))
	r.step(50)
	b := c.send(findGoal(0, false))
	r.step(50)
	st, _, text := a.end()
	if st != actionlib.Preempted || !strings.Contains(text, "another command took over") {
		t.Errorf("first: %v %q", st, text)
	}
	r.wait("the second is ACTIVE", func() bool { return b.State() == actionlib.StateActive })
}

func TestTouch25_Cancel(t *testing.T) {
	r := newRig(t, setup{})
	r.step(500)
	a := r.find().send(findGoal(0, false))
	r.step(300)
	if r.status().Mode != hand.FindContact || r.world.State.GapVel > -0.01 {
		t.Fatalf("does not close: %s", r.status().Describe())
	}
	a.cancel()
	r.step(1) // the tick at whose end the command is taken
	r.step(1)
	if m, e := r.status().Mode, r.status().Commanded; m != hand.Disabled || e != 0 {
		t.Errorf("one tick after the cancellation: mode %v, effort %g N", m, e)
	}
	r.step(2)
	if st, res, text := a.end(); st != actionlib.Preempted || res.Data.Rtstate.RealtimeControllerState != 0 {
		t.Errorf("%v, rtstate %d, %q", st, res.Data.Rtstate.RealtimeControllerState, text)
	}
	// The event detector's goal has nothing to do with the motor.
	r.step(10)
	b := r.move(nodeName + "/gripper_action").send(moveGoal(0.06, -1))
	e := r.event().send(&pr2.PR2GripperEventDetectorGoal{Command: eventCommand(4, 50, 0)})
	r.step(100)
	e.cancel()
	r.step(10)
	if st, _, text := e.end(); st != actionlib.Preempted {
		t.Errorf("event detector: %v %q", st, text)
	}
	if m := r.status().Mode; m != hand.Position || b.over() {
		t.Errorf("the mode is %v, the move is over: %v", m, b.over())
	}
}

func TestTouch26_SilentController(t *testing.T) {
	for _, c := range []struct {
		name     string
		asleep   bool
		from, to time.Duration // after the last that was heard
		says     string
	}{{"silent", false, 5 * time.Second, 6100 * time.Millisecond, "silent"}, {"never heard", true, 0, 1100 * time.Millisecond, "never been heard"}} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, setup{asleep: c.asleep})
			a := r.event().send(&pr2.PR2GripperEventDetectorGoal{Command: eventCommand(4, 50, 0)})
			if !c.asleep {
				r.step(200)
				r.wait("ACTIVE", func() bool { return a.State() == actionlib.StateActive })
			}
			r.still = true
			from := r.now
			for r.goals() > 0 && r.now < 20*time.Second {
				r.step(10)
				r.settle()
			}
			st, _, text := a.end()
			t.Logf("%v after %v: %s", st, r.now-from, text)
			if st != actionlib.Aborted || r.now-from < c.from || r.now-from > c.to || !strings.Contains(text, c.says) {
				t.Errorf("%v after %v: %q", st, r.now-from, text)
			}
		})
	}
}

// settle waits until the node's watchdog sleeps again, so that virtual time does not run away from it.
func (r *rig) settle() {
	r.wait("the watchdog sleeps", func() bool { return r.clock.Waiting() > 0 })
}

func TestTouch27_MoveEndsASlipServo(t *testing.T) {
	r := held(t, soft())
	s := r.slip().send(&pr2.PR2GripperSlipServoGoal{})
	r.step(500)
	r.wait("ACTIVE", func() bool { return s.State() == actionlib.StateActive })
	pub := ok[*ros.Publisher[*pr2_controllers_msgs.Pr2GripperCommand]](t)(ros.Advertise[*pr2_controllers_msgs.Pr2GripperCommand](r.client, nodeName+"/command"))
	if err := pub.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	before := r.sent()
	if err := pub.Publish(&pr2_controllers_msgs.Pr2GripperCommand{Position: 0.08, MaxEffort: -1}); err != nil {
		t.Fatal(err)
	}
	r.wait("the command arrives", func() bool { return r.sent() > before })
	from := r.now
	took := r.until(200*time.Millisecond, "the slip servo's goal ends", func() bool { return r.goals() == 0 })
	st, _, text := s.end()
	t.Logf("ended after %v: %v %s", took, st, text)
	if st != actionlib.Preempted {
		t.Errorf("%v", st)
	}
	// Cancelling the dead goal again does not stop the motion.
	if err := s.ClientGoal.Cancel(); err != nil {
		t.Fatal(err)
	}
	r.until(5*time.Second, "the hand is open", func() bool { return r.status().Gap > 0.078 })
	t.Logf("open after %v", r.now-from)
}

func TestTouch28_DeadSensorsRefuse(t *testing.T) {
	var dead []sim.CellFault
	for f := range 2 {
		for c := range 22 {
			dead = append(dead, sim.CellFault{Finger: f, Cell: c})
		}
	}
	r := newRig(t, setup{sensors: sim.SensorModel{Faults: dead}})
	r.step(500)
	for name, send := range map[string]func() (actionlib.Status, string){
		"find_contact": func() (actionlib.Status, string) {
			s, _, text, _ := r.find().send(findGoal(0, false)).finish(time.Second)
			return s, text
		},
		"force_servo": func() (actionlib.Status, string) {
			s, _, text, _ := r.force().send(forceGoal(5)).finish(time.Second)
			return s, text
		},
		"slip_servo": func() (actionlib.Status, string) {
			s, _, text, _ := r.slip().send(&pr2.PR2GripperSlipServoGoal{}).finish(time.Second)
			return s, text
		},
		"grab": func() (actionlib.Status, string) {
			s, _, text, _ := r.grab().send(grabGoal(0.03)).finish(time.Second)
			return s, text
		},
	} {
		st, text := send()
		t.Logf("%s: %v: %s", name, st, text)
		if st != actionlib.Rejected || !strings.Contains(text, "0 of the left pad's") {
			t.Errorf("%s: %v %q", name, st, text)
		}
	}
	if st, res, text, _ := r.move(nodeName + "/gripper_action").send(moveGoal(0.04, -1)).finish(5 * time.Second); st != actionlib.Succeeded || !res.ReachedGoal {
		t.Errorf("a position goal: %v %q", st, text)
	}
}

// The contact force, and with it the grip, depends on how soon after the touch the pads send a frame: 0 to 41 ms. The sheet's 3.3 N are
// for the middle of that, so the mean of grabs spread over it counts.
func TestTouch29_Grab(t *testing.T) {
	for _, c := range []struct {
		name   string
		params map[string]any
	}{
		{"C", map[string]any{"compat": true, "max_joint_effort": -1.0, "fingertip_force_limit": -1.0}}, {"F", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			const grabs = 4
			sum := 0.0
			for i := range grabs {
				cfg := soft()
				cfg.params = c.params
				cfg.width += 0.02 * 0.041 * float64(i) / grabs // touched so much earlier
				sum += grabOnce(t, newRig(t, cfg))
			}
			t.Logf("mean grip %.2f N", sum/grabs)
			if f := sum / grabs; math.Abs(f-3.3) > 0.4*3.3 {
				t.Errorf("mean grip %.2f N, want 3.3 N within 40 %%", f)
			}
		})
	}
	t.Run("nothing there", func(t *testing.T) {
		r := newRig(t, setup{})
		r.step(500)
		st, _, text, took := r.grab().send(grabGoal(0.03)).finish(20 * time.Second)
		r.step(500)
		t.Logf("%v after %v: %s", st, took, text)
		if st != actionlib.Aborted || !strings.Contains(text, "without finding anything") || math.Abs(r.status().Commanded) > 10 {
			t.Errorf("%v, %q, effort %g N", st, text, r.status().Commanded)
		}
	})
}

// grabOnce grabs, checks what the client is told, and returns the grip a second later, N.
func grabOnce(t *testing.T, r *rig) float64 {
	t.Helper()
	feedback := receive[*pr2.PR2GripperGrabActionFeedback](r, nodeName+"/grab/feedback") // the client stops listening with the result
	g := r.grab().send(grabGoal(0.03))
	st, res, text, took := g.finish(20 * time.Second)
	if st != actionlib.Succeeded || res.Data.Rtstate.RealtimeControllerState != 4 || took > 8*time.Second {
		t.Errorf("%v, rtstate %d after %v: %q", st, res.Data.Rtstate.RealtimeControllerState, took, text)
	}
	if m := r.status().Mode; m != hand.SlipServo {
		t.Errorf("ends in %v", m)
	}
	var seen []int8
	r.wait("both feedbacks", func() bool { return len(feedback) >= 2 })
	for len(feedback) > 0 {
		seen = append(seen, (<-feedback).Feedback.Data.Rtstate.RealtimeControllerState)
	}
	if len(seen) != 2 || seen[0] != 3 || seen[1] != 4 {
		t.Errorf("feedback %v, want 3 and 4", seen)
	}
	r.step(1000)
	t.Logf("took %v, grip %.2f N: %s", took, r.grip(), text)
	return r.grip()
}

func TestTouch30_Release(t *testing.T) {
	r := held(t, soft())
	rel := r.release()
	goal := &pr2.PR2GripperReleaseGoal{Command: pr2.PR2GripperReleaseCommand{Event: eventCommand(2, 5, 0.01)}}
	a := rel.send(goal)
	grip := r.grip()
	r.step(60_000)
	if a.over() || math.Abs(r.grip()-grip) > 0.5 {
		t.Fatalf("after 60 s without a stimulus: over %v, grip %.2f N, before %.2f N", a.over(), r.grip(), grip)
	}
	a.cancel()
	took := r.until(200*time.Millisecond, "the cancellation is honoured", func() bool { return r.goals() == 0 })
	if st, res, text := a.end(); st != actionlib.Preempted || res.Data.Rtstate.RealtimeControllerState != 6 {
		t.Errorf("%v after %v, rtstate %d: %q", st, took, res.Data.Rtstate.RealtimeControllerState, text)
	}
	if r.step(500); math.Abs(r.grip()-grip) > 0.5 {
		t.Errorf("grip %.2f N after the cancellation, %.2f N before", r.grip(), grip)
	}
	b := rel.send(goal)
	r.step(500)
	if b.over() {
		t.Fatal("released by itself")
	}
	r.tap = 12
	opens := r.until(time.Second, "opening starts", func() bool { return r.status().Stage != hand.Replace })
	t.Logf("lets go %v after the tap", opens)
	if opens > 150*time.Millisecond {
		t.Errorf("opening starts %v after the tap", opens)
	}
	st, res, text, _ := b.finish(5 * time.Second)
	if st != actionlib.Succeeded || res.Data.Rtstate.RealtimeControllerState != 0 {
		t.Errorf("%v, rtstate %d: %q", st, res.Data.Rtstate.RealtimeControllerState, text)
	}
	r.until(5*time.Second, "the hand is open", func() bool { return r.status().Gap > 0.08 })
	// An acceleration of 0 means now.
	held := r.grab().send(grabGoal(0.03))
	if st, _, text, _ := held.finish(20 * time.Second); st != actionlib.Succeeded {
		t.Fatalf("%v %q", st, text)
	}
	c := rel.send(&pr2.PR2GripperReleaseGoal{Command: pr2.PR2GripperReleaseCommand{Event: eventCommand(4, 0, 0)}})
	if st, _, text, took := c.finish(2 * time.Second); st != actionlib.Succeeded || took > time.Second {
		t.Errorf("trigger 0: %v after %v: %q", st, took, text)
	}
}

func TestTouch31_GripperAction(t *testing.T) {
	for _, name := range []string{nodeName + "/gripper_action", "r_gripper_controller/gripper_action"} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, setup{gap: 0.001})
			g := r.move(name).send(moveGoal(0.09, -1))
			st, res, text, _ := g.finish(10 * time.Second)
			if st != actionlib.Succeeded || !res.ReachedGoal || res.Position < 0.08 || res.Position > 0.081 {
				t.Errorf("open: %v at %g m: %q", st, res.Position, text)
			}
		})
	}
	r := newRig(t, setup{width: 0.05, stiffness: 5e4, params: map[string]any{"compat": true}})
	r.step(500)
	m := r.move(nodeName + "/gripper_action")
	st, res, text, _ := m.send(moveGoal(0, 20)).finish(10 * time.Second)
	t.Logf("blocked: %v, %s", st, text)
	if st != actionlib.Aborted || !res.Stalled || res.ReachedGoal || math.Abs(res.Position-0.05) > 4e-3 || res.Effort > -10 {
		t.Errorf("blocked at 50 mm: %v, %+v", st, *res)
	}
	// C: an effort of 0 gives none and never stalls.
	g := m.send(moveGoal(0.02, 0))
	r.step(3000)
	if g.over() {
		st, _, text := g.end()
		t.Errorf("effort 0: %v %q", st, text)
	}
}

func TestTouch32_EffortOfAMoveDoesNotStay(t *testing.T) {
	r := held(t, soft())
	if st, _, text, _ := r.move(nodeName + "/gripper_action").send(moveGoal(0.086, 5)).finish(20 * time.Second); st == actionlib.Rejected {
		t.Fatal(text)
	}
	if st, _, text, _ := r.find().send(findGoal(0, false)).finish(10 * time.Second); st != actionlib.Succeeded {
		t.Fatalf("%v %q", st, text)
	}
	st, res, text, _ := r.force().send(forceGoal(12)).finish(10 * time.Second)
	if st != actionlib.Succeeded || !res.Data.ForceAchieved || math.Abs(r.grip()-12) > 0.8 {
		t.Errorf("%v, grip %.2f N: %q", st, r.grip(), text)
	}
}

// control_msgs' gripper action succeeds in every valid end, and tells a held object from a gap that was reached.
func TestGripperCommand(t *testing.T) {
	r := newRig(t, setup{width: 0.05, stiffness: 5e4})
	r.step(500)
	c := r.command()
	send := func(gap, effort float64) (actionlib.Status, *control_msgs.GripperCommandResult, string) {
		t.Helper()
		st, res, text, _ := c.send(&control_msgs.GripperCommandGoal{Command: control_msgs.GripperCommand{Position: gap, MaxEffort: effort}}).finish(20 * time.Second)
		return st, res, text
	}
	if st, res, text := send(0, 20); st != actionlib.Succeeded || !res.Stalled || res.ReachedGoal || !strings.HasPrefix(text, "holding") {
		t.Errorf("close on a box: %v, %+v, %q", st, res, text)
	}
	if st, res, text := send(0.08, 20); st != actionlib.Succeeded || res.Stalled || !res.ReachedGoal {
		t.Errorf("open: %v, %+v, %q", st, res, text)
	}
	if st, _, text := send(math.NaN(), 20); st != actionlib.Rejected || !strings.Contains(text, "not a finite number") {
		t.Errorf("NaN: %v %q", st, text)
	}
}

func TestInvalidGoalsAreRejected(t *testing.T) {
	r := newRig(t, setup{})
	r.step(500)
	if st, _, text, _ := r.find().send(findGoal(9, false)).finish(time.Second); st != actionlib.Rejected || !strings.Contains(text, "contact condition 9") {
		t.Errorf("%v %q", st, text)
	}
	// 21: cond 7
	e := r.event().send(&pr2.PR2GripperEventDetectorGoal{Command: eventCommand(7, 1, 1)})
	if st, _, text, _ := e.finish(time.Second); st != actionlib.Rejected || !strings.Contains(text, "trigger condition 7") {
		t.Errorf("%v %q", st, text)
	}
	if st, _, text, _ := r.force().send(forceGoal(math.Inf(1))).finish(time.Second); st != actionlib.Rejected {
		t.Errorf("%v %q", st, text)
	}
}

// A release needs the detector that an event_detector goal has.
func TestReleaseTakesTheDetector(t *testing.T) {
	r := held(t, soft())
	ev := r.event()
	e := ev.send(&pr2.PR2GripperEventDetectorGoal{Command: eventCommand(4, 50, 0)})
	r.step(20)
	rel := r.release().send(&pr2.PR2GripperReleaseGoal{Command: pr2.PR2GripperReleaseCommand{Event: eventCommand(2, 5, 0.01)}})
	r.step(20)
	if st, _, text := e.end(); st != actionlib.Preempted {
		t.Errorf("event detector: %v %q", st, text)
	}
	again := ev.send(&pr2.PR2GripperEventDetectorGoal{Command: eventCommand(4, 50, 0)})
	r.step(20)
	if st, _, text := again.end(); st != actionlib.Rejected || !strings.Contains(text, "release") {
		t.Errorf("event detector during a release: %v %q", st, text)
	}
	if rel.over() {
		t.Error("the release is over")
	}
}
