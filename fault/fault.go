// Package fault is the one error type of Holdfast.
//
// An error says what was being done (Op), to what (Subject), which class of failure it is (Kind) and why (Err). Kinds are
// coarse and stable: callers branch on them, and the ROS faces map them to result codes. The text is one line, ends with
// the remedy where there is one, and is fit to print to a user.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Kind classifies an error. Values are never reordered: recordings and databases may hold them.
type Kind uint8

const (
	Other       Kind = iota // unclassified
	Invalid                 // malformed input: bad syntax, NaN where a number must be, a size that cannot be
	Truncated               // input ended early
	TooLarge                // a declared size exceeds a limit or what is left of the input
	Unsupported             // well-formed, but a feature that is not implemented
	NotFound                // a file, frame, name or object does not exist
	Permission              // the system refused access
	NoTable                 // no support surface was found in a scene
	NoGrasp                 // every grasp candidate was rejected
	Unavailable             // a peer, device or service does not answer
	Timeout                 // a deadline passed
	Preempted               // cancelled by the caller
	Conflict                // contradicts something that already exists
	Internal                // a broken invariant: a defect of Holdfast
)

var kindNames = [...]string{
	Other: "error", Invalid: "invalid input", Truncated: "truncated input", TooLarge: "too large", Unsupported: "not supported",
	NotFound: "not found", Permission: "permission denied", NoTable: "no table", NoGrasp: "no grasp", Unavailable: "unavailable",
	Timeout: "timed out", Preempted: "preempted", Conflict: "conflict", Internal: "internal error",
}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Error is the concrete type of every error that leaves a Holdfast package.
type Error struct {
	Op      string // what was being done: "read pcd", "plan grasp"
	Subject string // to what: a file and place, a frame, an object; may be empty
	Kind    Kind
	Err     error // cause; may be nil
}

// Error prints "subject: op: cause", the order a reader scans in.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Subject != "" {
		b.WriteString(e.Subject)
		b.WriteString(": ")
	}
	if e.Op != "" {
		b.WriteString(e.Op)
		b.WriteString(": ")
	}
	if e.Err != nil {
		b.WriteString(e.Err.Error())
	} else {
		b.WriteString(e.Kind.String())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// New makes an error of a kind from a formatted cause; %w keeps a wrapped cause reachable.
func New(op, subject string, kind Kind, format string, args ...any) error {
	return &Error{Op: op, Subject: subject, Kind: kind, Err: fmt.Errorf(format, args...)}
}

// Wrap adds operation and subject to a cause and keeps the cause's kind. What the cause says of either already is not said twice. Wrap of nil
// is nil.
func Wrap(op, subject string, err error) error {
	if err == nil {
		return nil
	}
	kind := KindOf(err)
	for {
		e, ok := err.(*Error)
		if !ok || e.Err == nil || e.Op != "" && e.Op != op || e.Subject != "" && e.Subject != subject {
			return &Error{Op: op, Subject: subject, Kind: kind, Err: err}
		}
		err = e.Err
	}
}

// File says of a file why the operating system would not open or read it, and what to do.
func File(op, path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return New(op, path, NotFound, "there is no such file: check the name and the working directory")
	case errors.Is(err, fs.ErrPermission):
		return New(op, path, Permission, "the file may not be read by this user: change its permissions (chmod +r)")
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // the path is the subject already
	}
	return New(op, path, Other, "%w", err)
}

// KindOf reports the kind of the outermost classified error in err's chain, Other when there is none.
func KindOf(err error) Kind {
	for err != nil {
		var e *Error
		if !errors.As(err, &e) {
			return Other
		}
		if e.Kind != Other {
			return e.Kind
		}
		err = e.Err
	}
	return Other
}

// Version checks the version of a format against those that this program reads, oldest to newest, and says what to do about another one.
func Version(op, subject string, got, oldest, newest int) error {
	reads := fmt.Sprintf("version %d", newest)
	if oldest < newest {
		reads = fmt.Sprintf("versions %d to %d", oldest, newest)
	}
	switch {
	case got > newest:
		return New(op, subject, Unsupported, "version %d was made by a newer holdfast, and this one reads %s: upgrade holdfast", got, reads)
	case got < 1:
		return New(op, subject, Invalid, "it has no version; this holdfast reads %s", reads)
	case got < oldest:
		return New(op, subject, Unsupported, "version %d is too old, and this holdfast reads %s: see doc/upgrades.md", got, reads)
	}
	return nil
}
