package ros

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
)

// UDPROS: a message, its length in front, is cut into blocks, one a datagram. Each datagram begins with
//
//	connection id uint32, operation uint8, message id uint8, block uint16
//
// where the first block of a message (operation 0) carries the number of blocks and the others (operation 1) their index.
const (
	udpHead = 8
	opFirst = 0
	opMore  = 1

	defaultDatagram = 1500
	minDatagram     = 64
	maxDatagram     = 65507
	maxUDPMessage   = 64 << 20 // larger ones never arrive whole
)

// udpWriter cuts messages into datagrams of a connected socket.
type udpWriter struct {
	*net.UDPConn
	id      uint32
	payload int
	message uint8
	buf     []byte
}

// Write sends one message, its length in front.
func (w *udpWriter) Write(b []byte) (int, error) {
	blocks := (len(b) + w.payload - 1) / w.payload
	if blocks > math.MaxUint16 {
		return 0, nil // cannot be sent this way: lost, as any message over UDP may be
	}
	w.message++
	for i := range blocks {
		chunk := b[i*w.payload : min((i+1)*w.payload, len(b))]
		op, block := uint8(opMore), uint16(i)
		if i == 0 {
			op, block = opFirst, uint16(blocks)
		}
		w.buf = binary.LittleEndian.AppendUint32(w.buf[:0], w.id)
		w.buf = append(w.buf, op, w.message)
		w.buf = binary.LittleEndian.AppendUint16(w.buf, block)
		w.buf = append(w.buf, chunk...)
		if _, err := w.UDPConn.Write(w.buf); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// offerUDP starts a link to a subscriber that asks for [UDPROS, header, host, port, largest datagram] and answers
// [UDPROS, host, port, connection id, largest datagram, header].
func (n *Node) offerUDP(p *publication, proto []any) (any, error) {
	const op = "accept subscriber"
	if len(proto) != 5 {
		return nil, fault.New(op, p.topic, fault.Invalid, "UDPROS takes header, host, port and datagram size")
	}
	raw, ok1 := proto[1].([]byte)
	host, ok2 := proto[2].(string)
	port, ok3 := proto[3].(int)
	size, ok4 := proto[4].(int)
	if !ok1 || !ok2 || !ok3 || !ok4 || port <= 0 || port > 65535 || size < udpHead+1 {
		return nil, fault.New(op, p.topic, fault.Invalid, "UDPROS takes header, host, port and datagram size")
	}
	h, err := parseHeader(raw)
	if err != nil {
		return nil, err
	}
	if err := p.check(h); err != nil {
		return nil, err
	}
	remote, err := net.ResolveUDPAddr("udp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, fault.New(op, host, fault.NotFound, "%w", err)
	}
	var local *net.UDPAddr
	if n.listen != "" {
		local = &net.UDPAddr{IP: net.ParseIP(n.listen)}
	}
	conn, err := net.DialUDP("udp", local, remote)
	if err != nil {
		return nil, fault.New(op, remote.String(), fault.Unavailable, "%w", err)
	}
	size = min(size, maxDatagram)
	w := &udpWriter{UDPConn: conn, id: rand.Uint32() >> 1, payload: size - udpHead}
	l := newSubLink(n, conn, h["callerid"], "UDPROS")
	l.conn = w
	n.mu.Lock()
	if n.isClosed() {
		n.mu.Unlock()
		conn.Close()
		return nil, n.errClosed(op, p.topic)
	}
	n.wg.Go(func() {
		defer closeOnEnd(n.ctx, conn)()
		p.replace(remote)
		if p.add(l) {
			l.serve(p)
		}
	})
	n.mu.Unlock()
	return []any{"UDPROS", n.Host, conn.LocalAddr().(*net.UDPAddr).Port, int(w.id), size, p.answer().appendFields(nil)}, nil
}

// replace ends the UDP link to an address that asks for a new one.
func (p *publication) replace(remote *net.UDPAddr) {
	p.mu.Lock()
	links := slices.Clone(p.links)
	p.mu.Unlock()
	for _, l := range links {
		if l.transport == "UDPROS" && l.remote.String() == remote.String() {
			l.conn.Close()
		}
	}
}

// connectUDP asks the publisher to send datagrams and puts messages together until the link ends.
func (l *pubLink) connectUDP() error {
	const op = "connect"
	conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.ParseIP(l.s.node.listen)})
	if err != nil {
		return fault.New(op, l.uri, fault.Unavailable, "%w", err)
	}
	defer closeOnEnd(l.ctx, conn)()
	_ = conn.SetReadBuffer(4 << 20) // as much as the system grants
	ctx, cancel := context.WithTimeout(l.ctx, connectTimeout)
	defer cancel()
	ask := []any{"UDPROS", l.header().appendFields(nil), l.s.node.Host, conn.LocalAddr().(*net.UDPAddr).Port, l.s.udp}
	answer, err := l.s.node.Slave(l.uri).RequestTopic(ctx, l.s.topic, []any{ask})
	if err != nil {
		return err
	}
	if len(answer) < 6 || answer[0] != "UDPROS" {
		return fault.New(op, l.uri, fault.Unsupported, "the publisher has no UDPROS")
	}
	id, ok1 := answer[3].(int)
	host, ok2 := answer[1].(string)
	raw, ok3 := answer[5].([]byte)
	if !ok1 || !ok2 || !ok3 {
		return fault.New(op, l.uri, fault.Invalid, "answer %.200v is not [UDPROS, host, port, id, size, header]", answer)
	}
	h, err := parseHeader(raw)
	if err != nil {
		return err
	}
	from, err := net.ResolveIPAddr("ip", host)
	if err != nil {
		return fault.New(op, host, fault.NotFound, "%w", err)
	}
	src, err := l.accept(h, "UDPROS", host)
	if err != nil {
		return err
	}
	var a assembler
	buf := make([]byte, maxDatagram)
	for {
		n, addr, err := conn.ReadFromUDP(buf)
		if err != nil {
			if l.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return fault.New("receive", l.uri, fault.Preempted, "%w", err)
			}
			continue // a datagram's fault is not the link's
		}
		if !addr.IP.Equal(from.IP) {
			continue
		}
		if f := a.take(buf[:n], uint32(id)); f != nil {
			l.deliver(src, f, false)
		}
	}
}

