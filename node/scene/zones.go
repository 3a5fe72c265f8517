package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
)

// Interval is a range with both ends; infinite where there is no limit.
type Interval struct{ Min, Max float64 }

// Zone is a part of space in which objects are looked for, and the poses of the camera for which it counts.
type Zone struct {
	Name           string
	Parent, Child  string // the zone counts when child, expressed in parent, is turned within Roll, Pitch and Yaw
	Bounding       string // frame of the limits X, Y, Z; its z axis is up
	Segmentation   string // frame of what is published
	RemoveSurface  bool
	RequireSurface bool // nothing is found where there is no surface
	Roll, Pitch    Interval
	Yaw            Interval // as the other angles across the half turn where Min is above Max
	X, Y, Z        Interval // metres, ends excluded
}

// zoneYAML is an entry of the zones file.
type zoneYAML struct {
	Name           *string  `yaml:"name"`
	Parent         *string  `yaml:"parent_frame_id"`
	Child          *string  `yaml:"child_frame_id"`
	Bounding       *string  `yaml:"bounding_frame_id"`
	Segmentation   *string  `yaml:"segmentation_frame_id"`
	RemoveSurface  *bool    `yaml:"remove_surface"`
	RequireSurface *bool    `yaml:"require_surface"`
	RollMin        *float64 `yaml:"roll_min"`
	RollMax        *float64 `yaml:"roll_max"`
	PitchMin       *float64 `yaml:"pitch_min"`
	PitchMax       *float64 `yaml:"pitch_max"`
	YawMin         *float64 `yaml:"yaw_min"`
	YawMax         *float64 `yaml:"yaw_max"`
	XMin           *float64 `yaml:"x_min"`
	XMax           *float64 `yaml:"x_max"`
	YMin           *float64 `yaml:"y_min"`
	YMax           *float64 `yaml:"y_max"`
	ZMin           *float64 `yaml:"z_min"`
	ZMax           *float64 `yaml:"z_max"`
}

const opZones = "read zones"

// DefaultZones is what is used without a file: the original's shipped zone.
func DefaultZones() []Zone {
	const base = "base_footprint"
	all := Interval{math.Inf(-1), math.Inf(1)}
	z := Zone{Name: "default", Parent: base, Child: "camera_depth_frame", Bounding: base, Segmentation: base, RemoveSurface: true,
		Roll: all, Pitch: all, Yaw: all, X: all, Y: all, Z: all}
	z.Z.Min = 0.1
	return []Zone{z}
}

// LoadZones reads a zones file.
func LoadZones(path string) ([]Zone, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(opZones, path, fault.NotFound, "there is no such file: give zones_config the path of a zones file, or leave it empty")
	case err == nil && st.Size() > 1<<20:
		return nil, fault.New(opZones, path, fault.TooLarge, "%d bytes; a zones file has a few thousand", st.Size())
	case err == nil && !st.Mode().IsRegular():
		return nil, fault.New(opZones, path, fault.Invalid, "this is no regular file")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.File(opZones, path, err)
	}
	return ReadZones(path, text)
}

// ReadZones reads a list of zones in YAML, in the order in which they are tried. It is strict: an unknown, doubled or missing key and
// limits that leave nothing over are errors with line and column.
func ReadZones(subject string, text []byte) ([]Zone, error) {
	var list []zoneYAML
	if err := param.DecodeYAML(subject, text, &list); err != nil {
		return nil, fault.Wrap(opZones, "", err)
	}
	if len(list) == 0 {
		return nil, fault.New(opZones, subject, fault.Invalid, "the list of zones is empty: write at least one, or leave zones_config empty for the default")
	}
	places := placesOf(text)
	zones := make([]Zone, len(list))
	for i := range list {
		z, key, err := list[i].zone()
		if err != nil {
			return nil, fault.New(opZones, subject, fault.Invalid, "%szone %d%s: %w", places.of(i, key), i+1, named(list[i].Name), err)
		}
		zones[i] = z
	}
	return zones, nil
}

func named(name *string) string {
	if name == nil {
		return ""
	}
	return fmt.Sprintf(" (%.40q)", *name)
}

