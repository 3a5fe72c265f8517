package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/colour"
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

	photos     *colour.Classifier // nil: pictures do not decide
	leastPhoto float64
	models     bool // there are some
}

func newRecognize() *cobra.Command {
	var f recognizeFlags
	var asJSON bool
	var dir, pictures, photos string
	var modelUp modelFlags
	cmd := &cobra.Command{
		Use:   "recognize CLOUD... --models DIR [--photos DIR]",
		Short: "Say which known object each object on the table is",
		Long: `Segment each cloud and compare every object with the models of a folder: RAIL model texts (.txt, with grasps) and clouds
(.pcd, .ply), each named after its object. An object that is none of them is said to be none of them.

--photos is a folder with one folder of PNG or JPEG crops an object. What an object's picture looks like narrows the models it is
compared with to those of that name; a picture that looks like nothing known narrows nothing. Without --models the picture alone
decides, and there is neither pose nor grasp.

Confidence is the probability, by the fit of shape and colour, that the object is an instance of the model; with --compat it is
the error of rail_recognition instead, 0 the best. Grasps of the model are carried over, best first, in the cloud's frame.`,
		Example: `  holdfast recognize scene.pcd --models models
  holdfast recognize scene.pcd --models models --why            what spoke against each model
  holdfast recognize scene.pcd --models models --photos photos
  holdfast recognize mug.pcd --whole --models models            the cloud is one object, not a scene
  holdfast recognize *.pcd --models models --json | jq '.objects[].name'`,
		Args: needClouds,
	}
	bindParams(cmd, param.Declare(&f.scene, &f.params, &modelUp))
	f.in.bind(cmd)
	cmd.Flags().StringVar(&dir, "models", "", "the `folder` that holds the models")
	cmd.Flags().StringVar(&photos, "photos", "", "the `folder` that holds pictures, one folder of PNG or JPEG crops an object")
	cmd.Flags().Float64Var(&f.leastPhoto, "photo-confidence", 0.5, "a picture counts from this confidence on")
	cmd.Flags().StringSliceVar(&f.names, "name", nil, "compare only with models of this `name`; may be given several times")
	cmd.Flags().BoolVar(&f.whole, "whole", false, "take each cloud as one object and do not segment it")
	cmd.Flags().BoolVar(&f.why, "why", false, "also list every model with its fit, or why it was not taken")
	cmd.Flags().StringVar(&pictures, "picture", "", "draw the scene with the names of its objects to this PNG `file` (a folder for several clouds)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a cloud, each on a line")
	cmd.Flags().Uint64Var(&f.scene.Seed, "seed", 1, "seed of the plane search")
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		if dir == "" && photos == "" {
			return usageErrorf("compare with which models? give their folder, as: %s %s --models models", cmd.CommandPath(), files[0])
		}
		if f.whole && photos != "" {
			return usageErrorf("--photos looks at the picture of an object in its scene, and --whole has none; leave out one of them")
		}
		if !(f.leastPhoto >= 0 && f.leastPhoto <= 1) {
			return usageErrorf("--photo-confidence %g: give 0 to 1", f.leastPhoto)
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
		var models []recognize.Model
		if dir != "" {
			f.models = true
			if models, err = recognize.LoadModels(dir, modelUp.up); err != nil {
				return err
			}
		}
		if photos != "" {
			if f.photos, err = trainPhotos(photos); err != nil {
				return err
			}
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
	if !f.models {
		known = f.photos.Classes()
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
	Photo      *photoDoc       `json:"photo,omitempty"`  // what its picture looks most like
	Reason     string          `json:"reason,omitempty"` // where it was not recognised
	Why        []candidateDoc  `json:"why,omitempty"`
}

type photoDoc struct {
	Name       string  `json:"name"`
	Confidence float64 `json:"confidence"`
	names      []string
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

func trainPhotos(dir string) (*colour.Classifier, error) {
	samples, err := colour.LoadSamples(dir)
	if err != nil {
		return nil, err
	}
	return colour.Train(samples)
}

// photo says what an object's picture looks like, or nothing where there is no picture.
func (f *recognizeFlags) photo(seg *scene.Segmentation, i int) (*photoDoc, error) {
	img := scene.Crop(seg.Cloud, seg.Objects[i].Indices, false)
	if f.photos == nil || img.Bounds().Empty() {
		return nil, nil
	}
	list, err := f.photos.Classify(img)
	if err != nil {
		return nil, err
	}
	d := &photoDoc{Name: list[0].Class, Confidence: list[0].Confidence}
	for _, g := range list {
		if g.Confidence >= f.leastPhoto {
			d.names = append(d.names, g.Class)
		}
	}
	return d, nil
}

// byPhoto recognises an object by its picture alone.
func (f *recognizeFlags) byPhoto(o *recognizedDoc) {
	p := o.Photo
	switch {
	case p == nil:
		o.Reason = "the cloud has no picture of it: pictures come from organised clouds with colour"
	case p.Confidence < f.leastPhoto:
		o.Reason = fmt.Sprintf("its picture looks most like %s, with a confidence of %.2f; %.2f is needed", p.Name, p.Confidence, f.leastPhoto)
	case len(f.names) > 0 && !slices.ContainsFunc(f.names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(n), p.Name) }):
		o.Reason = "its picture looks like " + p.Name
	default:
		o.Recognized, o.Name, o.Confidence = true, p.Name, &p.Confidence
	}
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
		looks, err := f.photo(seg, i)
		if err != nil {
			return nil, fault.Wrap("", file, err)
		}
		var d recognizedDoc
		if f.models {
			if o.Names = f.names; len(f.names) == 0 && looks != nil {
				o.Names = looks.names
			}
			if d, err = f.object(r, o); err != nil {
				return nil, fault.Wrap("", file, err)
			}
			if !d.Recognized && len(f.names) == 0 && len(o.Names) > 0 {
				d.Reason += fmt.Sprintf(" (its picture looks like %s)", strings.Join(o.Names, " or "))
			}
			d.Photo = looks
		} else {
			d = recognizedDoc{Points: len(seg.Objects[i].Indices), Photo: looks}
			f.byPhoto(&d)
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
