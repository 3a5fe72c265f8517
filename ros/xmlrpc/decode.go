package xmlrpc

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// ParseCall reads a methodCall body.
func ParseCall(body []byte) (method string, args []any, err error) {
	s := &scanner{b: body}
	if err := s.open("methodCall"); err != nil {
		return "", nil, err
	}
	if err := s.open("methodName"); err != nil {
		return "", nil, err
	}
	at := s.i
	if method, err = s.text(); err != nil {
		return "", nil, err
	}
	method = strings.TrimSpace(method)
	if !validMethod(method) {
		return "", nil, invalid(at, "method name %.40q", method)
	}
	if err := s.close("methodName"); err != nil {
		return "", nil, err
	}
	at = s.i
	kind, name, err := s.tag()
	if err != nil {
		return "", nil, err
	}
	switch {
	case kind == tokenEnd && string(name) == "methodCall": // params may be left out
	case kind == tokenStart && string(name) == "params":
		if args, err = s.params(); err != nil {
			return "", nil, err
		}
		if err := s.close("methodCall"); err != nil {
			return "", nil, err
		}
	case kind == tokenEOF:
		return "", nil, s.truncated("after the method name")
	default:
		return "", nil, invalid(at, "%s where <params> must be", show(kind, name))
	}
	return method, args, s.end()
}

// ParseResponse reads a methodResponse body. A fault is returned as an error that errors.As finds as *Fault.
func ParseResponse(body []byte) (any, error) {
	s := &scanner{b: body}
	if err := s.open("methodResponse"); err != nil {
		return nil, err
	}
	at := s.i
	kind, name, err := s.tag()
	if err != nil {
		return nil, err
	}
	if kind == tokenEOF {
		return nil, s.truncated("inside a response")
	}
	var result any
	var failure *Fault
	switch {
	case kind == tokenStart && string(name) == "params":
		args, err := s.params()
		if err != nil {
			return nil, err
		}
		if len(args) != 1 {
			return nil, invalid(at, "a response has one value, this one has %d", len(args))
		}
		result = args[0]
	case kind == tokenStart && string(name) == "fault":
		if failure, err = s.fault(); err != nil {
			return nil, err
		}
	default:
		return nil, invalid(at, "%s where <params> or <fault> must be", show(kind, name))
	}
	if err := s.close("methodResponse"); err != nil {
		return nil, err
	}
	if err := s.end(); err != nil {
		return nil, err
	}
	if failure != nil {
		return nil, failure
	}
	return result, nil
}

func (s *scanner) fault() (*Fault, error) {
	at := s.i
	if err := s.open("value"); err != nil {
		return nil, err
	}
	v, err := s.value(0)
	if err != nil {
		return nil, err
	}
	m, _ := v.(map[string]any)
	text, ok := m["faultString"].(string)
	if !ok {
		return nil, invalid(at, "a fault without faultString")
	}
	code, ok := m["faultCode"].(int)
	if !ok {
		return nil, invalid(at, "a fault without faultCode")
	}
	return &Fault{Code: code, String: text}, s.close("fault")
}

// end makes sure that nothing but comments and white space is left.
func (s *scanner) end() error {
	at := s.i
	kind, name, err := s.tag()
	if err != nil {
		return err
	}
	if kind != tokenEOF {
		return invalid(at, "%s after the end", show(kind, name))
	}
	return nil
}

func validMethod(m string) bool {
	if m == "" || len(m) > 255 {
		return false
	}
	for i := range len(m) {
		if c := m[i]; !nameByte(c) && c != '/' || c == '-' {
			return false
		}
	}
	return true
}

// params reads up to and including </params>.
func (s *scanner) params() ([]any, error) {
	var args []any
	for {
		at := s.i
		kind, name, err := s.tag()
		if err != nil {
			return nil, err
		}
		switch {
		case kind == tokenEnd && string(name) == "params":
			return args, nil
		case kind == tokenStart && string(name) == "param":
			if err := s.open("value"); err != nil {
				return nil, err
			}
			v, err := s.value(0)
			if err != nil {
				return nil, err
			}
			args = append(args, v)
			if err := s.close("param"); err != nil {
				return nil, err
			}
		case kind == tokenEOF:
			return nil, s.truncated("inside <params>")
		default:
			return nil, invalid(at, "%s where <param> must be", show(kind, name))
		}
	}
}

