package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/node/rail"
	"github.com/holdfast-robotics/holdfast/ros"
)

// dbFlag names the database that a verb uses.
type dbFlag struct{ at string }

func (f *dbFlag) bind(cmd *cobra.Command) {
	cmd.PersistentFlags().StringVar(&f.at, "db", "", "database: a SQLite `file` or a postgres:// URL (default $HOLDFAST_DB, else grasps.db in the user's data folder)")
}

// openFor is open for a node of RAIL's: where neither the flag nor the environment names a database, RAIL's own parameters may (/graspdb/host ...).
func (f *dbFlag) openFor(ctx context.Context, n *ros.Node) (*graspdb.DB, error) {
	if f.at == "" && os.Getenv("HOLDFAST_DB") == "" {
		at, err := rail.DatabaseURL(ctx, n)
		if err != nil {
			return nil, err
		}
		if at != "" {
			return graspdb.Open(ctx, at)
		}
	}
	return f.open(ctx)
}

// open opens the database that the flag, the environment or the default names.
func (f *dbFlag) open(ctx context.Context) (*graspdb.DB, error) {
	at := f.at
	if at == "" {
		at = os.Getenv("HOLDFAST_DB")
	}
	if at == "" {
		data := os.Getenv("XDG_DATA_HOME")
		if data == "" {
			home, err := os.UserHomeDir()
			if err != nil {
				return nil, fault.New("open database", "", fault.NotFound, "no home folder to keep it in: %w; name one with --db", err)
			}
			data = filepath.Join(home, ".local", "share")
		}
		dir := filepath.Join(data, "holdfast")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, fault.New("open database", dir, fault.Permission, "%w; name another place with --db", err)
		}
		at = filepath.Join(dir, "grasps.db")
	}
	return graspdb.Open(ctx, at)
}

