package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
)

func newSegment() *cobra.Command {
	var p scene.Params
	var in cloudFlags
	var asJSON, evaluate bool
	var labels, pictures, crops string
	var first uint32
	cmd := &cobra.Command{
		Use:   "segment CLOUD...",
		Short: "Find the table and the objects on it",
		Long: `Find the table of each cloud (organised or not, metres) and the objects that stand on it. A cloud is a PCD or PLY file, a depth
image (PNG of 16 bits) with its --camera, or a message of a recording (rosbag, MCAP).

One row an object: centroid in the cloud's frame and size, both in metres. Size is length, width and height of the
least upright box, down to the table.`,
		Example: `  holdfast segment scene.pcd
  holdfast segment --labels labelled.pcd scene.pcd    the same cloud with a label field: 0 nothing, 1 table, 2... objects
  holdfast segment --json *.pcd | jq .objects[].size
  holdfast segment --topic /camera/depth/points --at 12.5 run.bag
  holdfast segment --camera 525,525,319.5,239.5 --colour rgb.png depth.png
  holdfast segment --evaluate labelled.pcd            how well the objects agree with the file's label field`,
		Args: needClouds,
	}
	bindParams(cmd, param.Declare(&p))
	in.bind(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a cloud, each on a line")
	cmd.Flags().StringVar(&labels, "labels", "", "write the cloud with a label field to this `file` (a folder for several clouds)")
	cmd.Flags().StringVar(&pictures, "picture", "", "draw the scene with numbered objects to this PNG `file` (a folder for several clouds)")
	cmd.Flags().StringVar(&crops, "crops", "", "write each object's part of the camera's picture to this `folder`, as <cloud>_<id>.png: pictures for recognize --photos")
	cmd.Flags().BoolVar(&evaluate, "evaluate", false, "compare the objects with the label field of the cloud: overlap, over- and under-segmentation")
	cmd.Flags().Uint32Var(&first, "objects-from", 0, "with --evaluate: true labels from this `label` on are parts of objects; 0 for 20 where no label is from 10 to 19, else 2")
	cmd.Flags().Uint64Var(&p.Seed, "seed", 1, "seed of the plane search")
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if err := in.check(cmd, files); err != nil {
			return err
		}
		labelled, err := outputs("labels", labels, ".pcd", files)
		if err != nil {
			return err
		}
		drawn, err := outputs("picture", pictures, ".png", files)
		if err != nil {
			return err
		}
		if err := apart(labelled, drawn); err != nil {
			return err
		}
		var scores scoreSum
		err = eachCloud(cmd, files, asJSON, func(_ context.Context, file string, r *result) {
			seg, err := in.segment(file, p, r)
			var score *scene.Score
			if err == nil && evaluate {
				score, err = evaluateLabels(seg, first)
			}
			if err == nil && labels != "" {
				err = writeLabels(labelled[file], seg)
			}
			if err == nil && pictures != "" {
				err = writePicture(drawn[file], seg, nil)
			}
			if err == nil && crops != "" {
				err = writeCrops(crops, file, seg)
			}
			if err != nil {
				r.err = err
				return
			}
			doc := newSceneDoc(r, seg)
			r.doc, r.text = doc, segmentText(doc)
			if score != nil {
				scores.add(score)
				doc.Evaluation = newScoreDoc(score)
				r.text += scoreText(doc.Evaluation)
			}
		})
		if err == nil && !asJSON && len(files) > 1 {
			scores.print(cmd.OutOrStdout())
		}
		return err
	}
	return cmd
}

// sceneDoc is the JSON document of a segmented cloud. Lengths in metres, in the cloud's frame.
type sceneDoc struct {
	File    string      `json:"file"`
	Topic   string      `json:"topic,omitempty"` // of a recording
	Stamp   string      `json:"stamp,omitempty"` // and the time in the message's header, seconds since 1970
	Frame   string      `json:"frame,omitempty"`
	Points  int         `json:"points"`
	Valid   int         `json:"valid"`
	Table   tableDoc    `json:"table"`
	Objects []objectDoc `json:"objects"`

	Evaluation *scoreDoc `json:"evaluation,omitempty"`
}

type tableDoc struct {
	Normal [3]float64 `json:"normal"` // unit, up
	Center [3]float64 `json:"center"`
	Points int        `json:"points"`
	Noise  float64    `json:"noise"` // standard deviation of the table's points from the plane
}

type objectDoc struct {
	ID       int        `json:"id"` // from 1; its label in --labels is ID + 1
	Points   int        `json:"points"`
	Centroid [3]float64 `json:"centroid"`
	Size     [3]float64 `json:"size"` // length, width, height
	Pose     poseDoc    `json:"pose"` // of the box
	Colour   string     `json:"colour,omitempty"`
}

// poseDoc has the shape of geometry_msgs/Pose.
type poseDoc struct {
	Position    vecDoc  `json:"position"`
	Orientation quatDoc `json:"orientation"`
}

type vecDoc struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

type quatDoc struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
	W float64 `json:"w"`
}

func newPoseDoc(x geom.Pose) poseDoc {
	return poseDoc{vecDoc{x.P.X, x.P.Y, x.P.Z}, quatDoc{x.R.X, x.R.Y, x.R.Z, x.R.W}}
}

func triple(v geom.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func newSceneDoc(r *result, seg *scene.Segmentation) *sceneDoc {
	doc := &sceneDoc{
		File: r.file, Topic: r.source.Topic, Frame: seg.Cloud.Frame, Points: seg.Cloud.Len(), Valid: seg.Cloud.ValidCount(),
		Table: tableDoc{
			Normal: triple(seg.Table.Plane().Normal), Center: triple(seg.Table.X_FT.P),
			Points: seg.Table.Points, Noise: seg.Table.Noise,
		},
		Objects: []objectDoc{},
	}
	if r.source.Topic != "" {
		doc.Stamp = r.source.Stamp.String()
	}
	for i := range seg.Objects {
		doc.Objects = append(doc.Objects, newObjectDoc(seg, i))
	}
	return doc
}

func newObjectDoc(seg *scene.Segmentation, i int) objectDoc {
	o := &seg.Objects[i]
	d := objectDoc{ID: i + 1, Points: len(o.Indices), Centroid: triple(o.Centroid), Size: triple(o.Size), Pose: newPoseDoc(o.X_FO)}
	if seg.Cloud.RGB != nil {
		d.Colour = fmt.Sprintf("#%06x", o.MeanColour)
	}
	return d
}

func segmentText(doc *sceneDoc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", doc.File, sceneLine(doc))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "id\tpoints\tcentroid m\tsize mm\t colour\t")
	for _, o := range doc.Objects {
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t %s\t\n", o.ID, o.Points, metres(o.Centroid), millimetres(o.Size), o.Colour)
	}
	w.Flush() // a strings.Builder does not fail
	return b.String()
}

func sceneLine(doc *sceneDoc) string {
	return fmt.Sprintf("%s on a table of %d points (noise %.1f mm)", count(len(doc.Objects), "object"), doc.Table.Points, 1e3*doc.Table.Noise)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func metres(v [3]float64) string { return fmt.Sprintf("%.3f %.3f %.3f", v[0], v[1], v[2]) }

func millimetres(v [3]float64) string {
	return fmt.Sprintf("%.0f x %.0f x %.0f", 1e3*v[0], 1e3*v[1], 1e3*v[2])
}
