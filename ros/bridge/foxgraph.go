package bridge

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/graph"
)

const (
	lookEvery  = time.Second      // how often the graph is looked at while there are Foxglove clients
	retryAfter = 10 * time.Second // for the type of a topic or service that could not be found
	unseen     = "\x00"           // of a parameter whose value a client has not been told; no JSON
)

// channel is a topic as a client is told of it.
type channel struct {
	ID             uint32 `json:"id"`
	Topic          string `json:"topic"`
	Encoding       string `json:"encoding"`
	SchemaName     string `json:"schemaName"`
	Schema         string `json:"schema"`
	SchemaEncoding string `json:"schemaEncoding"`
	sum            string // MD5
	nodes          string // the publishers when the type was found
}

// serviceInfo is a service as a client is told of it.
type serviceInfo struct {
	ID       uint32     `json:"id"`
	Name     string     `json:"name"`
	Type     string     `json:"type"`
	Request  schemaInfo `json:"request"`
	Response schemaInfo `json:"response"`
	typ      *serviceType
	nodes    string
}

type schemaInfo struct {
	Encoding       string `json:"encoding"`
	SchemaName     string `json:"schemaName"`
	SchemaEncoding string `json:"schemaEncoding"`
	Schema         string `json:"schema"`
}

// connections is who publishes, subscribes and serves what, each by name.
type connections struct{ pubs, subs, servs map[string][]string }

// graphWatch follows the graph for all Foxglove clients, as long as there are any.
type graphWatch struct {
	server *Server

	mu       sync.Mutex
	clients  map[*foxglove]bool
	wake     chan struct{} // nil when it does not run
	channels map[string]channel
	services map[string]serviceInfo
	id       string // of this run of the server

	lastID atomic.Uint32
}

// graphRun is one run of the watch: from the first client's coming to the last one's going.
type graphRun struct {
	*graphWatch
	wake  chan struct{}
	retry map[string]time.Time // when the type of a name is asked for again
}

// session names this run of the server, so that clients see when it was restarted.
func (g *graphWatch) session() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.id == "" {
		g.id = rand.Text()
	}
	return g.id
}

// join tells a client what is there and from now on what changes.
func (g *graphWatch) join(f *foxglove) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.clients == nil {
		g.clients = map[*foxglove]bool{}
	}
	g.clients[f] = true
	if g.wake == nil {
		r := &graphRun{g, make(chan struct{}, 1), map[string]time.Time{}}
		if !g.server.spawn(r.run) {
			return
		}
		g.wake = r.wake
		g.channels, g.services = map[string]channel{}, map[string]serviceInfo{}
	}
	f.update(slices.Collect(maps.Values(g.channels)), nil, slices.Collect(maps.Values(g.services)), nil)
}

func (g *graphWatch) leave(f *foxglove) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.clients, f)
	if len(g.clients) == 0 && g.wake != nil {
		close(g.wake)
		g.wake = nil
	}
}

// look has the graph looked at soon.
func (g *graphWatch) look() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wake != nil {
		select {
		case g.wake <- struct{}{}:
		default:
		}
	}
}

// run looks at the graph until wake is closed or the server ends.
func (g *graphRun) run() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		g.once()
		select {
		case _, ok := <-g.wake:
			if !ok {
				return
			}
		case <-tick.C:
		case <-g.server.ctx.Done():
			return
		}
	}
}

