package main

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	noderecognize "github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"holdfast": func() { os.Exit(Main()) }})
}

// TestScript runs the command line as a user does: each file in testdata/script is a small shell session.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"tablecloud": tableCloud,
			"cut":        cut,
			"contacts":   contacts,
			"coloured":   coloured,
			"blockmodel": blockModel,
			"remember":   remember,
			"recording":  recording,
			"contactbag": contactBag,
			"cloudbag":   cloudBag,
			"depthpng":   depthPNG,
		},
	})
}

var tableBlocks = []scenetest.Block{
	{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10, Yaw: 0.3},
	{X: 0.15, Y: 0.05, L: 0.07, W: 0.05, H: 0.18, Yaw: -0.8},
	{X: 0, Y: -0.2, L: 0.05, W: 0.04, H: 0.03, Yaw: 1.2},
}

// tableCloud FILE [mm] writes a table with three blocks of known size, in metres or millimetres.
func tableCloud(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: tablecloud FILE [mm]")
	}
	c := scenetest.Table(tableBlocks, 1)
	if len(args) > 1 && args[1] == "mm" {
		for i := range c.X {
			c.X[i], c.Y[i], c.Z[i] = 1000*c.X[i], 1000*c.Y[i], 1000*c.Z[i]
		}
	}
	ts.Check(cloud.Save(ts.MkAbs(args[0]), c, cloud.BinaryCompressed))
}

// remember MODEL NAME DB stores a cloud as a model with grasps from above that held nine times of ten, in all directions, and one far under
// the table.
func remember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: remember MODEL NAME DB")
	}
	c, err := cloud.Load(ts.MkAbs(args[0]))
	ts.Check(err)
	mid := geom.NewMoments(geom.Vec{})
	top := math.Inf(-1)
	for i := range c.Len() {
		mid.Add(c.At(i))
		top = math.Max(top, c.At(i).Z)
	}
	m := recognize.Model{Name: args[1], Cloud: c}
	grasp := func(yaw, z float64) {
		s, k := math.Sincos(yaw)
		x, y := geom.V(0, 0, -1), geom.V(k, s, 0)
		m.Grasps = append(m.Grasps, recognize.Grasp{Successes: 9, Attempts: 10, X: geom.Pose{R: geom.FromAxes(x, y, r3.Cross(x, y)), P: geom.V(mid.Mean().X, mid.Mean().Y, z)}})
	}
	for k := range 12 {
		grasp(float64(k)*math.Pi/12, top+0.02)
	}
	grasp(0, -1)
	db, err := graspdb.Open(context.Background(), ts.MkAbs(args[2]))
	ts.Check(err)
	_, err = (&noderecognize.Database{DB: db}).AddModel(context.Background(), &m)
	ts.Check(err)
	ts.Check(db.Close())
}

