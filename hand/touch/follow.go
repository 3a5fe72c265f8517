package touch

// Follow lets the zero of every cell of a finger come nearer to what the cell says now, by at most the part of a force (N) on the whole flat
// pad that falls to a cell. Call it while nothing touches the finger: pads drift with their temperature.
func (s *Skin) Follow(finger int, most float64) {
	f := &s.Fingers[finger]
	copy(s.scratch, f.zero)
	for i := range s.scratch {
		step := most / float64(len(s.front)) * s.layout.Cells[i].PerNewton
		s.scratch[i] += max(-step, min(step, f.raw[i]-f.zero[i]))
	}
	f.rezero(&s.layout, s.front, s.scratch)
}

// Lean takes a force off what a finger feels, spread evenly over its flat pad, N; a negative one is added. It is what the zero has drifted by under an
// object that is held.
func (s *Skin) Lean(finger int, force float64) {
	f := &s.Fingers[finger]
	copy(s.scratch, f.zero)
	for _, i := range s.front {
		s.scratch[i] += force / float64(len(s.front)) * s.layout.Cells[i].PerNewton
	}
	f.rezero(&s.layout, s.front, s.scratch)
}
