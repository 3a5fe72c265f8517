package sidecar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// pair is a client of a sidecar that serves a bus over a pipe.
func pair(t *testing.T, bus hardware.Bus) (*Client, <-chan error) {
	t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	go func() {
		err := (&Server{Bus: bus}).Serve(theirs)
		theirs.Close()
		done <- err
	}()
	c, err := Connect(ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, done
}

func TestHW46_SidecarLoopback(t *testing.T) {
	f := hardwaretest.NewFake("r_gripper_motor")
	f.Keep = false
	c, done := pair(t, f)
	hardwaretest.Conform(t, hardwaretest.Subject{Bus: c})
	if err := <-done; err != nil {
		t.Errorf("the sidecar ends with %v", err)
	}
}

func TestSidecarRemembersOffsets(t *testing.T) {
	f := hardwaretest.NewFake("m")
	f.Boards[0].Memory = hardware.EncodeOffset(4)
	c, done := pair(t, f)
	if ram, err := c.LoadOffset(0); err != nil || ram != hardware.EncodeOffset(4) {
		t.Errorf("%v, %v", ram, err)
	}
	if err := c.SaveOffset(0, hardware.EncodeOffset(5)); err != nil {
		t.Fatal(err)
	}
	out, in := make([]byte, 8), make([]byte, c.size)
	(&hardware.Command{}).Encode(out)
	if err := c.Exchange(0, out, in); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil || f.Boards[0].Memory != hardware.EncodeOffset(5) {
		t.Errorf("%v, %v", err, f.Boards[0].Memory)
	}
}

// A loop that goes away without a word leaves no torque behind.
func TestMotorsGoOffWithTheLoop(t *testing.T) {
	f := hardwaretest.NewFake("m")
	c, done := pair(t, f)
	out, in := make([]byte, 8), make([]byte, c.size)
	(&hardware.Command{Mode: 3, Current: 100}).Encode(out)
	if err := c.Exchange(0, out, in); err != nil {
		t.Fatal(err)
	}
	c.rw.Close()
	if err := <-done; fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v", err)
	}
	if last := f.Boards[0].Commands[len(f.Boards[0].Commands)-1]; last != (hardware.Command{}) {
		t.Errorf("the last command is %+v", last)
	}
	if err := c.Exchange(0, out, in); err == nil {
		t.Error("an exchange without a sidecar")
	}
}

// script is a sidecar that says what a test wants, whatever it is asked.
type script struct {
	io.Reader
	closed bool
}

func (s *script) Write(p []byte) (int, error) { return len(p), nil }
func (s *script) Close() error                { s.closed = true; return nil }

// greeting is a sidecar's with one board.
func greeting() []byte {
	var b bytes.Buffer
	f := hardwaretest.NewFake("m")
	_ = (&Server{Bus: f}).Serve(struct {
		io.Reader
		io.Writer
	}{bytes.NewReader(append([]byte(magic), version, 0, 0, 0)), &b})
	return b.Bytes()
}

func frame(number uint32, result byte, body []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(1+5+len(body)))
	b = append(binary.LittleEndian.AppendUint32(append(b, msgFrame), number), result)
	return append(b, body...)
}

// trickle gives its parts one read at a time, an error where a part is nil.
type trickle struct{ parts [][]byte }

func (r *trickle) Read(p []byte) (int, error) {
	if len(r.parts) == 0 {
		return 0, io.EOF
	}
	part := r.parts[0]
	if part == nil {
		r.parts = r.parts[1:]
		return 0, errors.New("timed out")
	}
	n := copy(p, part)
	if r.parts[0] = part[n:]; n == len(part) {
		r.parts = r.parts[1:]
	}
	return n, nil
}

