// Command segment compares the segmentation of table scenes with PCL's ways (voxel grid, RANSAC plane, hull prism and Euclidean
// clusters; the same at full resolution; organised planes and components; supervoxels with LCCP) on the same files, in one run, and
// prints times, objects and ratios. The time of Holdfast is that from the bytes of a binary PCD file in memory to objects; PCL's
// leaves the reading out. On scenes whose objects stand apart it checks that both find the same.
//
// It needs g++ and PCL: apt-get install g++ libpcl-dev. Further organised PCD files may be given as arguments.
package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

const (
	rounds    = 7 // of each of PCL's ways; the best counts
	ourRounds = 40
	agree     = 0.03 // m between the middles of the points of an object, of which PCL leaves out some near the table
)

// scenario is a scene and what is known of it.
type scenario struct {
	name  string
	c     *cloud.Cloud
	apart bool // objects stand apart, so that Euclidean clusters are the same objects
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench/segment:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, files []string) error {
	dir, err := os.MkdirTemp("", "holdfast-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	peer := filepath.Join(dir, "segment")
	args := []string{"-O3", "-std=c++17", "-o", peer, "bench/segment/peer/segment.cpp",
		"-I/usr/include/pcl-1.13", "-I/usr/include/eigen3",
		"-lpcl_segmentation", "-lpcl_surface", "-lpcl_features", "-lpcl_filters", "-lpcl_sample_consensus", "-lpcl_search",
		"-lpcl_kdtree", "-lpcl_octree", "-lpcl_io", "-lpcl_common", "-lflann_cpp", "-llz4"}
	fmt.Fprintln(os.Stderr, "compiling PCL's side takes a minute or two")
	if out, err := exec.CommandContext(ctx, "g++", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("compiling with PCL, from the root of the repository with g++ and libpcl-dev installed: %w\n%s", err, out)
	}
	scenes, err := scenarios(files)
	if err != nil {
		return err
	}
	paths := []string{strconv.Itoa(rounds)}
	for k, s := range scenes {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%d.pcd", k)))
		if err := cloud.Save(paths[k+1], s.c, cloud.Binary); err != nil {
			return err
		}
	}
	theirs, err := runPeer(ctx, peer, paths)
	if err != nil {
		return err
	}
	fmt.Printf("%d cores\n%-22s %9s  %-10s %10s %8s %12s %8s %8s %8s\n", runtime.GOMAXPROCS(0), "scene", "points", "PCL's way", "PCL ms", "objects", "segment ms", "+ read", "objects", "ratio")
	wrong := 0
	for k, s := range scenes {
		o, err := runOurs(paths[k+1])
		if err != nil {
			return err
		}
		for _, t := range theirs {
			if t.file != k {
				continue
			}
			note := ""
			// LCCP cuts objects into parts, and the settings of PCL's own demonstration of organised segmentation do not find the
			// table in a Kinect's noise: these two are shown and not checked.
			if s.apart && (t.way == "voxels" || t.way == "full") {
				if missing := differ(o.objects, t.objects); missing > 0 {
					note = fmt.Sprintf("  %d objects differ", missing)
					wrong++
				}
			}
			fmt.Printf("%-22s %9d  %-10s %10.1f %8d %12.1f %8.1f %8d %8.1f%s\n", s.name, s.c.Len(), t.way, t.ms, len(t.objects), o.segment, o.whole, len(o.objects), t.ms/o.whole, note)
		}
	}
	if err := compareSets(ctx, dir, scenes); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("objects that stand apart differ in %d rows", wrong)
	}
	return nil
}

// result is what one way found in one file: the middles of the points of its objects.
type result struct {
	way     string
	file    int
	ms      float64
	objects []geom.Vec
}

func runPeer(ctx context.Context, peer string, args []string) ([]result, error) {
	cmd := exec.CommandContext(ctx, peer, args...)
	cmd.Stderr = nil
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewReader(pipe)
	var all []result
	for {
		var r result
		var n int
		if _, err := fmt.Fscan(in, &r.way, &r.file, &r.ms, &n); err != nil {
			break // the end, or what Wait will tell
		}
		for range n {
			var p geom.Vec
			var points int
			if _, err := fmt.Fscan(in, &p.X, &p.Y, &p.Z, &points); err != nil {
				return nil, fmt.Errorf("the PCL program's answer is cut off: %w", err)
			}
			r.objects = append(r.objects, p)
		}
		all = append(all, r)
	}
	if err := cmd.Wait(); err != nil {
		return nil, fmt.Errorf("the PCL program: %w", err)
	}
	return all, nil
}

