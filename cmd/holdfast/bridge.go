package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bridge"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

// bridgeTokenEnv holds the token for those who want it neither in a file nor on a command line, which others can read.
const bridgeTokenEnv = "HOLDFAST_BRIDGE_TOKEN"

// bridgeFlags say where a bridge listens and who may use it.
type bridgeFlags struct {
	listen           string
	token, tokenFile string
	cert, key        string
	origins          []string
	budget, frame    int
	clients          int
}

func (f *bridgeFlags) bind(cmd *cobra.Command) {
	p := cmd.Flags()
	p.StringVar(&f.listen, "listen", bridge.DefaultAddr, "`HOST:PORT` to listen on")
	p.StringVar(&f.token, "token", "", "`text` that clients must show (default: $"+bridgeTokenEnv+"); required where other machines reach the bridge")
	p.StringVar(&f.tokenFile, "token-file", "", "`file` that holds the token")
	p.StringVar(&f.cert, "cert", "", "`file` with the TLS certificate chain, PEM")
	p.StringVar(&f.key, "key", "", "`file` with the certificate's private key, PEM")
	p.StringSliceVar(&f.origins, "allow-origin", nil, "`origin` of web pages that may connect beside the bridge's own and those of this machine, as https://lab.example; may be repeated")
	p.IntVar(&f.budget, "budget", bridge.DefaultBudget>>20, "`MiB` of messages that wait for one client; older ones are dropped")
	p.IntVar(&f.frame, "max-frame", bridge.DefaultMaxFrame>>20, "`MiB` of the largest frame that a client may send")
	p.IntVar(&f.clients, "max-clients", bridge.DefaultMaxClients, "`number` of clients at the same time")
}

// settle checks the flags and reads the files.
func (f *bridgeFlags) settle() (opt bridge.Options, cert *tls.Config, err error) {
	if _, _, err := net.SplitHostPort(f.listen); err != nil {
		return opt, nil, usageErrorf("--listen %s: want HOST:PORT", f.listen)
	}
	if f.budget < 1 || f.frame < 1 || f.clients < 1 || f.budget > 1<<20 || f.frame > 1<<10 {
		return opt, nil, usageErrorf("--budget, --max-frame (at most 1024) and --max-clients must be at least 1")
	}
	if (f.cert == "") != (f.key == "") {
		return opt, nil, usageErrorf("--cert and --key belong together")
	}
	if f.token != "" && f.tokenFile != "" {
		return opt, nil, usageErrorf("--token and --token-file: the token comes from one of them")
	}
	token := f.token
	switch {
	case f.tokenFile != "":
		b, err := os.ReadFile(f.tokenFile)
		if err != nil {
			return opt, nil, fault.File("read token", f.tokenFile, err)
		}
		if token = strings.TrimSpace(string(b)); token == "" {
			return opt, nil, fault.New("read token", f.tokenFile, fault.Invalid, "the file is empty")
		}
	case token == "":
		token = os.Getenv(bridgeTokenEnv)
	}
	if token == "" && !master.Loopback(f.listen) {
		return opt, nil, usageErrorf("--listen %s can be reached from the network: give a token that clients must show, with --token-file, --token or $%s", f.listen, bridgeTokenEnv)
	}
	if f.cert != "" {
		pair, err := tls.LoadX509KeyPair(f.cert, f.key)
		if err != nil {
			return opt, nil, fault.New("read certificate", f.cert, fault.Invalid, "%w", err)
		}
		cert = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	opt = bridge.Options{Token: token, Origins: f.origins, Budget: f.budget << 20, MaxFrame: f.frame << 20, MaxClients: f.clients}
	return opt, cert, nil
}

// announce says where the bridge is and what it lets clients do.
func (f *bridgeFlags) announce(out, log io.Writer, at net.Addr, opt bridge.Options, secure bool) {
	scheme := "ws"
	if secure {
		scheme = "wss"
	}
	fmt.Fprintf(out, "%s://%s\n", scheme, at)
	who := "programs and pages of this machine"
	if opt.Token != "" {
		who = "whoever shows the token (?token=... in the address, or Authorization: Bearer ...)"
	}
	fmt.Fprintf(log, "exposed at %s to %s: every topic (read, publish), service (call, provide) and parameter (read, change) of the graph\n", at, who)
	if !secure && !master.Loopback(f.listen) {
		fmt.Fprintln(log, "without --cert and --key the token and all messages travel as plain text")
	}
}

func newBridge() *cobra.Command {
	var g graphFlags
	var f bridgeFlags
	cmd := &cobra.Command{
		Use:   "bridge [NAME:=VALUE]...",
		Short: "Let browsers and Foxglove take part in the graph, over WebSocket",
		Long: `Serves a ROS graph, with whatever master, to programs that speak WebSocket: the rosbridge protocol (roslibjs, roslibpy; JSON,
PNG, CBOR, and the services of rosapi) and the Foxglove protocol (Foxglove, Lichtblick) on one port. Each client sees every topic and
service; a client that does not keep up gets the newest messages, and delays nobody. A browser that opens the address gets a page that
shows and drives the robot (doc/web.md).

ROS 1 has no authentication, so the bridge listens on the loopback device and takes no pages of other sites. For other machines give
an address to listen on and a token.`,
		Example: `  holdfast bridge
  holdfast bridge --listen 0.0.0.0:9090 --token-file token.txt --cert cert.pem --key key.pem
  holdfast bridge --path my_msgs/`,
		Args: remappings,
	}
	g.bind(cmd)
	f.bind(cmd)
	paths := pathFlag(cmd)
	flights := cmd.Flags().String("flights", "", "`folder` of flight records that the page shows")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opt, cert, err := f.settle()
		if err != nil {
			return err
		}
		if len(*paths) > 0 {
			c, err := loadCatalogue(*paths)
			if err != nil {
				return err
			}
			if err := c.set.Check(); err != nil {
				return err
			}
			opt.Definitions = c.set
		}
		opt.Page = page(*flights)
		l, err := net.Listen("tcp", f.listen)
		if err != nil {
			return fault.New("listen", f.listen, fault.Unavailable, "%w", err)
		}
		log := slog.NewTextHandler(cmd.ErrOrStderr(), nil)
		n, err := ros.NewNode(cmd.Context(), ros.Config{Name: "holdfast_bridge", Master: g.master, Host: g.host, Expose: g.expose, Log: log, Args: args})
		if err != nil {
			l.Close()
			return err
		}
		defer n.Close()
		s := bridge.New(n, opt)
		defer s.Close()
		f.announce(cmd.OutOrStdout(), cmd.ErrOrStderr(), l.Addr(), opt, cert != nil)
		defer context.AfterFunc(cmd.Context(), func() { s.Close() })()
		defer context.AfterFunc(n.Context(), func() { s.Close() })()
		if err := s.Serve(l, cert); err != nil {
			return err
		}
		if cmd.Context().Err() == nil {
			return fault.New("run bridge", "", fault.Preempted, "%w", context.Cause(n.Context()))
		}
		return nil
	}
	return cmd
}
