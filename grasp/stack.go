package grasp

// stacked is the share of an object's seen columns that stand on another for it to be on top of it.
const stacked = 0.6

// findStacks finds objects that stand on others, or are the upper part of one that was taken apart, as the cap of a bottle. They do not
// reach down to the table, and may be between the fingers together with what they stand on, since both go where it goes.
func (pl *Planner) findStacks() {
	pl.stack, pl.on = make([]int32, len(pl.solids)), make([]int32, len(pl.solids))
	for k := range pl.solids {
		pl.stack[k], pl.on[k] = int32(k), -1
	}
	for k := range pl.solids {
		upper := &pl.solids[k]
		for j := range pl.solids {
			if lower := &pl.solids[j]; j != k && lower.top < upper.top && upper.standsOn(lower) {
				pl.stack[k], pl.on[k] = pl.stack[j], int32(j)
				upper.raise()
				break
			}
		}
	}
}

// StandsOn is the object that another stands on, or is the upper part of. false: it stands on the table.
func (pl *Planner) StandsOn(object int) (lower int, ok bool) {
	lower = int(pl.on[object])
	return lower, lower >= 0
}

// Base is the height over the table at which an object stands, m: the top of what is below it, 0 on the table.
func (pl *Planner) Base(object int) float64 {
	base := 0.0
	for range pl.on { // no longer than a stack can be
		lower, ok := pl.StandsOn(object)
		if !ok {
			break
		}
		base, object = max(base, pl.seg.Objects[lower].Size.Z), lower
	}
	return base
}

func (s *solid) standsOn(lower *solid) bool {
	if s.x0 >= lower.x0+lower.w || lower.x0 >= s.x0+s.w || s.y0 >= lower.y0+lower.h || lower.y0 >= s.y0+s.h {
		return false
	}
	n, on := 0, 0
	for y := s.y0; y < s.y0+s.h; y++ {
		for x := s.x0; x < s.x0+s.w; x++ {
			if c := s.at(x, y); c.from == seen {
				n++
				if q := lower.at(x, y); q != nil && q.top > 0 {
					on++
				}
			}
		}
	}
	return n > 0 && float64(on) >= stacked*float64(n)
}

// raise lets an object begin at its lowest point.
func (s *solid) raise() {
	for k := range s.cells {
		if c := &s.cells[k]; c.top > 0 {
			c.low = max(c.low, min(s.bottom, c.top))
		}
	}
	s.measure()
}
