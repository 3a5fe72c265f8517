package colour

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Sample is a picture of a known object.
type Sample struct {
	Class   string
	Picture image.Image
}

// Guess is a class that a picture may be of.
type Guess struct {
	Class      string
	Confidence float64 // 0 to 1
	Distance   float64 // chi-square to the nearest picture of the class
}

// Classifier recognises pictures by the nearest known one. It may be used by several goroutines at once.
type Classifier struct {
	classes []string
	vectors [][]float64
	class   []int // of each vector
	// typical is, for each class, the distance from a picture to the nearest other of its class that nine of ten stay
	// under: pictures much farther are of nothing known.
	typical []float64
}

// Share of a class's pictures whose nearest neighbour in the class defines what is near, and the factor beyond it at which the
// odds of being known are even.
const (
	typicalShare = 0.9
	evenAt       = 1.1
)

// Train makes a classifier of pictures of at least one class. Classes are compared in upper case.
func Train(samples []Sample) (*Classifier, error) {
	const op = "train colours"
	if len(samples) == 0 {
		return nil, fault.New(op, "", fault.Invalid, "there are no pictures: give at least two of each object")
	}
	c := &Classifier{}
	number := map[string]int{}
	for i := range samples {
		s := &samples[i]
		name := strings.ToUpper(strings.TrimSpace(s.Class))
		if s.Picture == nil {
			return nil, fault.New(op, name, fault.Invalid, "picture %d is missing", i+1)
		}
		v, err := descriptor(s.Picture)
		if err != nil {
			return nil, fault.Wrap(op, name, err)
		}
		k, ok := number[name]
		if !ok {
			k = len(c.classes)
			number[name] = k
			c.classes = append(c.classes, name)
		}
		c.vectors, c.class = append(c.vectors, v), append(c.class, k)
	}
	c.learnTypical()
	return c, nil
}

// learnTypical measures how far apart pictures of one class are. A class of one picture gets the median of the others.
func (c *Classifier) learnTypical() {
	near := make([][]float64, len(c.classes))
	for i, v := range c.vectors {
		best := math.Inf(1)
		for j, w := range c.vectors {
			if i != j && c.class[i] == c.class[j] {
				best = min(best, chiSquare(v, w))
			}
		}
		if !math.IsInf(best, 1) {
			near[c.class[i]] = append(near[c.class[i]], best)
		}
	}
	c.typical = make([]float64, len(c.classes))
	var known []float64
	for k, d := range near {
		if len(d) > 0 {
			slices.Sort(d)
			c.typical[k] = d[min(int(typicalShare*float64(len(d))), len(d)-1)]
			known = append(known, c.typical[k])
		}
	}
	middle := 0.5
	if len(known) > 0 {
		slices.Sort(known)
		middle = known[len(known)/2]
	}
	for k := range c.typical {
		// a few pictures taken in one go say little about how another day's look
		if len(near[k]) == 0 {
			c.typical[k] = middle
		}
		c.typical[k] = max(c.typical[k], middle/2, leastTypical)
	}
}

// leastTypical is the distance within which pictures are of one thing even if all known ones of it are alike: what a step of
// brightness moves from bin to bin.
const leastTypical = 0.2

// Classes returns the names of the known classes in the order in which they first came.
func (c *Classifier) Classes() []string { return slices.Clone(c.classes) }

// Classify returns all classes, the nearest first. A confidence under one half says that the picture is rather of nothing known:
// with 12 recorded objects 93 of 100 of their pictures are right and above it, and 82 of 100 of 5 other objects below.
func (c *Classifier) Classify(picture image.Image) ([]Guess, error) {
	if picture == nil {
		return nil, fault.New("classify picture", "", fault.Invalid, "there is no picture")
	}
	v, err := descriptor(picture)
	if err != nil {
		return nil, fault.Wrap("classify picture", "", err)
	}
	out := make([]Guess, len(c.classes))
	for k := range out {
		out[k] = Guess{Class: c.classes[k], Distance: math.Inf(1)}
	}
	for i, w := range c.vectors {
		g := &out[c.class[i]]
		g.Distance = min(g.Distance, chiSquare(v, w))
	}
	best, second := math.Inf(1), math.Inf(1)
	for k := range out {
		if d := out[k].Distance; d < best {
			best, second = d, best
		} else if d < second {
			second = d
		}
	}
	for k := range out {
		g := &out[k]
		far := g.Distance / (evenAt * c.typical[k])
		known := 1 / (1 + math.Pow(far, 8)) // of anything known at this distance
		rival := best
		if g.Distance == best {
			rival = second
		}
		against := 1.0 // of this class rather than the nearest other
		switch {
		case math.IsInf(rival, 1):
		case g.Distance == rival:
			against = 0.5
		default:
			against = 1 / (1 + math.Pow(g.Distance/rival, 8))
		}
		g.Confidence = known * against
	}
	slices.SortStableFunc(out, func(a, b Guess) int { return cmp.Compare(a.Distance, b.Distance) })
	return out, nil
}

// Names are the classes that a picture may be of, with a confidence of at least least each; none where it is of nothing known.
func (c *Classifier) Names(picture image.Image, least float64) ([]string, error) {
	list, err := c.Classify(picture)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, g := range list {
		if g.Confidence >= least {
			names = append(names, g.Class)
		}
	}
	return names, nil
}

// chiSquare is the distance of histograms: the sum of (a-b)^2/(a+b).
func chiSquare(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		if d := a[i] - b[i]; d != 0 {
			s += d * d / (a[i] + b[i])
		}
	}
	return s
}

// fine is the number of bins of a descriptor's histograms: more than of Features, since a known object's colours vary little.
const fine = 16

// discRadius2 bounds the part of the picture, about its middle, that is counted apart from the rim: an object's crop has table in its
// corners. A squared distance over the squared sides.
const discRadius2 = 0.16

// descriptor is the six histograms, of fine bins, of the middle of a picture and of its rim.
func descriptor(img image.Image) ([]float64, error) {
	b := img.Bounds()
	if b.Empty() {
		return nil, fault.New("colour features", "", fault.Invalid, "the picture has no pixels: crop it again")
	}
	const part = 6 * fine
	out := make([]float64, 2*part)
	var n [2]float64
	w, h := float64(b.Dx()), float64(b.Dy())
	each(img, func(x, y int, r, g, bl uint8) {
		dx, dy := (float64(x)+0.5)/w-0.5, (float64(y)+0.5)/h-0.5
		k := 0
		if dx*dx+dy*dy > discRadius2 {
			k = 1
		}
		n[k]++
		hue, s, v := hsv(r, g, bl)
		at := out[k*part : (k+1)*part]
		at[int(hue)*fine/180]++
		for i, c := range [5]uint8{s, v, bl, g, r} {
			at[(i+1)*fine+int(c)*fine/256]++
		}
	})
	for i := range out {
		out[i] /= max(n[i/part], 1)
	}
	return out, nil
}
