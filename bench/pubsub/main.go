// Command pubsub compares publishing and subscribing between two processes with roscpp, in every pairing, in one run, and prints the
// ratios: small messages a second, clouds of 10 MB in MB/s, and the delay of a message at 1 kHz. A master of ours serves all.
// Arguments name the tests to run (small, cloud, latency); none means all.
//
// It needs g++ and roscpp: apt-get install g++ pkg-config libroscpp-dev libsensor-msgs-dev
package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/master"
)

// tests, how many messages each sends, and how often each pairing runs it, in turns; the best counts.
var tests = []struct {
	name          string
	count, rounds int
}{{"small", 300_000, 3}, {"cloud", 100, 3}, {"latency", 2000, 7}}

// pairs of publisher and subscriber.
var pairs = []string{"roscpp roscpp", "holdfast holdfast", "roscpp holdfast", "holdfast roscpp"}

type outcome struct{ rate, lost, p50, p99 float64 }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if len(os.Args) == 4 {
		var count int
		if count, err = strconv.Atoi(os.Args[3]); err == nil {
			err = role(ctx, os.Stdout, os.Args[1], os.Args[2], count)
		}
	} else {
		err = compare(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/pubsub:", err)
		os.Exit(1)
	}
}

func compare(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "holdfast-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cpp := filepath.Join(dir, "peer")
	build := exec.CommandContext(ctx, "/bin/sh", "-c", "g++ -O3 -DNDEBUG -o "+cpp+" bench/pubsub/peer/roscpp.cpp $(pkg-config --cflags --libs roscpp)")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("g++: %w\n%s", err, out)
	}
	ours, err := os.Executable()
	if err != nil {
		return err
	}
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		m.Close(ctx)
	}()
	env := append(os.Environ(), "ROS_MASTER_URI="+m.URI(), "ROS_IP=127.0.0.1", "ROS_LOG_DIR="+dir)
	programs := map[string]string{"roscpp": cpp, "holdfast": ours}

	best := map[string]outcome{}
	for _, test := range tests {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], test.name) {
			continue
		}
		for range test.rounds {
			for _, pair := range pairs {
				pub, sub, _ := strings.Cut(pair, " ")
				o, err := once(ctx, env, programs[pub], programs[sub], test.name, test.count)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", test.name, pair, err)
				}
				key := test.name + " " + pair
				if b, have := best[key]; have {
					o = outcome{max(o.rate, b.rate), min(o.lost, b.lost), math.Min(o.p50, b.p50), math.Min(o.p99, b.p99)}
				}
				best[key] = o
			}
		}
	}
	base := func(test string) outcome { return best[test+" roscpp roscpp"] }
	fmt.Print("the best of several rounds; ratio to roscpp with itself, above 1 is better\n\n")
	fmt.Printf("%-10s %-10s %12s %6s %6s %12s %6s %10s %6s %10s %6s\n", "publisher", "subscriber", "small msg/s", "ratio", "lost", "clouds MB/s", "ratio", "p50 us", "ratio", "p99 us", "ratio")
	for _, pair := range pairs {
		pub, sub, _ := strings.Cut(pair, " ")
		s, c, l := best["small "+pair], best["cloud "+pair], best["latency "+pair]
		fmt.Printf("%-10s %-10s %12.0f %6.2f %5.1f%% %12.0f %6.2f %10.1f %6.2f %10.1f %6.2f\n", pub, sub, s.rate, s.rate/base("small").rate, 100*s.lost,
			c.rate*cloudSize/1e6, c.rate/base("cloud").rate, l.p50, base("latency").p50/l.p50, l.p99, base("latency").p99/l.p99)
	}
	return nil
}

// once runs one test between two processes.
func once(ctx context.Context, env []string, pub, sub, test string, count int) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var out bytes.Buffer
	start := func(program, side string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, program, side, test, strconv.Itoa(count))
		cmd.Env, cmd.Stderr = env, os.Stderr
		if side == "sub" {
			cmd.Stdout = &out
		}
		return cmd, cmd.Start()
	}
	s, err := start(sub, "sub")
	if err != nil {
		return outcome{}, err
	}
	p, err := start(pub, "pub")
	if err != nil {
		cancel()
		_ = s.Wait()
		return outcome{}, err
	}
	errSub, errPub := s.Wait(), p.Wait()
	if errSub != nil {
		return outcome{}, fmt.Errorf("subscriber: %w", errSub)
	}
	if errPub != nil {
		return outcome{}, fmt.Errorf("publisher: %w", errPub)
	}
	var got, seconds, p50, p99 float64
	if _, err := fmt.Sscan(out.String(), &got, &seconds, &p50, &p99); err != nil {
		return outcome{}, fmt.Errorf("the subscriber said %q: %w", out.String(), err)
	}
	if got < 2 || seconds <= 0 {
		return outcome{}, fmt.Errorf("%g messages came", got)
	}
	return outcome{(got - 1) / seconds, 1 - got/float64(count), p50, p99}, nil
}