func TestLateAndBrokenAnswers(t *testing.T) {
	body := make([]byte, 155)
	body[0] = 7
	out, in := make([]byte, 8), make([]byte, 155)
	// The answer to the first exchange stops halfway and goes on during the second: it is dropped, and the second gets its own.
	one, two := frame(1, 0, body), frame(2, 0, body)
	two[10+0] = 9
	c, err := Connect(&script{Reader: &trickle{[][]byte{greeting(), one[:50], nil, one[50:], two}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Exchange(0, out, in); !errors.Is(err, hardware.ErrNoFrame) || c.Err() != nil {
		t.Errorf("half an answer: %v, %v", err, c.Err())
	}
	if err := c.Exchange(1, out, in); err != nil || in[0] != 9 || c.Late() != 1 {
		t.Errorf("%v, byte %d, %d late", err, in[0], c.Late())
	}
	// An answer that comes twice is dropped the second time.
	c, err = Connect(&script{Reader: &trickle{[][]byte{greeting(), frame(1, 0, body), frame(1, 0, body), frame(2, 1, nil), frame(3, 2, nil)}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Exchange(0, out, in); err != nil {
		t.Error(err)
	}
	if err := c.Exchange(1, out, in); !errors.Is(err, hardware.ErrNoFrame) || c.Late() != 1 || c.Err() != nil {
		t.Errorf("no frame: %v", err)
	}
	if err := c.Exchange(2, out, in); !errors.Is(err, hardware.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	for name, answer := range map[string][]byte{
		"length of 0": {0, 0, 0, 0, 1}, "huge length": {255, 255, 255, 255, 1}, "another type": {6, 0, 0, 0, 9, 1, 0, 0, 0, 0}, "short frame": frame(1, 0, body[:20]), "unknown result": frame(1, 7, nil), "end": {},
	} {
		c, err := Connect(&script{Reader: &trickle{[][]byte{append(greeting(), answer...)}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Exchange(0, out, in); err == nil || c.Err() == nil {
			t.Errorf("%s: %v, %v", name, err, c.Err())
		}
		if err := c.Exchange(0, out, in); !errors.Is(err, hardware.ErrClosed) {
			t.Errorf("%s, then: %v", name, err)
		}
	}
}

func TestGreetings(t *testing.T) {
	good := greeting()
	change := func(i int, v byte) []byte {
		b := bytes.Clone(good)
		b[i] = v
		return b
	}
	for name, c := range map[string]struct {
		says []byte
		kind fault.Kind
	}{
		"nothing": {nil, fault.Unavailable}, "something else": {[]byte("HTTP/1.1 400 Bad Request"), fault.Invalid}, "version 2": {change(4, 2), fault.Unsupported},
		"huge": {change(11, 0x7f), fault.TooLarge}, "cut": {good[:40], fault.Truncated}, "no JSON": {change(12, 'x'), fault.Invalid},
	} {
		if _, err := Connect(&script{Reader: bytes.NewReader(c.says)}, nil); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestExchangeAlloc(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	f := hardwaretest.NewFake("m")
	f.Keep = false
	c, done := pair(t, f)
	out, in := make([]byte, 8), make([]byte, c.size)
	(&hardware.Command{}).Encode(out)
	exchange := func() {
		if err := c.Exchange(time.Millisecond, out, in); err != nil {
			t.Error(err)
		}
	}
	exchange()
	if n := testing.AllocsPerRun(200, exchange); n > 0.5 { // of both sides together
		t.Errorf("%v allocations an exchange", n)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	<-done
}

func FuzzClient(f *testing.F) {
	f.Add(greeting())
	f.Add(append(greeting(), frame(1, 0, make([]byte, 155))...))
	f.Fuzz(func(t *testing.T, says []byte) {
		c, err := Connect(&script{Reader: bytes.NewReader(says)}, nil)
		if err != nil {
			return
		}
		out, in := make([]byte, 8*len(c.Devices())), make([]byte, c.size)
		for range 5 {
			_ = c.Exchange(0, out, in)
		}
	})
}

func FuzzServer(f *testing.F) {
	hello := append([]byte(magic), version, 0, 0, 0)
	msg := append(binary.LittleEndian.AppendUint32(bytes.Clone(hello), 21), msgExchange)
	f.Add(append(msg, make([]byte, 20)...))
	f.Add(append(bytes.Clone(hello), 1, 0, 0, 0, msgBye))
	f.Fuzz(func(t *testing.T, says []byte) {
		fake := hardwaretest.NewFake("m")
		_ = (&Server{Bus: fake}).Serve(struct {
			io.Reader
			io.Writer
		}{bytes.NewReader(says), io.Discard})
		if n := len(fake.Boards[0].Commands); n > 0 && fake.Boards[0].Commands[n-1] != (hardware.Command{}) {
			t.Fatalf("the last command is %+v", fake.Boards[0].Commands[n-1])
		}
	})
}
