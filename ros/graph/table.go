package graph

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/names"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// Arg checks one argument of a method, as the caller meant it, and may replace it by its resolved form.
type Arg func(caller string, v any) (any, error)

// Method is one method of a server. Do gets the checked arguments; its error is answered with its code when it is a
// *StatusError, with Error otherwise, and with Fail as the value.
type Method struct {
	Args     []Arg
	Optional int // how many of the last arguments may be left out
	Fail     any
	Do       func(ctx context.Context, caller string, args []any) (value any, message string, err error)
}

// Table is the methods of a server by name.
type Table map[string]Method

// Handle is an xmlrpc.Handler over the table.
func (t Table) Handle(ctx context.Context, method string, args []any) (any, error) {
	m, ok := t[method]
	if !ok {
		return nil, &xmlrpc.Fault{Code: xmlrpc.CodeUnknownMethod, String: fmt.Sprintf("method %q is not supported", method)}
	}
	value, message, err := m.run(ctx, args)
	if err != nil {
		code := Error
		var status *StatusError
		if errors.As(err, &status) {
			code = status.Code
		}
		return []any{code, err.Error(), m.Fail}, nil
	}
	return []any{Success, message, value}, nil
}

func (m *Method) run(ctx context.Context, args []any) (any, string, error) {
	if len(args) == 0 {
		return nil, "", errors.New("the first argument must be the caller's name")
	}
	caller, ok := args[0].(string)
	if !ok {
		return nil, "", fmt.Errorf("the caller's name must be a string, not a %s", kind(args[0]))
	}
	args = args[1:]
	if len(args) > len(m.Args) || len(args) < len(m.Args)-m.Optional {
		return nil, "", fmt.Errorf("wrong number of arguments: the caller's name and %d were given, the method takes %d more", len(args), len(m.Args))
	}
	checked := make([]any, len(m.Args))
	for i, v := range args {
		var err error
		if checked[i], err = m.Args[i](caller, v); err != nil {
			return nil, "", fmt.Errorf("argument %d: %w", i+2, err)
		}
	}
	return m.Do(ctx, caller, checked)
}

func kind(v any) string {
	switch v.(type) {
	case nil:
		return "nil"
	case []any:
		return "array"
	case map[string]any:
		return "struct"
	}
	return fmt.Sprintf("%T", v)
}

// AnyArg takes every value.
func AnyArg(_ string, v any) (any, error) { return v, nil }

// StringArg takes a string.
func StringArg(_ string, v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("must be a string, not a %s", kind(v))
	}
	return s, nil
}

// NameArg takes the name of a topic, service, node or parameter and resolves it as the caller's.
func NameArg(caller string, v any) (any, error) {
	s, ok := v.(string)
	if !ok || s == "" {
		return nil, errors.New("must be a name, a string that is not empty")
	}
	if strings.ContainsAny(s, " \t\r\n") {
		return nil, fmt.Errorf("name %.80q holds white space", s)
	}
	return names.Resolve(names.Join("/", caller), s), nil
}

// NamespaceArg takes a name or the empty string.
func NamespaceArg(caller string, v any) (any, error) {
	if s, ok := v.(string); ok && s == "" {
		return s, nil
	}
	return NameArg(caller, v)
}

// TypeArg takes a message type such as std_msgs/String, or "*".
func TypeArg(_ string, v any) (any, error) {
	s, ok := v.(string)
	if !ok || s == "" {
		return nil, errors.New("must be a type such as std_msgs/String")
	}
	if pkg, name, ok := strings.Cut(s, "/"); s != "*" && (!ok || pkg == "" || name == "" || strings.Contains(name, "/")) {
		return nil, fmt.Errorf("%.80q is no type such as std_msgs/String", s)
	}
	return s, nil
}

// URIArg takes an absolute URI of the scheme ("http", "rosrpc") with a host and a port.
func URIArg(scheme string) Arg {
	return func(_ string, v any) (any, error) {
		s, ok := v.(string)
		if !ok || s == "" {
			return nil, fmt.Errorf("must be a URI such as %s://host:port/", scheme)
		}
		u, err := url.Parse(s)
		if err != nil || u.Scheme != scheme || u.Hostname() == "" || u.Port() == "" {
			return nil, fmt.Errorf("%.120q is no URI such as %s://host:port/", s, scheme)
		}
		return s, nil
	}
}
