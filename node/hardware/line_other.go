//go:build !unix

package hardware

import "net"

// newLine takes over a connection.
func newLine(c net.Conn) line { return pooled{c} }
