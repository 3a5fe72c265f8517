package hardware

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// maxURDF bounds a robot description.
const maxURDF = 64 << 20

// URDFGripper is a gripper as a robot description has it.
type URDFGripper struct {
	Joint    JointConfig
	Warnings []string // attributes that were missing and took the value of an older hand
}

// older are the values of an earlier hand, which the original falls back to. Angles are in degrees, as in the file.
var older = map[string]float64{
	"screw_reduction": 0.002, "gear_ratio": 29.16, "theta0": 2.97571, "phi0": 29.98717, "t0": -0.00019543, "L0": 0.03470821, "h": 0.0052,
	"a": 0.06756801, "b": 0.04897193, "r": 0.0915,
}

// olderOrder is the order in which they are looked at.
var olderOrder = []string{"screw_reduction", "gear_ratio", "theta0", "phi0", "t0", "L0", "h", "a", "b", "r"}

type xmlTransmission struct {
	Type     string `xml:"type,attr"`
	Actuator struct {
		Name string `xml:"name,attr"`
	} `xml:"actuator"`
	Gap struct {
		Attrs []xml.Attr `xml:",any,attr"`
	} `xml:"gap_joint"`
}

type xmlJoint struct {
	Name  string `xml:"name,attr"`
	Limit *struct {
		Effort   float64 `xml:"effort,attr"`
		Velocity float64 `xml:"velocity,attr"`
	} `xml:"limit"`
	Safety *struct {
		KPosition float64 `xml:"k_position,attr"`
		KVelocity float64 `xml:"k_velocity,attr"`
		Low       float64 `xml:"soft_lower_limit,attr"`
		High      float64 `xml:"soft_upper_limit,attr"`
	} `xml:"safety_controller"`
}

// ReadURDF finds the gripper transmissions (pr2_mechanism_model/PR2GripperTransmission) of a robot description, with the limits of
// their joints. A joint has limits only with both limit and safety_controller.
func ReadURDF(text []byte) ([]URDFGripper, error) {
	if len(text) > maxURDF {
		return nil, fault.New("read robot description", "", fault.TooLarge, "%d bytes, the limit is %d", len(text), maxURDF)
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	var transmissions []xmlTransmission
	joints := map[string]xmlJoint{}
	depth := 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fault.New("read robot description", "", fault.Invalid, "line %d: %w", line(d), err)
		}
		start, ok := tok.(xml.StartElement)
		if _, end := tok.(xml.EndElement); end {
			depth--
		}
		if !ok {
			continue
		}
		depth++
		var into any
		var t xmlTransmission
		var j xmlJoint
		switch {
		case depth == 2 && start.Name.Local == "transmission":
			into = &t
		case depth == 2 && start.Name.Local == "joint":
			into = &j
		default:
			continue
		}
		if err := d.DecodeElement(into, &start); err != nil {
			return nil, fault.New("read robot description", "", fault.Invalid, "line %d: %w", line(d), err)
		}
		depth-- // the element was read to its end
		if t.Type != "" {
			transmissions = append(transmissions, t)
		}
		if j.Name != "" {
			joints[j.Name] = j
		}
	}
	var out []URDFGripper
	for _, t := range transmissions {
		if !strings.HasSuffix(t.Type, "PR2GripperTransmission") {
			continue
		}
		attrs := map[string]string{}
		for _, a := range t.Gap.Attrs {
			attrs[a.Name.Local] = a.Value
		}
		g, err := gapJoint(attrs)
		if err != nil {
			return nil, err
		}
		g.Joint.Actuator = t.Actuator.Name
		if j, ok := joints[g.Joint.Name]; ok && j.Limit != nil && j.Safety != nil {
			g.Joint.Limit = &SoftLimit{Effort: j.Limit.Effort, Speed: j.Limit.Velocity, Low: j.Safety.Low, High: j.Safety.High, KPosition: j.Safety.KPosition, KVelocity: j.Safety.KVelocity}
			if err := g.Joint.Limit.Validate(); err != nil {
				return nil, fault.Wrap("read robot description", g.Joint.Name, err)
			}
		}
		out = append(out, g)
	}
	return out, nil
}

func line(d *xml.Decoder) int {
	n, _ := d.InputPos()
	return n
}

// gapJoint reads the attributes of a transmission's gap_joint.
func gapJoint(attrs map[string]string) (URDFGripper, error) {
	name := attrs["name"]
	g := URDFGripper{Joint: JointConfig{Name: name}}
	bad := func(format string, args ...any) error {
		return fault.New("read transmission", name, fault.Invalid, format, args...)
	}
	number := func(key string) (float64, bool, error) {
		text, ok := attrs[key]
		if !ok {
			return 0, false, nil
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !finite(v) {
			return 0, false, bad("%s=%q is not a number", key, text)
		}
		return v, true, nil
	}
	if name == "" {
		return g, bad("its gap_joint has no name")
	}
	m, ok, err := number("mechanical_reduction")
	if err != nil {
		return g, err
	}
	if !ok {
		return g, bad("mechanical_reduction is missing; it has no default")
	}
	v := map[string]float64{}
	for _, key := range olderOrder {
		x, ok, err := number(key)
		if err != nil {
			return g, err
		}
		if !ok {
			x = older[key]
			g.Warnings = append(g.Warnings, key+" is missing; "+strconv.FormatFloat(x, 'g', -1, 64)+" of an older hand is taken")
		}
		v[key] = x
	}
	g.Joint.Transmission = Transmission{
		Screw: v["screw_reduction"], Gear: v["gear_ratio"], Theta0: v["theta0"] * math.Pi / 180, Phi0: v["phi0"] * math.Pi / 180, T0: v["t0"], L0: v["L0"], H: v["h"],
		A: v["a"], B: v["b"], R: v["r"], Reduction: m,
	}
	return g, fault.Wrap("read transmission", name, g.Joint.Transmission.Validate())
}
