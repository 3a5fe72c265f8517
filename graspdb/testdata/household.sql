CREATE TABLE original_model (original_model_id SERIAL PRIMARY KEY, original_model_maker TEXT, original_model_model TEXT, source_name TEXT, original_model_tags TEXT[],
	original_model_description TEXT, original_model_barcode TEXT, original_model_grasping_rescale FLOAT NOT NULL DEFAULT 1);
CREATE TABLE scaled_model (scaled_model_id INTEGER PRIMARY KEY, scaled_model_scale FLOAT NOT NULL, original_model_id INTEGER REFERENCES original_model);
CREATE TABLE mesh (original_model_id INTEGER PRIMARY KEY REFERENCES original_model, mesh_vertex_list BYTEA, mesh_triangle_list BYTEA);
CREATE TABLE grasp (grasp_id SERIAL PRIMARY KEY, scaled_model_id INTEGER REFERENCES scaled_model, hand_name TEXT NOT NULL, grasp_pregrasp_joints FLOAT[],
	grasp_grasp_joints FLOAT[], grasp_pregrasp_position FLOAT[7], grasp_grasp_position FLOAT[7], grasp_energy FLOAT, grasp_cluster_rep BOOLEAN, grasp_scaled_quality FLOAT);
INSERT INTO original_model (original_model_maker, original_model_model, original_model_tags) VALUES ('IKEA', 'Bowl', '{bowl,kitchen}'), (NULL, '', NULL);
INSERT INTO scaled_model VALUES (18802, 1, 1), (18803, 0.5, 2);
INSERT INTO mesh VALUES (1, decode(repeat('00', 24) || '000000000000d03f' || repeat('00', 16) || repeat('00', 24), 'hex'), decode('000000000100000002000000', 'hex'));
INSERT INTO grasp (scaled_model_id, hand_name, grasp_pregrasp_joints, grasp_grasp_joints, grasp_grasp_position, grasp_cluster_rep, grasp_scaled_quality) VALUES
	(18802, 'WILLOW_GRIPPER_2010', '{0.5}', '{0.1}', '{0,0,0.1,0.8,0,0.6,0}', true, 0.9),
	(18802, 'WILLOW_GRIPPER_2010', '{0.5}', '{0.1}', '{0,0,0.2,1,0,0,0}', NULL, NULL),
	(18803, 'SCHUNK', NULL, '{0,0,1}', '{0,0,0.2,1,0,0,0}', true, 0.1);
