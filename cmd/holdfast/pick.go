package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

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
	var in cloudFlags
	cmd := &cobra.Command{
		Use:   "pick CLOUD...",
		Short: "Segment, plan and rehearse a pick of every object",
		Long: `The main job: find the objects on the table of each cloud (PCD, PLY, a depth image, or a message of a recording), plan grasps, and rehearse each grasp with a
simulated hand that closes by touch, lifts and shakes.

One row an object. The outcome is read from the simulated world: held, slipped, crushed, missed, or no grasp, with the
reason. What a camera cannot see (mass, stiffness, friction, the force that does damage) is guessed from the size;
--json says what was assumed, and --mass, --stiffness, --friction, --crush-force set it.`,
		Example: `  holdfast pick scene.pcd
  holdfast pick --json *.pcd | jq '.objects[] | {id, outcome, reason}'
  holdfast pick --picture scene.png --mass 0.4 scene.pcd`,
		Args: needClouds,
	}
	f.bind(cmd, 1)
	in.bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if err := in.check(cmd, files); err != nil {
			return err
		}
		if err := f.check(cmd); err != nil {
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
		return eachCloud(cmd, files, f.asJSON, func(ctx context.Context, file string, r *result) {
			seg, err := in.segment(file, f.scene, r)
			if err == nil {
				err = f.rehearse(ctx, file, seg, labelled[file], drawn[file], r)
			}
			if err != nil {
				r.err = err
			}
		})
	}
	return cmd
}

// rehearse does what follows segmentation and fills in the result.
func (f *pickFlags) rehearse(ctx context.Context, name string, seg *scene.Segmentation, labels, drawing string, r *result) error {
	cfg := f.cfg
	cfg.Witness = recorders(f.records, name, seg)
	attempts, err := rehearse.Scene(ctx, seg, cfg)
	if err != nil {
		return err
	}
	if labels != "" {
		if err := writeLabels(labels, seg); err != nil {
			return err
		}
	}
	if drawing != "" {
		var grippers []picture.Gripper
		for _, a := range attempts {
			if a.Grasp != nil {
				grippers = append(grippers, picture.Gripper{X_FG: a.Grasp.X_FG, Opening: a.Grasp.Opening, Length: f.cfg.Hand.FingerLength})
			}
		}
		if err := writePicture(drawing, seg, grippers); err != nil {
			return err
		}
	}
	doc := newPickDoc(r, seg, attempts)
	r.doc, r.text = doc, pickText(doc)
	return nil
}

type pickDoc struct {
	*sceneDoc
	Objects []pickedDoc    `json:"objects"`
	Summary map[string]int `json:"summary"` // outcome to number of objects
}

type pickedDoc struct {
	objectDoc
	What    string      `json:"what,omitempty"` // what it really is, where the world is generated
	Grasp   *graspDoc   `json:"grasp"`
	ForceN  float64     `json:"force_n"`      // grip force of a finger at the end, N
	PeakN   float64     `json:"peak_force_n"` // largest force of a finger, N
	SlipM   float64     `json:"slip_m"`       // way that it slid in the hand
	Outcome string      `json:"outcome"`      // held, slipped, crushed, missed, no_grasp
	Reason  string      `json:"reason"`       // why it is not held; empty when it is
	Tried   int         `json:"tried"`        // grasps rehearsed
	Assumed *assumedDoc `json:"assumed,omitempty"`
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
			d.Grasp = &g
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
	named := slices.ContainsFunc(doc.Objects, func(o pickedDoc) bool { return o.What != "" })
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
		fmt.Fprintf(w, "%d\t%s%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", o.ID, what(cmp.Or(o.What, "-")), metres(o.Centroid), millimetres(o.Size), kind, quality, at, force,
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
	for _, o := range []string{pick.Held.String(), pick.Slipped.String(), pick.Crushed.String(), pick.Missed.String(), noGrasp} {
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