// assembler puts the blocks of one message at a time together. A block of another message abandons the unfinished one.
type assembler struct {
	message uint8
	active  bool
	total   int // blocks; 0 until the first has come
	blocks  [][]byte
	have    int
	bytes   int
}

// take reads a datagram of the connection and returns the frame that it completes, or nil.
func (a *assembler) take(d []byte, id uint32) *frame {
	if len(d) < udpHead || binary.LittleEndian.Uint32(d) != id {
		return nil
	}
	op, message, block := d[4], d[5], int(binary.LittleEndian.Uint16(d[6:]))
	if op > opMore {
		return nil
	}
	if !a.active || a.message != message {
		*a = assembler{message: message, active: true, blocks: a.blocks[:0]}
	}
	index := block
	if op == opFirst {
		if a.total != 0 || block == 0 || block < len(a.blocks) {
			a.active = false // sent twice, or nonsense
			return nil
		}
		a.total, index = block, 0
	} else if index == 0 || a.total != 0 && index >= a.total {
		return nil
	}
	if grow := index + 1 - len(a.blocks); grow > 0 {
		a.blocks = append(a.blocks, make([][]byte, grow)...)
	}
	if a.blocks[index] != nil {
		return nil
	}
	a.bytes += len(d) - udpHead
	if a.bytes > maxUDPMessage {
		a.active = false
		return nil
	}
	a.blocks[index] = append([]byte{}, d[udpHead:]...)
	a.have++
	if a.have != a.total {
		return nil
	}
	a.active = false
	if a.bytes < 4 {
		return nil
	}
	f := newFrame(a.bytes - 4)
	at := 0
	for _, b := range a.blocks[:a.total] {
		at += copy(f.b[at:], b)
	}
	if int(binary.LittleEndian.Uint32(f.b)) != a.bytes-4 {
		f.release()
		return nil
	}
	return f
}
