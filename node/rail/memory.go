package rail

import (
	"context"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
)

// Memory closes the loop of learning that the original left open: it chooses which stored grasp to try and counts how that went.
type Memory struct {
	closers.List
	db *graspdb.DB

	mu      sync.Mutex
	chooser *graspdb.Chooser
}

// NewMemory starts the services on a node, which is called graspdb. The chooser decides while training.
func NewMemory(n *ros.Node, db *graspdb.DB, chooser *graspdb.Chooser) (*Memory, error) {
	m := &Memory{db: db, chooser: chooser}
	s, err := ros.AdvertiseService(n, "~choose_grasp", &holdfast_msgs.ChooseGraspService, m.choose)
	if _, err = closers.Add(&m.List, s, err); err == nil {
		s, err = ros.AdvertiseService(n, "~record_grasp_outcome", &holdfast_msgs.RecordGraspOutcomeService, m.record)
		_, err = closers.Add(&m.List, s, err)
	}
	return closers.Started(m, "start grasp memory", err)
}

func (m *Memory) choose(ctx context.Context, req *holdfast_msgs.ChooseGraspRequest) (*holdfast_msgs.ChooseGraspResponse, error) {
	const op = "choose grasp"
	var grasps []graspdb.Grasp
	subject := req.ObjectName
	if req.ModelID != 0 {
		model, err := m.db.Model(ctx, int64(req.ModelID))
		if err != nil {
			return nil, err
		}
		grasps, subject = model.Grasps, model.ObjectName
	} else {
		if err := graspdb.CheckName(req.ObjectName); err != nil {
			return nil, fault.New(op, "", fault.Invalid, "give object_name or model_id")
		}
		for model, err := range m.db.Models(ctx, req.ObjectName) {
			if err != nil {
				return nil, err
			}
			grasps = append(grasps, model.Grasps...)
		}
	}
	if len(grasps) == 0 {
		return nil, fault.New(op, subject, fault.NotFound, "no model of it has a grasp; demonstrate one, or make models of demonstrations")
	}
	best := graspdb.Ranked(grasps, graspdb.Prior, graspdb.PriorWeight)[0]
	if req.Train {
		best = m.train(grasps, req.NewObject)
	}
	g, err := message(&grasps[best])
	if err != nil {
		return nil, err
	}
	return &holdfast_msgs.ChooseGraspResponse{ModelID: uint32(grasps[best].ModelID), Grasp: g, Expected: grasps[best].Expected(graspdb.Prior, graspdb.PriorWeight)}, nil
}

func (m *Memory) train(grasps []graspdb.Grasp, fresh bool) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if fresh {
		m.chooser.ObjectDone()
	}
	return m.chooser.Next(grasps)
}

func (m *Memory) record(ctx context.Context, req *holdfast_msgs.RecordGraspOutcomeRequest) (*holdfast_msgs.RecordGraspOutcomeResponse, error) {
	successes, attempts, err := m.db.RecordOutcome(ctx, int64(req.GraspID), req.Success)
	if err != nil {
		return nil, err
	}
	return &holdfast_msgs.RecordGraspOutcomeResponse{Successes: uint32(successes), Attempts: uint32(attempts)}, nil
}
