BEGIN TRANSACTION;
CREATE TABLE attempts (
	id INTEGER PRIMARY KEY AUTOINCREMENT, grasp_id BIGINT REFERENCES grasps (id) ON DELETE SET NULL, object_name TEXT NOT NULL, robot TEXT NOT NULL, scene TEXT NOT NULL, hand TEXT NOT NULL,
	frame TEXT NOT NULL,
	px REAL NOT NULL, py REAL NOT NULL, pz REAL NOT NULL, qx REAL NOT NULL, qy REAL NOT NULL, qz REAL NOT NULL, qw REAL NOT NULL,
	predicted REAL NOT NULL, started BIGINT NOT NULL, duration_us BIGINT NOT NULL, grip_force REAL NOT NULL, max_force REAL NOT NULL, slip REAL NOT NULL,
	phases TEXT NOT NULL, outcome TEXT NOT NULL, cause TEXT NOT NULL);
INSERT INTO "attempts" VALUES(1,NULL,'MUG','','','','',0.0,0.0,0.0,0.0,0.0,0.0,1.0,0.0,1796055541414256,0,0.0,0.0,0.0,'[{"name":"lift","start_s":0,"end_s":1}]','slipped','');
CREATE TABLE demonstrations (
	id INTEGER PRIMARY KEY AUTOINCREMENT, object_name TEXT NOT NULL, frame TEXT NOT NULL,
	px REAL NOT NULL, py REAL NOT NULL, pz REAL NOT NULL, qx REAL NOT NULL, qy REAL NOT NULL, qz REAL NOT NULL, qw REAL NOT NULL,
	hand_frame TEXT NOT NULL, cloud BLOB, image BLOB, created BIGINT NOT NULL, source TEXT UNIQUE);
CREATE TABLE graspdb_version (version BIGINT NOT NULL);
INSERT INTO "graspdb_version" VALUES(1);
CREATE TABLE grasps (
	id INTEGER PRIMARY KEY AUTOINCREMENT, model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE, frame TEXT NOT NULL,
	px REAL NOT NULL, py REAL NOT NULL, pz REAL NOT NULL, qx REAL NOT NULL, qy REAL NOT NULL, qz REAL NOT NULL, qw REAL NOT NULL,
	hand_frame TEXT NOT NULL, hand TEXT NOT NULL, successes BIGINT NOT NULL, attempts BIGINT NOT NULL, created BIGINT NOT NULL, source TEXT UNIQUE,
	pregrasp_joints TEXT NOT NULL, grasp_joints TEXT NOT NULL, quality REAL NOT NULL, representative BIGINT NOT NULL,
	CHECK (successes >= 0 AND successes <= attempts));
INSERT INTO "grasps" VALUES(1,1,'',0.1,0.0,0.0,0.0,0.0,0.0,1.0,'','',3,4,1796055541412376,NULL,'null','null',0.0,0);
CREATE TABLE models (
	id INTEGER PRIMARY KEY AUTOINCREMENT, object_name TEXT NOT NULL, cloud BLOB, vertices BLOB, triangles BLOB, created BIGINT NOT NULL, source TEXT UNIQUE,
	scaled_model_id BIGINT NOT NULL, scale REAL NOT NULL, recognition_key TEXT NOT NULL, maker TEXT NOT NULL, description TEXT NOT NULL, tags TEXT NOT NULL);
INSERT INTO "models" VALUES(1,'MUG',NULL,NULL,NULL,1796055541411669,NULL,0,0.0,'','','','null');
CREATE INDEX demonstrations_name ON demonstrations (object_name);
CREATE INDEX models_name ON models (object_name);
CREATE INDEX models_scaled ON models (scaled_model_id);
CREATE INDEX models_recognition ON models (recognition_key);
CREATE INDEX grasps_model ON grasps (model_id);
CREATE INDEX attempts_grasp ON attempts (grasp_id);
CREATE INDEX attempts_name ON attempts (object_name, outcome);
CREATE INDEX attempts_started ON attempts (started);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('models',1);
INSERT INTO "sqlite_sequence" VALUES('grasps',1);
INSERT INTO "sqlite_sequence" VALUES('attempts',1);
COMMIT;
