// Package xmlrpc is XML-RPC as the ROS 1 graph speaks it: a codec, an HTTP client and an HTTP server.
//
// Values are plain Go values:
//
//	int, i4, i8        int        (written as <int>, which is 32 bits wide: larger values are an error)
//	boolean            bool
//	string, untyped    string
//	double             float64
//	dateTime.iso8601   time.Time  (no zone on the wire; taken as UTC)
//	base64             []byte
//	array              []any      ([]string is accepted too when writing)
//	struct             map[string]any
//	nil                nil        (an extension: read, never written)
//
// The reader is a parser of just the XML that XML-RPC needs. It knows no document types and no entities but the five of XML
// and character references, so nothing expands; nesting is bounded by MaxDepth and the size of a body by MaxBody; what it
// allocates is proportional to the input.
//
// Format: http://xmlrpc.com/spec.md.
package xmlrpc

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
)

const (
	// MaxDepth is how deep arrays and structs may nest.
	MaxDepth = 100
	// MaxBody is the largest request or response body, in bytes, that is read.
	MaxBody = 32 << 20
)

// Fault is the error a server answers instead of a result.
type Fault struct {
	Code   int
	String string
}

func (f *Fault) Error() string { return fmt.Sprintf("fault %d: %s", f.Code, f.String) }

// Fault codes that this package itself answers with (the "specification for fault code interoperability").
const (
	CodeParse         = -32700 // the body is not well-formed XML-RPC
	CodeUnknownMethod = -32601
	CodeInvalidParams = -32602
	CodeInternal      = -32603
)

func invalid(at int, format string, args ...any) error {
	return fault.New("parse XML-RPC", fmt.Sprintf("byte %d", at), fault.Invalid, format, args...)
}
