package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// recognizeFlags are the settings of the verb that are not parameters of a stage.
type recognizeFlags struct {
	scene  scene.Params
	params recognize.Params
	in     cloudFlags
	names  []string
	whole  bool
	why    bool
}

func newRecognize() *cobra.Command {
	var f recognizeFlags
	var asJSON bool
	var dir, pictures string
	var modelUp modelFlags
	cmd := &cobra.Command{
		Use:   "recognize CLOUD... --models DIR",
		Short: "Say which known object each object on the table is",
		Long: `Segment each cloud and compare every object with the models of a folder: RAIL model texts (.txt, with grasps) and clouds
(.pcd, .ply), each named after its object. An object that is none of them is said to be none of them.

Confidence is the probability, by the fit of shape and colour, that the object is an instance of the model; with --compat it is
the error of rail_recognition instead, 0 the best. Grasps of the model are carried over, best first, in the cloud's frame.`,
		Example: `  holdfast recognize scene.pcd --models models
  holdfast recognize scene.pcd --models models --why            what spoke against each model
  holdfast recognize mug.pcd --whole --models models            the cloud is one object, not a scene
  holdfast recognize *.pcd --models models --json | jq '.objects[].name'`,
		Args: needClouds,
	}
	bindParams(cmd, param.Declare(&f.scene, &f.params, &modelUp))
	f.in.bind(cmd)
	cmd.Flags().StringVar(&dir, "models", "", "the `folder` that holds the models (required)")
	cmd.Flags().StringSliceVar(&f.names, "name", nil, "compare only with models of this `name`; may be given several times")
	cmd.Flags().BoolVar(&f.whole, "whole", false, "take each cloud as one object and do not segment it")
	cmd.Flags().BoolVar(&f.why, "why", false, "also list every model with its fit, or why it was not taken")
	cmd.Flags().StringVar(&pictures, "picture", "", "draw the scene with the names of its objects to this PNG `file` (a folder for several clouds)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a cloud, each on a line")
	cmd.Flags().Uint64Var(&f.scene.Seed, "seed", 1, "seed of the plane search")
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if dir == "" {
			return usageErrorf("compare with which models? give their folder, as: %s %s --models models", cmd.CommandPath(), files[0])
		}
		if f.whole && pictures != "" {
			return usageErrorf("--picture draws a segmented scene, and --whole has none; leave out one of them")
		}
		if err := f.in.check(cmd, files); err != nil {
			return err
		}
		drawn, err := outputs("picture", pictures, ".png", files)
		if err != nil {
			return err
		}
		models, err := recognize.LoadModels(dir, modelUp.up)
		if err != nil {
			return err
		}
		if err := f.checkNames(models); err != nil {
			return err
		}
		r, err := recognize.New(models, f.params)
		if err != nil {
			return err
		}
		return eachCloud(cmd, files, asJSON, func(_ context.Context, file string, out *result) {
			doc, err := f.recognize(file, drawn[file], r, out)
			if err != nil {
				out.err = err
				return
			}
			out.doc, out.text = doc, recognizeText(doc, f.params.Compat != "")
		})
	}
	return cmd
}

// modelFlags says how clouds of models stand.
type modelFlags struct{ up geom.Vec }

// Declare lists the parameter.
func (m *modelFlags) Declare(s *param.Set) {
	s.Vec(&m.up, "model_up", geom.Vec{}, "", "direction of up in .pcd and .ply models, as 0,0,1; 0,0,0 compares them lying on any side")
}

// checkNames refuses names that no model has.
func (f *recognizeFlags) checkNames(models []recognize.Model) error {
	var known []string
	for i := range models {
		known = append(known, models[i].Name)
	}
	for _, n := range f.names {
		found := false
		for _, k := range known {
			found = found || strings.EqualFold(k, strings.TrimSpace(n))
		}
		if !found {
			hint := "there are " + strings.Join(known[:min(len(known), 20)], ", ")
			if near := param.Nearest(strings.ToUpper(n), known); near != "" {
				hint = "did you mean " + near + "?"
			}
			return usageErrorf("--name %s: no model has this name; %s", n, hint)
		}
	}
	return nil
}

type recognizeDoc struct {
	File    string          `json:"file"`
	Frame   string          `json:"frame,omitempty"`
	Table   *tableDoc       `json:"table,omitempty"`
	Objects []recognizedDoc `json:"objects"`
}

type recognizedDoc struct {
	ID         int             `json:"id"` // from 1
	Points     int             `json:"points"`
	Centroid   [3]float64      `json:"centroid"`
	Recognized bool            `json:"recognized"`
	Name       string          `json:"name,omitempty"`
	ModelID    uint32          `json:"model_id,omitempty"`
	Confidence *float64        `json:"confidence,omitempty"` // absent where compat scoring gives an infinite error
	Pose       *poseDoc        `json:"pose,omitempty"`       // of the model's frame
	Grasps     []knownGraspDoc `json:"grasps,omitempty"`
	Reason     string          `json:"reason,omitempty"` // where it was not recognised
	Why        []candidateDoc  `json:"why,omitempty"`
}

