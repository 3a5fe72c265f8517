package recognize

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// milk.pcd, a view of a carton painted in one colour, is found in the cluttered scene; models of what is not there are not.
func TestMilkIsFoundInTheClutter(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "pcl")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no recorded scene in ../shared/data/pcl")
	}
	load := func(name string) *cloud.Cloud {
		c, err := cloud.Load(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	seg, err := scene.Segment(load("milk_cartoon_all_small_clorox.pcd"), scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	milk := load("milk.pcd")
	models := append([]Model{{Name: "milk", Cloud: milk}}, railModels(t)...)
	r := mustNew(t, models, DefaultParams())
	// The pose that PCL's correspondence grouping finds: its published R and t take the model to the scene.
	want := r3.Add(geom.V(-0.159, 0.212, -0.042), apply([9]float64{0.969, -0.120, 0.217, 0.117, 0.993, 0.026, -0.218, 0, 0.976}, centroid(milk)))
	found := 0
	for i := range seg.Objects {
		o, err := ObjectOf(seg, i)
		if err != nil {
			t.Fatal(err)
		}
		res := mustRecognize(t, r, o)
		if !res.Recognised {
			t.Logf("object %d: %s", i+1, r.WhyNot(res))
			continue
		}
		t.Logf("object %d: %s %.2f: %s", i+1, res.Name, res.Confidence, res.Candidates[res.Model].Detail)
		at := res.X_FM.Apply(centroid(milk))
		if res.Name != "MILK" || r3.Norm(r3.Sub(at, want)) > 0.04 {
			t.Errorf("object %d is %s at %v, want only MILK near %v", i+1, res.Name, at, want)
		}
		found++
	}
	if found != 1 {
		t.Errorf("%d objects are recognised, want 1", found)
	}
}

// The objects of fifteen recorded scenes of another laboratory are none of the models.
func TestClutterHoldsNoModel(t *testing.T) {
	if raceEnabled {
		t.Skip("slow under the race detector")
	}
	shared := filepath.Join("..", "..", "..", "shared", "data")
	files, err := filepath.Glob(filepath.Join(shared, "mosd", "*.pcd"))
	if err != nil || len(files) == 0 {
		t.Skip("no recorded scenes in ../shared/data/mosd")
	}
	milk, err := cloud.Load(filepath.Join(shared, "pcl", "milk.pcd"))
	if err != nil {
		t.Skip("no recorded model in ../shared/data/pcl")
	}
	r := mustNew(t, append([]Model{{Name: "milk", Cloud: milk}}, railModels(t)...), DefaultParams())
	objects, taken := 0, 0
	for _, f := range files {
		c, err := cloud.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		seg, err := scene.Segment(c, scene.DefaultParams())
		if err != nil {
			t.Fatal(err)
		}
		for i := range seg.Objects {
			o, err := ObjectOf(seg, i)
			if err != nil {
				t.Fatal(err)
			}
			objects++
			if res := mustRecognize(t, r, o); res.Recognised {
				taken++
				t.Logf("%s: object %d is taken for %s, %.2f: %s", filepath.Base(f), i+1, res.Name, res.Confidence, res.Candidates[res.Model].Detail)
			}
		}
	}
	if t.Logf("%d of %d objects are taken for a model", taken, objects); taken > 0 {
		t.Errorf("want none")
	}
}

func apply(m [9]float64, v geom.Vec) geom.Vec {
	return geom.V(m[0]*v.X+m[1]*v.Y+m[2]*v.Z, m[3]*v.X+m[4]*v.Y+m[5]*v.Z, m[6]*v.X+m[7]*v.Y+m[8]*v.Z)
}

// The place of a sensor is taken from a cloud that says it, and from a picture taken from the origin.
func TestObjectOf(t *testing.T) {
	c := cloud.New(4, 1)
	for i := range c.X {
		c.Set(i, geom.V(float64(i), 0, 1))
	}
	seg := &scene.Segmentation{Cloud: c, Objects: []scene.Object{{Indices: []int32{1, 3}}}}
	seg.Table.X_FT.R = geom.AxisAngle(geom.UnitX, math.Pi/2)
	o, err := ObjectOf(seg, 0)
	if err != nil || o.Cloud.Len() != 2 || o.Cloud.X[1] != 3 || o.Eye != nil || r3.Norm(r3.Sub(o.Up, geom.V(0, -1, 0))) > 1e-12 {
		t.Errorf("%+v %v", o, err)
	}
	c.X_FS.P = geom.V(1, 2, 3)
	if o, err = ObjectOf(seg, 0); err != nil || o.Eye == nil || *o.Eye != c.X_FS.P {
		t.Errorf("%+v %v", o, err)
	}
	if _, err = ObjectOf(seg, 1); err == nil {
		t.Error("an object that does not exist is found")
	}
}
