package ros

import (
	"sync"
	"time"
)

// seldomPause is how long nothing is said of a kind of trouble after it has been: peers that send rubbish do so a thousand times.
const seldomPause = 10 * time.Second

// seldom lets one kind of trouble be told once in a while. The zero value is ready; it is safe for concurrent use.
type seldom struct {
	mu    sync.Mutex
	next  time.Time
	quiet int
}

// due reports whether to speak at a time, and how often that was not so since.
func (s *seldom) due(now time.Time) (quiet int, yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.next) {
		s.quiet++
		return 0, false
	}
	quiet, s.quiet, s.next = s.quiet, 0, now.Add(seldomPause)
	return quiet, true
}
