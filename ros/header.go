package ros

import (
	"encoding/binary"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// header is a connection header of TCPROS and UDPROS: the fields that two peers tell each other before data flows.
type header map[string]string

const (
	maxHeader     = 1 << 20          // bytes; definitions are the largest part
	headerTimeout = 10 * time.Second // a peer that takes longer to say who it is gets cut
)

// appendFields appends the fields, sorted, each behind its length.
func (h header) appendFields(dst []byte) []byte {
	for _, k := range slices.Sorted(maps.Keys(h)) {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(k)+1+len(h[k])))
		dst = append(dst, k...)
		dst = append(dst, '=')
		dst = append(dst, h[k]...)
	}
	return dst
}

// append appends the header behind its length.
func (h header) append(dst []byte) []byte {
	at := len(dst)
	dst = h.appendFields(append(dst, 0, 0, 0, 0))
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// parseHeader reads fields without a length in front. Where a field is given twice the last counts.
func parseHeader(b []byte) (header, error) {
	const op = "read connection header"
	h := header{}
	for len(b) > 0 {
		if len(b) < 4 {
			return nil, fault.New(op, "", fault.Truncated, "%d bytes where a field length must be", len(b))
		}
		n := binary.LittleEndian.Uint32(b)
		b = b[4:]
		if uint64(n) > uint64(len(b)) {
			return nil, fault.New(op, "", fault.TooLarge, "a field of %d bytes is announced, %d are left", n, len(b))
		}
		k, v, ok := strings.Cut(string(b[:n]), "=")
		if !ok || k == "" {
			return nil, fault.New(op, "", fault.Invalid, "field %.40q is not key=value", b[:n])
		}
		h[k] = v
		b = b[n:]
	}
	return h, nil
}

func readHeader(r io.Reader) (header, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, fault.New("read connection header", "", fault.Truncated, "%w", err)
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n > maxHeader {
		return nil, fault.New("read connection header", "", fault.TooLarge, "%d bytes are announced, at most %d are taken (is the peer speaking TCPROS?)", n, maxHeader)
	}
	b := make([]byte, min(int(n), 64<<10))
	for have := 0; ; {
		if _, err := io.ReadFull(r, b[have:]); err != nil {
			return nil, fault.New("read connection header", "", fault.Truncated, "%w", err)
		}
		if have = len(b); have == int(n) {
			return parseHeader(b)
		}
		b = append(b, make([]byte, min(int(n)-have, have))...)
	}
}

// exchange sends our header and reads the peer's answer, within headerTimeout.
func exchange(conn net.Conn, ours header) (header, error) {
	if err := conn.SetDeadline(time.Now().Add(headerTimeout)); err != nil {
		return nil, err
	}
	if _, err := conn.Write(ours.append(nil)); err != nil {
		return nil, fault.New("send connection header", "", fault.Unavailable, "%w", err)
	}
	theirs, err := readHeader(conn)
	if err != nil {
		return nil, err
	}
	if text, refused := theirs["error"]; refused {
		return nil, fault.New("connect", "", fault.Conflict, "the peer refuses: %s", text)
	}
	return theirs, conn.SetDeadline(time.Time{})
}
