package graspdb

import (
	"context"
	"os"
)

// line is where the processes that want to write to one SQLite file stand in line. SQLite itself lets them poll for its lock, and one that
// is unlucky would wait for ever while the others write. Whoever is first in line waits for SQLite's lock alone, so that nobody overtakes
// it, and lets the next one up once it has the lock. The kernel empties the place of a process that dies.
type line struct {
	file *os.File
	own  chan struct{} // this process has one place
	gone chan struct{} // closed with the database
}

// newLine returns nil where files cannot be locked: then SQLite's polling has to do.
func newLine(path string) *line {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil
	}
	return &line{file: f, own: make(chan struct{}, 1), gone: make(chan struct{})}
}

// wait returns when the caller is first in line, or with ctx's error. leave lets the next one up.
func (l *line) wait(ctx context.Context) (leave func(), err error) {
	if l == nil {
		return func() {}, nil
	}
	select {
	case l.own <- struct{}{}:
	case <-l.gone: // the database itself says that it is closed
		return func() {}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	fd := int(l.file.Fd())
	free := func() {
		unlock(fd)
		<-l.own
	}
	if tryLock(fd) {
		return free, nil
	}
	up := make(chan struct{})
	go func() {
		lock(fd)
		close(up)
	}()
	select {
	case <-up:
		return free, nil
	case <-ctx.Done():
		go func() { // the place in line cannot be given up before it is reached
			<-up
			free()
		}()
		return nil, ctx.Err()
	}
}

func (l *line) close() error {
	if l == nil {
		return nil
	}
	select {
	case l.own <- struct{}{}: // nobody waits any more
	case <-l.gone: // closed before
		return nil
	}
	close(l.gone)
	return l.file.Close()
}
