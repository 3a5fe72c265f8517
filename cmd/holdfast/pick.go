package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/picture"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// pickFlags are the flags that every verb with the whole way from cloud to rehearsed pick has.
type pickFlags struct {
	scene    scene.Params
	cfg      rehearse.SceneConfig
	seed     uint64
	asJSON   bool
	labels   string
	pictures string
	records  string
}

func (f *pickFlags) bind(cmd *cobra.Command, seed uint64) {
	f.cfg.Rehearsal = rehearse.DefaultConfig()
	bindParams(cmd, param.Declare(&f.scene, &f.cfg.Grasp, &f.cfg.Hand, &f.cfg.Properties))
	wholeVessels(cmd, &f.scene)
	cmd.Flags().IntVar(&f.cfg.Tries, "tries", 3, "grasps to rehearse for an object until one holds, best first")
	cmd.Flags().Uint64Var(&f.seed, "seed", seed, "seed of everything that is drawn at random")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON document a cloud, each on a line")
	cmd.Flags().StringVar(&f.labels, "labels", "", "write the cloud with a label field to this `file` (a folder for several clouds)")
	cmd.Flags().StringVar(&f.pictures, "picture", "", "draw the scene with the grasps to this PNG `file` (a folder for several clouds)")
	bindFlight(cmd, &f.records)
}

func (f *pickFlags) check(cmd *cobra.Command) error {
	f.cfg.Hand = handOf(cmd, f.cfg.Hand)
	if f.cfg.Tries < 1 || f.cfg.Tries > 100 {
		return usageErrorf("--tries %d: give 1 to 100", f.cfg.Tries)
	}
	f.scene.Seed, f.cfg.Rehearsal.Seed = f.seed, f.seed
	f.cfg.Rehearsal.Fit(&f.cfg.Hand)
	return nil
}

func newPick() *cobra.Command {
	var f pickFlags
	var place placeFlags
	var in cloudFlags
	cmd := &cobra.Command{
		Use:   "pick CLOUD...",
		Short: "Segment, plan and rehearse a pick of every object",
		Long: `The main job: find the objects on the table of each cloud (PCD, PLY, a depth image, or a message of a recording), plan grasps, and rehearse each grasp with a
simulated hand that closes by touch, lifts and shakes.

One row an object. The outcome is read from the simulated world: held, slipped, crushed, missed, or no grasp, with the
reason. What a camera cannot see (mass, stiffness, friction, the force that does damage) is guessed from the size;
--json says what was assumed, and --mass, --stiffness, --friction, --crush-force set it.

With --place a simulated robot clears the table as it was seen: it picks every object up by touch, carries it to a tray, or to the spot that is
given, lowers it until it stands, lets go, and looks again where something has moved. With --db every attempt is recorded; known objects are
recognised, new ones become models by what was seen of them, and what held is tried first.`,
		Example: `  holdfast pick scene.pcd
  holdfast pick --json *.pcd | jq '.objects[] | {id, outcome, reason}'
  holdfast pick --picture scene.png --mass 0.4 scene.pcd
  holdfast pick --place scene.pcd                                sort what stands there to trays
  holdfast pick --place=0.2,0.6 --db grasps.db scene.pcd         one after the other from that spot on, and remember`,
		Args: needClouds,
	}
	f.bind(cmd, 1)
	place.bind(cmd)
	in.bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, files []string) (err error) {
		if err := in.check(cmd, files); err != nil {
			return err
		}
		if err := f.check(cmd); err != nil {
			return err
		}
		if err := place.check(); err != nil {
			return err
		}
		labelled, err := outputs("labels", f.labels, ".pcd", files)
		if err != nil {
			return err
		}
		drawn, err := outputs("picture", f.pictures, ".png", files)
		if err != nil {
			return err
		}
		if err := apart(labelled, drawn); err != nil {
			return err
		}
		var db *graspdb.DB
		if place.db != "" {
			if db, err = graspdb.Open(cmd.Context(), place.db); err != nil {
				return err
			}
			defer func() {
				if e := db.Close(); err == nil {
					err = e
				}
			}()
		}
		if len(files) == 1 {
			place.live = newLine(cmd.ErrOrStderr())
		}
		var turn sync.Mutex // of clouds that learn from each other
		return eachCloud(cmd, files, f.asJSON, func(ctx context.Context, file string, r *result) {
			seg, err := in.segment(file, f.scene, r)
			if db != nil {
				turn.Lock()
				defer turn.Unlock()
			}
			if err == nil {
				err = f.pick(ctx, file, seg, labelled[file], drawn[file], &place, db, r)
			}
			if place.live != nil {
				place.live.clear()
			}
			if err != nil {
				r.err = err
			}
		})
	}
	return cmd
}

