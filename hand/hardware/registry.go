package hardware

import (
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Registry holds the parts of a machine by kind and name. A name is unique within its kind: a motor, its accelerometer and its
// digital output share one. Parts stay where they are for the life of the registry, and lists are in the order of names.
type Registry struct {
	Actuators      Parts[Actuator]
	Pressure       Parts[PressureSensor]
	Accelerometers Parts[Accelerometer]
	DigitalOuts    Parts[DigitalOut]
}

// NewRegistry makes an empty one.
func NewRegistry() *Registry {
	return &Registry{
		Actuators:      Parts[Actuator]{kind: "actuator", name: func(p *Actuator) string { return p.Name }},
		Pressure:       Parts[PressureSensor]{kind: "pressure sensor", name: func(p *PressureSensor) string { return p.Name }},
		Accelerometers: Parts[Accelerometer]{kind: "accelerometer", name: func(p *Accelerometer) string { return p.Name }},
		DigitalOuts:    Parts[DigitalOut]{kind: "digital output", name: func(p *DigitalOut) string { return p.Name }},
	}
}

// Parts are the parts of one kind.
type Parts[T any] struct {
	kind string
	name func(*T) string
	list []*T
}

func (p *Parts[T]) find(name string) (int, bool) {
	return slices.BinarySearchFunc(p.list, name, func(part *T, name string) int { return strings.Compare(p.name(part), name) })
}

// Add takes in a part; a name that is taken is an error, and the first keeps it.
func (p *Parts[T]) Add(part *T) error {
	name := p.name(part)
	if name == "" {
		return fault.New("register "+p.kind, "", fault.Invalid, "it has no name")
	}
	i, taken := p.find(name)
	if taken {
		return fault.New("register "+p.kind, name, fault.Conflict, "the name is taken; names are unique within a kind")
	}
	p.list = slices.Insert(p.list, i, part)
	return nil
}

// Get finds a part.
func (p *Parts[T]) Get(name string) (*T, error) {
	if i, ok := p.find(name); ok {
		return p.list[i], nil
	}
	names := make([]string, len(p.list))
	for i, part := range p.list {
		names[i] = p.name(part)
	}
	have := "there are none"
	if len(names) > 0 {
		have = "there are " + strings.Join(names, ", ")
	}
	return nil, fault.New("find "+p.kind, name, fault.NotFound, "%s", have)
}

// All are the parts in the order of names. The slice belongs to the registry.
func (p *Parts[T]) All() []*T { return p.list }
