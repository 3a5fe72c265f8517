package house

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of doc/architecture.md")

const architecture = "../../doc/architecture.md"

// between replaces what stands between a marker and the next end of a page.
func between(t *testing.T, page, marker, table string) string {
	t.Helper()
	head, rest, ok := strings.Cut(page, "<!-- "+marker+" -->\n")
	_, tail, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table of %s", architecture, marker)
	}
	return head + "<!-- " + marker + " -->\n" + table + "<!-- end -->" + tail
}

// The page's tables are what the code says of itself.
func TestArchitecturePage(t *testing.T) {
	var packages, rules strings.Builder
	packages.WriteString("| package | is |\n|---|---|\n")
	paths := map[string]bool{}
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		paths[path] = true
		if p.Doc == "" || within(path, "msgs") && path != "msgs" { // one generated package a ROS package
			continue
		}
		fmt.Fprintf(&packages, "| [`%s`](../%s) | %s |\n", path, path, sentence(p.Doc))
	}
	rules.WriteString("| tree | may import |\n|---|---|\n")
	for _, own := range slices.Sorted(maps.Keys(layers)) {
		to := "nothing of ours"
		if l := layers[own]; slices.Contains(l, "*") {
			to = "anything"
		} else if len(l) > 0 {
			to = "`" + strings.Join(l, "`, `") + "`"
		}
		fmt.Fprintf(&rules, "| `%s` | %s |\n", own, to)
		if _, err := os.Stat("../../" + own); err != nil {
			t.Errorf("the layer table has %q, which does not exist", own)
		}
	}
	b, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	want := between(t, between(t, page, "packages", packages.String()), "layers", rules.String())
	if want != page {
		if !*update {
			t.Errorf("%s does not say what the code does; run: go test ./internal/house -run Architecture -update", architecture)
		} else if err := os.WriteFile(architecture, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// What the prose names must exist: a path of a package, or a file or folder of the repository.
	for _, m := range regexp.MustCompile("`([a-z]+(?:/[a-z0-9_.]+)+)[^`]*`").FindAllStringSubmatch(want, -1) {
		path := strings.TrimSuffix(m[1], "/...")
		if i := strings.Index(path, "."); i >= 0 && !strings.HasSuffix(path, ".go") { // a name of a package: hand/hardware.Bus
			path = path[:i]
		}
		if paths[path] {
			continue
		}
		if _, err := os.Stat("../../" + path); err == nil {
			continue
		}
		if ok := slices.ContainsFunc(slices.Collect(maps.Keys(paths)), func(p string) bool { // a file of a package, by the package's last name
			_, err := os.Stat("../../" + p[:strings.LastIndex("/"+p, "/")] + path)
			return err == nil
		}); !ok {
			t.Errorf("%s names %q, which does not exist", architecture, m[1])
		}
	}
}

// sentence is the first sentence of a package's documentation, without the words that all have.
func sentence(doc string) string {
	_, said, ok := strings.Cut(doc, " ")
	if ok {
		_, said, _ = strings.Cut(said, " ")
	}
	said = strings.TrimPrefix(said, "is ")
	return strings.TrimSuffix(said, ".")
}
