// Command notices writes THIRD_PARTY_NOTICES.txt: the licences of all that is linked into the holdfast binary, and refuses one that is not
// permissive. With -sbom VERSION it prints a bill of materials instead (CycloneDX 1.5, JSON).
//
//	go generate ./internal/notices
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:generate go run .

const target = "../../THIRD_PARTY_NOTICES.txt"

func main() {
	sbom := flag.String("sbom", "", "print the bill of materials of this version instead")
	flag.Parse()
	list, err := components("../..")
	switch {
	case err != nil:
	case *sbom != "":
		err = writeSBOM(os.Stdout, *sbom, list)
	default:
		err = os.WriteFile(target, notices(list), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// platforms are those that releases are built for; what is linked differs.
var platforms = [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}}

// module is one that is linked into the binary.
type module struct{ Path, Version, Dir string }

// linked lists the modules of cmd/holdfast, other than this one, over all platforms.
func linked(root string) ([]module, error) {
	found := map[string]module{}
	for _, p := range platforms {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/holdfast")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS="+p[0], "GOARCH="+p[1], "CGO_ENABLED=0")
		var errText bytes.Buffer
		cmd.Stderr = &errText
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w: %s", err, errText.Bytes())
		}
		dec := json.NewDecoder(bytes.NewReader(out))
		for {
			var pkg struct {
				Module *struct {
					module
					Main bool
				}
			}
			if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if m := pkg.Module; m != nil && !m.Main {
				found[m.Path] = m.module
			}
		}
	}
	list := make([]module, 0, len(found))
	for _, m := range found {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// isLicence tells the files that have to go along with a copy.
func isLicence(name string) bool {
	name = strings.ToUpper(name)
	for _, word := range []string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS", "THIRD_PARTY"} {
		if strings.HasPrefix(name, word) {
			return !strings.HasPrefix(name, "LICENSE-LOGO") // of a picture that is not linked
		}
	}
	return false
}

// kind names a licence by words that stand in it and in no other.
func kind(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range []struct{ name, words string }{
		{"Apache-2.0", "Apache License Version 2.0"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted"},
		{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee is hereby granted"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"BSD-3-Clause", "Neither the name of"},
		{"BSD-3-Clause", "names of its contributors may not be used to endorse"},
		{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	} {
		if strings.Contains(text, k.words) {
			return k.name
		}
	}
	return ""
}

// component is a part of the binary with its licence, by SPDX name and in full.
type component struct {
	module
	licence string
	text    []byte
	npm     bool // a package of the page; else a Go module
}

// components lists Go itself, all modules that are linked and all packages of the embedded page, for the tree at root.
func components(root string) ([]component, error) {
	mods, err := linked(root)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "LICENSE"))
	if err != nil {
		return nil, err
	}
	list := []component{{module{Path: "std"}, "BSD-3-Clause", text, false}}
	for _, m := range mods {
		c, err := licensed(m)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	parts, err := page(filepath.Join(root, "web", "dist", "licences.txt"))
	return append(list, parts...), err
}

// licensed finds the licence of a module, and refuses one that is not permissive.
func licensed(m module) (component, error) {
	c := component{module: m}
	files, err := os.ReadDir(m.Dir)
	if err != nil {
		return c, fmt.Errorf("%s: %w (go mod download fetches it)", m.Path, err)
	}
	for _, f := range files {
		if f.IsDir() || !isLicence(f.Name()) {
			continue
		}
		t, err := os.ReadFile(filepath.Join(m.Dir, f.Name()))
		if err != nil {
			return c, err
		}
		if word := forbidden(string(t)); word != "" && elsewhere[m.Path] != f.Name() {
			return c, fmt.Errorf("%s: %s speaks of the %s: nothing under it is linked", m.Path, f.Name(), word)
		}
		if c.licence == "" {
			c.licence = kind(string(t))
		}
		if len(c.text) > 0 {
			c.text = append(c.text, "\n\n"...)
		}
		c.text = append(c.text, t...)
	}
	if c.licence == "" {
		return c, fmt.Errorf("%s has no licence that is known to be permissive: look at %s", m.Path, m.Dir)
	}
	return c, nil
}

// elsewhere are texts about what a module's repository holds beside what is linked, which name such licences. Each was read.
var elsewhere = map[string]string{
	"modernc.org/sqlite": "LICENSE-3RD-PARTY.md", // the MPL is that of a module in its graph that is compiled into nothing (section 3)
}

// forbidden is what a text is, or adds to another licence, that asks more of who passes a binary on than to name it; "" for none.
func forbidden(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, words := range []string{
		"GNU Affero General Public License", "GNU General Public License", "GNU Lesser General Public License", "GNU Library General Public License",
		"Mozilla Public License", "Eclipse Public License", "Server Side Public License", "Business Source License", "Commons Clause", "PolyForm",
	} {
		if strings.Contains(text, strings.ToLower(words)) {
			return words
		}
	}
	return ""
}

// notices makes the whole text.
func notices(list []component) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Holdfast's binaries contain the Go runtime and standard library and the modules below, under these licences.\n"+
		"This file is generated (go generate ./internal/notices).\n")
	for _, c := range list {
		what := c.Path + " " + c.Version
		if c.Path == "std" {
			what = "The Go programming language"
		}
		section(&b, what, c.licence, c.text)
	}
	return b.Bytes()
}

// page lists the npm packages of the embedded page from what its build writes: after each line of 80 =, one line "NAME VERSION (LICENCE)" and
// the licence in full.
func page(file string) ([]component, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w (npm --prefix web run build makes it)", err)
	}
	var list []component
	for _, part := range strings.Split(string(text), strings.Repeat("=", 80)+"\n")[1:] {
		what, licence, _ := strings.Cut(part, "\n")
		what, _, _ = strings.Cut(what, " (")
		name, version, _ := strings.Cut(what, " ")
		c := component{module{Path: name, Version: version}, kind(licence), []byte(licence), true}
		if word := forbidden(licence); word != "" {
			return nil, fmt.Errorf("%s, which the page contains, is under the %s", what, word)
		}
		if c.licence == "" {
			return nil, fmt.Errorf("%s, which the page contains, has no licence that is known to be permissive", what)
		}
		list = append(list, c)
	}
	return list, nil
}

func section(b *bytes.Buffer, what, licence string, text []byte) {
	fmt.Fprintf(b, "\n%s\n%s (%s)\n\n%s\n", strings.Repeat("=", 80), what, licence, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
}
