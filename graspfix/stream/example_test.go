package stream_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/graspfix/stream"
)

// Two fingers press a cube from opposite sides, as any simulator can tell in lines of JSON: after a while it is held.
func Example() {
	cfg, err := graspfix.Read("hand.yaml", []byte("arms:\n  - arm_name: hand\n    palm_link: palm\n    gripper_link: [left, right]\n"), "fast")
	if err != nil {
		log.Fatal(err)
	}
	fix, err := graspfix.New(cfg, nil, graspfix.Hooks{OnEvent: func(e graspfix.Event) { fmt.Println(stream.EventText(e)) }})
	if err != nil {
		log.Fatal(err)
	}
	var lines strings.Builder
	for i := range 200 {
		for finger, y := range map[string]float64{"left": 0.02, "right": -0.02} { // world coordinates, m; the force on the cube, N
			fmt.Fprintf(&lines, `{"t": %.3f, "object": "cube::link::c", "finger": "hand::%s::c", "points": [{"p": [0, %g, 0], "f": [0, %g, 0]}]}`+"\n", float64(i)/1000, finger, y, -250*y)
		}
	}
	fmt.Fprintln(&lines, `{"t": 0.2}`)
	r := stream.NewReader(fix, stream.Plain)
	if err := r.Run(strings.NewReader(lines.String()), func() bool { return false }); err != nil {
		log.Fatal(err)
	}
	fmt.Println(fix.Explain("cube::link::c", "hand").Code)
	// Output:
	// 0.100 s  attach    cube::link::c  hand  gripped (counter 2, 180.0 deg, ratio 1.00)
	// ATTACHED
}
