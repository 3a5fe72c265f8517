//go:build race

package hardware_test

const raceEnabled = true
