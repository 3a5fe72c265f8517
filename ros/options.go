package ros

import "time"

// PubOption adjusts a publisher.
type PubOption interface{ applyPub(*pubOptions) }

// SubOption adjusts a subscriber.
type SubOption interface{ applySub(*subOptions) }

type pubOptions struct {
	queue int
	latch bool
	keep  time.Duration
}

type subOptions struct {
	queue  int
	udp    int // largest datagram; 0: TCP
	borrow bool
}

// DefaultQueue is how many messages wait for a subscriber, or for a callback, unless QueueSize says otherwise.
const DefaultQueue = 100

// QueueSize sets how many messages may wait, for each subscriber of a publisher, or for the callback of a subscriber. When one
// more comes the oldest is dropped. A queue also never holds more than 256 MiB, but for a single message.
func QueueSize(n int) interface {
	PubOption
	SubOption
} {
	return queueSize(max(n, 1))
}

type queueSize int

func (q queueSize) applyPub(o *pubOptions) { o.queue = int(q) }
func (q queueSize) applySub(o *subOptions) { o.queue = int(q) }

// Latch keeps the last message and sends it to each new subscriber.
func Latch() PubOption { return latch{} }

type latch struct{}

func (latch) applyPub(o *pubOptions) { o.latch = true }

// Keep sends new subscribers what has been published within the last d, as far as QueueSize allows. It is how a result reaches
// a client that connects a moment too late.
func Keep(d time.Duration) PubOption { return keep(d) }

type keep time.Duration

func (k keep) applyPub(o *pubOptions) { o.keep = time.Duration(k) }

// UDP asks publishers for UDPROS with datagrams of at most size bytes; 0 means 1500. Messages may get lost. Publishers
// without UDPROS, rospy's for one, are not heard.
func UDP(size int) SubOption {
	if size == 0 {
		size = defaultDatagram
	}
	return udp(min(max(size, minDatagram), maxDatagram))
}

type udp int

func (u udp) applySub(o *subOptions) { o.udp = int(u) }

// Borrow lends each message to the callback for the duration of the call only: the message is reused for the next one and its
// byte arrays alias the receive buffer. Large messages cost no copy and no allocation then.
func Borrow() SubOption { return borrow{} }

type borrow struct{}

func (borrow) applySub(o *subOptions) { o.borrow = true }
