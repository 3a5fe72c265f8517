//go:build race

package camera

const raceEnabled = true
