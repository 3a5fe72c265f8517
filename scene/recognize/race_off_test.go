//go:build !race

package recognize

const raceEnabled = false
