package flightlist

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// record makes a flight record of a rehearsal.
func record(t *testing.T, dir string) {
	t.Helper()
	o, err := catalogue.Find("apple")
	if err != nil {
		t.Fatal(err)
	}
	cfg := rehearse.DefaultConfig()
	cfg.Witness = flight.Rehearse(dir, flight.Head{Name: "try", Object: "apple"}, nil)
	X_OG := geom.Pose{R: geom.RPY(0, 1.5707963267948966, 0), P: geom.V(0, 0, cfg.Gripper.PadCenter().X+0.01)}
	res, err := rehearse.Run(cfg, rehearse.Known(&o), X_OG)
	if err != nil || res.Outcome != pick.Held {
		t.Fatal(res, err)
	}
}

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func TestHandler(t *testing.T) {
	dir := t.TempDir()
	record(t, dir)
	for name, text := range map[string]string{"notes.txt": "x", "broken.mcap": "not a recording"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h := Handler(dir)
	var list []Entry
	if err := json.Unmarshal(get(h, "/").Body.Bytes(), &list); err != nil || len(list) != 2 {
		t.Fatalf("list %+v, %v", list, err)
	}
	name := list[1].Name
	w := get(h, "/"+name)
	var s Summary
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatalf("%v: %.300s", err, w.Body)
	}
	n := len(s.Series.Time)
	if s.Object != "apple" || s.Outcome == nil || n < 100 || n > maxSamples+1 || len(s.Phases) == 0 || len(s.Log) == 0 {
		t.Errorf("object %q, outcome %+v, %d samples, %d phases, %d lines", s.Object, s.Outcome, n, len(s.Phases), len(s.Log))
	}
	if n != len(s.Series.Gap) || n != len(s.Series.Left) || n != len(s.Series.Right) || n != len(s.Series.Slip) || n != len(s.Series.Mode) || n != len(s.Series.Target) {
		t.Error("series of different lengths")
	}
	most := 0.0
	for _, f := range s.Pads.Left {
		if len(f) != len(s.Pads.Cells) {
			t.Fatalf("%d cells of %d", len(f), len(s.Pads.Cells))
		}
		for _, x := range f {
			most = max(most, x)
		}
	}
	if most < 0.1 {
		t.Errorf("the pads felt %g N at most in a cell", most)
	}
	if raw := get(h, "/"+name+"?raw"); raw.Code != 200 || int64(raw.Body.Len()) != list[1].Bytes {
		t.Errorf("raw: %d, %d bytes of %d", raw.Code, raw.Body.Len(), list[1].Bytes)
	}
	if w := get(h, "/broken.mcap"); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a broken file: %d %s", w.Code, w.Body)
	}
	for _, bad := range []string{"/none.mcap", "/notes.txt", "/../x.mcap", "/a/b.mcap", "/%2e%2e%2fx.mcap"} {
		if w := get(h, bad); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", bad, w.Code, w.Body)
		}
	}
	if w := get(Handler(""), "/"); w.Body.String() != "[]\n" {
		t.Errorf("no folder: %q", w.Body)
	}
}
