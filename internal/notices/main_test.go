package main

import (
	"bytes"
	"os"
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
