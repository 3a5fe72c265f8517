package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
)

// request is an operation of a client. Which members count depends on op.
type request struct {
	Op   string          `json:"op"`
	ID   json.RawMessage `json:"id"` // a string by the protocol; whatever it is comes back as it was
	Type string          `json:"type"`

	Topic        string          `json:"topic"`
	Msg          json.RawMessage `json:"msg"`
	Latch        bool            `json:"latch"`
	QueueSize    number          `json:"queue_size"`
	ThrottleRate number          `json:"throttle_rate"` // ms
	QueueLength  number          `json:"queue_length"`
	FragmentSize number          `json:"fragment_size"`
	Compression  string          `json:"compression"`

	Service string          `json:"service"`
	Args    json.RawMessage `json:"args"`
	Values  json.RawMessage `json:"values"`
	Result  json.RawMessage `json:"result"`
	Timeout number          `json:"timeout"` // s
	Cancel  []string        `json:"cancel"`  // actions

	Action     string `json:"action"`
	ActionType string `json:"action_type"`
	Feedback   bool   `json:"feedback"`
	Status     number `json:"status"`

	Level string          `json:"level"`
	Data  string          `json:"data"`
	Num   number          `json:"num"`
	Total json.RawMessage `json:"total"`
}

// number is a JSON number; null and a missing one are zero.
type number float64

// in bounds a number to whole numbers of a range.
func (n number) in(low, high int) int {
	if !(float64(n) > float64(low)) {
		return low
	}
	if float64(n) > float64(high) {
		return high
	}
	return int(n)
}

// parse reads an operation. It does not keep data.
func parse(data []byte) (*request, error) {
	var r request
	if err := json.Unmarshal(data, &r); err != nil {
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) && typ.Field != "" {
			return &r, fault.New("read operation", "", fault.Invalid, "%q is a JSON %s, which it must not be", typ.Field, typ.Value)
		}
		return &r, fault.New("read operation", "", fault.Invalid, "no JSON object with an op: %w", err)
	}
	if r.Op == "" {
		return &r, fault.New("read operation", "", fault.Invalid, "the object has no op")
	}
	if max(len(r.ID), len(r.Topic), len(r.Type), len(r.Service), len(r.Action), len(r.ActionType)) > maxName {
		return &request{}, fault.New("read operation", "", fault.TooLarge, "an id or a name has more than %d bytes", maxName)
	}
	return &r, nil
}

// Limits of texts.
const (
	maxName   = 1 << 10 // of a client: ids, names of topics, services, types
	maxStatus = 4 << 10 // to a client: why something failed, which may quote what it sent
)

// words is what a client is told of an error.
func words(err error) string {
	text := err.Error()
	var answered *ros.ServiceError
	if errors.As(err, &answered) { // the server's own words
		text = answered.Text
	}
	if len(text) > maxStatus {
		text = strings.ToValidUTF8(text[:maxStatus], "") + "..."
	}
	return text
}

// key is the id as text, for maps and comparisons.
func (r *request) key() string {
	var s string
	if json.Unmarshal(r.ID, &s) == nil {
		return s
	}
	return string(r.ID)
}

// truth is what JavaScript makes of a value where a boolean is wanted: clients send what a callback returned.
func truth(v json.RawMessage) bool {
	switch s := strings.TrimSpace(string(v)); s {
	case "", "false", "null", "0", "-0", `""`:
		return false
	}
	return true
}

// isNothing reports whether a member was missing or null.
func isNothing(v json.RawMessage) bool {
	v = bytes.TrimSpace(v)
	return len(v) == 0 || string(v) == "null"
}

// appendJSON appends a value that cannot fail to become JSON.
func appendJSON(b []byte, v any) []byte {
	enc, err := json.Marshal(v)
	if err != nil { // a float that is no number, in a parameter
		enc = []byte("null")
	}
	return append(b, enc...)
}

// object makes a JSON object of keys and values. A json.RawMessage goes in as it is; one that is empty is left out with its key.
func object(pairs ...any) []byte {
	b := []byte{'{'}
	for i := 0; i < len(pairs); i += 2 {
		raw, isRaw := pairs[i+1].(json.RawMessage)
		if isRaw && len(raw) == 0 {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(appendJSON(b, pairs[i]), ':')
		if isRaw {
			b = append(b, raw...)
		} else {
			b = appendJSON(b, pairs[i+1])
		}
	}
	return append(b, '}')
}
