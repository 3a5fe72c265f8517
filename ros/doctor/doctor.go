// Package doctor says why ROS nodes do not hear each other.
//
// It asks the master who is there, calls every node, connects to every publisher and service as a subscriber or client would, and
// compares what each side says. It changes nothing in the graph.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

// Level says how bad a finding is.
type Level uint8

const (
	Note    Level = iota // may be on purpose
	Warning              // likely to be the reason that something does not work
	Fault                // cannot work
)

func (l Level) String() string { return [...]string{"note", "warning", "fault"}[min(l, Fault)] }

// Finding is one thing that is wrong or may be.
type Finding struct {
	Level   Level
	Subject string // node, topic, service or variable
	Text    string
	Remedy  string
}

// callTimeout bounds each call to a node: one that is gone must not hold up the rest.
const callTimeout = 2 * time.Second

type exam struct {
	n     *ros.Node
	state graph.State
	uris  map[string]string // of nodes that are listed
	alive map[string]bool   // of nodes that answer

	mu       sync.Mutex
	findings []Finding
}

func (e *exam) add(level Level, subject, remedy, format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.findings = append(e.findings, Finding{level, subject, fmt.Sprintf(format, args...), remedy})
}

// Examine looks at the graph of n's master. With names of topics, services or nodes it reports on those only. Findings are sorted, the
// worst first.
func Examine(ctx context.Context, n *ros.Node, only ...string) ([]Finding, error) {
	e := &exam{n: n, uris: map[string]string{}, alive: map[string]bool{}}
	var err error
	if e.state, err = n.Graph().GetSystemState(ctx); err != nil {
		return nil, fault.Wrap("examine", n.MasterURI(), err)
	}
	e.environment(ctx)
	e.nodes(ctx)
	e.clock(ctx)
	e.each(e.state.Topics(), func(t string) { e.topic(ctx, t) })
	e.each(serviceNames(e.state), func(s string) { e.service(ctx, s) })
	if ctx.Err() != nil {
		return nil, fault.New("examine", n.MasterURI(), fault.Timeout, "%w", context.Cause(ctx))
	}
	if len(only) > 0 {
		e.findings = slices.DeleteFunc(e.findings, func(f Finding) bool {
			return !slices.ContainsFunc(only, func(o string) bool {
				return names.Join("/", o) == f.Subject || strings.Contains(f.Text, " "+names.Join("/", o)+" ")
			})
		})
	}
	slices.SortStableFunc(e.findings, func(a, b Finding) int {
		if a.Level != b.Level {
			return int(b.Level) - int(a.Level)
		}
		return strings.Compare(a.Subject+a.Text, b.Subject+b.Text)
	})
	return e.findings, nil
}

func serviceNames(s graph.State) []string {
	var out []string
	for _, e := range s.Services {
		out = append(out, e.Name)
	}
	return out
}

// each runs f for every name, eight at a time.
func (e *exam) each(list []string, f func(string)) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for _, name := range list {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			f(name)
		})
	}
	wg.Wait()
}

