// Package hand runs a parallel gripper by touch: it finds contact, raises the grip force by the hardness that it felt, holds with a
// reaction to slip, feels events, and lets go.
//
// # How to use it
//
// A Controller has no clock, makes no calls and allocates nothing in Step: readings in, effort out, one call a tick of a millisecond.
// One loop owns it. Whoever wants something of the hand sends that loop a Command, a value; the loop gives it to Do, whose error says why
// it is refused, and copies the Status out after each Step. That is all that a face of the hand needs:
//
//   - a goal of an action is a Command with an ID; Status.Motor and Status.Watch say what became of the last goal that took over the
//     motor and of the last that armed the event detector: active, succeeded, aborted or preempted, with the reason. A goal whose ID
//     is no longer there was replaced by a newer one;
//   - topics, feedback and results are fields of Status; what a cell feels is read from Skin between steps;
//   - settings are Params, declared with package param under the names of the PR2's parameter server; SetParams takes them over;
//   - Status.Describe says in a line what the hand does and feels, and why.
//
// # What it does
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
// The parameter compat brings the PR2's own laws back where a client could depend on them.
//
// What the hand does when its senses fail is in guard.go.
package hand
