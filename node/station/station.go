// Package station is the ROS face of a simulated hand with one object between its fingers: what a user does to it, and what has become of
// the object.
//
// Serves, all std_srvs/Trigger: ~lift (carry the hand 10 cm up), ~lower (and back), ~tap (shake the palm as a light blow does), ~fate (how
// the object does; success says that it is not damaged).
package station

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// Face is the running face.
type Face struct {
	do    func(func()) bool
	place *station.Station
	closers.List
}

const (
	lift   = 0.1 // m
	answer = 2 * time.Second
)

// New starts the face of a station on a node. do runs a function where the station may be touched: hardware.Loop.Do, or
// OwnTime.Do of node/hardware.
func New(n *ros.Node, place *station.Station, do func(func()) bool) (*Face, error) {
	f := &Face{do: do, place: place}
	for name, act := range map[string]func() (string, error){
		"~lift":  func() (string, error) { return "the hand goes up by 10 cm", place.Lift(lift) },
		"~lower": func() (string, error) { return "the hand goes back", place.Lift(0) },
		"~tap":   func() (string, error) { place.Tap(); return "tapped", nil },
		"~fate":  f.fate,
	} {
		s, err := ros.AdvertiseService(n, name, &std_srvs.TriggerService, func(ctx context.Context, _ *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
			return f.run(ctx, name, act)
		})
		if err != nil {
			f.Close()
			return nil, fault.Wrap("start station", n.Name(), err)
		}
		closers.Keep(&f.List, s.Close)
	}
	return f, nil
}

func (f *Face) fate() (string, error) {
	fate, ok := f.place.Fate()
	if !ok {
		return "there is nothing between the fingers", nil
	}
	if fate.Crushed {
		return fate.String(), fault.New("look at object", fate.Object, fault.Conflict, "%v", fate)
	}
	return fate.String(), nil
}

// run does something where the station is, and waits for it.
func (f *Face) run(ctx context.Context, name string, act func() (string, error)) (*std_srvs.TriggerResponse, error) {
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1)
	if !f.do(func() {
		text, err := act()
		done <- result{text, err}
	}) {
		return nil, fault.New("", name, fault.Unavailable, "the loop takes no requests")
	}
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	select {
	case r := <-done:
		if r.err != nil {
			return &std_srvs.TriggerResponse{Message: r.err.Error()}, nil
		}
		return &std_srvs.TriggerResponse{Success: true, Message: r.text}, nil
	case <-ctx.Done():
		return nil, fault.New("", name, fault.Timeout, "the loop stands still")
	}
}
