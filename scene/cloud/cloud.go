// Package cloud holds point clouds and reads and writes them: PCD (ascii, binary, binary_compressed) and PLY.
package cloud

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Cloud is a point cloud as a structure of arrays: X, Y and Z have Width*Height elements, the optional arrays as many or
// none. An organised cloud keeps the camera's pixel grid, row by row; an unorganised one has Height 1.
//
// A point is valid when its three coordinates are finite. Invalid points stay in place, so that indices, the pixel grid
// and files written from a cloud keep their order and count.
type Cloud struct {
	Width, Height int
	X, Y, Z       []float32 // metres, in Frame; NaN where nothing was seen
	RGB           []uint32  // 0xAARRGGBB as PCD's rgba; nil when the source has no colour
	Label         []uint32  // nil when the source has no label field
	Extra         []Field   // fields of the source that have no array of their own, kept for writing
	Order         []string  // names of the source's fields in its order, which writing follows; nil for the usual one

	Frame string    // name of the frame that coordinates are in; empty when the source names none
	X_FS  geom.Pose // pose of the sensor in Frame at capture (PCD's VIEWPOINT); identity when unknown
}

// Field is a column of a file that Cloud does not interpret, kept byte for byte.
type Field struct {
	Name  string
	Type  byte   // 'I' signed, 'U' unsigned, 'F' floating
	Size  int    // bytes per element: 1, 2, 4 or 8
	Count int    // elements per point, at least 1
	Data  []byte // Len * Size * Count bytes, little endian, point after point
}

// New makes a cloud of a grid with all points invalid (NaN) and no optional arrays.
func New(width, height int) *Cloud {
	n := width * height
	buf := make([]float32, 3*n)
	nan := float32(math.NaN())
	for i := range buf {
		buf[i] = nan
	}
	return &Cloud{Width: width, Height: height, X: buf[:n:n], Y: buf[n : 2*n : 2*n], Z: buf[2*n:]}
}

// Len is the number of points, valid or not.
func (c *Cloud) Len() int { return len(c.X) }

// Organised reports whether the cloud keeps a pixel grid.
func (c *Cloud) Organised() bool { return c.Height > 1 && c.Width > 1 }

// Valid reports whether point i has finite coordinates.
func (c *Cloud) Valid(i int) bool {
	// x-x is 0 for a finite x and NaN otherwise.
	d := (c.X[i] - c.X[i]) + (c.Y[i] - c.Y[i]) + (c.Z[i] - c.Z[i])
	return d == 0
}

// At returns point i.
func (c *Cloud) At(i int) geom.Vec {
	return geom.Vec{X: float64(c.X[i]), Y: float64(c.Y[i]), Z: float64(c.Z[i])}
}

// Set stores point i.
func (c *Cloud) Set(i int, p geom.Vec) {
	c.X[i], c.Y[i], c.Z[i] = float32(p.X), float32(p.Y), float32(p.Z)
}

// ValidCount counts the valid points.
func (c *Cloud) ValidCount() int {
	n := 0
	for i := range c.X {
		if c.Valid(i) {
			n++
		}
	}
	return n
}

// Bounds returns the corners of the box along the axes that holds all valid points, and false when there is none.
func (c *Cloud) Bounds() (lo, hi geom.Vec, ok bool) {
	lo, hi = geom.V(math.Inf(1), math.Inf(1), math.Inf(1)), geom.V(math.Inf(-1), math.Inf(-1), math.Inf(-1))
	for i := range c.X {
		if !c.Valid(i) {
			continue
		}
		ok = true
		p := c.At(i)
		lo = geom.V(min(lo.X, p.X), min(lo.Y, p.Y), min(lo.Z, p.Z))
		hi = geom.V(max(hi.X, p.X), max(hi.Y, p.Y), max(hi.Z, p.Z))
	}
	if !ok {
		return geom.Vec{}, geom.Vec{}, false
	}
	return lo, hi, true
}

// Select returns a new unorganised cloud of the points with the given indices, in that order, with all their fields.
// An index outside the cloud is an error.
func (c *Cloud) Select(indices []int) (*Cloud, error) {
	out := New(len(indices), 1)
	out.Frame, out.X_FS, out.Order = c.Frame, c.X_FS, c.Order
	if c.RGB != nil {
		out.RGB = make([]uint32, len(indices))
	}
	if c.Label != nil {
		out.Label = make([]uint32, len(indices))
	}
	for _, f := range c.Extra {
		g := f
		g.Data = make([]byte, 0, len(indices)*f.Size*f.Count)
		out.Extra = append(out.Extra, g)
	}
	for k, i := range indices {
		if i < 0 || i >= c.Len() {
			return nil, fault.New("select points", "", fault.Invalid, "index %d is outside a cloud of %d points", i, c.Len())
		}
		out.X[k], out.Y[k], out.Z[k] = c.X[i], c.Y[i], c.Z[i]
		if c.RGB != nil {
			out.RGB[k] = c.RGB[i]
		}
		if c.Label != nil {
			out.Label[k] = c.Label[i]
		}
		for j, f := range c.Extra {
			w := f.Size * f.Count
			out.Extra[j].Data = append(out.Extra[j].Data, f.Data[i*w:(i+1)*w]...)
		}
	}
	return out, nil
}

// Transformed returns a copy of the cloud with its points and sensor pose expressed in another frame: p_A = X_AF p_F.
func (c *Cloud) Transformed(X_AF geom.Pose, frame string) *Cloud {
	out := *c
	n := c.Len()
	buf := make([]float32, 3*n)
	out.X, out.Y, out.Z = buf[:n:n], buf[n:2*n:2*n], buf[2*n:]
	for i := range c.X {
		out.Set(i, X_AF.Apply(c.At(i)))
	}
	out.Frame, out.X_FS = frame, X_AF.Mul(c.X_FS)
	return &out
}

// Check reports the first inconsistency between the arrays of a cloud that was put together by hand.
func (c *Cloud) Check() error {
	const op = "check cloud"
	n := len(c.X)
	switch {
	case c.Width < 0 || c.Height < 0 || (c.Height != 0 && c.Width > math.MaxInt/c.Height) || c.Width*c.Height != n:
		return fault.New(op, "", fault.Invalid, "%d x %d points declared, but X has %d", c.Width, c.Height, n)
	case len(c.Y) != n || len(c.Z) != n:
		return fault.New(op, "", fault.Invalid, "X, Y, Z have %d, %d, %d elements", n, len(c.Y), len(c.Z))
	case c.RGB != nil && len(c.RGB) != n:
		return fault.New(op, "", fault.Invalid, "RGB has %d elements for %d points", len(c.RGB), n)
	case c.Label != nil && len(c.Label) != n:
		return fault.New(op, "", fault.Invalid, "Label has %d elements for %d points", len(c.Label), n)
	}
	for _, f := range c.Extra {
		if f.Size < 1 || f.Count < 1 || len(f.Data) != n*f.Size*f.Count {
			return fault.New(op, fmt.Sprintf("field %q", f.Name), fault.Invalid, "has %d bytes for %d points of %d x %d", len(f.Data), n, f.Count, f.Size)
		}
	}
	return nil
}
