package cloud

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

const (
	opReadPCD   = "read pcd"
	opWritePCD  = "write pcd"
	padding     = "_"     // the name of fields that fill a point up to an alignment
	maxHeader   = 1 << 20 // bytes; comments included
	headerNames = "VERSION, FIELDS, SIZE, TYPE, COUNT, WIDTH, HEIGHT, VIEWPOINT, POINTS, DATA"
)

// pcdHeader is what the text in front of the points says.
type pcdHeader struct {
	columns       []column // with offsets within a point
	width, height int
	step          int // bytes of a point in binary layout
	viewpoint     geom.Pose
	format        Format
	body          int // offset of the first byte after the header
	line          int // lines of the header
}

func (h *pcdHeader) points() int { return h.width * h.height }

// parsePCDHeader reads the header of versions .5 to .7. Entries may stand in any order, DATA last.
func parsePCDHeader(b []byte) (*pcdHeader, error) {
	h := &pcdHeader{}
	in := lines{data: b[:min(len(b), maxHeader)]}
	entries := map[string]pcdEntry{}
	fail := func(kind fault.Kind, format string, args ...any) (*pcdHeader, error) {
		return nil, fault.New(opReadPCD, in.where(), kind, format, args...)
	}
	for {
		line, whole, ok := in.next()
		if !whole {
			if len(b) > maxHeader {
				return fail(fault.TooLarge, "the header has no DATA line within %d bytes: this is no PCD file, or its header is damaged", maxHeader)
			}
			if !ok {
				in.n++
			}
			return fail(fault.Truncated, "the file ends inside the header, before its DATA line: it is cut off, copy it again")
		}
		key, rest := token(line)
		if len(key) == 0 || key[0] == '#' {
			continue
		}
		name := string(key)
		if name == "COLUMNS" {
			name = "FIELDS"
		}
		if !knownEntry(name) {
			return fail(fault.Invalid, "unknown header entry %s: the entries of a PCD header are %s", quote(key), headerNames)
		}
		if e, twice := entries[name]; twice {
			return fail(fault.Invalid, "%s is given again after line %d: remove one of them", name, e.line)
		}
		entries[name] = pcdEntry{line: in.n, args: strings.Fields(string(rest))}
		if name == "DATA" {
			break
		}
	}
	h.body, h.line = in.pos, in.n
	if err := h.setData(entries["DATA"]); err != nil {
		return nil, err
	}
	if err := h.setColumns(entries); err != nil {
		return nil, err
	}
	if err := h.setSize(entries); err != nil {
		return nil, err
	}
	return h, h.setViewpoint(entries)
}

type pcdEntry struct {
	line int
	args []string
}

func (e pcdEntry) fail(kind fault.Kind, format string, args ...any) error {
	return fault.New(opReadPCD, fmt.Sprintf("line %d", e.line), kind, format, args...)
}

func knownEntry(name string) bool {
	switch name {
	case "VERSION", "FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT", "POINTS", "DATA":
		return true
	}
	return false
}

func (h *pcdHeader) setData(e pcdEntry) error {
	if len(e.args) == 1 {
		for f := ASCII; f <= BinaryCompressed; f++ {
			if e.args[0] == f.String() {
				h.format = f
				return nil
			}
		}
	}
	return e.fail(fault.Unsupported, "DATA %s is unknown: it must be ascii, binary or binary_compressed", quote(strings.Join(e.args, " ")))
}

func (h *pcdHeader) setColumns(entries map[string]pcdEntry) error {
	fields, ok := entries["FIELDS"]
	if !ok {
		return entries["DATA"].fail(fault.Invalid, "the header has no FIELDS line: add one, such as FIELDS x y z")
	}
	seen := make(map[string]bool, len(fields.args))
	h.columns = make([]column, len(fields.args))
	for i, name := range fields.args {
		if seen[name] && name != padding {
			return fields.fail(fault.Invalid, "field %s is named twice: rename one of them", quote(name))
		}
		if !isWord(name) {
			return fields.fail(fault.Invalid, "the field name %s has control characters: rename the field", quote(name))
		}
		seen[name] = true
		h.columns[i] = column{name: name, typ: 'F', size: 4, count: 1} // what .5 and .6 mean without SIZE, TYPE and COUNT
	}
	for _, name := range []string{"x", "y", "z"} {
		if !seen[name] {
			return fields.fail(fault.Invalid, "there is no field %s among %s: a cloud needs x, y and z", name, quote(strings.Join(fields.args, " ")))
		}
	}
	for _, key := range []string{"SIZE", "TYPE", "COUNT"} {
		e, ok := entries[key]
		if !ok {
			continue
		}
		if len(e.args) != len(fields.args) {
			return e.fail(fault.Invalid, "%s has %d entries for %d FIELDS: give one for each field", key, len(e.args), len(fields.args))
		}
		for i, a := range e.args {
			c := &h.columns[i]
			switch key {
			case "SIZE":
				if a != "1" && a != "2" && a != "4" && a != "8" {
					return e.fail(fault.Invalid, "SIZE %s of field %s must be 1, 2, 4 or 8", quote(a), quote(c.name))
				}
				c.size = int(a[0] - '0')
			case "TYPE":
				if a != "I" && a != "U" && a != "F" {
					return e.fail(fault.Invalid, "TYPE %s of field %s must be I, U or F", quote(a), quote(c.name))
				}
				c.typ = a[0]
			case "COUNT":
				n, err := strconv.Atoi(a)
				if err != nil || n < 1 || n > math.MaxInt32 {
					return e.fail(fault.Invalid, "COUNT %s of field %s must be a whole number from 1 to %d", quote(a), quote(c.name), math.MaxInt32)
				}
				c.count = n
			}
		}
	}
	for i := range h.columns {
		c := &h.columns[i]
		if c.typ == 'F' && c.size < 4 && c.name != padding {
			return fields.fail(fault.Unsupported, "field %s has TYPE F SIZE %d: floating-point fields have SIZE 4 or 8", quote(c.name), c.size)
		}
		if c.count != 1 && (c.name == "x" || c.name == "y" || c.name == "z") {
			return fields.fail(fault.Invalid, "field %s has COUNT %d: a coordinate has COUNT 1", c.name, c.count)
		}
		c.offset = h.step
		if h.step > math.MaxInt32-c.width() {
			return fields.fail(fault.TooLarge, "a point has more than %d bytes: correct SIZE and COUNT", math.MaxInt32)
		}
		h.step += c.width()
	}
	return nil
}

