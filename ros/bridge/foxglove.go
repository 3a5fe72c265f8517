package bridge

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
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
	var buf []byte
	for {
		typ, data, err := f.read(buf)
		if errors.Is(err, errTooLarge) {
			err := f.tooLarge()
			f.status(foxError, err)
			f.refuse(websocket.StatusMessageTooBig, clipText(err.Error()))
			return
		}
		if err != nil {
			return
		}
		if typ == websocket.MessageBinary {
			err = f.binary(data)
		} else {
			err = f.text(data)
		}
		if err != nil {
			f.status(foxError, err)
		}
		if buf = data; cap(buf) > 1<<20 {
			buf = nil
		}
		if f.box.await(f.ctx) != nil {
			return
		}
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
	f.tell(map[string]any{"op": "status", "level": level, "message": err.Error()})
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
		for _, id := range r.SubscriptionIDs {
			sub := f.subs[id]
			if sub == nil {
				all = append(all, fault.New("unsubscribe", "", fault.NotFound, "there is no subscription %d", id))
				continue
			}
			delete(f.subs, id)
			sub.close()
		}
	case "advertise":
		for _, c := range r.Channels {
			all = append(all, f.advertise(c))
		}
	case "unadvertise":
		for _, id := range r.ChannelIDs {
			p := f.pubs[id]
			if p == nil {
				all = append(all, fault.New("unadvertise", "", fault.NotFound, "there is no client channel %d", id))
				continue
			}
			delete(f.pubs, id)
			p.close()
		}
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
		binary.LittleEndian.PutUint64(head[5:], uint64(s.at.UnixNano()))
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

// foxFrame is a binary message of a client, taken apart.
type foxFrame struct {
	op       byte
	id       uint32 // of the channel or service
	call     uint32
	encoding string
	data     []byte // within the frame
}

func parseFoxFrame(b []byte) (f foxFrame, err error) {
	bad := func(kind fault.Kind, format string, args ...any) (foxFrame, error) {
		return foxFrame{}, fault.New("read binary message", "", kind, format, args...)
	}
	if len(b) == 0 {
		return bad(fault.Truncated, "it is empty")
	}
	f.op = b[0]
	switch f.op {
	case foxClientMessage:
		if len(b) < 5 {
			return bad(fault.Truncated, "%d bytes are too few for a message", len(b))
		}
		f.id, f.data = binary.LittleEndian.Uint32(b[1:]), b[5:]
	case foxServiceCall:
		if len(b) < 13 {
			return bad(fault.Truncated, "%d bytes are too few for a service call", len(b))
		}
		f.id, f.call = binary.LittleEndian.Uint32(b[1:]), binary.LittleEndian.Uint32(b[5:])
		n := binary.LittleEndian.Uint32(b[9:])
		if uint64(n) > uint64(len(b)-13) {
			return bad(fault.Truncated, "an encoding of %d bytes is announced, %d are left", n, len(b)-13)
		}
		f.encoding, f.data = string(b[13:13+n]), b[13+n:]
	default:
		return bad(fault.Unsupported, "unknown opcode %d", f.op)
	}
	return f, nil
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

// callService answers in a goroutine of its own.
func (f *foxglove) callService(m foxFrame) {
	fail := func(err error) {
		text := err.Error()
		var answered *ros.ServiceError
		if errors.As(err, &answered) {
			text = answered.Text
		}
		f.tell(map[string]any{"op": "serviceCallFailure", "serviceId": m.id, "callId": m.call, "message": text})
	}
	f.mu.Lock()
	sv, ok := f.services[m.id]
	f.mu.Unlock()
	if !ok {
		fail(fault.New("call service", "", fault.NotFound, "there is no service %d", m.id))
		return
	}
	if m.encoding != "ros1" && m.encoding != "json" {
		fail(fault.New("call service", sv.name, fault.Unsupported, "encoding %q is neither ros1 nor json", clipText(m.encoding)))
		return
	}
	select {
	case f.calls <- struct{}{}:
	default:
		fail(fault.New("call service", sv.name, fault.TooLarge, "%d calls of this client are in progress; that is the limit", maxCalls))
		return
	}
	m.data = slices.Clone(m.data)
	f.wg.Go(func() {
		defer func() { <-f.calls }()
		res, err := f.call(sv, m)
		if err == nil && len(res) > f.s.opt.Budget {
			err = fault.New("call service", sv.name, fault.TooLarge, "the response has %d bytes; the budget of a client is %d", len(res), f.s.opt.Budget)
		}
		if f.box.await(f.ctx) != nil {
			return
		}
		if err != nil {
			fail(err)
			return
		}
		b := binary.LittleEndian.AppendUint32([]byte{foxServiceResponse}, m.id)
		b = binary.LittleEndian.AppendUint32(b, m.call)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(m.encoding)))
		f.box.send(websocket.MessageBinary, append(append(b, m.encoding...), res...))
	})
}

