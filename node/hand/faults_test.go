package hand

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/sim"
)

// outage is a fault while an object hangs in the lifted hand.
type outage struct {
	name string
	run  func(t *testing.T, r *rig)
}

// killFor is a process that ends without a last word and is started again after a time.
func killFor(d time.Duration) outage {
	return outage{fmt.Sprintf("process killed, back after %v", d), func(_ *testing.T, r *rig) {
		r.stop()
		r.now += d
		r.start()
	}}
}

var outages = []outage{
	{"none", func(*testing.T, *rig) {}},
	{"client killed", func(_ *testing.T, r *rig) { r.client.Close() }},
	killFor(20 * time.Millisecond), killFor(300 * time.Millisecond), killFor(3 * time.Second),
	{"loop stalls for 50 ms", func(_ *testing.T, r *rig) { r.now += 50 * time.Millisecond }},
	{"motors halted and reset", func(t *testing.T, r *rig) {
		if !r.loop.Halt() {
			t.Fatal("the loop takes no commands")
		}
		r.step(300)
		if !r.loop.Reset() {
			t.Fatal("the loop takes no commands")
		}
	}},
}

// lifts is how high the objects are lifted, m.
const lifts = 0.1

// What becomes of an object in the air when something fails: nothing is dropped, nothing is crushed. The gap of three seconds is longer
// than a simulated board left alone moves on, which is one second.
func TestFaultsWhileHolding(t *testing.T) {
	var table strings.Builder
	for _, object := range []string{"egg", "soda-can-empty", "sponge", "soup-can", "apple"} {
		for _, o := range outages {
			t.Run(object+"/"+o.name, func(t *testing.T) {
				params := map[string]any{}
				if object == "egg" || object == "soda-can-empty" {
					params["fingertip_force_limit"] = 8.0 // 10 N break them
				}
				r := newRig(t, setup{object: object, sensors: sim.RealSensors(7), params: params, state: filepath.Join(t.TempDir(), "hand.json")})
				if st, _, text, _ := r.grab().send(grabGoal(0)).finish(20 * time.Second); st != actionlib.Succeeded {
					t.Fatal(st, text)
				}
				slip := r.slip().send(&pr2.PR2GripperSlipServoGoal{}) // a client that watches over the grip
				if err := r.place.Lift(lifts); err != nil {
					t.Fatal(err)
				}
				r.until(10*time.Second, "the hand is up", func() bool { return !r.place.Arm.Moving() })
				r.step(500)
				before, _ := r.place.Fate()
				target := r.status().Target
				_ = slip
				o.run(t, r)
				low := math.Inf(1) // the weakest grip after it
				for range 300 {
					r.step(10)
					f, _ := r.place.Fate()
					low = min(low, f.Force)
				}
				after, _ := r.place.Fate()
				moved := r3.Norm(r3.Sub(after.InHand, before.InHand))
				line := fmt.Sprintf("%-16s %-36s grip %5.1f N before, %5.1f N at least, %5.1f N after; moved %4.1f mm in the hand; peak %4.1f N of %3.0f N", object, o.name,
					before.Force, low, after.Force, moved*1e3, after.Peak, after.Crush)
				fmt.Fprintln(&table, line)
				switch {
				case after.Crushed:
					t.Errorf("crushed: %s", line)
				case after.Palm.P.Z-after.InHand.Z > 10 || after.Force < 0.5 || moved > 10e-3:
					t.Errorf("dropped: %s; %s", line, r.status().Describe())
				case r.status().Mode != hand.SlipServo && o.name != "motors halted and reset":
					t.Errorf("it holds in mode %v: %s", r.status().Mode, line)
				case math.Abs(r.status().Target-target) > 0.5*target:
					t.Errorf("the grip force was %.2f N and is %.2f N: %s", target, r.status().Target, line)
				}
			})
		}
	}
	t.Logf("outcomes:\n%s", table.String())
}

func TestMemory(t *testing.T) {
	layout := touch.PR2()
	file := filepath.Join(t.TempDir(), "hand.json")
	if m, err := load(file, &layout); m != nil || err != nil {
		t.Errorf("no file: %v, %v", m, err)
	}
	m := memory{Version: memoryVersion, Layout: layout.Name, Holding: true, Target: 3.5, Gap: 0.04}
	for f := range m.Zeros {
		m.Zeros[f] = make([]float64, len(layout.Cells))
		for i := range m.Zeros[f] {
			m.Zeros[f][i] = 3000 + float64(i)/3
		}
	}
	if err := m.save(file); err != nil {
		t.Fatal(err)
	}
	back, err := load(file, &layout)
	if err != nil || back.Target != 3.5 || !back.Holding || !equal(back.Zeros, m.Zeros) {
		t.Errorf("%+v, %v", back, err)
	}
	for name, text := range map[string]string{
		"truncated": `{"version":1,"layout":"pr`, "layout": `{"version":1,"layout":"other","zeros":[[],[]]}`, "cells": `{"version":1,"layout":"pr2","zeros":[[1],[2]]}`,
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if m, err := load(file, &layout); m != nil || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if err := m.save(filepath.Join(t.TempDir(), "no", "such", "folder")); err == nil {
		t.Error("saved into a folder that is not there")
	}
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "hand.json.*")); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// A hand that held, and whose object was taken away while there was no process, does not squeeze nothing.
func TestRestartWithoutTheObject(t *testing.T) {
	r := held(t, setup{width: 0.05, stiffness: 5e3, state: filepath.Join(t.TempDir(), "hand.json")})
	r.stop()
	r.world.State.Bodies[0].X_WO.P.X += 0.3
	r.now += 300 * time.Millisecond
	r.start()
	r.step(1000)
	if st := r.status(); st.Mode != hand.Disabled || st.Commanded != 0 {
		t.Errorf("%s, %g N", st.Describe(), st.Commanded)
	}
}

// Where the board alone is left, a grip lives by the friction of the drive. What it keeps is held; a stronger one springs back, and the heavy
// drive swings past the balance. What it keeps of each is measured here; the will of a sidecar is what holds the others.
func TestKilledWithAStrongGrip(t *testing.T) {
	for _, c := range []struct {
		grip float64 // N
		held bool    // by the friction of 7 N alone
	}{{4, true}, {7, true}, {10, true}, {20, false}} {
		r := newRig(t, setup{object: "soup-can", sensors: sim.RealSensors(7), params: map[string]any{"grip_least": c.grip, "grip_most": c.grip}, state: filepath.Join(t.TempDir(), "hand.json")})
		if st, _, text, _ := r.grab().send(grabGoal(0)).finish(20 * time.Second); st != actionlib.Succeeded {
			t.Fatal(st, text)
		}
		r.step(1000)
		before, _ := r.place.Fate()
		killFor(900*time.Millisecond).run(t, r)
		r.step(1)
		after, _ := r.place.Fate()
		t.Logf("gripped with %4.1f N, without a motor for 0.9 s: %4.1f N", before.Force, after.Force)
		if held := after.Force > 1; held != c.held {
			t.Errorf("gripped with %.1f N, without a motor for 0.9 s: %.1f N", before.Force, after.Force)
		}
		// What is to be done without a loop is said all the time.
		if st := r.status(); !c.held && st.Keep != 0 {
			t.Errorf("it keeps what it has lost: %s", st.Describe())
		}
	}
}
