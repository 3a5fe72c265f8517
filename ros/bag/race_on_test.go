//go:build race

package bag

const raceEnabled = true
