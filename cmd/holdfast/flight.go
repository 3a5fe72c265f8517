package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// bindFlight gives a verb the flag of the flight recorder.
func bindFlight(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "record", "", "write a flight record of each attempt to this `folder`, for holdfast replay, tune and report")
}

// recorders make the flight recorders of the attempts at a cloud; nil where none is asked for.
func recorders(dir, cloud string, seg *scene.Segmentation) func(*grasp.Plan, int, geom.Pose) rehearse.Witness {
	if dir == "" {
		return nil
	}
	name := strings.TrimSuffix(filepath.Base(cloud), filepath.Ext(cloud))
	return func(plan *grasp.Plan, i int, X_FG geom.Pose) rehearse.Witness {
		return flight.Rehearse(dir, flight.Head{Name: flight.AttemptName(name, plan.Object+1, i+1)}, &flight.Scene{Seg: seg, Plan: plan, Chosen: i, X_FG: X_FG})
	}
}

// needRecords is the argument check of verbs that take flight records.
func needRecords(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usageErrorf("which flight records? give files or folders, as: %s out/ ('holdfast demo --record out' makes some)", cmd.CommandPath())
	}
	return nil
}

// override reads settings of a hand's controller from a YAML file, parameters by name as 'holdfast hand' takes them, and returns their names
// and what sets them.
func override(path string) (names []string, set func(*hand.Params) error, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fault.File("read settings", path, err)
	}
	set = func(p *hand.Params) error { // of several records at the same time
		_, err := param.Read(path, text, param.Over(p), nil)
		return err
	}
	p := hand.DefaultParams()
	names, err = param.Read(path, text, param.Over(&p), nil)
	return names, set, err
}

// handValues reads such a file as values by name.
func handValues(path string) (map[string]any, error) {
	p := hand.DefaultParams()
	names, set, err := override(path)
	if err == nil {
		err = set(&p)
	}
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	for _, v := range param.Over(&p).All() {
		if slices.Contains(names, v.Name) {
			values[v.Name] = v.String()
		}
	}
	return values, nil
}
