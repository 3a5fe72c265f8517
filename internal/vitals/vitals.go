// Package vitals has a process write down how it does: how many goroutines it has and what it keeps in memory. It is for long tests of a
// process that may be killed at any time, and costs nothing where nobody asks for it.
package vitals

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Env names the folder in which each process keeps a file PID.tsv.
const Env = "HOLDFAST_VITALS"

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
			l := Now()
			if _, err := fmt.Fprintf(f, "%d\t%d\t%d\t%d\n", l.Time.UnixMilli(), l.Live, l.Heap, l.Goroutines); err != nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return nil
}