func newDB() *cobra.Command {
	var f dbFlag
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Objects, grasps and attempts that are remembered",
		Long: `What a robot remembers: demonstrations of grasps, models of objects with grasps and their counts of success, and the
history of attempts. One SQLite file by default; a lab shares a PostgreSQL server by its URL.`,
		Example: `  holdfast db stats
  holdfast db list models
  holdfast db import rail postgres://robot@lab/graspdb
  holdfast db export --csv > attempts.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f.bind(cmd)
	cmd.AddCommand(newDBStats(&f), newDBList(&f), newDBShow(&f), newDBDelete(&f), newDBExport(&f), newDBImport(&f))
	return cmd
}

// withDB runs f with the open database and closes it.
func (f *dbFlag) withDB(cmd *cobra.Command, do func(ctx context.Context, db *graspdb.DB) error) error {
	db, err := f.open(cmd.Context())
	if err != nil {
		return err
	}
	err = do(cmd.Context(), db)
	if e := db.Close(); err == nil {
		err = e
	}
	return err
}

func newDBStats(f *dbFlag) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Success of attempts, one row an object",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.withDB(cmd, func(ctx context.Context, db *graspdb.DB) error {
				tallies, err := db.Tallies(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd.OutOrStdout(), statsDoc(tallies))
				}
				if len(tallies) == 0 {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: no attempts yet\n", db.Name())
					return nil
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "object\tattempts\theld\trate\tforce N\tlast\toutcomes")
				for _, t := range tallies {
					rate := "-"
					if t.Counted > 0 {
						rate = fmt.Sprintf("%.2f", float64(t.Held)/float64(t.Counted))
					}
					fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%.1f\t%s\t%s\n", t.ObjectName, t.Attempts, t.Held, rate, t.GripForce, t.Last.Format(time.DateTime), outcomesText(t.Outcomes))
				}
				return w.Flush()
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON list")
	return cmd
}

type tallyDoc struct {
	Object   string                    `json:"object"`
	Attempts int64                     `json:"attempts"`
	Counted  int64                     `json:"counted"` // attempts that say something about a grasp
	Held     int64                     `json:"held"`
	ForceN   float64                   `json:"force_n"` // mean grip force of those held, N
	Last     time.Time                 `json:"last"`
	Outcomes map[graspdb.Outcome]int64 `json:"outcomes"`
}

func statsDoc(tallies []graspdb.Tally) []tallyDoc {
	l := []tallyDoc{}
	for _, t := range tallies {
		l = append(l, tallyDoc{t.ObjectName, t.Attempts, t.Counted, t.Held, t.GripForce, t.Last, t.Outcomes})
	}
	return l
}

// outcomesText lists outcomes in the order of their names.
func outcomesText(n map[graspdb.Outcome]int64) string {
	var parts []string
	for _, o := range graspdb.Outcomes() {
		if n[o] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[o], o))
		}
	}
	return strings.Join(parts, ", ")
}

func newDBList(f *dbFlag) *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:       "list models|demonstrations|attempts",
		Short:     "One row each",
		ValidArgs: []string{"models", "demonstrations", "attempts"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.withDB(cmd, func(ctx context.Context, db *graspdb.DB) error {
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				var err error
				switch args[0] {
				case "models":
					err = listModels(ctx, w, db, name)
				case "demonstrations":
					err = listDemonstrations(ctx, w, db, name)
				case "attempts":
					err = listAttempts(ctx, w, db, name)
				}
				if err != nil {
					return err
				}
				return w.Flush()
			})
		},
	}
	cmd.Flags().StringVar(&name, "object", "", "only those of this object")
	return cmd
}

func listModels(ctx context.Context, w io.Writer, db *graspdb.DB, name string) error {
	fmt.Fprintln(w, "id\tobject\tgrasps\tattempts\tbest rate\tcloud bytes\tcreated")
	for m, err := range db.Models(ctx, name) {
		if err != nil {
			return err
		}
		var tried int64
		for _, g := range m.Grasps {
			tried += g.Attempts
		}
		best := "-"
		if i := graspdb.Best(m.Grasps); i >= 0 && tried > 0 {
			best = fmt.Sprintf("%.2f", m.Grasps[i].Rate())
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%s\t%d\t%s\n", m.ID, m.ObjectName, len(m.Grasps), tried, best, len(m.Cloud), m.Created.Format(time.DateTime))
	}
	return nil
}

func listDemonstrations(ctx context.Context, w io.Writer, db *graspdb.DB, name string) error {
	fmt.Fprintln(w, "id\tobject\thand\tat m\tin frame\tcloud bytes\tcreated")
	for d, err := range db.Demonstrations(ctx, name) {
		if err != nil {
			return err
		}
		p := d.X_FG.P
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", d.ID, d.ObjectName, d.HandFrame, metres([3]float64{p.X, p.Y, p.Z}), d.Frame, len(d.Cloud), d.Created.Format(time.DateTime))
	}
	return nil
}

func listAttempts(ctx context.Context, w io.Writer, db *graspdb.DB, name string) error {
	fmt.Fprintln(w, "id\tstarted\tobject\trobot\tgrasp\tforce N\toutcome\tcause")
	for a, err := range db.Attempts(ctx, name) {
		if err != nil {
			return err
		}
		grasp := "fresh"
		if a.GraspID != 0 {
			grasp = strconv.FormatInt(a.GraspID, 10)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%.1f\t%s\t%s\n", a.ID, a.Started.Format(time.DateTime), a.ObjectName, a.Robot, grasp, a.GripForce, a.Outcome, a.Cause)
	}
	return nil
}

func newDBShow(f *dbFlag) *cobra.Command {
	return &cobra.Command{
		Use:   "show MODEL",
		Short: "A model with its grasps, best first",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := rowID(args[0])
			if err != nil {
				return err
			}
			return f.withDB(cmd, func(ctx context.Context, db *graspdb.DB) error {
				m, err := db.Model(ctx, id)
				if err != nil {
					return err
				}
				out := cmd.OutOrStdout()
				fmt.Fprintf(out, "model %d: %s, %d bytes of cloud, %d triangles, created %s\n", m.ID, m.ObjectName, len(m.Cloud), len(m.Mesh.Triangles), m.Created.Format(time.DateTime))
				w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "grasp\thand\tat m\tin frame\tsuccesses\tattempts\trate\texpected")
				for _, i := range graspdb.Ranked(m.Grasps, graspdb.Prior, graspdb.PriorWeight) {
					g := &m.Grasps[i]
					p := g.X_FG.P
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d\t%d\t%.2f\t%.2f\n", g.ID, g.Hand, metres([3]float64{p.X, p.Y, p.Z}), g.Frame, g.Successes, g.Attempts, g.Rate(),
						g.Expected(graspdb.Prior, graspdb.PriorWeight))
				}
				return w.Flush()
			})
		},
	}
}

func rowID(s string) (int64, error) {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil || id < 1 {
		return 0, usageErrorf("%q is not an id; ids are whole numbers from 1, see `holdfast db list`", s)
	}
	return id, nil
}

func newDBDelete(f *dbFlag) *cobra.Command {
	return &cobra.Command{
		Use:       "delete model|demonstration|grasp ID...",
		Short:     "Remove rows; a model goes with its grasps, attempts stay",
		ValidArgs: []string{"model", "demonstration", "grasp"},
		Args:      cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.withDB(cmd, func(ctx context.Context, db *graspdb.DB) error {
				remove, ok := map[string]func(context.Context, int64) error{"model": db.DeleteModel, "demonstration": db.DeleteDemonstration, "grasp": db.DeleteGrasp}[args[0]]
				if !ok {
					return usageErrorf("delete what? %q is not model, demonstration or grasp", args[0])
				}
				for _, a := range args[1:] {
					id, err := rowID(a)
					if err != nil {
						return err
					}
					if err := remove(ctx, id); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

func newDBExport(f *dbFlag) *cobra.Command {
	var asCSV, blobs bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Everything as JSON, or the attempts as CSV, on standard output",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.withDB(cmd, func(ctx context.Context, db *graspdb.DB) error {
				if asCSV {
					return db.ExportAttemptsCSV(ctx, cmd.OutOrStdout())
				}
				return db.ExportJSON(ctx, cmd.OutOrStdout(), blobs)
			})
		},
	}
	cmd.Flags().BoolVar(&asCSV, "csv", false, "attempts only, one line each under a line of names with units")
	cmd.Flags().BoolVar(&blobs, "clouds", false, "with clouds, images and meshes")
	return cmd
}

func newDBImport(f *dbFlag) *cobra.Command {
	return &cobra.Command{
		Use:   "import rail|household URL",
		Short: "Copy what another PostgreSQL database knows; again brings only what is new",
		Long: `Copies from a PostgreSQL database, which is only read:

  rail       the tables of RAIL's graspdb: demonstrations, models, grasps with successes and attempts
  household  the tables of household_objects: models, meshes, grasps of all hands

A database dump must be restored into a PostgreSQL server first, with its own tools.`,
		Example: "  holdfast db import rail postgres://robot@lab/graspdb",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.withDB(cmd, func(ctx context.Context, db *graspdb.DB) error {
				from, ok := map[string]func(context.Context, string) (graspdb.Imported, error){"rail": db.ImportRail, "household": db.ImportHousehold}[args[0]]
				if !ok {
					return usageErrorf("import what? %q is not rail or household", args[0])
				}
				n, err := from(ctx, args[1])
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %d demonstrations, %d models, %d grasps new; %d known already\n", db.Name(), n.Demonstrations, n.Models, n.Grasps, n.Known)
				return err
			})
		},
	}
}