func (h *pcdHeader) setSize(entries map[string]pcdEntry) error {
	size := map[string]int{"WIDTH": -1, "HEIGHT": -1, "POINTS": -1}
	for _, key := range []string{"WIDTH", "HEIGHT", "POINTS"} {
		e, ok := entries[key]
		if !ok {
			continue
		}
		n, err := strconv.Atoi(strings.Join(e.args, " "))
		if err != nil || n < 0 {
			return e.fail(fault.Invalid, "%s %s must be one whole number, 0 or more", key, quote(strings.Join(e.args, " ")))
		}
		size[key] = n
	}
	w, ht, n := size["WIDTH"], size["HEIGHT"], size["POINTS"]
	switch {
	case w < 0 && ht < 0 && n < 0:
		return entries["DATA"].fail(fault.Invalid, "the header says nowhere how many points there are: add WIDTH, HEIGHT and POINTS")
	case w < 0 && n < 0:
		return entries["DATA"].fail(fault.Invalid, "the header has HEIGHT but no WIDTH: add WIDTH and POINTS")
	case w < 0 && ht <= 1:
		w, ht = n, 1 // .5 files have POINTS alone
	case w < 0:
		if n%ht != 0 {
			return entries["HEIGHT"].fail(fault.Invalid, "POINTS %d is no multiple of HEIGHT %d: add WIDTH", n, ht)
		}
		w = n / ht
	case ht < 0:
		ht = 1
	}
	hi, lo := bits.Mul64(uint64(w), uint64(ht))
	if hi != 0 || lo > math.MaxInt {
		return entries["WIDTH"].fail(fault.TooLarge, "WIDTH %d x HEIGHT %d is more points than can be counted: correct the header", w, ht)
	}
	if n >= 0 && int(lo) != n {
		e, ok := entries["POINTS"]
		if !ok {
			e = entries["WIDTH"]
		}
		return e.fail(fault.Invalid, "WIDTH %d x HEIGHT %d is %d, but POINTS is %d: correct the one that is wrong", w, ht, lo, n)
	}
	h.width, h.height = w, ht
	return nil
}

// setViewpoint reads "tx ty tz qw qx qy qz".
func (h *pcdHeader) setViewpoint(entries map[string]pcdEntry) error {
	e, ok := entries["VIEWPOINT"]
	if !ok {
		return nil
	}
	var v [7]float64
	bad := len(e.args) != len(v)
	for i := range v {
		if bad {
			break
		}
		f, err := parseFloat([]byte(e.args[i]), 64)
		v[i], bad = f, err != nil
	}
	if bad {
		return e.fail(fault.Invalid, "VIEWPOINT %s must be seven numbers, tx ty tz qw qx qy qz", quote(strings.Join(e.args, " ")))
	}
	R, ok := geom.Quat(v[3], v[4], v[5], v[6])
	if q := (geom.Rot{W: v[3], X: v[4], Y: v[5], Z: v[6]}); ok && math.Abs(q.W*q.W+q.X*q.X+q.Y*q.Y+q.Z*q.Z-1) < 1e-12 {
		R = q // normalising again would move the last digit at each round trip
	}
	if h.viewpoint = (geom.Pose{R: R, P: geom.V(v[0], v[1], v[2])}); !ok || !geom.IsFinite(h.viewpoint.P) {
		return e.fail(fault.Invalid, "VIEWPOINT %s is no pose: an unknown one is 0 0 0 1 0 0 0", quote(strings.Join(e.args, " ")))
	}
	return nil
}

// looksLikePCD recognises a header by its first entry.
func looksLikePCD(b []byte) bool {
	in := lines{data: b}
	for {
		line, _, ok := in.next()
		if !ok {
			return false
		}
		key, _ := token(line)
		switch {
		case len(key) == 0:
		case key[0] == '#':
			if bytes.Contains(line, []byte("PCD")) {
				return true
			}
		default:
			return string(key) == "COLUMNS" || knownEntry(string(key))
		}
	}
}
