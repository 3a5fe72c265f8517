package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/picture"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

func newPlan() *cobra.Command {
	var sp scene.Params
	var in cloudFlags
	var gp grasp.Params
	var asJSON, why bool
	var top int
	var pictures, moveit string
	var tryOut int
	var hand grasp.Hand
	var link moveitLink
	var memory rememberFlags
	cmd := &cobra.Command{
		Use:   "plan CLOUD...",
		Short: "Plan grasps for every object on the table",
		Long: `Segment each cloud and plan grasps of every object for a parallel-jaw gripper, best first.

A grasp's pose is the gripper's in the cloud's frame: origin on the palm between the fingers, x the direction of
approach, y the direction in which the fingers close. Its quality is the probability that it holds, as fitted to grasps
rehearsed in the simulated world; --rehearse tries the best ones there and leaves out those that fail.

--db recognises the objects by the models of a database and adds the grasps that are remembered of them: judged by the scene as all
are, their quality what is predicted of them corrected by what became of them so far.

--moveit writes grasps as moveit_msgs/Grasp in YAML, pose and directions in the frame of the link that carries the hand.`,
		Example: `  holdfast plan scene.pcd
  holdfast plan --top 3 --why scene.pcd
  holdfast plan --db grasps.db scene.pcd
  holdfast plan --hand robotiq --picture grasps.png scene.pcd
  holdfast plan --top 10 --rehearse 3 --moveit grasps.yaml --moveit-link panda_hand --moveit-wrist 0.0584 scene.pcd`,
		Args: needClouds,
	}
	bindParams(cmd, param.Declare(&sp, &gp, &hand))
	wholeVessels(cmd, &sp)
	in.bind(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a cloud, each on a line")
	cmd.Flags().BoolVar(&why, "why", false, "also list every rejected candidate with its reason")
	cmd.Flags().IntVar(&top, "top", 1, "grasps to show for each object; 0 for all")
	cmd.Flags().StringVar(&pictures, "picture", "", "draw the scene with the best grasps to this PNG `file` (a folder for several clouds)")
	cmd.Flags().IntVar(&tryOut, "rehearse", 0, "best grasps of each object to try in the simulated world; those that fail are rejected")
	cmd.Flags().StringVar(&moveit, "moveit", "", "write the grasps that are shown as MoveIt's messages to this YAML `file` (a folder for several clouds)")
	link.bind(cmd)
	memory.bind(cmd)
	cmd.Flags().Uint64Var(&sp.Seed, "seed", 1, "seed of the plane search")
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if top < 0 {
			return usageErrorf("--top %d: give 0 for all, or how many", top)
		}
		if tryOut < 0 || tryOut > 100 {
			return usageErrorf("--rehearse %d: give 0 to 100", tryOut)
		}
		hand := handOf(cmd, hand)
		if err := in.check(cmd, files); err != nil {
			return err
		}
		if err := link.check(); err != nil {
			return err
		}
		drawn, err := outputs("picture", pictures, ".png", files)
		if err != nil {
			return err
		}
		exported, err := outputs("moveit", moveit, ".yaml", files)
		if err != nil {
			return err
		}
		if err := apart(drawn, exported); err != nil {
			return err
		}
		remember, err := memory.open(cmd.Context())
		if err != nil {
			return err
		}
		world := rehearse.SceneConfig{Grasp: gp, Hand: hand, Rehearsal: rehearse.DefaultConfig()}
		world.Rehearsal.Seed = sp.Seed
		world.Rehearsal.Fit(&hand)
		return eachCloud(cmd, files, asJSON, func(ctx context.Context, file string, r *result) {
			seg, err := in.segment(file, sp, r)
			if err != nil {
				r.err = err
				return
			}
			doc := &planDoc{sceneDoc: newSceneDoc(r, seg), Objects: []plannedDoc{}}
			known, names, err := remember(seg)
			if err != nil {
				r.err = err
				return
			}
			opt := grasp.Options{Rehearse: tryOut, Known: func(object int) []grasp.Known { return known[object] }}
			if tryOut > 0 {
				opt.Rehearser = &world
			}
			planner, err := grasp.NewPlanner(seg, hand, gp, opt)
			if err != nil {
				r.err = err
				return
			}
			plans, err := planner.PlanAll(ctx)
			if err != nil {
				r.err = err
				return
			}
			var grippers []picture.Gripper
			for k, plan := range plans {
				if len(plan.Grasps) > 0 {
					g := &plan.Grasps[0]
					grippers = append(grippers, picture.Gripper{X_FG: g.X_FG, Opening: g.Opening, Length: hand.FingerLength})
				}
				d := newPlannedDoc(seg, plan, planner.Confidence(k), top, why)
				d.Name = names[k]
				doc.Objects = append(doc.Objects, d)
			}
			if pictures != "" {
				if r.err = writePicture(drawn[file], seg, grippers); r.err != nil {
					return
				}
			}
			if moveit != "" {
				if link.frameOf(seg) == "" {
					r.warn = append(r.warn, "the cloud does not name its frame, and MoveIt takes an empty one for the object's; name it with --moveit-frame")
				}
				if r.err = writeMoveit(exported[file], seg, plans, top, &gp, &link); r.err != nil {
					return
				}
			}
			r.doc, r.text = doc, planText(doc)
		})
	}
	return cmd
}

