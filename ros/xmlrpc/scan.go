package xmlrpc

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/fault"
)

// scanner reads tags and text from a body. It works on bytes in place; names it returns alias the body.
type scanner struct {
	b []byte
	i int

	// An element that closes itself (<nil/>) is reported as a start and an end; the end is kept here.
	pendingEnd []byte
}

type tokenKind uint8

const (
	tokenEOF tokenKind = iota
	tokenStart
	tokenEnd
)

// space reports XML white space.
func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func (s *scanner) skipSpace() {
	for s.i < len(s.b) && space(s.b[s.i]) {
		s.i++
	}
}

func (s *scanner) truncated(what string) error {
	return fault.New("parse XML-RPC", "byte "+strconv.Itoa(len(s.b)), fault.Truncated, "input ends %s", what)
}

// skipMarkup skips one comment or processing instruction at s.i and reports whether there was one.
func (s *scanner) skipMarkup() (bool, error) {
	rest := s.b[s.i:]
	var opening, closing string
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		opening, closing = "<!--", "-->"
	case bytes.HasPrefix(rest, []byte("<?")):
		opening, closing = "<?", "?>"
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return false, nil
	case bytes.HasPrefix(rest, []byte("<!")):
		return false, invalid(s.i, "document type declarations are refused")
	default:
		return false, nil
	}
	n := bytes.Index(rest[len(opening):], []byte(closing))
	if n < 0 {
		return false, s.truncated("inside " + opening)
	}
	s.i += len(opening) + n + len(closing)
	return true, nil
}

// tag returns the next tag; only white space and comments may come before it.
func (s *scanner) tag() (tokenKind, []byte, error) {
	if s.pendingEnd != nil {
		name := s.pendingEnd
		s.pendingEnd = nil
		return tokenEnd, name, nil
	}
	for {
		s.skipSpace()
		if s.i == len(s.b) {
			return tokenEOF, nil, nil
		}
		if s.b[s.i] != '<' {
			return 0, nil, invalid(s.i, "text where a tag must be")
		}
		skipped, err := s.skipMarkup()
		if err != nil {
			return 0, nil, err
		}
		if !skipped {
			return s.tagHere()
		}
	}
}

// tagHere reads the tag that starts at s.i. Attributes have no meaning in XML-RPC and are skipped.
func (s *scanner) tagHere() (tokenKind, []byte, error) {
	start := s.i
	s.i++
	kind := tokenStart
	if s.i < len(s.b) && s.b[s.i] == '/' {
		kind = tokenEnd
		s.i++
	}
	from := s.i
	for s.i < len(s.b) && nameByte(s.b[s.i]) {
		s.i++
	}
	name := s.b[from:s.i]
	if len(name) == 0 {
		return 0, nil, invalid(start, "a tag without a name")
	}
	for s.i < len(s.b) {
		switch c := s.b[s.i]; c {
		case '>':
			s.i++
			if kind == tokenStart && s.b[s.i-2] == '/' {
				s.pendingEnd = name
			}
			return kind, name, nil
		case '"', '\'':
			n := bytes.IndexByte(s.b[s.i+1:], c)
			if n < 0 {
				return 0, nil, s.truncated("inside an attribute")
			}
			s.i += n + 2
		case '<':
			return 0, nil, invalid(s.i, "'<' inside tag <%s", name)
		default:
			s.i++
		}
	}
	return 0, nil, s.truncated("inside a tag")
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-' || c == ':'
}

// open consumes the start tag of the named element.
func (s *scanner) open(name string) error {
	at := s.i
	kind, got, err := s.tag()
	if err != nil {
		return err
	}
	if kind == tokenEOF {
		return s.truncated("before <" + name + ">")
	}
	if kind != tokenStart || string(got) != name {
		return invalid(at, "%s where <%s> must be", show(kind, got), name)
	}
	return nil
}

// close consumes the end tag of the named element.
func (s *scanner) close(name string) error {
	at := s.i
	kind, got, err := s.tag()
	if err != nil {
		return err
	}
	if kind == tokenEOF {
		return s.truncated("before </" + name + ">")
	}
	if kind != tokenEnd || string(got) != name {
		return invalid(at, "%s where </%s> must be", show(kind, got), name)
	}
	return nil
}

