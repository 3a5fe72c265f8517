package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/hand/tune"
)

// order is that of outcomes everywhere: the good one first.
var order = []string{"held", "placed", "slipped", "dropped", "crushed", "damaged", "missed", "left", "no_grasp"}

// shares counts outcomes in that order, others behind.
func shares(n map[string]int) []share {
	var out []share
	for _, o := range order {
		if n[o] > 0 {
			out = append(out, share{o, n[o]})
		}
	}
	var rest []string
	for o := range n {
		if !slices.Contains(order, o) {
			rest = append(rest, o)
		}
	}
	slices.Sort(rest)
	for _, o := range rest {
		out = append(out, share{o, n[o]})
	}
	return out
}

func words(list []share) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("%d %s", s.n, strings.ReplaceAll(s.name, "_", " ")))
	}
	return strings.Join(parts, ", ")
}

var funcs = template.FuncMap{
	"class": class,
	"say":   func(s string) string { return strings.ReplaceAll(s, "_", " ") },
	"mm":    func(m float64) string { return fmt.Sprintf("%.1f", m*1e3) },
	"kn":    func(v float64) string { return short(v / 1e3) },
	"n1":    func(v float64) string { return fmt.Sprintf("%.1f", v) },
	"n2":    func(v float64) string { return fmt.Sprintf("%.2f", v) },
	"n3":    func(v float64) string { return fmt.Sprintf("%.3f", v) },
	"pc":    func(v float64) string { return fmt.Sprintf("%.1f", 100*v) },
	"g":     short,
}

func parse(name, text string) *template.Template {
	return template.Must(template.New(name).Funcs(funcs).Parse(text))
}

// demoDoc is what demo prints, as far as it is shown.
type demoDoc struct {
	Seed     uint64  `json:"seed"`
	Attempts int     `json:"attempts"`
	Seconds  float64 `json:"robot_s"`
	Rows     []struct {
		Table    int     `json:"table"`
		Object   string  `json:"object"`
		Kind     string  `json:"kind"`
		Grasp    string  `json:"grasp"`
		Attempts int     `json:"attempts"`
		Regrasps int     `json:"regrasps"`
		Grip     float64 `json:"grip_n"`
		Result   string  `json:"result"`
		Reason   string  `json:"reason"`
	} `json:"rows"`
	Error string `json:"error"`
}

var demoBody = parse("demo", `
<p><strong>{{.Words}}</strong> of {{.Total}}; {{.Doc.Attempts}} attempts, {{n1 .Doc.Seconds}} s of the robot's time.</p>{{.Bar}}
<div class="scroll" tabindex="0" role="region" aria-label="Objects of the table"><table>
<caption>What became of each object</caption>
<thead><tr><th scope="col">object</th><th scope="col">result</th><th scope="col">tray</th><th scope="col">grasp</th><th scope="col" class="n">attempts</th><th scope="col" class="n">grip N</th>{{if .Whys}}<th scope="col">why</th>{{end}}</tr></thead>
<tbody>{{range .Doc.Rows}}<tr><th scope="row">{{.Object}}</th><td><span class="badge {{class .Result}}">{{say .Result}}</span></td><td>{{.Kind}}</td><td>{{.Grasp}}</td><td class="n">{{.Attempts}}</td><td class="n">{{n1 .Grip}}</td>{{if $.Whys}}<td class="why">{{.Reason}}</td>{{end}}</tr>
{{end}}</tbody></table></div>{{with .Doc.Error}}<p>{{.}}</p>{{end}}`)

// demo shows a cleared table.
func (r *Report) demo(name string, doc *demoDoc) error {
	n, whys := map[string]int{}, false
	for _, o := range doc.Rows {
		n[o.Result]++
		whys = whys || o.Reason != ""
	}
	s := shares(n)
	data := map[string]any{"Whys": whys, "Words": words(s), "Total": plural(len(doc.Rows), "object"), "Bar": bar("results", s), "Doc": doc}
	if len(doc.Rows) == 0 {
		data["Words"], data["Bar"] = "nothing to pick", template.HTML("")
	}
	return r.add("Demo: "+name, demoBody, data)
}

