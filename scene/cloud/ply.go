package cloud

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
)

// readPLY decodes a PLY file (Turk 1994): its vertices as an unorganised cloud. Lists and other elements are checked and
// skipped; scalar properties without an array of their own become extra fields. Memory stays within a fixed multiple of
// the input.
func readPLY(b []byte) (*Cloud, error) {
	h, err := parsePLYHeader(b)
	if err != nil {
		return nil, err
	}
	var vertex *plyElement
	for i := range h.elements {
		if h.elements[i].name == "vertex" {
			vertex = &h.elements[i]
		}
	}
	if vertex == nil {
		return nil, fault.New(opReadPLY, fmt.Sprintf("line %d", h.line), fault.Invalid, "the file has no element vertex: it holds no points")
	}
	if err := vertex.check(); err != nil {
		return nil, err
	}
	var points source
	if h.ascii {
		points.data, err = h.readText(b, vertex)
		points.stride = vertex.step
	} else {
		points, err = h.readBinary(b, vertex)
	}
	if err != nil {
		return nil, err
	}
	at := func(c column) source {
		return source{data: points.data[min(c.offset, len(points.data)):], stride: points.stride, big: points.big}
	}
	var scalars []column
	for _, p := range vertex.properties {
		if !p.list {
			scalars = append(scalars, p.column)
		}
	}
	rest, colour := splitColour(scalars)
	c := assemble(rest, vertex.count, 1, at)
	if colour != nil {
		c.RGB = make([]uint32, vertex.count)
		for i := range c.RGB {
			c.RGB[i] = 0xff000000
		}
		for _, ch := range colour {
			ch.mix(c.RGB, at(ch.column))
		}
		c.Order = append(c.Order, "rgba")
	}
	return c, nil
}

func (e *plyElement) check() error {
	seen := map[string]bool{}
	for _, p := range e.properties {
		if seen[p.name] {
			return fault.New(opReadPLY, fmt.Sprintf("line %d", e.line), fault.Invalid, "element vertex has two properties named %s: rename one of them", quote(p.name))
		}
		if !isWord(p.name) {
			return fault.New(opReadPLY, fmt.Sprintf("line %d", e.line), fault.Invalid, "the property name %s has control characters: rename it", quote(p.name))
		}
		seen[p.name] = true
		if p.list && (p.name == "x" || p.name == "y" || p.name == "z") {
			return fault.New(opReadPLY, fmt.Sprintf("line %d", e.line), fault.Invalid, "property %s of the vertices is a list: a coordinate is a scalar", p.name)
		}
	}
	for _, name := range []string{"x", "y", "z"} {
		if !seen[name] {
			return fault.New(opReadPLY, fmt.Sprintf("line %d", e.line), fault.Invalid, "element vertex has no property %s: a cloud needs x, y and z", name)
		}
	}
	return nil
}

// channel is one component of a colour and its place in 0xAARRGGBB.
type channel struct {
	column
	shift int
}

// splitColour takes red, green, blue and, where it is, alpha out of the columns, also with the prefix diffuse_. They must
// be bytes, 16-bit numbers or floating-point numbers from 0 to 1; otherwise they remain extra fields, as they do beside a packed rgb or rgba.
func splitColour(columns []column) (rest []column, colour []channel) {
	if slices.ContainsFunc(columns, func(c column) bool { return c.name == "rgb" || c.name == "rgba" }) {
		return columns, nil
	}
	for _, prefix := range []string{"", "diffuse_"} {
		shifts := map[string]int{prefix + "red": 16, prefix + "green": 8, prefix + "blue": 0, prefix + "alpha": 24}
		rest, colour = nil, nil
		need := 3
		for _, c := range columns {
			shift, ok := shifts[c.name]
			if !ok || c.typ == 'I' || (c.typ == 'U' && c.size > 2) {
				rest = append(rest, c)
				continue
			}
			colour = append(colour, channel{c, shift})
			if shift != 24 {
				need--
			}
		}
		if need == 0 {
			return rest, colour
		}
	}
	return columns, nil
}

// mix stores a component into packed colours.
func (ch channel) mix(rgb []uint32, s source) {
	mask := ^(uint32(0xff) << ch.shift)
	for i := range rgb {
		bits := s.bits(i, ch.size)
		v := uint32(bits)
		switch {
		case ch.typ == 'F':
			f := ch.float(bits)
			v = 0
			if f > 0 {
				v = uint32(math.Round(255 * min(f, 1)))
			}
		case ch.size == 2:
			v = uint32(bits >> 8)
		}
		rgb[i] = rgb[i]&mask | v<<ch.shift
	}
}