// environment looks at what this shell would tell a node.
func (e *exam) environment(ctx context.Context) {
	for _, v := range []string{"ROS_IP", "ROS_HOSTNAME"} {
		host := os.Getenv(v)
		if host == "" {
			continue
		}
		ips, err := net.DefaultResolver.LookupIP(ctx, "ip", host)
		if err != nil {
			e.add(Fault, v, "set it to an address of this machine", "%s does not resolve: other nodes cannot call nodes started here", host)
			continue
		}
		if !slices.ContainsFunc(ips, local) {
			e.add(Fault, v, "set it to an address of this machine", "%s is no address of this machine: other nodes cannot call nodes started here", host)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	said, err := e.n.Graph().GetURI(ctx)
	if err != nil {
		return // GetSystemState has just worked; nothing to learn here
	}
	if host := hostOf(said); host != "" {
		if _, err := net.DefaultResolver.LookupIP(ctx, "ip", host); err != nil {
			e.add(Warning, "master", "start it with an address that everybody can resolve (--host, or ROS_IP)", "calls itself %s, and that name does not resolve here", said)
		}
	}
}

func local(ip net.IP) bool {
	if ip.IsLoopback() {
		return true
	}
	addrs, err := net.InterfaceAddrs()
	return err != nil || slices.ContainsFunc(addrs, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && n.IP.Equal(ip)
	})
}

func hostOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// nodes calls every node.
func (e *exam) nodes(ctx context.Context) {
	master := hostOf(e.n.MasterURI())
	e.each(e.state.Nodes(), func(node string) {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		uri, err := e.n.Graph().LookupNode(ctx, node)
		if err != nil {
			return // it has just gone
		}
		e.mu.Lock()
		e.uris[node] = uri
		e.mu.Unlock()
		host := hostOf(uri)
		if isLoopback(host) && !isLoopback(master) {
			e.add(Fault, node, "start it with ROS_IP or ROS_HOSTNAME set to an address that other machines reach",
				"advertises %s, which other machines take for themselves, while the master is at %s", uri, master)
		}
		if _, err := net.DefaultResolver.LookupIP(ctx, "ip", host); err != nil {
			e.add(Fault, node, "start it with ROS_IP, or make the name resolve (/etc/hosts)", "advertises %s, and that name does not resolve here", uri)
			return
		}
		if _, err := e.n.Slave(uri).GetPid(ctx); err != nil {
			switch {
			case errors.Is(err, syscall.ECONNREFUSED):
				e.add(Fault, node, "it has died without unregistering; start it again", "nothing listens at its address %s", uri)
			case fault.KindOf(err) == fault.Timeout:
				e.add(Fault, node, "a firewall, a wrong ROS_IP of the node, or a hung process", "does not answer at its address %s", uri)
			default:
				e.add(Fault, node, "", "cannot be called at %s: %v", uri, err)
			}
			return
		}
		e.mu.Lock()
		e.alive[node] = true
		e.mu.Unlock()
	})
}

func (e *exam) clock(ctx context.Context) {
	v, err := e.n.Graph().GetParam(ctx, "/use_sim_time")
	if on, _ := v.(bool); err != nil || !on {
		return
	}
	if len(graph.Find(e.state.Publishers, "/clock").Nodes) == 0 {
		e.add(Fault, "/clock", "start the simulator or 'rosbag play --clock', or set /use_sim_time to false",
			"/use_sim_time is true and nobody publishes the time: nodes wait for ever")
	}
}

// topic looks at who publishes and subscribes to a topic and whether the two are connected.
func (e *exam) topic(ctx context.Context, topic string) {
	pubs, subs := graph.Find(e.state.Publishers, topic).Nodes, graph.Find(e.state.Subscribers, topic).Nodes
	if len(pubs) == 0 {
		if topic != "/clock" && topic != "/rosout" && !e.awaitsGoals(topic, subs) {
			e.add(Warning, topic, "start the publisher, or look for a name that was remapped or spelled otherwise"+e.similar(topic),
				"%s listens and nobody publishes", strings.Join(subs, ", "))
		}
		return
	}
	probes := map[string]ros.Publication{}
	for _, pub := range pubs {
		if !e.alive[pub] {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		p, err := e.n.ProbePublisher(ctx, e.uris[pub], topic)
		cancel()
		switch {
		case err == nil:
			probes[pub] = p
		case p.Addr != "":
			e.add(Fault, topic, "a firewall or a wrong ROS_IP of the publisher's", "publisher %s sends its data from %s, which cannot be reached: %v", pub, p.Addr, err)
		default:
			e.add(Warning, topic, "", "publisher %s is registered and does not offer it: %v", pub, err)
		}
	}
	e.publishersAgree(topic, probes)
	for _, sub := range subs {
		if e.alive[sub] {
			e.subscriber(ctx, topic, sub, probes)
		}
	}
}

func (e *exam) publishersAgree(topic string, probes map[string]ros.Publication) {
	var first string
	for _, pub := range graph.Find(e.state.Publishers, topic).Nodes {
		p, ok := probes[pub]
		if !ok {
			continue
		}
		if first == "" {
			first = pub
			continue
		}
		if why := ros.Mismatch(first, probes[first].TypeInfo, pub, p.TypeInfo); why != "" {
			e.add(Fault, topic, "build both with the same version of the message", "its publishers send different types: %s", why)
		}
	}
}

// subscriber compares what a subscriber wants with what each publisher sends, and looks whether it is connected.
func (e *exam) subscriber(ctx context.Context, topic, sub string, probes map[string]ros.Publication) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	slave := e.n.Slave(e.uris[sub])
	want := "*"
	if list, err := slave.GetSubscriptions(ctx); err == nil {
		for _, s := range list {
			if s[0] == topic {
				want = s[1]
			}
		}
	}
	bus, err := slave.GetBusInfo(ctx)
	if err != nil {
		return // its answers differ between clients; no finding
	}
	for pub, p := range probes {
		if pub == sub {
			continue // roscpp lists no connection to itself
		}
		connected := slices.ContainsFunc(bus, func(b graph.Bus) bool {
			return b.Topic == topic && b.Direction == "i" && b.Connected && (b.Destination == e.uris[pub] || b.Destination == pub)
		})
		if connected {
			if !p.Latching && len(probes) == 1 {
				e.oneShot(ctx, topic, sub, pub)
			}
			continue
		}
		known := msgs.Lookup(want)
		switch {
		case want != "*" && want != p.Name:
			e.add(Fault, topic, "one of the two is remapped wrongly, or built with another type", "publisher %s sends %s, subscriber %s wants %s", pub, p.Name, sub, want)
		case known != nil && known.MD5 != p.MD5:
			why := ros.Mismatch("publisher "+pub, p.TypeInfo, "the usual type", ros.TypeInfo{Name: known.Name, MD5: known.MD5, Definition: known.Definition()})
			e.add(Fault, topic, "build both with the same version of the message", "subscriber %s is not connected to %s: %s", sub, pub, why)
		default:
			e.add(Warning, topic, "compare both nodes' message versions, and whether the subscriber's machine reaches "+p.Addr,
				"subscriber %s is not connected to publisher %s (type %s, MD5 %s)", sub, pub, p.Name, p.MD5)
		}
	}
}

// oneShot notes a connection over which nothing has come, from a publisher that does not repeat itself to those who come late.
func (e *exam) oneShot(ctx context.Context, topic, sub, pub string) {
	sent, ok := e.n.Slave(e.uris[pub]).MessagesSent(ctx, topic)
	if ok && sent == 0 {
		e.add(Note, topic, "latch the topic if it is published once", "publisher %s is connected to subscriber %s and has sent nothing since; it does not latch, so what it published before is lost", pub, sub)
	}
}

// awaitsGoals reports whether a topic is that of an action server to which no client has come yet.
func (e *exam) awaitsGoals(topic string, subs []string) bool {
	action, ok := strings.CutSuffix(topic, "/goal")
	if !ok {
		action, ok = strings.CutSuffix(topic, "/cancel")
	}
	status := graph.Find(e.state.Publishers, action+"/status")
	return ok && !slices.ContainsFunc(subs, func(node string) bool { return !status.Has(node) })
}

// similar proposes published topics that end like a topic nobody publishes.
func (e *exam) similar(topic string) string {
	for _, p := range e.state.Publishers {
		if p.Name != topic && names.Base(p.Name) == names.Base(topic) {
			return " (" + p.Name + " is published)"
		}
	}
	return ""
}

func (e *exam) service(ctx context.Context, service string) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	uri, err := e.n.Graph().LookupService(ctx, service)
	if err != nil {
		return // it has just gone
	}
	node := graph.Find(e.state.Services, service).Nodes[0]
	if _, err := e.n.ProbeService(ctx, uri, service); err != nil {
		remedy := "a firewall or a wrong ROS_IP of the server's"
		if errors.Is(err, syscall.ECONNREFUSED) {
			remedy = "its node has died without unregistering; start it again"
		}
		e.add(Fault, service, remedy, "server %s cannot be reached at %s: %v", node, uri, err)
	}
}
