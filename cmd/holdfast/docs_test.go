package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/msgs"
	noderecognize "github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// A block "```go path/example_test.go" shows a part of that file, but for its indentation.
func TestGoOfTheDocuments(t *testing.T) {
	for name, page := range pages(t) {
		for _, b := range fencesOf(page) {
			if b.lang != "go" || b.file == "" {
				continue
			}
			source, err := os.ReadFile("../../" + b.file)
			if err != nil {
				t.Errorf("%s:%d: %v", name, b.line, err)
				continue
			}
			if !strings.Contains(flush(string(source)), flush(page[b.start:b.end])) {
				t.Errorf("%s:%d: this is not in %s any more", name, b.line, b.file)
			}
		}
	}
}

// flush is a text without indentation and empty lines.
func flush(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// Every command line of holdfast in a document, run or not, is one that the program understands.
func TestCommandLinesOfTheDocuments(t *testing.T) {
	n := 0
	for name, page := range pages(t) {
		for _, b := range fencesOf(page) {
			if b.lang != "sh" && b.lang != "console" {
				continue
			}
			body := strings.ReplaceAll(page[b.start:b.end], "\\\n", " ")
			for i, line := range slices.Collect(strings.Lines(body)) {
				if b.lang == "console" && !strings.HasPrefix(line, "$ ") {
					continue
				}
				for _, words := range holdfastCommands(line) {
					n++
					if err := understood(words); err != nil {
						t.Errorf("%s:%d: holdfast %s: %v", name, b.line+i, strings.Join(words, " "), err)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d command lines in the documents", n)
	}
	for _, wrong := range []string{"holdfast demo --objetcs 3", "holdfast clear", "true && holdfast pick --json=maybe x.pcd"} {
		if err := understood(holdfastCommands(wrong)[0]); err == nil {
			t.Errorf("%s is understood", wrong)
		}
	}
}

var shellWord = regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s'"]+`)

// holdfastCommands are the words behind each holdfast of a shell line.
func holdfastCommands(line string) [][]string {
	var all [][]string
	open := -1
	for _, w := range shellWord.FindAllString(line, -1) {
		switch {
		case w == "holdfast" || strings.HasSuffix(w, "/holdfast"):
			all = append(all, nil)
			open = len(all) - 1
			continue
		case open < 0:
			continue
		case strings.ContainsAny(w[:1], "|&;>#<)") || w == "2>/dev/null":
			open = -1
			continue
		}
		end := strings.HasSuffix(w, ";")
		all[open] = append(all[open], strings.Trim(strings.TrimSuffix(w, ";"), `'"`))
		if end {
			open = -1
		}
	}
	return all
}

// understood parses a command line without running it.
func understood(words []string) error {
	cmd, rest, err := newRoot().Find(words)
	if err != nil {
		return err
	}
	if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") && !cmd.HasParent() {
		return fmt.Errorf("%s has no verb %s", cmd.CommandPath(), rest[0])
	}
	return cmd.ParseFlags(rest)
}

// TestParametersPage holds doc/parameters.md to the declarations; -update writes it.
func TestParametersPage(t *testing.T) { generated(t, "doc/parameters.md", parametersPage()) }

// TestTypesPage holds doc/types.md to the catalogue; -update writes it.
func TestTypesPage(t *testing.T) { generated(t, "doc/types.md", typesPage()) }