// pick does what follows segmentation and fills in the result.
func (f *pickFlags) pick(ctx context.Context, name string, seg *scene.Segmentation, labels, drawing string, p *placeFlags, db *graspdb.DB, r *result) error {
	known, err := f.recall(ctx, db, name, seg)
	if err != nil {
		return err
	}
	var doc *pickDoc
	if p.place == "" {
		if doc, err = f.rehearse(ctx, name, seg, labels, drawing, p, known, r); err != nil {
			return err
		}
	} else {
		doc = &pickDoc{sceneDoc: newSceneDoc(r, seg), Objects: []pickedDoc{}, Summary: map[string]int{}}
		if err := f.clear(ctx, name, seg, p, known, doc); err != nil {
			if len(doc.Objects) == 0 {
				return err
			}
			r.err, doc.Error = err, err.Error() // what was done until then is told
		}
		if err := f.draw(seg, labels, drawing, doc); err != nil {
			return err
		}
	}
	if err := doc.name(ctx, known); err != nil {
		return err
	}
	r.doc = doc
	if r.text = pickText(doc); p.place != "" {
		r.text = placedText(doc)
	}
	if doc.Memory != nil {
		r.text += rememberedLine(doc.Memory)
	}
	return nil
}

// rehearse tries the grasps of every object in the simulated world.
func (f *pickFlags) rehearse(ctx context.Context, name string, seg *scene.Segmentation, labels, drawing string, p *placeFlags, known *recall, r *result) (*pickDoc, error) {
	cfg := f.cfg
	cfg.Witness = recorders(f.records, name, seg)
	if err := p.rehearsals(ctx, &cfg, seg, known); err != nil {
		return nil, err
	}
	attempts, err := rehearse.Scene(ctx, seg, cfg)
	if err != nil {
		return nil, err
	}
	doc := newPickDoc(r, seg, attempts)
	return doc, f.draw(seg, labels, drawing, doc)
}

// draw writes the cloud with its labels, and the picture of the scene with the grasps, where they are asked for.
func (f *pickFlags) draw(seg *scene.Segmentation, labels, drawing string, doc *pickDoc) error {
	if labels != "" {
		if err := writeLabels(labels, seg); err != nil {
			return err
		}
	}
	if drawing == "" {
		return nil
	}
	var grippers []picture.Gripper
	for _, o := range doc.Objects {
		if g := o.drawn; g != nil {
			grippers = append(grippers, picture.Gripper{X_FG: g.X_FG, Opening: g.Opening, Length: f.cfg.Hand.FingerLength})
		}
	}
	return writePicture(drawing, seg, grippers)
}

type pickDoc struct {
	*sceneDoc
	Objects []pickedDoc    `json:"objects"`
	Summary map[string]int `json:"summary"`          // outcome to number of objects
	Memory  []tallyDoc     `json:"memory,omitempty"` // of the objects, with --db
	Error   string         `json:"error,omitempty"`  // why --place ended early
}

type pickedDoc struct {
	objectDoc
	What    string      `json:"what,omitempty"` // what it really is, where the world is generated
	Name    string      `json:"name,omitempty"` // by which it is remembered, with --db
	Grasp   *graspDoc   `json:"grasp"`
	ForceN  float64     `json:"force_n"`      // grip force of a finger at the end, N
	PeakN   float64     `json:"peak_force_n"` // largest force of a finger, N
	SlipM   float64     `json:"slip_m"`       // way that it slid in the hand
	Outcome string      `json:"outcome"`      // held, slipped, crushed, missed, no_grasp; with --place placed, left, dropped, damaged, no_grasp
	Reason  string      `json:"reason"`       // why it is not held; empty when it is
	Tried   int         `json:"tried"`        // grasps rehearsed; with --place pickups that touched it
	Assumed *assumedDoc `json:"assumed,omitempty"`

	Placement *placementDoc `json:"placement,omitempty"` // with --place

	drawn *grasp.Grasp
}

