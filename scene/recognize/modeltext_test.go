package recognize

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const smallText = `reference_frame_id: base_footprint
pointCloud:
	header:
		frame_id: base_footprint
	points: [[0.03,-0.05,0.02],[0.026,-0.0529,1e-3]]
	channels:
		name: rgb
		values: [4287823889,255]
gripperPose: 
	position: [-0.1,-0.02,0.02]
	orientation: [0,0,1,0]
gripperPose: 
	position: [0,0,0]
	orientation: [0,0,0,2]
successes: [10,0]
totalAttempts: [10,3]
`

func TestReadText(t *testing.T) {
	m, err := ReadText([]byte(smallText), "m.txt")
	if err != nil {
		t.Fatal(err)
	}
	if m.Cloud.Len() != 2 || m.Cloud.Frame != "base_footprint" || m.Cloud.RGB[1] != 255 || m.Cloud.X[1] != 0.026 || m.Up != geom.UnitZ {
		t.Errorf("%+v", m.Cloud)
	}
	want := []Grasp{
		{X: geom.Pose{R: geom.Rot{Z: 1}, P: geom.V(-0.1, -0.02, 0.02)}, Successes: 10, Attempts: 10},
		{X: geom.Pose{R: geom.Rot{W: 1}}, Attempts: 3},
	}
	for i := range want {
		if i >= len(m.Grasps) || m.Grasps[i] != want[i] {
			t.Fatalf("grasps %+v, want %+v", m.Grasps, want)
		}
	}
}

func TestReadTextErrors(t *testing.T) {
	for _, c := range []struct {
		old, new string
		kind     fault.Kind
		say      string
	}{
		{smallText, "", fault.Truncated, "no points"},
		{smallText[strings.Index(smallText, "gripperPose"):], "", fault.Other, ""}, // a model without grasps
		{"-0.05,0.02", "-0.05", fault.Invalid, "m.txt:5: read model: point 1 has 2 numbers"},
		{"-0.05", "nan", fault.Invalid, `"nan" is not a number`},
		{"1e-3", "1e999", fault.Invalid, "is not a number"},
		{",[0.026", ",0.026", fault.Invalid, "point 2 is not three numbers in brackets"},
		{"1e-3]]", "1e-3", fault.Truncated, "m.txt:5"},
		{",255]", ",255", fault.Truncated, "m.txt:8"},
		{",255]", ",]", fault.Truncated, "ends with a comma"},
		{",255]", "]", fault.Invalid, "1 colours for 2 points"},
		{",255]", ",-1]", fault.Invalid, "colour 2"},
		{",255]", ",4294967296]", fault.Invalid, "4294967296"},
		{"name: rgb", "name: intensity", fault.Unsupported, "intensity"},
		{"[0,0,0,2]", "[0,0,0,0]", fault.Invalid, "no direction"},
		{"[0,0,0,2]", "[0,0,0]", fault.Invalid, "orientation of four numbers"},
		{"\torientation: [0,0,0,2]\n", "", fault.Truncated, "grasp 2 lacks"},
		{"\torientation: [0,0,1,0]\n", "", fault.Truncated, "grasp 1 lacks"},
		{"[10,0]", "[10]", fault.Invalid, "1 successes and 2 totalAttempts for 2 grasps"},
		{"[10,3]", "[9,3]", fault.Invalid, "10 successes in 9 attempts"},
		{"[10,3]", "[10.5,3]", fault.Invalid, "attempts"},
		{"successes", "succesess", fault.Invalid, "unknown key"},
		{"pointCloud:", "pointCloud", fault.Invalid, "m.txt:2"},
	} {
		text := strings.Replace(smallText, c.old, c.new, 1)
		_, err := ReadText([]byte(text), "m.txt")
		if c.say == "" {
			c.say, text = "0 successes", text+"successes: []\ntotalAttempts: []\n"
			if m, err := ReadText([]byte(text), "m.txt"); err != nil || len(m.Grasps) != 0 || m.Cloud.Len() != 2 {
				t.Errorf("without grasps: %v", err)
			}
			continue
		}
		if err == nil || fault.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%q for %q: %v, want %v with %q", c.new, c.old, err, c.kind, c.say)
		}
	}
}

// What is read is a usable model, and is the same after being written and read again.
func FuzzReadText(f *testing.F) {
	f.Add([]byte(smallText))
	f.Add([]byte("points: [[1,2,3]]\n"))
	f.Add([]byte("points: [ [1,2,3] , [4,5,6] ]\r\nvalues: [1,2]\r\nname: rgb\n"))
	f.Add([]byte("gripperPose:\ngripperPose:\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := bytes.Clone(b)
		m, err := ReadText(b, "fuzz")
		if !bytes.Equal(in, b) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("not one clean line: %q", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		if m.Cloud.Len() > len(b) || len(m.Grasps) > len(b) {
			t.Fatalf("%d points and %d grasps from %d bytes", m.Cloud.Len(), len(m.Grasps), len(b))
		}
		text := AppendText(nil, m)
		again, err := ReadText(text, "again")
		if err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		if !bytes.Equal(AppendText(nil, again), text) && again.Cloud.Frame == m.Cloud.Frame {
			if again.Cloud.Len() != m.Cloud.Len() || len(again.Grasps) != len(m.Grasps) {
				t.Fatalf("changed:\n%s\n%s", text, AppendText(nil, again))
			}
		}
	})
}

func TestLoadModels(t *testing.T) {
	dir := t.TempDir()
	if _, err := LoadModels(dir, geom.Vec{}); fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "holds no model") {
		t.Error(err)
	}
	if _, err := LoadModels(filepath.Join(dir, "none"), geom.Vec{}); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	write := func(name string, b []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("model_10.txt", []byte(smallText))
	write("model_2.txt", []byte(smallText))
	write("notes.md", []byte("not a model"))
	if err := cloud.Save(filepath.Join(dir, "cereal.pcd"), made(0).Cloud, cloud.Binary); err != nil {
		t.Fatal(err)
	}
	models, err := LoadModels(dir, geom.UnitY)
	if err != nil || len(models) != 3 {
		t.Fatal(len(models), err)
	}
	for i, want := range []string{"CEREAL", "MODEL_2", "MODEL_10"} {
		if models[i].Name != want || models[i].ID != uint32(i+1) {
			t.Errorf("model %d is %s with id %d, want %s", i, models[i].Name, models[i].ID, want)
		}
	}
	if models[0].Up != geom.UnitY || models[1].Up != geom.UnitZ {
		t.Errorf("up is %v and %v", models[0].Up, models[1].Up)
	}
	if _, err := LoadModels(filepath.Join(dir, "notes.md"), geom.Vec{}); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	write("broken.txt", []byte(smallText[:200]))
	if _, err := LoadModels(dir, geom.Vec{}); err == nil || !strings.Contains(err.Error(), "broken.txt:") {
		t.Error(err)
	}
}
