package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

func newMaster() *cobra.Command {
	var listen, host string
	var expose, quiet, bare bool
	var port int
	c := &cobra.Command{
		Use:   "master",
		Short: "Run a ROS 1 master and parameter server",
		Long: `Runs a ROS 1 master and parameter server, what 'roscore' is to a ROS installation. Nodes find it through
ROS_MASTER_URI; without that variable they look for http://localhost:11311, which is the default here.

ROS 1 has no authentication: whoever reaches the master can command every node. It therefore listens on the loopback
device; for robots on a network give an address to listen on and --expose.`,
		Example: `  holdfast master
  holdfast master -p 11312
  holdfast master --listen 192.168.1.10:11311 --expose`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			addr, _, err := net.SplitHostPort(listen)
			if err != nil {
				return usageError{fmt.Errorf("--listen %s: want HOST:PORT", listen)}
			}
			if cmd.Flags().Changed("port") {
				if port < 0 || port > 65535 {
					return usageErrorf("--port %d: want 0 (any free one) to 65535", port)
				}
				listen = net.JoinHostPort(addr, strconv.Itoa(port))
			}
			if !master.Loopback(listen) && !expose {
				return usageError{fmt.Errorf("--listen %s can be reached from the network, without any authentication; add --expose if that is meant", listen)}
			}
			var logTo io.Writer = cmd.ErrOrStderr()
			if quiet {
				logTo = io.Discard
			}
			log := logger(logTo, slog.LevelInfo)
			m, stop, err := startMaster(listen, host, log)
			if err != nil {
				return err
			}
			defer stop()
			if !master.Loopback(listen) {
				fmt.Fprintf(cmd.ErrOrStderr(), "exposed on %s: anyone who reaches it can list, command and shut down every node and read and change every parameter\n", listen)
			}
			if !bare {
				out, err := aggregateLog(cmd.Context(), m.URI(), host, expose, log)
				if err != nil {
					return err
				}
				defer out.Close()
			}
			fmt.Fprintf(cmd.OutOrStdout(), "ROS_MASTER_URI=%s\n", m.URI())
			select {
			case <-cmd.Context().Done():
			case <-m.Done():
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&listen, "listen", master.DefaultAddr, "`HOST:PORT` to listen on")
	f.IntVarP(&port, "port", "p", 0, "port to listen on, in place of the one of --listen")
	f.StringVar(&host, "host", "", "host name or address in the master's URI (default: that of --listen)")
	f.BoolVar(&expose, "expose", false, "allow an address that other machines reach")
	f.BoolVar(&bare, "bare", false, "no /rosout node, which passes the log of all nodes on to /rosout_agg")
	f.BoolVarP(&quiet, "quiet", "q", false, "log nothing")
	return c
}

// aggregateLog runs the node /rosout of a ROS installation: it passes what all nodes publish on /rosout on to /rosout_agg, so that log
// viewers have one connection instead of one a node.
func aggregateLog(ctx context.Context, uri, host string, expose bool, log *slog.Logger) (*ros.Node, error) {
	n, err := ros.NewNode(ctx, ros.Config{Name: "rosout", Namespace: "/", Master: uri, Host: host, Expose: expose, Log: log.Handler(), NoRosout: true})
	if err != nil {
		return nil, err
	}
	pub, err := ros.Advertise[*rosgraph_msgs.Log](n, "/rosout_agg", ros.QueueSize(1000))
	if err == nil {
		_, err = ros.Subscribe(n, "/rosout", func(m *rosgraph_msgs.Log) { _ = pub.Publish(m) }, ros.QueueSize(1000)) // fails at the end only
	}
	if err != nil {
		n.Close()
		return nil, err
	}
	return n, nil
}

// startMaster runs a master with the parameters that roscore sets. stop ends it; connections that take longer than a second are cut.
func startMaster(listen, host string, log *slog.Logger) (m *master.Master, stop func(), err error) {
	m, err = master.Start(master.Options{
		Addr: listen, Host: host, Log: log,
		Params: map[string]any{"run_id": runID(), "rosdistro": "noetic\n", "rosversion": "1.15.15\n"},
	})
	if err != nil {
		return nil, nil, err
	}
	return m, func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := m.Close(ctx); err != nil {
			log.Debug("connections were cut", "err", err)
		}
	}, nil
}

// runID names this run of the graph, as a random UUID.
func runID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
