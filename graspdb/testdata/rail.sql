CREATE TYPE pose AS (robot_fixed_frame_id VARCHAR, position NUMERIC[3], orientation NUMERIC[4]);
CREATE TABLE grasp_demonstrations (id SERIAL PRIMARY KEY, object_name VARCHAR NOT NULL, grasp_pose pose NOT NULL, eef_frame_id VARCHAR NOT NULL,
	point_cloud BYTEA NOT NULL, image BYTEA NOT NULL, created TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT NOW());
CREATE TABLE grasp_models (id SERIAL PRIMARY KEY, object_name VARCHAR NOT NULL, point_cloud BYTEA NOT NULL, created TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT NOW());
CREATE TABLE grasps (id SERIAL PRIMARY KEY, grasp_model_id INTEGER NOT NULL REFERENCES grasp_models (id) ON DELETE CASCADE, grasp_pose pose NOT NULL,
	eef_frame_id VARCHAR NOT NULL, successes INTEGER NOT NULL, attempts INTEGER NOT NULL, created TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT NOW());
INSERT INTO grasp_demonstrations (object_name, grasp_pose, eef_frame_id, point_cloud, image, created) VALUES
	('TUNA CAN', ROW('base_"footprint"', ARRAY[0.5, -0.25, 0.75], ARRAY[0, 0, 0.707107, 0.707107])::pose, 'eef_link', '\xdead', '\x00', '2015-03-03 12:00:00.5-05');
INSERT INTO grasp_models (object_name, point_cloud) VALUES ('TUNA CAN', '\x01'), ('MUG', '\x02');
INSERT INTO grasps (grasp_model_id, grasp_pose, eef_frame_id, successes, attempts) VALUES
	(1, ROW('base', ARRAY[0.1, 0, 0], ARRAY[0, 0, 0, 1])::pose, 'eef_link', 9, 10),
	(1, ROW('base', ARRAY[0.2, 0, 0], ARRAY[0, 0, 0, 1])::pose, 'eef_link', 0, 0),
	(2, ROW('base', ARRAY[0.3, 0, 0], ARRAY[0, 0, 0, 1])::pose, 'eef_link', 2, 10);
