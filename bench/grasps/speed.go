package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// timeAll prints how long planning takes after segmentation, best of several runs, at full resolution and with every second and fourth
// row and column of the picture.
func timeAll(out io.Writer, files []string) error {
	fmt.Fprintf(out, "%-14s %8s %8s %10s %11s %9s %8s %13s %12s\n", "scene", "points", "objects", "candidates", "prepare ms", "first ms", "all ms", "candidates/s", "all, CPU ms")
	for _, f := range files {
		whole, err := cloud.Load(f)
		if err != nil {
			return err
		}
		for _, step := range []int{1, 2, 4} {
			if err := timeOne(out, filepath.Base(f), thinned(whole, step)); err != nil {
				return fmt.Errorf("%s: %w", f, err)
			}
		}
	}
	return nil
}

// thinned keeps every so many rows and columns of an organised cloud.
func thinned(c *cloud.Cloud, step int) *cloud.Cloud {
	if step == 1 || !c.Organised() {
		return c
	}
	out := cloud.New(c.Width/step, c.Height/step)
	out.X_FS, out.Frame = c.X_FS, c.Frame
	for y := range out.Height {
		for x := range out.Width {
			out.Set(y*out.Width+x, c.At(y*step*c.Width+x*step))
		}
	}
	return out
}

// cpuTime is what the process has used of all cores, s: it says what the work costs where others keep the cores busy.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

func timeOne(out io.Writer, name string, c *cloud.Cloud) error {
	const rounds = 15
	seg, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		return err
	}
	if len(seg.Objects) == 0 {
		return nil
	}
	prepare, first, all, busy, n := math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 0
	for range rounds {
		start := time.Now()
		pl, err := grasp.NewPlanner(seg, grasp.DefaultHand(), grasp.DefaultParams(), grasp.Options{})
		if err != nil {
			return err
		}
		prepare = math.Min(prepare, time.Since(start).Seconds())
		if _, err := pl.Plan(context.Background(), 0); err != nil {
			return err
		}
		first = math.Min(first, time.Since(start).Seconds())
		start = time.Now()
		used := cpuTime()
		if pl, err = grasp.NewPlanner(seg, grasp.DefaultHand(), grasp.DefaultParams(), grasp.Options{}); err != nil {
			return err
		}
		plans, err := pl.PlanAll(context.Background())
		if err != nil {
			return err
		}
		all = math.Min(all, time.Since(start).Seconds())
		busy = math.Min(busy, cpuTime()-used)
		n = 0
		for _, p := range plans {
			n += p.Candidates()
		}
	}
	fmt.Fprintf(out, "%-14s %8d %8d %10d %11.1f %9.1f %8.1f %13.0f %12.1f\n", name, c.Len(), len(seg.Objects), n, 1e3*prepare, 1e3*first, 1e3*all,
		float64(n)/all, 1e3*busy)
	return nil
}
