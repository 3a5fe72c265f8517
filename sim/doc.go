// Package sim is a small world for grasping: rigid objects with friction that truly sticks on compliant pads made of cells, a
// gripper with a motor, an arm that carries it, and a table. It is deterministic, faster than real time, and a step allocates
// nothing.
//
// # Frames
//
// W is the world: z up, the table top is z = 0. O is an object: origin at the centre of its box, which is its centre of mass.
// G is the gripper: origin at the palm, x the approach direction (forward, out of the palm), y the closing direction between
// the fingers, z by the right-hand rule; the convention of the PR2's gripper tool frame, moved back to the palm. The left
// finger is at +y and its pad faces -y. Poses and twists carry monogram names: X_WO, V_WG. Twists are those of the origin,
// expressed in W.
//
// # Coordinates
//
// The unknowns of a step are the twists of the objects (6 each) and the speed of the gap joint, the distance between the pads.
// The palm is carried by an arm that is stronger than any contact: its twist is given. Finger forces act on the gap joint with
// half their size each, since each finger moves at half the gap's speed, so that a motor effort of -F squeezes with F on both
// sides.
//
// # Contact law
//
// See contact.go. Normal: a foundation of independent columns (Winkler), one a pad cell, pad and object in series, with the
// damping of Hunt and Crossley (1975). Tangential: a spring for each contact point that is carried along with the finger and
// cut back to Coulomb's cone (Cundall and Strack 1979), so that a constant load gives a constant displacement. The step is
// linearly implicit (Baraff and Witkin 1998), with the set of touching and sliding points found by iteration.
package sim
