package main

import (
	"bytes"
	"flag"
	"os"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the commands print into README.md")

// The README shows what `make demo` prints; a newcomer compares.
func TestReadmeShowsWhatDemoPrints(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round the last digits differently")
	}
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs([]string{"demo"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for l := range strings.Lines(out.String()) {
		got.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	const file, before, after = "../../README.md", "It ends like this:\n\n```\n", "```\n"
	readme, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(readme), before)
	shown, tail, ok2 := strings.Cut(rest, after)
	if !ok || !ok2 {
		t.Fatalf("%s has no block after %q", file, before)
	}
	if shown == got.String() {
		return
	}
	if !*update {
		t.Errorf("%s shows\n%s\nbut the demo prints\n%s\nrun: go test ./cmd/holdfast -run Readme -update", file, shown, got.String())
		return
	}
	if err := os.WriteFile(file, []byte(head+before+got.String()+after+tail), 0o666); err != nil {
		t.Fatal(err)
	}
}
