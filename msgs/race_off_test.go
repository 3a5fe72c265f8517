//go:build !race

package msgs_test

const raceEnabled = false
