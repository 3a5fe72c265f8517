package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/node/report"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

// What may have grown from the end of the warm-up to the end of the run. Goroutines and descriptors are counted at rest, so that what is left
// over is a connection or two on its way.
const (
	moreGoroutines = 12
	moreFDs        = 8
	moreLive       = 16e6  // bytes of heap that a collection has found in use,
	liveFactor     = 1.5   // and times that of before
	moreRSS        = 100e6 // bytes in memory, which fragments: the heap is what would grow
	rssFactor      = 1.5
)

// judge looks at what came of the run.
func (s *soak) judge(ctx context.Context, base, end map[string]sample, numbers uint64) *report.Soak {
	doc := &report.Soak{Title: fmt.Sprintf("Long run: %v of faults, seed %d", s.time, s.seed)}
	check := func(what string, ok bool, format string, args ...any) {
		doc.Checks = append(doc.Checks, report.SoakCheck{What: what, OK: ok, Detail: fmt.Sprintf(format, args...)})
	}
	none := func(what string, names ...string) {
		n := 0
		for _, name := range names {
			n += s.number(name)
		}
		check(what, n == 0, "%d", n)
	}
	attempts := s.number("attempts of the hand") + s.number("attempts at the table") + s.number("demo: attempts")
	check("objects were picked up", s.short && s.number("demo: placed") > 0 || s.number("hand: grab: done") > 0 && s.number("table: place: done") > 0 && s.number("demo: placed") > 0 && s.number("demonstrations acknowledged") > 0,
		"%d attempts: %d by the hand alone (%d held), %d at the table (%d put back), %d in %d cleared tables (%d of %d objects placed), %d demonstrations", attempts,
		s.number("attempts of the hand"), s.number("hand: grab: done"), s.number("attempts at the table"), s.number("table: place: done"), s.number("demo: attempts"), s.number("demo: tables"),
		s.number("demo: placed"), s.number("demo: objects"), s.number("demonstrations acknowledged"))
	none("nothing dropped", "dropped", "dropped at the table", "demo: dropped")
	none("nothing crushed", "crushed", "crushed at the table", "demo: damaged")
	none("nodes came back, and all ended well", "nodes that did not come back", "ends that went wrong", "demo: failed")
	stuck := 0
	for name, n := range s.counts {
		if strings.HasSuffix(name, ": stuck") {
			stuck += n
		}
	}
	check("no goal and no call was stuck", stuck == 0, "%d", stuck)
	s.checkFlights(check)
	s.checkDatabase(ctx, check)
	s.checkRecording(check, numbers)
	for _, name := range slices.Sorted(maps.Keys(base)) {
		b, e := base[name], end[name]
		if e.PID == 0 {
			check(name+" is there at the end", false, "it is not")
			continue
		}
		ok := s.short || e.Goroutines <= b.Goroutines+moreGoroutines && e.FDs <= b.FDs+moreFDs && e.Live <= max(b.Live*liveFactor, b.Live+moreLive) && e.RSS <= max(b.RSS*rssFactor, b.RSS+moreRSS)
		check(name+" is as after the warm-up", ok, "goroutines %.0f then, %.0f now; descriptors %.0f, %.0f; heap in use %.1f MB, %.1f MB; memory %.1f MB, %.1f MB",
			b.Goroutines, e.Goroutines, b.FDs, e.FDs, b.Live/1e6, e.Live/1e6, b.RSS/1e6, e.RSS/1e6)
	}
	for _, n := range s.names() {
		doc.Counts = append(doc.Counts, report.SoakCount{What: n, N: s.counts[n]})
	}
	s.plots(doc)
	return doc
}

