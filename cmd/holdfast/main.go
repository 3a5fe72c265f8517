// Command holdfast turns a point cloud into an object held by touch. See `holdfast -h`.
package main

import (
	"os"
)

func main() { os.Exit(Main()) }
