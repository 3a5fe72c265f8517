package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/node/cloudfile"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/colour"
	"github.com/holdfast-robotics/holdfast/scene/picture"
)

// result is what a verb has to say about one cloud file.
type result struct {
	file string
	doc  any    // printed with --json; beside an error, what came of the job before it
	text string // printed without; likewise
	warn []string
	err  error

	source cloudfile.Source
}

// interruptGrace is how long an interrupted job may take to end by itself.
const interruptGrace = 500 * time.Millisecond

// eachCloud runs a job on every file, several at a time, and prints results in the order of the files. A file that fails
// costs its own line and the exit status, not the other files.
func eachCloud(cmd *cobra.Command, files []string, asJSON bool, job func(ctx context.Context, file string, r *result)) error {
	ctx := cmd.Context()
	done := make([]chan *result, len(files))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range files {
		done[i] = make(chan *result, 1)
	}
	go func() {
		for i, file := range files {
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				done[i] <- &result{file: file, err: fault.New("", file, fault.Preempted, "interrupted")}
				continue
			}
			go func() {
				r := &result{file: file}
				job(ctx, file, r)
				if r.err != nil && !strings.HasPrefix(r.err.Error(), file) {
					r.err = fault.Wrap("", file, r.err)
				}
				<-slots
				done[i] <- r
			}()
		}
	}()
	bar := progress(cmd.ErrOrStderr(), len(files), "clouds")
	failed := 0
	for i := range files {
		var r *result
		select {
		case r = <-done[i]:
		case <-ctx.Done():
			select { // what is done is told; a read that blocks is not waited for
			case r = <-done[i]:
			case <-time.After(interruptGrace):
				r = &result{file: files[i], err: fault.New("", files[i], fault.Preempted, "interrupted")}
			}
		}
		bar.clear()
		for _, w := range r.warn {
			fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: warning: %s\n", r.file, w)
		}
		if r.err != nil {
			failed++
			fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %v\n", r.err)
			if asJSON && r.doc == nil {
				r.doc = errorDoc{File: r.file, Objects: []struct{}{}, Error: r.err.Error()}
			}
		}
		switch {
		case asJSON && r.doc != nil:
			b, err := json.Marshal(r.doc)
			if err != nil {
				return fault.New("write json", r.file, fault.Internal, "%w", err)
			}
			if _, err := cmd.OutOrStdout().Write(append(b, '\n')); err != nil {
				return fault.New("write output", "", fault.Other, "%w", err)
			}
		case r.text != "":
			if i > 0 {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			if _, err := io.WriteString(cmd.OutOrStdout(), r.text); err != nil {
				return fault.New("write output", "", fault.Other, "%w", err)
			}
		}
		bar.add()
	}
	bar.clear()
	if failed > 0 {
		if len(files) > 1 {
			fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %d of %d clouds failed\n", failed, len(files))
		}
		return errFailed
	}
	return nil
}

// errorDoc stands in the place of a cloud that failed, so that a reader of --json gets a line for each file.
type errorDoc struct {
	File    string     `json:"file"`
	Objects []struct{} `json:"objects"`
	Error   string     `json:"error"`
}

// meter is a progress bar on a terminal and nothing elsewhere, nor for a single file.
type meter struct{ bar *progressbar.ProgressBar }

func progress(w io.Writer, total int, what string) meter {
	f, ok := w.(*os.File)
	if total < 2 || !ok || !term.IsTerminal(int(f.Fd())) {
		return meter{}
	}
	return meter{progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())}
}

// A failing progress bar is no reason to stop the work, so its errors are dropped.
func (m meter) add() {
	if m.bar != nil {
		_ = m.bar.Add(1)
	}
}

func (m meter) clear() {
	if m.bar != nil {
		_ = m.bar.Clear()
	}
}

// cloudFlags say which cloud of a recording is meant, and what a depth image does not say itself. Every verb that reads clouds
// has them.
type cloudFlags struct {
	cloudfile.Options
	at string
}

func (f *cloudFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Topic, "topic", "", "of a recording: the `topic` with the clouds or depth images (default the only one)")
	cmd.Flags().IntVar(&f.Frame, "frame", 0, "of a recording: which cloud of the topic, from 0; -1 is the last")
	cmd.Flags().StringVar(&f.at, "at", "", "of a recording: the first cloud from this `time` on: 12.5 or 12.5s after the start, or @ and seconds since 1970")
	cmd.Flags().StringVar(&f.Camera, "camera", "", "of a depth image: `fx,fy,cx,cy` in pixels, or a ROS calibration file; of a recording: the topic of its camera info (default beside the images)")
	cmd.Flags().Float64Var(&f.DepthUnit, "depth-unit", 0, "of a depth image: length of a step of depth, `metres` (default 0.001)")
	cmd.Flags().StringVar(&f.Colour, "colour", "", "of a depth image: the `picture` that is registered to it, PNG or JPEG; of a recording: its topic")
}