// once compares the graph with what the clients know and tells them what is different.
func (g *graphRun) once() {
	ctx, cancel := context.WithTimeout(g.server.ctx, graphTimeout)
	defer cancel()
	state, err := g.server.node.Graph().GetSystemState(ctx)
	if err != nil { // the master may come back; what was there stays
		return
	}
	g.mu.Lock()
	current := g.graphWatch.wake == g.wake // else another run has begun
	channels, services := maps.Clone(g.channels), maps.Clone(g.services)
	g.mu.Unlock()
	if !current {
		return
	}
	var up []channel
	var down []uint32
	topics := map[string]bool{}
	for _, e := range state.Publishers {
		topics[e.Name] = true
		old, known := channels[e.Name]
		ch, ok := g.channel(ctx, e, old, known)
		if known && (!ok || ch.ID != old.ID) {
			down = append(down, old.ID)
			delete(channels, e.Name)
		}
		if ok {
			if !known || ch.ID != old.ID {
				up = append(up, ch)
			}
			channels[e.Name] = ch
		}
	}
	for name, ch := range channels {
		if !topics[name] {
			down = append(down, ch.ID)
			delete(channels, name)
		}
	}
	upS, downS := g.lookServices(ctx, state, services)
	params := g.params(ctx)

	g.mu.Lock()
	defer g.mu.Unlock()
	if g.graphWatch.wake != g.wake {
		return
	}
	g.channels, g.services = channels, services
	now := connectionsOf(state)
	for f := range g.clients {
		f.update(up, down, upS, downS)
		f.updateParams(params)
		f.updateGraph(now)
	}
}

// channel finds the channel of a topic: the old one as long as its type is the same.
func (g *graphRun) channel(ctx context.Context, e graph.Entry, old channel, known bool) (channel, bool) {
	nodes := strings.Join(slices.Sorted(slices.Values(e.Nodes)), " ")
	if known && old.nodes == nodes {
		return old, true
	}
	key := "topic " + e.Name + " " + nodes
	if time.Now().Before(g.retry[key]) {
		return old, known
	}
	delete(g.retry, key)
	info, err := g.server.node.TopicType(ctx, e.Name)
	if err == nil && info.Definition == "" {
		t, e := g.server.types.find(info.Name)
		if err = e; err == nil {
			if info.MD5 != "" && info.MD5 != t.MD5() {
				err = fault.New("find type", info.Name, fault.Conflict, "another version")
			}
			info = infoOf(t)
		}
	}
	if err != nil {
		g.later(key)
		return old, known
	}
	if known && old.sum == info.MD5 && old.SchemaName == info.Name {
		old.nodes = nodes
		return old, true
	}
	return channel{g.lastID.Add(1), e.Name, "ros1", info.Name, info.Definition, "ros1msg", info.MD5, nodes}, true
}

// later puts off the next question about a name.
func (g *graphRun) later(key string) {
	if len(g.retry) > maxLearned {
		clear(g.retry)
	}
	g.retry[key] = time.Now().Add(retryAfter)
}

// lookServices brings a list of services up to date. Those of a type that is not known here are left out: nobody could call them.
func (g *graphRun) lookServices(ctx context.Context, state graph.State, services map[string]serviceInfo) (up []serviceInfo, down []uint32) {
	there := map[string]bool{}
	for _, e := range state.Services {
		there[e.Name] = true
		nodes := strings.Join(e.Nodes, " ")
		old, known := services[e.Name]
		key := "service " + e.Name + " " + nodes
		if known && old.nodes == nodes || time.Now().Before(g.retry[key]) {
			continue
		}
		if known {
			down = append(down, old.ID)
			delete(services, e.Name)
		}
		st, err := g.server.serviceType(ctx, e.Name)
		if err != nil {
			g.later(key)
			continue
		}
		side := func(t ros.TypeInfo) schemaInfo { return schemaInfo{"ros1", t.Name, "ros1msg", t.Definition} }
		s := serviceInfo{g.lastID.Add(1), e.Name, st.name, side(infoOf(st.req)), side(infoOf(st.res)), st, nodes}
		services[e.Name] = s
		up = append(up, s)
	}
	for name, s := range services {
		if !there[name] {
			down = append(down, s.ID)
			delete(services, name)
		}
	}
	return up, down
}

// params returns the parameters if a client subscribes to any, else nil.
func (g *graphRun) params(ctx context.Context) any {
	g.mu.Lock()
	wanted := false
	for f := range g.clients {
		f.mu.Lock()
		wanted = wanted || len(f.params) > 0
		f.mu.Unlock()
	}
	g.mu.Unlock()
	if !wanted {
		return nil
	}
	tree, err := g.server.node.Graph().GetParam(ctx, "/")
	if err != nil {
		return nil
	}
	return tree
}

