package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/node/memory"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/picture"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

// demoFlags are what `demo` takes besides the flags of `pick`.
type demoFlags struct {
	pickFlags
	objects int
	save    string
	db      string
	phases  bool
}

// maxDemo is how many objects a demo clears at most.
const maxDemo = 500

func newDemo() *cobra.Command {
	var f demoFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Clear a generated table of everyday objects",
		Long: `Lay a table with everyday objects, look at it with a simulated depth camera, pick up every object by touch, and put it down
in the tray of its kind: cans and bottles, boxes, cups, fruit, balls, things. The planner knows only the cloud, the simulated
world knows what really stands there (mass, friction, what breaks it). More than 12 objects are laid on several tables, one after
the other.

A recogniser that knows the objects by name is part of the simulation. With --db every attempt is recorded, and the grasps that
held are tried first the next time.`,
		Example: `  holdfast demo
  holdfast demo --objects 40 --seed 7
  holdfast demo --objects 12 --db grasps.db && holdfast demo --objects 12 --db grasps.db
  holdfast demo --save table.pcd && holdfast pick table.pcd`,
		Args: cobra.NoArgs,
	}
	f.bind(cmd, 2)
	cmd.Flags().IntVar(&f.objects, "objects", 8, "how many objects to lay")
	cmd.Flags().StringVar(&f.save, "save", "", "write the camera's first cloud, with true labels, to this PCD `file`")
	cmd.Flags().StringVar(&f.db, "db", "", "remember in this database: a SQLite `file` or a postgres:// URL")
	cmd.Flags().BoolVar(&f.phases, "phases", false, "print every phase of every pickup and place, with its time, to standard error")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		if f.objects < 0 || f.objects > maxDemo {
			return usageErrorf("--objects: %d objects; 0 to %d are possible", f.objects, maxDemo)
		}
		if f.objects > tabletop.Room && (f.save != "" || f.labels != "" || f.pictures != "") {
			return usageErrorf("--save, --labels and --picture show one table: give at most %d objects", tabletop.Room)
		}
		return f.run(cmd)
	}
	return cmd
}

// demoDoc is what --json prints.
type demoDoc struct {
	Seed     uint64     `json:"seed"`
	Objects  int        `json:"objects"`
	Placed   int        `json:"placed"`   // stand in their trays, undamaged
	Dropped  int        `json:"dropped"`  // fell by more than a centimetre
	Damaged  int        `json:"damaged"`  // pressed or dented more than they stand
	Attempts int        `json:"attempts"` // pickups that touched an object
	Seconds  float64    `json:"robot_s"`  // of the robot's time
	Rows     []demoRow  `json:"rows"`
	Memory   []tallyDoc `json:"memory,omitempty"` // of the objects in the database
	Error    string     `json:"error,omitempty"`
}

type demoRow struct {
	Table    int         `json:"table"`
	Object   string      `json:"object"`
	Kind     string      `json:"kind"`
	Grasp    string      `json:"grasp"`
	Attempts int         `json:"attempts"`
	Regrasps int         `json:"regrasps"`
	Grip     float64     `json:"grip_n"`
	At       *[3]float64 `json:"at"` // m, in the world; null where it is not placed
	Result   string      `json:"result"`
	Reason   string      `json:"reason"`
}

// Results of an object.
const (
	resultPlaced  = "placed"
	resultLeft    = "left"
	resultDropped = "dropped"
	resultDamaged = "damaged"
	resultUnseen  = "not seen"
)

