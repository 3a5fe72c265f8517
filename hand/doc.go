// Package hand closes a parallel gripper by touch: it finds contact on both pads, raises the grip force by the hardness that it
// felt, and holds with a reaction to slip.
//
// The coordinate is the gap between the pads (metres, 0 closed, opening positive); effort is the force at that gap (newtons,
// negative closes), and an effort of -F squeezes with F on each side. The laws are those of Romano, Hsiao, Niemeyer, Chitta and
// Kuchenbecker, "Human-inspired robotic grasp control with tactile sensing", IEEE Transactions on Robotics 27(6), 2011, as the
// PR2's controller carried them out, with its known defects removed: every force is bounded, set-points do not wind up, and
// missing or broken readings hold the grip as it is.
//
// A Controller has no clock, makes no calls and allocates nothing in Step: readings in, effort out, one call a tick.
package hand
