package scene

import (
	"cmp"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Score says how well labels agree with those that people gave.
type Score struct {
	Parts    []PartScore // by label
	Segments int         // objects found
	// Weighted is the mean over the parts of their overlap with the segment that meets them best, weighted with their points; Mean
	// counts each part once (Richtsfeld 2012 calls the first weighted overlap).
	Weighted, Mean float64
	Over           float64 // share of the points of parts that are not in their best segment
	Under          float64 // points of the best segments that are not in their part, for each point of a part
}

// PartScore is one part of an object that a person labelled.
type PartScore struct {
	Label   uint32
	Points  int
	Object  int     // the object that meets it best, from 0; -1 where none touches it
	Overlap float64 // intersection over union with that
	Missed  int     // points of the part that are not in it
	Extra   int     // points of it that are not in the part
}

// leastPart is the number of points from which on a part counts.
const leastPart = 100

// Evaluate compares the labels of a segmentation with true ones, of which those from first on are objects: each value is one part.
// Parts with less than 100 points do not count. It fails when the labels are not one a point, or none is an object's.
func Evaluate(truth, labels []uint32, first uint32) (Score, error) {
	const op = "evaluate"
	if len(truth) != len(labels) {
		return Score{}, fault.New(op, "", fault.Invalid, "%d true labels for %d points", len(truth), len(labels))
	}
	type pair struct{ truth, label uint32 }
	parts, segments, both := map[uint32]int{}, map[uint32]int{}, map[pair]int{}
	for i, t := range truth {
		l := labels[i]
		if t >= first {
			parts[t]++
		}
		if l >= LabelObject {
			segments[l]++
			both[pair{t, l}]++
		}
	}
	s := Score{Segments: len(segments)}
	for t, n := range parts {
		if n >= leastPart {
			s.Parts = append(s.Parts, PartScore{Label: t, Points: n, Object: -1, Missed: n})
		}
	}
	if len(s.Parts) == 0 {
		return Score{}, fault.New(op, "", fault.NotFound, "no label from %d on has %d points or more: are these the true labels of objects?", first, leastPart)
	}
	slices.SortFunc(s.Parts, func(a, b PartScore) int { return cmp.Compare(a.Label, b.Label) })
	place := map[uint32]int{}
	for k, p := range s.Parts {
		place[p.Label] = k
	}
	for q, n := range both {
		k, ok := place[q.truth]
		if !ok {
			continue
		}
		p := &s.Parts[k]
		o := float64(n) / float64(p.Points+segments[q.label]-n)
		if object := int(q.label - LabelObject); o > p.Overlap || o == p.Overlap && object < p.Object {
			p.Object, p.Overlap, p.Missed, p.Extra = object, o, p.Points-n, segments[q.label]-n
		}
	}
	total := 0
	for _, p := range s.Parts {
		total += p.Points
		s.Weighted += p.Overlap * float64(p.Points)
		s.Mean += p.Overlap
		s.Over += float64(p.Missed)
		s.Under += float64(p.Extra)
	}
	n := float64(total)
	s.Weighted, s.Mean, s.Over, s.Under = s.Weighted/n, s.Mean/float64(len(s.Parts)), s.Over/n, s.Under/n
	return s, nil
}
