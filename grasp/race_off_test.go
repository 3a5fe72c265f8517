//go:build !race

package grasp

const raceEnabled = false