// value reads behind <value>, up to and including </value>.
func (s *scanner) value(depth int) (any, error) {
	if depth >= MaxDepth {
		return nil, fault.New("parse XML-RPC", "byte "+strconv.Itoa(s.i), fault.TooLarge, "values nest deeper than %d", MaxDepth)
	}
	at := s.i
	text, err := s.text()
	if err != nil {
		return nil, err
	}
	kind, name, err := s.tag()
	if err != nil {
		return nil, err
	}
	if kind == tokenEnd && string(name) == "value" {
		return text, nil // untyped: a string, white space included
	}
	if kind != tokenStart {
		return nil, invalid(at, "%s where </value> must be", show(kind, name))
	}
	if strings.TrimSpace(text) != "" {
		return nil, invalid(at, "text beside <%s>", name)
	}
	v, err := s.typed(string(name), depth)
	if err != nil {
		return nil, err
	}
	return v, s.close("value")
}

// typed reads behind <name>, up to and including </name>.
func (s *scanner) typed(name string, depth int) (any, error) {
	at := s.i
	switch name {
	case "array":
		return s.array(depth)
	case "struct":
		return s.structure(depth)
	case "nil", "ex:nil":
		return nil, s.close(name)
	}
	text, err := s.text()
	if err != nil {
		return nil, err
	}
	if err := s.close(name); err != nil {
		return nil, err
	}
	if name == "string" {
		return text, nil
	}
	trimmed := strings.TrimSpace(text)
	switch name {
	case "int", "i4":
		n, err := strconv.ParseInt(trimmed, 10, 32)
		if err != nil {
			return nil, invalid(at, "%.40q is no 32-bit integer", text)
		}
		return int(n), nil
	case "i8":
		n, err := strconv.ParseInt(trimmed, 10, 64)
		if err != nil {
			return nil, invalid(at, "%.40q is no 64-bit integer", text)
		}
		return int(n), nil
	case "boolean":
		switch trimmed {
		case "0":
			return false, nil
		case "1":
			return true, nil
		}
		return nil, invalid(at, "%.40q is no boolean: 0 or 1", text)
	case "double":
		f, err := parseDouble(trimmed)
		if err != nil {
			return nil, invalid(at, "%.40q is no double", text)
		}
		return f, nil
	case "dateTime.iso8601":
		for _, layout := range []string{timeLayout, "2006-01-02T15:04:05", "20060102T15:04:05Z07:00", time.RFC3339} {
			if t, err := time.Parse(layout, trimmed); err == nil {
				return t.UTC(), nil
			}
		}
		return nil, invalid(at, "%.40q is no date and time", text)
	case "base64":
		data, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
			if r < 0x80 && space(byte(r)) {
				return -1
			}
			return r
		}, text))
		if err != nil {
			return nil, invalid(at, "base64: %w", err)
		}
		return data, nil
	}
	return nil, invalid(at, "unknown type <%.40s>", name)
}

const timeLayout = "20060102T15:04:05"

// parseDouble reads what C's strtod and Python's float print in decimal; no hexadecimal floats.
func parseDouble(s string) (float64, error) {
	if strings.ContainsAny(s, "xXpP_") {
		return 0, strconv.ErrSyntax
	}
	f, err := strconv.ParseFloat(s, 64)
	if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
		return f, nil // ±Inf or 0, as strtod answers
	}
	return f, err
}

func (s *scanner) array(depth int) (any, error) {
	if err := s.open("data"); err != nil {
		return nil, err
	}
	list := []any{}
	for {
		at := s.i
		kind, name, err := s.tag()
		if err != nil {
			return nil, err
		}
		switch {
		case kind == tokenEnd && string(name) == "data":
			return list, s.close("array")
		case kind == tokenStart && string(name) == "value":
			v, err := s.value(depth + 1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		case kind == tokenEOF:
			return nil, s.truncated("inside <array>")
		default:
			return nil, invalid(at, "%s inside <data>", show(kind, name))
		}
	}
}

func (s *scanner) structure(depth int) (any, error) {
	m := map[string]any{}
	for {
		at := s.i
		kind, name, err := s.tag()
		if err != nil {
			return nil, err
		}
		switch {
		case kind == tokenEnd && string(name) == "struct":
			return m, nil
		case kind == tokenStart && string(name) == "member":
			if err := s.open("name"); err != nil {
				return nil, err
			}
			key, err := s.text()
			if err != nil {
				return nil, err
			}
			if err := s.close("name"); err != nil {
				return nil, err
			}
			if err := s.open("value"); err != nil {
				return nil, err
			}
			v, err := s.value(depth + 1)
			if err != nil {
				return nil, err
			}
			if _, dup := m[key]; dup {
				return nil, invalid(at, "member %.40q twice", key)
			}
			m[key] = v
			if err := s.close("member"); err != nil {
				return nil, err
			}
		case kind == tokenEOF:
			return nil, s.truncated("inside <struct>")
		default:
			return nil, invalid(at, "%s inside <struct>", show(kind, name))
		}
	}
}
