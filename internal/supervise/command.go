package supervise

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// errGone is what stopping a process that has ended answers.
var errGone = os.ErrProcessDone

// Command starts a command as a Process. It gets a process group of its own, so that an interrupt from the terminal reaches the caller
// alone, who then stops in order; where the system can, it is asked to end when this program dies.
func Command(cmd *exec.Cmd) (Process, error) {
	apart(cmd)
	if err := start(cmd); err != nil {
		return nil, err
	}
	return &command{cmd}, nil
}

type command struct{ cmd *exec.Cmd }

func (c *command) PID() int { return c.cmd.Process.Pid }

func (c *command) Wait() error {
	err := c.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		return errors.New("it was ended by the signal " + exit.Sys().(syscall.WaitStatus).Signal().String())
	}
	return err
}

func (c *command) Stop() error { return c.cmd.Process.Signal(syscall.SIGTERM) }
func (c *command) Kill() error { return c.cmd.Process.Kill() }
