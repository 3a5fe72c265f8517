package report

import (
	"fmt"
	"html/template"
)

// Soak is what a long run of everything found, as `make soak` writes it.
type Soak struct {
	Title  string       `json:"title"`
	Series []SoakSeries `json:"series"`
	Checks []SoakCheck  `json:"checks"`
	Counts []SoakCount  `json:"counts"`
}

// SoakSeries is one plot: a line a process over the time of the run, s.
type SoakSeries struct {
	Title string     `json:"title"`
	Unit  string     `json:"unit"`
	Lines []SoakLine `json:"lines"`
	Marks []float64  `json:"marks,omitempty"` // s, when a fault was injected
}

// SoakLine is a process, whatever its number was: one that was killed goes on as the one that took its place.
type SoakLine struct {
	Name string    `json:"name"`
	X    []float64 `json:"x"`
	Y    []float64 `json:"y"`
}

// SoakCheck is something that had to be so.
type SoakCheck struct {
	What   string `json:"what"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
}

// SoakCount is something that was counted.
type SoakCount struct {
	What string `json:"what"`
	N    int    `json:"n"`
}

var soakBody = parse("soak", `
<p><strong>{{.Good}}</strong> of {{.Total}} as they must be.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Checks"><table><caption>What had to be so</caption>
<thead><tr><th scope="col">check</th><th scope="col"></th><th scope="col">figures</th></tr></thead>
<tbody>{{range .Doc.Checks}}<tr><th scope="row">{{.What}}</th><td><span class="badge {{if .OK}}held{{else}}crushed{{end}}">{{if .OK}}yes{{else}}no{{end}}</span></td><td class="why">{{.Detail}}</td></tr>
{{end}}</tbody></table></div>
<div class="plots">{{range .Plots}}{{.}}{{end}}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Counts"><table><caption>What happened</caption>
<thead><tr><th scope="col">what</th><th scope="col" class="n">times</th></tr></thead>
<tbody>{{range .Doc.Counts}}<tr><th scope="row">{{.What}}</th><td class="n">{{.N}}</td></tr>
{{end}}</tbody></table></div>`)

// soak shows a long run.
func (r *Report) soak(name string, doc *Soak) error {
	good := 0
	for _, c := range doc.Checks {
		if c.OK {
			good++
		}
	}
	var plots []template.HTML
	for _, s := range doc.Series {
		p := plot{title: s.Title, xName: "s", yName: s.Unit, marks: s.Marks, mark: "fault injected", desc: s.Title + " of each process over the run."}
		for i, l := range s.Lines {
			if len(l.X) != len(l.Y) {
				return fmt.Errorf("%s: %s has %d times and %d values", s.Title, l.Name, len(l.X), len(l.Y))
			}
			p.lines = append(p.lines, line{name: l.Name, class: fmt.Sprintf("c%d", 1+i%5), x: l.X, y: l.Y, dashed: i >= 5})
		}
		plots = append(plots, p.svg(r.id()))
	}
	title := doc.Title
	if title == "" {
		title = "Long run: " + name
	}
	return r.add(title, soakBody, map[string]any{"Good": good, "Total": plural(len(doc.Checks), "check"), "Doc": doc, "Plots": plots})
}
