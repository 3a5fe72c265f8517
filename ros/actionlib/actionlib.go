// Package actionlib is the ROS 1 action protocol: goals that take time, can be watched and can be cancelled.
//
// A server answers goals on five topics below its name: goal, cancel (from clients), status, feedback, result (to clients). Server
// runs many goals at once; SimpleServer one, where a new goal preempts the old. Client follows its goals through the states of
// the original.
//
// Where the original has races, this package differs:
//
//   - A result is sent again to subscribers that connect within the status timeout (5 s), so a client that connects a moment
//     late gets it.
//   - A status list without a goal makes it LOST only after it has been missing for a while, so LOST is final.
//   - Goals are ordered by arrival, not by stamp, so a clock that jumps back, or stands at zero, does not reject them.
package actionlib

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Status is where a goal stands. The values are those of actionlib_msgs/GoalStatus.
type Status uint8

const (
	Pending    = Status(actionlib_msgs.GoalStatusPending)
	Active     = Status(actionlib_msgs.GoalStatusActive)
	Preempted  = Status(actionlib_msgs.GoalStatusPreempted)
	Succeeded  = Status(actionlib_msgs.GoalStatusSucceeded)
	Aborted    = Status(actionlib_msgs.GoalStatusAborted)
	Rejected   = Status(actionlib_msgs.GoalStatusRejected)
	Preempting = Status(actionlib_msgs.GoalStatusPreempting)
	Recalling  = Status(actionlib_msgs.GoalStatusRecalling)
	Recalled   = Status(actionlib_msgs.GoalStatusRecalled)
	Lost       = Status(actionlib_msgs.GoalStatusLost)
)

var statusNames = [...]string{"PENDING", "ACTIVE", "PREEMPTED", "SUCCEEDED", "ABORTED", "REJECTED", "PREEMPTING", "RECALLING", "RECALLED", "LOST"}

func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Terminal reports whether s is final.
func (s Status) Terminal() bool {
	switch s {
	case Pending, Active, Preempting, Recalling:
		return false
	}
	return true
}

// Error is the outcome of a goal that did not succeed.
type Error struct {
	Status Status
	Text   string // the server's words
}

func (e *Error) Error() string {
	if e.Text == "" {
		return "the goal was " + e.Status.String()
	}
	return "the goal was " + e.Status.String() + ": " + e.Text
}

// goalParts, statusParts: an action message is a header, a goal id or a status, and what the user defined.

func appendGoal(h *std_msgs.Header, id *actionlib_msgs.GoalID, goal wire.Message) []byte {
	b := make([]byte, 0, h.SizeROS()+id.SizeROS()+goal.SizeROS())
	return goal.AppendROS(id.AppendROS(h.AppendROS(b)))
}

func appendStatus(h *std_msgs.Header, s *actionlib_msgs.GoalStatus, body wire.Message) []byte {
	b := make([]byte, 0, h.SizeROS()+s.SizeROS()+body.SizeROS())
	return body.AppendROS(s.AppendROS(h.AppendROS(b)))
}

func readGoal(b []byte, typ *wire.Type, goal wire.Message) (id actionlib_msgs.GoalID, err error) {
	var h std_msgs.Header
	r := wire.NewReader(b)
	_ = h.ReadROS(&r) && id.ReadROS(&r) && goal.ReadROS(&r)
	return id, r.Finish(typ.Name)
}

func readStatus(b []byte, typ *wire.Type, body wire.Message) (s actionlib_msgs.GoalStatus, err error) {
	var h std_msgs.Header
	r := wire.NewReader(b)
	_ = h.ReadROS(&r) && s.ReadROS(&r) && body.ReadROS(&r)
	return s, r.Finish(typ.Name)
}

func infoOf(t *wire.Type) ros.TypeInfo {
	return ros.TypeInfo{Name: t.Name, MD5: t.MD5, Definition: t.Definition()}
}

// check makes sure that G, R and F are the parts of typ.
func check[G, R, F ros.Message](typ *wire.Action) error {
	var g G
	var r R
	var f F
	if g.ROSType() != typ.Goal || r.ROSType() != typ.Result || f.ROSType() != typ.Feedback {
		return fault.New("use action type", typ.Name, fault.Invalid, "its parts are %s, %s and %s, not %s, %s and %s",
			typ.Goal.Name, typ.Result.Name, typ.Feedback.Name, g.TypeName(), r.TypeName(), f.TypeName())
	}
	return nil
}
