package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/scene"
)

// evaluateLabels compares a segmentation with the label field of its cloud. first is the first label of an object, 0 to guess it.
func evaluateLabels(seg *scene.Segmentation, first uint32) (*scene.Score, error) {
	truth := seg.Cloud.Label
	if truth == nil {
		return nil, fault.New("evaluate", "", fault.NotFound, "the cloud has no field label with whole numbers: --evaluate compares with that")
	}
	if first == 0 {
		first = 20
		if slices.ContainsFunc(truth, func(l uint32) bool { return l >= 10 && l < 20 }) || slices.Max(append([]uint32{0}, truth...)) < 20 {
			first = scene.LabelObject
		}
	}
	s, err := scene.Evaluate(truth, seg.Labels, first)
	return &s, err
}

type scoreDoc struct {
	Parts           []partDoc `json:"parts"`
	Segments        int       `json:"segments"`
	WeightedOverlap float64   `json:"weighted_overlap"`
	MeanOverlap     float64   `json:"mean_overlap"`
	Over            float64   `json:"over_segmentation"`
	Under           float64   `json:"under_segmentation"`
}

type partDoc struct {
	Label   uint32  `json:"label"`
	Points  int     `json:"points"`
	Object  int     `json:"object,omitempty"` // its ID, from 1; absent where no object touches the part
	Overlap float64 `json:"overlap"`
	Missed  int     `json:"missed"`
	Extra   int     `json:"extra"`
}

func newScoreDoc(s *scene.Score) *scoreDoc {
	d := &scoreDoc{Segments: s.Segments, WeightedOverlap: s.Weighted, MeanOverlap: s.Mean, Over: s.Over, Under: s.Under}
	for _, p := range s.Parts {
		d.Parts = append(d.Parts, partDoc{p.Label, p.Points, p.Object + 1, p.Overlap, p.Missed, p.Extra})
	}
	return d
}

func scoreText(d *scoreDoc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "weighted overlap %.4f, mean %.4f, over-segmentation %.4f, under-segmentation %.4f, %s for %s\n",
		d.WeightedOverlap, d.MeanOverlap, d.Over, d.Under, count(d.Segments, "segment"), count(len(d.Parts), "part"))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "label\tpoints\tobject\toverlap\tmissed\textra\t")
	for _, p := range d.Parts {
		object := "-"
		if p.Object > 0 {
			object = fmt.Sprint(p.Object)
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%.3f\t%d\t%d\t\n", p.Label, p.Points, object, p.Overlap, p.Missed, p.Extra)
	}
	w.Flush() // a strings.Builder does not fail
	return b.String()
}

// scoreSum is the mean of the scores of several clouds.
type scoreSum struct {
	sync.Mutex
	n                           int
	weighted, mean, over, under float64
	least                       float64
}

func (s *scoreSum) add(o *scene.Score) {
	s.Lock()
	defer s.Unlock()
	if s.n == 0 || o.Weighted < s.least {
		s.least = o.Weighted
	}
	s.n++
	s.weighted, s.mean, s.over, s.under = s.weighted+o.Weighted, s.mean+o.Mean, s.over+o.Over, s.under+o.Under
}

func (s *scoreSum) print(w io.Writer) {
	s.Lock()
	defer s.Unlock()
	if s.n == 0 {
		return
	}
	n := float64(s.n)
	fmt.Fprintf(w, "\n%s: weighted overlap %.4f (least %.4f), mean %.4f, over-segmentation %.4f, under-segmentation %.4f\n",
		count(s.n, "cloud"), s.weighted/n, s.least, s.mean/n, s.over/n, s.under/n)
}
