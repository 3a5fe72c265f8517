package bridge_test

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"net"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bridge"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

// A bridge on a port of this machine, and a client that asks it for a service as a browser would.
func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close(ctx)
	node, err := ros.NewNode(ctx, ros.Config{Name: "bridge", Master: m.URI(), Log: slog.DiscardHandler})
	if err != nil {
		log.Fatal(err)
	}
	defer node.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	s := bridge.New(node, bridge.Options{}) // an http.Handler; Page would serve a page beside it
	defer s.Close()
	go s.Serve(listener, nil)

	ws, _, err := websocket.Dial(ctx, "ws://"+listener.Addr().String(), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer ws.CloseNow()
	if err := ws.Write(ctx, websocket.MessageText, []byte(`{"op": "call_service", "service": "/rosapi/topics_for_type", "args": {"type": "rosgraph_msgs/Log"}}`)); err != nil {
		log.Fatal(err)
	}
	_, answer, err := ws.Read(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", answer)
	// Output: {"op":"service_response","service":"/rosapi/topics_for_type","values":{"topics":["/rosout"]},"result":true}
}
