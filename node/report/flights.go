package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/node/flight"
)

// entry is a flight record on the page. Its tape is drawn as soon as it is read, so that not all tapes are in memory at once.
type entry struct {
	ID      string
	Name    string
	Object  string
	Outcome string
	Cause   string
	Believe string
	Out     flight.Outcome
	Grasp   *flight.Choice
	Runners []flight.Choice
	Reject  []flight.Rejected
	Props   *flight.Properties
	Changes []tape.Transition
	Plots   []template.HTML
	Phases  []band
	Notes   []string
	Seconds float64
	Drawn   bool
	Open    bool // on the page: the first drawn that failed, else the first drawn
}

// record takes in a flight record.
func (r *Report) record(rec *flight.Record) {
	h := &rec.Head
	e := &entry{ID: r.id(), Name: h.Name, Object: h.Object, Outcome: "cut off", Grasp: h.Grasp, Runners: h.RunnersUp, Reject: h.Rejected, Props: h.Properties, Seconds: rec.Tape.Duration()}
	if o := rec.Outcome; o != nil {
		e.Outcome, e.Cause, e.Out = o.Outcome, o.Cause, *o
		if h.Source == "rehearsal" && o.Believed != (o.Outcome == "held") {
			e.Notes = append(e.Notes, map[bool]string{true: "The hand believed that it held the object.", false: "The hand believed that it had lost the object."}[o.Believed])
		}
	}
	if rec.Missing > 0 {
		e.Notes = append(e.Notes, fmt.Sprintf("%d ticks are missing.", rec.Missing))
	}
	e.Notes = append(e.Notes, rec.Damage...)
	if r.Plots > 0 {
		r.Plots--
		e.Drawn = true
		e.Changes = tape.Transitions(rec.Tape.Decisions(), rec.Tape.Dt)
		e.Phases = phases(rec)
		e.Plots = r.draw(rec, e.Phases)
	}
	r.records = append(r.records, e)
}

// phases are the stretches of the pick, or of the hand's stages where there is no pick.
func phases(rec *flight.Record) []band {
	var out []band
	add := func(name string, from float64) {
		if n := len(out); n > 0 {
			out[n-1].To = from
		}
		out = append(out, band{Name: name, From: from, To: rec.Tape.Duration()})
	}
	for _, p := range rec.Phases {
		add(p.Name, p.Time)
	}
	if len(out) == 0 {
		last := ""
		for k := range rec.Tape.Ticks {
			if s := rec.Tape.Ticks[k].Stage.String(); s != last {
				last = s
				add(s, float64(k)*rec.Tape.Dt)
			}
		}
	}
	return out
}

