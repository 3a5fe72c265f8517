package bridge

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
)

const (
	minFragment  = 64      // bytes; smaller wishes are raised, because the frame around a fragment has about as many
	maxFragments = 1 << 16 // of one message
	maxPieces    = 8       // messages that a client may have begun
	pieceTime    = 30 * time.Second
)

// fragments puts messages together that a client sends in pieces.
type fragments struct {
	limit int // bytes of all messages that have begun
	begun []*pieces
	bytes int
}

type pieces struct {
	id    string
	parts []string
	have  int
	bytes int
	since time.Time
}

// add takes a fragment and returns the whole message when it is the last.
func (f *fragments) add(r *request) ([]byte, error) {
	bad := func(kind fault.Kind, format string, args ...any) ([]byte, error) {
		return nil, fault.New("fragment", "", kind, format, args...)
	}
	var total number
	if err := json.Unmarshal(r.Total, &total); err != nil {
		return bad(fault.Invalid, "total must be the number of fragments")
	}
	n, num := total.in(0, maxFragments+1), r.Num.in(-1, maxFragments+1)
	if n < 1 || n > maxFragments || num < 0 || num >= n {
		return bad(fault.Invalid, "fragment %v of %v; num counts from 0, and total is at most %d", float64(r.Num), float64(total), maxFragments)
	}
	now := time.Now()
	for i := 0; i < len(f.begun); { // what was never finished
		if now.Sub(f.begun[i].since) > pieceTime {
			f.forget(i)
		} else {
			i++
		}
	}
	id := r.key()
	at := -1
	for i, p := range f.begun {
		if p.id == id {
			at = i
		}
	}
	if at >= 0 && len(f.begun[at].parts) != n {
		f.forget(at)
		return bad(fault.Invalid, "the fragments of one message differ in total; it is dropped")
	}
	if at < 0 {
		if len(f.begun) >= maxPieces {
			f.forget(0)
		}
		f.begun = append(f.begun, &pieces{id: id, parts: make([]string, n), since: now})
		at = len(f.begun) - 1
	}
	p := f.begun[at]
	if r.Data == "" {
		f.forget(at)
		return bad(fault.Invalid, "fragment %d is empty; the message is dropped", num)
	}
	if p.parts[num] != "" { // again: the first counts
		return nil, nil
	}
	if f.bytes+len(r.Data) > f.limit {
		f.forget(at)
		return bad(fault.TooLarge, "unfinished messages have more than %d bytes; this one is dropped", f.limit)
	}
	p.parts[num] = r.Data
	p.have++
	p.bytes += len(r.Data)
	f.bytes += len(r.Data)
	if p.have < n {
		return nil, nil
	}
	whole := make([]byte, 0, p.bytes)
	for _, s := range p.parts {
		whole = append(whole, s...)
	}
	f.forget(at)
	return whole, nil
}

func (f *fragments) forget(i int) {
	f.bytes -= f.begun[i].bytes
	f.begun = append(f.begun[:i:i], f.begun[i+1:]...)
}

// cut splits text into pieces of at most size bytes, between characters.
func cut(text []byte, size int) [][]byte {
	var out [][]byte
	for len(text) > size {
		n := size
		for n > size-utf8.UTFMax && !utf8.RuneStart(text[n]) {
			n--
		}
		out = append(out, text[:n])
		text = text[n:]
	}
	return append(out, text)
}

// fragment is one piece as an operation.
func fragment(b []byte, id json.RawMessage, data []byte, num, total int) []byte {
	b = append(append(b, `{"op":"fragment","id":`...), id...)
	b = append(appendText(append(b, `,"data":`...), data), `,"num":`...)
	b = strconv.AppendInt(b, int64(num), 10)
	b = strconv.AppendInt(append(b, `,"total":`...), int64(total), 10)
	return append(b, '}')
}

// appendText appends JSON text as a JSON string.
func appendText(b, s []byte) []byte {
	b = append(b, '"')
	for {
		i := bytes.IndexAny(s, "\"\\\n") // all that our JSON has and a string must not
		if i < 0 {
			return append(append(b, s...), '"')
		}
		b = append(append(b, s[:i]...), '\\')
		if s[i] == '\n' {
			b = append(b, 'n')
		} else {
			b = append(b, s[i])
		}
		s = s[i+1:]
	}
}

func fragmentsOf(text []byte, size int, id json.RawMessage) [][]byte {
	parts := cut(text, size)
	out := make([][]byte, len(parts))
	for i, p := range parts {
		out[i] = fragment(nil, id, p, i, len(parts))
	}
	return out
}

// writeFragments sends a text in pieces.
func (c *client) writeFragments(text []byte, size int, id json.RawMessage) error {
	parts := cut(text, size)
	var b []byte
	for i, p := range parts {
		b = fragment(b[:0], id, p, i, len(parts))
		if err := c.write(websocket.MessageText, b); err != nil {
			return err
		}
	}
	return nil
}
