// Command messages compares encoding and decoding with roscpp, on the same messages, in one run, and prints the ratios.
//
// It needs g++, roscpp's headers and gencpp: apt-get install g++ libroscpp-dev libsensor-msgs-dev python3-gencpp
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// figures are nanoseconds an operation.
type figures struct{ encode, decode, copy, alias float64 }

const rounds = 3 // each side runs this often, in turns; the best counts

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench/messages:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "holdfast-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	peer, err := build(ctx, dir)
	if err != nil {
		return err
	}
	names := []string{"PointCloud2", "JointState", "JointControllerState"}
	ours, theirs := map[string]figures{}, map[string]figures{}
	for range rounds {
		out, err := exec.CommandContext(ctx, peer).Output()
		if err != nil {
			return fmt.Errorf("the roscpp program: %w", err)
		}
		for l := range strings.Lines(string(out)) {
			var name string
			var f figures
			if _, err := fmt.Sscan(l, &name, &f.encode, &f.decode, &f.copy); err != nil {
				return fmt.Errorf("the roscpp program said %q: %w", l, err)
			}
			theirs[name] = least(theirs[name], f)
		}
		for name, f := range measure() {
			ours[name] = least(ours[name], f)
		}
	}
	fmt.Printf("nanoseconds, the best of %d rounds; ratio = roscpp / Holdfast, above 1 Holdfast is faster\n\n", rounds)
	fmt.Printf("%-22s %-7s %12s %12s %8s\n", "message", "", "roscpp", "Holdfast", "ratio")
	for _, n := range names {
		o, t := ours[n], theirs[n]
		row := func(what string, t, o float64) {
			fmt.Printf("%-22s %-7s %12.1f %12.1f %8.2f\n", n, what, t, o, t/o)
		}
		row("encode", t.encode, o.encode)
		row("decode", t.decode, o.decode)
		if n == "PointCloud2" {
			row("alias", t.decode, o.alias)
			row("copy", t.copy, o.copy)
		}
	}
	return nil
}

func least(a, b figures) figures {
	if a == (figures{}) {
		return b
	}
	return figures{math.Min(a.encode, b.encode), math.Min(a.decode, b.decode), math.Min(a.copy, b.copy), math.Min(a.alias, b.alias)}
}

// build makes the C++ class of the one message that Debian does not have, and the peer.
func build(ctx context.Context, dir string) (string, error) {
	command := func(name string, args ...string) error {
		cmd := exec.CommandContext(ctx, name, args...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", name, err, out)
		}
		return nil
	}
	if err := command("/usr/bin/python3", "/usr/lib/gencpp/gen_cpp.py", "definitions/pr2_controllers_msgs/msg/JointControllerState.msg",
		"-p", "pr2_controllers_msgs", "-o", filepath.Join(dir, "pr2_controllers_msgs"), "-e", "/usr/share/gencpp",
		"-I", "std_msgs:definitions/std_msgs/msg"); err != nil {
		return "", err
	}
	peer := filepath.Join(dir, "peer")
	return peer, command("g++", "-O3", "-DNDEBUG", "-std=c++17", "-I", dir, "bench/messages/peer/roscpp.cpp", "-o", peer,
		"-lroscpp_serialization", "-lrostime", "-lcpp_common")
}

func measure() map[string]figures {
	cloud := &sensor_msgs.PointCloud2{Height: 480, Width: 640, PointStep: 32, RowStep: 32 * 640, IsDense: true, Data: make([]byte, 32*640*480)}
	cloud.Header.FrameID = "camera_rgb_optical_frame"
	for i, n := range []string{"x", "y", "z", "rgb"} {
		cloud.Fields = append(cloud.Fields, sensor_msgs.PointField{Name: n, Offset: []uint32{0, 4, 8, 16}[i], Datatype: sensor_msgs.PointFieldFloat32, Count: 1})
	}
	for i := range cloud.Data {
		cloud.Data[i] = 7
	}
	joints := &sensor_msgs.JointState{}
	joints.Header.FrameID = "base_link"
	for i := range 20 {
		joints.Name = append(joints.Name, fmt.Sprintf("r_arm_joint_number_%02d", i))
		joints.Position = append(joints.Position, float64(i))
		joints.Velocity = append(joints.Velocity, float64(i))
		joints.Effort = append(joints.Effort, float64(i))
	}
	state := &pr2_controllers_msgs.JointControllerState{SetPoint: 1, ProcessValue: 2}
	state.Header.FrameID = "base_link"
	return map[string]figures{
		"PointCloud2":          of(cloud, new(sensor_msgs.PointCloud2), new(sensor_msgs.PointCloud2), 20),
		"JointState":           of(joints, new(sensor_msgs.JointState), new(sensor_msgs.JointState), 200_000),
		"JointControllerState": of(state, new(pr2_controllers_msgs.JointControllerState), new(pr2_controllers_msgs.JointControllerState), 2_000_000),
	}
}

// of measures through the interface, as the node library calls.
func of(m, into, alias wire.Message, n int) (f figures) {
	b := make([]byte, 0, m.SizeROS())
	target := make([]byte, m.SizeROS())
	f.encode = best(n, func() {
		for range n {
			b = m.AppendROS(b[:0])
		}
	})
	f.decode = best(n, func() {
		for range n {
			if err := into.DecodeROS(b); err != nil {
				panic(err)
			}
		}
	})
	f.copy = best(n, func() {
		for range n {
			copy(target, b)
		}
	})
	var r wire.Reader
	r.Alias = true
	f.alias = best(n, func() {
		for range n {
			r.Reset(b)
			if !alias.ReadROS(&r) {
				panic(r.Err(alias.TypeName()))
			}
		}
	})
	return f
}

// best is the time of one of n operations, which f does, in the best of several batches.
func best(n int, f func()) float64 {
	least := math.Inf(1)
	for range 15 {
		start := time.Now()
		f()
		least = math.Min(least, float64(time.Since(start).Nanoseconds())/float64(n))
	}
	return least
}