// cut FILE N keeps the first N bytes of a file.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE N")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// contacts FILE [tilt] writes two fingers that grip a box for two seconds and then open; with tilt their forces are 100 deg apart.
func contacts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: contacts FILE [tilt]")
	}
	up := 0.0
	if len(args) > 1 && args[1] == "tilt" {
		up = 5 * math.Tan(40*math.Pi/180)
	}
	var b strings.Builder
	for k := range 80 {
		t := 0.05 * float64(k)
		for finger, x := range map[string]float64{"L": -1, "R": 1} {
			points, open := fmt.Sprintf(`{"p":[%g,0,0],"f":[%g,0,%g]}`, 0.02*x, -5*x, up), 0.0
			if t >= 2 {
				points, open = "", 0.006
			}
			fmt.Fprintf(&b, `{"t":%g,"object":"box::link::collision","finger":"robot::%s::collision","points":[%s],"X_WF":[%g,0,0,0,0,0,1],"X_WO":[0,0,0,0,0,0,1],"static":false}`+"\n",
				t+0.025, finger, points, (0.03+open)*x)
		}
		fmt.Fprintf(&b, `{"t":%g}`+"\n", t+0.05)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// coloured FILE [turned] writes a table with three blocks, each of its colour; turned lays two of them elsewhere, and another in
// the place of the third.
func coloured(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: coloured FILE [turned]")
	}
	blocks := []scenetest.Block{
		{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.18, Yaw: 0.3},
		{X: 0.15, Y: 0.05, L: 0.14, W: 0.10, H: 0.05, Yaw: -0.8},
		{X: 0, Y: -0.2, L: 0.08, W: 0.05, H: 0.04, Yaw: 1.2},
	}
	colours := []uint32{0xC04030, 0x3050C0, 0xE0E0A0}
	if len(args) > 1 {
		blocks[0].X, blocks[0].Y, blocks[0].Yaw = 0.2, 0.2, 1.5
		blocks[2].X, blocks[2].Y, blocks[2].Yaw = -0.3, -0.1, 0.4
		blocks[1] = scenetest.Block{X: 0.1, Y: -0.15, L: 0.09, W: 0.09, H: 0.25}
		colours[1] = 0x30A040
	}
	c := scenetest.Table(blocks, 1)
	c.RGB = make([]uint32, c.Len())
	for i := range c.RGB {
		c.RGB[i] = 0x808080 + uint32(i*7919%16)*0x010101
		for k, b := range blocks {
			dx, dy := float64(c.X[i])-b.X, float64(c.Y[i])-b.Y
			if c.Z[i] > 0.004 && dx*dx+dy*dy < 0.011 {
				c.RGB[i] = colours[k] + uint32(i*7919%16)*0x010101
			}
		}
	}
	ts.Check(cloud.Save(ts.MkAbs(args[0]), c, cloud.BinaryCompressed))
}

// blockModel SCENE FILE N cuts object N out of a scene.
func blockModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: blockmodel SCENE FILE N")
	}
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	c, err := cloud.Load(ts.MkAbs(args[0]))
	ts.Check(err)
	seg, err := scene.Segment(c, scene.DefaultParams())
	ts.Check(err)
	o, err := recognize.ObjectOf(seg, n-1)
	ts.Check(err)
	ts.Check(cloud.Save(ts.MkAbs(args[1]), o.Cloud, cloud.Binary))
}

// recording FILE N writes N messages, ten a second, of two topics in turns, in small chunks.
func recording(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: recording FILE N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	w, err := bag.Create(ts.MkAbs(args[0]), bag.Options{ChunkSize: 500})
	ts.Check(err)
	s := (*std_msgs.String)(nil)
	var ids [2]uint32
	for i, topic := range []string{"/even", "/odd"} {
		ids[i], err = w.Connect(bag.Conn{Topic: topic, Type: s.TypeName(), MD5: s.MD5(), Definition: s.Definition(), Caller: "/robot"})
		ts.Check(err)
	}
	for i := range n {
		ts.Check(w.Write(ids[i%2], 1e18+int64(i)*1e8, (&std_msgs.String{Data: fmt.Sprint(i)}).AppendROS(nil)))
	}
	ts.Check(w.Close())
}

