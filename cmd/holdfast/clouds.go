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
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/picture"
)

// result is what a verb has to say about one cloud file.
type result struct {
	file string
	doc  any    // printed with --json
	text string // printed without
	warn []string
	err  error
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
			if asJSON {
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
		case r.err == nil:
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

// loadAndSegment reads a cloud, notes what looks wrong with it, and segments it.
func loadAndSegment(file string, p scene.Params, r *result) (*scene.Segmentation, error) {
	c, err := cloud.Load(file)
	if err != nil {
		return nil, err
	}
	r.warn = append(r.warn, cloud.Suspicious(c)...)
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
