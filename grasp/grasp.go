// Package grasp plans grasps of segmented objects for a parallel-jaw gripper and says why a candidate is rejected.
//
// Frame G of a gripper: origin on the palm face between the fingers, x the approach direction out of the palm, y the
// closing direction, z by the right-hand rule. T is the table frame and O an object's, as in package scene.
//
// What the camera saw of an object is completed to columns that stand on the table; candidates come from its box and from
// pairs of opposite places of its surface; each is judged by what lies between the fingers and by what the hand would meet on its
// way, and the rest is ranked by a probability of success that was fitted to grasps rehearsed in the simulated world.
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

// PadCenter is the x of the middle of the pads in G, metres.
func (h *Hand) PadCenter() float64 { return h.FingerLength - h.PadLength/2 }

// Part is a box of a hand, aligned with the axes of G.
type Part struct {
	Name   string
	Lo, Hi geom.Vec
}

// Parts are the left finger, the right finger and the palm when the pads are opening apart: what must not run into anything. The
// simulated hand has the same.
func (h *Hand) Parts(opening float64) (parts [3]Part) {
	for i, b := range h.boxes(opening) {
		if b.part != between {
			parts[i] = Part{b.part.String(), b.lo, b.hi}
		}
	}
	return parts
}

// box is aligned with the axes of G.
type box struct {
	part   part
	lo, hi geom.Vec
}

// part of a hand.
type part int8

const (
	leftFinger part = iota
	rightFinger
	palm
	between // the space that closes between the fingers
)

func (p part) String() string {
	return [...]string{"left finger", "right finger", "palm", "space between the fingers"}[p]
}

// boxes returns the hand's parts when its pads are opening apart, and last the space between them.
func (h *Hand) boxes(opening float64) [4]box {
	i, o, w := opening/2, opening/2+h.FingerThickness, h.FingerWidth/2
	return [4]box{
		{leftFinger, geom.V(0, i, -w), geom.V(h.FingerLength, o, w)},
		{rightFinger, geom.V(0, -o, -w), geom.V(h.FingerLength, -i, w)},
		{palm, geom.V(-h.PalmDepth, -h.PalmWidth/2, -h.PalmHeight/2), geom.V(0, h.PalmWidth/2, h.PalmHeight/2)},
		{between, geom.V(0, -i, -w), geom.V(h.FingerLength, i, w)},
	}
}

// Kind is the family a grasp comes from, by its direction of approach.
type Kind string

// Kinds of grasps.
const (
	Overhead Kind = "overhead" // straight down
	Tilted   Kind = "tilted"   // down and sideways
	Side     Kind = "side"     // level with the table
)

// Grasp is a pose of the hand from which closing the fingers is expected to hold the object.
type Grasp struct {
	Object  int       // index in the segmentation
	X_FG    geom.Pose // in the cloud's frame
	X_TG    geom.Pose // in the table frame
	Kind    Kind
	Opening float64 // m between the pads on the approach
	Width   float64 // m of the object between the pads
	// Quality is the probability that the grasp holds through lift and shaking in the simulated world, as fitted to rehearsed
	// grasps of everyday objects; see doc/planning.md for how far that can be relied on.
	Quality float64
	// Seen is the share of the two contact patches that the camera saw. The rest was completed: by symmetry, or as a column
	// as high as the object.
	Seen float64
	// Hidden is the share of the space for the fingers that other objects hide from the camera.
	Hidden float64
	// Features are what Quality was computed from.
	Features Features
	// Rehearsed is the outcome of a rehearsal, where one was asked for.
	Rehearsed Rehearsed
	// Known is the number of the grasp in a memory, 0 for a fresh one; Successes and Attempts are what became of it so far.
	Known               int64
	Successes, Attempts int
}

// Reason says why a candidate was rejected.
type Reason string

// Reasons of rejection.
const (
	TooWide      Reason = "too wide"        // the object does not fit between the fingers
	Empty        Reason = "nothing there"   // nothing of the object is between the fingers
	Slanted      Reason = "slanted"         // the contacts lie outside of each other's friction cones: the object would slip out
	HitsTable    Reason = "hits table"      // a part of the hand would be under or too near the table
	HitsObject   Reason = "hits object"     // a finger or the palm would run into the object itself
	HitsNeighbor Reason = "hits neighbour"  // a part would run into something else
	Unseen       Reason = "unseen"          // a part would go where the object may go on, hidden by another or beyond the picture
	TooShallow   Reason = "too shallow"     // the pads reach too little of the object
	UnderTable   Reason = "under the table" // all of the object is: up is the wrong way round
	OutOfReach   Reason = "out of reach"    // the arm says that it cannot get there
	NotHeld      Reason = "not held"        // a rehearsal dropped or broke it
)

