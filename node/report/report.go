// Package report makes one static HTML page of flight records, of what holdfast demo, pick, bench grip, tune and replay print as JSON: tables and
// plots, drawn as SVG within the page. The page needs no network and no script, follows the reader's choice of light and dark, and
// can be read on a phone and by a screen reader.
package report

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/tune"
	"github.com/holdfast-robotics/holdfast/node/flight"
)

// Report is a page in the making.
type Report struct {
	Title    string
	Plots    int // flight records that are drawn; the others are only in the table
	sections []section
	records  []*entry
	ids      int
}

// section is a part of the page.
type section struct {
	ID    string
	Title string
	Body  template.HTML
}

// maxJSON bounds an input.
const maxJSON = 64 << 20

const op = "make report"

// id gives a name to an element.
func (r *Report) id() string {
	r.ids++
	return fmt.Sprintf("e%d", r.ids)
}

// Add takes in a file or a folder of flight records.
func (r *Report) Add(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fault.File(op, path, err)
	}
	if info.IsDir() || strings.EqualFold(filepath.Ext(path), ".mcap") {
		files, err := flight.Find([]string{path})
		if err != nil {
			return err
		}
		for _, f := range files {
			rec, err := flight.Open(f)
			if err != nil {
				return err
			}
			r.record(rec)
		}
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fault.File(op, path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxJSON+1))
	if err != nil {
		return fault.New(op, path, fault.Unavailable, "%w", err)
	}
	if len(text) > maxJSON {
		return fault.New(op, path, fault.TooLarge, "more than %d bytes", maxJSON)
	}
	return r.AddJSON(filepath.Base(path), text)
}

// AddJSON takes in what a verb has printed with --json; the name stands for it on the page.
func (r *Report) AddJSON(name string, text []byte) error {
	trimmed := bytes.TrimSpace(text)
	bad := func(err error) error { return fault.New(op, name, fault.Invalid, "%w", err) }
	if len(trimmed) == 0 {
		return fault.New(op, name, fault.Invalid, "it is empty")
	}
	if trimmed[0] == '[' {
		var rows []gripRow
		if err := json.Unmarshal(trimmed, &rows); err != nil {
			return bad(err)
		}
		if len(rows) == 0 || rows[0].Controller == "" || rows[0].Trials == 0 {
			return fault.New(op, name, fault.Invalid, "it is a list, but not that of 'holdfast bench grip --json'")
		}
		return r.grips(name, rows)
	}
	var kind struct {
		Curves  json.RawMessage `json:"curves"`
		Records json.RawMessage `json:"records"`
		Objects json.RawMessage `json:"objects"`
		Rows    json.RawMessage `json:"rows"`
		Series  json.RawMessage `json:"series"`
	}
	in := bufio.NewReader(bytes.NewReader(trimmed))
	d := json.NewDecoder(in)
	if err := d.Decode(&kind); err != nil {
		return bad(err)
	}
	switch {
	case kind.Curves != nil:
		var res tune.Result
		if err := json.Unmarshal(trimmed, &res); err != nil {
			return bad(err)
		}
		return r.curves(name, &res)
	case kind.Records != nil:
		var doc replayDoc
		if err := json.Unmarshal(trimmed, &doc); err != nil {
			return bad(err)
		}
		return r.replays(name, &doc)
	case kind.Series != nil:
		var doc Soak
		if err := json.Unmarshal(trimmed, &doc); err != nil {
			return bad(err)
		}
		if err := r.soak(name, &doc); err != nil {
			return bad(err)
		}
		return nil
	case kind.Rows != nil:
		var doc demoDoc
		if err := json.Unmarshal(trimmed, &doc); err != nil {
			return bad(err)
		}
		return r.demo(name, &doc)
	case kind.Objects != nil:
		d := json.NewDecoder(bytes.NewReader(trimmed))
		var tables []tableDoc
		for d.More() {
			var t tableDoc
			if err := d.Decode(&t); err != nil {
				return bad(err)
			}
			tables = append(tables, t)
		}
		return r.tables(name, tables)
	}
	return fault.New(op, name, fault.Invalid, "this is neither of what demo, pick, bench grip, replay and tune print with --json, nor a flight record, nor of a long run")
}

//go:embed page.html
var pageText string

//go:embed style.css
var style string

var page = template.Must(template.New("page").Parse(pageText))

// Write writes the page.
func (r *Report) Write(w io.Writer) error {
	if len(r.records) > 0 {
		if err := r.flights(); err != nil {
			return err
		}
		r.records = nil
	}
	if len(r.sections) == 0 {
		return fault.New(op, "", fault.Invalid, "there is nothing to report")
	}
	if err := page.Execute(w, map[string]any{"Title": r.Title, "Style": template.CSS(style), "Sections": r.sections}); err != nil {
		return fault.New(op, "", fault.Unavailable, "%w", err)
	}
	return nil
}

// add adds a section made of a template.
func (r *Report) add(title string, body *template.Template, data any) error {
	var b strings.Builder
	if err := body.Execute(&b, data); err != nil {
		return fault.New(op, title, fault.Internal, "%w", err)
	}
	r.sections = append(r.sections, section{ID: r.id(), Title: title, Body: template.HTML(b.String())})
	return nil
}