// placementDoc is how an object was put down.
type placementDoc struct {
	Grasp    string      `json:"grasp"`    // kind of the grasp; "remembered" for one of the database
	At       *[3]float64 `json:"at"`       // m, in the table's frame; null where it is not placed
	Regrasps int         `json:"regrasps"` // second tries after a slip
}

type assumedDoc struct {
	Mass       float64  `json:"mass"`        // kg
	Stiffness  float64  `json:"stiffness"`   // N/m
	Friction   float64  `json:"friction"`    // on the pads
	CrushForce float64  `json:"crush_force"` // N a finger
	Why        []string `json:"why"`
}

const noGrasp = "no_grasp"

func newPickDoc(r *result, seg *scene.Segmentation, attempts []rehearse.Attempt) *pickDoc {
	doc := &pickDoc{sceneDoc: newSceneDoc(r, seg), Objects: []pickedDoc{}, Summary: map[string]int{}}
	for i := range attempts {
		a := &attempts[i]
		d := pickedDoc{objectDoc: newObjectDoc(seg, a.Object), Tried: a.Tried, Outcome: noGrasp, Reason: a.Plan.WhyNot()}
		if a.Grasp != nil {
			g := newGraspDoc(a.Grasp)
			d.Grasp, d.drawn = &g, a.Grasp
			d.ForceN, d.PeakN, d.SlipM = a.Result.ForceN, a.Result.PeakForceN, a.Result.SlipM
			d.Outcome, d.Reason = a.Result.Outcome.String(), a.Result.Reason
			d.What = a.Assumed.Name
			d.Assumed = &assumedDoc{a.Assumed.Mass, a.Assumed.Stiffness, a.Assumed.Friction, a.Assumed.CrushForce, a.Assumed.Assumptions}
		}
		doc.Objects = append(doc.Objects, d)
		doc.Summary[d.Outcome]++
	}
	return doc
}

func pickText(doc *pickDoc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", doc.File, sceneLine(doc.sceneDoc))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	named := slices.ContainsFunc(doc.Objects, func(o pickedDoc) bool { return cmp.Or(o.Name, o.What) != "" })
	what := func(s string) string {
		if !named {
			return ""
		}
		return s + "\t"
	}
	fmt.Fprintln(w, "id\t"+what("what")+"centroid m\tsize mm\tgrasp\tquality\tat m\tforce N\toutcome\treason")
	for _, o := range doc.Objects {
		kind, quality, at, force := "-", "-", "-", "-"
		if g := o.Grasp; g != nil {
			p := g.Pose.Position
			kind, quality, at = string(g.Kind), fmt.Sprintf("%.2f", g.Quality), metres([3]float64{p.X, p.Y, p.Z})
			force = fmt.Sprintf("%.1f", o.ForceN)
		}
		fmt.Fprintf(w, "%d\t%s%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", o.ID, what(cmp.Or(o.Name, o.What, "-")), metres(o.Centroid), millimetres(o.Size), kind, quality, at, force,
			strings.ReplaceAll(o.Outcome, "_", " "), o.Reason)
	}
	w.Flush() // a strings.Builder does not fail
	fmt.Fprintln(&b, summaryLine(doc.Summary))
	return b.String()
}

// summaryLine counts outcomes, the good one first.
func summaryLine(n map[string]int) string {
	total := 0
	var parts []string
	for _, o := range []string{pick.Held.String(), pick.Slipped.String(), pick.Crushed.String(), pick.Missed.String(), resultPlaced, resultLeft, resultDropped, resultDamaged, noGrasp} {
		total += n[o]
		if n[o] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[o], strings.ReplaceAll(o, "_", " ")))
		}
	}
	if total == 0 {
		return "nothing to pick: the table is empty"
	}
	return fmt.Sprintf("%s: %s", count(total, "object"), strings.Join(parts, ", "))
}
