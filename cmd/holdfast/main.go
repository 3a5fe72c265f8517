// Command holdfast turns a point cloud into an object held by touch. See `holdfast -h`.
package main

import (
	"fmt"
	"os"

	"github.com/holdfast-robotics/holdfast/internal/vitals"
)

func main() {
	if err := vitals.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "holdfast: warning:", err)
	}
	os.Exit(Main())
}
