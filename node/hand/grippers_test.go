package hand

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/sim"
)

// Every gripper that is known by name finds contact, grabs, holds in the air and lets go, for a client that speaks the PR2's actions.
func TestGrippers(t *testing.T) {
	for _, name := range gripper.Names() {
		for _, object := range []string{"soup-can", "sponge", "banana"} {
			t.Run(name+"/"+object, func(t *testing.T) {
				r := newRig(t, setup{gripper: name, object: object, sensors: sim.RealSensors(5)})
				bare := r.gripper.Layout() == nil
				width := r.place.World.Model.Gripper.Stroke
				contact := receive[*pr2.PR2GripperFindContactData](r, nodeName+"/contact_state")

				st, res, text, _ := r.find().send(findGoal(0, true)).finish(20 * time.Second)
				d := res.Data
				if st != actionlib.Succeeded || !d.ContactConditionsMet || d.Rtstate.RealtimeControllerState != 3 || d.JointPosition <= 5e-3 || d.JointPosition >= width {
					t.Fatalf("find_contact: %v %s; %+v", st, text, d)
				}
				at := d.JointPosition
				if fate, _ := r.place.Fate(); fate.Crushed {
					t.Errorf("contact: %v", fate)
				}
				r.step(20)
				if c := latest(t, contact); !c.ContactConditionsMet || math.Abs(c.JointPosition-at) > 1e-6 {
					t.Errorf("contact_state: %+v", c)
				}
				if st, res, text, _ := r.grab().send(grabGoal(0)).finish(25 * time.Second); st != actionlib.Succeeded || res.Data.Rtstate.RealtimeControllerState != 4 {
					t.Fatalf("grab: %v %s; %+v", st, text, res)
				}
				if err := r.place.Lift(0.1); err != nil {
					t.Fatal(err)
				}
				r.until(10*time.Second, "the hand is up", func() bool { return !r.place.Arm.Moving() })
				r.step(2000)
				fate, _ := r.place.Fate()
				if fate.Crushed || fate.Force < 1 || fate.Height < 0.09 {
					t.Errorf("in the air: %v; %s", fate, r.status().Describe())
				}
				t.Logf("contact at %.1f mm; %v", at*1e3, fate)
				if err := r.place.Lift(0); err != nil {
					t.Fatal(err)
				}
				r.until(10*time.Second, "the hand is down", func() bool { return !r.place.Arm.Moving() })

				// Slip cannot be waited for without pads; acceleration can.
				if bare {
					if st, _, text, _ := r.release().send(&pr2.PR2GripperReleaseGoal{Command: pr2.PR2GripperReleaseCommand{Event: eventCommand(3, 0, 0.01)}}).finish(time.Second); st != actionlib.Rejected || !strings.Contains(text, "slip") {
						t.Errorf("release on slip: %v %s", st, text)
					}
				}
				g := r.release().send(&pr2.PR2GripperReleaseGoal{Command: pr2.PR2GripperReleaseCommand{Event: eventCommand(4, 5, 0.01)}})
				r.step(500)
				if r.goals() != 1 {
					t.Fatalf("release did not wait: %s", r.status().Describe())
				}
				r.place.Tap()
				if st, res, text, took := g.finish(2 * time.Second); st != actionlib.Succeeded || res.Data.Rtstate.RealtimeControllerState != 0 {
					t.Errorf("release: %v %s after %v", st, text, took)
				}
				r.until(5*time.Second, "the hand is open", func() bool { return r.status().Gap > r.gripper.Law.PositionOpen-5e-3 })
				if fate, _ := r.place.Fate(); fate.Force > 0 || fate.Crushed {
					t.Errorf("let go: %v", fate)
				}
			})
		}
	}
}

// An empty hand of any kind says so, and does not squeeze.
func TestGrippersOnNothing(t *testing.T) {
	for _, name := range gripper.Names() {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, setup{gripper: name, sensors: sim.RealSensors(5)})
			if st, _, text, _ := r.grab().send(grabGoal(0)).finish(20 * time.Second); st != actionlib.Aborted {
				t.Errorf("grab: %v %s", st, text)
			}
			r.step(1000)
			if e := r.status().Commanded; math.Abs(e) > r.gripper.Friction {
				t.Errorf("squeezes with %g N", e)
			}
		})
	}
}