// readText walks all elements of an ascii file and returns the rows of vertex in binary layout.
func (h *plyHeader) readText(b []byte, vertex *plyElement) ([]byte, error) {
	in := lines{data: b, pos: h.body, n: h.line}
	fail := func(kind fault.Kind, format string, args ...any) ([]byte, error) {
		return nil, fault.New(opReadPLY, in.where(), kind, format, args...)
	}
	var rows []byte
	for i := range h.elements {
		e := &h.elements[i]
		if len(e.properties) == 0 {
			continue
		}
		// each number takes at least one digit and what separates it from the next
		if left := len(b) - in.pos; e.count > 0 && (left+1)/(2*len(e.properties)) < e.count {
			return fail(fault.Truncated, "%d rows of element %s are promised, but %d bytes follow: the file is cut off (copy it again) or the count is wrong", e.count, quote(e.name), left)
		}
		if e == vertex {
			rows = make([]byte, e.count*e.step)
		}
		for p := 0; p < e.count; {
			line, whole, ok := in.next()
			if !ok {
				return fail(fault.Truncated, "the file ends after %d of %d rows of element %s: it is cut off (copy it again) or the count is wrong", p, e.count, quote(e.name))
			}
			if tok, _ := token(line); len(tok) == 0 {
				continue
			}
			if !whole {
				return fail(fault.Truncated, noLineEnd)
			}
			var row []byte
			if e == vertex {
				row = rows[p*e.step : (p+1)*e.step]
			}
			if err := e.parseRow(line, row); err != nil {
				return fail(fault.Invalid, "element %s: %w", quote(e.name), err)
			}
			p++
		}
	}
	for {
		line, _, ok := in.next()
		if !ok {
			return rows, nil
		}
		if tok, _ := token(line); len(tok) != 0 {
			return fail(fault.Invalid, "text after the last row: correct the counts of the header, or remove it")
		}
	}
}

// parseRow reads one line; scalars go to row unless it is nil.
func (e *plyElement) parseRow(line, row []byte) error {
	short := errors.New("the line has fewer numbers than the element has properties: complete it or correct the header")
	tok, rest := token(line)
	for i := range e.properties {
		p := &e.properties[i]
		if len(tok) == 0 {
			return short
		}
		if !p.list {
			bits, err := p.parse(tok)
			if err != nil {
				return err
			}
			if row != nil {
				put(row[p.offset:], bits, p.size)
			}
			tok, rest = token(rest)
			continue
		}
		bits, err := p.length.parse(tok)
		if err != nil {
			return err
		}
		if p.length.typ == 'I' && signed(bits, p.length.size) < 0 {
			return fmt.Errorf("list %s has length %d: it must be 0 or more", quote(p.name), signed(bits, p.length.size))
		}
		for tok, rest = token(rest); bits > 0; bits-- {
			if len(tok) == 0 {
				return short
			}
			if _, err := p.parse(tok); err != nil {
				return err
			}
			tok, rest = token(rest)
		}
	}
	if len(tok) != 0 {
		return errors.New("the line has more numbers than the element has properties: shorten it or correct the header")
	}
	return nil
}

// readBinary walks all elements of a binary file and returns where the scalars of the vertices are.
func (h *plyHeader) readBinary(b []byte, vertex *plyElement) (source, error) {
	points := source{big: h.big, stride: vertex.step}
	pos := h.body
	for i := range h.elements {
		e := &h.elements[i]
		if e.least == 0 || e.count == 0 {
			continue
		}
		if left := len(b) - pos; left/e.least < e.count {
			return source{}, fault.New(opReadPLY, fmt.Sprintf("byte %d", pos), fault.Truncated,
				"%d rows of element %s of at least %d bytes are promised, but %d bytes follow: the file is cut off (copy it again) or the count is wrong", e.count, quote(e.name), e.least, left)
		}
		if !e.lists {
			if e == vertex {
				points.data = b[pos : pos+e.count*e.step]
			}
			pos += e.count * e.step
			continue
		}
		var rows []byte
		if e == vertex {
			rows = make([]byte, e.count*e.step)
			points.data = rows
		}
		for p := range e.count {
			var row []byte
			if e == vertex {
				row = rows[p*e.step : (p+1)*e.step]
			}
			next, err := e.copyRow(b, pos, row, h.big)
			if err != nil {
				return source{}, fault.Wrap(opReadPLY, fmt.Sprintf("byte %d, row %d of element %s", pos, p, quote(e.name)), err)
			}
			pos = next
		}
	}
	return points, noMore(opReadPLY, b[pos:], pos)
}

// copyRow steps over one binary row at pos; scalars go to row unless it is nil.
func (e *plyElement) copyRow(b []byte, pos int, row []byte, big bool) (next int, err error) {
	short := func() (int, error) {
		return 0, fault.New("", "", fault.Truncated, "the file ends inside the row: it is cut off, copy it again")
	}
	for i := range e.properties {
		p := &e.properties[i]
		if !p.list {
			if len(b)-pos < p.size {
				return short()
			}
			if row != nil {
				copy(row[p.offset:p.offset+p.size], b[pos:])
			}
			pos += p.size
			continue
		}
		if len(b)-pos < p.length.size {
			return short()
		}
		n := source{data: b[pos:], big: big}.bits(0, p.length.size)
		pos += p.length.size
		if p.length.typ == 'I' && signed(n, p.length.size) < 0 {
			return 0, fault.New("", "", fault.Invalid, "list %s has length %d: the file is damaged, or its format line names the wrong byte order", quote(p.name), signed(n, p.length.size))
		}
		if n > uint64((len(b)-pos)/p.size) {
			return 0, fault.New("", "", fault.Truncated, "list %s has %d items of %d bytes, but %d bytes follow: the file is cut off, or its format line names the wrong byte order", quote(p.name), n, p.size, len(b)-pos)
		}
		pos += int(n) * p.size
	}
	return pos, nil
}
