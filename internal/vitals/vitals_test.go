package vitals

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is also the process that is watched.
func TestMain(m *testing.M) {
	if os.Getenv(Env) != "" {
		if err := Start(); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		select {} // until it is killed
	}
	os.Exit(m.Run())
}

func TestLinesOutliveTheProcess(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), Env+"="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var text []byte
	for range 1000 {
		files, _ := filepath.Glob(filepath.Join(dir, "*.tsv"))
		if len(files) == 1 {
			if text, _ = os.ReadFile(files[0]); strings.HasSuffix(string(text), "\n") {
				break
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // killed, as intended
	first, _, _ := strings.Cut(string(text), "\n")
	l, err := Parse(first)
	if err != nil {
		t.Fatal(err)
	}
	if l.Goroutines < 1 || l.Heap == 0 || time.Since(l.Time) > time.Minute {
		t.Errorf("%+v", l)
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{"", "1\t2\t3", "a\tb\tc\td"} {
		if l, err := Parse(bad); err == nil {
			t.Errorf("%q was taken for %+v", bad, l)
		}
	}
}
