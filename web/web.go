// Package web is the page on which one sees and drives a robot: the table in 3D, what the pads feel, buttons, parameters and flight records.
// It is a client of the rosbridge protocol like any other; ros/bridge serves it beside its socket.
//
// The folder dist holds what Vite makes of the sources here (npm run build); it is committed, so that Go alone builds the program.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

//go:generate npm run build

//go:embed all:dist
var dist embed.FS

// policy lets the page load nothing but its own parts and connect nowhere but to where it came from.
const policy = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type file struct {
	body []byte
	kind string
	tag  string
}

// Handler serves the page at "/". Other addresses below it that are no part of the page are not found.
func Handler() http.Handler {
	files := map[string]file{}
	root, err := fs.Sub(dist, "dist")
	if err == nil {
		err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			body, err := fs.ReadFile(root, name)
			sum := sha256.Sum256(body)
			files["/"+name] = file{body, mime.TypeByExtension(path.Ext(name)), `"` + hex.EncodeToString(sum[:8]) + `"`}
			return err
		})
	}
	if err != nil {
		panic("web: the embedded page cannot be read: " + err.Error()) // a defect of the build
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page is read with GET", http.StatusMethodNotAllowed)
			return
		}
		name := r.URL.Path
		if name == "/" {
			name = "/index.html"
		}
		f, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Etag", f.tag)
		h.Set("Cache-Control", "no-cache") // asks each time; unchanged parts are not sent again
		h.Set("X-Content-Type-Options", "nosniff")
		if strings.HasSuffix(name, ".html") {
			h.Set("Content-Security-Policy", policy)
		}
		if r.Header.Get("If-None-Match") == f.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		h.Set("Content-Length", strconv.Itoa(len(f.body)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(f.body) // a browser that has gone
		}
	})
}
