package web

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func get(t *testing.T, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w
}

func TestPage(t *testing.T) {
	w := get(t, "/")
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || !strings.Contains(w.Body.String(), `id="app"`) {
		t.Fatalf("%d %v %.200s", w.Code, w.Header(), w.Body)
	}
	if p := w.Header().Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'self'") {
		t.Errorf("policy %q", p)
	}
	js := get(t, "/assets/app.js")
	if kind := js.Header().Get("Content-Type"); js.Code != 200 || !strings.Contains(kind, "javascript") {
		t.Errorf("the program: %d %q", js.Code, kind)
	}
	if again := get(t, "/assets/app.js", "If-None-Match", js.Header().Get("Etag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("an unchanged part is sent again: %d, %d bytes", again.Code, again.Body.Len())
	}
	for _, path := range []string{"/web.go", "/assets/", "/../web.go", "/index.htm"} {
		if w := get(t, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	post := httptest.NewRecorder()
	Handler().ServeHTTP(post, httptest.NewRequest(http.MethodPost, "/", nil))
	if post.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", post.Code)
	}
}

// installed says whether npm and the packages are there. Where tests must not be skipped (HOLDFAST_PEERS), they are installed.
func installed(t *testing.T) {
	t.Helper()
	if os.Getenv("HOLDFAST_PEERS") == "" {
		if _, err := os.Stat("node_modules/.package-lock.json"); err != nil {
			t.Skip("the npm packages of web are not installed: scripts/npm.sh web")
		}
		if _, err := exec.LookPath("npm"); err != nil {
			t.Skip("npm is not installed")
		}
		return
	}
	run(t, "../scripts/npm.sh", "web")
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// The committed page is what its sources give. After a change of them: npm --prefix web run build
func TestFresh(t *testing.T) {
	installed(t)
	dir := t.TempDir()
	run(t, "npx", "vite", "build", "--logLevel", "error", "--emptyOutDir", "--outDir", dir)
	names := map[string]bool{}
	for _, root := range []string{dir, "dist"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				names[strings.TrimPrefix(path, root)] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range names {
		want, err1 := os.ReadFile(dir + name)
		have, err2 := os.ReadFile("dist" + name)
		if err1 != nil || err2 != nil || !bytes.Equal(want, have) {
			t.Errorf("dist%s is not what the sources give (%v, %v): npm --prefix web run build", name, err1, err2)
		}
	}
}

// The types are right, and the tests of the page's logic pass.
func TestUnits(t *testing.T) {
	installed(t)
	run(t, "npx", "tsc", "--noEmit")
	run(t, "npx", "vitest", "run")
}
