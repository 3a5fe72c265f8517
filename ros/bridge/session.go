package bridge

import (
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
)

// level is how much a client wants to be told; a status of a lower level is not sent.
type level int32

const (
	levelInfo level = iota
	levelWarning
	levelError
	levelNone
)

var levelNames = []string{"info", "warning", "error", "none"}

// session is a client that speaks rosbridge. Its fields belong to the goroutine that reads, unless said otherwise.
type session struct {
	*client
	level  atomic.Int32
	pieces fragments
	ended  *atomic.Bool // the goal book asks

	pubs map[string]*publication  // by topic, as the client wrote it
	subs map[string]*subscription // by topic, as the client wrote it

	calls    chan struct{} // calls in progress
	presses  chan struct{} // stops in progress
	servedMu sync.Mutex
	served   map[string]*served        // services that the client provides, by name as it wrote it
	asked    map[string]chan *request  // calls that it has not answered, by id
	actions  map[string]*actionClients // goals sent by action, see actions.go
}

// Limits of what one client may have open.
const (
	maxCalls    = 64
	maxTopics   = 1000
	maxServices = 200
)

func newSession(c *client) *session {
	s := &session{client: c, ended: new(atomic.Bool), pubs: map[string]*publication{}, subs: map[string]*subscription{}, calls: make(chan struct{}, maxCalls), presses: make(chan struct{}, maxPresses),
		served: map[string]*served{}, asked: map[string]chan *request{}, actions: map[string]*actionClients{}}
	s.level.Store(int32(levelError)) // what the protocol says
	s.pieces.limit = c.s.opt.MaxFrame
	return s
}

// run reads operations until the client goes.
func (s *session) run() {
	defer s.end()
	s.loop(s.frame, func(err error) { s.status(levelError, nil, err) })
}

// end gives back what the client has opened.
func (s *session) end() {
	s.ended.Store(true)
	s.cancel()
	s.servedMu.Lock()
	all := s.served
	s.served = map[string]*served{}
	s.servedMu.Unlock()
	var wg sync.WaitGroup // each asks the master
	for _, sub := range s.subs {
		wg.Go(sub.close)
	}
	for _, a := range s.actions {
		wg.Go(a.close)
	}
	for _, v := range all {
		wg.Go(v.close)
	}
	for _, p := range s.pubs {
		wg.Go(p.close) // what is queued may take a moment
	}
	wg.Wait()
}

// frame handles what came in one frame.
func (s *session) frame(typ websocket.MessageType, data []byte) {
	if typ == websocket.MessageBinary {
		var err error
		if data, err = jsonFromCBOR(nil, data); err != nil {
			s.status(levelError, nil, err)
			return
		}
	}
	s.operation(data, 0)
}

// operation handles one operation; depth counts operations within operations.
func (s *session) operation(data []byte, depth int) {
	r, err := parse(data)
	if err == nil {
		err = s.do(r, depth)
	}
	if err != nil {
		s.status(levelError, r.ID, err)
	}
}

func (s *session) do(r *request, depth int) error {
	switch r.Op {
	case "publish":
		return s.publish(r)
	case "advertise":
		return s.advertise(r)
	case "unadvertise":
		return s.unadvertise(r)
	case "subscribe":
		return s.subscribe(r)
	case "unsubscribe":
		return s.unsubscribe(r)
	case "call_service":
		return s.callService(r)
	case "advertise_service":
		return s.advertiseService(r)
	case "unadvertise_service":
		return s.unadvertiseService(r)
	case "service_response":
		return s.serviceResponse(r)
	case "send_action_goal":
		return s.sendActionGoal(r)
	case "cancel_action_goal":
		return s.cancelActionGoal(r)
	case "stop", "stop_ready":
		return s.stop(r)
	case "set_level":
		return s.setLevel(r)
	case "fragment", "png":
		if depth > 0 {
			return fault.New(r.Op, "", fault.Invalid, "a %s within another operation is not taken", r.Op)
		}
		whole, err := s.unpack(r)
		if whole != nil && err == nil {
			s.operation(whole, depth+1)
		}
		return err
	case "auth":
		return nil // who may connect was decided before; older clients send it anyway
	case "status":
		return nil
	case "advertise_action", "unadvertise_action", "action_feedback", "action_result", "action_status":
		return fault.New(r.Op, r.Action, fault.Unsupported, "action servers of ROS 2 are not bridged; a ROS 1 action server is the five topics of actionlib (roslib's SimpleActionServer)")
	}
	return fault.New("read operation", "", fault.Unsupported, "unknown op %q", clipText(r.Op))
}

func (s *session) unpack(r *request) ([]byte, error) {
	if r.Op == "png" {
		return textFromPNG(r.Data, s.s.opt.MaxFrame)
	}
	return s.pieces.add(r)
}

func (s *session) setLevel(r *request) error {
	for i, name := range levelNames {
		if strings.EqualFold(r.Level, name) {
			s.level.Store(int32(i))
			return nil
		}
	}
	return fault.New("set_level", "", fault.Invalid, "level %q is none of %s", clipText(r.Level), strings.Join(levelNames, ", "))
}

// status tells the client something, if it wants to know.
func (s *session) status(l level, id json.RawMessage, what error) {
	if l < level(s.level.Load()) {
		return
	}
	if len(id) > maxName {
		id = nil
	}
	s.text(object("op", "status", "level", levelNames[l], "msg", words(what), "id", id))
}

// text queues an answer.
func (s *session) text(b []byte) { s.box.send(websocket.MessageText, b) }

// resolve makes a name global.
func (c *client) resolve(name, what string) (string, error) {
	if name == "" {
		return "", fault.New("read operation", "", fault.Invalid, "the operation has no %s", what)
	}
	if len(name) > maxName {
		return "", fault.New("read operation", "", fault.TooLarge, "the name of the %s has more than %d bytes", what, maxName)
	}
	return c.s.node.Resolve(name)
}

// infoOfTopic finds the type that a topic has in the graph, as far as it is known.
func (c *client) infoOfTopic(topic string) (ros.TypeInfo, error) {
	ctx, cancel := c.short()
	defer cancel()
	return c.s.node.TopicType(ctx, topic)
}