type ours struct {
	segment, whole float64 // milliseconds
	objects        []geom.Vec
}

func runOurs(path string) (ours, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return ours{}, err
	}
	seg, err := scene.NewSegmenter(scene.DefaultParams())
	if err != nil {
		return ours{}, err
	}
	var out scene.Segmentation
	segment, whole := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range ourRounds {
		begin := time.Now()
		c, err := cloud.Read(b, path)
		if err != nil {
			return ours{}, err
		}
		read := time.Now()
		if err := seg.Segment(c, &out); err != nil {
			return ours{}, err
		}
		segment, whole = min(segment, time.Since(read)), min(whole, time.Since(begin))
	}
	o := ours{segment: 1e3 * segment.Seconds(), whole: 1e3 * whole.Seconds()}
	for k := range out.Objects {
		o.objects = append(o.objects, out.Objects[k].Centroid)
	}
	return o, nil
}

// differ counts the objects of either side that the other has not.
func differ(a, b []geom.Vec) int {
	n := 0
	for _, side := range [2][2][]geom.Vec{{a, b}, {b, a}} {
		for _, p := range side[0] {
			best := math.Inf(1)
			for _, q := range side[1] {
				best = min(best, r3.Norm(r3.Sub(p, q)))
			}
			if best > agree {
				n++
			}
		}
	}
	return n
}

func scenarios(files []string) ([]scenario, error) {
	apart := []camera.Body{
		box(-0.25, 0.05, 0, 0.10, 0.12, 0.12, 0.3), box(0.02, -0.05, 0, 0.08, 0.06, 0.20, 1.0), box(0.25, 0.10, 0, 0.15, 0.10, 0.10, -0.4),
	}
	touching := append([]camera.Body{
		box(-0.02, 0.18, 0, 0.20, 0.14, 0.08, 0.2), box(-0.01, 0.18, 0.08, 0.12, 0.10, 0.06, 0.7), box(0.08, -0.03, 0, 0.05, 0.09, 0.12, 1.0),
	}, apart...)
	vga := camera.Kinect()
	fine := vga
	const times = 2.55 // 1632 x 1224: two million points
	fine.Width, fine.Height = int(times*float64(vga.Width)), int(times*float64(vga.Height))
	fine.FX, fine.FY, fine.CX, fine.CY = times*vga.FX, times*vga.FY, times*vga.CX, times*vga.CY
	var list []scenario
	for _, s := range []struct {
		name   string
		in     camera.Intrinsics
		bodies []camera.Body
		apart  bool
	}{{"apart", vga, apart, true}, {"touching and stacked", vga, touching, false}, {"apart, fine", fine, apart, true}} {
		cam, err := camera.New(s.in, camera.KinectSensor())
		if err != nil {
			return nil, err
		}
		c := &cloud.Cloud{}
		bodies := append([]camera.Body{box(0, 0, -0.04, 1.2, 0.8, 0.04, 0)}, s.bodies...)
		if err := cam.Render(c, &camera.Scene{Bodies: bodies}, camera.LookAt(geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05)), 1); err != nil {
			return nil, err
		}
		c.Label = nil
		list = append(list, scenario{s.name, c, s.apart})
	}
	// The same points as no picture, in an order that says nothing.
	last := list[len(list)-1].c
	var order []int
	for i := range last.X {
		j := int(int64(i) * 1_234_567 % int64(last.Len()))
		if last.Valid(j) {
			order = append(order, j)
		}
	}
	loose, err := last.Select(order)
	if err != nil {
		return nil, err
	}
	list = append(list, scenario{"apart, unorganised", loose, true})
	for _, f := range files {
		c, err := cloud.Load(f)
		if err != nil {
			return nil, err
		}
		c.Label = nil
		list = append(list, scenario{filepath.Base(f), c, false})
	}
	return list, nil
}

func box(x, y, z, l, w, h, yaw float64) camera.Body {
	return camera.Body{
		Solid: shape.NewBox(geom.V(l, w, h)), Colour: 0x808080,
		X_WB: geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw), P: geom.V(x, y, z+h/2)},
	}
}
