package cloud_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// A cloud is written and read back. PLY files are read by the same call.
func ExampleLoad() {
	dir, err := os.MkdirTemp("", "cloud")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	c := cloud.New(2, 1) // a picture of two pixels, nothing seen yet
	c.Set(0, geom.V(0.1, 0.2, 1.5))
	path := filepath.Join(dir, "scene.pcd")
	if err := cloud.Save(path, c, cloud.BinaryCompressed); err != nil {
		log.Fatal(err)
	}
	if c, err = cloud.Load(path); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d points, %d of them seen, the first at %.1f\n", c.Len(), c.ValidCount(), c.At(0))
	_, err = cloud.Load(filepath.Join(dir, "other.pcd"))
	fmt.Println(err != nil)
	// Output:
	// 2 points, 1 of them seen, the first at {0.1 0.2 1.5}
	// true
}