// tableDoc is a document of pick, as far as it is shown.
type tableDoc struct {
	File    string `json:"file"`
	Objects []struct {
		ID      int     `json:"id"`
		What    string  `json:"what"`
		ForceN  float64 `json:"force_n"`
		PeakN   float64 `json:"peak_force_n"`
		SlipM   float64 `json:"slip_m"`
		Outcome string  `json:"outcome"`
		Reason  string  `json:"reason"`
		Tried   int     `json:"tried"`
		Grasp   *struct {
			Kind    string  `json:"kind"`
			Quality float64 `json:"quality"`
		} `json:"grasp"`
	} `json:"objects"`
	Error string `json:"error"`
}

var tableBody = parse("tables", `
<p><strong>{{.Words}}</strong> of {{.Total}}.</p>{{.Bar}}
{{range .Tables}}<div class="scroll" tabindex="0" role="region" aria-label="Objects of {{.File}}"><table>
<caption>Objects of {{.File}}</caption>
<thead><tr><th scope="col">id</th><th scope="col">what</th><th scope="col">outcome</th><th scope="col">grasp</th><th scope="col" class="n">quality</th><th scope="col" class="n">grip N</th><th scope="col" class="n">peak N</th><th scope="col" class="n">slid mm</th><th scope="col">why</th></tr></thead>
<tbody>{{range .Objects}}<tr><th scope="row">{{.ID}}</th><td>{{.What}}</td><td><span class="badge {{class .Outcome}}">{{say .Outcome}}</span></td>
<td>{{with .Grasp}}{{.Kind}}{{end}}</td><td class="n">{{with .Grasp}}{{n2 .Quality}}{{end}}</td><td class="n">{{n1 .ForceN}}</td><td class="n">{{n1 .PeakN}}</td><td class="n">{{mm .SlipM}}</td><td class="why">{{.Reason}}</td></tr>
{{end}}</tbody></table></div>{{with .Error}}<p>{{.}}</p>{{end}}
{{end}}`)

