package ros

import (
	"testing"
	"time"
)

func TestSeldom(t *testing.T) {
	var s seldom
	at := time.Unix(1000, 0)
	for i, c := range []struct {
		after time.Duration
		quiet int
		yes   bool
	}{{0, 0, true}, {1, 0, false}, {seldomPause - 1, 0, false}, {seldomPause, 2, true}, {seldomPause + 1, 0, false}, {3 * seldomPause, 1, true}} {
		if quiet, yes := s.due(at.Add(c.after)); quiet != c.quiet || yes != c.yes {
			t.Errorf("%d: %d %v", i, quiet, yes)
		}
	}
}
