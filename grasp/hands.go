package grasp

import (
	"github.com/holdfast-robotics/holdfast/fault"
)

// Hands returns the hands that are known by name. Those with more than two fingers are taken for two wide ones that close
// against each other, as large as what their fingers sweep.
func Hands() []Hand {
	plain, pr2 := DefaultHand(), DefaultHand()
	pr2.Name = "pr2"
	return []Hand{
		plain, pr2,
		{Name: "robotiq", MaxOpening: .135, FingerLength: .12, FingerThickness: .033, FingerWidth: .105, PadLength: .03, PalmDepth: .09, PalmWidth: .201, PalmHeight: .13},
		{Name: "schunk", MaxOpening: .165, FingerLength: .085, FingerThickness: .03, FingerWidth: .093, PadLength: .03, PalmDepth: .125, PalmWidth: .225, PalmHeight: .12},
	}
}

// FindHand returns a hand by name.
func FindHand(name string) (Hand, error) {
	for _, h := range Hands() {
		if h.Name == name {
			return h, nil
		}
	}
	return Hand{}, fault.New("find hand", name, fault.NotFound, "no such hand; there are parallel-86, pr2, robotiq and schunk")
}
