package touch

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// MaxCells bounds the cells of a fingertip.
const MaxCells = 1024

// Cell is one taxel of a fingertip.
type Cell struct {
	// Center in the frame of the left fingertip: x as in G from the tip's origin, y = 0 on the pad's face and positive away
	// from the object, z as in G. Metres.
	Center geom.Vec
	Normal geom.Vec // outward, unit; the pad's face is (0, -1, 0)
	Area   float64  // m^2
	Front  bool     // belongs to the flat pad, whose sum is the finger's force
	// PerNewton is the sensor's counts for a newton.
	PerNewton float64
}

// Layout is the arrangement of the cells of one fingertip. The right fingertip is the left one turned half a turn about x.
type Layout struct {
	Name  string
	Cells []Cell
	Sum   bool // the sensor gives the sum of the front cells only
	Shear bool // the sensor gives shear as well
	Codes bool // counts of 0 and 65535 say that a cell is not connected
}

// PadArea is the area of the front cells, m^2.
func (l *Layout) PadArea() float64 {
	a := 0.0
	for _, c := range l.Cells {
		if c.Front {
			a += c.Area
		}
	}
	return a
}

// Grid is a flat pad of rows (along x, the first nearest the tip) by columns (along z, the first at +z) with a pitch in
// metres and its centre at x.
func Grid(name string, rows, cols int, pitchX, pitchZ, x float64) Layout {
	l := Layout{Name: name}
	for r := 0; r < rows; r++ {
		for c := 0; c < cols; c++ {
			l.Cells = append(l.Cells, Cell{
				Center: geom.V(x+(float64(rows-1)/2-float64(r))*pitchX, 0, (float64(cols-1)/2-float64(c))*pitchZ),
				Normal: geom.V(0, -1, 0), Area: pitchX * pitchZ, Front: true, PerNewton: 1600,
			})
		}
	}
	return l
}

// Delivered is the layout of what the sensor sends: the layout itself, or the one cell of a sensor that gives a sum.
func (l *Layout) Delivered() Layout {
	if !l.Sum {
		return *l
	}
	sum := Cell{Normal: geom.V(0, -1, 0), Area: l.PadArea(), Front: true}
	for _, c := range l.Cells {
		if c.Front {
			sum.Center = r3.Add(sum.Center, r3.Scale(c.Area/sum.Area, c.Center))
			sum.PerNewton = c.PerNewton
		}
	}
	return Layout{Name: l.Name, Cells: []Cell{sum}, Shear: l.Shear, Codes: l.Codes}
}

// Validate says what is wrong with a layout, nil when nothing is.
func (l *Layout) Validate() error {
	const op = "check pad layout"
	if n := len(l.Cells); n == 0 || n > MaxCells {
		return fault.New(op, l.Name, fault.Invalid, "%d cells; 1 to %d are possible", n, MaxCells)
	}
	for i, c := range l.Cells {
		subject := fmt.Sprintf("%s: cell %d", l.Name, i)
		if !(c.PerNewton > 0 && c.PerNewton < 1e9) {
			return fault.New(op, subject, fault.Invalid, "%g counts per newton; it must be positive", c.PerNewton)
		}
		if !(c.Area > 0 && c.Area < 0.1) || !geom.IsFinite(c.Center) || r3.Norm(c.Center) > 1 || math.Abs(r3.Norm(c.Normal)-1) > 1e-6 {
			return fault.New(op, subject, fault.Invalid, "needs a centre within 1 m, a unit normal and an area up to 0.1 m^2")
		}
	}
	if l.PadArea() == 0 {
		return fault.New(op, l.Name, fault.Invalid, "has no front cell")
	}
	return nil
}

// PR2 are the 22 cells of a PR2 fingertip: 0 back, 1 and 6 the sides, 2 and 5 the corners, 3 and 4 the tip, 7 to 21 the
// flat pad, 5 rows of 3 of which 7, 8, 9 are nearest the tip. Geometry and counts per newton are those of the PR2's driver; cell 1
// and the column of 7 are on +z of the left tip, as users found on the robot, where the driver's own table has the sides swapped.
func PR2() Layout {
	mm := func(x, y, z float64) geom.Vec { return geom.V(x*1e-3, (y+15)*1e-3, z*1e-3) }
	const c, s = 0.8222, 0.5692 // the corners look forward and sideways
	n := math.Hypot(c, s)
	l := Layout{Name: "pr2", Codes: true, Cells: []Cell{
		{Center: mm(25.3, -4, 0), Normal: geom.V(0, 1, 0), Area: 20 * 5.6e-6, PerNewton: 600},
		{Center: mm(12.5, -9.8, 11.5), Normal: geom.V(0, 0, 1), Area: 24 * 6e-6, PerNewton: 400},
		{Center: mm(27.75, -10.3, 9.25), Normal: geom.V(s/n, 0, c/n), Area: 7.9 * 5e-6, PerNewton: 600},
		{Center: mm(31, -10.3, 3.5), Normal: geom.V(1, 0, 0), Area: 7 * 5e-6, PerNewton: 600},
		{Center: mm(31, -10.3, -3.5), Normal: geom.V(1, 0, 0), Area: 7 * 5e-6, PerNewton: 600},
		{Center: mm(27.75, -10.3, -9.25), Normal: geom.V(s/n, 0, -c/n), Area: 7.9 * 5e-6, PerNewton: 600},
		{Center: mm(12.5, -9.8, -11.5), Normal: geom.V(0, 0, -1), Area: 24 * 6e-6, PerNewton: 400},
	}}
	l.Cells = append(l.Cells, Grid("", 5, 3, 6e-3, 5.6e-3, 14.5e-3).Cells...)
	return l
}

// Matrix4x4 is a square of 16 mm with 16 cells, a common size of tactile matrices.
func Matrix4x4() Layout { return Grid("matrix 4x4", 4, 4, 4e-3, 4e-3, 14.5e-3) }

// SingleCell is one force sensor behind a plate of 20 mm. The plate's pressure is carried by 4 x 4 columns, so that it has a
// patch to resist turning with, and read as one.
func SingleCell() Layout {
	l := Grid("single cell", 4, 4, 5e-3, 5e-3, 14.5e-3)
	l.Sum = true
	return l
}

// ThreeAxis4x4 is a square of 18.8 mm with 16 taxels that feel shear as well, as magnetic skins do.
func ThreeAxis4x4() Layout {
	l := Grid("three-axis 4x4", 4, 4, 4.7e-3, 4.7e-3, 14.5e-3)
	l.Shear = true
	return l
}

// Layouts are the pads that are known by name.
func Layouts() []Layout {
	return []Layout{PR2(), Matrix4x4(), SingleCell(), ThreeAxis4x4()}
}
