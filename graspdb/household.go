package graspdb

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
)

// ImportHousehold copies the models, meshes and grasps of a PostgreSQL database with the schema of household_objects. One
// model is made for each scaled model, and keeps its number. Running it again brings only what is new. The source is only
// read. Columns that older dumps lack count as unset.
func (db *DB) ImportHousehold(ctx context.Context, from string) (Imported, error) {
	const op = "import household objects"
	var n Imported
	src, err := openSource(ctx, op, from, "original_model", "scaled_model", "grasp")
	if err != nil {
		return n, err
	}
	defer src.write.Close()
	recognition, err := src.either(ctx, "original_model", "original_model_recognition_id", "coalesce(o.original_model_recognition_id, '')", "''")
	if err != nil {
		return n, src.wrap(op, err)
	}
	err = db.importModels(ctx, op, src, "SELECT scaled_model_id FROM scaled_model ORDER BY scaled_model_id", &n, func(id int64) (Model, error) {
		m := Model{Source: fmt.Sprintf("household:scaled_model/%d", id), ScaledModelID: id}
		var original int64
		var name, tags string
		err := src.read.QueryRowContext(ctx, `SELECT o.original_model_id, coalesce(o.original_model_model, ''), coalesce(o.original_model_maker, ''),
			coalesce(o.original_model_description, ''), array_to_json(coalesce(o.original_model_tags, '{}'))::text, s.scaled_model_scale::float8, `+recognition+`
			FROM scaled_model s JOIN original_model o USING (original_model_id) WHERE s.scaled_model_id = $1`, id).
			Scan(&original, &name, &m.Maker, &m.Description, &tags, &m.Scale, &m.RecognitionKey)
		if err != nil {
			return m, fmt.Errorf("scaled model %d: %w", id, err)
		}
		if err := json.Unmarshal([]byte(tags), &m.Tags); err != nil {
			return m, fault.New(op, src.name, fault.Invalid, "tags of model %d: %w", original, err)
		}
		if m.ObjectName = name; key(name) == "" {
			m.ObjectName = fmt.Sprintf("household %d", id)
		}
		if m.Mesh, err = src.householdMesh(ctx, original); err != nil {
			return m, err
		}
		m.Grasps, err = src.householdGrasps(ctx, id)
		return m, err
	})
	return n, err
}

// either returns the expression to use when a column exists or not.
func (db *DB) either(ctx context.Context, table, column, there, absent string) (string, error) {
	ok, err := db.has(ctx, table, column)
	if ok {
		return there, err
	}
	return absent, err
}

func (db *DB) householdMesh(ctx context.Context, original int64) (Mesh, error) {
	var n int
	if err := db.read.QueryRowContext(ctx, "SELECT count(to_regclass('mesh'))").Scan(&n); err != nil || n == 0 {
		return Mesh{}, err
	}
	rows, err := db.read.QueryContext(ctx, "SELECT mesh_vertex_list, mesh_triangle_list FROM mesh WHERE original_model_id = $1", original)
	if err != nil {
		return Mesh{}, err
	}
	defer rows.Close()
	var vertices, triangles []byte
	if rows.Next() {
		if err := rows.Scan(&vertices, &triangles); err != nil {
			return Mesh{}, err
		}
	}
	if err := rows.Err(); err != nil {
		return Mesh{}, err
	}
	return meshOf("import household objects", fmt.Sprintf("mesh of model %d", original), vertices, triangles)
}

func (db *DB) householdGrasps(ctx context.Context, scaled int64) ([]Grasp, error) {
	const op = "import household objects"
	quality, err := db.either(ctx, "grasp", "grasp_scaled_quality", "coalesce(grasp_scaled_quality, 0)::float8", "0::float8")
	if err != nil {
		return nil, err
	}
	rows, err := db.read.QueryContext(ctx, `SELECT grasp_id, hand_name, array_to_json(coalesce(grasp_pregrasp_joints, '{}'))::text,
		array_to_json(coalesce(grasp_grasp_joints, '{}'))::text, array_to_json(grasp_grasp_position)::text, coalesce(grasp_cluster_rep, false), `+quality+`
		FROM grasp WHERE scaled_model_id = $1 ORDER BY grasp_id`, scaled)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var l []Grasp
	for rows.Next() {
		var g Grasp
		var id int64
		var pre, joints, position string
		if err := rows.Scan(&id, &g.Hand, &pre, &joints, &position, &g.Representative, &g.Quality); err != nil {
			return nil, err
		}
		what := fmt.Sprintf("grasp %d", id)
		var p []float64
		for list, text := range map[*[]float64]string{&g.PregraspJoints: pre, &g.GraspJoints: joints, &p: position} {
			if err := json.Unmarshal([]byte(text), list); err != nil {
				return nil, fault.New(op, what, fault.Invalid, "%w", err)
			}
		}
		if len(p) != 7 {
			return nil, fault.New(op, what, fault.Invalid, "its pose has %d numbers, not x y z qw qx qy qz", len(p))
		}
		// This database puts w first.
		if g.X_FG, err = poseOf(op, what, [7]float64{p[0], p[1], p[2], p[4], p[5], p[6], p[3]}); err != nil {
			return nil, err
		}
		g.Source = fmt.Sprintf("household:grasp/%d", id)
		l = append(l, g)
	}
	return l, rows.Err()
}
