//go:build unix

package board

import (
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// steady is a connection whose reads and writes block their thread in the kernel, which wakes it as soon as there is something. Through the
// runtime's poller an answer can take milliseconds on a busy machine, which a loop of a kilohertz does not have. Reads wait so
// long at most, 0 for ever. What is no Unix socket stays as it is.
func steady(c net.Conn, wait time.Duration) io.ReadWriter {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return c
	}
	f, err := u.File() // a second descriptor
	if err != nil {
		return c
	}
	b := &blocking{f: f, fd: int(f.Fd())} // Fd makes it blocking
	tv := syscall.NsecToTimeval(int64(wait))
	if syscall.SetNonblock(b.fd, false) != nil || syscall.SetsockoptTimeval(b.fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &tv) != nil {
		f.Close()
		return c
	}
	return b
}

// blocking reads and writes a descriptor by system calls.
type blocking struct {
	f  *os.File
	fd int
}

func (b *blocking) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(b.fd, p)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (b *blocking) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n, err := syscall.Write(b.fd, p[done:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// Close closes the second descriptor.
func (b *blocking) Close() error {
	_ = syscall.Shutdown(b.fd, syscall.SHUT_RDWR) // ends a read that waits
	return b.f.Close()
}
