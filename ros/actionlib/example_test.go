package actionlib_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"time"

	act "github.com/holdfast-robotics/holdfast/msgs/actionlib"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

// A server that doubles numbers, unless it is asked for something below zero, and its client.
func Example() {
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"}) // or one that runs already
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close(context.Background())
	if err := double(m.URI()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 42 <nil>
	// the goal was ABORTED: below zero
}

func double(uri string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	node, err := ros.NewNode(ctx, ros.Config{Name: "doubler", Master: uri, Log: slog.DiscardHandler})
	if err != nil {
		return err
	}
	defer node.Close()
	server, err := actionlib.NewSimpleServer(node, "~double", &act.TestActionType,
		func(ctx context.Context, g *actionlib.Goal[*act.TestGoal, *act.TestResult, *act.TestFeedback]) (*act.TestResult, error) {
			if g.Goal().Goal < 0 {
				return nil, errors.New("below zero")
			}
			return &act.TestResult{Result: 2 * g.Goal().Goal}, nil
		})
	if err != nil {
		return err
	}
	defer server.Close()

	client, err := actionlib.NewClient[*act.TestGoal, *act.TestResult, *act.TestFeedback](node, "~double", &act.TestActionType)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.WaitForServer(ctx); err != nil {
		return err
	}
	result, err := client.Do(ctx, &act.TestGoal{Goal: 21}, nil)
	if err != nil {
		return err
	}
	fmt.Println(result.Result, err)
	_, err = client.Do(ctx, &act.TestGoal{Goal: -1}, nil)
	var outcome *actionlib.Error
	if errors.As(err, &outcome) {
		fmt.Println(outcome)
	}
	return nil
}