func (f *foxglove) call(sv foxService, m foxFrame) ([]byte, error) {
	req := m.data
	var err error
	if m.encoding == "json" {
		req, err = requestFrom(sv.typ.req, m.data, f.s)
	} else {
		err = sv.typ.req.Check(req)
	}
	if err != nil {
		return nil, fault.Wrap("call service", sv.name, err)
	}
	caller, err := ros.NewCaller(f.s.node, sv.name, sv.typ.name, sv.typ.md5, false)
	if err != nil {
		return nil, err
	}
	res, err := caller.Call(f.ctx, req)
	if err != nil || m.encoding != "json" {
		return res, err
	}
	return sv.typ.res.AppendJSON(nil, res)
}

// foxParam is a parameter. Without a value it is not set.
type foxParam struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value,omitempty"`
	Type  string          `json:"type,omitempty"`
}

// foxParamOf makes the form of a parameter's value.
func foxParamOf(name string, v any) foxParam {
	p := foxParam{Name: name}
	switch v := v.(type) {
	case []byte:
		p.Type = "byte_array"
		p.Value = appendJSON(nil, base64.StdEncoding.EncodeToString(v))
		return p
	case float64:
		p.Type = "float64" // 2.0 is 2 in JSON
	case []any:
		if len(v) > 0 && !slices.ContainsFunc(v, func(e any) bool { _, ok := e.(float64); return !ok }) {
			p.Type = "float64_array"
		}
	}
	p.Value = appendJSON(nil, v)
	return p
}

// value is what a client wants a parameter to be.
func (p *foxParam) value() (any, error) {
	v, err := paramFromJSON(p.Value)
	if err != nil {
		return nil, err
	}
	switch p.Type {
	case "byte_array":
		text, ok := v.(string)
		b, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil {
			return nil, fault.New("set parameter", p.Name, fault.Invalid, "a byte_array is base64 text")
		}
		return b, nil
	case "float64":
		if i, ok := v.(int); ok {
			v = float64(i)
		}
		if _, ok := v.(float64); !ok {
			return nil, fault.New("set parameter", p.Name, fault.Invalid, "it is no float64")
		}
	case "float64_array":
		list, ok := v.([]any)
		if !ok {
			return nil, fault.New("set parameter", p.Name, fault.Invalid, "it is no array")
		}
		for i := range list {
			if n, ok := list[i].(int); ok {
				list[i] = float64(n)
			}
			if _, ok := list[i].(float64); !ok {
				return nil, fault.New("set parameter", p.Name, fault.Invalid, "element %d is no float64", i)
			}
		}
	case "":
	default:
		return nil, fault.New("set parameter", p.Name, fault.Unsupported, "type %q is none of byte_array, float64, float64_array", clipText(p.Type))
	}
	return v, nil
}

// getParameters answers the named parameters that are set, or all.
func (f *foxglove) getParameters(r *foxRequest) error {
	ctx, cancel := f.short()
	defer cancel()
	names := r.ParameterNames
	if len(names) == 0 {
		var err error
		if names, err = f.s.node.Graph().GetParamNames(ctx); err != nil {
			return err
		}
	}
	if len(names) > maxParams {
		return fault.New("get parameters", "", fault.TooLarge, "%d parameters; at most %d at a time", len(names), maxParams)
	}
	out := []foxParam{}
	for _, name := range names {
		v, err := f.s.node.GetParam(ctx, name)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		out = append(out, foxParamOf(name, v))
	}
	f.parameterValues(out, r.ID)
	return nil
}

func (f *foxglove) parameterValues(list []foxParam, id *string) {
	m := map[string]any{"op": "parameterValues", "parameters": list}
	if id != nil {
		m["id"] = *id
	}
	f.tell(m)
}

// setParameters sets parameters, and deletes those without a value.
func (f *foxglove) setParameters(r *foxRequest) error {
	ctx, cancel := f.short()
	defer cancel()
	var names []string
	var failed []string
	for i := range r.Parameters {
		p := &r.Parameters[i]
		var err error
		if isNothing(p.Value) {
			err = f.s.node.DeleteParam(ctx, p.Name)
		} else {
			var v any
			if v, err = p.value(); err == nil {
				err = f.s.node.SetParam(ctx, p.Name, v)
			}
		}
		if err != nil {
			failed = append(failed, err.Error())
		}
		names = append(names, p.Name)
	}
	f.s.graph.look()
	if r.ID != nil && len(names) > 0 {
		if err := f.getParameters(&foxRequest{ParameterNames: names, ID: r.ID}); err != nil {
			failed = append(failed, err.Error())
		}
	}
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// maxParams bounds the parameters of one question, and those that a client subscribes to.
const maxParams = 10000

func (f *foxglove) watchParameters(names []string) error {
	defer f.s.graph.look()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(names)+len(f.params) > maxParams {
		return fault.New("subscribe to parameters", "", fault.TooLarge, "a client may subscribe to %d parameters", maxParams)
	}
	for _, name := range names {
		if _, ok := f.params[name]; !ok {
			f.params[name] = unseen
		}
	}
	return nil
}