// contactBag FILE writes a recording of the ROS topics of a simulator in which two fingers grip a box for two seconds and then open.
func contactBag(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: contactbag FILE")
	}
	w, err := bag.Create(ts.MkAbs(args[0]), bag.Options{ChunkSize: 5000})
	ts.Check(err)
	type message interface {
		TypeName() string
		MD5() string
		Definition() string
		AppendROS([]byte) []byte
	}
	ids := map[string]uint32{}
	put := func(topic string, t wire.Time, m message) {
		id, known := ids[topic]
		if !known {
			id, err = w.Connect(bag.Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition()})
			ts.Check(err)
			ids[topic] = id
		}
		ts.Check(w.Write(id, t.Nanos(), m.AppendROS(nil)))
	}
	at := func(x float64) geometry_msgs.Pose {
		return geometry_msgs.Pose{Position: geometry_msgs.Point{X: x}, Orientation: geometry_msgs.Quaternion{W: 1}}
	}
	for k := range 80 {
		t := wire.Time{}.Add(time.Duration(k+1) * 50 * time.Millisecond)
		m, open := gazebo_msgs.ContactsState{Header: std_msgs.Header{Stamp: t}}, 0.0
		if k < 40 {
			for _, finger := range []string{"L", "R"} {
				x := map[string]float64{"L": -1, "R": 1}[finger]
				m.States = append(m.States, gazebo_msgs.ContactState{Collision1Name: "box::link::collision", Collision2Name: "robot::" + finger + "::collision",
					Wrenches: []geometry_msgs.Wrench{{Force: geometry_msgs.Vector3{X: -5 * x}}}, ContactPositions: []geometry_msgs.Vector3{{X: 0.02 * x}},
					ContactNormals: []geometry_msgs.Vector3{{X: -x}}, Depths: []float64{0}})
			}
		} else {
			open = 0.006
		}
		put("/gazebo/link_states", t, &gazebo_msgs.LinkStates{Name: []string{"robot::L", "robot::R", "box::link"}, Pose: []geometry_msgs.Pose{at(-0.03 - open), at(0.03 + open), at(0)}, Twist: make([]geometry_msgs.Twist, 3)})
		put("/contacts", t, &m)
		put("/clock", t, &rosgraph_msgs.Clock{Clock: t})
	}
	ts.Check(w.Close())
}

// cloudBag FILE writes a recording of two topics with clouds: an empty table on /before, and on /points two clouds of the table with
// three blocks, the first cut short.
func cloudBag(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: cloudbag FILE")
	}
	w, err := bag.Create(ts.MkAbs(args[0]), bag.Options{})
	ts.Check(err)
	m := &sensor_msgs.PointCloud2{}
	var ids [2]uint32
	for i, topic := range []string{"/before", "/points"} {
		ids[i], err = w.Connect(bag.Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition()})
		ts.Check(err)
	}
	put := func(k int, at float64, blocks []scenetest.Block, cut bool) {
		ts.Check(clouds.FromCloud(scenetest.Table(blocks, 1), m))
		m.Header.FrameID, m.Header.Stamp = "camera", wire.Time{Sec: 1e9}.Add(time.Duration(at*1e9))
		if cut {
			m.Data = m.Data[:len(m.Data)/2]
		}
		ts.Check(w.Write(ids[k], m.Header.Stamp.Nanos(), m.AppendROS(nil)))
	}
	put(0, 0, nil, false)
	put(1, 1, tableBlocks, true)
	put(1, 2, tableBlocks, false)
	ts.Check(w.Close())
}

// depthPNG FILE writes a depth image of blocks on a table in steps of a millimetre, seen by a camera of 525,525,319.5,239.5.
func depthPNG(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: depthpng FILE")
	}
	table, err := rehearse.NewTable(3, 5)
	ts.Check(err)
	lens, ok := cloud.RecoverPinhole(table.Cloud)
	if !ok {
		ts.Fatalf("the camera of the generated table is no pinhole")
	}
	img := image.NewGray16(image.Rect(0, 0, lens.Width, lens.Height))
	x_SF := lens.X_FS.Inv()
	for i := range table.Cloud.X {
		if table.Cloud.Valid(i) {
			img.SetGray16(i%lens.Width, i/lens.Width, color.Gray16{Y: uint16(math.Round(1000 * x_SF.Apply(table.Cloud.At(i)).Z))})
		}
	}
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(png.Encode(f, img))
	ts.Check(f.Close())
	ts.Setenv("LENS", fmt.Sprintf("%.3f,%.3f,%.3f,%.3f", lens.Fx, lens.Fy, lens.Cx, lens.Cy))
}
