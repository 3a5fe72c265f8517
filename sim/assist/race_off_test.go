//go:build !race

package assist

const raceEnabled = false
