package graspdb

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"iter"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// AddModel stores m with its grasps, all or nothing, and sets IDs and unset times.
func (db *DB) AddModel(ctx context.Context, m *Model) error {
	const op = "add model"
	if key(m.ObjectName) == "" {
		return fault.New(op, db.name, fault.Invalid, "the object has no name")
	}
	for _, s := range append([]string{m.ObjectName, m.Source, m.RecognitionKey, m.Maker, m.Description}, m.Tags...) {
		if err := text(op, db.name, s); err != nil {
			return err
		}
	}
	if err := finite(op, "scale of "+m.ObjectName, m.Scale); err != nil {
		return err
	}
	if err := m.Mesh.check(op, m.ObjectName); err != nil {
		return err
	}
	for i := range m.Grasps {
		if g := &m.Grasps[i]; g.ModelID != 0 && g.ModelID != m.ID {
			return fault.New(op, db.name, fault.Conflict, "grasp %d of %s belongs to model %d", i, m.ObjectName, g.ModelID)
		}
	}
	stamp(&m.Created)
	tags, err := json.Marshal(m.Tags)
	if err != nil {
		return fault.New(op, db.name, fault.Internal, "%w", err)
	}
	var id int64
	ids := make([]int64, len(m.Grasps))
	err = db.transact(ctx, op, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, db.sql(`INSERT INTO models
			(object_name, cloud, vertices, triangles, created, source, scaled_model_id, scale, recognition_key, maker, description, tags)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`),
			key(m.ObjectName), m.Cloud, m.Mesh.vertexBytes(), m.Mesh.triangleBytes(), micros(m.Created), source(m.Source),
			m.ScaledModelID, m.Scale, m.RecognitionKey, m.Maker, m.Description, string(tags)).Scan(&id)
		if err != nil {
			return err
		}
		for i := range m.Grasps {
			if ids[i], err = db.insertGrasp(ctx, tx, id, &m.Grasps[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.ID = id
	for i := range m.Grasps {
		m.Grasps[i].ID, m.Grasps[i].ModelID = ids[i], id
	}
	return nil
}

const selectModel = `SELECT id, object_name, cloud, vertices, triangles, created, source, scaled_model_id, scale, recognition_key, maker, description, tags FROM models`

// Model returns the one with that id and its grasps; NotFound if there is none.
func (db *DB) Model(ctx context.Context, id int64) (*Model, error) {
	return db.oneModel(ctx, id, "id", id)
}

// ModelByKey returns the model that a recogniser knows by that name; NotFound if there is none.
func (db *DB) ModelByKey(ctx context.Context, recognition string) (*Model, error) {
	m, err := scanModel(db.read.QueryRowContext(ctx, db.sql(selectModel+" WHERE recognition_key = ? ORDER BY id LIMIT 1"), recognition))
	if err == sql.ErrNoRows {
		return nil, fault.New("load model", db.name, fault.NotFound, "no model has the recognition key %q", recognition)
	}
	return db.withGrasps(ctx, m, err)
}

// ScaledModel returns the model that a household database numbers so; NotFound if there is none.
func (db *DB) ScaledModel(ctx context.Context, scaled int64) (*Model, error) {
	return db.oneModel(ctx, scaled, "scaled_model_id", scaled)
}

func (db *DB) oneModel(ctx context.Context, id int64, column string, arg any) (*Model, error) {
	m, err := scanModel(db.read.QueryRowContext(ctx, db.sql(selectModel+" WHERE "+column+" = ? ORDER BY id LIMIT 1"), arg))
	if err == sql.ErrNoRows {
		return nil, db.missing("load model", id, err)
	}
	return db.withGrasps(ctx, m, err)
}

func (db *DB) withGrasps(ctx context.Context, m *Model, err error) (*Model, error) {
	if err != nil {
		return nil, db.wrap("load model", err)
	}
	m.Grasps, err = db.GraspsOf(ctx, m.ID)
	return m, err
}

// Models yields those of an object with their grasps in the order of their ids, all of them if the name is empty. A failure
// is yielded last.
func (db *DB) Models(ctx context.Context, object string) iter.Seq2[*Model, error] {
	return func(yield func(*Model, error) bool) {
		for m, err := range list(ctx, db, "load models", selectModel, "models", object, scanModel) {
			if err == nil {
				m, err = db.withGrasps(ctx, m, nil)
			}
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// ModelNames returns the names of the objects that have a model, sorted.
func (db *DB) ModelNames(ctx context.Context) ([]string, error) { return db.names(ctx, "models") }

// DeleteModel removes a model and its grasps; the attempts stay. NotFound if there is none.
func (db *DB) DeleteModel(ctx context.Context, id int64) error { return db.delete(ctx, "models", id) }

func scanModel(r row) (*Model, error) {
	const op = "load model"
	var m Model
	var vertices, triangles []byte
	var created int64
	var src sql.NullString
	var tags string
	if err := r.Scan(&m.ID, &m.ObjectName, &m.Cloud, &vertices, &triangles, &created, &src, &m.ScaledModelID, &m.Scale, &m.RecognitionKey,
		&m.Maker, &m.Description, &tags); err != nil {
		return nil, err
	}
	m.Created, m.Source = fromMicros(created), src.String
	if err := json.Unmarshal([]byte(tags), &m.Tags); err != nil {
		return nil, fault.New(op, m.ObjectName, fault.Invalid, "its tags are not a list: %w", err)
	}
	var err error
	m.Mesh, err = meshOf(op, m.ObjectName, vertices, triangles)
	return &m, err
}

func (s *Mesh) check(op, name string) error {
	for i, v := range s.Vertices {
		if !geom.IsFinite(v) {
			return fault.New(op, name, fault.Invalid, "vertex %d is not finite", i)
		}
	}
	for i, t := range s.Triangles {
		for _, v := range t {
			if v < 0 || int(v) >= len(s.Vertices) {
				return fault.New(op, name, fault.Invalid, "triangle %d names vertex %d of %d", i, v, len(s.Vertices))
			}
		}
	}
	return nil
}

// vertexBytes is x, y, z as 64-bit floats, little endian, the form of the household database.
func (s *Mesh) vertexBytes() []byte {
	var b []byte
	for _, v := range s.Vertices {
		for _, c := range [3]float64{v.X, v.Y, v.Z} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c))
		}
	}
	return b
}

// triangleBytes is three 32-bit indices a triangle, little endian.
func (s *Mesh) triangleBytes() []byte {
	var b []byte
	for _, t := range s.Triangles {
		for _, v := range t {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	return b
}

func meshOf(op, name string, vertices, triangles []byte) (Mesh, error) {
	var s Mesh
	if len(vertices)%24 != 0 || len(triangles)%12 != 0 {
		return s, fault.New(op, name, fault.Truncated, "its mesh has %d bytes of vertices (24 each) and %d of triangles (12 each)", len(vertices), len(triangles))
	}
	for ; len(vertices) > 0; vertices = vertices[24:] {
		f := func(k int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(vertices[8*k:])) }
		s.Vertices = append(s.Vertices, geom.V(f(0), f(1), f(2)))
	}
	for ; len(triangles) > 0; triangles = triangles[12:] {
		i := func(k int) int32 { return int32(binary.LittleEndian.Uint32(triangles[4*k:])) }
		s.Triangles = append(s.Triangles, [3]int32{i(0), i(1), i(2)})
	}
	return s, s.check(op, name)
}
