package recognize

import "math"

// Weights of the evidence. They were fitted by logistic regression to what happens when seven recorded household objects,
// four of them pairs of one kind, are compared with each other's models in simulated views with up to 3 mm of noise, up to a
// third hidden, other light, without colour and without a known sensor; and the weight of the object's cover was then raised,
// since household objects seen without colour are more alike in shape than these seven. See TestConfidenceIsCalibrated.
const (
	weightBase     = 8.0
	weightObject   = 16.0     // per share of the object that does not lie on the model
	weightModel    = 7.0      // per share of the visible model that does not lie on the object
	weightColour   = 2.5 / 50 // per step of RGB
	weightNoColour = 4.0      // where colour says nothing
)

// evidence is the logarithm of the odds that an object which lies on a model like this is an instance of it.
func evidence(f Fit) float64 {
	e := weightBase - weightObject*(1-f.ObjectCovered) - weightModel*(1-f.ModelCovered)
	if math.IsNaN(f.Colour) {
		return e - weightNoColour
	}
	return e - weightColour*f.Colour
}

func confidence(f Fit) float64 { return 1 / (1 + math.Exp(-evidence(f))) }