func (f *demoFlags) run(cmd *cobra.Command) (err error) {
	doc := demoDoc{Seed: f.seed, Objects: f.objects, Rows: []demoRow{}}
	var db *graspdb.DB
	if f.db != "" {
		if db, err = graspdb.Open(cmd.Context(), f.db); err != nil {
			return err
		}
		defer func() {
			if e := db.Close(); err == nil {
				err = e
			}
		}()
	}
	live := newLine(cmd.ErrOrStderr())
	for i, n := range tabletop.Split(f.objects) {
		if err = f.table(cmd.Context(), i, n, db, live, &doc); err != nil {
			doc.Error = err.Error()
			break
		}
	}
	live.clear()
	if db != nil {
		if e := doc.tally(cmd.Context(), db); err == nil {
			err = e
		}
	}
	if f.asJSON {
		if e := json.NewEncoder(cmd.OutOrStdout()).Encode(doc); err == nil {
			err = e
		}
		return err
	}
	if _, e := io.WriteString(cmd.OutOrStdout(), demoText(&doc)); err == nil {
		err = e
	}
	return err
}

// tableStep keeps the seeds of the tables of one demo apart.
const tableStep = 1000003

// table clears one table.
func (f *demoFlags) table(ctx context.Context, i, n int, db *graspdb.DB, live *line, doc *demoDoc) error {
	seed := f.seed + uint64(i)*tableStep
	cfg := simrobot.DefaultConfig(seed)
	cfg.Gripper, cfg.Hand = f.cfg.Rehearsal.Gripper, f.cfg.Rehearsal.Hand
	p := f.scene
	p.Seed = seed
	t, err := tabletop.New(seed, n, cfg, p, f.cfg.Properties)
	if err != nil {
		return err
	}
	if f.save != "" {
		if err := cloud.Save(f.save, t.Cloud, cloud.BinaryCompressed); err != nil {
			return err
		}
	}
	job := t.Job()
	job.Hand, job.Grasp, job.Tries = f.cfg.Hand, f.cfg.Grasp, f.cfg.Tries
	job.Wrist = rehearse.Wrist(&f.cfg.Hand, &cfg.Gripper)
	if f.records != "" {
		rec := flight.ClearTable(f.records, fmt.Sprintf("table_%d", seed), t.Robot, job.Wrist)
		watch := t.Each
		t.Each = func(r *simrobot.Robot) { watch(r); rec.Step() }
		job.Witness = rec
	}
	job.Trouble = func(err error) { live.warn(err) }
	job.Report = func(p clear.Progress) {
		if f.phases {
			live.print("%9.3f s  %-16s  %-24v  %s", p.Event.Time, p.Object, p.Event.Phase, p.Event.Text)
		}
		live.show("[%d/%d] %s: %v", len(doc.Rows)+p.Done+1, f.objects, p.Object, p.Event.Phase)
	}
	if db != nil {
		job.Memory = &memory.Memory{DB: db, Robot: "simulated", Hand: f.cfg.Hand.Name, Scene: fmt.Sprintf("demo seed %d table %d", f.seed, i+1), Since: time.Now()}
	}
	look := job.Look
	job.Look = func(ctx context.Context) (*clear.View, error) {
		v, err := look(ctx)
		if err == nil && t.Looks() == 1 {
			err = f.first(ctx, v)
		}
		return v, err
	}
	rows, err := job.RunAll(ctx)
	t.Settle(1)
	doc.Seconds += t.Time()
	doc.add(i+1, t, rows)
	if err != nil {
		return fault.Wrap("", fmt.Sprintf("table %d", i+1), err)
	}
	return nil
}

// first writes what was asked for of the first view.
func (f *demoFlags) first(ctx context.Context, v *clear.View) error {
	if f.labels != "" {
		if err := writeLabels(f.labels, v.Seg); err != nil {
			return err
		}
	}
	if f.pictures == "" {
		return nil
	}
	grippers, err := f.bestGrippers(ctx, v.Seg)
	if err != nil {
		return err
	}
	return writePicture(f.pictures, v.Seg, grippers)
}

