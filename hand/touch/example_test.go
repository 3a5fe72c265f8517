package touch_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// Two fingertips of 16 cells, read a thousand times a second, of which a new frame comes every 10 ms.
func ExampleSkin() {
	pads := touch.Matrix4x4()
	skin, err := touch.New(pads, 1e-3)
	if err != nil {
		log.Fatal(err)
	}
	counts := [2][]float64{make([]float64, len(pads.Cells)), make([]float64, len(pads.Cells))}
	thresholds := touch.Thresholds{ContactForce: 0.95, Trigger: 0.1}
	for tick := range 1000 {
		if tick == 600 { // something presses one cell of the left fingertip with 2 N
			counts[0][5] += 2 * pads.Cells[5].PerNewton
		}
		skin.Push(&counts, uint64(tick/10), 0, false, thresholds)
	}
	for i, name := range []string{"left", "right"} {
		f := &skin.Fingers[i]
		fmt.Printf("%s: %.1f N, touches: %v\n", name, f.Force, f.Touches(thresholds.Trigger, thresholds.ContactForce))
	}
	// Output:
	// left: 2.0 N, touches: true
	// right: 0.0 N, touches: false
}