// draw makes the plots of a record.
func (r *Report) draw(rec *flight.Record, bands []band) []template.HTML {
	t := &rec.Tape
	n := len(t.Ticks)
	x := make([]float64, n)
	series := func(of func(k int) float64) []float64 {
		y := make([]float64, n)
		for k := range y {
			y[k] = of(k)
		}
		return y
	}
	for k := range x {
		x[k] = float64(k) * t.Dt
	}
	d := func(k int) *tape.Decision { return &t.Ticks[k].Decision }
	var slips []float64
	last := uint64(0)
	for k := range t.Ticks {
		if s := d(k).Slips; s > last {
			slips = append(slips, x[k])
		}
		last = d(k).Slips
	}
	known := len(t.Truth) == n
	force := plot{
		title: "Grip force", xName: "s", yName: "N", bands: bands, marks: slips, mark: "slip felt",
		lines: []line{
			{name: "left pad", class: "c1", x: x, y: series(func(k int) float64 { return d(k).Force[0] })},
			{name: "right pad", class: "c2", x: x, y: series(func(k int) float64 { return d(k).Force[1] })},
			{name: "aimed at", class: "c3", x: x, y: series(func(k int) float64 { return d(k).Target }), dashed: true},
		},
	}
	peak := 0.0
	for k := range t.Ticks {
		peak = math.Max(peak, math.Max(d(k).Force[0], d(k).Force[1]))
	}
	force.desc = fmt.Sprintf("Force of both pads as felt over %.1f s; at most %.1f N, %.1f N aimed at in the end; slip felt in %s.", t.Duration(), peak, d(n-1).Target, plural(len(slips), "frame"))
	gap := plot{
		title: "Gap", xName: "s", yName: "mm", bands: bands, lines: []line{
			{name: "measured", class: "c1", x: x, y: series(func(k int) float64 { return 1e3 * t.Ticks[k].Reading.Gap })},
			{name: "set-point", class: "c3", x: x, y: series(func(k int) float64 { return 1e3 * d(k).SetPoint }), dashed: true},
		},
		desc: fmt.Sprintf("Distance of the pads: %.1f mm at the start, %.1f mm at the end.", 1e3*t.Ticks[0].Reading.Gap, 1e3*t.Ticks[n-1].Reading.Gap),
	}
	effort := plot{
		title: "Effort at the gap", xName: "s", yName: "N", bands: bands, cut: true, lines: []line{
			{name: "commanded", class: "c1", x: x, y: series(func(k int) float64 { return d(k).Effort })},
			{name: "measured", class: "c2", x: x, y: series(func(k int) float64 { return t.Ticks[k].Reading.Effort }), dashed: true},
		},
		desc: "Effort of the motor, negative closing.",
	}
	plots := []plot{force, gap, effort}
	if known {
		plots = append(plots, plot{
			title: "What the simulated world knows", xName: "s", yName: "N, mm", bands: bands, lines: []line{
				{name: "true force, left, N", class: "c1", x: x, y: series(func(k int) float64 { return t.Truth[k].Force[0] })},
				{name: "true force, right, N", class: "c2", x: x, y: series(func(k int) float64 { return t.Truth[k].Force[1] })},
				{name: "slid in the hand, mm", class: "c4", x: x, y: series(func(k int) float64 { return 1e3 * t.Truth[k].Slide })},
			},
			desc: fmt.Sprintf("True force of both fingers, and the way that the object slid between them: %.1f mm in all.", 1e3*t.Truth[n-1].Slide),
		})
	}
	var out []template.HTML
	for i := range plots {
		out = append(out, plots[i].svg(r.id()))
	}
	if p := r.pattern(t); p != "" {
		out = append(out, p)
	}
	return out
}

// pattern draws what the cells felt in the frame in which the weaker pad felt most.
func (r *Report) pattern(t *tape.Tape) template.HTML {
	if t.Layout == nil || t.Layout.PadArea() == 0 {
		return ""
	}
	var rest *[2][]float64
	best, at := 0.0, -1
	for k := range t.Ticks {
		c := &t.Ticks[k].Reading.Cells
		if len(c[0]) == 0 || len(c[1]) != len(c[0]) {
			continue
		}
		if rest == nil {
			rest = c
		}
		if f := t.Ticks[k].Force; math.Min(f[0], f[1]) > best {
			best, at = math.Min(f[0], f[1]), k
		}
	}
	if at < 0 || len(rest[0]) != len(t.Layout.Cells) {
		return ""
	}
	now := &t.Ticks[at].Reading.Cells
	var sides [2][]dot
	largest := 0.0
	for f := range sides {
		for i, c := range t.Layout.Cells {
			if !c.Front {
				continue
			}
			v := (now[f][i] - rest[f][i]) / c.PerNewton
			if math.IsNaN(v - v) {
				v = 0
			}
			largest = math.Max(largest, v)
			sides[f] = append(sides[f], dot{x: c.Center.Z, y: c.Center.X, r: 0.45 * math.Sqrt(c.Area), value: v})
		}
	}
	if largest <= 0 {
		return ""
	}
	return pads(fmt.Sprintf("Cells of the %s pads at %.2f s, the hardest grip; the fullest cell carries %.2f N", layoutName(t.Layout), float64(at)*t.Dt, largest), sides, largest, r.id())
}

func layoutName(l *touch.Layout) string { return strings.TrimSpace(l.Name) }

