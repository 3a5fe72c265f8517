package main

import (
	"os"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/fault"
)

// writeWhole writes a file that appears under its name, replacing another, when it is whole, and not at all when write fails.
func writeWhole(path string, write func(f *os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".holdfast-*")
	if err != nil {
		return fault.New("write file", path, fault.Permission, "%w", err)
	}
	defer os.Remove(f.Name()) // nothing to remove once it has its name
	defer f.Close()
	if err := write(f); err != nil {
		return fault.Wrap("write file", path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		return fault.New("write file", path, fault.Permission, "%w", err)
	}
	if err := f.Close(); err != nil {
		return fault.New("write file", path, fault.Unavailable, "%w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fault.New("write file", path, fault.Permission, "%w", err)
	}
	return nil
}
