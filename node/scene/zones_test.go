package scene

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/node/params"
	"github.com/holdfast-robotics/holdfast/param"
)

const frames = "  parent_frame_id: a\n  child_frame_id: b\n  bounding_frame_id: c\n  segmentation_frame_id: d\n"

func TestReadZones(t *testing.T) {
	zones, err := ReadZones("zones.yaml", []byte("- name: one\n"+frames+"- name: two\n"+frames+"  remove_surface: false\n  yaw_min: 3\n  yaw_max: -3\n  z_min: 1\n  x_max: .inf\n"))
	if err != nil {
		t.Fatal(err)
	}
	all := Interval{math.Inf(-1), math.Inf(1)}
	one := Zone{Name: "one", Parent: "a", Child: "b", Bounding: "c", Segmentation: "d", RemoveSurface: true, Roll: all, Pitch: all, Yaw: all, X: all, Y: all, Z: all}
	two := one
	two.Name, two.RemoveSurface, two.Yaw, two.Z.Min = "two", false, Interval{3, -3}, 1
	if d := cmp.Diff([]Zone{one, two}, zones); d != "" {
		t.Error(d)
	}
	for yaw, want := range map[float64]bool{3.1: true, -3.1: true, 2.9: false, 0: false} {
		if got := two.Counts(geom.RPY(0, 0, yaw)); got != want {
			t.Errorf("yaw %g: %v", yaw, got)
		}
	}
	if _, err := LoadZones(filepath.Join(t.TempDir(), "none")); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	if _, err := LoadZones(t.TempDir()); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

func TestZoneErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "the list of zones is empty"},
		{"[]", "the list of zones is empty"},
		{"name: one\n", "[1:5]"}, // no list
		{"- name: one\n  parent_frame_id: a\n", "[1:3] zone 1 (\"one\"): child_frame_id is missing"},
		{"- name: one\n" + frames + "- parent_frame_id: a\n", "[6:3] zone 2: name is missing"},
		{"- name: one\n" + frames + "-\n", "zone 2: name is missing"},
		{"- name: ''\n" + frames, "[1:3] zone 1 (\"\"): name is empty"},
		{"- name: one\n" + frames + "  z_mim: 1\n", "[6:3] unknown field \"z_mim\""},
		{"- name: one\n" + frames + "  z_min: 1\n  z_min: 2\n", "[7:3]"},
		{"- name: one\n" + frames + "  z_min: high\n", "[6:10]"},
		{"- name: one\n" + frames + "  remove_surface: maybe\n", "[6:19]"},
		{"- name: one\n" + frames + "  z_max: 0\n  z_min: 1\n", "[7:3] zone 1 (\"one\"): z_min 1 is not below z_max 0"},
		{"- name: one\n" + frames + "  x_max: 1\n  x_min: 1\n", "[7:3] zone 1"},
		{"- name: one\n" + frames + "  pitch_min: 1\n  pitch_max: 0.5\n", "[6:3] zone 1 (\"one\"): pitch_min 1 is not below"},
		{"- name: one\n" + frames + "  y_min: .nan\n", "[6:3] zone 1 (\"one\"): y_min is NaN"},
		{"- name: one\n" + frames + "  y_max: -.inf\n", "[6:3] zone 1 (\"one\"): y_max is -Inf"},
		{"- name: one\n" + frames + "  remove_surface: false\n  require_surface: true\n", "[7:3] zone 1 (\"one\"): require_surface without"},
		{"- name: [one\n", "zones.yaml"},
		{strings.Repeat("[", 1000), "zones.yaml"},
	} {
		_, err := ReadZones("zones.yaml", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "zones.yaml") {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzReadZones(f *testing.F) {
	carl, err := os.ReadFile("testdata/carl.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(carl)
	f.Add([]byte("- name: one\n" + frames + "  z_max: 0\n  z_min: 1\n"))
	f.Add([]byte("- &a {name: one}\n- *a\n- !!map {}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		zones, err := ReadZones("fuzz", text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Fatalf("not one clean line: %q", err)
			}
			return
		}
		for i := range zones {
			z := &zones[i]
			if z.Name == "" || z.Bounding == "" || !(z.X.Min < z.X.Max) || !(z.Y.Min < z.Y.Max) || !(z.Z.Min < z.Z.Max) {
				t.Errorf("%+v", z)
			}
			z.Counts(geom.RPY(0.1, 0.2, 0.3))
		}
	})
}

// The server's parameters are the declared ones; others are named, with a proposal.
func TestParamsOfServer(t *testing.T) {
	r := newRig(t, DefaultParams(), nil, nil)
	n := r.face.node
	p := DefaultParams()
	set := param.Declare(&p)
	if unknown, err := params.Read(t.Context(), n, set); err != nil || len(unknown) != 0 {
		t.Error(unknown, err)
	}
	for name, v := range map[string]any{"~min_cluster_size": 75, "~max_cluster_size": 30000, "~crop_first": true, "~cluster_tolerance": 0.03, "~lable_markers": true, "~max_cloud_age": 1} {
		if err := n.SetParam(t.Context(), name, v); err != nil {
			t.Fatal(err)
		}
	}
	unknown, err := params.Read(t.Context(), n, set)
	if err != nil || len(unknown) != 1 || !strings.Contains(unknown[0], "label_markers") {
		t.Error(unknown, err)
	}
	if p.MinCluster != 75 || p.MaxCluster != 30000 || !p.CropFirst || p.ClusterTolerance != 0.03 || p.MaxCloudAge != 1 {
		t.Errorf("%+v", p)
	}
	if err := n.SetParam(t.Context(), "~min_cluster_size", "many"); err != nil {
		t.Fatal(err)
	}
	if _, err := params.Read(t.Context(), n, set); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	for _, harm := range []func(p *Params){func(p *Params) { p.MaxCluster = 10 }, func(p *Params) { p.ZonesConfig = "/nowhere/zones.yaml" }} {
		p := DefaultParams()
		harm(&p)
		if f, err := New(n, p, nil); err == nil {
			f.Close()
			t.Errorf("%+v was taken", p)
		}
	}
}
