package peer

import (
	_ "embed"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

//go:embed overlay.py
var overlayScript []byte

// Generators are the packages that Overlay needs.
var Generators = []string{"python3-genpy", "python3-genmsg", "python3-gencpp", "libactionlib-msgs-dev", "ros-std-msgs", "ros-message-generation"}

// Overlay makes Python and C++ classes of packages in definitions/ and returns the environment, to be added to Env, that finds them.
func Overlay(t testing.TB, packages ...string) []string {
	t.Helper()
	return overlay(t, nil, packages)
}

// OverlayPython is Overlay without C++ classes, which take long.
func OverlayPython(t testing.TB, packages ...string) []string {
	t.Helper()
	return overlay(t, []string{"--python"}, packages)
}

func overlay(t testing.TB, options, packages []string) []string {
	t.Helper()
	_, self, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(self), "../../..")
	out := t.TempDir()
	script := filepath.Join(out, "overlay.py")
	if err := os.WriteFile(script, overlayScript, 0o644); err != nil {
		t.Fatal(err)
	}
	Run(t, 5*time.Minute, os.Environ(), Python, slices.Concat([]string{script}, options, []string{filepath.Join(root, "definitions"), out}, packages)...)
	return []string{"PYTHONPATH=" + filepath.Join(out, "py"), "CPLUS_INCLUDE_PATH=" + filepath.Join(out, "include")}
}
