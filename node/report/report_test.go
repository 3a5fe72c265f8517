package report

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/hand/tune"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/sim/scenario"
)

// page writes a report and checks what every page must have.
func pageOf(t testing.TB, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, bad := range []string{"http://", "https://", "<script", " src=", "url(", "@import", "NaN", "Inf", "%!"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("the id %s is there twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?:href="#|aria-labelledby=")([^"]+)"`).FindAllStringSubmatch(text, -1) {
		for _, id := range strings.Fields(m[1]) {
			if !ids[id] {
				t.Errorf("%s is referred to and not there", id)
			}
		}
	}
	// Every picture has a name, every table a caption and headings that say what they head.
	for _, m := range regexp.MustCompile(`<svg[^>]*>`).FindAllString(text, -1) {
		if !strings.Contains(m, `role="img"`) || !strings.Contains(m, "aria-label") {
			t.Errorf("a picture without a name: %s", m)
		}
	}
	if n := strings.Count(text, "<table>"); n != strings.Count(text, "<caption>") || n != strings.Count(text, "</table>") || n != strings.Count(text, `role="region"`) {
		t.Errorf("%d tables, %d captions", n, strings.Count(text, "<caption>"))
	}
	for _, m := range regexp.MustCompile(`<th(?:>| [^>]*>)`).FindAllString(text, -1) {
		if !strings.Contains(m, "scope=") {
			t.Errorf("a heading without scope: %s", m)
		}
	}
	for _, want := range []string{`<html lang="en">`, `name="viewport"`, "prefers-color-scheme: dark", "default-src 'none'"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	return text
}

func TestFlightRecords(t *testing.T) {
	dir := t.TempDir()
	s := scenario.Scenario{Objects: []string{"egg", "bowl"}, Grasps: []string{"natural"}, Trials: 1, Sensors: "real", Witness: flight.Trials(dir)}
	s.Defaults()
	if _, err := s.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "egg-natural-001.mcap")
	whole, err := os.ReadFile(cut)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "zz-cut.mcap"), whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	r := Report{Title: "Tests", Plots: 5}
	if err := r.Add(dir); err != nil {
		t.Fatal(err)
	}
	text := pageOf(t, &r)
	for _, want := range []string{"egg-natural-001", "bowl-natural-001", "Grip force", "What the simulated world knows", "find contact, close (commanded), grasp active", "cut off", "Cells of the pr2 pads", "lifting"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if len(text) > 1<<20 {
		t.Errorf("%d bytes for three attempts", len(text))
	}
	if strings.Count(text, `<ol class="phases"`) != 3 {
		t.Error("the bands of a plot are not named")
	}
	// Of records of which only a later one by name is drawn, that one is open.
	late := Report{Plots: 1}
	for _, f := range []string{"egg-natural-001.mcap", "bowl-natural-001.mcap"} { // the page has them the other way round
		if err := late.Add(filepath.Join(dir, f)); err != nil {
			t.Fatal(err)
		}
	}
	if text := pageOf(t, &late); strings.Count(text, "<details") != 1 || !strings.Contains(text, " open><summary><strong>egg-natural-001") {
		t.Error("the only record that is drawn is not open")
	}
	few := Report{Plots: 1}
	if err := few.Add(dir); err != nil {
		t.Fatal(err)
	}
	if text := pageOf(t, &few); !strings.Contains(text, "2 more are not drawn") || strings.Count(text, "Grip force") != 2 {
		t.Error("one record of three is to be drawn")
	}
}

const hostile = `<img src=x onerror=alert(1)>"'&`

func TestJSON(t *testing.T) {
	name, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	res := tune.Result{Version: 1, Curves: []tune.Curve{
		{Name: "contact_force", Unit: "N", Cue: "contact", Positives: 100, Negatives: 1000, AUC: 0.9, IsParam: true, Change: true, Points: []tune.Point{{TPR: 0.5}, {TPR: 1, FPR: 0.3}}, Now: tune.Point{Value: 1}, Best: tune.Point{Value: 2, TPR: 0.5}, Suggested: 2},
		{Name: "slip_ratio", AUC: -1, Why: "nothing of the kind happened in these recordings"},
	}}
	tuned, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"file":` + string(name) + `,"objects":[{"id":1,"what":` + string(name) + `,"outcome":"held","grasp":{"kind":"side","quality":0.5}},{"id":2,"outcome":"no_grasp","reason":"too wide"}]}` + "\n" + `{"file":"b","objects":[],"error":"unreadable"}`: "1 held, 1 no grasp",
		`{"file":"a","objects":[]}`: "nothing to pick",
		`{"seed":1,"objects":2,"attempts":3,"robot_s":50.5,"rows":[{"object":"egg","result":"placed","grip_n":3},{"object":"mug","result":"dropped","reason":"it fell"}]}`: "1 placed, 1 dropped",
		`{"seed":1,"rows":[]}`: "nothing to pick",
		`[{"controller":"touch","object":"egg","trials":2,"held":1,"crushed":1},{"controller":"5","object":"egg","trials":2},{"controller":"touch","object":"all","trials":2,"held":1,"crushed":1}]`: "1/2",
		string(tuned): "contact_force",
		`{"version":1,"against":` + string(name) + `,"changed":["slip_gain"],"records":[{"name":"x","outcome":"held","difference":{"verdict":"ends","first_tick":5,"old":{"what":"a"},"new":{"what":"b"}}}],"summary":{"ends":1}}`: "1 ends",
	} {
		r := Report{Title: hostile}
		if err := r.AddJSON(hostile, []byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		page := pageOf2(t, &r)
		if !strings.Contains(page, want) {
			t.Errorf("%s: the page does not say %q", text, want)
		}
		if strings.Contains(page, "<img") {
			t.Errorf("%s: a text became an element", text)
		}
	}
	for _, text := range []string{"", "[]", "{}", "{", "[1]", `[{"a":1}]`, `{"objects":3}`, `{"rows":{}}`, `{"curves":{}}`, `{"records":{}}`, "x"} {
		r := Report{}
		if err := r.AddJSON("in.json", []byte(text)); err == nil || !strings.Contains(err.Error(), "in.json") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := new(Report).Write(new(bytes.Buffer)); err == nil {
		t.Error("a page of nothing is written")
	}
	if err := new(Report).Add("/no/such/file"); err == nil {
		t.Error("a file that is not there is read")
	}
}

// pageOf2 is pageOf for a title that holds " src=" as text.
func pageOf2(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Thinning a curve keeps its peaks and its ends in order.
func TestThin(t *testing.T) {
	var x, y []float64
	for k := range 10000 {
		x, y = append(x, float64(k)), append(y, math.Sin(float64(k)/500))
	}
	y[4321], y[777] = 9, -9
	xs, ys := thin(x, y)
	if len(xs) > most+2 {
		t.Errorf("%d points", len(xs))
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, v := range ys {
		lo, hi = math.Min(lo, v), math.Max(hi, v)
		if k > 0 && xs[k] <= xs[k-1] {
			t.Fatal("the points are out of order")
		}
	}
	if lo != -9 || hi != 9 {
		t.Errorf("%g to %g", lo, hi)
	}
}

// A few samples at the motor's limit do not flatten the plot of the rest, and the plot says that they are not in it.
func TestPeaksLeaveThePicture(t *testing.T) {
	x, y := make([]float64, 1000), make([]float64, 1000)
	for k := range y {
		x[k], y[k] = float64(k), -3*math.Sin(float64(k)/50)
	}
	p := plot{title: "Effort", yName: "N", lines: []line{{name: "commanded", x: x, y: y}}, cut: true}
	if strings.Contains(string(p.svg("a")), "leave the picture") {
		t.Error("an even curve is cut")
	}
	y[500] = -100
	drawn := string(p.svg("b"))
	if !strings.Contains(drawn, "peaks from -100 to ") || !strings.Contains(drawn, ">-2<") || strings.Contains(drawn, ">-100<") {
		t.Error(drawn)
	}
	p.cut = false
	if drawn := string(p.svg("c")); !strings.Contains(drawn, ">-100<") {
		t.Error(drawn)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range [][2]float64{{0, 1}, {-4, 0}, {0, 7.3}, {-25, 105}, {5, 5}, {0, math.Inf(1)}, {0, 1e-9}} {
		list := ticks(c[0], c[1], 5)
		if len(list) == 0 || len(list) > 7 {
			t.Errorf("%v: %v", c, list)
		}
		for _, v := range list {
			if strings.HasPrefix(short(v), "-0") && len(short(v)) == 2 {
				t.Errorf("%v: a negative zero", c)
			}
		}
	}
}

// Whatever the JSON, a page is made or the input is refused.
func FuzzAddJSON(f *testing.F) {
	f.Add([]byte(`{"file":"a","objects":[{"id":1,"outcome":"held","grasp":{"kind":"side"}}]}`))
	f.Add([]byte(`[{"controller":"touch","object":"egg","trials":2,"held":-5}]`))
	f.Add([]byte(`{"curves":[{"name":"a","auc":0.5,"points":[{"true_positive_rate":1e300}]}]}`))
	f.Add([]byte(`{"records":[{"difference":{}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := Report{}
		if r.AddJSON("fuzz", text) == nil {
			_ = pageOf2(t, &r)
		}
	})
}
