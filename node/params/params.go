// Package params sets declared parameters from the parameter server.
package params

import (
	"context"
	"fmt"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
)

// Read sets declared parameters from the node's private ones. It returns the names of private parameters that are none of these, each
// with the nearest that is. Trees below the node's name belong to others: to the actions of a hand, for one. A value that does not fit
// is an error, and the parameters before it are set.
func Read(ctx context.Context, n *ros.Node, set *param.Set) (unknown []string, err error) {
	return ReadFrom(ctx, n, "~", set)
}

// ReadFrom is Read for the parameters below a name, as that of another node.
func ReadFrom(ctx context.Context, n *ros.Node, below string, set *param.Set) (unknown []string, err error) {
	const op = "read parameters"
	place, err := n.Resolve(below)
	if err != nil {
		return nil, fault.Wrap(op, below, err)
	}
	v, err := n.GetParam(ctx, below)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(op, place, err)
	}
	tree, _ := v.(map[string]any)
	names := make([]string, 0, len(set.All()))
	for _, p := range set.All() {
		names = append(names, p.Name)
	}
	for name, value := range tree {
		if _, below := value.(map[string]any); below {
			continue
		}
		p, err := set.Get(name)
		if err != nil {
			hint := ""
			if near := param.Nearest(name, names); near != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", near)
			}
			unknown = append(unknown, name+hint)
			continue
		}
		if err := p.Set(fmt.Sprint(value)); err != nil {
			return nil, fault.Wrap(op, place, err)
		}
	}
	slices.Sort(unknown)
	return unknown, nil
}
