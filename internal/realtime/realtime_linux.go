package realtime

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// NewClock makes a clock. raw hides its sleep from the runtime; see the package.
func NewClock(raw bool) *Clock {
	var ts unix.Timespec
	// The runtime's own monotonic clock is the same one; two readings tell the difference of their zero.
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return &Clock{base: time.Now(), origin: time.Duration(ts.Nano()), raw: raw}
}

// SleepUntil returns when the time has come, or at once when it has passed.
func (c *Clock) SleepUntil(t time.Duration) {
	ts := unix.NsecToTimespec(int64(t))
	for e := unix.EINTR; e == unix.EINTR; {
		if c.raw {
			_, _, e = unix.RawSyscall6(unix.SYS_CLOCK_NANOSLEEP, unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
		} else {
			_, _, e = unix.Syscall6(unix.SYS_CLOCK_NANOSLEEP, unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
		}
	}
}

func enter(o Options) (steps []Step) {
	did := func(what string, err error) { steps = append(steps, Step{what, err}) }
	// A thread of the normal class is woken up to 50 us late on purpose, unless it says that it minds.
	did("timer slack of 1 ns", unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0))
	if o.CPU >= 0 {
		var set unix.CPUSet
		set.Set(o.CPU)
		did(fmt.Sprintf("on processor %d alone", o.CPU), unix.SchedSetaffinity(0, &set))
	}
	if o.Priority > 0 {
		attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(o.Priority)}
		did(fmt.Sprintf("SCHED_FIFO priority %d", o.Priority), unix.SchedSetAttr(0, &attr, 0))
	}
	if o.Memory {
		// On fault: the runtime reserves address space far beyond what it uses.
		did("memory locked", unix.Mlockall(unix.MCL_CURRENT|unix.MCL_FUTURE|unix.MCL_ONFAULT))
	}
	return steps
}

// Check looks at limits, priorities and kernel. It changes nothing.
func Check(priority int) []Finding {
	var out []Finding
	add := func(name, value string, good bool, advice string) {
		if good {
			advice = ""
		}
		out = append(out, Finding{name, value, good, advice})
	}
	fifo := tryFIFO(priority)
	value := "allowed"
	if fifo != nil {
		value = fifo.Error()
	}
	add(fmt.Sprintf("SCHED_FIFO priority %d", priority), value, fifo == nil,
		fmt.Sprintf("allow it: 'ulimit -r %d' (in /etc/security/limits.conf: USER - rtprio %d), or 'setcap cap_sys_nice+ep' on the binary; in a container --cap-add=sys_nice --ulimit rtprio=%d", priority, priority, priority))
	var lim unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_MEMLOCK, &lim); err == nil {
		value := fmt.Sprintf("%d MiB", lim.Cur>>20)
		if lim.Cur == unix.RLIM_INFINITY {
			value = "unlimited"
		}
		add("locked memory", value, lim.Cur == unix.RLIM_INFINITY || os.Geteuid() == 0, "set it unlimited: 'ulimit -l unlimited' (limits.conf: USER - memlock unlimited); in a container --ulimit memlock=-1")
	}
	cpus := runtime.NumCPU()
	add("processors", strconv.Itoa(cpus), cpus >= 4, "give the machine at least 4: with fewer the loop shares one with whatever else runs")
	add("GOMAXPROCS", strconv.Itoa(runtime.GOMAXPROCS(0)), runtime.GOMAXPROCS(0) >= 4, "set GOMAXPROCS=4 or more, also on fewer processors: a collection of the runtime then leaves the loop its place")
	var uts unix.Utsname
	if err := unix.Uname(&uts); err == nil {
		text := unix.ByteSliceToString(uts.Version[:])
		rt := read("/sys/kernel/realtime") == "1" || strings.Contains(text, "PREEMPT_RT")
		kind := "not preemptible"
		switch {
		case rt:
			kind = "PREEMPT_RT"
		case strings.Contains(text, "PREEMPT_DYNAMIC"):
			kind = "PREEMPT_DYNAMIC"
		case strings.Contains(text, "PREEMPT"):
			kind = "PREEMPT"
		}
		add("kernel", unix.ByteSliceToString(uts.Release[:])+" "+kind, rt, "a kernel with PREEMPT_RT bounds the worst case (Debian: linux-image-rt-amd64)")
	}
	if v := read("/proc/sys/kernel/sched_rt_runtime_us"); v != "" {
		add("realtime throttling", v+" us in a second", true, "")
	}
	if v := read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"); v != "" {
		add("frequency governor", v, v == "performance", "set it to performance: 'cpupower frequency-set -g performance'")
	}
	if v := read("/sys/devices/system/clocksource/clocksource0/current_clocksource"); v != "" {
		add("clock source", v, v == "tsc" || v == "kvm-clock" || v == "arch_sys_counter", "reading "+v+" is slow; boot with clocksource=tsc where the processor allows it")
	}
	add("isolated processors", orNone(read("/sys/devices/system/cpu/isolated")), read("/sys/devices/system/cpu/isolated") != "", "for the last tail: boot with isolcpus=3 nohz_full=3 and run the hand with --cpu 3")
	return out
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func read(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// tryFIFO sets the priority on a thread of its own, which ends with the goroutine.
func tryFIFO(priority int) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the runtime drops the thread with the goroutine
		attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: uint32(priority)}
		done <- unix.SchedSetAttr(0, &attr, 0)
	}()
	return <-done
}
