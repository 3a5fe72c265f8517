package up

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/internal/supervise"
	"github.com/holdfast-robotics/holdfast/msgs/diagnostic_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/graph"
)

// Options of Run.
type Options struct {
	Program string // the binary whose verbs are run; default this one
	Master  string // URI of the master, which runs already
	Out     io.Writer
	Log     slog.Handler // of the supervising node; default none
	Tell    func(supervise.Event)
	Timing  supervise.Options // Tell is not used
}

// Run starts the nodes of a checked configuration and keeps them alive until the context ends or a required one ends for good. Their output
// goes to Out, whole lines with the node's name before them.
func Run(ctx context.Context, c Config, opt Options) error {
	if opt.Program == "" {
		p, err := os.Executable()
		if err != nil {
			return fault.Wrap("find own program", "", err)
		}
		opt.Program = p
	}
	if opt.Log == nil {
		opt.Log = slog.DiscardHandler
	}
	n, err := ros.NewNode(ctx, ros.Config{Name: "holdfast_up", Master: opt.Master, Log: opt.Log})
	if err != nil {
		return err
	}
	defer n.Close()
	for name, v := range c.Parameters {
		if err := n.SetParam(ctx, "/"+name, v); err != nil {
			return fault.Wrap("set parameter", "/"+name, err)
		}
	}
	out := &lines{w: opt.Out}
	specs := make([]supervise.Spec, len(c.Nodes))
	for i, node := range c.Nodes {
		specs[i] = node.spec(n, opt, out)
	}
	board, err := newBoard(n, c.Nodes)
	if err != nil {
		return err
	}
	timing := opt.Timing
	timing.Tell = func(e supervise.Event) {
		board.note(e)
		if opt.Tell != nil {
			opt.Tell(e)
		}
	}
	publishing, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	wg.Go(func() { board.publish(publishing) })
	defer wg.Wait()
	defer stop()
	return supervise.Run(ctx, specs, timing)
}

// Argv is the command line of a node.
func (n *Node) Argv(program string) []string {
	if len(n.Run) > 0 {
		return append([]string{program}, n.Run...)
	}
	return slices.Clone(n.Command)
}

func (n *Node) spec(up *ros.Node, opt Options, out *lines) supervise.Spec {
	start, _ := duration(n.StartTimeout) // both were checked
	stop, _ := duration(n.StopTimeout)
	s := supervise.Spec{
		Name: n.Name, After: n.After, Restart: supervise.Restart(n.Restart), Required: n.Required, StartTimeout: start, StopTimeout: stop,
		Start: func() (supervise.Process, error) {
			argv := n.Argv(opt.Program)
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.Env = append(os.Environ(), "ROS_MASTER_URI="+opt.Master)
			for k, v := range n.Env {
				cmd.Env = append(cmd.Env, k+"="+v)
			}
			w := out.of(n.Name)
			cmd.Stdout, cmd.Stderr = w, w
			cmd.WaitDelay = time.Second // a grandchild that keeps the pipe open does not hold up the end
			p, err := supervise.Command(cmd)
			if err != nil {
				return nil, fault.Wrap("start", n.Name, err)
			}
			return p, nil
		},
	}
	if n.Node != "" || len(n.Ready) > 0 {
		s.Ready = func(ctx context.Context) error { return n.ready(ctx, up) }
	}
	if n.Node != "" {
		s.Alive = func(ctx context.Context) error { return answers(ctx, up, n.Node) }
	}
	return s
}

// ready asks the master for what the node serves, and the node for an answer.
func (n *Node) ready(ctx context.Context, up *ros.Node) error {
	state, err := up.Graph().GetSystemState(ctx)
	if err != nil {
		return err
	}
	for _, name := range n.Ready {
		served := false
		for _, e := range []graph.Entry{graph.Find(state.Publishers, name), graph.Find(state.Services, name)} {
			served = served || len(e.Nodes) > 0 && (n.Node == "" || e.Has(n.Node))
		}
		if !served {
			return fault.New("look for", name, fault.NotFound, "%s neither publishes it nor serves it", cmp.Or(n.Node, "the graph"))
		}
	}
	if n.Node == "" {
		return nil
	}
	return answers(ctx, up, n.Node)
}

// answers asks a node for its process id, what every ROS node answers.
func answers(ctx context.Context, up *ros.Node, node string) error {
	uri, err := up.Graph().LookupNode(ctx, node)
	if err != nil {
		return err
	}
	_, err = up.Slave(uri).GetPid(ctx)
	return err
}

// board keeps the last state of each process and publishes it.
type board struct {
	node *ros.Node
	pub  *ros.Publisher[*diagnostic_msgs.DiagnosticArray]

	mu    sync.Mutex
	order []string
	last  map[string]supervise.Event
}

func newBoard(n *ros.Node, nodes []Node) (*board, error) {
	pub, err := ros.Advertise[*diagnostic_msgs.DiagnosticArray](n, "/diagnostics")
	if err != nil {
		return nil, err
	}
	b := &board{node: n, pub: pub, last: map[string]supervise.Event{}}
	for _, node := range nodes {
		b.order = append(b.order, node.Name)
		b.last[node.Name] = supervise.Event{Name: node.Name, State: supervise.Waiting}
	}
	return b, nil
}

func (b *board) note(e supervise.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last[e.Name] = e
}

// publish says once a second how everything is.
func (b *board) publish(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		m := &diagnostic_msgs.DiagnosticArray{}
		m.Header.Stamp = b.node.Clock().Now()
		b.mu.Lock()
		for _, name := range b.order {
			e := b.last[name]
			s := diagnostic_msgs.DiagnosticStatus{Name: "holdfast_up: " + name, HardwareID: "none", Message: string(e.State), Level: level(e.State)}
			if e.Reason != "" {
				s.Message += ": " + e.Reason
			}
			s.Values = []diagnostic_msgs.KeyValue{{Key: "pid", Value: strconv.Itoa(e.PID)}, {Key: "restarts", Value: strconv.Itoa(e.Restarts)}}
			m.Status = append(m.Status, s)
		}
		b.mu.Unlock()
		_ = b.pub.Publish(m) // fails at the end only
	}
}

// level is DiagnosticStatus' OK, WARN or ERROR.
func level(s supervise.State) int8 {
	switch s {
	case supervise.Running, supervise.Stopped:
		return 0
	case supervise.Failed:
		return 2
	}
	return 1
}

// lines merges the output of processes, line by line.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

// longest line that is kept together.
const maxLine = 64 << 10

type prefixed struct {
	out  *lines
	name string
	part []byte
}

func (l *lines) of(name string) *prefixed { return &prefixed{out: l, name: name} }

// Write passes on whole lines; a rest waits for its end, within bounds.
func (p *prefixed) Write(b []byte) (int, error) {
	p.part = append(p.part, b...)
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	for {
		i := bytes.IndexByte(p.part, '\n')
		if i < 0 && len(p.part) > maxLine {
			i = maxLine
		}
		if i < 0 {
			return len(b), nil
		}
		if p.out.w != nil {
			fmt.Fprintf(p.out.w, "%s | %s\n", p.name, bytes.TrimRight(p.part[:i], "\r\n"))
		}
		p.part = p.part[min(i+1, len(p.part)):]
	}
}
