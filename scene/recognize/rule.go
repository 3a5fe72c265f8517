package recognize

import (
	"bufio"
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Judged is a pair of clouds that a person has looked at.
type Judged struct {
	Metrics
	Same bool // they are one object, and lie well on each other
}

// Limits decide by metrics whether two clouds are one object.
type Limits struct {
	MinOverlap  float64 // 0 for any
	MaxDistance float64 // m^2; infinite for any
	MaxColour   float64 // 0 to 441; infinite for any
}

// Hold reports whether metrics are within the limits. Clouds that do not overlap are never one object.
func (l Limits) Hold(m Metrics) bool {
	return m.Overlap > l.MinOverlap && m.DistanceError <= l.MaxDistance && m.ColourError <= l.MaxColour
}

// ReadJudged reads the lines of a metric trainer: overlap,distance_error,color_error,y or n. It fails at the first line that is not
// like that, and names it.
func ReadJudged(b []byte) ([]Judged, error) {
	const op = "read metrics"
	var out []Judged
	s := bufio.NewScanner(bytes.NewReader(b))
	for line := 1; s.Scan(); line++ {
		text := strings.TrimSpace(s.Text())
		if text == "" {
			continue
		}
		where := "line " + strconv.Itoa(line)
		parts := strings.Split(text, ",")
		if len(parts) != 4 {
			return nil, fault.New(op, where, fault.Invalid, "%d values; a line is overlap,distance_error,color_error,y or n", len(parts))
		}
		var v [3]float64
		for k := range v {
			f, err := strconv.ParseFloat(strings.TrimSpace(parts[k]), 64)
			if err != nil || math.IsInf(f, 0) || f < 0 || math.IsNaN(f) && k != 2 { // no overlap has no colour
				return nil, fault.New(op, where, fault.Invalid, "%.40q is no metric", parts[k])
			}
			v[k] = f
		}
		j := Judged{Metrics: Metrics{Overlap: v[0], DistanceError: v[1], ColourError: v[2]}}
		switch answer := strings.ToLower(strings.TrimSpace(parts[3])); answer {
		case "y":
			j.Same = true
		case "n":
		default:
			return nil, fault.New(op, where, fault.Invalid, "the answer is %.20q; y or n", answer)
		}
		out = append(out, j)
	}
	if err := s.Err(); err != nil {
		return nil, fault.New(op, "", fault.Invalid, "%w", err)
	}
	return out, nil
}

// LearnLimits finds the limits that agree best with what a person said, and how well: the mean of the shares of pairs that are one
// object and are taken for one, and of those that are not and are not. The colour and one of overlap and distance are limited, as in
// the rules of rail_recognition; each limit lies half way between the pairs on either side of it. It fails where all pairs were judged
// alike: nothing can be learned of that.
func LearnLimits(pairs []Judged) (Limits, float64, error) {
	same := 0
	for i := range pairs {
		if pairs[i].Same {
			same++
		}
	}
	if same == 0 || same == len(pairs) {
		return Limits{}, 0, fault.New("learn limits", "", fault.Invalid, "%d pairs were judged, %d of them as one object: it takes some of both", len(pairs), same)
	}
	inf := math.Inf(1)
	overlaps := between(pairs, 0, func(m Metrics) float64 { return m.Overlap })
	distances := between(pairs, inf, func(m Metrics) float64 { return m.DistanceError })
	colours := between(pairs, inf, func(m Metrics) float64 { return m.ColourError })
	best, value := Limits{}, -1.0
	try := func(l Limits) {
		yes, no := 0, 0
		for i := range pairs {
			if l.Hold(pairs[i].Metrics) != pairs[i].Same {
				continue
			}
			if pairs[i].Same {
				yes++
			} else {
				no++
			}
		}
		if v := (float64(yes)/float64(same) + float64(no)/float64(len(pairs)-same)) / 2; v > value {
			best, value = l, v
		}
	}
	for _, c := range colours {
		for _, o := range overlaps {
			try(Limits{o, inf, c})
		}
		for _, d := range distances {
			try(Limits{0, d, c})
		}
	}
	return best, value, nil
}

// between lists where a limit of a metric may be: nowhere, and half way between neighbouring values, at most mostLimits of them.
func between(pairs []Judged, nowhere float64, metric func(Metrics) float64) []float64 {
	const mostLimits = 100
	var v []float64
	for i := range pairs {
		if m := metric(pairs[i].Metrics); !math.IsNaN(m) {
			v = append(v, m)
		}
	}
	slices.Sort(v)
	v = slices.Compact(v)
	out := []float64{nowhere}
	steps := min(len(v)-1, mostLimits)
	for k := range max(0, steps) {
		i := k * (len(v) - 1) / steps
		out = append(out, v[i]+(v[i+1]-v[i])/2)
	}
	return out
}
