package graspfix

import (
	"strings"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_msgs"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// maxPoses bounds the links that are remembered.
const maxPoses = 1 << 16

// feed turns messages, live or recorded, into what a fix takes.
type feed struct {
	fix   *graspfix.Fix
	frame graspfix.ForceFrame
	poses map[string]geom.Pose // of links, as link_states names them
	entry graspfix.Entry       // scratch
}

func newFeed(fix *graspfix.Fix, frame graspfix.ForceFrame) *feed {
	return &feed{fix: fix, frame: frame, poses: map[string]geom.Pose{}}
}

// links takes link states, which carry no time: they are of now.
func (f *feed) links(m *gazebo_msgs.LinkStates) {
	if len(m.Pose) < len(m.Name) {
		f.fix.Report(graspfix.BadArrays, "link states: %d names, %d poses", len(m.Name), len(m.Pose))
		return
	}
	now := f.fix.Now()
	for i, name := range m.Name {
		x, err := geomsgs.FromPose(&m.Pose[i])
		if err != nil {
			f.fix.Report(graspfix.BadNumber, "the pose of %q: %v", name, err)
			continue
		}
		if _, ok := f.poses[name]; ok || len(f.poses) < maxPoses {
			f.poses[name] = x
		}
		if now == now { // not before the first stamp
			f.fix.SetPose(name, now, x)
		}
	}
}

// contacts takes the message of a sensor. One without contacts tells the time all the same.
func (f *feed) contacts(m *gazebo_msgs.ContactsState, wall float64) {
	t := m.Header.Stamp.Seconds()
	if len(m.States) == 0 && t > 0 {
		f.fix.Advance(t-1e-9, wall) // another sensor may still have contacts of t
		return
	}
	for i := range m.States {
		s := &m.States[i]
		e := &f.entry
		*e = graspfix.Entry{T: t, Wall: wall, Collision1: s.Collision1Name, Collision2: s.Collision2Name, Depths: s.Depths, Frame: f.frame,
			X_W1: f.poses[linkOf(s.Collision1Name)], X_W2: f.poses[linkOf(s.Collision2Name)],
			Positions: e.Positions[:0], Normals: e.Normals[:0], Force1: e.Force1[:0]}
		for _, p := range s.ContactPositions {
			e.Positions = append(e.Positions, geomsgs.FromVector3(p))
		}
		for _, n := range s.ContactNormals {
			e.Normals = append(e.Normals, geomsgs.FromVector3(n))
		}
		for _, w := range s.Wrenches {
			e.Force1 = append(e.Force1, geomsgs.FromVector3(w.Force))
		}
		f.fix.Entry(e)
	}
}

// linkOf is the scoped name of the link of a collision element.
func linkOf(collision string) string {
	if i := strings.LastIndex(collision, "::"); i >= 0 {
		return collision[:i]
	}
	return collision
}
