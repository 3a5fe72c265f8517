//go:build race

package recognize

const raceEnabled = true
