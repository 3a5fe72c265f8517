package ros

import (
	"os"
	"strings"
	"testing"
)

// The page shows the example that runs as a test, word for word.
func TestPageShowsTheExample(t *testing.T) {
	page, code := ok[[]byte](t)(os.ReadFile("../doc/ros.md")), ok[[]byte](t)(os.ReadFile("example_test.go"))
	_, rest, _ := strings.Cut(string(code), "// example\n\n")
	example, _, found := strings.Cut(rest, "\n// end")
	if !found || !strings.Contains(string(page), "```go\n"+example+"```") {
		t.Error("doc/ros.md and example_test.go differ")
	}
}
