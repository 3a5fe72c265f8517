package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoticesAreFresh fails when a module is linked whose licence is not in the file, or is not permissive.
func TestNoticesAreFresh(t *testing.T) {
	list, err := components("../..")
	if err != nil {
		t.Fatal(err)
	}
	want := notices(list)
	got, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("THIRD_PARTY_NOTICES.txt is stale: go generate ./internal/notices")
	}
}

func TestKind(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free of\ncharge, to any person obtaining a copy of": "MIT",
		"Apache License\n  Version 2.0, January 2004":                                                     "Apache-2.0",
		"GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3":                                                    "",
		"Redistribution and use in source and binary forms, with or without":                              "BSD-2-Clause",
	} {
		if got := kind(text); got != want {
			t.Errorf("%.30q: %q, want %q", text, got, want)
		}
	}
}

// A module that came with such a licence fails the build's tests, however it is dressed.
func TestForbiddenLicences(t *testing.T) {
	const mit = "Permission is hereby granted, free of charge, to any person obtaining a copy"
	for name, c := range map[string]struct {
		files map[string]string
		want  string // licence; "" for none
	}{
		"MIT":                {map[string]string{"LICENSE": mit}, "MIT"},
		"AGPL":               {map[string]string{"LICENSE": "GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3"}, ""},
		"GPL behind MIT":     {map[string]string{"LICENSE": mit, "COPYING": "The GNU\nGeneral Public License applies"}, ""},
		"GPL in one text":    {map[string]string{"LICENSE": mit + "\n\nfiles in foo/: GNU Lesser General Public License"}, ""},
		"commons clause":     {map[string]string{"LICENSE": "Apache License Version 2.0 with the Commons Clause"}, ""},
		"unknown":            {map[string]string{"LICENSE": "All rights reserved."}, ""},
		"none":               {map[string]string{"README": mit}, ""},
		"MPL":                {map[string]string{"LICENSE.txt": "Mozilla Public License, version 2.0"}, ""},
		"source, not a text": {map[string]string{"LICENSE": mit, "gpl.go": "GNU General Public License"}, "MIT"},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := licensed(module{Path: "example.com/" + name, Dir: dir})
		if (err == nil) != (c.want != "") || err == nil && got.licence != c.want {
			t.Errorf("%s: %q, %v", name, got.licence, err)
		}
	}
	file := filepath.Join(t.TempDir(), "licences.txt")
	if err := os.WriteFile(file, []byte(strings.Repeat("=", 80)+"\nbad 1.0 (GPL-3.0)\nGNU GENERAL PUBLIC LICENSE\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := page(file); err == nil || !strings.Contains(err.Error(), "bad 1.0") {
		t.Errorf("a package of the page: %v", err)
	}
}
