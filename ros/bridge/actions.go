package bridge

import (
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// The protocol's action operations were made for ROS 2. Clients that use them (roslib's Action) reach the action servers of ROS 1 all
// the same: a goal becomes a message of actionlib, and what comes back on its topics is told under the id of the operation.

// Outcomes as the operations count them.
const (
	actionSucceeded = 4
	actionCanceled  = 5
	actionAborted   = 6
)

// actionClients is an action that a client has sent goals to by operations.
type actionClients struct {
	s            *session
	name         string // as the client wrote it
	goal, cancel *publication
	stops        []func()

	mu    sync.Mutex
	goals map[string]actionGoal // by id
}

type actionGoal struct {
	id       json.RawMessage
	feedback bool
	ended    bool // feedback may still come, over another connection
}

// actionTopic is a topic of an action; it implements listener.
type actionTopic struct {
	a      *actionClients
	result bool
}

func (s *session) sendActionGoal(r *request) error {
	id := r.key()
	if id == "" {
		return fault.New("send_action_goal", r.Action, fault.Invalid, "the operation has no id, by which its result would be told")
	}
	fail := func(err error) error {
		s.text(object("op", "action_result", "id", r.ID, "action", r.Action, "values", words(err), "status", actionAborted, "result", false))
		return nil
	}
	a := s.actions[r.Action]
	if a == nil {
		if len(s.actions) >= maxServices {
			return fail(fault.New("send_action_goal", r.Action, fault.TooLarge, "a client may use %d actions", maxServices))
		}
		var err error
		if a, err = s.newAction(r); err != nil {
			return fail(err)
		}
		s.actions[r.Action] = a
	}
	if isNothing(r.Args) {
		r.Args = []byte("{}")
	}
	now := s.s.node.Clock().Now()
	msg := object("goal_id", json.RawMessage(object("id", id, "stamp", json.RawMessage(object("secs", now.Sec, "nsecs", now.Nsec)))), "goal", r.Args)
	raw, err := a.goal.typ.AppendStampedFromJSON(nil, msg, now)
	if err != nil {
		return fail(fault.Wrap("send_action_goal", r.Action, err))
	}
	a.mu.Lock()
	if len(a.goals) >= maxGoals {
		maps.DeleteFunc(a.goals, func(_ string, g actionGoal) bool { return g.ended })
	}
	full := len(a.goals) >= maxGoals
	if !full {
		a.goals[id] = actionGoal{id: r.ID, feedback: r.Feedback}
	}
	a.mu.Unlock()
	if full {
		return fail(fault.New("send_action_goal", r.Action, fault.TooLarge, "%d goals of this client are in progress", maxGoals))
	}
	return a.goal.send(raw)
}

// newAction connects to an action server.
func (s *session) newAction(r *request) (*actionClients, error) {
	base, err := s.resolve(r.Action, "action")
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(typeName(r.ActionType), "Action")
	goal, err := s.s.types.find(name + "ActionGoal")
	if err != nil {
		return nil, fault.Wrap("send_action_goal", r.Action, err)
	}
	a := &actionClients{s: s, name: r.Action, goals: map[string]actionGoal{}}
	for name, result := range map[string]bool{"/result": true, "/feedback": false} {
		stop, err := s.s.listen(base+name, &actionTopic{a, result}, nil)
		if err != nil {
			a.close()
			return nil, err
		}
		a.stops = append(a.stops, stop)
	}
	a.goal, err = s.publishAs(base+"/goal", goal, infoOf(goal), false, 0)
	if err == nil {
		var id *dynamic.Type
		if id, err = s.s.types.find("actionlib_msgs/GoalID"); err == nil {
			a.cancel, err = s.publishAs(base+"/cancel", id, infoOf(id), false, 0)
		}
	}
	if err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

func (a *actionClients) close() {
	for _, stop := range a.stops {
		stop()
	}
	for _, p := range []*publication{a.goal, a.cancel} {
		if p != nil {
			p.close()
		}
	}
}

// take passes a result or feedback on, if the goal is ours.
func (t *actionTopic) take(s *sample) {
	if s.typ == nil {
		return
	}
	m := s.typ.New()
	if m.DecodeROS(s.raw) != nil {
		return
	}
	v, _ := m.Value("status.goal_id.id")
	id, _ := v.(string)
	a := t.a
	a.mu.Lock()
	g, ours := a.goals[id]
	if ours && t.result {
		a.goals[id] = actionGoal{id: g.id, feedback: g.feedback, ended: true}
	}
	a.mu.Unlock()
	if !ours || t.result && g.ended || !t.result && !g.feedback {
		return
	}
	part := "feedback"
	if t.result {
		part = "result"
	}
	body, err := m.Value(part)
	inner, ok := body.(*dynamic.Message)
	if err != nil || !ok {
		return
	}
	values, err := inner.MarshalJSON()
	if err != nil {
		return
	}
	if !t.result {
		a.s.box.offer(object("op", "action_feedback", "id", g.id, "action", a.name, "values", json.RawMessage(values)))
		return
	}
	v, _ = m.Value("status.status")
	code, _ := v.(uint64)
	status, good := actionAborted, true
	switch uint8(code) {
	case actionlib_msgs.GoalStatusSucceeded:
		status = actionSucceeded
	case actionlib_msgs.GoalStatusPreempted, actionlib_msgs.GoalStatusRecalled:
		status = actionCanceled
	case actionlib_msgs.GoalStatusRejected:
		v, _ := m.Value("status.text")
		text, _ := v.(string)
		values, good = appendJSON(nil, "the server rejected the goal: "+text), false
	}
	a.s.text(object("op", "action_result", "id", g.id, "action", a.name, "values", json.RawMessage(values), "status", status, "result", good))
}

func (s *session) cancelActionGoal(r *request) error {
	a := s.actions[r.Action]
	if a == nil {
		return fault.New("cancel_action_goal", r.Action, fault.NotFound, "this client has sent no goal to it")
	}
	return a.cancel.send((&actionlib_msgs.GoalID{ID: r.key()}).AppendROS(nil))
}