type planDoc struct {
	*sceneDoc
	Objects []plannedDoc `json:"objects"`
}

type plannedDoc struct {
	objectDoc
	Name       string               `json:"name,omitempty"` // as which it was recognised
	Seen       float64              `json:"seen"`           // share of it, from above, that the camera saw; the rest was completed
	Candidates int                  `json:"candidates"`
	Grasps     []graspDoc           `json:"grasps"`
	Rejected   map[grasp.Reason]int `json:"rejected"`
	Why        []rejectionDoc       `json:"why,omitempty"`
	Reason     string               `json:"reason,omitempty"` // where there is no grasp
}

type graspDoc struct {
	Pose    poseDoc    `json:"pose"`
	Kind    grasp.Kind `json:"kind"`
	Quality float64    `json:"quality"` // probability that it holds
	Seen    float64    `json:"seen"`    // share of the contact that the camera saw
	Hidden  float64    `json:"hidden"`  // share of the space for the fingers that other objects hide
	Opening float64    `json:"opening"`
	Width   float64    `json:"width"`
	Known   *pastDoc   `json:"known,omitempty"` // of a grasp that is remembered
}

// pastDoc is what became of a remembered grasp so far.
type pastDoc struct {
	ID        int64 `json:"id"`
	Successes int   `json:"successes"`
	Attempts  int   `json:"attempts"`
}

func newPastDoc(g *grasp.Grasp) *pastDoc {
	if g.Known == 0 {
		return nil
	}
	return &pastDoc{g.Known, g.Successes, g.Attempts}
}

type rejectionDoc struct {
	Pose   poseDoc      `json:"pose"`
	Kind   grasp.Kind   `json:"kind"`
	Reason grasp.Reason `json:"reason"`
	Detail string       `json:"detail"`
	Known  *pastDoc     `json:"known,omitempty"`
}

func newGraspDoc(g *grasp.Grasp) graspDoc {
	return graspDoc{Pose: newPoseDoc(g.X_FG), Kind: g.Kind, Quality: g.Quality, Seen: g.Seen, Hidden: g.Hidden, Opening: g.Opening, Width: g.Width, Known: newPastDoc(g)}
}

func newPlannedDoc(seg *scene.Segmentation, plan *grasp.Plan, seen float64, top int, why bool) plannedDoc {
	d := plannedDoc{
		objectDoc: newObjectDoc(seg, plan.Object), Seen: seen, Candidates: plan.Candidates(),
		Grasps: []graspDoc{}, Rejected: plan.Counts(), Reason: plan.WhyNot(),
	}
	for i := range plan.Grasps {
		if top == 0 || i < top {
			d.Grasps = append(d.Grasps, newGraspDoc(&plan.Grasps[i]))
		}
	}
	for i := range plan.Rejected {
		r := &plan.Rejected[i]
		if why {
			d.Why = append(d.Why, rejectionDoc{newPoseDoc(r.Grasp.X_FG), r.Grasp.Kind, r.Reason, r.Detail(), newPastDoc(&r.Grasp)})
		}
	}
	return d
}

func planText(doc *planDoc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", doc.File, sceneLine(doc.sceneDoc))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "id\tsize mm\tgrasp\tquality\twidth mm\tat m\trejected")
	for _, o := range doc.Objects {
		rejected := rejectedText(o.Rejected)
		if len(o.Grasps) == 0 {
			fmt.Fprintf(w, "%d\t%s\tnone\t-\t-\t-\t%s\n", o.ID, millimetres(o.Size), rejected)
		}
		for i, g := range o.Grasps {
			id, size := fmt.Sprint(o.ID), millimetres(o.Size)
			if i > 0 {
				id, size, rejected = "", "", ""
			}
			p := g.Pose.Position
			kind := string(g.Kind)
			if k := g.Known; k != nil {
				kind = fmt.Sprintf("%s, known, %d of %d", kind, k.Successes, k.Attempts)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%.0f\t%s\t%s\n", id, size, kind, g.Quality, 1e3*g.Width, metres([3]float64{p.X, p.Y, p.Z}), rejected)
		}
	}
	w.Flush() // a strings.Builder does not fail
	for _, o := range doc.Objects {
		if o.Name != "" {
			fmt.Fprintf(&b, "object %d is %s\n", o.ID, o.Name)
		}
		if o.Reason != "" {
			fmt.Fprintf(&b, "object %d: no grasp: %s\n", o.ID, o.Reason)
		}
		for _, y := range o.Why {
			which := string(y.Kind)
			if y.Known != nil {
				which = fmt.Sprintf("known grasp %d, %s,", y.Known.ID, y.Kind)
			}
			fmt.Fprintf(&b, "object %d: %s rejected, %s: %s\n", o.ID, which, y.Reason, y.Detail)
		}
	}
	return b.String()
}

func rejectedText(n map[grasp.Reason]int) string {
	var parts []string
	for r, k := range n {
		parts = append(parts, fmt.Sprintf("%d %s", k, r))
	}
	slices.Sort(parts)
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
