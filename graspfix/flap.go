package graspfix

// flapMemory is how many attaches of an object are remembered.
const flapMemory = 8

// flapping returns how often an object was attached within the last seconds, and over which time, when that is often enough
// to be a fault: three times within 20 updates' time, at least 5 s.
func (f *Fix) flapping(o *object) (n int, span float64) {
	window := max(20*f.period, 5e9)
	oldest := f.now
	for i := range min(o.attaches, flapMemory) {
		if t := o.attached[i]; f.now-t <= window {
			n++
			oldest = min(oldest, t)
		}
	}
	if n < 3 {
		return 0, 0
	}
	return n, seconds(f.now - oldest)
}
