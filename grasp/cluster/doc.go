// Package cluster plans grasps of one segmented cluster from its points alone, the way clients of the PR2's point cluster
// planner know it: the same box, candidates, ranking and order of the answer.
//
// Frames: C is the cluster's, B the frame whose z is up, O the object's (x along the longer horizontal side, z up, origin
// under the middle of the box at the height of the lowest point). The model frame M of a hand has its origin in the wrist, x
// out of the palm, y the closing direction; A is the hand's actual wrist frame, whose pose is what a client gets.
//
// Behaviour that the original code shows but did not intend is corrected, unless Params.Compat asks for it.
package cluster