// What a hand's fingertips feel is published for any layout; what belongs to the PR2's alone is refused with a reason.
func TestGrippersTactile(t *testing.T) {
	r := newRig(t, setup{gripper: "parallel-4x4", object: "soup-can", sensors: sim.RealSensors(5)})
	tact := receive[*holdfast_msgs.Tactile](r, nodeName+"/tactile")
	if st, _, text, _ := r.grab().send(grabGoal(0)).finish(20 * time.Second); st != actionlib.Succeeded {
		t.Fatal(st, text)
	}
	r.step(1000)
	m := latest(t, tact)
	fate, _ := r.place.Fate()
	for f, p := range m.Pads {
		if len(p.Forces) != 16 || len(p.Positions) != 16 || !p.Valid || !p.Contact || p.Positions[0].Y != 0 {
			t.Fatalf("pad %d: %+v", f, p)
		}
		sum := 0.0
		for _, n := range p.Forces {
			sum += float64(n)
		}
		if math.Abs(sum-p.Force) > 1e-3 || math.Abs(sum-fate.Force) > 1 {
			t.Errorf("pad %d: cells of %.2f N, %.2f N in all, truly %.2f N", f, sum, p.Force, fate.Force)
		}
	}
	if m.Frame < 100 { // a hundred frames a second
		t.Errorf("frame %d", m.Frame)
	}
	if err := r.client.SetParam(t.Context(), "/"+nodeName+"/raw_data", true); err != nil {
		t.Fatal(err)
	}
	if err := r.call("reload_params"); err == nil || !strings.Contains(err.Error(), "22 cells") || !strings.Contains(err.Error(), "tactile") {
		t.Errorf("raw_data of 16 cells: %v", err)
	}

	b := newRig(t, setup{gripper: "parallel-nopads", sensors: sim.RealSensors(5)})
	if b.face.tactile != nil {
		t.Error("a hand without pads has a topic for them")
	}
	if err := b.call("zero_fingertip_sensors"); err == nil || !strings.Contains(err.Error(), "without pads") {
		t.Errorf("zeroes no pads: %v", err)
	}
	for _, cond := range []int8{1, 3} {
		if st, _, text, _ := b.event().send(&pr2.PR2GripperEventDetectorGoal{Command: eventCommand(cond, 5, 0.01)}).finish(time.Second); st != actionlib.Rejected || !strings.Contains(text, "slip") {
			t.Errorf("event %d: %v %s", cond, st, text)
		}
	}
}

// The wrong description of a board is told at the start.
func TestGripperOfAnotherBoard(t *testing.T) {
	r := newRig(t, setup{gripper: "parallel-4x4"})
	r.stop()
	r.loop = ok[*hardware.Loop](t)(hardware.New(&board{r.bus, r}, hardware.Config{Joints: []hardware.JointConfig{r.bus.Joint()}}))
	n := r.node(nodeName)
	_, err := New(t.Context(), n, r.loop, gripper.PR2Hand().Layout(), DefaultParams(), Options{manual: true})
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "16 cells") {
		t.Error(err)
	}
	if err := r.client.SetParam(t.Context(), "/"+nodeName+"/raw_data", true); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), n, r.loop, r.gripper.Layout(), DefaultParams(), Options{manual: true}); fault.KindOf(err) != fault.Unsupported {
		t.Error(err)
	}
	n.Close()
}

// A hand without pads that was killed takes its grip over by gap and force.
func TestTakeOverWithoutPads(t *testing.T) {
	r := newRig(t, setup{gripper: "parallel-nopads", object: "soup-can", sensors: sim.RealSensors(5), state: filepath.Join(t.TempDir(), "hand.json")})
	if st, _, text, _ := r.grab().send(grabGoal(0)).finish(20 * time.Second); st != actionlib.Succeeded {
		t.Fatal(st, text)
	}
	r.step(1000)
	before, _ := r.place.Fate()
	killFor(20*time.Millisecond).run(t, r)
	r.step(3000)
	after, _ := r.place.Fate()
	if st := r.status(); st.Mode != hand.SlipServo || after.Force < 0.7*before.Force {
		t.Errorf("%.1f N before, %.1f N after; %s", before.Force, after.Force, st.Describe())
	}
}

// A hand of another gripper does not go by the parameters that an earlier one has left on the server, but by those that were set for it.
func TestParametersOfAnotherGripper(t *testing.T) {
	r := newRig(t, setup{gripper: "pr2"})
	r.stop()
	if err := r.client.SetParam(t.Context(), "/"+nodeName+"/grip_most", 5.5); err != nil {
		t.Fatal(err)
	}
	r.cfg.gripper, r.cfg.opt = "parallel-4x4", func(o *Options) { o.Given = []string{"grip_most"} }
	r.build()
	r.start()
	p := r.face.link.law.Params()
	if p.PositionOpen != r.gripper.Law.PositionOpen || p.Friction != 4 || p.GripMost != 5.5 {
		t.Errorf("%+v", p)
	}
	for name, want := range map[string]any{"position_open": 0.083, "gripper": "parallel-4x4", "grip_most": 5.5} {
		if v, err := r.client.GetParam(t.Context(), "/"+nodeName+"/"+name); err != nil || v != want {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	// And of the same gripper it does.
	r.stop()
	if err := r.client.SetParam(t.Context(), "/"+nodeName+"/grip_most", 6.5); err != nil {
		t.Fatal(err)
	}
	r.cfg.opt = nil
	r.start()
	if p := r.face.link.law.Params(); p.GripMost != 6.5 {
		t.Errorf("grip_most %g", p.GripMost)
	}
}
