//go:build !unix

package board

import (
	"io"
	"net"
	"time"
)

// steady is the connection itself: only Unix has descriptors that block their thread.
func steady(c net.Conn, _ time.Duration) io.ReadWriter { return c }
