package msgdef

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/holdfast-robotics/holdfast/fault"
)

func TestParse(t *testing.T) {
	m, err := ParseMessage("my_msgs/Thing", strings.Join([]string{
		"# What it is.",
		"#",
		"# And more.",
		"",
		"# [m] above",
		"# two lines",
		"float64 width # and trailing",
		"int8 A=1 # one",
		"string S =  a # b  ",
		"Header[] headers\t# [s, m] times",
		"Other o",
		"geometry_msgs/Point[3] p",
		"uint8 B = 0x10",
		"char[] c",
		"bool T=True",
		"float32 F = -1.5e3\r",
		"# at the end",
	}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Doc != "What it is.\n\nAnd more." || m.Package() != "my_msgs" || m.ShortName() != "Thing" {
		t.Errorf("doc %q, package %q, name %q", m.Doc, m.Package(), m.ShortName())
	}
	want := []Field{
		{"width", Float64, "float64", Scalar, "above\ntwo lines\nand trailing", "m"},
		{"headers", NotBuiltin, "std_msgs/Header", Variable, "times", "s, m"},
		{"o", NotBuiltin, "my_msgs/Other", Scalar, "", ""},
		{"p", NotBuiltin, "geometry_msgs/Point", 3, "", ""},
		{"c", Char, "char", Variable, "", ""},
	}
	if len(m.Fields) != len(want) {
		t.Fatalf("%+v", m.Fields)
	}
	for i, f := range m.Fields {
		if f != want[i] {
			t.Errorf("got %+v, want %+v", f, want[i])
		}
	}
	consts := []Const{{"A", Int8, "1", int64(1), "one"}, {"S", String, "a # b", "a # b", ""}, {"B", Uint8, "0x10", uint64(16), ""},
		{"T", Bool, "True", true, ""}, {"F", Float32, "-1.5e3", -1500.0, ""}}
	for i, c := range m.Consts {
		if c != consts[i] {
			t.Errorf("got %+v, want %+v", c, consts[i])
		}
	}
}

// Each mistake is named with its line.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"int8":                     "p/T:1: ", // no name
		"\n\nint8 a b":             "p/T:3: ",
		"int8 a\nint8 a":           "p/T:2: parse definition: \"a\" is defined twice",
		"int8 1a":                  "cannot name a field",
		"int8[ a":                  "the bracket is not closed",
		"int8[-1] a":               "is no array length",
		"int8[99999999999] a":      "is no array length",
		"a/b/c x":                  "is no type",
		"int8 A=128":               "does not fit int8",
		"uint8 A=-1":               "does not fit uint8",
		"float64 A=inf":            "does not fit float64",
		"time A=1":                 "cannot have constants",
		"Header A=1":               "cannot have constants",
		"int8 A B=1":               "is no constant",
		"bool A=maybe":             "does not fit bool",
		"int8 A=1\nint8 A=2":       "p/T:2: ",
		"int8 \xff":                "cannot name a field",
		"int8 a=":                  "does not fit int8",
		strings.Repeat("x", 5<<20): "at most 4194304 are accepted",
	} {
		_, err := ParseMessage("p/T", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
	for _, name := range []string{"", "T", "p/", "/T", "p/q/T", "1/T", "p/T T"} {
		if _, err := ParseMessage(name, ""); err == nil {
			t.Errorf("%q names a type", name)
		}
	}
	if _, err := ParseService("p/S", "int8 a"); err == nil {
		t.Error("a service of one section")
	}
	if _, err := ParseAction("p/A", "---\n---\n---\n"); err == nil {
		t.Error("an action of four sections")
	}
	if _, err := ParseService("p/S", "int8 a\n---\nint8 b c"); err == nil || !strings.Contains(err.Error(), "p/SResponse:3") {
		t.Errorf("the line is counted from the top of the file: %v", err)
	}
}

// Sums that everybody knows, and the rules behind them.
func TestMD5(t *testing.T) {
	set := &Set{}
	if err := set.AddFS(os.DirFS("../../definitions"), ""); err != nil {
		t.Fatal(err)
	}
	if err := set.Check(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"std_msgs/Empty": "d41d8cd98f00b204e9800998ecf8427e", "std_msgs/Header": "2176decaecbce78abc3b96ef049fabed",
		"tf2_msgs/TFMessage": "94810edda583a504dfda3829e70d7eec", "visualization_msgs/Marker": "4048c9de2a16f4ae8e0538085ebf1b97",
		"rosgraph_msgs/Log": "acffd30cd6b6de30f120938c17c593fb", "rail_manipulation_msgs/LiftAction": "af2cb2ebcfaff8d9fc8c62e1f2779c79",
	} {
		if got, err := set.MD5(name); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"std_srvs/Trigger": "937c9679a518e3a18d831e57125ea522", "std_srvs/Empty": "d41d8cd98f00b204e9800998ecf8427e",
		"roscpp/GetLoggers": "32e97e85527d4678a8f9279894bb64b0",
	} {
		if got, err := set.ServiceMD5(name); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	// comments, blank lines and the order of constants among fields do not count; their own order does
	a, _ := ParseMessage("p/A", "int8 X=1\nint8 Y=2\nint8 a\nint8 b\n")
	for text, same := range map[string]bool{
		"# doc\n\nint8   a # x\nint8 X = 1\n\nint8 Y =2\nint8 b": true, "int8 Y=2\nint8 X=1\nint8 a\nint8 b": false, "int8 X=1\nint8 Y=2\nint8 b\nint8 a": false,
	} {
		b, err := ParseMessage("p/B", text)
		if err != nil {
			t.Fatal(err)
		}
		s := &Set{}
		s.AddMessage(a)
		s.AddMessage(b)
		ma, _ := s.MD5("p/A")
		mb, _ := s.MD5("p/B")
		if (ma == mb) != same {
			t.Errorf("%q: same sum is %v", text, ma == mb)
		}
	}
}

func TestSizes(t *testing.T) {
	set := &Set{}
	if err := set.AddFS(os.DirFS("../../definitions"), ""); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		size  int
		fixed bool
	}{
		"geometry_msgs/Pose": {56, true}, "std_msgs/Header": {16, false}, "std_msgs/Empty": {0, true}, "geometry_msgs/TwistWithCovariance": {336, true},
		"manipulation_msgs/GraspableObject": {549, false},
	} {
		if size, fixed, err := set.Size(name); size != want.size || fixed != want.fixed || err != nil {
			t.Errorf("%s: %d, %v, %v", name, size, fixed, err)
		}
	}
	if _, _, err := set.Size("no/Such"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
}

func TestAddFS(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	set := &Set{}
	err := set.AddFS(fstest.MapFS{
		"msg/A.msg": file("other/B b"), "srv/S.srv": file("A a\n---\n"), "action/Do.action": file("---\n---\n"),
		"msg/DoGoal.msg": file("# written by a tool beside its action\n"), "nested/other/msg/B.msg": file("int8 x"), "nested/flat/C.msg": file("int8 x"),
		"README.md": file("not a definition"), "msg/notes.txt": file("neither"),
	}, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"mine/A", "other/B", "flat/C", "mine/SRequest", "mine/DoActionGoal"} {
		if set.Messages[n] == nil {
			t.Errorf("%s is missing", n)
		}
	}
	if len(set.Messages) != 3+2+7 || set.Services["mine/S"] == nil || set.Actions["mine/Do"] == nil {
		t.Errorf("%v", set.Messages)
	}
	if err := set.AddFile("mine/A", ".msg", "int8 other"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("two definitions of one type: %v", err)
	}
	if err := set.AddFile("mine/A", ".txt", ""); fault.KindOf(err) != fault.Unsupported {
		t.Errorf("%v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# doc\n\nint8 a # [m] b\nstring S=x # y\nHeader[3] h\n---\nfloat64[] v\n---\nbool B=True\n")
	f.Add("a/b[4294967295] c")
	f.Add("=\n#\n[]\n--- \n")
	f.Fuzz(func(t *testing.T, text string) {
		for kind, parse := range map[string]func() error{
			".msg":    func() error { _, err := ParseMessage("p/T", text); return err },
			".srv":    func() error { _, err := ParseService("p/T", text); return err },
			".action": func() error { _, err := ParseAction("p/T", text); return err },
		} {
			err := parse()
			if err != nil && (len(err.Error()) > 1000 || fault.KindOf(err) == fault.Other) {
				t.Errorf("%s: %v", kind, err)
			}
			set := &Set{}
			if (set.AddFile("p/T", kind, text) == nil) != (err == nil) {
				t.Errorf("%s: AddFile disagrees with %v", kind, err)
			}
			set.Check() // may fail, must return
		}
	})
}
