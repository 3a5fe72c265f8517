// Command soak runs everything as a lab does, for a long time, and breaks things meanwhile: a robot from one file (holdfast up with a master, a
// hand over a sidecar, segmentation, planner, RAIL's nodes, bridge and recorder), a simulated robot before a table that picks up and puts back,
// tables that are cleared with a memory, and browsers that look on. Faults come at random from a seed that is printed. Memory, goroutines
// and descriptors of every process are sampled; at the end they must be as after the warm-up, and nothing dropped, crushed or lost.
//
//	go run ./bench/soak -time 30m -seed 1 -dir out/soak
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sort"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// options of a run.
type options struct {
	time    time.Duration // of faults
	warm    time.Duration // before them
	rest    time.Duration // after the warm-up and at the end, until memory is looked at
	every   time.Duration // from one fault to the next, on average
	seed    uint64
	dir     string
	program string
	short   bool // too short for what grows to show, and for a busy machine to get anywhere
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == boardFlag {
		boardMain(os.Args[2], os.Args[3])
	}
	o := options{rest: 20 * time.Second, every: 5 * time.Second}
	flag.DurationVar(&o.time, "time", 30*time.Minute, "how long faults are injected")
	flag.DurationVar(&o.warm, "warm", time.Minute, "how long to run before the first of them")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()%1e6), "seed of the faults and of what the clients do")
	flag.StringVar(&o.dir, "dir", "out/soak", "folder of what the run leaves behind; it is made anew")
	flag.StringVar(&o.program, "holdfast", "bin/holdfast", "the program under test")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
	if !ok {
		os.Exit(1)
	}
}

// boardMain is the process of a board.
func boardMain(socket, seed string) {
	n, err := strconv.ParseUint(seed, 10, 64)
	if err == nil {
		err = serveBoard(socket, n, os.Stdin, os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// soak is a run.
type soak struct {
	options
	start time.Time
	watch *watcher
	board *board
	lab   lab
	table table

	mu     sync.Mutex
	rng    *rand.Rand
	counts map[string]int
	faults []float64 // s, when each was injected
	kills  map[string][]time.Time
	stores []uint32 // demonstrations that were acknowledged
	log    *os.File
}

func run(ctx context.Context, o options) (ok bool, err error) {
	if o.dir, err = filepath.Abs(o.dir); err != nil {
		return false, err
	}
	if o.program, err = exec.LookPath(o.program); err != nil {
		return false, fault.New("find program", o.program, fault.NotFound, "%w; make build makes it", err)
	}
	if o.program, err = filepath.Abs(o.program); err != nil {
		return false, err
	}
	if err := os.RemoveAll(o.dir); err != nil {
		return false, err
	}
	if err := os.MkdirAll(filepath.Join(o.dir, "vitals"), 0o755); err != nil {
		return false, err
	}
	s := &soak{options: o, start: time.Now(), rng: rand.New(rand.NewPCG(o.seed, 1)), counts: map[string]int{}, lab: lab{pid: map[string]int{}}, kills: map[string][]time.Time{}}
	if s.log, err = os.Create(filepath.Join(o.dir, "log.txt")); err != nil {
		return false, err
	}
	defer s.log.Close()
	s.say("seed %d: %v of faults after %v", o.seed, o.time, o.warm)
	s.watch = newWatcher(filepath.Join(o.dir, "vitals"), s.start)
	defer s.watch.close()
	if err := s.bringUp(ctx); err != nil {
		s.takeDown()
		return false, err
	}
	count, err := s.startCounter(ctx)
	if err != nil {
		s.takeDown()
		return false, err
	}
	s.phase(ctx, o.warm, false)
	wait(ctx, o.rest)
	base := s.watch.settled()
	s.say("warm: faults begin")
	s.phase(ctx, o.time, true)
	s.say("faults end")
	wait(ctx, o.rest)
	end := s.watch.settled()
	numbers := count()
	s.takeDown()
	doc := s.judge(ctx, base, end, numbers)
	if err := s.report(doc); err != nil {
		return false, err
	}
	ok = ctx.Err() == nil
	for _, c := range doc.Checks {
		ok = ok && c.OK
	}
	return ok, ctx.Err()
}

// phase has all clients at work, for a time, with or without faults, and returns when each has come to the end of what it was at.
func (s *soak) phase(ctx context.Context, d time.Duration, faults bool) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var wg sync.WaitGroup
	for _, work := range []func(context.Context){s.handWork, s.railWork, s.tableWork, s.demoWork, s.bridgeWork} {
		wg.Go(func() { work(ctx) })
	}
	if faults {
		wg.Go(func() { s.chaos(ctx) })
	}
	wg.Wait()
}

// wait waits, not beyond the end of the context.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (s *soak) say(format string, args ...any) {
	line := fmt.Sprintf("%8.1f  ", time.Since(s.start).Seconds()) + fmt.Sprintf(format, args...)
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Println(line)
	if s.log != nil {
		fmt.Fprintln(s.log, line)
	}
}

func (s *soak) count(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[what]++
}

func (s *soak) number(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[what]
}

// names are what was counted, in order.
func (s *soak) names() []string {
	var out []string
	for n := range s.counts {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// draw is a number from 0 to n-1, between a time and another.
func (s *soak) draw(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.IntN(n)
}

func (s *soak) between(lo, hi time.Duration) time.Duration {
	return lo + time.Duration(s.draw(int((hi-lo)/time.Millisecond)+1))*time.Millisecond
}
