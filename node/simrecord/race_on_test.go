//go:build race

package simrecord

const raceEnabled = true
