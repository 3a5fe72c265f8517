package main

import (
	"fmt"
	"io"
	"time"
)

// pressure watches a live input and tells when it comes as fast as it can be worked off, or faster: then the writer waits, and a
// simulator that writes it is slowed down. What waits is in the pipe; nothing is queued here.
type pressure struct {
	in   io.Reader
	tell func(string)

	begun  time.Time
	waited time.Duration // for input, since begun
	bytes  int64
	last   time.Time // when it was told
}

const (
	pressureSpan  = 5 * time.Second
	pressureEvery = time.Minute // between two notes
)

func (p *pressure) Read(b []byte) (int, error) {
	start := time.Now()
	if p.begun.IsZero() {
		p.begun = start
	}
	n, err := p.in.Read(b)
	now := time.Now()
	p.waited += now.Sub(start)
	p.bytes += int64(n)
	if span := now.Sub(p.begun); span >= pressureSpan {
		if busy := 1 - p.waited.Seconds()/span.Seconds(); busy > 0.98 && (p.last.IsZero() || now.Sub(p.last) >= pressureEvery) {
			p.tell(fmt.Sprintf("input comes as fast as it can be read (%.1f MB/s) or faster, so that its writer waits; gather contacts per finger and object, or use --format gz-proto", float64(p.bytes)*1e-6/span.Seconds()))
			p.last = now
		}
		p.begun, p.waited, p.bytes = now, 0, 0
	}
	return n, err
}
