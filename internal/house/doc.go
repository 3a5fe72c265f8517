// Package house holds the tests of the repository's structure: who may import whom, and what every package must have.
package house
