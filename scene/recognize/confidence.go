package recognize

import "math"

// Weights of the evidence. Logistic regression gave their kind and size: over what happens when seven recorded household
// objects, four of them pairs of one kind, are compared with each other's models in simulated views with up to 3 mm of noise,
// up to a third hidden, other light, without colour and without a known sensor. They were then sharpened until the objects of
// recorded scenes that hold none of the models were none of them: see TestConfidenceIsCalibrated and TestClutterHoldsNoModel.
const (
	weightBase     = 8.5
	weightObject   = 16.0 // per share of the object that does not lie on the model
	weightModel    = 9.0  // per share of the visible model that does not lie on the object
	weightColour   = 4.0  // per square of 50 steps of RGB
	weightNoColour = 5.5  // where colour says nothing
)

// evidence is the logarithm of the odds that an object which lies on a model like this is an instance of it.
func evidence(f Fit) float64 {
	e := weightBase - weightObject*(1-f.ObjectCovered) - weightModel*(1-f.ModelCovered)
	if math.IsNaN(f.Colour) {
		return e - weightNoColour
	}
	c := f.Colour / 50
	return e - weightColour*c*c
}

func confidence(f Fit) float64 { return 1 / (1 + math.Exp(-evidence(f))) }
