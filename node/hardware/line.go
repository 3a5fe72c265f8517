package hardware

import (
	"io"
	"net"
	"time"
)

// line is a connection whose reads give up after a time.
type line interface {
	io.ReadWriteCloser
	// wait sets how long the reads from now on may take.
	wait(time.Duration)
}

// pooled is a connection that waits in the runtime's poller.
type pooled struct{ net.Conn }

func (p pooled) wait(d time.Duration) { _ = p.SetDeadline(time.Now().Add(d)) } // a closed connection says so when it is used
