package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/node/memory"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

// placeFlags say where `pick` puts what it picks up, and what it remembers.
type placeFlags struct {
	place string
	db    string

	spot *geom.Vec2
	live *line // nil where several clouds are done at once
}

// trays is the value of --place that sorts.
const trays = "trays"

func (f *placeFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.place, "place", "", "put what is picked up down: in `trays` beside the table, sorted, or from the spot X,Y on, m in the table's frame")
	cmd.Flags().Lookup("place").NoOptDefVal = trays
	cmd.Flags().StringVar(&f.db, "db", "", "remember in this database, a SQLite `file` or a postgres:// URL: known objects are recognised, new ones stored, what held is tried first")
}

func (f *placeFlags) check() error {
	if f.place == "" || f.place == trays {
		return nil
	}
	x, y, ok := strings.Cut(f.place, ",")
	a, err := strconv.ParseFloat(strings.TrimSpace(x), 64)
	b, err2 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if !ok || err != nil || err2 != nil || !(math.Abs(a) <= 10 && math.Abs(b) <= 10) {
		return usageErrorf("--place=%s: give %s, or a spot as --place=0.1,0.4, up to 10 m away", f.place, trays)
	}
	f.spot = &geom.Vec2{X: a, Y: b}
	return nil
}

// recall is what the memory knows of the objects of a scene; the zero value knows nothing.
type recall struct {
	*memory.Memory
	seen []memory.Seen
	tool geom.Pose // the arm's palm in the frame of the planner's
}

func (f *pickFlags) recall(ctx context.Context, db *graspdb.DB, file string, seg *scene.Segmentation) (*recall, error) {
	r := &recall{tool: rehearse.Wrist(&f.cfg.Hand, &f.cfg.Rehearsal.Gripper)}
	if db == nil {
		return r, nil
	}
	r.Memory = &memory.Memory{DB: db, Robot: "simulated", Hand: f.cfg.Hand.Name, Scene: file, Since: time.Now()}
	var err error
	r.seen, err = r.Recognise(ctx, seg)
	return r, err
}