// add notes what became of the objects of a table.
func (d *demoDoc) add(table int, t *tabletop.Table, rows []*clear.Row) {
	byKey := map[string]*clear.Row{}
	for _, r := range rows {
		byKey[r.Key] = r
	}
	for i, fate := range t.Fates() {
		row := demoRow{Table: table, Object: fate.Name, Kind: t.Placed[i].Kind, Grasp: "-", Result: resultUnseen, Reason: "the camera saw nothing that is taken for it"}
		if r := byKey[t.Key(i)]; r != nil {
			row.Grasp, row.Attempts, row.Regrasps, row.Grip, row.Reason = cmp.Or(r.Grasp, "-"), r.Attempts, r.Regrasps, r.Force, r.Reason
			row.Result = resultLeft
			if r.Placed {
				row.At = &[3]float64{fate.X_WO.P.X, fate.X_WO.P.Y, fate.X_WO.P.Z}
				row.Result = resultPlaced
				if in, why := t.InTray(i, r.At); !in {
					row.Result, row.Reason = resultLeft, why
				}
			}
		}
		d.Attempts += row.Attempts
		if fate.Dropped {
			d.Dropped++
			row.Result = resultDropped
			row.Reason = cmp.Or(row.Reason, "it fell")
		}
		if fate.Damaged {
			d.Damaged++
			row.Result, row.Reason = resultDamaged, fate.Why
		}
		if row.Result == resultPlaced {
			d.Placed++
		}
		d.Rows = append(d.Rows, row)
	}
}

// tally adds what the database knows of the objects.
func (d *demoDoc) tally(ctx context.Context, db *graspdb.DB) error {
	tallies, err := db.Tallies(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	mine := map[string]bool{}
	for _, r := range d.Rows {
		mine[strings.ToUpper(r.Object)] = true
	}
	d.Memory = statsDoc(slices.DeleteFunc(tallies, func(t graspdb.Tally) bool { return !mine[t.ObjectName] }))
	return nil
}

func demoText(d *demoDoc) string {
	var b strings.Builder
	if d.Objects == 0 {
		return "nothing to pick: the table is empty\n"
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "object\ttray\tgrasp\tattempts\tgrip N\tresult\treason")
	for _, r := range d.Rows {
		grip := "-"
		if r.Attempts > 0 {
			grip = fmt.Sprintf("%.1f", r.Grip)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", r.Object, r.Kind, r.Grasp, r.Attempts, grip, r.Result, r.Reason)
	}
	w.Flush() // a strings.Builder does not fail
	fmt.Fprintf(&b, "%s: %d placed, %d dropped, %d damaged; %s, %.0f s of the robot's time\n", count(d.Objects, "object"), d.Placed, d.Dropped, d.Damaged,
		count(d.Attempts, "attempt"), d.Seconds)
	if d.Memory != nil {
		b.WriteString(rememberedLine(d.Memory))
	}
	return b.String()
}

// line is one line on a terminal that shows what goes on now; nothing elsewhere.
type line struct {
	w     io.Writer
	on    bool
	shown bool
}

func newLine(w io.Writer) *line {
	f, ok := w.(*os.File)
	return &line{w: w, on: ok && term.IsTerminal(int(f.Fd()))}
}

func (l *line) show(format string, args ...any) {
	if l.on {
		fmt.Fprintf(l.w, "\r\x1b[K"+format, args...)
		l.shown = true
	}
}

func (l *line) clear() {
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.shown = false
	}
}

// print writes a line that stays.
func (l *line) print(format string, args ...any) {
	l.clear()
	fmt.Fprintln(l.w, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

func (l *line) warn(err error) { l.print("holdfast: warning: %v", err) }

// bestGrippers are the best grasps of a view, to be drawn.
func (f *demoFlags) bestGrippers(ctx context.Context, seg *scene.Segmentation) ([]picture.Gripper, error) {
	planner, err := grasp.NewPlanner(seg, f.cfg.Hand, f.cfg.Grasp, grasp.Options{})
	if err != nil {
		return nil, err
	}
	plans, err := planner.PlanAll(ctx)
	if err != nil {
		return nil, err
	}
	var out []picture.Gripper
	for _, p := range plans {
		if len(p.Grasps) > 0 {
			out = append(out, picture.Gripper{X_FG: p.Grasps[0].X_FG, Opening: p.Grasps[0].Opening, Length: f.cfg.Hand.FingerLength})
		}
	}
	return out, nil
}