// paramAt finds a parameter in a tree.
func paramAt(tree any, name string) (any, bool) {
	for step := range strings.SplitSeq(strings.Trim(name, "/"), "/") {
		m, ok := tree.(map[string]any)
		if !ok {
			return nil, false
		}
		if tree, ok = m[step]; !ok {
			return nil, false
		}
	}
	return tree, true
}

func connectionsOf(state graph.State) connections {
	by := func(list []graph.Entry) map[string][]string {
		m := map[string][]string{}
		for _, e := range list {
			m[e.Name] = e.Nodes
		}
		return m
	}
	return connections{by(state.Publishers), by(state.Subscribers), by(state.Services)}
}

// update tells the client what channels and services have come and gone.
func (f *foxglove) update(up []channel, down []uint32, upS []serviceInfo, downS []uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range down {
		delete(f.channels, id)
	}
	for _, c := range up {
		f.channels[c.ID] = c
	}
	for _, id := range downS {
		delete(f.services, id)
	}
	for _, s := range upS {
		f.services[s.ID] = foxService{s.Name, s.typ}
	}
	if len(down) > 0 {
		f.tell(map[string]any{"op": "unadvertise", "channelIds": down})
	}
	if len(up) > 0 {
		f.tell(map[string]any{"op": "advertise", "channels": up})
	}
	if len(downS) > 0 {
		f.tell(map[string]any{"op": "unadvertiseServices", "serviceIds": downS})
	}
	if len(upS) > 0 {
		f.tell(map[string]any{"op": "advertiseServices", "services": upS})
	}
}

// updateParams tells the client which of the parameters it subscribes to have changed.
func (f *foxglove) updateParams(tree any) {
	if tree == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var changed []foxParam
	for _, name := range slices.Sorted(maps.Keys(f.params)) {
		p := foxParam{Name: name}
		if v, ok := paramAt(tree, name); ok {
			p = foxParamOf(name, v)
		}
		if now := string(p.Value); now != f.params[name] {
			f.params[name] = now
			changed = append(changed, p)
		}
	}
	if len(changed) > 0 {
		f.parameterValues(changed, nil)
	}
}

// updateGraph tells the client which connections have changed.
func (f *foxglove) updateGraph(now connections) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.graph {
		return
	}
	first := f.known.pubs == nil
	changed := func(old, now map[string][]string, ids string) (list []map[string]any) {
		list = []map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(now)) {
			if !slices.Equal(old[name], now[name]) {
				list = append(list, map[string]any{"name": name, ids: now[name]})
			}
		}
		return list
	}
	gone := func(old, now []map[string][]string) []string {
		list := []string{}
		for _, m := range old {
			for _, name := range slices.Sorted(maps.Keys(m)) {
				here := slices.ContainsFunc(now, func(m map[string][]string) bool { return m[name] != nil })
				if !here && !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
		return list
	}
	old := f.known
	f.known = now
	pubs, subs, servs := changed(old.pubs, now.pubs, "publisherIds"), changed(old.subs, now.subs, "subscriberIds"), changed(old.servs, now.servs, "providerIds")
	// A topic that lost its last publisher but not its subscribers is told with none.
	pubs, subs = emptied(pubs, old.pubs, now.pubs, now.subs, "publisherIds"), emptied(subs, old.subs, now.subs, now.pubs, "subscriberIds")
	topics := gone([]map[string][]string{old.pubs, old.subs}, []map[string][]string{now.pubs, now.subs})
	services := gone([]map[string][]string{old.servs}, []map[string][]string{now.servs})
	if !first && len(pubs)+len(subs)+len(servs)+len(topics)+len(services) == 0 {
		return
	}
	f.tell(map[string]any{"op": "connectionGraphUpdate", "publishedTopics": pubs, "subscribedTopics": subs, "advertisedServices": servs,
		"removedTopics": topics, "removedServices": services})
}

// emptied adds to list the names that had nodes of a kind, have none now, and still have some of the other kind.
func emptied(list []map[string]any, old, now, other map[string][]string, ids string) []map[string]any {
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if now[name] == nil && other[name] != nil {
			list = append(list, map[string]any{"name": name, ids: []string{}})
		}
	}
	return list
}
