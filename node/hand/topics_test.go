package hand

import (
	"bufio"
	"context"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/sim"
)

// call calls one of the three services while the hand's time goes on.
func (r *rig) call(name string) error {
	r.t.Helper()
	c := ok[*ros.ServiceClient[emptyRequest, emptyResponse]](r.t)(ros.NewServiceClient[emptyRequest, emptyResponse](r.client, nodeName+"/"+name, &std_srvs.EmptyService, false))
	defer c.Close()
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(r.t.Context(), 20*time.Second)
		defer cancel()
		_, err := c.Call(ctx, &std_srvs.EmptyRequest{})
		done <- err
	}()
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(200 * time.Microsecond):
			r.step(1)
		}
	}
}

func TestTouch33_PublishSkip(t *testing.T) {
	r := newRig(t, setup{params: map[string]any{"publish_skip": 10}})
	counts := map[string]func() int{}
	state := receive[*pr2_controllers_msgs.JointControllerState](r, nodeName+"/state")
	classic := receive[*pr2_controllers_msgs.JointControllerState](r, "r_gripper_controller/state")
	contact := receive[*pr2.PR2GripperFindContactData](r, nodeName+"/contact_state")
	force := receive[*pr2.PR2GripperForceServoData](r, nodeName+"/force_servo_state")
	slip := receive[*pr2.PR2GripperSlipServoData](r, nodeName+"/slip_servo_state")
	event := receive[*pr2.PR2GripperEventDetectorData](r, nodeName+"/event_detector_state")
	for name, c := range map[string]func() int{
		"state": func() int { return len(state) }, "stock state": func() int { return len(classic) }, "contact_state": func() int { return len(contact) },
		"force_servo_state": func() int { return len(force) }, "slip_servo_state": func() int { return len(slip) }, "event_detector_state": func() int { return len(event) },
	} {
		counts[name] = c
	}
	before := map[string]int{}
	for name, c := range counts {
		before[name] = c()
	}
	for i := range 100 { // one message waits for a subscriber: give each its time
		r.step(10)
		for name, c := range counts {
			r.wait(name, func() bool { return c()-before[name] >= i+1 })
		}
	}
	for name, c := range counts {
		if n := c() - before[name]; n != 100 {
			t.Errorf("%s: %d messages in a second of 1000 ticks with publish_skip 10", name, n)
		}
	}
	s := latest(t, state)
	if s.TimeStep != 1e-3 || math.Abs(s.ProcessValue-r.status().Gap) > 1e-6 || s.Error != s.ProcessValue-s.SetPoint {
		t.Errorf("%+v", s)
	}
	if d := r.clock.Now().Sub(s.Header.Stamp); d < 0 || d > 12*time.Millisecond {
		t.Errorf("stamped %v ago", d)
	}
	for _, bad := range []int{0, -1} {
		if err := r.client.SetParam(t.Context(), nodeName+"/publish_skip", bad); err != nil {
			t.Fatal(err)
		}
		if err := r.call("reload_params"); err == nil || !strings.Contains(err.Error(), "publish_skip") {
			t.Errorf("publish_skip %d: %v", bad, err)
		}
	}
	if r.face.link.skip != 10 {
		t.Errorf("a refused publish_skip was taken over: %d", r.face.link.skip)
	}
}

// Every sum that the sheet gives of the messages of this face.
func TestTouch34_MD5(t *testing.T) {
	in, err := os.Open("testdata/md5.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	n := 0
	for s := bufio.NewScanner(in); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") || s.Text() == "" {
			continue
		}
		name, want, _ := strings.Cut(s.Text(), "\t")
		typ := msgs.Lookup(name)
		if typ == nil {
			t.Errorf("%s is not known", name)
			continue
		}
		n++
		if typ.MD5 != want {
			t.Errorf("%s: %s, want %s", name, typ.MD5, want)
		}
	}
	if n < 66 {
		t.Errorf("%d types, want the 66 of the sheet", n)
	}
}

