package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/internal/vitals"
)

// sample is how a process did at a time.
type sample struct {
	T          float64 // s since the start
	PID        int
	RSS, Live  float64 // bytes: in memory; of Go's heap, at the last collection
	FDs        float64
	Goroutines float64
}

// watcher samples every process that is followed by name, this one too.
type watcher struct {
	dir   string
	start time.Time
	stop  chan struct{}
	ended sync.WaitGroup

	mu     sync.Mutex
	pids   map[string]int
	series map[string][]sample
}

const own = "soak"

func newWatcher(dir string, start time.Time) *watcher {
	w := &watcher{dir: dir, start: start, stop: make(chan struct{}), pids: map[string]int{own: os.Getpid()}, series: map[string][]sample{}}
	w.ended.Go(func() {
		tick := time.NewTicker(2 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-w.stop:
				return
			case <-tick.C:
				w.mark()
			}
		}
	})
	return w
}

func (w *watcher) close() { close(w.stop); w.ended.Wait() }

// follow says which process has a name from now on.
func (w *watcher) follow(name string, pid int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pids[name] = pid
}

// now are the processes.
func (w *watcher) now() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.pids)
}

// mark samples all of them, and returns that.
func (w *watcher) mark() map[string]sample {
	out := map[string]sample{}
	for name, pid := range w.now() {
		s, ok := w.look(pid)
		if !ok {
			continue
		}
		out[name] = s
		w.mu.Lock()
		w.series[name] = append(w.series[name], s)
		w.mu.Unlock()
	}
	return out
}

// settled samples all of them after each has collected its garbage.
func (w *watcher) settled() map[string]sample {
	name := filepath.Join(w.dir, vitals.Collect)
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		return nil
	}
	defer os.Remove(name)
	runtime.GC()
	time.Sleep(5 * time.Second)
	return w.mark()
}

// look measures a process; false when it is not there, or has not yet told of itself.
func (w *watcher) look(pid int) (s sample, ok bool) {
	s.PID, s.T = pid, time.Since(w.start).Seconds()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return s, false
	}
	f := strings.Fields(string(text))
	if len(f) < 2 {
		return s, false
	}
	pages, err := strconv.Atoi(f[1])
	if err != nil {
		return s, false
	}
	s.RSS = float64(pages * os.Getpagesize())
	fds, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil || len(fds) == 0 {
		return s, false
	}
	s.FDs = float64(len(fds))
	l, err := w.told(pid)
	if err != nil {
		return s, false
	}
	s.Live, s.Goroutines = float64(l.Live), float64(l.Goroutines)
	return s, true
}

// told is what a process last said of itself.
func (w *watcher) told(pid int) (vitals.Line, error) {
	if pid == os.Getpid() {
		return vitals.Now(), nil
	}
	f, err := os.Open(filepath.Join(w.dir, fmt.Sprintf("%d.tsv", pid)))
	if err != nil {
		return vitals.Line{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return vitals.Line{}, err
	}
	b := make([]byte, min(info.Size(), 256))
	if _, err := f.ReadAt(b, info.Size()-int64(len(b))); err != nil {
		return vitals.Line{}, err
	}
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	return vitals.Parse(lines[len(lines)-1])
}
