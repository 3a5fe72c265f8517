package bridge

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"sync"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// Subprotocols of Foxglove's WebSocket protocol: the first by which Foxglove Studio and Lichtblick know it, and the later one.
const (
	foxgloveV1  = "foxglove.websocket.v1"
	foxgloveSDK = "foxglove.sdk.v1"
)

// Opcodes of binary messages.
const (
	foxMessage         = 1 // to the client
	foxTime            = 2
	foxServiceResponse = 3
	foxAssetResponse   = 4

	foxClientMessage = 1 // from the client
	foxServiceCall   = 2
)

// Status levels.
const (
	foxWarning = 1
	foxError   = 2
)

// foxglove is a client that speaks the Foxglove protocol. Its fields belong to the goroutine that reads, unless said otherwise.
type foxglove struct {
	*client
	subs  map[uint32]*foxSub // by the client's id
	pubs  map[uint32]*foxPub // by the client's channel id
	calls chan struct{}

	mu       sync.Mutex // what follows is shared with the watcher of the graph
	channels map[uint32]channel
	services map[uint32]foxService
	params   map[string]string // subscribed to, with the last value as JSON
	graph    bool
	known    connections // what the client has been told of
}

// foxSub is a subscription of a client.
type foxSub struct {
	stream *stream
	stop   func()
}

// foxPub is a channel on which a client publishes.
type foxPub struct {
	*publication
	json bool
}

// foxService is a service that a client has been told of.
type foxService struct {
	name string
	typ  *serviceType
}

func newFoxglove(c *client) *foxglove {
	return &foxglove{
		client: c, subs: map[uint32]*foxSub{}, pubs: map[uint32]*foxPub{}, calls: make(chan struct{}, maxCalls),
		channels: map[uint32]channel{}, services: map[uint32]foxService{}, params: map[string]string{},
	}
}

// run talks until the client goes.
func (f *foxglove) run() {
	capabilities := []string{"clientPublish", "parameters", "parametersSubscribe", "services", "connectionGraph"}
	if f.s.node.Simulated() {
		capabilities = append(capabilities, "time")
	}
	f.tell(map[string]any{
		"op": "serverInfo", "name": "Holdfast at " + f.s.node.MasterURI(), "capabilities": capabilities, "supportedEncodings": []string{"ros1", "json"},
		"metadata": map[string]string{"ROS_DISTRO": "noetic"}, "sessionId": f.s.graph.session(),
	})
	defer f.end()
	f.s.graph.join(f)
	if f.s.node.Simulated() {
		if stop, err := f.clock(); err == nil {
			defer stop()
		}
	}
	f.loop(f.frame, func(err error) { f.status(foxError, err) })
}

// frame handles what came in one frame.
func (f *foxglove) frame(typ websocket.MessageType, data []byte) {
	handle := f.text
	if typ == websocket.MessageBinary {
		handle = f.binary
	}
	if err := handle(data); err != nil {
		f.status(foxError, err)
	}
}

func (f *foxglove) end() {
	f.cancel()
	f.s.graph.leave(f)
	for _, sub := range f.subs {
		sub.close()
	}
	var wg sync.WaitGroup
	for _, p := range f.pubs {
		wg.Go(p.close)
	}
	wg.Wait()
}

func (s *foxSub) close() {
	s.stop()
	s.stream.close()
}

// tell queues a JSON message.
func (f *foxglove) tell(v any) { f.box.send(websocket.MessageText, appendJSON(nil, v)) }

func (f *foxglove) status(level int, err error) {
	f.tell(map[string]any{"op": "status", "level": level, "message": words(err)})
}

// foxRequest is a JSON message of a client.
type foxRequest struct {
	Op            string `json:"op"`
	Subscriptions []struct {
		ID        uint32 `json:"id"`
		ChannelID uint32 `json:"channelId"`
	} `json:"subscriptions"`
	SubscriptionIDs []uint32     `json:"subscriptionIds"`
	Channels        []foxChannel `json:"channels"`
	ChannelIDs      []uint32     `json:"channelIds"`
	ParameterNames  []string     `json:"parameterNames"`
	Parameters      []foxParam   `json:"parameters"`
	ID              *string      `json:"id"`
	URI             string       `json:"uri"`
	RequestID       uint32       `json:"requestId"`
}

// foxChannel is a channel on which a client wants to publish.
type foxChannel struct {
	ID         uint32 `json:"id"`
	Topic      string `json:"topic"`
	Encoding   string `json:"encoding"`
	SchemaName string `json:"schemaName"`
	Schema     string `json:"schema"`
}

func (f *foxglove) text(data []byte) error {
	var r foxRequest
	if err := json.Unmarshal(data, &r); err != nil {
		return fault.New("read message", "", fault.Invalid, "%w", err)
	}
	var all []error
	switch r.Op {
	case "subscribe":
		for _, s := range r.Subscriptions {
			all = append(all, f.subscribe(s.ID, s.ChannelID))
		}
	case "unsubscribe":
		all = leave(r.Op, f.subs, r.SubscriptionIDs, "subscription")
	case "advertise":
		for _, c := range r.Channels {
			all = append(all, f.advertise(c))
		}
	case "unadvertise":
		all = leave(r.Op, f.pubs, r.ChannelIDs, "client channel")
	case "getParameters":
		return f.getParameters(&r)
	case "setParameters":
		return f.setParameters(&r)
	case "subscribeParameterUpdates":
		return f.watchParameters(r.ParameterNames)
	case "unsubscribeParameterUpdates":
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, name := range r.ParameterNames {
			delete(f.params, name)
		}
	case "subscribeConnectionGraph":
		f.mu.Lock()
		f.graph, f.known = true, connections{}
		f.mu.Unlock()
		f.s.graph.look()
	case "unsubscribeConnectionGraph":
		f.mu.Lock()
		defer f.mu.Unlock()
		f.graph = false
	case "fetchAsset":
		f.box.send(websocket.MessageBinary, assetError(r.RequestID, "the bridge serves no files; give the viewer the URDF and meshes from a folder or a web address"))
	default:
		return fault.New("read message", "", fault.Unsupported, "unknown op %q", clipText(r.Op))
	}
	return errors.Join(all...)
}

