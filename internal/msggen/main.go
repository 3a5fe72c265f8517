// Command msggen writes msgs/ from definitions/: one Go package a ROS package, one file a definition, and the registry.
//
// Run it as `go generate ./msgs` after changing definitions/. Its output is a function of its input alone; a test fails when msgs/ is stale.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	from := flag.String("definitions", "definitions", "folder of PACKAGE/{msg,srv,action}/* to read")
	to := flag.String("out", "msgs", "folder to write")
	module := flag.String("module", "github.com/holdfast-robotics/holdfast", "module that holds the folder")
	flag.Parse()
	files, err := generate(os.DirFS(*from), *module+"/msgs", *module+"/ros/wire")
	if err == nil {
		err = write(*to, files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "msggen:", err)
		os.Exit(1)
	}
}
