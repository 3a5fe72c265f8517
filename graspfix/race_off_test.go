//go:build !race

package graspfix

const raceEnabled = false
