// Package msgs knows every ROS type that Holdfast has Go types for, by name. The types themselves are in the packages below it, one a
// ROS package, generated from definitions/. doc/messages.md tells how to add one.
package msgs

//go:generate go run ../internal/msggen -definitions ../definitions -out .

import (
	"sort"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Messages lists all message types by name, those of services and actions included.
func Messages() []*wire.Type { return messages[:] }

// Services lists all service types by name.
func Services() []*wire.Service { return services[:] }

// Actions lists all action types by name.
func Actions() []*wire.Action { return actions[:] }

// Lookup finds a message type by name ("geometry_msgs/Pose"), nil when there is none.
func Lookup(name string) *wire.Type {
	i, ok := sort.Find(len(messages), func(i int) int { return strings.Compare(name, messages[i].Name) })
	if !ok {
		return nil
	}
	return messages[i]
}

// LookupService finds a service type by name, nil when there is none.
func LookupService(name string) *wire.Service {
	i, ok := sort.Find(len(services), func(i int) int { return strings.Compare(name, services[i].Name) })
	if !ok {
		return nil
	}
	return services[i]
}

// LookupAction finds an action type by name, nil when there is none.
func LookupAction(name string) *wire.Action {
	i, ok := sort.Find(len(actions), func(i int) int { return strings.Compare(name, actions[i].Name) })
	if !ok {
		return nil
	}
	return actions[i]
}