func TestParameters(t *testing.T) {
	r := newRig(t, setup{params: map[string]any{"close_speed": 0.01, "clos_sped": 1, "gripper_action": map[string]any{"status_list_timeout": 3.0}}})
	get := func(name string) any {
		v, err := r.client.GetParam(t.Context(), nodeName+"/"+name)
		if err != nil {
			t.Fatal(name, err)
		}
		return v
	}
	for name, want := range map[string]any{
		"close_speed": 0.01, "force_lightest": 1.2, "publish_skip": 10, "joint_name": "r_gripper_joint", "accelerometer_name": "r_gripper_motor",
		"left_pressure_sensor_name": "r_gripper_motorl_finger_tip", "right_pressure_sensor_name": "r_gripper_motorr_finger_tip", "type": controllerType, "hp_force_trigger": 0.1,
	} {
		if v := get(name); v != want {
			t.Errorf("%s is %v (%T), want %v", name, v, v, want)
		}
	}
	if p := r.face.link.law.Params(); p.CloseSpeed != 0.01 {
		t.Errorf("close_speed %g", p.CloseSpeed)
	}
	set := func(name string, v any) {
		if err := r.client.SetParam(t.Context(), nodeName+"/"+name, v); err != nil {
			t.Fatal(err)
		}
	}
	set("close_speed", 0.03)
	r.step(10)
	if p := r.face.link.law.Params(); p.CloseSpeed != 0.01 {
		t.Errorf("close_speed %g before reload_params", p.CloseSpeed)
	}
	if err := r.call("reload_params"); err != nil {
		t.Fatal(err)
	}
	if p := r.face.link.law.Params(); p.CloseSpeed != 0.03 || p.ForceLightest != 1.2 {
		t.Errorf("after reload_params: %+v", p)
	}
	set("close_speed", -1.0)
	if err := r.call("reload_params"); err == nil || !strings.Contains(err.Error(), "close_speed") {
		t.Errorf("close_speed -1: %v", err)
	}
	if p := r.face.link.law.Params(); p.CloseSpeed != 0.03 {
		t.Errorf("a refused close_speed was taken over: %g", p.CloseSpeed)
	}
}

func TestServices(t *testing.T) {
	r := newRig(t, soft())
	if err := r.call("zero_fingertip_sensors"); err != nil {
		t.Errorf("open and still: %v", err)
	}
	if st, _, text, _ := r.grab().send(grabGoal(0.03)).finish(20 * time.Second); st != actionlib.Succeeded {
		t.Fatal(st, text)
	}
	// 7: zeroing while the pads are pressed.
	if err := r.call("zero_fingertip_sensors"); err == nil || !strings.Contains(err.Error(), "pressed") {
		t.Errorf("zeroed while something is held: %v", err)
	}
	if err := r.call("stop_motor_output"); err != nil {
		t.Fatal(err)
	}
	r.step(1)
	if st := r.status(); st.Mode != hand.Disabled || st.Commanded != 0 {
		t.Errorf("after stop_motor_output: %s, %g N", st.Describe(), st.Commanded)
	}
}

func TestDescribe(t *testing.T) {
	r := newRig(t, soft())
	if st, _, text, _ := r.grab().send(grabGoal(0.03)).finish(20 * time.Second); st != actionlib.Succeeded {
		t.Fatal(st, text)
	}
	r.step(500)
	said := receive[*std_msgs.String](r, nodeName+"/describe") // comes late: latched
	line := latest(t, said).Data
	t.Log(line)
	for _, want := range []string{"slip servo", "both pads touch", "aims at", "the force is reached"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q does not say %q", line, want)
		}
	}
}

func TestTactile(t *testing.T) {
	cfg := soft()
	cfg.params = map[string]any{"raw_data": true}
	cfg.sensors.Faults = []sim.CellFault{{Finger: 1, Cell: 3, Count: 65535}}
	r := newRig(t, cfg)
	tact := receive[*holdfast_msgs.Tactile](r, nodeName+"/tactile")
	raw := receive[*pr2.PR2GripperSensorRawData](r, nodeName+"/raw_data")
	if st, _, text, _ := r.grab().send(grabGoal(0.03)).finish(20 * time.Second); st != actionlib.Succeeded {
		t.Fatal(st, text)
	}
	r.step(500)
	m := latest(t, tact)
	if m.Header.FrameID != "r_gripper_palm_link" || !m.Zeroed || len(m.Pads) != 2 {
		t.Fatalf("%+v", m)
	}
	for f, p := range m.Pads {
		if p.FrameID != []string{"r_gripper_l_finger_tip_link", "r_gripper_r_finger_tip_link"}[f] || len(p.Forces) != 22 || !p.Contact || !p.Valid {
			t.Errorf("pad %d: %+v", f, p)
		}
		sum := 0.0
		for i, n := range p.Forces {
			if p.Front[i] {
				sum += float64(n)
			}
		}
		if math.Abs(sum-p.Force) > 1e-3 || p.Force < 2 {
			t.Errorf("pad %d: the cells' forces add up to %g N, the pad says %g N", f, sum, p.Force)
		}
		// The flat pad of the left tip looks along -y, that of the right one along +y; the links are 15 mm behind the faces.
		y := []float64{-0.015, 0.015}[f]
		if q, n := p.Positions[7], p.Normals[7]; math.Abs(q.Y-y) > 1e-9 || n.Y*y < 0 || math.Abs(q.Z-[]float64{5.6e-3, -5.6e-3}[f]) > 1e-9 {
			t.Errorf("pad %d: cell 7 at %+v, normal %+v", f, q, n)
		}
	}
	if p := m.Pads[1]; p.Validity[3] != holdfast_msgs.TactilePadDead || p.Forces[3] == p.Forces[3] {
		t.Errorf("a dead cell: validity %d, force %g", p.Validity[3], p.Forces[3])
	}
	d := latest(t, raw)
	if math.Abs(d.LeftFingerPadForce-m.Pads[0].Force) > 0.1 || !d.LeftContact || math.Abs(d.AccZRaw-9.81) > 0.2 {
		t.Errorf("%+v", d)
	}
}