// leave closes what a client has opened under some ids.
func leave[T interface{ close() }](op string, open map[uint32]T, ids []uint32, what string) []error {
	var all []error
	for _, id := range ids {
		v, ok := open[id]
		if !ok {
			all = append(all, fault.New(op, "", fault.NotFound, "there is no %s %d", what, id))
			continue
		}
		delete(open, id)
		v.close()
	}
	return all
}

// assetError answers a request for a file.
func assetError(id uint32, why string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte{foxAssetResponse}, id)
	b = binary.LittleEndian.AppendUint32(append(b, 1), uint32(len(why)))
	return append(b, why...)
}

func (f *foxglove) subscribe(id, channelID uint32) error {
	f.mu.Lock()
	ch, ok := f.channels[channelID]
	f.mu.Unlock()
	switch {
	case !ok:
		return fault.New("subscribe", "", fault.NotFound, "there is no channel %d", channelID)
	case f.subs[id] != nil:
		return fault.New("subscribe", ch.Topic, fault.Conflict, "subscription %d exists already", id)
	case len(f.subs) >= maxTopics:
		return fault.New("subscribe", ch.Topic, fault.TooLarge, "a client may have %d subscriptions", maxTopics)
	}
	head := make([]byte, 13)
	head[0] = foxMessage
	binary.LittleEndian.PutUint32(head[1:], id)
	told := false
	st := f.box.open(0, 0, func(s *sample) error {
		if s.sum != ch.sum {
			if !told {
				told = true
				f.status(foxWarning, fault.New("subscribe", ch.Topic, fault.Conflict, "publisher %s sends another type, %s with MD5 %s; its messages are left out", s.from, s.name, s.sum))
			}
			return nil
		}
		stamp := uint64(s.at.UnixNano())
		if f.s.node.Simulated() {
			stamp = uint64(f.s.node.Clock().Now().Nanos())
		}
		binary.LittleEndian.PutUint64(head[5:], stamp)
		return f.write(websocket.MessageBinary, head, s.raw)
	})
	st.huge = func(n int) {
		f.status(foxWarning, fault.New("subscribe", ch.Topic, fault.TooLarge, "messages of %d bytes are not passed on; the budget of a client is %d", n, f.box.budget))
	}
	stop, err := f.s.listen(ch.Topic, st, nil)
	if err != nil {
		st.close()
		return err
	}
	f.subs[id] = &foxSub{st, stop}
	return nil
}

// clock tells simulated time.
func (f *foxglove) clock() (stop func(), err error) {
	st := f.box.open(0, 1, func(s *sample) error {
		if s.name != "rosgraph_msgs/Clock" || len(s.raw) != 8 {
			return nil
		}
		ns := uint64(binary.LittleEndian.Uint32(s.raw))*1e9 + uint64(binary.LittleEndian.Uint32(s.raw[4:]))
		return f.write(websocket.MessageBinary, binary.LittleEndian.AppendUint64([]byte{foxTime}, ns))
	})
	end, err := f.s.listen("/clock", st, nil)
	if err != nil {
		st.close()
		return nil, err
	}
	return func() { end(); st.close() }, nil
}

func (f *foxglove) advertise(c foxChannel) error {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("advertise", c.Topic, kind, format, args...)
	}
	switch {
	case f.pubs[c.ID] != nil:
		return bad(fault.Conflict, "client channel %d exists already", c.ID)
	case len(f.pubs) >= maxTopics:
		return bad(fault.TooLarge, "a client may advertise %d topics", maxTopics)
	case c.Encoding != "ros1" && c.Encoding != "json":
		return bad(fault.Unsupported, "encoding %q is neither ros1 nor json", clipText(c.Encoding))
	}
	topic, err := f.resolve(c.Topic, "topic")
	if err != nil {
		return err
	}
	typ, err := f.typeFor(topic, c.SchemaName)
	if err != nil && c.Schema != "" {
		typ, err = dynamic.Parse(typeName(c.SchemaName), c.Schema)
	}
	if err != nil {
		return fault.Wrap("advertise", topic, err)
	}
	p, err := f.publishAs(topic, typ, infoOf(typ), false, 0)
	if err != nil {
		return err
	}
	f.pubs[c.ID] = &foxPub{p, c.Encoding == "json"}
	return nil
}

func (f *foxglove) binary(b []byte) error {
	m, err := parseFoxFrame(b)
	if err != nil {
		return err
	}
	if m.op == foxServiceCall {
		f.callService(m)
		return nil
	}
	p := f.pubs[m.id]
	if p == nil {
		return fault.New("publish", "", fault.NotFound, "there is no client channel %d", m.id)
	}
	raw := m.data
	if p.json {
		if raw, err = p.typ.AppendStampedFromJSON(nil, m.data, f.s.node.Clock().Now()); err != nil {
			return fault.Wrap("publish", p.topic, err)
		}
	} else if err := p.typ.Check(raw); err != nil {
		return fault.Wrap("publish", p.topic, err)
	}
	return p.send(raw)
}