// zone checks an entry; on an error it names the key that is wrong, or none where one is missing.
func (y *zoneYAML) zone() (z Zone, key string, err error) {
	for _, t := range []struct {
		key  string
		from *string
		to   *string
	}{{"name", y.Name, &z.Name}, {"parent_frame_id", y.Parent, &z.Parent}, {"child_frame_id", y.Child, &z.Child},
		{"bounding_frame_id", y.Bounding, &z.Bounding}, {"segmentation_frame_id", y.Segmentation, &z.Segmentation}} {
		switch {
		case t.from == nil:
			return z, "", fmt.Errorf("%s is missing", t.key)
		case *t.from == "":
			return z, t.key, fmt.Errorf("%s is empty", t.key)
		}
		*t.to = *t.from
	}
	z.RemoveSurface = y.RemoveSurface == nil || *y.RemoveSurface
	z.RequireSurface = y.RequireSurface != nil && *y.RequireSurface
	if z.RequireSurface && !z.RemoveSurface {
		return z, "require_surface", errors.New("require_surface without remove_surface: no surface is looked for")
	}
	for _, t := range []struct {
		name     string
		min, max *float64
		to       *Interval
	}{{"roll", y.RollMin, y.RollMax, &z.Roll}, {"pitch", y.PitchMin, y.PitchMax, &z.Pitch}, {"yaw", y.YawMin, y.YawMax, &z.Yaw},
		{"x", y.XMin, y.XMax, &z.X}, {"y", y.YMin, y.YMax, &z.Y}, {"z", y.ZMin, y.ZMax, &z.Z}} {
		*t.to = Interval{math.Inf(-1), math.Inf(1)}
		if t.min != nil {
			t.to.Min = *t.min
		}
		if t.max != nil {
			t.to.Max = *t.max
		}
		if math.IsNaN(t.to.Min) || math.IsInf(t.to.Min, 1) {
			return z, t.name + "_min", fmt.Errorf("%s_min is %g", t.name, t.to.Min)
		}
		if math.IsNaN(t.to.Max) || math.IsInf(t.to.Max, -1) {
			return z, t.name + "_max", fmt.Errorf("%s_max is %g", t.name, t.to.Max)
		}
		wraps := t.name == "roll" || t.name == "yaw"
		if t.to.Min > t.to.Max && !wraps || t.to.Min == t.to.Max && len(t.name) == 1 {
			return z, t.name + "_min", fmt.Errorf("%s_min %g is not below %s_max %g: nothing lies between", t.name, t.to.Min, t.name, t.to.Max)
		}
	}
	return z, "", nil
}

// places are the entries of a zones file in its syntax tree.
type places []ast.Node

func placesOf(text []byte) places {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 {
		return nil
	}
	seq, ok := file.Docs[0].Body.(*ast.SequenceNode)
	if !ok {
		return nil
	}
	return seq.Values
}

// of returns "[line:column] " of a key of an entry, or of the entry where the key is not in it.
func (p places) of(entry int, key string) string {
	if entry >= len(p) || p[entry] == nil {
		return ""
	}
	var pairs []*ast.MappingValueNode
	switch n := p[entry].(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	}
	at := p[entry].GetToken().Position
	for i, v := range pairs {
		if t := v.Key.GetToken(); t != nil && (i == 0 || t.Value == key) {
			at = t.Position
		}
	}
	if at == nil {
		return ""
	}
	return fmt.Sprintf("[%d:%d] ", at.Line, at.Column)
}

// angleSlack is what the conversion of a rotation to angles may be off, in radians.
const angleSlack = 1e-6

// holds reports whether an angle in (-pi, pi] is in an interval, ends included; one whose Min is above its Max goes across the half
// turn.
func (i Interval) holds(angle float64) bool {
	above, below := angle >= i.Min-angleSlack, angle <= i.Max+angleSlack
	if i.Min > i.Max {
		return above || below
	}
	return above && below
}

// Counts reports whether a zone counts for an orientation of its child frame in its parent frame.
func (z *Zone) Counts(R_PC geom.Rot) bool {
	roll, pitch, yaw := R_PC.RPY()
	return z.Roll.holds(roll) && z.Pitch.holds(pitch) && z.Yaw.holds(yaw)
}

// region is what the engine knows of a zone, for a cloud whose frame F is at X_BF in the bounding frame.
func (z *Zone) region(x_BF geom.Pose, cropFirst bool) *scene.Zone {
	r := scene.NewZone(x_BF)
	r.Lo, r.Hi = geom.V(z.X.Min, z.Y.Min, z.Z.Min), geom.V(z.X.Max, z.Y.Max, z.Z.Max)
	r.CropFirst = cropFirst
	switch {
	case !z.RemoveSurface:
		r.Surface = scene.SurfaceIgnored
	case z.RequireSurface:
		r.Surface = scene.SurfaceRequired
	}
	return r
}
