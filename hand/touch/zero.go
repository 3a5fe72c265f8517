package touch

import "math"

// ZeroState is what became of the last zeroing.
type ZeroState uint8

const (
	NeverZeroed  ZeroState = iota // the first frame stands for the zero
	ZeroBusy                      // frames are being averaged
	Zeroed                        // done
	ZeroNoisy                     // refused: the pads changed while they were averaged; the zero is as it was
	ZeroSilent                    // refused: the pads sent too few frames
	ZeroRestored                  // taken over from an earlier run
)

func (z ZeroState) String() string {
	switch z {
	case NeverZeroed:
		return "the fingertips have not been zeroed"
	case ZeroBusy:
		return "zeroing the fingertips"
	case Zeroed:
		return "the fingertips are zeroed"
	case ZeroNoisy:
		return "zeroing refused: the pads' readings changed meanwhile, something touches them or moves"
	case ZeroSilent:
		return "zeroing refused: the pads sent too few frames"
	case ZeroRestored:
		return "the zero of the fingertips is that of an earlier run"
	}
	return "unknown"
}

// A zeroing averages zeroFrames frames at least and zeroTime seconds; the flat pads' sums must not scatter by more than zeroScatter
// about their mean nor move by more than zeroScatter from one half to the other, N.
const (
	zeroFrames  = 6
	zeroTime    = 0.25
	zeroTimeout = 1.0
	zeroScatter = 0.15
)

type zeroing struct {
	state  ZeroState
	ticks  int
	n      int
	sums   [2][]float64
	force  [2]float64 // sums of the pads' force, N
	square [2]float64
	early  [2]float64 // sum over the first zeroFrames/2 frames
}

func (z *zeroing) init(cells int) {
	for i := range z.sums {
		z.sums[i] = make([]float64, cells)
	}
}

func (z *zeroing) begin() {
	z.state, z.ticks, z.n = ZeroBusy, 0, 0
	z.force, z.square, z.early = [2]float64{}, [2]float64{}, [2]float64{}
	for i := range z.sums {
		clear(z.sums[i])
	}
}

// Zero starts an average of the counts at rest, which become the zero when it is done: after a quarter of a second and six frames.
// Nothing may touch the pads meanwhile.
func (s *Skin) Zero() { s.zeroing.begin() }

// ZeroState says what became of the last zeroing. The first begins by itself with the first frame.
func (s *Skin) ZeroState() ZeroState { return s.zeroing.state }

// tick advances the time of a zeroing.
func (s *Skin) tick() {
	if z := &s.zeroing; z.state == ZeroBusy {
		if z.ticks++; float64(z.ticks)*s.dt > zeroTimeout && z.n < zeroFrames {
			z.state = ZeroSilent
		}
	}
}

// zero takes the last frame into the average, and sets the zero when there is enough of it.
func (s *Skin) zero() {
	z := &s.zeroing
	if z.state != ZeroBusy {
		return
	}
	z.n++
	for i := range s.Fingers {
		f := &s.Fingers[i]
		for k, c := range f.raw {
			z.sums[i][k] += c
		}
		z.force[i] += f.Force
		z.square[i] += f.Force * f.Force
		if z.n <= zeroFrames/2 {
			z.early[i] += f.Force
		}
	}
	if z.n < zeroFrames || float64(z.ticks)*s.dt < zeroTime-0.5*s.dt {
		return
	}
	n := float64(z.n)
	for i := range s.Fingers {
		mean := z.force[i] / n
		late := (z.force[i] - z.early[i]) / (n - zeroFrames/2)
		if math.Sqrt(math.Max(0, z.square[i]/n-mean*mean)) > zeroScatter || math.Abs(late-z.early[i]/(zeroFrames/2)) > zeroScatter {
			z.state = ZeroNoisy
			return
		}
	}
	z.state = Zeroed
	for i := range s.Fingers {
		for k := range z.sums[i] {
			z.sums[i][k] /= n
		}
		s.Fingers[i].rezero(&s.layout, s.front, z.sums[i])
	}
}

// rezero moves the zero of every cell, and the filters with it: a new zero is not an event.
func (f *Finger) rezero(l *Layout, front []int, zero []float64) {
	was := f.Force
	for i, z := range zero {
		if f.health[i] != Good {
			continue
		}
		d := f.zero[i] - z // how much the zeroed count rises
		f.zero[i] = z
		f.edge[i].Shift(d)
		f.counts[i] += d * float64(f.n)
	}
	for k, i := range front {
		was := f.cells[k]
		if f.health[i] == Good {
			f.cells[k] = (f.raw[i] - f.zero[i]) / l.Cells[i].PerNewton
		}
		f.before[k] += f.cells[k] - was
		f.sums[k] += float64(f.n) * (f.cells[k] - was)
	}
	f.weigh(l, front)
	d := f.Force - was
	f.Mean += d
	f.sum += d * float64(f.n)
	f.fast.Shift(d)
	f.slow.Shift(d)
}

// Zeros copies the zero of each cell, left finger first, into dst, for a run that follows this one. Slices of the layout's length.
func (s *Skin) Zeros(dst *[2][]float64) {
	for i := range s.Fingers {
		copy(dst[i], s.Fingers[i].zero)
	}
}

// Restore sets the zero of every cell as an earlier run had it. Call it before or after the first frame; it reports false, and does
// nothing, when a number is not finite or there are too few.
func (s *Skin) Restore(zeros *[2][]float64) bool {
	if !s.Fits(zeros) {
		return false
	}
	for i := range zeros {
		for _, z := range zeros[i] {
			if math.IsNaN(z - z) {
				return false
			}
		}
	}
	for i := range s.Fingers {
		f := &s.Fingers[i]
		if s.began {
			f.rezero(&s.layout, s.front, zeros[i])
		} else {
			copy(f.zero, zeros[i])
		}
		for k := range f.known {
			f.known[k] = true
		}
	}
	s.zeroing.state = ZeroRestored
	return true
}
