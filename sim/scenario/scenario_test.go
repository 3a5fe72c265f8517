package scenario

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
)

func mustParse(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Parse("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const fixed = `
name: fixed forces
objects: [egg, soup-can]
controllers: [touch, 5, 15]
trials: 2
noise: {friction: 0.1, mass: 0.1, place: 0.002}
sensors: real
`

// The seed's anchors: an egg breaks at 15 N and not by touch, a soup can is held by both.
func TestAnchors(t *testing.T) {
	s := mustParse(t, fixed)
	var done atomic.Int32
	rows, err := s.Run(context.Background(), func() { done.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 12 || done.Load() != 12 {
		t.Fatalf("%d rows, %d done, want 12", len(rows), done.Load())
	}
	want := map[string]string{"touch egg": "held", "touch soup-can": "held", "5 egg": "held", "5 soup-can": "held", "15 egg": "crushed", "15 soup-can": "held"}
	for _, r := range rows {
		if r.Outcome != want[r.Controller+" "+r.Object] {
			t.Errorf("%s, %s, trial %d: %s %q", r.Controller, r.Object, r.Trial, r.Outcome, r.Reason)
		}
	}
	sums := Summarize(rows, false)
	if len(sums) != 6 || sums[4].Controller != "15" || sums[4].Object != "egg" || sums[4].Crushed != 2 || sums[4].Held != 0 || sums[4].ForceNMedian != 0 {
		t.Errorf("%+v", sums)
	}
	all := Summarize(rows, true)
	if len(all) != 3 || all[0].Held != 4 || all[0].Trials != 4 || all[2].Held != 2 || all[0].ForceNMedian <= 0 {
		t.Errorf("%+v", all)
	}
}

func TestSameRowsOnAnyCores(t *testing.T) {
	var last []Row
	for _, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		rows, err := mustParse(t, fixed).Run(context.Background(), nil)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			if last != nil && (rows[i].ForceN != last[i].ForceN || rows[i].SlipM != last[i].SlipM || rows[i].Outcome != last[i].Outcome) {
				t.Errorf("row %d differs: %+v, %+v", i, rows[i], last[i])
			}
		}
		last = rows
	}
}

func TestRecord(t *testing.T) {
	s := mustParse(t, "objects: [egg]\npads: matrix 4x4\n")
	var b bytes.Buffer
	rows, err := s.Record(context.Background(), &b, 20, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := int(rows[0].Duration/0.02) + 1; len(lines) < want-1 || len(lines) > want+2 {
		t.Errorf("%d lines for %g s", len(lines), rows[0].Duration)
	}
	head := lines[0]
	if n := strings.Count(columns, ",") + 1 + 2*16; len(head) != n || head[n-1] != "right_15_n" {
		t.Errorf("%d columns, last %q", len(head), head[len(head)-1])
	}
	peak := 0.0
	for _, l := range lines[1:] {
		f, err := strconv.ParseFloat(l[8], 64)
		if err != nil {
			t.Fatal(err)
		}
		peak = max(peak, f)
	}
	if peak < 0.8*rows[0].PeakForceN || peak > 1.01*rows[0].PeakForceN {
		t.Errorf("left force of up to %v N, the row says %v", peak, rows[0].PeakForceN)
	}
	if _, err := s.Record(context.Background(), &b, 0, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("every 0: %v", err)
	}
	if _, err := s.Record(context.Background(), full{}, 1, nil); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

var errFull = errors.New("no space left")

// full is a disk with no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// The seed's anchors, as the file that comes with the tests has them: 5, 10 and 15 N on an egg, a can of soup and a wine glass.
func TestSqueeze(t *testing.T) {
	text, err := os.ReadFile("testdata/squeeze.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := mustParse(t, string(text)).Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		want := "held"
		if r.Object == "egg" && r.Controller != "5" {
			want = "crushed"
		}
		if r.Outcome != want {
			t.Errorf("%s at %s N: %s %s, want %s", r.Object, r.Controller, r.Outcome, r.Reason, want)
		}
	}
}

func TestBadScenarios(t *testing.T) {
	for text, want := range map[string]string{
		"objects: [eg]":                           "did you mean egg",
		"objects: []":                             "there is none",
		"objects: [egg]\ngrasps: [under]":         "not one of side, overhead, natural",
		"objects: [egg]\ncontrollers: [soft]":     "neither touch nor position nor a force",
		"objects: [egg]\ncontrollers: [-1]":       "neither touch nor position nor a force",
		"objects: [egg]\ntrials: -1":              "outside 1",
		"objects: [egg]\ntrials: 1000000":         "outside 1",
		"objects: [fitting]\ntrials: 100000":      "trials in all",
		"objects: [egg]\npads: fur":               "matrix 4x4",
		"objects: [egg]\ngripper: claw":           "generic, parallel-4x4, parallel-nopads, pr2",
		"objects: [egg]\nsensors: good":           "ideal, real",
		"objects: [egg]\nnoise: {mass: -1}":       "outside 0 to 1",
		"objects: [egg]\nnoise: {mass: .nan}":     "outside 0 to 1",
		"objects: [egg]\nobject: egg":             "[2:1]",
		"custom: [{name: a}]":                     "one of box",
		"custom: [{name: a, box: [1, 2]}]":        "3 numbers",
		"custom: [{name: a, cylinder: [1]}]":      "2 numbers",
		"custom: [{name: a, sphere: -1}]":         "half size",
		"custom: [{name: a, sphere: 1, box: []}]": "",
	} {
		_, err := Parse("bad.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "bad.yaml") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestCustomObject(t *testing.T) {
	s := mustParse(t, "custom: [{name: brick, box: [0.1, 0.05, 0.08], mass: 1.2, friction: 0.6}]\ncontrollers: [5, 15]\n")
	rows, err := s.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	wedge := mustParse(t, "custom: [{name: soap, outline: [[0, 0], [0.09, 0], [0.09, 0.05], [0, 0.05]], height: 0.03, mass: 0.1}]\ngrasps: [overhead]\n")
	if rows, err := wedge.Run(context.Background(), nil); err != nil || rows[0].Outcome != "held" {
		t.Errorf("%+v, %v", rows, err)
	}
	gem := mustParse(t, "custom: [{name: gem, mass: 0.05, points: [[0.02, 0.02, 0], [-0.02, 0.02, 0], [-0.02, -0.02, 0], [0.02, -0.02, 0], [0.02, 0.02, 0.06], [-0.02, 0.02, 0.06], [-0.02, -0.02, 0.06], [0.02, -0.02, 0.06], [0, 0, 0.07]]}]\n")
	if rows, err := gem.Run(context.Background(), nil); err != nil || rows[0].Outcome != "held" {
		t.Errorf("%+v, %v", rows, err)
	}
	if rows[0].Outcome != "slipped" || rows[1].Outcome != "held" {
		t.Errorf("%+v", rows)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := mustParse(t, fixed).Run(ctx, nil); fault.KindOf(err) != fault.Preempted {
		t.Errorf("%v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(fixed))
	f.Add([]byte("custom: [{name: a, outline: [[0, 0], [1, 0], [0, 1]], height: 1}]"))
	f.Add([]byte("custom: [{name: a, cylinder: [1e-3, 1e9], mass: .inf}]\ntrials: 3\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse("fuzz", text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %v", err)
			}
			return
		}
		if n, err := s.Count(); err != nil || n < 1 || n > maxTrials {
			t.Errorf("%d trials, %v", n, err)
		}
	})
}
