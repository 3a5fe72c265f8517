package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	act "github.com/holdfast-robotics/holdfast/msgs/actionlib"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// A client whose connection breaks gets the result of its goal when it is back.
func TestGoalsSurvive(t *testing.T) {
	w := newWorld(t)
	finish := make(chan struct{})
	s := must[*actionlib.SimpleServer[*act.TestGoal, *act.TestResult, *act.TestFeedback]](t)(actionlib.NewSimpleServer(w.robot, "/act", &act.TestActionType,
		func(ctx context.Context, g *actionlib.Goal[*act.TestGoal, *act.TestResult, *act.TestFeedback]) (*act.TestResult, error) {
			if err := g.Feedback(&act.TestFeedback{Feedback: 1}); err != nil {
				return nil, err
			}
			select {
			case <-finish:
			case <-ctx.Done():
			}
			return &act.TestResult{Result: 2 * g.Goal().Goal}, nil
		}))
	t.Cleanup(func() { s.Close() })

	p := dial(t, w)
	p.send(`{"op":"advertise","topic":"/act/goal","type":"actionlib/TestActionGoal"}`)
	p.send(`{"op":"subscribe","topic":"/act/feedback","type":"actionlib/TestActionFeedback"}`)
	p.send(`{"op":"publish","topic":"/act/goal","msg":{"goal_id":{"id":"page-1"},"goal":{"goal":21}}}`)
	p.next("publish")
	p.conn.CloseNow()

	until(p.ctx, t, "the bridge knows that the client is gone", func() bool { return w.bridge.count.Load() == 0 })
	close(finish)
	ended := func() bool {
		w.bridge.goals.mu.Lock()
		defer w.bridge.goals.mu.Unlock()
		return len(w.bridge.goals.goals) == 1 && w.bridge.goals.goals[0].answer != nil
	}
	until(p.ctx, t, "the goal has ended", ended)

	for range 2 { // a page may be loaded twice
		back := dial(t, w)
		back.send(`{"op":"subscribe","topic":"/act/result","type":"actionlib/TestActionResult"}`)
		var m struct {
			Status struct {
				Status int
				GoalID struct{ ID string } `json:"goal_id"`
			}
			Result struct{ Result int }
		}
		if err := json.Unmarshal(back.next("publish").Msg, &m); err != nil || m.Status.GoalID.ID != "page-1" || m.Status.Status != 3 || m.Result.Result != 42 {
			t.Errorf("got %+v, %v", m, err)
		}
		back.conn.CloseNow()
	}
}

// The book of goals is bounded, and lets go of what it does not need.
func TestGoalBook(t *testing.T) {
	w := newWorld(t)
	b := &w.bridge.goals
	s := newSession(&client{s: w.bridge, box: newOutbox(1)})
	for i := range 3 * maxGoals {
		b.add(s, fmt.Sprintf("/a%d/result", i%3), fmt.Sprint(i))
	}
	b.mu.Lock()
	n, topics := len(b.goals), len(b.topics)
	b.mu.Unlock()
	if n != maxGoals || topics != 3 {
		t.Errorf("%d goals on %d topics", n, topics)
	}
	b.mu.Lock()
	for len(b.goals) > 0 {
		b.forget(0)
	}
	b.mu.Unlock()
	until(limit(t), t, "the result topics are left", func() bool {
		w.bridge.mu.Lock()
		defer w.bridge.mu.Unlock()
		return len(w.bridge.hubs) == 0
	})
}

// Results that wait for their clients take no more than the budget.
func TestGoalBookBytes(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Budget = 10000 })
	b := &w.bridge.goals
	typ := must[*dynamic.Type](t)(w.bridge.types.find("actionlib/TestActionResult"))
	s := newSession(&client{s: w.bridge, box: newOutbox(1)})
	rt := &resultTopic{book: b, topic: "/a/result"}
	for i := range 100 {
		id := fmt.Sprint(i)
		b.add(s, rt.topic, id)
		m := act.TestActionResult{Status: actionlib_msgs.GoalStatus{GoalID: actionlib_msgs.GoalID{ID: id}, Text: strings.Repeat("x", 1000)}}
		r := newSample(m.AppendROS(nil))
		r.typ = typ
		rt.take(r)
		r.release()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	held := 0
	for _, g := range b.goals {
		held += g.answer.size()
	}
	if held != b.bytes || held > 10000 || len(b.goals) != 9 || b.goals[8].id != "99" {
		t.Errorf("%d results of %d bytes are held, %d are counted", len(b.goals), held, b.bytes)
	}
}
