package bridge

import "sync"

// nameLocks lets one at a time announce or withdraw a name. Otherwise the withdrawal by a client that goes could reach the master after
// the announcement by one that comes, and end it.
type nameLocks struct {
	mu   sync.Mutex
	held map[string]*nameLock
}

type nameLock struct {
	sync.Mutex
	users int
}

// lock waits for a name and returns what sets it free.
func (n *nameLocks) lock(name string) (unlock func()) {
	n.mu.Lock()
	if n.held == nil {
		n.held = map[string]*nameLock{}
	}
	l := n.held[name]
	if l == nil {
		l = &nameLock{}
		n.held[name] = l
	}
	l.users++
	n.mu.Unlock()
	l.Lock()
	return func() {
		l.Unlock()
		n.mu.Lock()
		defer n.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(n.held, name)
		}
	}
}
