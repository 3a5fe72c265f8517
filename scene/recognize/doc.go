// Package recognize says which of the objects seen before a segmented object is, where it is, and how it was grasped: or that
// it is none of them.
//
// Frames: M is a model's frame, F the frame of the cloud that an object was seen in, G a gripper's, and S the sensor's.
// Lengths are metres.
package recognize
