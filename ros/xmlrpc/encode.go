package xmlrpc

import (
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/fault"
)

const prolog = "<?xml version=\"1.0\"?>\n"

// AppendCall appends a methodCall body to dst.
func AppendCall(dst []byte, method string, args ...any) ([]byte, error) {
	if !validMethod(method) {
		return dst, fault.New("write XML-RPC", method, fault.Invalid, "not a method name")
	}
	dst = append(dst, prolog+"<methodCall><methodName>"...)
	dst = append(dst, method...)
	dst = append(dst, "</methodName><params>"...)
	for i, arg := range args {
		var err error
		dst = append(dst, "<param>"...)
		if dst, err = appendValue(dst, arg, 0); err != nil {
			return dst, fault.Wrap("", fmt.Sprintf("%s argument %d", method, i+1), err)
		}
		dst = append(dst, "</param>"...)
	}
	return append(dst, "</params></methodCall>\n"...), nil
}

// AppendResponse appends a methodResponse body that carries a result to dst.
func AppendResponse(dst []byte, result any) ([]byte, error) {
	dst = append(dst, prolog+"<methodResponse><params><param>"...)
	dst, err := appendValue(dst, result, 0)
	if err != nil {
		return dst, err
	}
	return append(dst, "</param></params></methodResponse>\n"...), nil
}

// AppendFault appends a methodResponse body that carries a fault to dst. Characters that XML cannot hold are replaced.
func AppendFault(dst []byte, f *Fault) []byte {
	dst = append(dst, prolog+"<methodResponse><fault>"...)
	text := []rune(f.String)
	for i, r := range text {
		if !xmlRune(r) {
			text[i] = utf8.RuneError
		}
	}
	code := min(max(f.Code, math.MinInt32), math.MaxInt32)
	dst, err := appendValue(dst, map[string]any{"faultCode": code, "faultString": string(text)}, 0)
	if err != nil { // an int and clean text always encode
		panic(err)
	}
	return append(dst, "</fault></methodResponse>\n"...)
}

func appendValue(dst []byte, v any, depth int) ([]byte, error) {
	if depth >= MaxDepth {
		return dst, fault.New("write XML-RPC", "", fault.TooLarge, "values nest deeper than %d", MaxDepth)
	}
	var err error
	dst = append(dst, "<value>"...)
	switch v := v.(type) {
	case int:
		dst, err = appendInt(dst, int64(v))
	case int32:
		dst, err = appendInt(dst, int64(v))
	case int64:
		dst, err = appendInt(dst, v)
	case bool:
		bit := byte('0')
		if v {
			bit = '1'
		}
		dst = append(append(append(dst, "<boolean>"...), bit), "</boolean>"...)
	case string:
		dst = append(dst, "<string>"...)
		if dst, err = appendText(dst, v); err == nil {
			dst = append(dst, "</string>"...)
		}
	case float64:
		dst = appendDouble(append(dst, "<double>"...), v)
		dst = append(dst, "</double>"...)
	case time.Time:
		dst = v.UTC().AppendFormat(append(dst, "<dateTime.iso8601>"...), timeLayout)
		dst = append(dst, "</dateTime.iso8601>"...)
	case []byte:
		dst = base64.StdEncoding.AppendEncode(append(dst, "<base64>"...), v)
		dst = append(dst, "</base64>"...)
	case []any:
		dst, err = appendArray(dst, v, depth)
	case []string:
		dst, err = appendArray(dst, v, depth)
	case map[string]any:
		dst = append(dst, "<struct>"...)
		for _, key := range slices.Sorted(maps.Keys(v)) { // sorted: the same value is always the same bytes
			dst = append(dst, "<member><name>"...)
			if dst, err = appendText(dst, key); err != nil {
				break
			}
			dst = append(dst, "</name>"...)
			if dst, err = appendValue(dst, v[key], depth+1); err != nil {
				break
			}
			dst = append(dst, "</member>"...)
		}
		dst = append(dst, "</struct>"...)
	case nil:
		err = fault.New("write XML-RPC", "", fault.Unsupported, "XML-RPC has no null value")
	default:
		err = fault.New("write XML-RPC", "", fault.Unsupported, "a %T has no XML-RPC form", v)
	}
	if err != nil {
		return dst, err
	}
	return append(dst, "</value>"...), nil
}

func appendArray[T any](dst []byte, list []T, depth int) ([]byte, error) {
	dst = append(dst, "<array><data>"...)
	for _, e := range list {
		var err error
		if dst, err = appendValue(dst, e, depth+1); err != nil {
			return dst, err
		}
	}
	return append(dst, "</data></array>"...), nil
}

func appendInt(dst []byte, n int64) ([]byte, error) {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return dst, fault.New("write XML-RPC", strconv.FormatInt(n, 10), fault.TooLarge, "XML-RPC integers have 32 bits")
	}
	dst = strconv.AppendInt(append(dst, "<int>"...), n, 10)
	return append(dst, "</int>"...), nil
}

// appendDouble writes the shortest decimal that reads back equal; non-finite values as C and Python spell them.
func appendDouble(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "nan"...)
	case math.IsInf(f, 1):
		return append(dst, "inf"...)
	case math.IsInf(f, -1):
		return append(dst, "-inf"...)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

func appendText(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return dst, fault.New("write XML-RPC", fmt.Sprintf("%.40q", s), fault.Invalid, "text is not UTF-8; send it as base64")
	}
	from := 0
	for i := range len(s) {
		var esc string
		switch c := s[i]; {
		case c == '<':
			esc = "&lt;"
		case c == '>':
			esc = "&gt;"
		case c == '&':
			esc = "&amp;"
		case c == '\r':
			esc = "&#13;" // a plain one would be read as a line feed
		case c < 0x20 && c != '\n' && c != '\t':
			return dst, fault.New("write XML-RPC", fmt.Sprintf("%.40q", s), fault.Invalid, "XML cannot hold control character %#02x; send it as base64", c)
		default:
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = append(dst, esc...)
		from = i + 1
	}
	return append(dst, s[from:]...), nil
}
