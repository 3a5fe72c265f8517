package graspdb

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// FormatVersion is written into every JSON export.
const FormatVersion = 1

// ExportJSON writes everything as one JSON object: lists of demonstrations, models with grasps, and attempts. Lengths are
// metres, forces newtons, poses [x, y, z, qx, qy, qz, qw], times RFC 3339 in UTC, clouds and images base64 unless blobs is false.
func (db *DB) ExportJSON(ctx context.Context, w io.Writer, blobs bool) error {
	const op = "export"
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	put := func(s string) { _, _ = out.WriteString(s) } // a failed write stays with the writer and shows in Flush
	put(fmt.Sprintf("{\"format\": \"holdfast graspdb\", \"version\": %d,\n\"demonstrations\": [", FormatVersion))
	sep := "\n"
	for d, err := range db.Demonstrations(ctx, "") {
		if err != nil {
			return err
		}
		v := jsonDemonstration{d.ID, d.ObjectName, d.Frame, pose7(d.X_FG), d.HandFrame, d.Cloud, d.Image, d.Created, d.Source}
		if !blobs {
			v.Cloud, v.Image = nil, nil
		}
		put(sep)
		if err := enc.Encode(v); err != nil {
			return fault.New(op, db.name, fault.Other, "%w", err)
		}
		sep = ","
	}
	put("],\n\"models\": [")
	sep = "\n"
	for m, err := range db.Models(ctx, "") {
		if err != nil {
			return err
		}
		v := jsonModel{ID: m.ID, ObjectName: m.ObjectName, Cloud: m.Cloud, Vertices: make([][3]float64, len(m.Mesh.Vertices)), Triangles: m.Mesh.Triangles,
			Created: m.Created, Source: m.Source, ScaledModelID: m.ScaledModelID, Scale: m.Scale, RecognitionKey: m.RecognitionKey, Maker: m.Maker,
			Description: m.Description, Tags: m.Tags, Grasps: make([]jsonGrasp, len(m.Grasps))}
		for i, p := range m.Mesh.Vertices {
			v.Vertices[i] = [3]float64{p.X, p.Y, p.Z}
		}
		if !blobs {
			v.Cloud, v.Vertices, v.Triangles = nil, nil, nil
		}
		for i := range m.Grasps {
			g := &m.Grasps[i]
			v.Grasps[i] = jsonGrasp{g.ID, g.Frame, pose7(g.X_FG), g.HandFrame, g.Hand, g.Successes, g.Attempts, g.Created, g.Source, g.PregraspJoints,
				g.GraspJoints, g.Quality, g.Representative}
		}
		put(sep)
		if err := enc.Encode(v); err != nil {
			return fault.New(op, db.name, fault.Other, "%w", err)
		}
		sep = ","
	}
	put("],\n\"attempts\": [")
	sep = "\n"
	for a, err := range db.Attempts(ctx, "") {
		if err != nil {
			return err
		}
		put(sep)
		if err := enc.Encode(jsonAttempt{a.ID, a.GraspID, a.ObjectName, a.Robot, a.Scene, a.Hand, a.Frame, pose7(a.X_FG), a.Predicted, a.Started,
			a.Duration.Seconds(), a.GripForce, a.MaxForce, a.Slip, a.Phases, a.Outcome, a.Cause}); err != nil {
			return fault.New(op, db.name, fault.Other, "%w", err)
		}
		sep = ","
	}
	put("]}\n")
	if err := out.Flush(); err != nil {
		return fault.New(op, db.name, fault.Other, "%w", err)
	}
	return nil
}

type jsonDemonstration struct {
	ID         int64      `json:"id"`
	ObjectName string     `json:"object_name"`
	Frame      string     `json:"frame"`
	Pose       [7]float64 `json:"pose"`
	HandFrame  string     `json:"hand_frame"`
	Cloud      []byte     `json:"cloud,omitempty"`
	Image      []byte     `json:"image,omitempty"`
	Created    time.Time  `json:"created"`
	Source     string     `json:"source,omitempty"`
}