// Rejection is a candidate that was not taken.
type Rejection struct {
	Grasp  Grasp
	Reason Reason

	why why
}

// why holds the measured values of a rejection; they become words only when somebody asks.
type why struct {
	part  part
	other int // object that is hit; -1 for something that is none
	lift  bool
	low   bool // the whole object is
	a, b  float64
	text  string
}

// Detail says with measured values, for people, why.
func (r *Rejection) Detail() string {
	w := &r.why
	switch r.Reason {
	case TooWide:
		return fmt.Sprintf("%.0f mm across and %.0f mm of clearance, the hand opens %.0f mm", 1e3*r.Grasp.Width, 1e3*w.a, 1e3*w.b)
	case Empty:
		return "no part of the object is between the fingers"
	case Slanted:
		return fmt.Sprintf("the surface leans %.0f degrees from the pads, %.0f are safe", degrees*w.a, degrees*w.b)
	case HitsTable:
		return fmt.Sprintf("the %s would be %.0f mm from the table, %.0f mm are needed", w.part, 1e3*w.a, 1e3*w.b)
	case HitsObject:
		return fmt.Sprintf("the %s would run into the object", w.part)
	case HitsNeighbor:
		when := ""
		if w.lift {
			when = " on the lift"
		}
		if w.part == between {
			return fmt.Sprintf("object %d would be between the fingers as well", w.other+1)
		}
		if w.other < 0 {
			return fmt.Sprintf("the %s would run into something that is not one of the objects%s", w.part, when)
		}
		return fmt.Sprintf("the %s would run into object %d%s", w.part, w.other+1, when)
	case Unseen:
		if w.other < 0 {
			return fmt.Sprintf("the %s would go where the object may go on, beyond the picture", w.part)
		}
		return fmt.Sprintf("the %s would go where the object may go on, hidden by object %d", w.part, w.other+1)
	case TooShallow:
		if w.low {
			return fmt.Sprintf("the object is %.0f mm high; fingers that keep off the table need %.0f mm", 1e3*w.a, 1e3*w.b)
		}
		if w.b > 0 {
			return fmt.Sprintf("the pads reach %.0f mm of the object, %.0f mm are needed", 1e3*w.a, 1e3*w.b)
		}
		return fmt.Sprintf("the middle of the pads misses the object by up to %.0f mm", 1e3*w.a)
	}
	return w.text
}

const degrees = 180 / 3.141592653589793

func (r *Rejection) String() string {
	return fmt.Sprintf("%s grasp %s: %s", r.Grasp.Kind, r.Reason, r.Detail())
}

// Plan is the answer for one object: grasps best first, and the fate of all other candidates.
type Plan struct {
	Object   int
	Grasps   []Grasp
	Rejected []Rejection
}

// Candidates is the number of poses that were judged.
func (p *Plan) Candidates() int { return len(p.Grasps) + len(p.Rejected) }

// Counts is the number of rejected candidates by reason.
func (p *Plan) Counts() map[Reason]int {
	n := map[Reason]int{}
	for i := range p.Rejected {
		n[p.Rejected[i].Reason]++
	}
	return n
}

// WhyNot summarises in one line why a plan has no grasp: the most frequent reason with the detail of its nearest miss.
func (p *Plan) WhyNot() string {
	if len(p.Grasps) > 0 {
		return ""
	}
	if len(p.Rejected) == 0 {
		return "no candidate was generated"
	}
	count := p.Counts()
	best := &p.Rejected[0]
	for i := range p.Rejected {
		r := &p.Rejected[i]
		switch {
		case count[r.Reason] > count[best.Reason]:
			best = r
		case r.Reason == best.Reason && r.Reason == TooWide && r.Grasp.Width < best.Grasp.Width:
			best = r
		}
	}
	return fmt.Sprintf("%s in %d of %d candidates: %s", best.Reason, count[best.Reason], len(p.Rejected), best.Detail())
}
