// Package graph is the vocabulary of the ROS 1 graph: the Master, Parameter and Slave APIs as typed clients, and the rules by
// which their servers answer.
//
// Every method takes the caller's node name first and answers [code, message, value]: code 1 is success, 0 a call that was
// understood and failed, -1 a call that was wrong.
package graph

import (
	"context"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// Codes of an answer.
const (
	Error   = -1
	Failure = 0
	Success = 1
)

// StatusError is an answer whose code is not Success.
type StatusError struct {
	Code    int
	Message string
}

func (e *StatusError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("refused with code %d", e.Code)
	}
	return e.Message
}

// peer is one end point, called in the name of a node.
type peer struct {
	rpc    *xmlrpc.Client
	uri    string
	caller string
}

func (p *peer) call(ctx context.Context, method string, args ...any) (any, error) {
	result, err := p.rpc.Call(ctx, p.uri, method, append([]any{p.caller}, args...)...)
	if err != nil {
		return nil, err
	}
	answer, ok := result.([]any)
	if !ok || len(answer) != 3 {
		return nil, p.odd(method, "an answer is [code, message, value]")
	}
	code, ok := answer[0].(int)
	if !ok {
		return nil, p.odd(method, "the code is a %T, not an integer", answer[0])
	}
	if code != Success {
		message, _ := answer[1].(string)
		return nil, &fault.Error{Op: method, Subject: p.uri, Kind: fault.NotFound, Err: &StatusError{code, message}}
	}
	return answer[2], nil
}

func (p *peer) odd(method, format string, args ...any) error {
	return fault.New(method, p.uri, fault.Invalid, format, args...)
}

// as converts a value or says what it should have been.
func as[T any](p *peer, method string, v any, err error) (T, error) {
	var zero T
	if err != nil {
		return zero, err
	}
	t, ok := v.(T)
	if !ok {
		return zero, p.odd(method, "the value is a %T, not a %T", v, zero)
	}
	return t, nil
}

func asStrings(p *peer, method string, v any, err error) ([]string, error) {
	list, err := as[[]any](p, method, v, err)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(list))
	for i, e := range list {
		s, ok := e.(string)
		if !ok {
			return nil, p.odd(method, "element %d is a %T, not a string", i, e)
		}
		out[i] = s
	}
	return out, nil
}

func asPairs(p *peer, method string, v any, err error) ([][2]string, error) {
	list, err := as[[]any](p, method, v, err)
	if err != nil {
		return nil, err
	}
	out := make([][2]string, len(list))
	for i, e := range list {
		pair, _ := e.([]any)
		if len(pair) != 2 {
			return nil, p.odd(method, "element %d is no pair", i)
		}
		for j := range pair {
			s, ok := pair[j].(string)
			if !ok {
				return nil, p.odd(method, "element %d holds a %T, not a string", i, pair[j])
			}
			out[i][j] = s
		}
	}
	return out, nil
}
