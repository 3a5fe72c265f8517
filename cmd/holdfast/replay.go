package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/param"
)

// replayed is what came of playing a flight record again.
type replayed struct {
	File       string            `json:"file"`
	Name       string            `json:"name"`
	Object     string            `json:"object"`
	Outcome    string            `json:"outcome"` // as it was
	Cause      string            `json:"cause"`
	Ticks      int               `json:"ticks"`
	Missing    uint64            `json:"missing_ticks"`
	Difference tape.Difference   `json:"difference"`
	Was        []tape.Transition `json:"transitions,omitempty"`
	Now        []tape.Transition `json:"transitions_now,omitempty"`
	Error      string            `json:"error,omitempty"`

	was map[string]string // settings at the beginning
}

// setting is one that was replaced.
type setting struct {
	Name string   `json:"name"`
	Was  []string `json:"was"` // in the records, each value once
	Now  string   `json:"now"`
}

// replayDoc is the whole of it.
type replayDoc struct {
	Version int            `json:"version"`
	Against string         `json:"against,omitempty"`
	Changed []string       `json:"changed,omitempty"` // names of the settings that were replaced
	Set     []setting      `json:"settings,omitempty"`
	Note    string         `json:"note"`
	Records []replayed     `json:"records"`
	Summary map[string]int `json:"summary"` // verdict to number of records
}

const openLoop = "open loop: the readings are those of the hand as it moved then and do not answer to decisions that are others now; the first difference is certain, what follows it is not"

func newReplay() *cobra.Command {
	var against string
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "replay RECORD...",
		Short: "Have the hand decide again on recorded touch, with other settings",
		Long: `Play flight records to the hand's controller. With the settings of the record it must decide the same, bit for bit, in every tick: the
exit status is 1 where it does not, as after a change of the controller. With --against, parameters of a YAML file replace those of the record, and each
line says how far the hand goes another way:

  identical   every decision is the same
  efforts     the same transitions at the same times, with other efforts or forces
  moved       the same transitions, at other times
  otherwise   other transitions, but the hand is left in the same way
  ends        the grasp ends otherwise

This is an open loop: a recording does not answer. A hand that would have squeezed harder does not feel the harder grip here, and an object that fell
still falls. The first decision that differs is certain; what follows it shows where the settings lead away. To see where they end, run
'holdfast bench grip' or 'holdfast demo' with them.`,
		Example: `  holdfast demo --record out && holdfast replay out
  holdfast replay out --against new.yaml
  holdfast replay out/table_2-object-01-try-1.mcap --against new.yaml --json`,
		Args: needRecords,
	}
	cmd.Flags().StringVar(&against, "against", "", "YAML `file` with parameters of the hand, as \"slip_gain: 1.3\"")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&all, "all", false, "list the differences of each record, not only of those that end otherwise; with --json all transitions")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		files, err := flight.Find(args)
		if err != nil {
			return err
		}
		doc := replayDoc{Version: 1, Against: against, Records: make([]replayed, len(files)), Summary: map[string]int{}}
		var change func(*hand.Params) error
		if against != "" {
			doc.Note = openLoop
			if doc.Changed, change, err = override(against); err != nil {
				return err
			}
			p := hand.DefaultParams()
			if err := change(&p); err != nil {
				return err
			}
			now := settings(&p)
			for _, n := range doc.Changed {
				doc.Set = append(doc.Set, setting{Name: n, Now: now[n]})
			}
		}
		eachRecord(cmd, files, func(i int) {
			doc.Records[i] = replayOne(files[i], change, all)
		})
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		failed := false
		for i := range doc.Records {
			r := &doc.Records[i]
			if r.Error != "" {
				failed = true
				doc.Summary["unreadable"]++
				fmt.Fprintln(cmd.ErrOrStderr(), "holdfast:", r.Error)
				continue
			}
			doc.Summary[string(r.Difference.Verdict)]++
			for k := range doc.Set {
				if c := &doc.Set[k]; !slices.Contains(c.Was, r.was[c.Name]) {
					c.Was = append(c.Was, r.was[c.Name])
				}
			}
			failed = failed || against == "" && r.Difference.Verdict != tape.Identical
		}
		if asJSON {
			err = json.NewEncoder(cmd.OutOrStdout()).Encode(doc)
		} else {
			err = printReplay(cmd.OutOrStdout(), &doc, all)
		}
		if err == nil && failed {
			err = errFailed
		}
		return err
	}
	return cmd
}

// eachRecord does something with each record, on all cores, with a progress bar.
func eachRecord(cmd *cobra.Command, files []string, do func(i int)) {
	bar := progress(cmd.ErrOrStderr(), len(files), "records")
	defer bar.clear()
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Go(func() {
			for i := range next {
				do(i)
				mu.Lock()
				bar.add()
				mu.Unlock()
			}
		})
	}
	for i := range files {
		if cmd.Context().Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
}

