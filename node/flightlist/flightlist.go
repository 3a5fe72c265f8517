// Package flightlist serves flight records to a browser page: a list, and of each record what its viewer draws, as JSON.
package flightlist

import (
	"encoding/json"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/node/flight"
)

// Entry is a record in the list.
type Entry struct {
	Name     string    `json:"name"` // of its file, and below the handler
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
}

// Summary is a record as it is drawn.
type Summary struct {
	Name    string          `json:"name"`
	Object  string          `json:"object"`
	Source  string          `json:"source"`
	Grasp   *flight.Choice  `json:"grasp,omitempty"`
	Outcome *flight.Outcome `json:"outcome"` // null where the record was cut off
	Damage  []string        `json:"damage"`
	Phases  []flight.Phase  `json:"phases"`
	Log     []Line          `json:"log"`
	Series  Series          `json:"series"`
	Pads    Pads            `json:"pads"`
}

// Line of the log.
type Line struct {
	Time  float64 `json:"time_s"`
	Level int8    `json:"level"` // of rosgraph_msgs/Log
	Text  string  `json:"text"`
}

// Series are what changed over the time, s after the start; one entry a sample in each.
type Series struct {
	Time   []float64 `json:"time_s"`
	Gap    []float64 `json:"gap_m"`
	Left   []float64 `json:"force_left_n"`
	Right  []float64 `json:"force_right_n"`
	Target []float64 `json:"target_n"`
	Slip   []bool    `json:"slip"` // in any tick since the sample before
	Mode   []string  `json:"mode"`
}

// Pads are the frames of the fingertips.
type Pads struct {
	Cells []touch.Cell `json:"cells"`
	Time  []float64    `json:"time_s"`
	Left  [][]float64  `json:"left_n"` // a frame each: of each cell, less the first frame, N
	Right [][]float64  `json:"right_n"`
}

// maxSamples bounds the samples of a summary; a longer record is thinned out.
const maxSamples = 4000

// Handler serves the records of a folder: "/" is the list ([]Entry), "/NAME" a Summary, and "/NAME?raw" the file. An empty folder name stands for no records.
func Handler(folder string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "flight records are read with GET", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		var v any
		var err error
		switch {
		case name == "":
			v, err = List(folder)
		case r.URL.Query().Has("raw"):
			var path string
			if path, err = find(folder, name); err == nil {
				w.Header().Set("Content-Disposition", "attachment")
				http.ServeFile(w, r, path)
				return
			}
		default:
			v, err = Read(folder, name)
		}
		if err != nil {
			status := http.StatusInternalServerError
			switch fault.KindOf(err) {
			case fault.NotFound:
				status = http.StatusNotFound
			case fault.Invalid, fault.Unsupported, fault.TooLarge:
				status = http.StatusUnprocessableEntity
			}
			http.Error(w, err.Error(), status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(v) // a browser that has gone
	})
}

// List lists the records of a folder by name.
func List(folder string) ([]Entry, error) {
	list := []Entry{}
	if folder == "" {
		return list, nil
	}
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) { // nothing was recorded yet
		return list, nil
	}
	if err != nil {
		return nil, fault.New("list flight records", folder, fault.Permission, "%w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(e.Name()) != ".mcap" {
			continue
		}
		list = append(list, Entry{e.Name(), info.Size(), info.ModTime()})
	}
	return list, nil
}

// find is the path of a record. Names are those of List, so that nothing outside of the folder can be named.
func find(folder, name string) (string, error) {
	if folder == "" || name != filepath.Base(name) || filepath.Ext(name) != ".mcap" {
		return "", fault.New("read flight record", name, fault.NotFound, "there is no such record")
	}
	path := filepath.Join(folder, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return "", fault.New("read flight record", name, fault.NotFound, "there is no such record")
	}
	return path, nil
}

// Read reads a record of a folder.
func Read(folder, name string) (*Summary, error) {
	path, err := find(folder, name)
	if err != nil {
		return nil, err
	}
	rec, err := flight.Open(path)
	if err != nil {
		return nil, err
	}
	return Summarise(name, rec), nil
}

// Summarise makes the summary of a record.
func Summarise(name string, rec *flight.Record) *Summary {
	s := &Summary{
		Name: name, Object: rec.Head.Object, Source: rec.Head.Source, Grasp: rec.Head.Grasp, Outcome: rec.Outcome,
		Damage: append([]string{}, rec.Damage...), Phases: append([]flight.Phase{}, rec.Phases...), Log: []Line{},
	}
	for _, l := range rec.Log {
		s.Log = append(s.Log, Line{l.Time, l.Level, l.Text})
	}
	s.Series.fill(rec.Tape.Ticks)
	s.Pads.fill(&rec.Tape)
	return s
}

func (s *Series) fill(ticks []tape.Tick) {
	every := (len(ticks) + maxSamples - 1) / maxSamples
	slip := false
	for i := range ticks {
		k := &ticks[i]
		slip = slip || k.Slip
		if i%every != 0 && i != len(ticks)-1 {
			continue
		}
		s.Time = append(s.Time, finite(k.Reading.Time-ticks[0].Reading.Time))
		s.Gap = append(s.Gap, finite(k.Reading.Gap))
		s.Left, s.Right = append(s.Left, finite(k.Force[0])), append(s.Right, finite(k.Force[1]))
		s.Target, s.Slip, s.Mode = append(s.Target, finite(k.Target)), append(s.Slip, slip), append(s.Mode, k.Mode.String())
		slip = false
	}
}

func (p *Pads) fill(t *tape.Tape) {
	p.Cells = []touch.Cell{}
	if t.Layout == nil {
		return
	}
	p.Cells = t.Layout.Cells
	var rest [2][]float64
	newtons := func(f int, counts []float64) []float64 {
		if rest[f] == nil {
			rest[f] = counts
		}
		out := make([]float64, len(p.Cells))
		for i := range out {
			if i < len(counts) && i < len(rest[f]) && p.Cells[i].PerNewton != 0 {
				out[i] = finite((counts[i] - rest[f][i]) / p.Cells[i].PerNewton)
			}
		}
		return out
	}
	frames := 0
	for i := range t.Ticks {
		if t.Ticks[i].Reading.Cells[0] != nil {
			frames++
		}
	}
	every := max(1, (frames+maxSamples-1)/maxSamples)
	n := 0
	for i := range t.Ticks {
		r := &t.Ticks[i].Reading
		if r.Cells[0] == nil {
			continue
		}
		if n++; (n-1)%every != 0 {
			continue
		}
		p.Time = append(p.Time, finite(r.Time-t.Ticks[0].Reading.Time))
		p.Left, p.Right = append(p.Left, newtons(0, r.Cells[0])), append(p.Right, newtons(1, r.Cells[1]))
	}
}

// finite is 0 for what JSON cannot say.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
