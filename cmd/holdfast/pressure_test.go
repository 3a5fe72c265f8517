package main

import (
	"io"
	"testing"
	"testing/synctest"
	"time"
)

type endless struct{ wait time.Duration }

func (e endless) Read(b []byte) (int, error) {
	time.Sleep(e.wait)
	return len(b), nil
}

// Who is always working says so, once a minute; who waits for input does not.
func TestPressure(t *testing.T) {
	for wait, want := range map[time.Duration]int{0: 2, 10 * time.Millisecond: 0} {
		synctest.Test(t, func(t *testing.T) {
			told := 0
			p := &pressure{in: endless{wait}, tell: func(string) { told++ }}
			buf := make([]byte, 1000)
			for start := time.Now(); time.Since(start) < 100*time.Second; {
				if _, err := io.ReadFull(p, buf); err != nil {
					t.Fatal(err)
				}
				time.Sleep(20 * time.Millisecond) // the work
			}
			if told != want {
				t.Errorf("told %d times when each read waits %v, want %d", told, wait, want)
			}
		})
	}
}