// grasps are those that are remembered of each object.
func (r *recall) grasps(ctx context.Context, objects int) ([][]grasp.Known, error) {
	known := make([][]grasp.Known, objects)
	for k := range r.seen {
		var err error
		if known[k], err = r.Known(ctx, &r.seen[k], r.tool); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// rehearsals makes a rehearsal of a scene remember, and show where it is.
func (f *placeFlags) rehearsals(ctx context.Context, cfg *rehearse.SceneConfig, seg *scene.Segmentation, r *recall) error {
	object, tried := 0, 0
	if f.live != nil {
		phase := pick.Phase(-1)
		cfg.Rehearsal.Trace = func(_ *sim.World, _ hand.Status, p pick.Phase) {
			if p != phase {
				phase = p
				f.live.show("[%d/%d] grasp %d: %v", min(object+1, len(seg.Objects)), len(seg.Objects), tried+1, p)
			}
		}
	}
	known, err := r.grasps(ctx, len(seg.Objects))
	if err != nil {
		return err
	}
	cfg.Known = func(k int) []grasp.Known {
		object, tried = k, 0
		return known[k]
	}
	cfg.Tell = func(g *grasp.Grasp, res *rehearse.Result) error {
		tried++
		if r.Memory == nil {
			return nil
		}
		return r.RecordRehearsal(ctx, &memory.Rehearsal{
			Object: &r.seen[g.Object], Grasp: g, X_PG: r.tool, Outcome: res.Outcome, Cause: res.Reason, Force: res.ForceN, Peak: res.PeakForceN, Seconds: res.Duration,
		})
	}
	return nil
}

// clear picks everything up and puts it down.
func (f *pickFlags) clear(ctx context.Context, name string, seg *scene.Segmentation, p *placeFlags, r *recall, doc *pickDoc) error {
	planner, err := grasp.NewPlanner(seg, f.cfg.Hand, f.cfg.Grasp, grasp.Options{})
	if err != nil {
		return err
	}
	plans, err := planner.PlanAll(ctx)
	if err != nil {
		return err
	}
	cfg := simrobot.DefaultConfig(f.seed)
	cfg.Gripper, cfg.Hand = f.cfg.Rehearsal.Gripper, f.cfg.Rehearsal.Hand
	var names []tabletop.Named
	for _, s := range r.seen {
		names = append(names, tabletop.Named{Name: s.Name, X_FM: s.X_FM})
	}
	t, err := tabletop.NewSeen(seg, f.scene, cfg, f.cfg.Properties, planner, plans, names, p.spot)
	if err != nil {
		return err
	}
	job := t.Job()
	job.Hand, job.Grasp, job.Tries, job.Wrist = f.cfg.Hand, f.cfg.Grasp, f.cfg.Tries, r.tool
	if f.records != "" {
		rec := flight.ClearTable(f.records, name, t.Robot, job.Wrist)
		watch := t.Each
		t.Each = func(r *simrobot.Robot) { watch(r); rec.Step() }
		job.Witness = rec
	}
	if r.Memory != nil {
		job.Memory = r.Memory
	}
	var trouble error
	job.Trouble = func(err error) { trouble = cmp.Or(trouble, err) }
	if p.live != nil {
		job.Report = func(e clear.Progress) {
			p.live.show("[%d/%d] %s: %v", e.Done+1, len(seg.Objects), e.Object, e.Event.Phase)
		}
	}
	rows, err := job.RunAll(ctx)
	if len(rows) > 0 {
		t.Settle(1)
		doc.fill(seg, t, rows, plans)
	}
	if err != nil {
		return err
	}
	if trouble != nil {
		return fault.Wrap("remember", "", trouble)
	}
	return nil
}

// fill notes what became of each object.
func (d *pickDoc) fill(seg *scene.Segmentation, t *tabletop.Seen, rows []*clear.Row, plans []*grasp.Plan) {
	for k, fate := range t.Fates() {
		o := pickedDoc{objectDoc: newObjectDoc(seg, k), Outcome: noGrasp, Reason: plans[k].WhyNot(), Placement: &placementDoc{}}
		i := slices.IndexFunc(rows, func(r *clear.Row) bool { return r.Key == t.Key(k) })
		if i >= 0 {
			r := rows[i]
			o.Tried, o.ForceN, o.Reason = r.Attempts, r.Force, r.Reason
			o.Placement.Grasp, o.Placement.Regrasps = r.Grasp, r.Regrasps
			if r.Fresh != nil {
				g := newGraspDoc(r.Fresh)
				o.Grasp, o.drawn = &g, r.Fresh
			}
			if r.Attempts > 0 {
				o.Outcome = resultLeft
			}
			if r.Placed {
				o.Outcome = resultPlaced
				o.Placement.At = &[3]float64{fate.X_WO.P.X, fate.X_WO.P.Y, fate.X_WO.P.Z}
				if in, why := t.InTray(k, r.At); !in {
					o.Outcome, o.Reason = resultLeft, why
				}
			}
		}
		switch {
		case fate.Damaged:
			o.Outcome, o.Reason = resultDamaged, fate.Why
		case fate.Dropped:
			o.Outcome, o.Reason = resultDropped, cmp.Or(o.Reason, "it fell")
		}
		d.Objects = append(d.Objects, o)
		d.Summary[o.Outcome]++
	}
}

// name notes what the memory calls the objects, and sums up what it knows of them.
func (d *pickDoc) name(ctx context.Context, r *recall) error {
	if r.Memory == nil {
		return nil
	}
	mine := map[string]bool{}
	for k := range d.Objects {
		d.Objects[k].Name = r.seen[k].Name
		mine[strings.ToUpper(r.seen[k].Name)] = true
	}
	tallies, err := r.DB.Tallies(ctx)
	if err != nil {
		return err
	}
	d.Memory = statsDoc(slices.DeleteFunc(tallies, func(t graspdb.Tally) bool { return !mine[t.ObjectName] }))
	return nil
}

// placedText is the table of a cloud that was cleared.
func placedText(doc *pickDoc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", doc.File, sceneLine(doc.sceneDoc))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	named := slices.ContainsFunc(doc.Objects, func(o pickedDoc) bool { return o.Name != "" })
	fmt.Fprint(w, "id\t")
	if named {
		fmt.Fprint(w, "name\t")
	}
	fmt.Fprintln(w, "centroid m\tsize mm\tgrasp\tattempts\tforce N\tput at m\toutcome\treason")
	for _, o := range doc.Objects {
		force, at := "-", "-"
		if o.Tried > 0 {
			force = fmt.Sprintf("%.1f", o.ForceN)
		}
		if o.Placement.At != nil {
			at = metres(*o.Placement.At)
		}
		fmt.Fprintf(w, "%d\t", o.ID)
		if named {
			fmt.Fprintf(w, "%s\t", cmp.Or(o.Name, "-"))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", metres(o.Centroid), millimetres(o.Size), cmp.Or(o.Placement.Grasp, "-"), o.Tried, force, at,
			strings.ReplaceAll(o.Outcome, "_", " "), o.Reason)
	}
	w.Flush() // a strings.Builder does not fail
	fmt.Fprintln(&b, summaryLine(doc.Summary))
	return b.String()
}

// rememberedLine sums up what a database knows of the objects of a run.
func rememberedLine(list []tallyDoc) string {
	var tried, held int64
	for _, m := range list {
		tried, held = tried+m.Attempts, held+m.Held
	}
	return fmt.Sprintf("remembered of these objects: %d attempts, %d held; 'holdfast db stats' tells more\n", tried, held)
}
