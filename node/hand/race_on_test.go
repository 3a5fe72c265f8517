//go:build race

package hand

const raceEnabled = true
