package graspdb_test

import (
	"context"
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
)

// A model with two grasps, of which one is tried. A path opens a file of SQLite, a postgres:// URL a lab's server.
func ExampleDB() {
	ctx := context.Background()
	db, err := graspdb.Open(ctx, graspdb.Memory)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	mug := graspdb.Model{ObjectName: "mug", Grasps: []graspdb.Grasp{
		{Frame: "mug", HandFrame: "palm", X_FG: geom.Pose{P: geom.V(-0.15, 0, 0)}},
		{Frame: "mug", HandFrame: "palm", X_FG: geom.Pose{P: geom.V(0, 0, 0.2)}},
	}}
	if err := db.AddModel(ctx, &mug); err != nil {
		log.Fatal(err)
	}
	if err := db.RecordAttempt(ctx, &graspdb.Attempt{ObjectName: "mug", GraspID: mug.Grasps[1].ID, Outcome: graspdb.Held, GripForce: 6}); err != nil {
		log.Fatal(err)
	}
	grasps, err := db.GraspsOf(ctx, mug.ID)
	if err != nil {
		log.Fatal(err)
	}
	best := grasps[graspdb.Best(grasps)]
	fmt.Printf("grasp %d: %d of %d\n", best.ID, best.Successes, best.Attempts)
	// Output: grasp 2: 1 of 1
}
