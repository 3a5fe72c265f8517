// Package grip compares ways to grip: by touch, with one force for everything, and by position alone, on everyday objects whose place,
// friction and mass vary and whose sensors are noisy.
package grip

import (
	"context"
	"slices"
	"strconv"

	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/scenario"
)

// Bench is the experiment. The zero value of a field stands for its default.
type Bench struct {
	Objects []string // of the catalogue; all of them by default
	Trials  int      // of each object with each controller; 20 by default
	Seed    uint64
	// Hand are parameters of the hand by name, of the controller by touch, where they are not the defaults.
	Hand map[string]any
	// Witness, where it is set, gives the witness of a trial; nil for none. It is called from any goroutine.
	Witness func(r *scenario.Row) rehearse.Witness
	Gripper string // a preset or file of package gripper; "" is the default gripper of the simulation
}

// Controllers that are compared: by touch, with a fixed force in newtons, and by position alone, closing to 4 mm less than the
// object's true width.
var Controllers = []string{"touch", "5", "10", "15", "position"}

// forces are tried, N, where touch fails, to see whether any could have held.
var forces = []float64{0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30}

// Row is what came of one controller on one object; of all objects together under the name "all".
type Row struct {
	scenario.Sum
	SlipMMedian float64 `json:"slip_m_median"` // way that the object slid in the hand, of those that were held
	// Possible are the trials in which touch or some fixed force from 0.5 to 30 N held, and PossibleHeld those of them in which this
	// controller did.
	Possible     int `json:"possible"`
	PossibleHeld int `json:"possible_held"`
}

// Result is the table, and each trial by touch that failed where a force would have held.
type Result struct {
	Rows   []Row // in the order of Controllers, then of objects, then "all" of each controller
	Failed []Failure
}

// Failure is a trial by touch that failed though some force holds.
type Failure struct {
	Object, Outcome, Reason string
	Trial                   int
	Force                   float64 // the smallest force that was tried and held, N
}

func (b *Bench) scenario() scenario.Scenario {
	s := scenario.Scenario{Name: "grip", Objects: b.Objects, Controllers: Controllers, Grasps: []string{"natural"}, Trials: b.Trials, Seed: b.Seed, Sensors: "real", Hand: b.Hand, Witness: b.Witness, Gripper: b.Gripper}
	if len(s.Objects) == 0 {
		s.Objects = []string{"all"}
	}
	if s.Trials == 0 {
		s.Trials = 20
	}
	s.Noise.Friction, s.Noise.Mass, s.Noise.Place = 0.15, 0.15, 0.004
	s.Defaults()
	return s
}

// Count is the number of trials without those of the search for a force that holds, or what is wrong with the experiment.
func (b *Bench) Count() (int, error) {
	s := b.scenario()
	return s.Count()
}

// Run carries it out on all cores. done, when set, is called after each trial, from any goroutine. The same bench gives the same
// result. It stops early when the context ends.
func (b *Bench) Run(ctx context.Context, done func()) (Result, error) {
	s := b.scenario()
	rows, err := s.Run(ctx, done)
	if err != nil {
		return Result{}, err
	}
	type trial struct {
		object string
		n      int
	}
	held := pick.Held.String()
	possible := map[trial]bool{}
	for _, r := range rows {
		if r.Controller != "position" && r.Outcome == held {
			possible[trial{r.Object, r.Trial}] = true
		}
	}
	var res Result
	for _, r := range rows {
		if r.Controller != "touch" || r.Outcome == held {
			continue
		}
		force, err := b.search(ctx, &s, r.Object, r.Trial)
		if err != nil {
			return Result{}, err
		}
		if force > 0 {
			possible[trial{r.Object, r.Trial}] = true
			res.Failed = append(res.Failed, Failure{Object: r.Object, Outcome: r.Outcome, Reason: r.Reason, Trial: r.Trial, Force: force})
		}
	}
	for _, total := range []bool{false, true} {
		for _, sum := range scenario.Summarize(rows, total) {
			row := Row{Sum: sum}
			var slips []float64
			for _, r := range rows {
				if r.Controller != sum.Controller || !total && r.Object != sum.Object {
					continue
				}
				ok := possible[trial{r.Object, r.Trial}]
				if ok {
					row.Possible++
				}
				if r.Outcome == held {
					slips = append(slips, r.SlipM)
					if ok {
						row.PossibleHeld++
					}
				}
			}
			if len(slips) > 0 {
				slices.Sort(slips)
				row.SlipMMedian = slips[len(slips)/2]
			}
			res.Rows = append(res.Rows, row)
		}
	}
	return res, nil
}

// search returns the smallest force that holds an object in a trial, N; 0 where none does.
func (b *Bench) search(ctx context.Context, s *scenario.Scenario, object string, trial int) (float64, error) {
	one := *s
	one.Objects, one.Trials, one.Seed = []string{object}, 1, s.Seed+uint64(trial)-1
	one.Controllers, one.Witness = nil, nil
	for _, f := range forces {
		one.Controllers = append(one.Controllers, strconv.FormatFloat(f, 'g', -1, 64))
	}
	rows, err := one.Run(ctx, nil)
	if err != nil {
		return 0, err
	}
	for i, r := range rows {
		if r.Outcome == pick.Held.String() {
			return forces[i], nil
		}
	}
	return 0, nil
}
