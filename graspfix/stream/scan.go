package stream

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads one JSON value from a line without building a tree: a contact line is a few names and a few dozen numbers, and
// decoding it costs less than judging it.
type scanner struct {
	b []byte
	i int
}

const maxDepth = 32

var errEnd = errors.New("the line ends too early")

func (s *scanner) fail(format string, args ...any) error {
	return fmt.Errorf("column %d: %s", s.i+1, fmt.Sprintf(format, args...))
}

func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

// peek is the next byte after blanks, 0 at the end.
func (s *scanner) peek() byte {
	s.space()
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scanner) expect(c byte) error {
	switch got := s.peek(); {
	case got == c:
		s.i++
		return nil
	case s.i >= len(s.b):
		return errEnd
	default:
		return s.fail("%q where %q is expected", got, c)
	}
}

// more steps over a comma or the closing bracket of a list; first is true before the first element.
func (s *scanner) more(first bool, end byte) (bool, error) {
	switch c := s.peek(); {
	case c == end:
		s.i++
		return false, nil
	case first:
		return true, nil
	case c == ',':
		s.i++
		return true, nil
	case s.i >= len(s.b):
		return false, errEnd
	default:
		return false, s.fail("%q where a comma or %q is expected", c, end)
	}
}

// str reads a string. The result is valid as long as the line is.
func (s *scanner) str() ([]byte, error) {
	if err := s.expect('"'); err != nil {
		return nil, err
	}
	start := s.i
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; {
		case c == '"':
			s.i++
			return s.b[start : s.i-1], nil
		case c == '\\':
			return s.escaped(start)
		case c < ' ':
			return nil, s.fail("a control character in a text")
		}
	}
	return nil, errEnd
}

func (s *scanner) escaped(start int) ([]byte, error) {
	text := append([]byte(nil), s.b[start:s.i]...) // names with escapes are rare
	for s.i < len(s.b) {
		c := s.b[s.i]
		s.i++
		switch {
		case c == '"':
			return text, nil
		case c < ' ':
			return nil, s.fail("a control character in a text")
		case c != '\\':
			text = append(text, c)
			continue
		}
		if s.i >= len(s.b) {
			break
		}
		c = s.b[s.i]
		s.i++
		switch c {
		case '"', '\\', '/':
			text = append(text, c)
		case 'b':
			text = append(text, '\b')
		case 'f':
			text = append(text, '\f')
		case 'n':
			text = append(text, '\n')
		case 'r':
			text = append(text, '\r')
		case 't':
			text = append(text, '\t')
		case 'u':
			r, err := s.hex()
			if err != nil {
				return nil, err
			}
			if utf16.IsSurrogate(r) {
				low := rune(utf8.RuneError)
				if s.i+1 < len(s.b) && s.b[s.i] == '\\' && s.b[s.i+1] == 'u' {
					s.i += 2
					if low, err = s.hex(); err != nil {
						return nil, err
					}
				}
				r = utf16.DecodeRune(r, low)
			}
			text = utf8.AppendRune(text, r)
		default:
			return nil, s.fail("\\%c is no escape", c)
		}
	}
	return nil, errEnd
}

func (s *scanner) hex() (rune, error) {
	if s.i+4 > len(s.b) {
		return 0, errEnd
	}
	v, err := strconv.ParseUint(string(s.b[s.i:s.i+4]), 16, 16)
	if err != nil {
		return 0, s.fail("\\u without four hexadecimal digits")
	}
	s.i += 4
	return rune(v), nil
}

// num reads a finite number.
func (s *scanner) num() (float64, error) {
	s.space()
	start := s.i
	for s.i < len(s.b) {
		c := s.b[s.i]
		if c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E' {
			s.i++
			continue
		}
		break
	}
	n := s.i - start
	if n == 0 {
		if s.i >= len(s.b) {
			return 0, errEnd
		}
		return 0, s.fail("%q where a number is expected", s.b[s.i])
	}
	if n > 64 {
		return 0, s.fail("a number of %d digits", n)
	}
	if !isNumber(s.b[start:s.i]) {
		s.i = start
		return 0, s.fail("%q is no number", s.b[start:start+n])
	}
	v, err := strconv.ParseFloat(string(s.b[start:s.i]), 64)
	if err != nil || math.IsInf(v, 0) {
		s.i = start
		return 0, s.fail("%q is no number", s.b[start:start+n])
	}
	return v, nil
}

// isNumber checks JSON's grammar, which is narrower than ParseFloat's.
func isNumber(b []byte) bool {
	digits := func() bool {
		n := len(b)
		for len(b) > 0 && b[0] >= '0' && b[0] <= '9' {
			b = b[1:]
		}
		return len(b) < n
	}
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) > 0 && b[0] == '0' {
		b = b[1:]
	} else if !digits() {
		return false
	}
	if len(b) > 0 && b[0] == '.' {
		if b = b[1:]; !digits() {
			return false
		}
	}
	if len(b) > 0 && (b[0] == 'e' || b[0] == 'E') {
		b = b[1:]
		if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(b) == 0
}

// nums reads a list of exactly len(into) numbers.
func (s *scanner) nums(into []float64) error {
	if err := s.expect('['); err != nil {
		return err
	}
	k := 0
	for first := true; ; first = false {
		more, err := s.more(first, ']')
		if err != nil {
			return err
		}
		if !more {
			break
		}
		v, err := s.num()
		if err != nil {
			return err
		}
		if k < len(into) {
			into[k] = v
		}
		k++
	}
	if k != len(into) {
		return s.fail("%d numbers where %d are expected", k, len(into))
	}
	return nil
}

func (s *scanner) boolean() (bool, error) {
	s.space()
	for _, w := range [...]string{"true", "false"} {
		if s.i+len(w) <= len(s.b) && string(s.b[s.i:s.i+len(w)]) == w {
			s.i += len(w)
			return w == "true", nil
		}
	}
	return false, s.fail("true or false is expected")
}

// null steps over null where it is next.
func (s *scanner) null() bool {
	if s.peek() == 'n' && s.i+4 <= len(s.b) && string(s.b[s.i:s.i+4]) == "null" {
		s.i += 4
		return true
	}
	return false
}

// skip steps over any value.
func (s *scanner) skip(depth int) error {
	if depth > maxDepth {
		return s.fail("more than %d levels", maxDepth)
	}
	switch s.peek() {
	case '"':
		_, err := s.str()
		return err
	case '{':
		return s.object(func([]byte) error { return s.skip(depth + 1) })
	case '[':
		s.i++
		for first := true; ; first = false {
			more, err := s.more(first, ']')
			if err != nil || !more {
				return err
			}
			if err := s.skip(depth + 1); err != nil {
				return err
			}
		}
	case 't', 'f':
		_, err := s.boolean()
		return err
	case 'n':
		if s.null() {
			return nil
		}
		return s.fail("null is expected")
	}
	_, err := s.num()
	return err
}

// object calls member for each key, which must read the value. The key is valid until then.
func (s *scanner) object(member func(key []byte) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.more(first, '}')
		if err != nil || !more {
			return err
		}
		key, err := s.str()
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		if err := member(key); err != nil {
			return err
		}
	}
}

// end checks that nothing follows.
func (s *scanner) end() error {
	if s.peek() != 0 || s.i < len(s.b) {
		return s.fail("something follows after the object")
	}
	return nil
}
