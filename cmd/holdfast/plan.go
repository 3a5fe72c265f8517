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
)

func newPlan() *cobra.Command {
	var sp scene.Params
	var gp grasp.Params
	var asJSON, why bool
	var top int
	var pictures string
	var hand grasp.Hand
	cmd := &cobra.Command{
		Use:   "plan CLOUD...",
		Short: "Plan grasps for every object on the table",
		Long: `Segment each cloud and plan grasps of every object for a parallel-jaw gripper, best first.

A grasp's pose is the gripper's in the cloud's frame: origin on the palm between the fingers, x the direction of
approach, y the direction in which the fingers close.`,
		Example: `  holdfast plan scene.pcd
  holdfast plan --top 3 --why scene.pcd`,
		Args: needClouds,
	}
	bindParams(cmd, param.Declare(&sp, &gp, &hand))
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a cloud, each on a line")
	cmd.Flags().BoolVar(&why, "why", false, "also list every rejected candidate with its reason")
	cmd.Flags().IntVar(&top, "top", 1, "grasps to show for each object; 0 for all")
	cmd.Flags().StringVar(&pictures, "picture", "", "draw the scene with the best grasps to this PNG `file` (a folder for several clouds)")
	cmd.Flags().Uint64Var(&sp.Seed, "seed", 1, "seed of the plane search")
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if top < 0 {
			return usageErrorf("--top %d: give 0 for all, or how many", top)
		}
		drawn, err := outputs("picture", pictures, ".png", files)
		if err != nil {
			return err
		}
		return eachCloud(cmd, files, asJSON, func(_ context.Context, file string, r *result) {
			seg, err := loadAndSegment(file, sp, r)
			if err != nil {
				r.err = err
				return
			}
			doc := &planDoc{sceneDoc: newSceneDoc(file, seg), Objects: []plannedDoc{}}
			planner, err := grasp.NewPlanner(seg, hand, gp)
			if err != nil {
				r.err = err
				return
			}
			var grippers []picture.Gripper
			for k := range seg.Objects {
				plan, err := planner.Plan(k)
				if err != nil {
					r.err = err
					return
				}
				if len(plan.Grasps) > 0 {
					g := &plan.Grasps[0]
					grippers = append(grippers, picture.Gripper{X_FG: g.X_FG, Opening: g.Opening, Length: hand.FingerLength})
				}
				doc.Objects = append(doc.Objects, newPlannedDoc(seg, plan, top, why))
			}
			if pictures != "" {
				if r.err = writePicture(drawn[file], seg, grippers); r.err != nil {
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
	Candidates int                  `json:"candidates"`
	Grasps     []graspDoc           `json:"grasps"`
	Rejected   map[grasp.Reason]int `json:"rejected"`
	Why        []rejectionDoc       `json:"why,omitempty"`
	Reason     string               `json:"reason,omitempty"` // where there is no grasp
}

type graspDoc struct {
	Pose    poseDoc    `json:"pose"`
	Kind    grasp.Kind `json:"kind"`
	Quality float64    `json:"quality"`
	Opening float64    `json:"opening"`
	Width   float64    `json:"width"`
}

type rejectionDoc struct {
	Pose   poseDoc      `json:"pose"`
	Kind   grasp.Kind   `json:"kind"`
	Reason grasp.Reason `json:"reason"`
	Detail string       `json:"detail"`
}

func newGraspDoc(g *grasp.Grasp) graspDoc {
	return graspDoc{Pose: newPoseDoc(g.X_FG), Kind: g.Kind, Quality: g.Quality, Opening: g.Opening, Width: g.Width}
}

func newPlannedDoc(seg *scene.Segmentation, plan *grasp.Plan, top int, why bool) plannedDoc {
	d := plannedDoc{
		objectDoc: newObjectDoc(seg, plan.Object), Candidates: len(plan.Grasps) + len(plan.Rejected),
		Grasps: []graspDoc{}, Rejected: map[grasp.Reason]int{}, Reason: plan.WhyNot(),
	}
	for i := range plan.Grasps {
		if top == 0 || i < top {
			d.Grasps = append(d.Grasps, newGraspDoc(&plan.Grasps[i]))
		}
	}
	for i := range plan.Rejected {
		r := &plan.Rejected[i]
		d.Rejected[r.Reason]++
		if why {
			d.Why = append(d.Why, rejectionDoc{newPoseDoc(r.Grasp.X_FG), r.Grasp.Kind, r.Reason, r.Detail()})
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
			fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%.0f\t%s\t%s\n", id, size, g.Kind, g.Quality, 1e3*g.Width, metres([3]float64{p.X, p.Y, p.Z}), rejected)
		}
	}
	w.Flush() // a strings.Builder does not fail
	for _, o := range doc.Objects {
		if o.Reason != "" {
			fmt.Fprintf(&b, "object %d: no grasp: %s\n", o.ID, o.Reason)
		}
		for _, y := range o.Why {
			fmt.Fprintf(&b, "object %d: %s rejected, %s: %s\n", o.ID, y.Kind, y.Reason, y.Detail)
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
