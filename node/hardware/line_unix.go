//go:build unix

package hardware

import (
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// newLine takes over a connection. Reads of a Unix socket block their thread in the kernel, which wakes it as soon as there is something:
// through the runtime's poller an answer takes milliseconds on a busy machine, which a loop of a kilohertz does not have.
func newLine(c net.Conn) line {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return pooled{c}
	}
	f, err := u.File() // a second descriptor of the socket
	if err != nil {
		return pooled{c}
	}
	b := &blocking{conn: c, file: f, fd: int(f.Fd())}
	if syscall.SetNonblock(b.fd, false) != nil {
		f.Close()
		return pooled{c}
	}
	return b
}

// blocking reads and writes a socket by system calls.
type blocking struct {
	conn  net.Conn
	file  *os.File
	fd    int
	limit time.Duration // of a read, as the kernel knows it
}

func (b *blocking) wait(d time.Duration) {
	if d == b.limit {
		return
	}
	tv := syscall.NsecToTimeval(int64(d))
	if syscall.SetsockoptTimeval(b.fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &tv) == nil {
		b.limit = d
	}
}

func (b *blocking) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(b.fd, p)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			return 0, os.ErrDeadlineExceeded
		case err != nil:
			return 0, fault.New("read socket", "", fault.Unavailable, "%w", err)
		case n == 0 && len(p) > 0:
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
			return done, fault.New("write socket", "", fault.Unavailable, "%w", err)
		}
		done += n
	}
	return done, nil
}

// Close ends a read that waits, too.
func (b *blocking) Close() error {
	_ = syscall.Shutdown(b.fd, syscall.SHUT_RDWR) // the other side may have closed it
	return b.conn.Close()                         // the second descriptor goes with its File, when no read uses it any more
}
