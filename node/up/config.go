// Package up runs the nodes that a configuration names: with a master of its own or beside one that runs, each in a process of its own,
// supervised (internal/supervise) by what the graph says of them, and reported on /diagnostics.
package up

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/internal/supervise"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

// Version is the version of the configuration's format.
const Version = 1

// Config is a robot: a master, parameters and nodes.
type Config struct {
	Version    int            `yaml:"version"`
	Master     string         `yaml:"master"` // "embedded" (the default), or the URI of one that runs
	Listen     string         `yaml:"listen"` // HOST:PORT of the embedded one; default 127.0.0.1:11311
	Parameters map[string]any `yaml:"parameters"`
	Nodes      []Node         `yaml:"nodes"`
}

// Node is one process.
type Node struct {
	Name    string            `yaml:"name"`
	Run     []string          `yaml:"run"`     // a verb of holdfast with its flags, or
	Command []string          `yaml:"command"` // any program
	Env     map[string]string `yaml:"env"`     // besides that of up; ROS_MASTER_URI is set

	Node  string   `yaml:"node"`  // its ROS name: known to the master when it is ready, and answering while it is alive
	Ready []string `yaml:"ready"` // topics and services that exist when it is ready
	After []string `yaml:"after"` // names that must be ready before, and that stop after it

	Restart      string `yaml:"restart"`       // on-failure (default), always, never
	Required     bool   `yaml:"required"`      // when it ends for good, everything ends
	StartTimeout string `yaml:"start_timeout"` // to be ready, as 30s; default 1m
	StopTimeout  string `yaml:"stop_timeout"`  // to end before it is killed; default 10s
}

// Load reads and checks a configuration file.
func Load(file string) (Config, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Config{}, fault.File("read configuration", file, err)
	}
	return Parse(file, text)
}

// Parse reads and checks a configuration; subject names it in errors.
func Parse(subject string, text []byte) (Config, error) {
	c := Config{Master: "embedded", Listen: master.DefaultAddr}
	if err := param.DecodeYAML(subject, text, &c); err != nil {
		return c, err
	}
	bad := func(format string, args ...any) error {
		return fault.New("check", subject, fault.Invalid, format, args...)
	}
	if err := fault.Version("check", subject, c.Version, 1, Version); err != nil {
		return c, err
	}
	switch {
	case len(c.Nodes) == 0:
		return c, bad("it names no nodes")
	case !master.Loopback(c.Listen):
		return c, bad("listen %s can be reached from the network, and ROS 1 has no authentication: run 'holdfast master --expose' and give its URI as master", c.Listen)
	case c.Master != "embedded" && !strings.HasPrefix(c.Master, "http://"):
		return c, bad("master %q: say embedded, or an address as http://robot:11311", c.Master)
	}
	specs := make([]supervise.Spec, len(c.Nodes))
	for i, n := range c.Nodes {
		if err := n.check(); err != nil {
			return c, fault.Wrap("check", subject, err)
		}
		specs[i] = supervise.Spec{Name: n.Name, After: n.After, Restart: supervise.Restart(n.Restart)}
	}
	if err := supervise.Check(specs); err != nil {
		return c, fault.Wrap("check", subject, err)
	}
	return c, nil
}

func (n *Node) check() error {
	bad := func(format string, args ...any) error {
		return fault.New("check", "node "+n.Name, fault.Invalid, format, args...)
	}
	switch {
	case (len(n.Run) == 0) == (len(n.Command) == 0):
		return bad("give either run, as [hand, --sim], or command, as [python3, my_node.py]")
	case len(n.Run) > 0 && (n.Run[0] == "up" || strings.HasPrefix(n.Run[0], "-")):
		return bad("run %q: it starts with the name of a verb, other than up", n.Run[0])
	case n.Node != "" && !strings.HasPrefix(n.Node, "/"):
		return bad("node %q: give its whole name, as /%s", n.Node, n.Node)
	}
	for _, name := range n.Ready {
		if !strings.HasPrefix(name, "/") {
			return bad("ready %q: give whole names, as /%s", name, name)
		}
	}
	for _, d := range []string{n.StartTimeout, n.StopTimeout} {
		if _, err := duration(d); err != nil {
			return bad("%w", err)
		}
	}
	return nil
}

// duration reads a time limit; the empty one is 0.
func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > 24*time.Hour {
		return 0, fmt.Errorf("%.40q is no time limit: write it as 30s or 2m, at most 24h", text)
	}
	return d, nil
}

// Example is a configuration that works on any machine.
const Example = `# A simulated robot. Try it:  holdfast up robot.yaml
version: 1
master: embedded              # or the URI of a master that runs, as http://robot:11311
listen: 127.0.0.1:11311       # of the embedded one
parameters: {}                # set on the parameter server before anything starts
nodes:
  - name: hand
    run: [hand, --sim]        # a verb of holdfast; for any other program: command: [python3, my_node.py]
    node: /r_gripper_sensor_controller
    ready: [/r_gripper_sensor_controller/describe]
    restart: always           # on-failure (default), always, never
    stop_timeout: 15s
  - name: scene
    run: [scene]
    node: /rail_segmentation
  - name: planner
    run: [planner]
    after: [hand]             # starts when the hand is ready, stops before it
    node: /point_cluster_grasp_planner
`
