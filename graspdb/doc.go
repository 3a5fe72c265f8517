// Package graspdb remembers objects, the grasps that were shown or planned for them, and how each attempt ended.
//
// One file of SQLite serves one robot; a PostgreSQL server is shared by a lab. Both hold the same tables and answer the
// same calls: a database is named by a path, by "memory:", or by a postgres:// URL.
//
//	demonstrations   a grasp that a person showed, with the cloud and image of the object
//	models           an object: its name, cloud or mesh
//	grasps           a pose of the hand on a model, with counts of successes and attempts
//	attempts         what was tried: scene, hand, forces, phases, outcome and cause
//
// Counts change by one atomic statement, so that any number of robots may record at once. Poses are those of the hand
// (frame G) in a frame that the record names; lengths are metres, forces newtons, times UTC. Names of objects are kept in
// upper case, and found in any. Clouds and images are the serialised bytes of sensor_msgs/PointCloud2 and
// sensor_msgs/Image, kept as they came.
//
// The tables carry a version. An older database is copied aside and brought up to date when it is opened; a newer one is
// refused.
package graspdb
