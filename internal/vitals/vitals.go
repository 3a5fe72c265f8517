// Package vitals has a process write down how it does: how many goroutines it has and what it keeps in memory. It is for long tests of a
// process that may be killed at any time, and costs nothing where nobody asks for it.
package vitals

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Env names the folder in which each process keeps a file PID.tsv.
const Env = "HOLDFAST_VITALS"

// Collect is the name of a file in that folder. While it is there each process collects its garbage before it writes, and leaves a profile of its
// heap as PID.heap: what it says then is what it keeps.
const Collect = "collect"

// Line is what one line of the file says.
type Line struct {
	Time       time.Time
	Live       uint64 // bytes of heap that the last collection found in use
	Heap       uint64 // bytes of heap in use, or not yet collected
	Goroutines int
}

// Parse reads a line.
func Parse(text string) (l Line, err error) {
	var ms int64
	if _, err = fmt.Sscanf(text, "%d\t%d\t%d\t%d", &ms, &l.Live, &l.Heap, &l.Goroutines); err != nil {
		return l, fault.New("read vitals", fmt.Sprintf("%.40q", text), fault.Invalid, "it is not four numbers")
	}
	l.Time = time.UnixMilli(ms)
	return l, nil
}

// Now measures the calling process.
func Now() Line {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return Line{Time: time.Now(), Live: s[0].Value.Uint64(), Heap: s[1].Value.Uint64(), Goroutines: runtime.NumGoroutine()}
}

// Start begins to write a line a second where the environment asks for it, until the process ends.
func Start() error {
	dir := os.Getenv(Env)
	if dir == "" {
		return nil
	}
	name := filepath.Join(dir, fmt.Sprintf("%d.tsv", os.Getpid()))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fault.New("write vitals", name, fault.Permission, "%w", err)
	}
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(dir, Collect)); err == nil {
				collect(filepath.Join(dir, fmt.Sprintf("%d.heap", os.Getpid())))
			}
			l := Now()
			if _, err := fmt.Fprintf(f, "%d\t%d\t%d\t%d\n", l.Time.UnixMilli(), l.Live, l.Heap, l.Goroutines); err != nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return nil
}

// collect leaves nothing that is not in use, and says in a file what that is.
func collect(name string) {
	runtime.GC()
	debug.FreeOSMemory() // collects again: what waits in pools goes with the second time
	f, err := os.Create(name)
	if err != nil {
		return // the lines go on without it
	}
	defer f.Close()
	_ = pprof.WriteHeapProfile(f) // likewise
}
