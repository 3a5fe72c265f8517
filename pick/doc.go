// Package pick carries out pickups and places: feasibility, approach, closing by touch, lift, shake, verification, lowering until contact,
// letting go, retreat.
//
// Everything is a Task: a state machine without a clock, one Step a tick with the time as argument. A task knows the world only by what an
// arm, a hand and, where there is one, a checker say, so that the same code runs in a rehearsal and on a robot:
//
//	robot := pick.NewRobot(arm, hand, checker)
//	task, err := pick.NewPickup(robot, request, pick.DefaultParams())
//	for !task.Done() { task.Step(now()) } // in the loop that owns the hand, or as often as its status comes in
//	result := task.Result()
//
// Pickup and Place are the two actions; Lift, Verify and Grip are the small ones that RAIL's actions ask for. Any task may be given up at any
// moment by Preempt: the arm comes to a stop, what is held stays held, and Done tells when that has come about. A task must be stepped by one
// goroutine, the one that owns the hand; a node hands it over to that loop and waits (node/robot does it).
//
// An Attempt is the inside of one pickup: one grasp, from the start of its approach to an object that has been lifted and shaken.
package pick