var flightBody = parse("flights", `
<p><strong>{{.Words}}</strong> of {{.Total}}.</p>{{.Bar}}
<div class="scroll" tabindex="0" role="region" aria-label="Attempts"><table><caption>Attempts, from their flight records</caption>
<thead><tr><th scope="col">attempt</th><th scope="col">object</th><th scope="col">outcome</th><th scope="col" class="n">grip N</th><th scope="col" class="n">peak N</th><th scope="col" class="n">slid mm</th><th scope="col" class="n">time s</th>{{if .Whys}}<th scope="col">why</th>{{end}}</tr></thead>
<tbody>{{range .List}}<tr><th scope="row">{{if .Drawn}}<a href="#{{.ID}}">{{.Name}}</a>{{else}}{{.Name}}{{end}}</th><td>{{.Object}}</td><td><span class="badge {{class .Outcome}}">{{say .Outcome}}</span></td><td class="n">{{n1 .Out.ForceN}}</td><td class="n">{{n1 .Out.PeakForceN}}</td><td class="n">{{mm .Out.SlipM}}</td><td class="n">{{n1 .Seconds}}</td>{{if $.Whys}}<td class="why">{{.Cause}}</td>{{end}}</tr>
{{end}}</tbody></table></div>
{{if .Left}}<p class="soft">{{.Left}} more are not drawn; --plots draws more.</p>{{end}}
{{range .List}}{{if .Drawn}}<details id="{{.ID}}"{{if .Open}} open{{end}}><summary><strong>{{.Name}}</strong> {{.Object}} <span class="badge {{class .Outcome}}">{{say .Outcome}}</span></summary>
{{with .Cause}}<p>{{.}}</p>{{end}}{{range .Notes}}<p class="soft">{{.}}</p>{{end}}
{{with .Props}}<p class="soft">Taken for {{g .Mass}} kg, {{kn .Stiffness}} kN/m, friction {{n2 .Friction}}{{if .CrushForce}}, damaged from {{n1 .CrushForce}} N a finger{{end}}.</p>{{end}}
{{with .Phases}}<p class="soft">Phases, which the bands of the plots stand for:</p><ol class="phases">{{range .}}<li>{{.Name}} <span class="soft">from {{n1 .From}} s</span></li>{{end}}</ol>{{end}}
<div class="plots">{{range .Plots}}{{.}}{{end}}</div>
<h3>What the hand did, and why</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Transitions of {{.Name}}"><table><caption>Transitions of the controller</caption><thead><tr><th scope="col" class="n">time s</th><th scope="col">what</th></tr></thead>
<tbody>{{range .Changes}}<tr><td class="n">{{n3 .Time}}</td><td>{{.What}}</td></tr>
{{end}}</tbody></table></div>
{{if .Grasp}}<h3>The grasp, and those that were not taken</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Grasps of {{.Name}}"><table><caption>Grasps by quality</caption><thead><tr><th scope="col" class="n">rank</th><th scope="col">kind</th><th scope="col" class="n">quality</th><th scope="col" class="n">object mm</th><th scope="col"></th></tr></thead>
<tbody>{{with .Grasp}}<tr><td class="n">{{.Rank}}</td><td>{{.Kind}}</td><td class="n">{{n3 .Quality}}</td><td class="n">{{mm .Width}}</td><td>tried here</td></tr>{{end}}
{{range .Runners}}<tr><td class="n">{{.Rank}}</td><td>{{.Kind}}</td><td class="n">{{n3 .Quality}}</td><td class="n">{{mm .Width}}</td><td>runner-up</td></tr>
{{end}}</tbody></table></div>
{{if .Reject}}<div class="scroll" tabindex="0" role="region" aria-label="Rejected candidates of {{.Name}}"><table><caption>Candidates that were rejected</caption><thead><tr><th scope="col">reason</th><th scope="col" class="n">count</th><th scope="col">for example</th></tr></thead>
<tbody>{{range .Reject}}<tr><th scope="row">{{.Reason}}</th><td class="n">{{.Count}}</td><td class="why">{{.Example}}</td></tr>
{{end}}</tbody></table></div>{{end}}{{end}}
</details>{{end}}{{end}}`)

// flights shows the records.
func (r *Report) flights() error {
	n, left := map[string]int{}, 0
	for _, e := range r.records {
		n[e.Outcome]++
		if !e.Drawn {
			left++
		}
	}
	slices.SortStableFunc(r.records, func(a, b *entry) int { return strings.Compare(a.Name, b.Name) })
	if k := slices.IndexFunc(r.records, func(e *entry) bool { return e.Drawn && class(e.Outcome) != "held" }); k >= 0 {
		r.records[k].Open = true
	} else if k := slices.IndexFunc(r.records, func(e *entry) bool { return e.Drawn }); k >= 0 {
		r.records[k].Open = true
	}
	s := shares(n)
	return r.add("Attempts", flightBody, map[string]any{"Words": words(s), "Total": plural(len(r.records), "attempt"), "Bar": bar("outcomes", s), "List": r.records, "Left": left,
		"Whys": slices.ContainsFunc(r.records, func(e *entry) bool { return e.Cause != "" })})
}
