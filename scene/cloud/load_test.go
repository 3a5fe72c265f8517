package cloud

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

func TestReadSaysWhatAFileIsInstead(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		kind fault.Kind
		say  string
	}{
		"empty":        {"", fault.Truncated, "the file is empty"},
		"blank":        {" \n\n", fault.Truncated, "the file is empty"},
		"png":          {"\x89PNG\r\n\x1a\n\x00\x00", fault.Unsupported, "a PNG picture"},
		"jpeg":         {"\xff\xd8\xff\xe0", fault.Unsupported, "a JPEG picture"},
		"bag":          {"#ROSBAG V2.0\n", fault.Unsupported, "a ROS bag"},
		"mcap":         {"\x89MCAP0\r\n", fault.Unsupported, "an MCAP recording"},
		"gzip":         {"\x1f\x8b\x08", fault.Unsupported, "unpack it first"},
		"stl":          {"solid cup\nfacet normal 0 0 1\n", fault.Unsupported, "an STL mesh"},
		"lfs":          {"version https://git-lfs.github.com/spec/v1\noid", fault.Unsupported, "git lfs pull"},
		"text":         {"x,y,z\r\n1,2,3\n", fault.Unsupported, `text that starts with "x,y,z"`},
		"umlaut":       {strings.Repeat("x", 511) + "ü", fault.Unsupported, "text that starts with"},
		"binary":       {"\x01\x02\x03\xff\xfe", fault.Unsupported, "the bytes 01 02 03 ff fe"},
		"beginning":    {"pl", fault.Truncated, "cut off"},
		"comment only": {"# nothing\n# else\n", fault.Unsupported, "text that starts with"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(c.data), "a.pcd")
			wantError(t, err, c.kind, c.say, "a.pcd: ")
		})
	}
}

func TestLoadRecognisesByContent(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.ply": "# .PCD v0.7\nFIELDS x y z\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n",
		"b.pcd": "ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "end_header\n1 2 3\n",
		"c":     "ply\r\nformat ascii 1.0\r\nelement vertex 1\r\n" + strings.ReplaceAll(plyXYZ, "\n", "\r\n") + "end_header\r\n1 2 3\r\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(path)
		if err != nil || c.Len() != 1 || c.At(0) != geom.V(1, 2, 3) {
			t.Errorf("%s: %v, %v", name, c, err)
		}
	}
}

func TestLoadExplainsWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	_, err := Load(filepath.Join(dir, "none.pcd"))
	wantError(t, err, fault.NotFound, "none.pcd: read cloud: there is no such file: check")
	if n := strings.Count(err.Error(), "none.pcd"); n != 1 {
		t.Errorf("the file is named %d times: %v", n, err)
	}
	_, err = Load(dir)
	wantError(t, err, fault.Invalid, "a directory without PCD or PLY files")
	in := filepath.Join(dir, "[sub]")
	if err := os.Mkdir(in, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(in, "x.pcd"), []byte("VERSION"), 0o200); err != nil {
		t.Fatal(err)
	}
	_, err = Load(in)
	wantError(t, err, fault.Invalid, "name its files, such as "+filepath.Join(in, "x.pcd"))
	if os.Getuid() != 0 {
		_, err = Load(filepath.Join(in, "x.pcd"))
		wantError(t, err, fault.Permission, "chmod +r")
	}
}

// An endless device is not read until memory is full.
func TestLoadStopsAtWhatIsNoCloud(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/zero")
	}
	_, err := Load("/dev/zero")
	wantError(t, err, fault.Unsupported, "/dev/zero: read cloud: this is no point cloud but data that starts with the bytes 00 00")
	_, err = Load("/dev/null")
	wantError(t, err, fault.Truncated, "empty")
}

func TestLoadKeepsLargeFilesWhole(t *testing.T) {
	c := New(200, 200)
	for i := range c.X {
		c.Set(i, geom.V(float64(i), 1, 2))
	}
	path := filepath.Join(t.TempDir(), "big.pcd")
	for _, format := range []Format{ASCII, Binary} {
		if err := Save(path, c, format); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := differ(got, c, false); d != "" {
			t.Errorf("%v: differs", format)
		}
	}
}

func TestSaveReplacesWholeFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.pcd")
	link := filepath.Join(dir, "link.pcd")
	c := New(2, 2)
	if err := Save(path, c, Binary); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("out.pcd", link); err != nil {
		t.Fatal(err)
	}
	// a cloud that cannot be written leaves the file as it was
	err := Save(path, &Cloud{Width: 3, Height: 1}, Binary)
	wantError(t, err, fault.Invalid, "out.pcd: ", "3 x 1 points declared")
	if got, err := Load(path); err != nil || got.Len() != 4 {
		t.Fatalf("%v, %v", got, err)
	}
	if err := Save(link, New(5, 1), BinaryCompressed); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Lstat(link); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", st, err)
	}
	got, err := Load(path)
	if err != nil || got.Len() != 5 {
		t.Fatalf("%v, %v", got, err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, %v", st.Mode(), err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("temporary files remain: %v, %v", entries, err)
	}
	wantError(t, Save(dir, c, Binary), fault.Conflict, "this is a directory")
	wantError(t, Save(filepath.Join(dir, "no", "x.pcd"), c, Binary), fault.NotFound, "does not exist: create it")
	if runtime.GOOS == "linux" {
		if err := Save("/dev/null", c, Binary); err != nil {
			t.Error(err)
		}
		if st, err := os.Stat("/dev/null"); err != nil || st.Mode()&os.ModeCharDevice == 0 {
			t.Fatalf("/dev/null is no device any more: %v, %v", st, err)
		}
		if _, err := os.Stat("/dev/full"); err == nil {
			wantError(t, Save("/dev/full", c, Binary), fault.Other, "/dev/full: save cloud: ")
		}
	}
}

func TestSuspicious(t *testing.T) {
	scene := func(scale, shift float64) *Cloud {
		c := New(100, 100)
		for i := range c.X {
			c.Set(i, geom.V(scale*float64(i%100)/100+shift, scale*float64(i/100)/100, scale))
		}
		c.X[5] = float32(math.NaN())
		c.Z[77] = 1e30 // one stray is no reason to warn
		return c
	}
	blind := New(3, 3)
	for name, c := range map[string]struct {
		cloud *Cloud
		say   []string
	}{
		"a table":                 {scene(1.2, 0), nil},
		"a room":                  {scene(10, -3), nil},
		"an object":               {scene(0.05, 0.4), nil},
		"a table in millimetres":  {scene(1200, 0), []string{"millimetres, multiply them by 0.001"}},
		"an object in mm":         {scene(50, 400), []string{"millimetres"}},
		"damaged":                 {scene(1e9, 0), []string{"not metres, or the file is damaged"}},
		"a table in kilometres":   {scene(0.0012, 0), []string{"probably not metres"}},
		"far from the origin":     {scene(2, 5e5), []string{"from the origin, where single precision keeps 0.06 m"}},
		"nothing":                 {&Cloud{}, []string{"no points"}},
		"nothing valid":           {blind, []string{"none of the points is valid"}},
		"one point":               {&Cloud{Width: 1, Height: 1, X: []float32{1}, Y: []float32{1}, Z: []float32{1}}, nil},
		"valid between the looks": {between(), nil},
	} {
		got := Suspicious(c.cloud)
		if len(got) != len(c.say) {
			t.Errorf("%s: %q", name, got)
			continue
		}
		for i, s := range c.say {
			if !strings.Contains(got[i], s) {
				t.Errorf("%s: %q does not say %q", name, got[i], s)
			}
		}
	}
}

// between is a cloud whose only valid points are not among those that Suspicious looks at.
func between() *Cloud {
	c := New(300, 200)
	c.X[1], c.Y[1], c.Z[1] = 1, 1, 1
	return c
}