type knownGraspDoc struct {
	Pose      poseDoc `json:"pose"`
	Effector  string  `json:"eef_frame_id,omitempty"`
	Successes int     `json:"successes"`
	Attempts  int     `json:"attempts"`
}

type candidateDoc struct {
	Name       string           `json:"name"`
	Confidence *float64         `json:"confidence,omitempty"`
	Rejected   recognize.Reason `json:"rejected,omitempty"`
	Detail     string           `json:"detail"`
}

// recognize segments a cloud and recognises its objects; drawing is where the picture goes, empty for nowhere.
func (f *recognizeFlags) recognize(file, drawing string, r *recognize.Recognizer, out *result) (*recognizeDoc, error) {
	doc := &recognizeDoc{File: file, Objects: []recognizedDoc{}}
	if f.whole {
		c, err := f.in.load(file, out)
		if err != nil {
			return nil, err
		}
		doc.Frame = c.Frame
		d, err := f.object(r, recognize.Object{Cloud: c, Up: f.scene.Up, Names: f.names})
		if err != nil {
			return nil, fault.Wrap("", file, err)
		}
		doc.Objects = append(doc.Objects, d)
		return doc, nil
	}
	seg, err := f.in.segment(file, f.scene, out)
	if err != nil {
		return nil, err
	}
	sd := newSceneDoc(out, seg)
	doc.Frame, doc.Table = sd.Frame, &sd.Table
	for i := range seg.Objects {
		o, err := recognize.ObjectOf(seg, i)
		if err != nil {
			return nil, fault.Wrap("", file, err)
		}
		o.Names = f.names
		d, err := f.object(r, o)
		if err != nil {
			return nil, fault.Wrap("", file, err)
		}
		d.ID, d.Centroid = i+1, triple(seg.Objects[i].Centroid)
		doc.Objects = append(doc.Objects, d)
	}
	if drawing != "" {
		var names []string
		for _, o := range doc.Objects {
			names = append(names, o.Name)
		}
		if err := writePicture(drawing, seg, nil, names...); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

func (f *recognizeFlags) object(r *recognize.Recognizer, o recognize.Object) (recognizedDoc, error) {
	res, err := r.Recognize(o)
	if err != nil {
		return recognizedDoc{}, err
	}
	m := geom.NewMoments(geom.Vec{})
	for i := range o.Cloud.X {
		if o.Cloud.Valid(i) {
			m.Add(o.Cloud.At(i))
		}
	}
	d := recognizedDoc{
		ID: 1, Points: m.N(), Centroid: triple(m.Mean()), Recognized: res.Recognised, Name: res.Name, ModelID: res.ID,
		Confidence: finiteOrNil(res.Confidence), Reason: r.WhyNot(res),
	}
	if res.Recognised {
		pose := newPoseDoc(res.X_FM)
		d.Pose = &pose
	}
	for _, g := range res.Grasps {
		d.Grasps = append(d.Grasps, knownGraspDoc{newPoseDoc(g.X), g.Effector, g.Successes, g.Attempts})
	}
	if f.why {
		for _, c := range res.Candidates {
			w := candidateDoc{Name: r.Models()[c.Model].Name, Rejected: c.Rejected, Detail: c.Detail}
			if c.Rejected != recognize.Size && c.Rejected != recognize.OffColour {
				w.Confidence = finiteOrNil(c.Confidence)
			}
			d.Why = append(d.Why, w)
		}
	}
	return d, nil
}

func finiteOrNil(f float64) *float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil
	}
	return &f
}

func recognizeText(doc *recognizeDoc, isError bool) string {
	var b strings.Builder
	known := 0
	for _, o := range doc.Objects {
		if o.Recognized {
			known++
		}
	}
	fmt.Fprintf(&b, "%s: %s, %d recognised\n", doc.File, count(len(doc.Objects), "object"), known)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	score := "confidence"
	if isError {
		score = "error"
	}
	fmt.Fprintf(w, "id\tpoints\tcentroid m\tname\t%s\tgrasps\t\n", score)
	for _, o := range doc.Objects {
		name := o.Name
		if !o.Recognized {
			name = "-"
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%s\t%d\t%s\n", o.ID, o.Points, metres(o.Centroid), name, confidenceText(o.Confidence), len(o.Grasps), o.Reason)
		for _, c := range o.Why {
			verdict := string(c.Rejected)
			if verdict == "" {
				verdict = "taken"
			}
			fmt.Fprintf(w, "\t\t\t  %s\t%s\t\t%s: %s\n", c.Name, confidenceText(c.Confidence), verdict, c.Detail)
		}
	}
	w.Flush() // a strings.Builder does not fail
	return b.String()
}

func confidenceText(c *float64) string {
	if c == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *c)
}
