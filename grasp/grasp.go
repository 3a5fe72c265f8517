// Package grasp plans grasps of segmented objects for a parallel-jaw gripper and says why a candidate is rejected.
//
// Frame G of a gripper: origin on the palm face between the fingers, x the approach direction out of the palm, y the
// closing direction, z by the right-hand rule. T is the table frame and O an object's, as in package scene.
package grasp

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Hand is a parallel-jaw gripper as boxes in G: two fingers that reach forward along x and a palm behind the origin.
type Hand struct {
	Name            string
	MaxOpening      float64 // m between the pads when fully open
	FingerLength    float64 // m from the palm face to the tips
	FingerThickness float64 // m along y
	FingerWidth     float64 // m along z
	PadLength       float64 // m of pad, measured back from the tips
	PalmDepth       float64 // m behind the palm face
	PalmWidth       float64 // m along y
	PalmHeight      float64 // m along z
}

// box is aligned with the axes of G.
type box struct {
	part   string
	lo, hi geom.Vec
}

func (b *box) contains(p geom.Vec) bool {
	return p.X >= b.lo.X && p.X <= b.hi.X && p.Y >= b.lo.Y && p.Y <= b.hi.Y && p.Z >= b.lo.Z && p.Z <= b.hi.Z
}

// boxes returns the hand's parts when its pads are opening apart.
func (h *Hand) boxes(opening float64) [3]box {
	i, o, w := opening/2, opening/2+h.FingerThickness, h.FingerWidth/2
	return [3]box{
		{"left finger", geom.V(0, i, -w), geom.V(h.FingerLength, o, w)},
		{"right finger", geom.V(0, -o, -w), geom.V(h.FingerLength, -i, w)},
		{"palm", geom.V(-h.PalmDepth, -h.PalmWidth/2, -h.PalmHeight/2), geom.V(0, h.PalmWidth/2, h.PalmHeight/2)},
	}
}

// Kind is the family a candidate comes from.
type Kind string

// Kinds of grasps.
const (
	Overhead Kind = "overhead" // approach straight down
	Side     Kind = "side"     // approach level with the table
)

// Grasp is a pose of the hand from which closing the fingers is expected to hold the object.
type Grasp struct {
	Object  int       // index in the segmentation
	X_FG    geom.Pose // in the cloud's frame
	X_TG    geom.Pose // in the table frame
	Kind    Kind
	Opening float64 // m between the pads on the approach
	Width   float64 // m of the object between the pads
	Quality float64 // 0 to 1, higher is better; not a probability
}

// Reason says why a candidate was rejected.
type Reason string

// Reasons of rejection.
const (
	TooWide      Reason = "too wide"       // the object does not fit between the fingers
	Empty        Reason = "nothing there"  // no point of the object between the pads
	HitsTable    Reason = "hits table"     // a part of the hand would be under or too near the table
	HitsObject   Reason = "hits object"    // a finger or the palm would run into the object itself
	HitsNeighbor Reason = "hits neighbour" // a part would run into something else
	TooShallow   Reason = "too shallow"    // the pads reach too little of the object
)

// Rejection is a candidate that was not taken.
type Rejection struct {
	Grasp  Grasp
	Reason Reason
	Detail string // with measured values, for people
}

func (r Rejection) String() string {
	return fmt.Sprintf("%s grasp %s: %s", r.Grasp.Kind, r.Reason, r.Detail)
}

// Plan is the answer for one object: grasps best first, and the fate of all other candidates.
type Plan struct {
	Object   int
	Grasps   []Grasp
	Rejected []Rejection
}

// WhyNot summarises in one line why a plan has no grasp: the most frequent reason with the detail of its nearest miss.
func (p *Plan) WhyNot() string {
	if len(p.Grasps) > 0 {
		return ""
	}
	if len(p.Rejected) == 0 {
		return "no candidate was generated"
	}
	count := map[Reason]int{}
	first := map[Reason]string{}
	var order []Reason
	for _, r := range p.Rejected {
		if count[r.Reason]++; count[r.Reason] == 1 {
			first[r.Reason] = r.Detail
			order = append(order, r.Reason)
		}
	}
	best := order[0]
	for _, r := range order {
		if count[r] > count[best] {
			best = r
		}
	}
	return fmt.Sprintf("%s in %d of %d candidates: %s", best, count[best], len(p.Rejected), first[best])
}
