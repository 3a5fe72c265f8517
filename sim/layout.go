package sim

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// PR2Pads are the 22 cells of a PR2 fingertip: 0 back, 1 and 6 the sides, 2 and 5 the corners, 3 and 4 the tip, 7 to 21 the
// flat pad, 5 rows of 3 of which 7, 8, 9 are nearest the tip. Geometry and counts per newton are those of the PR2's driver; cell 1
// and the column of 7 are on +z of the left tip, as users found on the robot, where the driver's own table has the sides swapped.
func PR2Pads() Layout {
	mm := func(x, y, z float64) geom.Vec { return geom.V(x*1e-3, (y+15)*1e-3, z*1e-3) }
	const c, s = 0.8222, 0.5692 // the corners look forward and sideways
	n := math.Hypot(c, s)
	l := Layout{Name: "pr2", Cells: []Cell{
		{Center: mm(25.3, -4, 0), Normal: geom.V(0, 1, 0), Area: 20 * 5.6e-6, PerNewton: 600},
		{Center: mm(12.5, -9.8, 11.5), Normal: geom.V(0, 0, 1), Area: 24 * 6e-6, PerNewton: 400},
		{Center: mm(27.75, -10.3, 9.25), Normal: geom.V(s/n, 0, c/n), Area: 7.9 * 5e-6, PerNewton: 600},
		{Center: mm(31, -10.3, 3.5), Normal: geom.V(1, 0, 0), Area: 7 * 5e-6, PerNewton: 600},
		{Center: mm(31, -10.3, -3.5), Normal: geom.V(1, 0, 0), Area: 7 * 5e-6, PerNewton: 600},
		{Center: mm(27.75, -10.3, -9.25), Normal: geom.V(s/n, 0, -c/n), Area: 7.9 * 5e-6, PerNewton: 600},
		{Center: mm(12.5, -9.8, -11.5), Normal: geom.V(0, 0, -1), Area: 24 * 6e-6, PerNewton: 400},
	}}
	l.Cells = append(l.Cells, FrontGrid("", 5, 3, 6e-3, 5.6e-3, 14.5e-3).Cells...)
	return l
}

// Matrix4x4 is a square of 16 mm with 16 cells, a common size of tactile matrices.
func Matrix4x4() Layout { return FrontGrid("matrix 4x4", 4, 4, 4e-3, 4e-3, 14.5e-3) }

// SingleCell is one force sensor behind a plate of 20 mm. The plate's pressure is carried by 4 x 4 columns, so that it has a
// patch to resist turning with, and read as one.
func SingleCell() Layout {
	l := FrontGrid("single cell", 4, 4, 5e-3, 5e-3, 14.5e-3)
	l.Sum = true
	return l
}

// ThreeAxis4x4 is a square of 18.8 mm with 16 taxels that feel shear as well, as magnetic skins do.
func ThreeAxis4x4() Layout {
	l := FrontGrid("three-axis 4x4", 4, 4, 4.7e-3, 4.7e-3, 14.5e-3)
	l.Shear = true
	return l
}

// Layouts are the pads that are known by name.
func Layouts() []Layout {
	return []Layout{PR2Pads(), Matrix4x4(), SingleCell(), ThreeAxis4x4()}
}
