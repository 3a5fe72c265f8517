// Package closers ends what a face has started, in the reverse order.
package closers

import "github.com/holdfast-robotics/holdfast/fault"

// List is what is to be ended. Faces embed it.
type List struct{ ends []func() error }

// Close ends everything, the last first, and returns the first error. What is closed twice is ended once.
func (l *List) Close() error {
	var first error
	for i := len(l.ends) - 1; i >= 0; i-- {
		if err := l.ends[i](); err != nil && first == nil {
			first = err
		}
	}
	l.ends = nil
	return first
}

// Add notes something that was started, unless that failed, and hands it on.
func Add[T interface{ Close() error }](l *List, t T, err error) (T, error) {
	if err == nil {
		l.ends = append(l.ends, t.Close)
	}
	return t, err
}

// Keep notes how to end something that was started.
func Keep(l *List, end func() error) { l.ends = append(l.ends, end) }

// Started returns a face, or closes what has been started of it.
func Started[T interface{ Close() error }](face T, op string, err error) (T, error) {
	if err != nil {
		face.Close()
		var none T
		return none, fault.Wrap(op, "", err)
	}
	return face, nil
}
