package ros_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

func Example() {
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"}) // or one that runs already
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close(context.Background())
	if err := talk(context.Background(), m.URI()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// heard: hello
	// service: closed
	// service: call service: the gripper is broken
}

// example

func talk(ctx context.Context, master string) error {
	node, err := ros.NewNode(ctx, ros.Config{Name: "gripper", Master: master, Log: slog.DiscardHandler})
	if err != nil {
		return err
	}
	defer node.Close()

	// Topics. The latched message reaches the subscriber although it is published first.
	pub, err := ros.Advertise[*std_msgs.String](node, "~state", ros.Latch())
	if err != nil {
		return err
	}
	if err := pub.Publish(&std_msgs.String{Data: "hello"}); err != nil {
		return err
	}
	heard := make(chan string, 1)
	if _, err := ros.Subscribe(node, "~state", func(m *std_msgs.String) { heard <- m.Data }); err != nil {
		return err
	}
	fmt.Println("heard:", <-heard)

	// Services.
	if _, err := ros.AdvertiseService(node, "~close", &std_srvs.SetBoolService,
		func(_ context.Context, req *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
			if !req.Data {
				return nil, errors.New("the gripper is broken")
			}
			return &std_srvs.SetBoolResponse{Success: true, Message: "closed"}, nil
		}); err != nil {
		return err
	}
	client, err := ros.NewServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse](node, "~close", &std_srvs.SetBoolService, true)
	if err != nil {
		return err
	}
	defer client.Close()
	res, err := client.Call(ctx, &std_srvs.SetBoolRequest{Data: true})
	if err != nil {
		return err
	}
	fmt.Println("service:", res.Message)
	var refused *ros.ServiceError
	if _, err := client.Call(ctx, &std_srvs.SetBoolRequest{}); errors.As(err, &refused) {
		fmt.Println("service: call service:", refused.Text)
	}

	// Parameters, with a default.
	_, err = ros.Param(ctx, node, "~max_force", 20.0)
	return err
}

// end
