package main

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// tolerances of the clusters that are compared, m.
var tolerances = []string{"0.004", "0.01", "0.02"}

// compareSets compares Euclidean clusters with PCL's as sets of points, and fails where they are not the same.
func compareSets(ctx context.Context, dir string, scenes []scenario) error {
	peer := filepath.Join(dir, "clusters")
	args := []string{"-O2", "-std=c++17", "-o", peer, "bench/segment/peer/clusters.cpp", "-I/usr/include/pcl-1.13", "-I/usr/include/eigen3",
		"-lpcl_segmentation", "-lpcl_search", "-lpcl_kdtree", "-lpcl_io", "-lpcl_common", "-lflann_cpp", "-llz4"}
	if out, err := exec.CommandContext(ctx, "g++", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("compiling with PCL: %w\n%s", err, out)
	}
	var files []string
	var clouds []*cloud.Cloud
	for k, s := range scenes {
		c, err := offTable(s.c)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		file := filepath.Join(dir, fmt.Sprintf("rest%d.pcd", k))
		if err := cloud.Save(file, c, cloud.Binary); err != nil {
			return err
		}
		clouds, files = append(clouds, c), append(files, file)
	}
	fmt.Printf("\n%-22s %9s %10s %9s  %s\n", "Euclidean clusters of", "points", "tolerance", "clusters", "sets of points as PCL's")
	wrong := 0
	for _, t := range tolerances {
		theirs, err := peerClusters(ctx, peer, t, files)
		if err != nil {
			return err
		}
		for k, c := range clouds {
			same, n, err := sameSets(c, t, theirs[k])
			if err != nil {
				return err
			}
			verdict := "the same"
			if !same {
				verdict = "DIFFERENT"
				wrong++
			}
			fmt.Printf("%-22s %9d %10s %9d  %s\n", scenes[k].name, c.Len(), t, n, verdict)
		}
	}
	if wrong > 0 {
		return fmt.Errorf("clusters differ from PCL's in %d rows", wrong)
	}
	return nil
}

// mostCompared bounds the points that PCL's clusters are asked for: at 20 mm it takes minutes for millions.
const mostCompared = 100_000

// offTable is every so many of the valid points that are not the table's.
func offTable(c *cloud.Cloud) (*cloud.Cloud, error) {
	seg, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		return nil, err
	}
	var rest []int
	for i, l := range seg.Labels {
		if l != scene.LabelTable && c.Valid(i) {
			rest = append(rest, i)
		}
	}
	step := 1 + len(rest)/mostCompared
	for k := range (len(rest) + step - 1) / step {
		rest[k] = rest[k*step]
	}
	out, err := c.Select(rest[:(len(rest)+step-1)/step])
	if err == nil {
		out.RGB = nil
	}
	return out, err
}

func peerClusters(ctx context.Context, peer, tolerance string, files []string) ([][]int, error) {
	cmd := exec.CommandContext(ctx, peer, append([]string{tolerance}, files...)...)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewReader(pipe)
	var all [][]int
	for range files {
		var n int
		if _, err := fmt.Fscan(in, &n); err != nil {
			return nil, fmt.Errorf("the PCL program's answer is cut off: %w", err)
		}
		list := make([]int, n)
		for i := range list {
			if _, err := fmt.Fscan(in, &list[i]); err != nil {
				return nil, fmt.Errorf("the PCL program's answer is cut off: %w", err)
			}
		}
		all = append(all, list)
	}
	return all, cmd.Wait()
}

// sameSets reports whether clusters are the sets of points of equal number, and how many there are.
func sameSets(c *cloud.Cloud, tolerance string, theirs []int) (bool, int, error) {
	var t float64
	if _, err := fmt.Sscan(tolerance, &t); err != nil {
		return false, 0, err
	}
	all := make([]int32, c.Len())
	for i := range all {
		all[i] = int32(i)
	}
	ours, err := scene.EuclideanClusters(c, all, t)
	if err != nil || len(theirs) != len(all) {
		return false, 0, err
	}
	taken := map[int]bool{}
	for _, list := range ours {
		first := theirs[list[0]]
		if first < 0 || taken[first] {
			return false, len(ours), nil
		}
		taken[first] = true
		for _, i := range list {
			if theirs[i] != first {
				return false, len(ours), nil
			}
		}
	}
	return true, len(ours), nil
}
