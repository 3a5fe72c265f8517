package ros

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net"
	"os"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

// DefaultMaster is the master's URI when neither configuration, arguments nor ROS_MASTER_URI name one.
const DefaultMaster = "http://localhost:11311"

// Config of a node. Arguments count for more than fields, fields for more than the environment (ROS_MASTER_URI, ROS_IP,
// ROS_HOSTNAME, ROS_NAMESPACE).
type Config struct {
	Name      string   // the node's own name; required
	Namespace string   // "" or "/": the root
	Anonymous bool     // makes the name unique by adding random digits
	Master    string   // URI
	Args      []string // remappings and the like: a:=b, _param:=value, __name, __ns, __ip, __hostname, __master; others, __log too, are ignored

	// Host is the name or address that other nodes reach this one by; default the loopback address. A node is reachable from
	// its own machine alone unless Expose is set: ROS 1 has no authentication.
	Host   string
	Expose bool

	Clock    clock.Clock  // default: the wall, or /clock when the parameter /use_sim_time is true
	Log      slog.Handler // where log lines go besides /rosout; default: standard error
	NoRosout bool         // do not publish the log
	NoWatch  bool         // do not look after the master's restarts
}

// settled is a Config with everything decided.
type settled struct {
	Config
	name   string // global
	params map[string]string
	remap  map[string]string
	listen string // address to listen on, without a port
}

func settle(c Config) (settled, error) {
	s := settled{Config: c}
	args, err := names.ParseArgs(c.Args)
	if err != nil {
		return s, err
	}
	first := func(values ...string) string {
		for _, v := range values {
			if v != "" {
				return v
			}
		}
		return ""
	}
	s.params, s.remap = args.Params, args.Remap
	own := first(args.Name, c.Name)
	if c.Anonymous && args.Name == "" {
		var b [6]byte
		rand.Read(b[:])
		own += "_" + hex.EncodeToString(b[:])
	}
	if s.name, err = names.NodeName(first(args.NS, c.Namespace, os.Getenv("ROS_NAMESPACE")), own); err != nil {
		return s, err
	}
	s.Master = first(args.Master, c.Master, os.Getenv("ROS_MASTER_URI"), DefaultMaster)

	s.Host = first(args.Hostname, args.IP, c.Host, os.Getenv("ROS_HOSTNAME"), os.Getenv("ROS_IP"), "127.0.0.1")
	if strings.ContainsAny(s.Host, "/: ") && net.ParseIP(s.Host) == nil {
		return s, fault.New("configure node", "'"+s.Host+"'", fault.Invalid, "not a host name or an address; give it without scheme and port")
	}
	ip := net.ParseIP(s.Host)
	if loopback(s.Host) {
		s.listen = "127.0.0.1"
		if ip != nil {
			s.listen = ip.String()
		}
		return s, nil
	}
	if !c.Expose {
		return s, fault.New("configure node", s.Host, fault.Permission,
			"other machines could command this node, without any authentication; say so explicitly (--expose) or unset ROS_IP and ROS_HOSTNAME")
	}
	s.listen = "" // all devices: the host name may stand for any
	if ip != nil {
		s.listen = ip.String()
	}
	return s, nil
}

func loopback(host string) bool {
	return net.ParseIP(host).IsLoopback() || strings.EqualFold(host, "localhost")
}

// logHandler sends each record to several handlers.
type logHandler []slog.Handler

func (h logHandler) Enabled(ctx context.Context, level slog.Level) bool {
	for _, one := range h {
		if one.Enabled(ctx, level) {
			return true
		}
	}
	return false
}

func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	var first error
	for _, one := range h {
		if one.Enabled(ctx, r.Level) {
			if err := one.Handle(ctx, r); err != nil && first == nil {
				first = err
			}
		}
	}
	return first
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	out := make(logHandler, len(h))
	for i, one := range h {
		out[i] = one.WithAttrs(attrs)
	}
	return out
}

func (h logHandler) WithGroup(name string) slog.Handler {
	out := make(logHandler, len(h))
	for i, one := range h {
		out[i] = one.WithGroup(name)
	}
	return out
}
