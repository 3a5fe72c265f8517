package supervise

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

// starter runs on a thread that lives as long as the program: the kernel signals the children of a thread that ends as if the
// whole parent had (prctl(2), PR_SET_PDEATHSIG).
var starter = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

func start(cmd *exec.Cmd) error {
	err := make(chan error)
	starter() <- func() { err <- cmd.Start() }
	return <-err
}