type jsonModel struct {
	ID             int64        `json:"id"`
	ObjectName     string       `json:"object_name"`
	Cloud          []byte       `json:"cloud,omitempty"`
	Vertices       [][3]float64 `json:"vertices,omitempty"`
	Triangles      [][3]int32   `json:"triangles,omitempty"`
	Created        time.Time    `json:"created"`
	Source         string       `json:"source,omitempty"`
	ScaledModelID  int64        `json:"scaled_model_id,omitempty"`
	Scale          float64      `json:"scale,omitempty"`
	RecognitionKey string       `json:"recognition_key,omitempty"`
	Maker          string       `json:"maker,omitempty"`
	Description    string       `json:"description,omitempty"`
	Tags           []string     `json:"tags,omitempty"`
	Grasps         []jsonGrasp  `json:"grasps"`
}

type jsonGrasp struct {
	ID             int64      `json:"id"`
	Frame          string     `json:"frame"`
	Pose           [7]float64 `json:"pose"`
	HandFrame      string     `json:"hand_frame"`
	Hand           string     `json:"hand,omitempty"`
	Successes      int64      `json:"successes"`
	Attempts       int64      `json:"attempts"`
	Created        time.Time  `json:"created"`
	Source         string     `json:"source,omitempty"`
	PregraspJoints []float64  `json:"pregrasp_joints,omitempty"`
	GraspJoints    []float64  `json:"grasp_joints,omitempty"`
	Quality        float64    `json:"quality,omitempty"`
	Representative bool       `json:"representative,omitempty"`
}

type jsonAttempt struct {
	ID         int64      `json:"id"`
	GraspID    int64      `json:"grasp_id,omitempty"`
	ObjectName string     `json:"object_name"`
	Robot      string     `json:"robot"`
	Scene      string     `json:"scene"`
	Hand       string     `json:"hand"`
	Frame      string     `json:"frame"`
	Pose       [7]float64 `json:"pose"`
	Predicted  float64    `json:"predicted"`
	Started    time.Time  `json:"started"`
	Duration   float64    `json:"duration_s"`
	GripForce  float64    `json:"grip_force_n"`
	MaxForce   float64    `json:"max_force_n"`
	Slip       float64    `json:"slip_m"`
	Phases     []Phase    `json:"phases"`
	Outcome    Outcome    `json:"outcome"`
	Cause      string     `json:"cause"`
}

// ExportAttemptsCSV writes one line an attempt under a line of names with units.
func (db *DB) ExportAttemptsCSV(ctx context.Context, w io.Writer) error {
	const op = "export attempts"
	out := csv.NewWriter(w)
	row := []string{"id", "grasp_id", "object_name", "robot", "scene", "hand", "frame", "x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "predicted",
		"started", "duration_s", "grip_force_n", "max_force_n", "slip_m", "outcome", "cause"}
	if err := out.Write(row); err != nil {
		return fault.New(op, db.name, fault.Other, "%w", err)
	}
	f := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for a, err := range db.Attempts(ctx, "") {
		if err != nil {
			return err
		}
		row = append(row[:0], strconv.FormatInt(a.ID, 10), strconv.FormatInt(a.GraspID, 10), a.ObjectName, a.Robot, a.Scene, a.Hand, a.Frame)
		for _, v := range pose7(a.X_FG) {
			row = append(row, f(v))
		}
		row = append(row, f(a.Predicted), a.Started.Format(time.RFC3339Nano), f(a.Duration.Seconds()), f(a.GripForce), f(a.MaxForce), f(a.Slip),
			string(a.Outcome), a.Cause)
		if err := out.Write(row); err != nil {
			return fault.New(op, db.name, fault.Other, "%w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fault.New(op, db.name, fault.Other, "%w", err)
	}
	return nil
}
