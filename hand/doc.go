// Package hand closes a parallel gripper by touch: it finds contact on both pads, raises the grip force by the hardness that it
// felt, and holds with a reaction to slip.
//
// The coordinate is the gap between the pads (metres, 0 closed, opening positive); effort is the force at that gap (newtons,
// negative closes), and an effort of -F squeezes with F on each side. The laws are those of Romano, Hsiao, Niemeyer, Chitta and
// Kuchenbecker, "Human-inspired robotic grasp control with tactile sensing", IEEE Transactions on Robotics 27(6), 2011, as the
// PR2's controller carried them out, with its known defects removed: every force is bounded, set-points do not wind up, and
// missing or broken readings hold the grip as it is.
//
// Where it departs from them, by measurement in package sim:
//
//   - Slip is also felt in the pattern of pressure of a pad, which wanders when an object slides although its sum stays. The published
//     cue, a tremor of the sum, is kept beside it.
//   - The grip grows by slip_gain 1.2 a frame, where the PR2 had 1.085, and by slip_margin once a slip has ended.
//   - Between pad frames the force is carried forward by the gap and the felt hardness, so that frames of 41 ms do not slow the loop.
//   - It closes slower while one pad alone touches, and where fingertip_force_limit is low.
//   - The grip grows with the palm's acceleration beyond gravity, as people's does.
//   - Thresholds rise above the noise that the pads show while nothing touches them.
//
// What the hand does when its senses fail is in guard.go.
//
// A Controller has no clock, makes no calls and allocates nothing in Step: readings in, effort out, one call a tick.
package hand
