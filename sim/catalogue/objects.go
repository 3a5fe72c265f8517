package catalogue

import (
	"math"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Where figures are from.
const (
	ycb  = "Calli et al. 2015, Benchmarking in Manipulation Research: The YCB Object and Model Set, table of objects"
	usda = "USDA FoodData Central, portion weights (edible part), with the peel or stone estimated"
	itf  = "ITF Rules of Tennis, appendix I: 56.0 to 59.4 g, 65.4 to 68.6 mm, 5.6 to 7.4 mm at 80.07 N"
	ittf = "ITTF Laws of Table Tennis 2.3: 2.7 g, 40 mm"
	rna  = "The R&A and USGA, Equipment Rules, part 4: at most 45.93 g, at least 42.67 mm"
	egg  = "USDA weight classes for shell eggs: large, 24 ounces a dozen"
	iec  = "IEC 60086-2, outline of LR20"
	pr2  = "pr2_gripper_sensor_msgs, PR2GripperForceServoCommand: 10 N can crack an egg or crush a soda can"
	full = "computed from the content and the empty package"
	est  = Estimated
)

// surface is what the outer material decides. The friction is that of dry silicone rubber pads, the texture the order of
// magnitude of the roughness; both are estimates.
type surface struct{ friction, texture float64 }

var (
	metal   = surface{0.50, 5e-6}
	glass   = surface{0.50, 1e-6}
	ceramic = surface{0.50, 3e-6}
	plastic = surface{0.45, 5e-6}
	card    = surface{0.60, 20e-6}
	paper   = surface{0.55, 15e-6}
	wood    = surface{0.60, 30e-6}
	foam    = surface{0.80, 300e-6}
	rubber  = surface{0.90, 50e-6}
	felt    = surface{0.65, 300e-6}
	skin    = surface{0.60, 15e-6} // of fruit
	peel    = surface{0.65, 80e-6} // of citrus fruit
	shell   = surface{0.50, 20e-6}
)

var lying = geom.AxisAngle(geom.UnitY, math.Pi/2) // the axis of O along x of W

// row is an object in short: surface and the sources of size and mass, of stiffness and of crush force.
type row struct {
	Object
	surface                        surface
	size, mass, stiffness, crushed string
}

var objects = func() []Object {
	out := make([]Object, 0, len(rows))
	for _, r := range rows {
		o := r.Object
		o.Friction, o.Texture = r.surface.friction, r.surface.texture
		o.Sources = Sources{Size: r.size, Mass: r.mass, Stiffness: r.stiffness, Friction: est + ", dry silicone rubber pads", CrushForce: r.crushed}
		if o.Yield > 0 || o.DentLimit > 0 {
			o.Sources.Dent = est + ", where its wall buckles"
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Object) int { return strings.Compare(a.Name, b.Name) })
	return out
}()

var rows = []row{
	// cans, jars and bottles
	{Object{Name: "soup-can", Kind: "cans and bottles", Shape: cylinder(0.066, 0.101), Mass: 0.349, Stiffness: 2e5, CrushForce: 200, Colour: 0xC83228}, metal, ycb, ycb, est, est},
	{Object{Name: "soda-can-empty", Kind: "cans and bottles", Shape: cylinder(0.0662, 0.1222), Mass: 0.0135, Stiffness: 3.5e3, CrushForce: 9.5, Yield: 1.2e-3, DentLimit: 4e-3, Colour: 0xC0C4CC}, metal, est + ", 12 oz can of 211 diameter", est + ", 12 oz aluminium cans weigh 13 to 14 g", est, pr2},
	{Object{Name: "soda-can-full", Kind: "cans and bottles", Shape: cylinder(0.0662, 0.1222), Mass: 0.382, Stiffness: 6e4, CrushForce: 120, Colour: 0xD02838}, metal, est + ", 12 oz can of 211 diameter", full, est + ", the pressure stiffens it", est},
	{Object{Name: "tuna-can", Kind: "cans and bottles", Shape: cylinder(0.085, 0.033), Mass: 0.171, Stiffness: 3e5, CrushForce: 250, Colour: 0x3060B0}, metal, ycb, ycb, est, est},
	{Object{Name: "coffee-can", Kind: "cans and bottles", Shape: cylinder(0.102, 0.139), Mass: 0.414, Stiffness: 1e5, CrushForce: 150, Colour: 0x2050A0}, metal, ycb, ycb, est, est},
	{Object{Name: "potted-meat-can", Kind: "cans and bottles", Shape: box(0.097, 0.050, 0.082), Mass: 0.370, Stiffness: 2e5, CrushForce: 150, Colour: 0x3858B8}, metal, ycb, ycb, est, est},
	{Object{Name: "spray-can", Kind: "cans and bottles", Shape: cylinder(0.057, 0.180), Mass: 0.330, Stiffness: 1e5, CrushForce: 200, Colour: 0x40A0C0,
		Parts: []Part{at(-0.0125, cylinder(0.057, 0.155), 0x40A0C0), at(0.0775, cylinder(0.036, 0.025), 0xF0F0F0)}}, metal, est, est, est, est},
	{Object{Name: "chips-can", Kind: "cans and bottles", Shape: cylinder(0.075, 0.250), Mass: 0.205, Stiffness: 2e4, CrushForce: 60, Colour: 0xC02020}, card, ycb, ycb, est, est},
	{Object{Name: "mustard-bottle", Kind: "cans and bottles", Shape: box(0.085, 0.050, 0.175), Mass: 0.603, Stiffness: 8e3, CrushForce: 120, Colour: 0xE8B810,
		Parts: []Part{at(-0.0175, box(0.085, 0.050, 0.140), 0xE8B810), at(0.07, cylinder(0.030, 0.035), 0xD02818)}}, plastic, ycb, ycb, est, est},
	{Object{Name: "shampoo-bottle", Kind: "cans and bottles", Shape: box(0.070, 0.040, 0.190), Mass: 0.280, Stiffness: 4e3, CrushForce: 80, Colour: 0x50B070}, plastic, est, est, est, est},
	{Object{Name: "water-bottle-full", Kind: "cans and bottles", Shape: cylinder(0.065, 0.205), Mass: 0.520, Stiffness: 5e3, CrushForce: 60, Colour: 0xB0D0E8, Dropout: 0.5,
		Parts: []Part{at(-0.0225, cylinder(0.065, 0.160), 0xB0D0E8), at(0.07, cylinder(0.034, 0.025), 0xB0D0E8), at(0.0925, cylinder(0.028, 0.020), 0x2060C0)}}, plastic, est + ", half a litre", full, est, est},
	{Object{Name: "water-bottle-empty", Kind: "cans and bottles", Shape: cylinder(0.065, 0.205), Mass: 0.020, Stiffness: 1.2e3, CrushForce: 15, Colour: 0xC8DCE8, Dropout: 0.6,
		Parts: []Part{at(-0.0225, cylinder(0.065, 0.160), 0xC8DCE8), at(0.07, cylinder(0.034, 0.025), 0xC8DCE8), at(0.0925, cylinder(0.028, 0.020), 0x2060C0)}}, plastic, est + ", half a litre", est, est, est},
	{Object{Name: "jam-jar", Kind: "cans and bottles", Shape: cylinder(0.068, 0.095), Mass: 0.400, Stiffness: 1e6, CrushForce: 800, Colour: 0x802040, Dropout: 0.15,
		Parts: []Part{at(-0.0075, cylinder(0.068, 0.080), 0x802040), at(0.04, cylinder(0.066, 0.015), 0xE0E0D8)}}, glass, est, est, est, est},
	{Object{Name: "pill-bottle", Kind: "cans and bottles", Shape: cylinder(0.045, 0.075), Mass: 0.035, Stiffness: 2e4, CrushForce: 80, Colour: 0xE07820,
		Parts: []Part{at(-0.01, cylinder(0.042, 0.055), 0xE07820), at(0.0275, cylinder(0.045, 0.020), 0xF4F4F4)}}, plastic, est, est, est, est},
	{Object{Name: "salt-shaker", Kind: "cans and bottles", Shape: cylinder(0.044, 0.080), Mass: 0.120, Stiffness: 5e5, CrushForce: 300, Colour: 0xE8E8E8}, ceramic, est, est, est, est},

	// boxes and cartons
	{Object{Name: "cracker-box", Kind: "boxes", Shape: box(0.158, 0.060, 0.210), Mass: 0.411, Stiffness: 5e3, CrushForce: 60, Colour: 0xC02030}, card, ycb, ycb, est, est},
	{Object{Name: "sugar-box", Kind: "boxes", Shape: box(0.089, 0.038, 0.175), Mass: 0.514, Stiffness: 2e4, CrushForce: 80, Colour: 0xE8D040}, card, ycb, ycb, est, est},
	{Object{Name: "pudding-box", Kind: "boxes", Shape: box(0.110, 0.035, 0.089), Mass: 0.187, Stiffness: 6e3, CrushForce: 40, Colour: 0x805028}, card, ycb, ycb, est, est},
	{Object{Name: "gelatin-box", Kind: "boxes", Shape: box(0.085, 0.028, 0.073), Mass: 0.097, Stiffness: 6e3, CrushForce: 35, Colour: 0xB83048}, card, ycb, ycb, est, est},
	{Object{Name: "milk-carton", Kind: "boxes", Shape: box(0.070, 0.070, 0.195), Mass: 1.060, Stiffness: 6e3, CrushForce: 50, Colour: 0xE8F0F8}, card, est + ", one litre", full, est, est},
	{Object{Name: "juice-box", Kind: "boxes", Shape: box(0.063, 0.040, 0.105), Mass: 0.210, Stiffness: 4e3, CrushForce: 40, Colour: 0xF09020}, card, est, full, est, est},
	{Object{Name: "toothpaste-box", Kind: "boxes", Shape: box(0.190, 0.040, 0.035), Mass: 0.150, Stiffness: 4e3, CrushForce: 30, Colour: 0x3878D0}, card, est, est, est, est},
	{Object{Name: "tissue-box", Kind: "boxes", Shape: box(0.115, 0.115, 0.125), Mass: 0.200, Stiffness: 2e3, CrushForce: 25, Colour: 0x90B8D8}, card, est, est, est, est},
	{Object{Name: "pocket-tissues", Kind: "boxes", Shape: box(0.105, 0.053, 0.030), Mass: 0.022, Stiffness: 600, SqueezeLimit: 0.015, Colour: 0xD8E4F0}, plastic, est, est, est, est + ", it springs back"},
	{Object{Name: "deck-of-cards", Kind: "boxes", Shape: box(0.092, 0.065, 0.019), Mass: 0.095, Stiffness: 5e4, CrushForce: 150, Colour: 0x2848A0}, card, est, est, est, est},
	{Object{Name: "book", Kind: "boxes", Shape: box(0.200, 0.130, 0.030), Mass: 0.360, Stiffness: 5e4, Colour: 0x6A3A8A}, paper, est + ", paperback", est, est, est},

	// cups and glasses
	{Object{Name: "paper-cup", Kind: "cups", Shape: cylinder(0.074, 0.105), Mass: 0.010, Stiffness: 600, CrushForce: 6, Yield: 0.003, DentLimit: 0.010, Colour: 0xF0EAE0}, paper, est, est, est, est},
	{Object{Name: "paper-cup-full", Kind: "cups", Shape: cylinder(0.074, 0.105), Mass: 0.250, Stiffness: 1.5e3, CrushForce: 12, Yield: 0.003, DentLimit: 0.010, Colour: 0xE0D0B8}, paper, est, est, est, est},
	{Object{Name: "plastic-cup", Kind: "cups", Shape: cylinder(0.075, 0.110), Mass: 0.008, Stiffness: 500, CrushForce: 5, Yield: 0.004, DentLimit: 0.012, Colour: 0xD02828}, plastic, est, est, est, est},
	{Object{Name: "yogurt-cup", Kind: "cups", Shape: cylinder(0.068, 0.080), Mass: 0.160, Stiffness: 3e3, CrushForce: 25, Yield: 0.003, DentLimit: 0.010, Colour: 0xF4F0F4}, plastic, est, full, est, est},
	{Object{Name: "mug", Kind: "cups", Shape: cylinder(0.080, 0.082), Mass: 0.118, Stiffness: 1e6, CrushForce: 500, Colour: 0xC83838}, metal, ycb + ", without the handle", ycb, est, est},
	{Object{Name: "water-glass", Kind: "cups", Shape: cylinder(0.072, 0.120), Mass: 0.200, Stiffness: 5e5, CrushForce: 200, Colour: 0xD8E8E8, Dropout: 0.85}, glass, est, est, est, est},
	{Object{Name: "wine-glass", Kind: "cups", Shape: cylinder(0.089, 0.137), Mass: 0.133, Stiffness: 1e5, CrushForce: 60, Colour: 0xE0ECEC, Dropout: 0.85,
		Parts: []Part{at(-0.0655, cylinder(0.070, 0.006), 0xE0ECEC), at(-0.035, cylinder(0.010, 0.055), 0xE0ECEC), at(0.0305, cylinder(0.089, 0.076), 0xE0ECEC)}}, glass, ycb, ycb, est, est},
	{Object{Name: "bowl", Kind: "cups", Shape: cylinder(0.159, 0.053), Mass: 0.147, Stiffness: 2e5, CrushForce: 300, Colour: 0xD04040}, metal, ycb, ycb, est, est},

	// food as it grows
	{Object{Name: "egg", Kind: "fruit", Shape: oblong(0.043, 0.057), Rest: lying, Mass: 0.0567, Stiffness: 1e5, CrushForce: 9.5, Colour: 0xE8C8A0}, shell, est + ", a large egg", egg, est + ", a tenth of a millimetre at 10 N", pr2},
	{Object{Name: "apple", Kind: "fruit", Shape: ball(0.076), Mass: 0.182, Stiffness: 3e4, CrushForce: 60, Colour: 0xC82828}, skin, usda, usda, est, est + ", bruises"},
	{Object{Name: "banana", Kind: "fruit", Shape: oblong(0.036, 0.190), Rest: lying, Mass: 0.180, Stiffness: 8e3, CrushForce: 30, Colour: 0xF0D030}, skin, ycb + ", straightened", usda, est, est + ", bruises"},
	{Object{Name: "orange", Kind: "fruit", Shape: ball(0.070), Mass: 0.180, Stiffness: 1.2e4, CrushForce: 60, Colour: 0xF08010}, peel, usda, usda, est, est},
	{Object{Name: "lemon", Kind: "fruit", Shape: oblong(0.054, 0.072), Rest: lying, Mass: 0.100, Stiffness: 1.2e4, CrushForce: 60, Colour: 0xF0E020}, peel, ycb, usda, est, est},
	{Object{Name: "peach", Kind: "fruit", Shape: ball(0.067), Mass: 0.160, Stiffness: 8e3, CrushForce: 20, Colour: 0xE89060}, felt, usda, usda, est, est + ", bruises"},
	{Object{Name: "pear", Kind: "fruit", Shape: oblong(0.066, 0.100), Rest: lying, Mass: 0.178, Stiffness: 2e4, CrushForce: 40, Colour: 0xA8C040}, skin, ycb, usda, est, est + ", bruises"},
	{Object{Name: "plum", Kind: "fruit", Shape: ball(0.052), Mass: 0.070, Stiffness: 6e3, CrushForce: 18, Colour: 0x602860}, skin, ycb, usda, est, est + ", bruises"},
	{Object{Name: "strawberry", Kind: "fruit", Shape: ball(0.040), Mass: 0.018, Stiffness: 2.5e3, CrushForce: 5, Colour: 0xD02030}, skin, ycb, ycb, est, est + ", bruises"},
	{Object{Name: "tomato", Kind: "fruit", Shape: ball(0.066), Mass: 0.123, Stiffness: 5e3, CrushForce: 20, Colour: 0xD83020}, skin, usda, usda, est, est},
	{Object{Name: "potato", Kind: "fruit", Shape: oblong(0.060, 0.095), Rest: lying, Mass: 0.213, Stiffness: 8e4, CrushForce: 200, Colour: 0xB08850}, skin, est, usda, est, est},

	// balls
	{Object{Name: "tennis-ball", Kind: "balls", Shape: ball(0.067), Mass: 0.058, Stiffness: 1.23e4, Colour: 0xC8E030}, felt, itf, itf, itf, est + ", it springs back"},
	{Object{Name: "golf-ball", Kind: "balls", Shape: ball(0.0427), Mass: 0.0459, Stiffness: 1e6, Colour: 0xF4F4F4}, plastic, rna, rna, est, est},
	{Object{Name: "baseball", Kind: "balls", Shape: ball(0.075), Mass: 0.148, Stiffness: 2e5, Colour: 0xECE8E0}, skin, ycb, ycb, est, est},
	{Object{Name: "table-tennis-ball", Kind: "balls", Shape: ball(0.040), Mass: 0.0027, Stiffness: 2e4, CrushForce: 40, Colour: 0xF8F0E0}, plastic, ittf, ittf, est, est},
	{Object{Name: "racquetball", Kind: "balls", Shape: ball(0.0553), Mass: 0.041, Stiffness: 3e3, Colour: 0x2040C0}, rubber, ycb, ycb, est, est + ", it springs back"},

	// things of the household
	{Object{Name: "sponge", Kind: "things", Shape: box(0.110, 0.070, 0.045), Mass: 0.012, Stiffness: 1.5e3, SqueezeLimit: 0.022, Colour: 0xE8D048}, foam, est, est, est, est + ", it springs back"},
	{Object{Name: "foam-brick", Kind: "things", Shape: box(0.075, 0.050, 0.050), Mass: 0.028, Stiffness: 3e3, SqueezeLimit: 0.018, Colour: 0xC83030}, foam, ycb, ycb, est, est + ", it springs back"},
	{Object{Name: "wood-block", Kind: "things", Shape: box(0.085, 0.085, 0.200), Mass: 0.729, Stiffness: 2e6, Colour: 0xC09060}, wood, ycb, ycb, est, est},
	{Object{Name: "toy-block", Kind: "things", Shape: box(0.050, 0.050, 0.050), Mass: 0.080, Stiffness: 2e6, Colour: 0x3080D0}, wood, est, est + ", beech", est, est},
	{Object{Name: "rubiks-cube", Kind: "things", Shape: box(0.057, 0.057, 0.057), Mass: 0.094, Stiffness: 1.5e5, CrushForce: 250, Colour: 0x20A050}, plastic, ycb, est + ", 90 to 100 g", est, est},
	{Object{Name: "marker-pen", Kind: "things", Shape: cylinder(0.018, 0.121), Rest: lying, Mass: 0.0158, Stiffness: 3e5, CrushForce: 200, Colour: 0x202428}, plastic, ycb, ycb, est, est},
	{Object{Name: "lightbulb", Kind: "things", Shape: oblong(0.060, 0.110), Rest: lying, Mass: 0.033, Stiffness: 8e4, CrushForce: 30, Colour: 0xF4F2E8, Dropout: 0.3,
		Parts: []Part{at(0.025, ball(0.060), 0xF4F2E8), at(-0.03, cylinder(0.027, 0.050), 0xB0B4B8)}}, glass, est + ", outline A60", est, est, est},
	{Object{Name: "battery-d", Kind: "things", Shape: cylinder(0.0342, 0.0615), Mass: 0.140, Stiffness: 1e6, Colour: 0x383028}, metal, iec, est, est, est},
	{Object{Name: "soap-bar", Kind: "things", Shape: box(0.090, 0.055, 0.030), Mass: 0.100, Stiffness: 3e5, CrushForce: 150, Colour: 0xF0C8D0}, plastic, est, est, est, est},
	{Object{Name: "candle", Kind: "things", Shape: cylinder(0.070, 0.100), Mass: 0.350, Stiffness: 5e5, CrushForce: 300, Colour: 0xF0E4C0}, plastic, est, est, est, est},
}