// checkFlights: each grab that began and was not cut by the death of the hand has left a record that can be read.
func (s *soak) checkFlights(check func(string, bool, string, ...any)) {
	files, err := flight.Find([]string{filepath.Join(s.dir, "flights")})
	broken := 0
	for _, f := range files {
		if _, e := flight.Open(f); e != nil {
			broken++
			s.say("flight record: %v", e)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	held := s.counts["hand: grab: done"]
	// A record that was cut before its head was written is that of a hand that was killed as it began.
	check("every grab that held has a flight record", err == nil && broken <= len(s.kills["hand"]) && len(files)-broken >= held, "%d grabs held; %d records, %d of them cut before their head; the hand was killed %d times; %v",
		held, len(files), broken, len(s.kills["hand"]), err)
}

// checkDatabase: what was acknowledged is there.
func (s *soak) checkDatabase(ctx context.Context, check func(string, bool, string, ...any)) {
	db, err := graspdb.Open(ctx, s.lab.db)
	if err != nil {
		check("the database opens", false, "%v", err)
		return
	}
	defer db.Close()
	missing := 0
	for _, id := range s.stores {
		if _, err := db.Demonstration(ctx, int64(id)); err != nil {
			missing++
			s.say("demonstration %d: %v", id, err)
		}
	}
	if g, err := db.Grasp(ctx, 1); s.counts["outcomes acknowledged"] > 0 && (err != nil || g.Attempts < int64(s.counts["outcomes acknowledged"])) {
		check("no acknowledged outcome is lost", false, "%d acknowledged, %+v remembered, %v", s.counts["outcomes acknowledged"], g, err)
	}
	there, counted := 0, 0
	for a, err := range db.Attempts(ctx, "") {
		if err != nil {
			check("attempts can be read", false, "%v", err)
			return
		}
		there++
		if strings.HasPrefix(a.Scene, "demo seed ") {
			counted++
		}
	}
	check("no acknowledged record is lost", missing == 0 && counted >= s.number("demo: attempts"), "%d of %d demonstrations missing; %d attempts of cleared tables told of, %d remembered; %d attempts in all",
		missing, len(s.stores), s.number("demo: attempts"), counted, there)
}

// checkRecording: every number that was published is in the recordings, but for the last second before the recorder was killed and the time
// until it was back.
func (s *soak) checkRecording(check func(string, bool, string, ...any), numbers uint64) {
	files, err := filepath.Glob(filepath.Join(s.dir, "20*.mcap"))
	if err != nil || len(files) == 0 {
		check("no recorded message is lost", false, "no recordings: %v", err)
		return
	}
	got := make([]int64, numbers+1) // when each was received, ns
	damaged := 0
	for _, f := range files {
		r, err := bag.Open(f)
		if err != nil {
			check("recordings open", false, "%v", err)
			return
		}
		if len(r.Damage()) > 0 {
			damaged++
		}
		for m, err := range r.Messages(bag.Query{Topics: []string{"/soak/count"}, Skip: func(error) {}}) {
			if err != nil {
				check("recordings can be read", false, "%s: %v", f, err)
				return
			}
			var n std_msgs.UInt64
			if n.DecodeROS(m.Data) == nil && n.Data <= numbers {
				got[n.Data] = m.Time
			}
		}
		r.Close()
	}
	first := slices.IndexFunc(got, func(t int64) bool { return t != 0 })
	missing, gaps, bad := 0, 0, 0
	last := int64(0)
	for n := max(first, 0); n < len(got); n++ {
		if got[n] != 0 {
			last = got[n]
			continue
		}
		missing++
		if n > 0 && got[n-1] == 0 {
			continue
		}
		gaps++
		if n > int(numbers)-20 { // on their way when everything ended
			continue
		}
		if !slices.ContainsFunc(s.kills["record"], func(k time.Time) bool {
			since := k.Sub(time.Unix(0, last))
			return since > -time.Second && since < 1500*time.Millisecond
		}) {
			bad++
			s.say("the recordings miss %d, after what came at %v", n, time.Unix(0, last).Sub(s.start))
		}
	}
	check("no recorded message is lost, but around the recorder's own deaths", first >= 0 && bad == 0, "%d numbers, %d missing in %d gaps, %d of them unexplained; the recorder was killed %d times; %d files, %d of them cut",
		numbers, missing, gaps, bad, len(s.kills["record"]), len(files), damaged)
}

// plots draws what was sampled.
func (s *soak) plots(doc *report.Soak) {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	for _, p := range []struct {
		title, unit string
		of          func(sample) float64
	}{
		{"Memory", "MB", func(v sample) float64 { return v.RSS / 1e6 }}, {"Heap in use", "MB", func(v sample) float64 { return v.Live / 1e6 }},
		{"Goroutines", "", func(v sample) float64 { return v.Goroutines }}, {"Descriptors", "", func(v sample) float64 { return v.FDs }},
	} {
		series := report.SoakSeries{Title: p.title, Unit: p.unit, Marks: s.faults}
		for _, name := range slices.Sorted(maps.Keys(s.watch.series)) {
			l := report.SoakLine{Name: name}
			for _, v := range s.watch.series[name] {
				l.X, l.Y = append(l.X, v.T), append(l.Y, p.of(v))
			}
			series.Lines = append(series.Lines, l)
		}
		doc.Series = append(doc.Series, series)
	}
}

// report writes what was found as JSON and as a page, and says it.
func (s *soak) report(doc *report.Soak) error {
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.dir, "soak.json"), text, 0o644); err != nil {
		return err
	}
	r := report.Report{Title: "Holdfast, long run"}
	if err := r.AddJSON("soak.json", text); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(s.dir, "soak.html"))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := r.Write(f); err != nil {
		return err
	}
	for _, c := range doc.Checks {
		word := "ok  "
		if !c.OK {
			word = "FAIL"
		}
		s.say("%s %s: %s", word, c.What, c.Detail)
	}
	for _, c := range doc.Counts {
		s.say("%6d %s", c.N, c.What)
	}
	s.say("report: %s", f.Name())
	return f.Close()
}
