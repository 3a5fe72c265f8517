// Command grasps measures grasp planning: which share of objects gets a grasp that the simulated world confirms, against the
// compatible cluster planner and against grasping the middle of the box from above; how reliable the probabilities are; how fast it
// is. With -fit it fits the probabilities anew and writes grasp/calibration.json.
//
//	go run ./bench/grasps                          generated tables
//	go run ./bench/grasps ../shared/data/mosd/*.pcd  recorded scenes with ground truth
//	go run ./bench/grasps -time ../shared/data/mosd/*.pcd
//	go run ./bench/grasps -fit
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench/grasps:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	refit := flag.Bool("fit", false, "fit the probabilities to rehearsed grasps and write them")
	file := flag.String("o", "grasp/calibration.json", "file that -fit writes")
	scenes := flag.Int("scenes", 60, "generated tables")
	seed := flag.Uint64("seed", 1000, "of the first table")
	speed := flag.Bool("time", false, "measure time instead, on the files given")
	flag.BoolVar(&verbose, "v", false, "tell what became of each object")
	flag.Parse()
	if *speed {
		return timeAll(os.Stdout, flag.Args())
	}
	if *refit {
		return fit(ctx, os.Stdout, *file, *scenes, *seed)
	}
	return compareAll(ctx, os.Stdout, flag.Args(), *scenes, *seed)
}