func show(kind tokenKind, name []byte) string {
	if len(name) > 32 {
		name = name[:32]
	}
	if kind == tokenEnd {
		return "</" + string(name) + ">"
	}
	return "<" + string(name) + ">"
}

// text returns the character data up to the next tag, with references resolved and line ends normalised.
func (s *scanner) text() (string, error) {
	if s.pendingEnd != nil {
		return "", nil
	}
	// Nearly all text is one run without markup or references: one copy.
	n := bytes.IndexByte(s.b[s.i:], '<')
	if n < 0 {
		return "", s.truncated("inside text")
	}
	run := s.b[s.i : s.i+n]
	if bytes.IndexByte(run, '&') < 0 && bytes.IndexByte(run, '\r') < 0 && !s.markupAt(s.i+n) {
		if err := checkChars(run, s.i); err != nil {
			return "", err
		}
		s.i += n
		return string(run), nil
	}
	var out strings.Builder
	for {
		n := bytes.IndexByte(s.b[s.i:], '<')
		if n < 0 {
			return "", s.truncated("inside text")
		}
		if err := unescape(&out, s.b[s.i:s.i+n], s.i); err != nil {
			return "", err
		}
		s.i += n
		if rest := s.b[s.i:]; bytes.HasPrefix(rest, []byte("<![CDATA[")) {
			end := bytes.Index(rest, []byte("]]>"))
			if end < 0 {
				return "", s.truncated("inside CDATA")
			}
			data := rest[len("<![CDATA["):end]
			if err := checkChars(data, s.i); err != nil {
				return "", err
			}
			writeNormalised(&out, data)
			s.i += end + len("]]>")
			continue
		}
		skipped, err := s.skipMarkup()
		if err != nil {
			return "", err
		}
		if !skipped {
			return out.String(), nil
		}
	}
}

// markupAt reports whether a comment, instruction or CDATA section starts at i, so that text may go on behind it.
func (s *scanner) markupAt(i int) bool {
	return i+1 < len(s.b) && (s.b[i+1] == '!' || s.b[i+1] == '?')
}

// checkChars refuses what no XML document may hold: control characters and broken UTF-8.
func checkChars(b []byte, at int) error {
	ascii := true
	for i, c := range b {
		if c < 0x20 && c != '\n' && c != '\t' && c != '\r' {
			return invalid(at+i, "control character %#02x", c)
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	if !ascii && !utf8.Valid(b) {
		return invalid(at, "text is not UTF-8")
	}
	return nil
}

func writeNormalised(out *strings.Builder, b []byte) {
	for i, c := range b {
		if c == '\r' {
			if i+1 < len(b) && b[i+1] == '\n' {
				continue
			}
			c = '\n'
		}
		out.WriteByte(c)
	}
}

func unescape(out *strings.Builder, b []byte, at int) error {
	if err := checkChars(b, at); err != nil {
		return err
	}
	for {
		n := bytes.IndexByte(b, '&')
		if n < 0 {
			writeNormalised(out, b)
			return nil
		}
		writeNormalised(out, b[:n])
		end := bytes.IndexByte(b[n:min(len(b), n+12)], ';')
		if end < 0 {
			return invalid(at+n, "'&' without a reference")
		}
		ref := b[n+1 : n+end]
		switch string(ref) {
		case "lt":
			out.WriteByte('<')
		case "gt":
			out.WriteByte('>')
		case "amp":
			out.WriteByte('&')
		case "quot":
			out.WriteByte('"')
		case "apos":
			out.WriteByte('\'')
		default:
			r, ok := charRef(string(ref))
			if !ok {
				return invalid(at+n, "unknown reference &%s;", ref)
			}
			out.WriteRune(r)
		}
		b, at = b[n+end+1:], at+n+end+1
	}
}

func charRef(ref string) (rune, bool) {
	digits, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune || !xmlRune(rune(n)) {
		return 0, false
	}
	return rune(n), true
}

// xmlRune reports whether XML 1.0 may hold the character.
func xmlRune(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= utf8.MaxRune
}
