//go:build race

package clouds

const raceEnabled = true
