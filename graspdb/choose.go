package graspdb

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// The prior that a grasp starts with: as if it had been tried twice and held once.
const (
	Prior       = 0.5
	PriorWeight = 2
)

// Chooser picks which stored grasp to try next. While training it is epsilon-greedy: with probability Epsilon it explores
// grasps that have been tried fewer than Enough times, each alike; else it exploits the others in proportion to their rates.
// Epsilon decays with each object. The zero value does not train; NewChooser has the constants of the RAIL trainer.
type Chooser struct {
	Epsilon float64 // probability of exploring
	Decay   float64 // factor on Epsilon after each object
	Enough  int64   // attempts after which a rate is believed
	Floor   float64 // rate that even a hopeless grasp is given
	rand    *rand.Rand
}

// NewChooser returns a chooser in training mode.
func NewChooser(seed uint64) *Chooser {
	return &Chooser{Epsilon: 0.95, Decay: 0.975, Enough: 3, Floor: 0.1, rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
}

// Next returns the index of the grasp to try, -1 if there is none. When the side it drew has no grasps, it takes the other.
func (c *Chooser) Next(grasps []Grasp) int {
	var fresh, known []int
	for i := range grasps {
		if grasps[i].Attempts < c.Enough {
			fresh = append(fresh, i)
		} else {
			known = append(known, i)
		}
	}
	explore := c.rand.Float64() < c.Epsilon
	switch {
	case len(grasps) == 0:
		return -1
	case len(fresh) > 0 && (explore || len(known) == 0):
		return fresh[c.rand.IntN(len(fresh))]
	}
	sum := 0.0
	for _, i := range known {
		sum += max(grasps[i].Rate(), c.Floor)
	}
	at := c.rand.Float64() * sum
	for _, i := range known {
		if at -= max(grasps[i].Rate(), c.Floor); at < 0 {
			return i
		}
	}
	return known[len(known)-1]
}

// ObjectDone lets Epsilon decay.
func (c *Chooser) ObjectDone() { c.Epsilon *= c.Decay }

// Ranked returns the indices of grasps in the order in which to try them when it must work: by the rate to expect, a Beta
// mean with a prior of weight attempts at rate prior, the first of equals first. So 9 of 10 comes before 1 of 1, and an
// untried grasp before one that keeps failing.
func Ranked(grasps []Grasp, prior, weight float64) []int {
	order := make([]int, len(grasps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(grasps[b].Expected(prior, weight), grasps[a].Expected(prior, weight))
	})
	return order
}
