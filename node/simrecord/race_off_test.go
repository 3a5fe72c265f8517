//go:build !race

package simrecord

const raceEnabled = false
