package simrobot

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
)

// fallSpeed is what an object has after a fall of a centimetre, m/s.
const fallSpeed = 0.44

// Harm is what has become of an object that should not have.
type Harm struct {
	Fell, Crushed bool
}

// watch sees objects fall and break.
func (m *Machine) watch() {
	for i := range m.World.State.Bodies {
		b := &m.World.State.Bodies[i]
		h := &m.seen.Harm[i]
		h.Fell = h.Fell || b.V.Z < -fallSpeed && b.PadForce == [2]float64{}
		h.Crushed = h.Crushed || b.Crushed
	}
}

// fate answers ~fate: success says that no object has fallen by more than a centimetre or was crushed.
func (m *Machine) fate(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
	var v View
	m.View(&v)
	var bad []string
	for i, h := range v.Harm {
		name := m.World.Model.Objects[i].Name
		if h.Fell {
			bad = append(bad, name+" fell")
		}
		if h.Crushed {
			bad = append(bad, name+" was crushed")
		}
	}
	if len(bad) > 0 {
		return &std_srvs.TriggerResponse{Message: strings.Join(bad, ", ")}, nil
	}
	return &std_srvs.TriggerResponse{Success: true, Message: fmt.Sprintf("%d objects, none fell, none was crushed; %.0f s", len(v.Harm), math.Floor(v.Time))}, nil
}
