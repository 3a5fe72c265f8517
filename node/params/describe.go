package params

import (
	"encoding/json"
	"errors"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
)

// Description is a declared parameter as clients read it.
type Description struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // float, int, bool, text or x,y,z
	Unit    string   `json:"unit,omitempty"`
	Min     *float64 `json:"min,omitempty"` // of numbers
	Max     *float64 `json:"max,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default"`
	Doc     string   `json:"doc"`
}

// Describe lists declared parameters.
func Describe(set *param.Set) []Description {
	list := make([]Description, 0, len(set.All()))
	for _, p := range set.All() {
		d := Description{Name: p.Name, Type: p.Type(), Unit: p.Unit, Choices: p.Choices, Default: p.Default(), Doc: p.Doc}
		if d.Type == "float" || d.Type == "int" {
			d.Min, d.Max = &p.Min, &p.Max
		}
		list = append(list, d)
	}
	return list
}

// Publish tells what parameters a node has on its topic ~parameter_descriptions (std_msgs/String, latched): a JSON array of Description, so
// that a client can show them with their units and ranges.
func Publish(n *ros.Node, set *param.Set) (*ros.Publisher[*std_msgs.String], error) {
	text, err := json.Marshal(Describe(set))
	if err != nil {
		return nil, fault.Wrap("describe parameters", n.Name(), err)
	}
	pub, err := ros.Advertise[*std_msgs.String](n, "~parameter_descriptions", ros.Latch())
	if err != nil {
		return nil, err
	}
	if err := pub.Publish(&std_msgs.String{Data: string(text)}); err != nil {
		return nil, errors.Join(err, pub.Close())
	}
	return pub, nil
}
