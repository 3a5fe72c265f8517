package sidecar

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

var update = flag.Bool("update", false, "write the conversation of this version to testdata, once, before a release")

// tap keeps what goes over a connection.
type tap struct {
	io.ReadWriteCloser
	sent, heard bytes.Buffer
}

func (c *tap) Read(p []byte) (int, error) {
	n, err := c.ReadWriteCloser.Read(p)
	c.heard.Write(p[:n])
	return n, err
}

func (c *tap) Write(p []byte) (int, error) {
	n, err := c.ReadWriteCloser.Write(p)
	c.sent.Write(p[:n])
	return n, err
}

// A sidecar that somebody wrote against version 1 in another language hears and says these bytes: they stay as they are until the version is raised.
func TestGoldenConversation(t *testing.T) {
	f := hardwaretest.NewFake("r_gripper_motor")
	f.Boards[0].Memory = hardware.EncodeOffset(4)
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	go func() {
		err := (&Server{Bus: f, Hold: 30 * time.Second}).Serve(theirs)
		theirs.Close()
		done <- err
	}()
	wire := &tap{ReadWriteCloser: ours}
	c, err := Connect(wire, nil)
	if err != nil {
		t.Fatal(err)
	}
	out, in := make([]byte, hardware.CommandSize), make([]byte, c.size)
	cmd := hardware.Command{Mode: 1, Current: 250}
	for i := range 3 {
		switch i {
		case 1:
			c.Keep(0, hardware.Hold, &cmd)
		case 2:
			if err := c.SaveOffset(0, hardware.EncodeOffset(5)); err != nil {
				t.Fatal(err)
			}
		}
		cmd.Encode(out)
		if err := c.Exchange(time.Duration(i)*time.Millisecond, out, in); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for who, b := range map[string]*bytes.Buffer{"loop": &wire.sent, "sidecar": &wire.heard} {
		name := fmt.Sprintf("testdata/version%d-%s.bin", version, who)
		if *update {
			if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatalf("version %d has no golden conversation: %v", version, err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("the %s says\n%x\nand said\n%x\nsidecars that others wrote break on that: raise the version, or keep the bytes", who, b.Bytes(), want)
		}
	}
}
