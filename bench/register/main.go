// Command register compares the alignment of two clouds of 5,000 points with PCL's point-to-plane ICP, on the same files, in one
// run, and prints times, errors and the ratio. Normals of the target are in the time of both.
//
// It needs g++ and PCL: apt-get install g++ libpcl-dev
package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

const (
	points = 5000
	rounds = 15    // each side runs this often; the best counts
	noise  = 0.001 // m
)

// X_TS is what is to be found.
var X_TS = geom.Pose{R: geom.RPY(0.06, -0.08, 0.17), P: geom.V(0.01, -0.012, 0.008)}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench/register:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "holdfast-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	peer := filepath.Join(dir, "icp")
	args := []string{"-O3", "-std=c++17", "-o", peer, "bench/register/peer/icp.cpp",
		"-I/usr/include/pcl-1.13", "-I/usr/include/eigen3",
		"-lpcl_registration", "-lpcl_features", "-lpcl_search", "-lpcl_kdtree", "-lpcl_io", "-lpcl_common", "-lflann_cpp", "-llz4"}
	if out, err := exec.CommandContext(ctx, "g++", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("compiling with PCL, from the root of the repository with g++ and libpcl-dev installed: %w\n%s", err, out)
	}
	fmt.Printf("%-10s %12s %14s %12s %14s %8s\n", "sample", "PCL ms", "PCL degrees", "ours ms", "ours degrees", "ratio")
	for seed := range uint64(3) {
		target := jug(2 * seed)
		source := jug(2*seed+1).Transformed(X_TS.Inv(), "")
		sourceFile, targetFile := filepath.Join(dir, "source.pcd"), filepath.Join(dir, "target.pcd")
		for f, c := range map[string]*cloud.Cloud{sourceFile: source, targetFile: target} {
			if err := cloud.Save(f, c, cloud.Binary); err != nil {
				return err
			}
		}
		theirs, theirError, err := runPeer(ctx, peer, sourceFile, targetFile)
		if err != nil {
			return err
		}
		ours, ourError := runOurs(source, target)
		fmt.Printf("%-10d %12.1f %14.3f %12.1f %14.3f %8.1f\n", seed, theirs, theirError, ours, ourError, theirs/ours)
	}
	return nil
}

func runPeer(ctx context.Context, peer, source, target string) (ms, degrees float64, err error) {
	out, err := exec.CommandContext(ctx, peer, source, target, fmt.Sprint(rounds)).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("the PCL program: %w", err)
	}
	var m [12]float64
	in := []any{&ms}
	for k := range m {
		in = append(in, &m[k])
	}
	if _, err := fmt.Sscan(string(out), in...); err != nil {
		return 0, 0, fmt.Errorf("the PCL program said %q: %w", out, err)
	}
	R := geom.FromAxes(geom.V(m[0], m[4], m[8]), geom.V(m[1], m[5], m[9]), geom.V(m[2], m[6], m[10]))
	return ms, R.Angle(X_TS.R) * 180 / math.Pi, nil
}

func runOurs(source, target *cloud.Cloud) (ms, degrees float64) {
	src, tgt := register.PointsOf(source), register.PointsOf(target)
	var a register.Aligner
	var t register.Target
	best := time.Duration(math.MaxInt64)
	var res register.Result
	for range rounds {
		begin := time.Now()
		t.Build(tgt)
		res = a.Align(src, &t, geom.Pose{}, register.DefaultParams())
		best = min(best, time.Since(begin))
	}
	return 1e3 * best.Seconds(), res.X_TS.R.Angle(X_TS.R) * 180 / math.Pi
}

// jug samples a can with a box for a handle and a lid that leans.
func jug(seed uint64) *cloud.Cloud {
	rng := rand.New(rand.NewPCG(seed, 7))
	c := cloud.New(points, 1)
	for i := range points {
		var q geom.Vec
		switch u := rng.Float64(); {
		case u < 0.6:
			s, cs := math.Sincos(2 * math.Pi * rng.Float64())
			q = geom.V(0.05*cs, 0.05*s, 0.16*rng.Float64()-0.08)
		case u < 0.8:
			q = geom.V(0.05+0.04*rng.Float64(), 0.02*rng.Float64()-0.01, 0.06*rng.Float64()-0.03)
			switch rng.IntN(3) {
			case 0:
				q.X = 0.09
			case 1:
				q.Y = math.Copysign(0.01, q.Y)
			default:
				q.Z = math.Copysign(0.03, q.Z)
			}
		default:
			s, cs := math.Sincos(2 * math.Pi * rng.Float64())
			r := 0.05 * math.Sqrt(rng.Float64())
			q = geom.V(r*cs, r*s, 0.08+0.2*r*cs)
		}
		c.Set(i, r3.Add(q, geom.V(noise*rng.NormFloat64(), noise*rng.NormFloat64(), noise*rng.NormFloat64())))
	}
	return c
}
