package recognize

import (
	"context"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
)

type (
	recognizeGoal     = rail_manipulation_msgs.RecognizeObjectGoal
	recognizeResult   = rail_manipulation_msgs.RecognizeObjectResult
	recognizeFeedback = rail_manipulation_msgs.RecognizeObjectFeedback
)

// Recognizer is a running object_recognizer.
type Recognizer struct {
	closers.List
	node    *ros.Node
	library *Library
}

// NewRecognizer starts it on a node, which is called object_recognizer for clients of the original. The action always succeeds: clients
// look at result.object.recognized.
func NewRecognizer(n *ros.Node, l *Library) (*Recognizer, error) {
	r := &Recognizer{node: n, library: l}
	action, err := actionlib.NewSimpleServer(n, "~recognize_object", &rail_manipulation_msgs.RecognizeObjectActionType, r.execute)
	if _, err = closers.Add(&r.List, action, err); err == nil {
		var s *ros.ServiceServer
		s, err = ros.AdvertiseService(n, "~recognize_objects", &rail_manipulation_msgs.ProcessSegmentedObjectsService, r.all)
		_, err = closers.Add(&r.List, s, err)
	}
	return closers.Started(r, "start object recognizer", err)
}

func (r *Recognizer) execute(ctx context.Context, g *actionlib.Goal[*recognizeGoal, *recognizeResult, *recognizeFeedback]) (*recognizeResult, error) {
	goal := g.Goal()
	say := func(text string) {
		if err := g.Feedback(&recognizeFeedback{Message: text}); err != nil {
			r.node.Log().Debug("no feedback", "err", err)
		}
	}
	say("comparing the object with the models")
	ok, why, err := r.library.Recognize(ctx, &goal.Object, goal.Name)
	switch {
	case err != nil:
		r.node.Log().Warn("an object is not recognised", "err", err)
		say("not recognised: " + err.Error())
	case ok:
		say("recognised as " + goal.Object.Name)
	default:
		say("not recognised: " + why)
	}
	return &recognizeResult{Object: goal.Object}, nil
}

// all recognises each object of a list that is not recognised yet.
func (r *Recognizer) all(ctx context.Context, req *rail_manipulation_msgs.ProcessSegmentedObjectsRequest) (*rail_manipulation_msgs.ProcessSegmentedObjectsResponse, error) {
	list := req.SegmentedObjects
	for i := range list.Objects {
		if o := &list.Objects[i]; !o.Recognized {
			if _, _, err := r.library.Recognize(ctx, o, ""); err != nil {
				return nil, fault.Wrap("", fmt.Sprintf("object %d", i), err)
			}
		}
	}
	return &rail_manipulation_msgs.ProcessSegmentedObjectsResponse{SegmentedObjects: list}, nil
}