// check reads what is not taken as it is.
func (f *cloudFlags) check(cmd *cobra.Command, files []string) error {
	if f.at != "" {
		if cmd.Flags().Changed("frame") {
			return usageErrorf("--at and --frame both choose a cloud; give one of them")
		}
		t, err := moment("at", f.at, 0)
		if err != nil {
			return err
		}
		f.At = &cloudfile.Moment{Nanos: t, Absolute: strings.HasPrefix(f.at, "@")}
	}
	if info, err := os.Stat(f.Colour); f.Colour != "" && len(files) > 1 && err == nil && info.Mode().IsRegular() {
		return usageErrorf("--colour %s: one picture belongs to one depth image; do them in several runs", f.Colour)
	}
	return nil
}

// load reads a cloud and notes what looks wrong with it.
func (f *cloudFlags) load(file string, r *result) (*cloud.Cloud, error) {
	c, src, err := cloudfile.Load(file, f.Options)
	if err != nil {
		return nil, err
	}
	r.source = src
	r.warn = append(append(r.warn, src.Warn...), cloud.Suspicious(c)...)
	return c, nil
}

// segment reads a cloud and segments it.
func (f *cloudFlags) segment(file string, p scene.Params, r *result) (*scene.Segmentation, error) {
	c, err := f.load(file, r)
	if err != nil {
		return nil, err
	}
	seg, err := scene.Segment(c, p)
	if err != nil {
		return nil, fault.Wrap("", file, err)
	}
	return seg, nil
}

// outputs says where what a flag asks for is written for each cloud: to the named file for a single cloud, into the named
// folder for several or where the folder exists. What would overwrite an input, or another output, is refused before any work.
func outputs(flag, path, ext string, files []string) (map[string]string, error) {
	if path == "" {
		return nil, nil
	}
	info, err := os.Stat(path)
	isDir := err == nil && info.IsDir()
	targets := map[string]string{}
	switch {
	case len(files) == 1 && !isDir:
		targets[files[0]] = path
	case err == nil && !isDir:
		return nil, usageErrorf("--%s %s: several clouds need a folder, and this is a file", flag, path)
	default:
		if err := os.MkdirAll(path, 0o777); err != nil {
			return nil, fault.New("make folder", path, fault.Permission, "%w", err)
		}
		for _, f := range files {
			base := filepath.Base(f)
			targets[f] = filepath.Join(path, strings.TrimSuffix(base, filepath.Ext(base))+ext)
		}
	}
	source := map[string]string{}
	for _, f := range files {
		to := targets[f]
		if other, taken := source[to]; taken && other != f {
			return nil, usageErrorf("--%s %s: %s and %s would both be written to %s; do them in two runs", flag, path, other, f, to)
		}
		source[to] = f
		out, err := os.Stat(to)
		if err != nil {
			continue // nothing there to overwrite
		}
		for _, in := range files {
			if info, err := os.Stat(in); err == nil && os.SameFile(info, out) {
				return nil, usageErrorf("--%s %s: this would overwrite the cloud %s; name another place", flag, path, in)
			}
		}
	}
	return targets, nil
}

// apart refuses two flags that ask for the same file.
func apart(a, b map[string]string) error {
	for f, to := range a {
		if to == b[f] && to != "" {
			return usageErrorf("%s is asked for twice; give each its own name", to)
		}
	}
	return nil
}

// writePicture draws a segmentation, with grasps and names where there are any.
func writePicture(path string, seg *scene.Segmentation, grippers []picture.Gripper, names ...string) error {
	b, err := picture.PNG(seg, grippers, names...)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		return fault.New("write picture", path, fault.Permission, "%w", err)
	}
	return nil
}

// writeLabels writes the input cloud with the label field of a segmentation, same points in the same order.
func writeLabels(path string, seg *scene.Segmentation) error {
	labelled := *seg.Cloud
	labelled.Label = seg.Labels
	return cloud.Save(path, &labelled, cloud.BinaryCompressed)
}

// writeCrops writes the picture of each object into a folder.
func writeCrops(dir, file string, seg *scene.Segmentation) error {
	if !seg.Cloud.Organised() || seg.Cloud.RGB == nil {
		return fault.New("write pictures", "", fault.Invalid, "the cloud has no picture: it takes an organised cloud with colour")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fault.New("make folder", dir, fault.Permission, "%w", err)
	}
	base := filepath.Base(file)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	for i := range seg.Objects {
		path := filepath.Join(dir, fmt.Sprintf("%s_%d.png", base, i+1))
		if err := colour.Save(path, scene.Crop(seg.Cloud, seg.Objects[i].Indices, false)); err != nil {
			return err
		}
	}
	return nil
}
