//go:build unix

package graspdb

import "golang.org/x/sys/unix"

// lock waits for the file. An error, as of a file system without locks, counts as success: SQLite's own lock remains.
func lock(fd int) {
	for unix.Flock(fd, unix.LOCK_EX) == unix.EINTR {
	}
}

// tryLock does not wait.
func tryLock(fd int) bool { return unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK }

func unlock(fd int) { _ = unix.Flock(fd, unix.LOCK_UN) }
