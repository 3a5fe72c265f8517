package main

import (
	"io"
	"log/slog"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/node/closers"
)

// logger is the log of a verb that stays running, from a level on.
func logger(w io.Writer, least slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: least}))
}

// running is what a verb has started.
type running struct {
	closers.List
	log *slog.Logger
}

// keep notes how to end something.
func (r *running) keep(end func() error) { closers.Keep(&r.List, end) }

// close ends everything, the last first.
func (r *running) close() {
	if err := r.Close(); err != nil && fault.KindOf(err) != fault.Preempted {
		r.log.Warn("not ended well", "err", err)
	}
}
