package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// trial is one rehearsed grasp.
type trial struct {
	name     string
	features grasp.Features
	quality  float64 // that the planner gave it
	first    bool    // it was the planner's first choice
	held     bool
}

// noise of the rehearsals of the fit: the world is never quite what was assumed.
var noise = rehearse.Noise{Friction: 0.15, Mass: 0.1, Place: 0.002}

// rehearsals tries grasps of generated tables: of each object the best two and others spread over the list.
func rehearsals(first uint64, scenes, each int) ([]trial, error) {
	const objects = 8
	perScene := make([][]trial, scenes)
	errs := make([]error, scenes)
	multicore.Each(scenes, func(k int) {
		perScene[k], errs[k] = rehearseTable(first+uint64(k), objects, each)
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return slices.Concat(perScene...), nil
}

func rehearseTable(seed uint64, objects, each int) ([]trial, error) {
	table, err := rehearse.NewTable(seed, objects)
	if err != nil {
		return nil, err
	}
	seg, err := scene.Segment(table.Cloud, scene.DefaultParams())
	if err != nil {
		return nil, err
	}
	cfg := sceneConfig(seed)
	cfg.Rehearsal.Noise = noise
	cfg.Truth = table.Truth(seg)
	planner, err := grasp.NewPlanner(seg, cfg.Hand, cfg.Grasp, grasp.Options{})
	if err != nil {
		return nil, err
	}
	var out []trial
	taken := map[int]bool{}
	for k := range seg.Objects {
		owner := table.Owner(&seg.Objects[k])
		if owner < 0 || taken[owner] { // the smaller part of an object that was split
			continue
		}
		taken[owner] = true
		plan, err := planner.Plan(context.Background(), k)
		if err != nil {
			return nil, err
		}
		n := len(plan.Grasps)
		var picked []int
		for i := range min(2, n) {
			picked = append(picked, i)
		}
		for i := range each - 2 {
			if j := 2 + i*(n-2)/max(1, each-2); j < n && !slices.Contains(picked, j) {
				picked = append(picked, j)
			}
		}
		for _, i := range picked {
			cfg.Rehearsal.Seed = seed*1000 + uint64(k*100+i)
			g := &plan.Grasps[i]
			_, r, err := cfg.Try(seg, g)
			if err != nil {
				return nil, err
			}
			out = append(out, trial{table.Placed[owner].Name, g.Features, g.Quality, i == 0, r.Outcome == pick.Held})
		}
	}
	return out, nil
}

func sceneConfig(seed uint64) rehearse.SceneConfig {
	cfg := rehearse.SceneConfig{Grasp: grasp.DefaultParams(), Hand: grasp.DefaultHand(), Rehearsal: rehearse.DefaultConfig(), Tries: 1}
	cfg.Rehearsal.Seed = seed
	cfg.Rehearsal.Fit(&cfg.Hand)
	return cfg
}

// heldOut reports whether an object of the catalogue is kept from the fit: every third by name.
func heldOut(name string) bool {
	k := slices.IndexFunc(catalogue.All(), func(o catalogue.Object) bool { return o.Name == name })
	return k%3 == 2
}

// logistic fits a logistic model by Newton's method, with a small penalty on the weights so that features that say the same share it.
func logistic(trials []trial, penalty float64) (intercept float64, weights grasp.Features) {
	n := len(weights) + 1
	beta := mat.NewVecDense(n, nil)
	row := make([]float64, n)
	for range 60 {
		grad := mat.NewVecDense(n, nil)
		hess := mat.NewSymDense(n, nil)
		for i := 1; i < n; i++ {
			grad.SetVec(i, -penalty*beta.AtVec(i))
			hess.SetSym(i, i, penalty)
		}
		hess.SetSym(0, 0, 1e-9)
		for _, t := range trials {
			row[0] = 1
			copy(row[1:], t.features[:])
			z := 0.0
			for i, x := range row {
				z += x * beta.AtVec(i)
			}
			p := 1 / (1 + math.Exp(-z))
			for i, x := range row {
				grad.SetVec(i, grad.AtVec(i)+(b2f(t.held)-p)*x)
				for j := i; j < n; j++ {
					hess.SetSym(i, j, hess.At(i, j)+p*(1-p)*x*row[j])
				}
			}
		}
		var step mat.VecDense
		var chol mat.Cholesky
		if !chol.Factorize(hess) || chol.SolveVecTo(&step, grad) != nil {
			break
		}
		beta.AddVec(beta, &step)
		if mat.Norm(&step, 2) < 1e-9 {
			break
		}
	}
	for i := range weights {
		weights[i] = beta.AtVec(i + 1)
	}
	return beta.AtVec(0), weights
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// reliability sorts predictions into bins and compares them with what was achieved.
func reliability(trials []trial, predict func(*trial) float64) (bins []grasp.Bin, brier, ofMean, calibration float64) {
	edges := []float64{0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1}
	bins = make([]grasp.Bin, len(edges)-1)
	held := 0.0
	for i := range trials {
		held += b2f(trials[i].held)
	}
	mean := held / float64(len(trials))
	for i := range trials {
		t := &trials[i]
		p := predict(t)
		brier += (p - b2f(t.held)) * (p - b2f(t.held))
		ofMean += (mean - b2f(t.held)) * (mean - b2f(t.held))
		for k := range bins {
			if p >= edges[k] && (p < edges[k+1] || k == len(bins)-1) {
				bins[k].N++
				bins[k].Predicted += p
				bins[k].Achieved += b2f(t.held)
				break
			}
		}
	}
	n := float64(len(trials))
	kept := bins[:0]
	for k, b := range bins {
		if b.N > 0 {
			b.From, b.To = edges[k], edges[k+1]
			calibration += math.Abs(b.Predicted-b.Achieved) / n
			b.Predicted, b.Achieved = b.Predicted/float64(b.N), b.Achieved/float64(b.N)
			kept = append(kept, b)
		}
	}
	return kept, brier / n, ofMean / n, calibration
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// fit rehearses, fits and writes the coefficients with the figures of the fit.
func fit(_ context.Context, out io.Writer, file string, scenes int, seed uint64) error {
	trials, err := rehearsals(seed, scenes, 8)
	if err != nil {
		return err
	}
	var in, rest []trial
	for _, t := range trials {
		if heldOut(t.name) {
			rest = append(rest, t)
		} else {
			in = append(in, t)
		}
	}
	c := grasp.Calibration{Weights: map[string]float64{}, Grasps: len(in), HeldOut: len(rest), Scenes: scenes, Seed: seed,
		Remark: "written by go run ./bench/grasps -fit; the figures from brier on are of objects that were not in the fit"}
	var w grasp.Features
	c.Intercept, w = logistic(in, 1)
	c.Intercept = round(c.Intercept)
	for i := range w {
		w[i] = round(w[i])
		c.Weights[grasp.FeatureNames[i]] = w[i]
	}
	for _, t := range in {
		c.Held += int(b2f(t.held))
	}
	predict := func(t *trial) float64 {
		z := c.Intercept
		for i, v := range t.features {
			z += w[i] * v
		}
		return 1 / (1 + math.Exp(-z))
	}
	c.Reliability, c.Brier, c.BrierOfMean, c.Error = reliability(rest, predict)
	fmt.Fprintln(out, "the calibration in use, on the objects held out")
	bins, brier, ofMean, off := reliability(rest, func(t *trial) float64 { return t.features.Probability() })
	printReliability(out, bins, brier, ofMean, off)
	fmt.Fprintf(out, "the new one: %d grasps fitted, %d of them held; %d grasps of other objects to check\n", c.Grasps, c.Held, c.HeldOut)
	printReliability(out, c.Reliability, c.Brier, c.BrierOfMean, c.Error)
	for _, v := range []*float64{&c.Brier, &c.BrierOfMean, &c.Error} {
		*v = round(*v)
	}
	for i := range c.Reliability {
		b := &c.Reliability[i]
		b.Predicted, b.Achieved = round(b.Predicted), round(b.Achieved)
	}
	worst := map[string][2]int{}
	for i := range trials {
		v := worst[trials[i].name]
		v[1]++
		v[0] += int(b2f(trials[i].held))
		worst[trials[i].name] = v
	}
	for _, o := range catalogue.All() {
		if v, ok := worst[o.Name]; ok && v[0]*10 < v[1]*9 {
			fmt.Fprintf(out, "  %-20s %d of %d held\n", o.Name, v[0], v[1])
		}
	}
	text, err := json.MarshalIndent(&c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}

func printReliability(out io.Writer, bins []grasp.Bin, brier, ofMean, calibration float64) {
	fmt.Fprintf(out, "%-12s %6s %10s %10s\n", "probability", "grasps", "predicted", "achieved")
	for _, b := range bins {
		fmt.Fprintf(out, "%.2f to %.2f %6d %10.3f %10.3f\n", b.From, b.To, b.N, b.Predicted, b.Achieved)
	}
	fmt.Fprintf(out, "Brier score %.4f, of always saying the mean %.4f; mean distance from the diagonal %.4f\n", brier, ofMean, calibration)
}
