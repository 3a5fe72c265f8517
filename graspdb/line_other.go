//go:build !unix

package graspdb

// Elsewhere SQLite's own lock has to do.

func lock(int) {}

func tryLock(int) bool { return true }

func unlock(int) {}
