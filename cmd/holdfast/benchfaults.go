package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim/faults"
)

// faultDoc is a row of --json.
type faultDoc struct {
	Task    string       `json:"task"`
	Fault   string       `json:"fault"`
	Value   pick.Value   `json:"value"` // of ManipulationResult; 0 when given up
	Code    string       `json:"code"`  // of GraspResult or PlaceLocationResult, with its name
	Phases  []pick.Phase `json:"phases"`
	State   string       `json:"state"` // of the object in the end
	Dropped bool         `json:"dropped"`
	Crushed bool         `json:"crushed"`
	Reason  string       `json:"reason"`
}

func newBenchFaults() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "faults",
		Short: "Break a pickup and a place in every way, and see what comes of it",
		Long: `Pick a cube up and put it down in the simulated world, and let everything go wrong that is known to: the object is not where it was
seen, it slips, the way is blocked, the place is out of reach, the arm is stopped, the hand's process is killed, the task is cancelled in each of
its phases. One row each: the result code, the phases by their numbers in manipulation_msgs/ManipulationPhase, and where the object is in the
end. The exit status is 1 when anything was dropped or crushed, or an arm went on moving.`,
		Example: `  holdfast bench faults
  holdfast bench faults --json | jq '.[] | select(.dropped)'`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON list of rows")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		cases := faults.Cases()
		bar := progress(cmd.ErrOrStderr(), len(cases), "faults")
		docs := []faultDoc{}
		bad := 0
		for _, c := range cases {
			r, err := faults.Run(cmd.Context(), c)
			if err != nil {
				bar.clear()
				return err
			}
			if r.Dropped || r.Crushed || !r.Still {
				bad++
			}
			docs = append(docs, faultDoc{r.Task, r.Fault, r.Value, r.Code, r.Phases, r.State(), r.Dropped, r.Crushed, r.Reason})
			bar.add()
		}
		bar.clear()
		if asJSON {
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(docs); err != nil {
				return err
			}
		} else {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "task\tfault\tresult\tcode\tphases\tobject\treason")
			for _, d := range docs {
				var phases string
				for i, p := range d.Phases {
					if i > 0 {
						phases += " "
					}
					phases += fmt.Sprint(int32(p))
				}
				fmt.Fprintf(w, "%s\t%s\t%v\t%s\t%s\t%s\t%s\n", d.Task, d.Fault, d.Value, d.Code, phases, d.State, d.Reason)
			}
			if err := w.Flush(); err != nil {
				return fault.New("write output", "", fault.Other, "%w", err)
			}
		}
		if bad > 0 {
			return errFailed
		}
		return nil
	}
	return cmd
}
