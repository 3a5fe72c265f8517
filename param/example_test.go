package param_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/param"
)

type settings struct {
	Tolerance float64
	Frame     string
}

// Declare lists the settings once; flags, files and the documentation come from it.
func (s *settings) Declare(set *param.Set) {
	set.Float(&s.Tolerance, "cluster_tolerance", 0.01, "m", 0.001, 0.2, "points nearer than this belong to one object")
	set.Text(&s.Frame, "frame", "base_link", "frame of what is published")
}

func Example() {
	var s settings
	set := param.Declare(&s) // writes the defaults
	if _, err := param.Read("robot.yaml", []byte("cluster_tolerance: 0.02\n"), set, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Tolerance, s.Frame)
	_, err := param.Read("robot.yaml", []byte("cluster_tolerence: 0.02\n"), set, nil)
	fmt.Println(err)
	_, err = param.Read("robot.yaml", []byte("cluster_tolerance: 2\n"), set, nil)
	fmt.Println(err)
	// Output:
	// 0.02 base_link
	// robot.yaml:1:1: read yaml: cluster_tolerence: unknown parameter; did you mean "cluster_tolerance"?
	// robot.yaml:1:1: read yaml: cluster_tolerance: "2" is outside 0.001 to 0.2 m
}
