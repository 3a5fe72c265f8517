package recognize

import (
	"context"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// Database is a store in a grasp database. Models that have no cloud, as those of a household database, are passed over.
type Database struct{ DB *graspdb.DB }

// Version is not known: the database is asked each time.
func (d *Database) Version(context.Context) (string, error) { return "", nil }

// Models reads every model that has a cloud.
func (d *Database) Models(ctx context.Context) ([]recognize.Model, error) {
	var out []recognize.Model
	for m, err := range d.DB.Models(ctx, "") {
		if err != nil {
			return nil, err
		}
		if len(m.Cloud) == 0 {
			continue
		}
		r, err := stored(m.ID, m.ObjectName, m.Cloud)
		if err != nil {
			return nil, err
		}
		for i := range m.Grasps {
			g := &m.Grasps[i]
			r.Grasps = append(r.Grasps, recognize.Grasp{X: g.X_FG, Effector: g.HandFrame, Successes: int(g.Successes), Attempts: int(g.Attempts)})
		}
		out = append(out, r)
	}
	return out, nil
}

// Demonstrations reads every demonstration.
func (d *Database) Demonstrations(ctx context.Context) ([]recognize.Model, error) {
	var out []recognize.Model
	for m, err := range d.DB.Demonstrations(ctx, "") {
		if err != nil {
			return nil, err
		}
		r, err := stored(m.ID, m.ObjectName, m.Cloud)
		if err != nil {
			return nil, err
		}
		r.Grasps = []recognize.Grasp{{X: m.X_FG, Effector: m.HandFrame}}
		out = append(out, r)
	}
	return out, nil
}

// stored makes a model of a stored cloud.
func stored(id int64, name string, bytes []byte) (recognize.Model, error) {
	const op = "read stored cloud"
	if id < 1 || id > math.MaxUint32 {
		return recognize.Model{}, fault.New(op, name, fault.TooLarge, "its number %d does not fit into a message", id)
	}
	var pc sensor_msgs.PointCloud2
	if err := pc.DecodeROS(bytes); err != nil {
		return recognize.Model{}, fault.Wrap(op, name, err)
	}
	c := &cloud.Cloud{}
	if err := clouds.ToCloud(&pc, c); err != nil {
		return recognize.Model{}, fault.Wrap(op, name, err)
	}
	return recognize.Model{ID: uint32(id), Name: name, Cloud: c, Up: geom.UnitZ}, nil
}

// AddModel stores a model with its grasps.
func (d *Database) AddModel(ctx context.Context, m *recognize.Model) (uint32, error) {
	var pc sensor_msgs.PointCloud2
	if err := clouds.FromCloud(m.Cloud, &pc); err != nil {
		return 0, err
	}
	row := &graspdb.Model{ObjectName: m.Name, Cloud: pc.AppendROS(nil)}
	for _, g := range m.Grasps {
		row.Grasps = append(row.Grasps, graspdb.Grasp{Frame: m.Cloud.Frame, X_FG: g.X, HandFrame: g.Effector, Successes: int64(g.Successes), Attempts: int64(g.Attempts)})
	}
	if err := d.DB.AddModel(ctx, row); err != nil {
		return 0, err
	}
	if row.ID > math.MaxUint32 {
		return 0, fault.New("store model", m.Name, fault.TooLarge, "its number %d does not fit into a message", row.ID)
	}
	return uint32(row.ID), nil
}
