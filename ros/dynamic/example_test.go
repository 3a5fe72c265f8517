package dynamic_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// A message of a type that nobody has compiled in, by the definition that its publisher sends.
func ExampleParse() {
	t, err := dynamic.Parse("my_msgs/Tip", "string name\nfloat32[] force # N\n")
	if err != nil {
		log.Fatal(err)
	}
	raw, err := t.AppendFromJSON(nil, []byte(`{"name": "left", "force": [0.5, 2]}`))
	if err != nil {
		log.Fatal(err) // says which field does not fit
	}
	text, err := t.AppendJSON(nil, raw)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.MD5(), len(raw), "bytes")
	fmt.Println(string(text))
	// Output:
	// a9e85774b21885e819eeb8b283a08549 20 bytes
	// {"name":"left","force":[0.5,2]}
}
