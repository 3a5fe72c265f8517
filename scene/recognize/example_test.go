package recognize_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// A box that was seen before is known again elsewhere on the table, and another one is not taken for it.
func ExampleRecognizer() {
	look := func(blocks ...scenetest.Block) []recognize.Object {
		seg, err := scene.Segment(scenetest.Table(blocks, 1), scene.DefaultParams())
		if err != nil {
			log.Fatal(err)
		}
		var list []recognize.Object
		for i := range seg.Objects {
			o, err := recognize.ObjectOf(seg, i)
			if err != nil {
				log.Fatal(err)
			}
			list = append(list, o)
		}
		return list
	}
	tea := look(scenetest.Block{X: 0, Y: 0, L: 0.12, W: 0.06, H: 0.10})[0]
	r, err := recognize.New([]recognize.Model{{Name: "tea", Cloud: tea.Cloud, Up: tea.Up}}, recognize.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range look(scenetest.Block{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10}, scenetest.Block{X: 0.15, Y: 0, L: 0.05, W: 0.05, H: 0.18}) {
		res, err := r.Recognize(o)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v %q, confidence above 0.8: %v\n", res.Recognised, res.Name, res.Confidence > 0.8)
	}
	// Output:
	// true "TEA", confidence above 0.8: true
	// false "", confidence above 0.8: false
}
