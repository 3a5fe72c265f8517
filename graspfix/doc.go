// Package graspfix decides from contacts when an object is held by a gripper, so that a simulator can weld it to the palm and
// let go of it again. It is GazeboGraspFix without Gazebo: contacts go in, attach, detach and transfer decisions come out, and
// every object that is not attached can be asked why.
//
// # The decision
//
// Each contact between a finger and an object gives a sample: the mean force on the object and the mean point of contact. The
// samples of a window of 1/update_rate seconds are averaged for each object and finger. An object is gripped in a window when
// two of its mean forces oppose each other by more than forces_angle_tolerance and the smaller is at least 0.3 of the larger.
// A counter rises in each gripped window, up to max_grip_count, and falls in each other. Above grip_count_threshold the object
// is attached; at or below it the object is let go if a finger has moved from where it touched by more than release_tolerance.
//
// # Frames
//
// W is the world, F the link of a finger, O the link of an object, P the palm link, C the point of contact. Forces are those
// on the object. Poses and positions carry monogram names (doc/notation.md).
//
// # Time
//
// Nothing here reads a clock. A contact and a tick carry their time; windows are closed as time goes by, also through a gap in
// which nothing touched. The same input gives the same events.
package graspfix
