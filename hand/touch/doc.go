// Package touch turns the counts of two fingertips and the samples of an accelerometer into what a hand feels.
//
// The channels are named after those of human skin, as in Romano, Hsiao, Niemeyer, Chitta and Kuchenbecker, "Human-inspired robotic
// grasp control with tactile sensing", IEEE Transactions on Robotics 27(6), 2011:
//
//	SA-I   how hard a pad is pressed: the sum of its cells, newtons (Finger.Force)
//	FA-I   fast changes of that: high-passed at 5 Hz (Finger.Fast); its slow companion is band-passed 0.8 to 5 Hz (Finger.Slow)
//	FA-II  vibration of the palm: acceleration band-passed 5 to 1000 Hz (Palm.Band)
//
// Cues are drawn from them: contact, slip by tremor and by the wandering pattern of pressure, side impact. Everything advances
// with the frames of the pads, by their sequence number, not with the counts that happen to change. The filters of the pads run at
// the rhythm of the PR2's, 41 ms, for which their thresholds are known: faster pads are averaged down to it, slower ones run them at
// their own.
//
// Nothing here allocates after New.
package touch
