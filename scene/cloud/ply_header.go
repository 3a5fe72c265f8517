package cloud

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

const opReadPLY = "read ply"

// plyTypes are the scalar types under both of their names.
var plyTypes = map[string]column{
	"char": {typ: 'I', size: 1}, "int8": {typ: 'I', size: 1},
	"uchar": {typ: 'U', size: 1}, "uint8": {typ: 'U', size: 1},
	"short": {typ: 'I', size: 2}, "int16": {typ: 'I', size: 2},
	"ushort": {typ: 'U', size: 2}, "uint16": {typ: 'U', size: 2},
	"int": {typ: 'I', size: 4}, "int32": {typ: 'I', size: 4},
	"uint": {typ: 'U', size: 4}, "uint32": {typ: 'U', size: 4},
	"float": {typ: 'F', size: 4}, "float32": {typ: 'F', size: 4},
	"double": {typ: 'F', size: 8}, "float64": {typ: 'F', size: 8},
	"int64": {typ: 'I', size: 8}, "uint64": {typ: 'U', size: 8},
}

// plyProperty is a scalar, or a list with a length of its own in each row.
type plyProperty struct {
	column         // of the scalar, or of one item of the list; offset is within the scalars of a row
	list   bool    // whose items are not kept
	length *column // type of the list's length
}

// plyElement is a table of the file; the points are the one named vertex.
type plyElement struct {
	name       string
	line       int
	count      int
	properties []plyProperty
	step       int  // bytes of the scalars of a row
	least      int  // bytes of a row in binary whose lists are all empty
	lists      bool // whether rows differ in size
}

type plyHeader struct {
	ascii, big bool
	elements   []plyElement
	body       int // offset of the first byte after the header
	line       int // lines of the header
}

// parsePLYHeader reads up to end_header.
func parsePLYHeader(b []byte) (*plyHeader, error) {
	h := &plyHeader{}
	in := lines{data: b[:min(len(b), maxHeader)]}
	fail := func(kind fault.Kind, format string, args ...any) (*plyHeader, error) {
		return nil, fault.New(opReadPLY, in.where(), kind, format, args...)
	}
	format := ""
	for first := true; ; first = false {
		line, whole, ok := in.next()
		if !whole {
			if len(b) > maxHeader {
				return fail(fault.TooLarge, "the header has no end_header within %d bytes: this is no PLY file, or its header is damaged", maxHeader)
			}
			if !ok {
				in.n++
			}
			return fail(fault.Truncated, "the file ends inside the header, before end_header: it is cut off, copy it again")
		}
		words := strings.Fields(string(line))
		if len(words) == 0 {
			continue
		}
		if first {
			if len(words) != 1 || words[0] != "ply" {
				return fail(fault.Invalid, "a PLY file starts with the line ply, not %s", quote(line))
			}
			continue
		}
		switch words[0] {
		case "comment", "obj_info":
		case "format":
			if format != "" {
				return fail(fault.Invalid, "format is given twice: remove one of them")
			}
			if len(words) != 3 || words[2] != "1.0" {
				return fail(fault.Unsupported, "%s: the format line must be format ascii 1.0, binary_little_endian 1.0 or binary_big_endian 1.0", quote(line))
			}
			switch format = words[1]; format {
			case "ascii":
				h.ascii = true
			case "binary_little_endian":
			case "binary_big_endian":
				h.big = true
			default:
				return fail(fault.Unsupported, "format %s is unknown: it must be ascii, binary_little_endian or binary_big_endian", quote(format))
			}
		case "element":
			if len(words) != 3 {
				return fail(fault.Invalid, "%s must be element, a name and a count", quote(line))
			}
			n, err := strconv.Atoi(words[2])
			if err != nil || n < 0 {
				return fail(fault.Invalid, "the count %s of element %s must be a whole number, 0 or more", quote(words[2]), quote(words[1]))
			}
			for _, e := range h.elements {
				if e.name == words[1] {
					return fail(fault.Invalid, "element %s is declared again after line %d: rename one of them", quote(e.name), e.line)
				}
			}
			h.elements = append(h.elements, plyElement{name: words[1], count: n, line: in.n})
		case "property":
			if len(h.elements) == 0 {
				return fail(fault.Invalid, "a property stands before the first element: move it behind the element that it belongs to")
			}
			p, err := parseProperty(words)
			if err != nil {
				return fail(fault.Invalid, "%s: %w", quote(line), err)
			}
			if err := h.elements[len(h.elements)-1].add(p); err != nil {
				return fail(fault.Invalid, "%w", err)
			}
		case "end_header":
			if format == "" {
				return fail(fault.Invalid, "the header has no format line: add one, such as format ascii 1.0")
			}
			h.body, h.line = in.pos, in.n
			return h, nil
		default:
			return fail(fault.Invalid, "unknown header entry %s: PLY has format, element, property, comment, obj_info and end_header", quote(words[0]))
		}
	}
}

// parseProperty reads "property TYPE NAME" or "property list TYPE TYPE NAME".
func parseProperty(words []string) (plyProperty, error) {
	var p plyProperty
	if len(words) == 5 && words[1] == "list" {
		length, ok := plyTypes[words[2]]
		if !ok || length.typ == 'F' {
			return p, errors.New("the length of a list must have an integer type")
		}
		length.name, length.count = "length of "+words[4], 1
		p.list, p.length = true, &length
		words = words[2:]
	}
	if len(words) != 3 {
		return p, errors.New("must be property, a type and a name, or property list, two types and a name")
	}
	item, ok := plyTypes[words[1]]
	if !ok {
		return p, errors.New("type " + quote(words[1]) + " is unknown: PLY has char, uchar, short, ushort, int, uint, float, double and int8 to float64")
	}
	p.column = item
	p.name, p.count = words[2], 1
	return p, nil
}

// add places a property in the row of an element.
func (e *plyElement) add(p plyProperty) error {
	if e.step > math.MaxInt32 {
		return errors.New("a row has more than " + strconv.Itoa(math.MaxInt32) + " bytes: remove properties")
	}
	if p.list {
		e.lists = true
		e.least += p.length.size
	} else {
		p.offset = e.step
		e.step += p.size
		e.least += p.size
	}
	e.properties = append(e.properties, p)
	return nil
}
