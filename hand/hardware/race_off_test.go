//go:build !race

package hardware_test

const raceEnabled = false