// tables shows what demo and pick made of their objects.
func (r *Report) tables(name string, list []tableDoc) error {
	n, total := map[string]int{}, 0
	for _, t := range list {
		for _, o := range t.Objects {
			n[o.Outcome]++
			total++
		}
	}
	s := shares(n)
	data := map[string]any{"Words": words(s), "Total": plural(total, "object"), "Bar": bar("outcomes", s), "Tables": list}
	if total == 0 {
		data["Words"], data["Bar"] = "nothing to pick", template.HTML("")
	}
	return r.add("Picks: "+name, tableBody, data)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// gripRow is a row of bench grip.
type gripRow struct {
	Controller   string  `json:"controller"`
	Object       string  `json:"object"`
	Trials       int     `json:"trials"`
	Held         int     `json:"held"`
	Slipped      int     `json:"slipped"`
	Crushed      int     `json:"crushed"`
	Missed       int     `json:"missed"`
	ForceN       float64 `json:"force_n_median"`
	SlipM        float64 `json:"slip_m_median"`
	Possible     int     `json:"possible"`
	PossibleHeld int     `json:"possible_held"`
}

func (g gripRow) shares() []share {
	return []share{{"held", g.Held}, {"slipped", g.Slipped}, {"crushed", g.Crushed}, {"missed", g.Missed}}
}

// Bar draws the outcomes of the row.
func (g gripRow) Bar() template.HTML { return bar(g.Name()+", "+g.Object, g.shares()) }

// Name of the controller.
func (g gripRow) Name() string {
	if g.Controller != "" && g.Controller[0] >= '0' && g.Controller[0] <= '9' {
		return g.Controller + " N"
	}
	return g.Controller
}

var gripBody = parse("grips", `
<div class="scroll" tabindex="0" role="region" aria-label="All objects by controller"><table><caption>All objects together. "Of possible" leaves out the trials that no force could hold.</caption>
<thead><tr><th scope="col">controller</th><th scope="col">outcomes</th><th scope="col" class="n">trials</th><th scope="col" class="n">held</th><th scope="col" class="n">slipped</th><th scope="col" class="n">crushed</th><th scope="col" class="n">missed</th><th scope="col" class="n">of possible</th><th scope="col" class="n">grip N</th></tr></thead>
<tbody>{{range .All}}<tr><th scope="row">{{.Name}}</th><td class="bars">{{.Bar}}</td><td class="n">{{.Trials}}</td><td class="n">{{.Held}}</td><td class="n">{{.Slipped}}</td><td class="n">{{.Crushed}}</td><td class="n">{{.Missed}}</td><td class="n">{{.PossibleHeld}}/{{.Possible}}</td><td class="n">{{n1 .ForceN}}</td></tr>
{{end}}</tbody></table></div>
<p class="legend"><span class="badge held">held</span> <span class="badge slipped">slipped</span> <span class="badge crushed">crushed</span> <span class="badge missed">missed</span></p>
<details><summary>Each object</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Outcomes by object and controller"><table><caption>Outcomes by object and controller</caption>
<thead><tr><th scope="col">object</th>{{range .Controllers}}<th scope="col">{{.}}</th>{{end}}</tr></thead>
<tbody>{{range .Rows}}<tr><th scope="row">{{.Object}}</th>{{range .Cells}}<td class="bars">{{.Bar}}{{.Held}}/{{.Trials}}</td>{{end}}</tr>
{{end}}</tbody></table></div></details>`)

// grips shows a bench.
func (r *Report) grips(name string, rows []gripRow) error {
	type objectRow struct {
		Object string
		Cells  []gripRow
	}
	var all []gripRow
	var names []string
	var list []objectRow
	at := map[string]int{}
	for _, g := range rows {
		if !slices.Contains(names, g.Name()) {
			names = append(names, g.Name())
		}
		if g.Object == "all" {
			all = append(all, g)
			continue
		}
		k, known := at[g.Object]
		if !known {
			k = len(list)
			at[g.Object] = k
			list = append(list, objectRow{Object: g.Object})
		}
		list[k].Cells = append(list[k].Cells, g)
	}
	return r.add("Grips: "+name, gripBody, map[string]any{"All": all, "Controllers": names, "Rows": list})
}

var curveBody = parse("curves", `
{{if .Belief.Records}}<p>{{.Belief.Records}} records with a known outcome: the hand believed {{.Believed}} held; {{.Belief.WronglyHeld}} of them were lost, and {{.Belief.WronglyLost}} that it took for lost were held.</p>{{end}}
<div class="scroll" tabindex="0" role="region" aria-label="Thresholds"><table><caption>Thresholds: what they see of the events, how often they are wrong, and what is suggested</caption>
<thead><tr><th scope="col">threshold</th><th scope="col">cue</th><th scope="col" class="n">events</th><th scope="col" class="n">area</th><th scope="col" class="n">now</th><th scope="col" class="n">hits %</th><th scope="col" class="n">false %</th><th scope="col" class="n">suggested</th><th scope="col" class="n">hits %</th><th scope="col" class="n">false %</th><th scope="col">decision</th></tr></thead>
<tbody>{{range .Curves}}<tr><th scope="row">{{.Name}}</th><td>{{.Cue}}</td><td class="n">{{.Positives}}</td>
{{if ge .AUC 0.0}}<td class="n">{{n3 .AUC}}</td><td class="n">{{if .IsParam}}{{g .Now.Value}} {{.Unit}}{{end}}</td><td class="n">{{if .IsParam}}{{pc .Now.TPR}}{{end}}</td><td class="n">{{if .IsParam}}{{pc .Now.FPR}}{{end}}</td><td class="n">{{g .Suggested}} {{.Unit}}</td><td class="n">{{pc .Best.TPR}}</td><td class="n">{{pc .Best.FPR}}</td>{{else}}<td></td><td></td><td></td><td></td><td></td><td></td><td></td>{{end}}<td class="why">{{.Why}}</td></tr>
{{end}}</tbody></table></div>
<div class="plots">{{range .Plots}}{{.}}{{end}}</div>{{if .Plots}}<p class="soft">The axis of false alarms is logarithmic; less than 0.01 % is drawn as that.</p>{{end}}`)

// curves shows a tuning.
func (r *Report) curves(name string, res *tune.Result) error {
	var plots []template.HTML
	for i := range res.Curves {
		c := &res.Curves[i]
		if c.AUC < 0 {
			continue
		}
		l := line{name: "each value of the threshold", class: "c1"}
		for _, p := range c.Points {
			l.x, l.y = append(l.x, rate(p.FPR)), append(l.y, 100*p.TPR)
		}
		at := func(name, class string, p tune.Point) line { // a small cross
			const dx, dy = 0.06, 4
			x, y := rate(p.FPR), 100*p.TPR
			return line{name: name, class: class, x: []float64{x - dx, x + dx, x, x, x}, y: []float64{y, y, y, y - dy, y + dy}}
		}
		q := plot{
			title: fmt.Sprintf("%s (%s), area %.3f", c.Name, c.Cue, c.AUC), xName: "false alarms, %", yName: "hits, %", rates: true, lines: []line{l},
			desc: fmt.Sprintf("Receiver operating characteristic over %d events and %d other frames; the table above has the figures.", c.Positives, c.Negatives),
		}
		if c.IsParam {
			q.lines = append(q.lines, at("now", "c2", c.Now))
		}
		if c.Change {
			q.lines = append(q.lines, at("suggested", "c3", c.Best))
		}
		plots = append(plots, q.svg(r.id()))
	}
	b := &res.Belief
	return r.add("Thresholds: "+name, curveBody, map[string]any{"Belief": b, "Believed": b.RightlyHeld + b.WronglyHeld, "Curves": res.Curves, "Plots": plots})
}

// replayDoc is what replay prints, as far as it is shown.
type replayDoc struct {
	Against string         `json:"against"`
	Changed []string       `json:"changed"`
	Note    string         `json:"note"`
	Summary map[string]int `json:"summary"`
	Set     []struct {
		Name string   `json:"name"`
		Was  []string `json:"was"`
		Now  string   `json:"now"`
	} `json:"settings"`
	Records []replayedDoc `json:"records"`
}

type replayedDoc struct {
	Name       string          `json:"name"`
	Object     string          `json:"object"`
	Outcome    string          `json:"outcome"`
	Difference tape.Difference `json:"difference"`
}

// replayTable is a table of records.
type replayTable struct {
	Caption string
	Records []replayedDoc
}

var replayBody = parse("replays", `
<p><strong>{{.Words}}</strong>{{if .Doc.Against}}, with {{.Doc.Against}}{{if .Doc.Set}}{{range $i, $c := .Doc.Set}}{{if $i}},{{else}}:{{end}} {{$c.Name}} {{$c.Now}} instead of {{range $k, $w := $c.Was}}{{if $k}} or {{end}}{{$w}}{{end}}{{end}}{{else}}{{range $i, $c := .Doc.Changed}}{{if $i}},{{else}}:{{end}} {{$c}}{{end}}{{end}}{{end}}.</p>
{{with .Doc.Note}}<p class="soft">{{.}}</p>{{end}}
{{if .Ends.Records}}{{template "table" .Ends}}{{else if .Doc.Against}}<p>None would end otherwise.</p>{{end}}
<details{{if le (len .All.Records) 12}} open{{end}}><summary>Each record</summary>{{template "table" .All}}</details>
{{define "table"}}<div class="scroll" tabindex="0" role="region" aria-label="{{.Caption}}"><table><caption>{{.Caption}}</caption>
<thead><tr><th scope="col">record</th><th scope="col">object</th><th scope="col">was</th><th scope="col">now</th><th scope="col" class="n">first difference s</th><th scope="col" class="n">grip N was</th><th scope="col" class="n">now</th><th scope="col">the hand was left</th><th scope="col">and would be</th></tr></thead>
<tbody>{{range .Records}}<tr><th scope="row">{{.Name}}</th><td>{{.Object}}</td><td><span class="badge {{class .Outcome}}">{{say .Outcome}}</span></td><td>{{.Difference.Verdict}}</td><td class="n">{{if ge .Difference.FirstTick 0}}{{n3 .Difference.FirstS}}{{end}}</td><td class="n">{{n2 .Difference.Old.TargetN}}</td><td class="n">{{n2 .Difference.New.TargetN}}</td><td>{{.Difference.Old.What}}</td><td>{{if eq .Difference.Old.What .Difference.New.What}}the same{{else}}{{.Difference.New.What}}{{end}}</td></tr>
{{end}}</tbody></table></div>{{end}}`)

// replays shows a replay.
func (r *Report) replays(name string, doc *replayDoc) error {
	ends := replayTable{Caption: "Grasps that would end otherwise"}
	for _, d := range doc.Records {
		if d.Difference.Verdict == tape.Ends {
			ends.Records = append(ends.Records, d)
		}
	}
	all := replayTable{Caption: "How far each grasp goes another way", Records: doc.Records}
	return r.add("Replays: "+name, replayBody, map[string]any{"Doc": doc, "Ends": ends, "All": all, "Words": words(shares(doc.Summary))})
}
