package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/holdfast-robotics/holdfast/fault"
)

// release is the version of a release; the build of one sets it (scripts/dist.sh).
var release = ""

// build is what a binary knows of itself.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Time     string `json:"time"`     // of the commit, UTC
	Modified bool   `json:"modified"` // the tree had changes that are in no commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	b := build{Version: release, Commit: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if b.Version == "" { // 'go install module@version' names it; a build in a tree is a development one
		b.Version = strings.TrimPrefix(info.Main.Version, "v")
		if b.Version == "" || b.Version == "(devel)" {
			b.Version = "development"
		}
	}
	return b
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version", Short: "Say which version this is", Args: cobra.NoArgs,
		Long: "Prints the version, the commit it was built from, the Go release and the platform.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			b := thisBuild()
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(b)
			}
			commit := b.Commit
			if b.Modified {
				commit += " with changes"
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "holdfast %s\ncommit   %s\ntime     %s\nbuilt by %s for %s\n", b.Version, commit, b.Time, b.Go, b.Platform)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// newMan writes the manual pages that packages install; people read -h.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write a manual page for each verb into a directory", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fault.Wrap("write manual", args[0], err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // the same pages from the same source
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "Holdfast", Manual: "Holdfast"}, args[0])
		},
	}
}
