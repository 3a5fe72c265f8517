package realtime

import (
	"runtime"
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	testClock(t, NewClock(false))
	testClock(t, NewClock(true))
}

func testClock(t *testing.T, c *Clock) {
	t.Helper()
	a := c.Now()
	c.SleepUntil(a + 3*time.Millisecond)
	if b := c.Now(); b < a+3*time.Millisecond {
		t.Errorf("woke after %v of 3 ms", b-a)
	}
	before := c.Now()
	c.SleepUntil(before - time.Second) // has passed
	if c.Now() < before {
		t.Error("the clock went back")
	}
}

// The thread keeps going whatever the system refuses, and says what.
func TestEnter(t *testing.T) {
	done := make(chan []Step)
	go func() { done <- Enter(Options{Priority: 50, CPU: -1}) }() // the thread ends with the goroutine
	steps := <-done
	if len(steps) == 0 {
		t.Fatal("nothing is said")
	}
	for _, s := range steps {
		if s.String() == "" {
			t.Errorf("%+v", s)
		}
	}
	if runtime.GOOS == "linux" && steps[0].Err != nil {
		t.Errorf("timer slack: %v", steps[0].Err)
	}
}

func TestCheck(t *testing.T) {
	for _, f := range Check(80) {
		if f.Name == "" || f.Value == "" || f.Good != (f.Advice == "") {
			t.Errorf("%+v", f)
		}
	}
}

func TestSleepAlloc(t *testing.T) {
	c := NewClock(false)
	if n := testing.AllocsPerRun(20, func() { c.SleepUntil(c.Now() + 10*time.Microsecond) }); n != 0 {
		t.Errorf("%v allocations a sleep", n)
	}
}