// The raw command topics, and what they do with a command that cannot be.
func TestCommandTopics(t *testing.T) {
	cfg := soft()
	cfg.sensors.Accel.Noise = 0.05 // a trigger of 0 fires with the first noise
	r := newRig(t, cfg)
	find := ok[*ros.Publisher[*pr2.PR2GripperFindContactCommand]](t)(ros.Advertise[*pr2.PR2GripperFindContactCommand](r.client, nodeName+"/find_contact"))
	force := ok[*ros.Publisher[*pr2.PR2GripperForceServoCommand]](t)(ros.Advertise[*pr2.PR2GripperForceServoCommand](r.client, nodeName+"/force_servo"))
	slip := ok[*ros.Publisher[*pr2.PR2GripperSlipServoCommand]](t)(ros.Advertise[*pr2.PR2GripperSlipServoCommand](r.client, nodeName+"/slip_servo"))
	event := ok[*ros.Publisher[*pr2.PR2GripperEventDetectorCommand]](t)(ros.Advertise[*pr2.PR2GripperEventDetectorCommand](r.client, nodeName+"/event_detector"))
	stock := ok[*ros.Publisher[*pr2_controllers_msgs.Pr2GripperCommand]](t)(ros.Advertise[*pr2_controllers_msgs.Pr2GripperCommand](r.client, "r_gripper_controller/command"))
	for _, wait := range []func(context.Context, int) error{find.WaitForSubscribers, force.WaitForSubscribers, slip.WaitForSubscribers, event.WaitForSubscribers, stock.WaitForSubscribers} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := wait(ctx, 1); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	arrives := func(err error, before uint64) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		r.wait("the command arrives", func() bool { return r.sent() > before })
	}
	n := r.sent()
	arrives(find.Publish(&pr2.PR2GripperFindContactCommand{}), n)
	r.until(6*time.Second, "contact", func() bool { return r.status().Found })
	n = r.sent()
	arrives(force.Publish(&pr2.PR2GripperForceServoCommand{FingertipForce: 4}), n)
	r.until(5*time.Second, "4 N", func() bool { return r.status().Reached })
	n = r.sent()
	arrives(slip.Publish(&pr2.PR2GripperSlipServoCommand{}), n)
	n = r.sent()
	arrives(event.Publish(&pr2.PR2GripperEventDetectorCommand{TriggerConditions: 4}), n)
	r.until(time.Second, "an event", func() bool { return r.status().Triggered })
	if m := r.status().Mode; m != hand.SlipServo {
		t.Errorf("arming the detector changed the mode to %v", m)
	}
	if err := event.Publish(&pr2.PR2GripperEventDetectorCommand{TriggerConditions: 7}); err != nil {
		t.Fatal(err)
	}
	n = r.sent()
	arrives(stock.Publish(&pr2_controllers_msgs.Pr2GripperCommand{Position: 0.08, MaxEffort: -1}), n)
	r.until(5*time.Second, "open", func() bool { return r.status().Gap > 0.079 })
}

// A different prefix, and a node without a stock controller beside it.
func TestNames(t *testing.T) {
	r := newRig(t, setup{opt: func(o *Options) { o.Classic = "-"; o.LeftTip = "left_pad" }})
	r.step(20)
	topics := ok[[]string](t)(topicsOf(r))
	for _, name := range topics {
		if strings.HasPrefix(name, "/r_gripper_controller") {
			t.Errorf("%s is there", name)
		}
	}
	if r.face.opt.LeftTip != "left_pad" || r.face.opt.RightTip != "r_gripper_r_finger_tip_link" {
		t.Errorf("%+v", r.face.opt)
	}
	// Every name of the sheet.
	want := regexp.MustCompile(`state|contact_state|slip_servo_state|force_servo_state|event_detector_state|raw_data`)
	n := 0
	for _, name := range topics {
		if rest, ok := strings.CutPrefix(name, "/"+nodeName+"/"); ok && want.FindString(rest) == rest {
			n++
		}
	}
	if n != 6 {
		t.Errorf("%d of the 6 topics: %v", n, topics)
	}
}

func topicsOf(r *rig) ([]string, error) {
	st, err := r.client.Graph().GetSystemState(r.t.Context())
	if err != nil {
		return nil, err
	}
	var out []string
	for _, p := range st.Publishers {
		out = append(out, p.Name)
	}
	return out, nil
}