func generated(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join("../..", name)
	got, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	if string(got) == want {
		return
	}
	if !*update {
		t.Fatalf("%s is out of date: go test ./cmd/holdfast -run Page -update", name)
	}
	if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

func parametersPage() string {
	type group struct {
		verbs []string
		p     []*param.Param
	}
	var groups []*group // parameters that the same verbs have
	at := map[string]*group{}
	known := map[string][]string{} // verbs of a parameter, by all that is declared of it
	order := []*param.Param{}
	key := func(p *param.Param) string {
		return strings.Join([]string{p.Name, p.Type(), p.Default(), p.Usage()}, "\x00")
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if p, ok := f.Value.(*param.Param); ok {
				if known[key(p)] == nil {
					order = append(order, p)
				}
				known[key(p)] = append(known[key(p)], "`"+strings.TrimPrefix(c.CommandPath(), "holdfast ")+"`")
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
	for _, p := range order {
		verbs := known[key(p)]
		name := strings.Join(verbs, ", ")
		if at[name] == nil {
			at[name] = &group{verbs: verbs}
			groups = append(groups, at[name])
		}
		at[name].p = append(at[name].p, p)
	}
	var b strings.Builder
	b.WriteString(`# Parameters

Every parameter of every verb, from the declarations in the code (a test holds this page to them). ` + "`cluster_tolerance`" + ` is the flag
` + "`--cluster-tolerance`" + ` (underscores are taken, too), and for verbs that are nodes the private parameter of that name on the parameter server and the
remapping ` + "`_cluster_tolerance:=0.02`" + `. A flag counts for more than the parameter server. A value out of its range is refused.
`)
	table := func(title string, all []*param.Param) {
		fmt.Fprintf(&b, "\n## %s\n\n| name | default | range | meaning |\n|---|---|---|---|\n", title)
		for _, p := range all {
			text := strings.NewReplacer("|", "\\|", "<", "&lt;").Replace(p.Doc)
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, p.Default(), p.Range(), text)
		}
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return strings.Compare(a.verbs[0], b.verbs[0]) })
	for _, g := range groups {
		table(strings.Join(g.verbs, ", "), g.p)
	}
	fixed, err := graspfix.Preset("default")
	if err != nil {
		panic(err)
	}
	for _, more := range []struct {
		title string
		d     param.Declarer
	}{
		{"The node `/object_recognizer`", new(recognize.Params)},
		{"The node `/object_recognition_listener`", new(noderecognize.ListenerParams)},
		{"The node `/model_generator`", new(recognize.MergeParams)},
		{"A gripper file, beside the parameters of `hand` in its section `hand`", new(gripper.Gripper)},
		{"A configuration of `graspfix`, preset `default`", &fixed},
	} {
		table(more.title, param.Declare(more.d).All())
	}
	return b.String()
}

func typesPage() string {
	var b strings.Builder
	b.WriteString("# Types\n\nEvery ROS 1 type that Holdfast has, with the MD5 sum by which peers compare it (a test holds this page to the catalogue).\n" +
		"`holdfast msg show TYPE` prints fields, units and meaning; [messages](messages.md) says how they are made.\n")
	section, kind := "", ""
	row := func(what, name, sum, text string) {
		pkg, short, _ := strings.Cut(name, "/")
		if what != kind {
			fmt.Fprintf(&b, "\n## %s\n", what)
			kind, section = what, ""
		}
		if pkg != section {
			fmt.Fprintf(&b, "\n### %s\n\n| type | is | MD5 |\n|---|---|---|\n", pkg)
			section = pkg
		}
		first, _, _ := strings.Cut(text, "\n")
		first, said := strings.CutPrefix(first, "#")
		if !said {
			first = ""
		}
		first = strings.ReplaceAll(strings.TrimSpace(first), "|", "\\|")
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", short, first, sum)
	}
	parts := map[string]bool{} // messages that an action is made of
	for _, a := range msgs.Actions() {
		for _, part := range []*wire.Type{a.Action, a.ActionGoal, a.ActionResult, a.ActionFeedback, a.Goal, a.Result, a.Feedback} {
			parts[part.Name] = true
		}
	}
	for _, m := range msgs.Messages() {
		if !parts[m.Name] {
			row("Messages", m.Name, m.MD5, m.Text)
		}
	}
	for _, s := range msgs.Services() {
		row("Services", s.Name, s.MD5, s.Text)
	}
	for _, a := range msgs.Actions() {
		row("Actions", a.Name, a.MD5, a.Text)
	}
	return b.String()
}
