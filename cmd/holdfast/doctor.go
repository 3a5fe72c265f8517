package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/doctor"
)

func newDoctor() *cobra.Command {
	var f graphFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use: "doctor [NAME...]", Short: "Say why ROS nodes do not hear each other",
		Long: `Looks at a running graph and says what is wrong with it: dead nodes, addresses that cannot be reached, types that differ (with the
fields that do), topics without a publisher, one-shot messages without a latch, a missing clock. With names of topics, services
or nodes it says what concerns those. Nothing is changed. The exit status is 1 when something cannot work.`,
	}
	f.bind(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a finding, each on a line")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		findings, err := doctor.Examine(ctx, n, args...)
		if err != nil {
			return err
		}
		bad := false
		for _, d := range findings {
			bad = bad || d.Level == doctor.Fault
			if asJSON {
				if err := json.NewEncoder(out).Encode(map[string]string{"level": d.Level.String(), "subject": d.Subject, "text": d.Text, "remedy": d.Remedy}); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(out, "%s: %s: %s\n", d.Level, d.Subject, d.Text)
			if d.Remedy != "" {
				fmt.Fprintf(out, "    %s\n", d.Remedy)
			}
		}
		if len(findings) == 0 && !asJSON {
			fmt.Fprintln(out, "nothing is wrong as far as can be seen from here")
		}
		if bad {
			return errFailed
		}
		return nil
	})
	return cmd
}
