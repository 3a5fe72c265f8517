package names

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/holdfast-robotics/holdfast/fault"
)

func TestResolve(t *testing.T) {
	for _, c := range [][3]string{
		// node, name, want
		{"/node", "bar", "/bar"}, {"/node", "/bar", "/bar"}, {"/node", "~bar", "/node/bar"}, {"/node", "", "/"},
		{"/wg/node", "bar", "/wg/bar"}, {"/wg/node", "/bar", "/bar"}, {"/wg/node", "~bar", "/wg/node/bar"}, {"/wg/node", "~/bar", "/wg/node/bar"},
		{"/wg/node", "foo/bar/", "/wg/foo/bar"}, {"/wg/node", "", "/wg"}, {"/wg/node", "~", "/wg/node"}, {"/wg/node", "//a//b///c/", "/a/b/c"},
		{"/wg/node", "/", "/"},
	} {
		r, err := NewResolver(c[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Resolve(c[1]); got != c[2] || err != nil {
			t.Errorf("%s in %s: %s, want %s (%v)", c[1], c[0], got, c[2], err)
		}
	}
}

func TestRemap(t *testing.T) {
	r, err := NewResolver("/ns/node", map[string]string{"foo": "bar", "/abs": "rel", "~p": "/q", "chain": "foo", "deep/er": "~x"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"foo": "/ns/bar", "/ns/foo": "/ns/bar", "/foo": "/foo", "/abs": "/ns/rel", "abs": "/ns/abs", "~p": "/q", "/ns/node/p": "/q",
		"chain": "/ns/foo", "deep/er": "/ns/node/x", "foo/below": "/ns/foo/below", // a remapping replaces whole names, once
	} {
		if got, err := r.Resolve(name); got != want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", name, got, want, err)
		}
	}
	if _, err := NewResolver("/n", map[string]string{"a": "b c"}); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

func TestValidate(t *testing.T) {
	for _, ok := range []string{"", "/", "a", "/a", "~a", "a1_/b_2", "~", "/a/", "A//b"} {
		if err := Validate(ok); err != nil {
			t.Errorf("%q: %v", ok, err)
		}
	}
	for _, bad := range []string{"1a", "_a", "a b", "a~b", "a-b", "é", "a.b", "a\x00", " ", "a:b", "~~", strings.Repeat("?", 1000)} {
		if err := Validate(bad); fault.KindOf(err) != fault.Invalid || len(err.Error()) > 250 {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
	for _, bad := range []string{"", "/a", "a/b", "~a", "1"} {
		if err := ValidateNode(bad); err == nil {
			t.Errorf("node %q", bad)
		}
	}
}

func TestParts(t *testing.T) {
	for name, want := range map[string][2]string{"/a": {"/", "a"}, "/a/b": {"/a", "b"}, "/": {"/", ""}, "/a/b/c/": {"/a/b", "c"}} {
		if got := [2]string{Namespace(name), Base(name)}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for _, c := range []struct {
		name, ns string
		want     bool
	}{{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/a", "/", true}, {"/a", "/a/b", false}} {
		if got := Within(c.name, c.ns); got != c.want {
			t.Errorf("%s within %s: %v", c.name, c.ns, got)
		}
	}
	for _, c := range [][3]string{{"", "n", "/n"}, {"/", "n", "/n"}, {"a", "n", "/a/n"}, {"/a/b/", "n", "/a/b/n"}} {
		if got, err := NodeName(c[0], c[1]); got != c[2] || err != nil {
			t.Errorf("%v: %s %v", c, got, err)
		}
	}
	for _, c := range [][2]string{{"~", "n"}, {"1", "n"}, {"", "a/b"}, {"", ""}} {
		if got, err := NodeName(c[0], c[1]); err == nil {
			t.Errorf("%v: %s", c, got)
		}
	}
}

func TestParseArgs(t *testing.T) {
	got, err := ParseArgs([]string{"in.pcd", "a:=b", "/x:=~y", "_rate:=10.5", "_name:=", "__name:=me", "__ns:=/lab", "__ip:=127.0.0.1",
		"__hostname:=h", "__master:=http://h:11311", "__log:=/tmp/x", "--flag", "_url:=http://a:=b"})
	if err != nil {
		t.Fatal(err)
	}
	want := Args{
		Remap: map[string]string{"a": "b", "/x": "~y"}, Params: map[string]string{"rate": "10.5", "name": "", "url": "http://a:=b"},
		Name: "me", NS: "/lab", IP: "127.0.0.1", Hostname: "h", Master: "http://h:11311", Log: "/tmp/x", Rest: []string{"in.pcd", "--flag"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{":=a", "a:=", "a b:=c", "a:=b c", "__nme:=x", "__name:=", "__name:=a/b", "__ns:=~a", "_:=1", "_~a:=1", "1:=2"} {
		if _, err := ParseArgs([]string{bad}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("/ns/node", "~a//b/")
	f.Add("/n", "")
	f.Fuzz(func(t *testing.T, node, name string) {
		if Validate(node) != nil || !strings.HasPrefix(node, "/") {
			return
		}
		r, err := NewResolver(Clean(node), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Resolve(name)
		if err != nil {
			return
		}
		if again, err := r.Resolve(got); err != nil || again != got || got[0] != '/' || strings.Contains(got, "//") || len(got) > 1 && got[len(got)-1] == '/' {
			t.Errorf("%q in %q: %q, then %q (%v)", name, node, got, again, err)
		}
	})
}
