package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	act "github.com/holdfast-robotics/holdfast/msgs/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
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