func replayOne(file string, change func(*hand.Params) error, all bool) replayed {
	out := replayed{File: file}
	r, err := flight.Open(file)
	if err != nil {
		out.Error = err.Error()
		return out
	}
	out.Name, out.Object, out.Ticks, out.Missing = r.Head.Name, r.Head.Object, len(r.Tape.Ticks), r.Missing
	out.Outcome = "cut off"
	if r.Outcome != nil {
		out.Outcome, out.Cause = r.Outcome.Outcome, r.Outcome.Cause
	}
	out.was = settings(&r.Tape.Params)
	was := r.Tape.Decisions()
	now, err := r.Tape.Run(change)
	if err != nil {
		out.Error = fmt.Sprintf("%s: %v", file, err)
		return out
	}
	out.Difference = tape.Compare(was, now, r.Tape.Dt)
	if all {
		out.Was, out.Now = tape.Transitions(was, r.Tape.Dt), tape.Transitions(now, r.Tape.Dt)
	}
	return out
}

// settings are parameters as text, by name.
func settings(p *hand.Params) map[string]string {
	out := map[string]string{}
	q := *p
	for _, v := range param.Over(&q).All() {
		out[v.Name] = v.String()
	}
	return out
}

func printReplay(out io.Writer, doc *replayDoc, all bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "record\tobject\twas\tnow\tfirst difference s\tgrip N\tslip frames\tcontact s")
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Error != "" {
			continue
		}
		d := &r.Difference
		first := "-"
		if d.FirstTick >= 0 {
			first = fmt.Sprintf("%.3f", d.FirstS)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, r.Object, r.Outcome, d.Verdict, first,
			fromTo("%.2f", d.Old.TargetN, d.New.TargetN), fromTo("%d", d.Old.SlipFrames, d.New.SlipFrames), fromTo("%.3f", d.Old.ContactS, d.New.ContactS))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range doc.Records {
		r := &doc.Records[i]
		d := &r.Difference
		if r.Missing > 0 {
			fmt.Fprintf(out, "\n%s: %d ticks are missing in the record; its replay is not exact\n", r.Name, r.Missing)
		}
		if r.Error != "" || len(d.Changes) == 0 || !all && d.Verdict != tape.Ends {
			continue
		}
		fmt.Fprintf(out, "\n%s:\n", r.Name)
		if d.Verdict == tape.Ends {
			fmt.Fprintf(out, "  ended: %s\n  ends:  %s\n", d.Old.What, d.New.What)
		}
		for _, c := range d.Changes {
			switch c.Kind {
			case "moved":
				fmt.Fprintf(out, "  %8.3f s  %+.0f ms  %s\n", c.Time, c.ByS*1e3, c.What)
			default:
				fmt.Fprintf(out, "  %8.3f s  %-5s  %s\n", c.Time, c.Kind, c.What)
			}
		}
	}
	var parts, ends []string
	for _, v := range []tape.Verdict{tape.Identical, tape.Efforts, tape.Moved, tape.Otherwise, tape.Ends, "unreadable"} {
		if n := doc.Summary[string(v)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	for i := range doc.Records {
		if r := &doc.Records[i]; r.Error == "" && r.Difference.Verdict == tape.Ends {
			ends = append(ends, r.Name)
		}
	}
	if doc.Against != "" {
		printWhy(out, doc)
	}
	fmt.Fprintf(out, "\n%s: %s\n", count(len(doc.Records), "record"), strings.Join(parts, ", "))
	if doc.Against == "" {
		return nil
	}
	if len(ends) > 0 {
		fmt.Fprintf(out, "%d would end otherwise: %s\n", len(ends), strings.Join(ends, ", "))
	} else {
		fmt.Fprintln(out, "none would end otherwise")
	}
	var changed []string
	for _, c := range doc.Set {
		changed = append(changed, fmt.Sprintf("%s is %s, was %s", c.Name, c.Now, strings.Join(c.Was, " or ")))
	}
	fmt.Fprintf(out, "%s: %s\n%s\n", doc.Against, strings.Join(changed, "; "), openLoop)
	return nil
}

// why counts the records that go another way first by the same transition.
type why struct {
	kind, what string
	n          int
	name       string // of the first record
	at         float64
}

// printWhy says which transitions are the first to be others, the most frequent first.
func printWhy(out io.Writer, doc *replayDoc) {
	var list []why
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Error != "" || r.Difference.Verdict != tape.Otherwise && r.Difference.Verdict != tape.Ends {
			continue
		}
		var first *tape.Change
		for k := range r.Difference.Changes {
			if c := &r.Difference.Changes[k]; c.Kind != "moved" && (first == nil || c.Time < first.Time) {
				first = c
			}
		}
		if first == nil {
			continue
		}
		k := slices.IndexFunc(list, func(w why) bool { return w.kind == first.Kind && w.what == first.What })
		if k < 0 {
			k = len(list)
			list = append(list, why{kind: first.Kind, what: first.What, name: r.Name, at: first.Time})
		}
		list[k].n++
	}
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b why) int { return b.n - a.n })
	fmt.Fprintln(out, "\nwhat comes otherwise first:")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, l := range list {
		kind := "now"
		if l.kind == "gone" {
			kind = "no longer"
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\tas %s at %.3f s\n", count(l.n, "record"), kind, l.what, l.name, l.at)
	}
	_ = w.Flush() // of the same output as before and after, whose errors come back
}

// fromTo writes a figure, or what it was and is where that differs.
func fromTo[T int | float64](format string, was, now T) string {
	a, b := fmt.Sprintf(format, was), fmt.Sprintf(format, now)
	if a == b {
		return a
	}
	return a + " > " + b
}
