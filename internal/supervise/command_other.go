//go:build !linux

package supervise

import (
	"os/exec"
	"syscall"
)

func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func start(cmd *exec.Cmd) error { return cmd.Start() }
