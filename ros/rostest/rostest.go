// Package rostest lends tests a ROS graph of their own: a master and as many nodes as they want, quiet and on loopback.
package rostest

import (
	"context"
	"log/slog"
	"testing"

	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

// Graph is a master with its nodes. They end with the test, the nodes first.
type Graph struct {
	t   testing.TB
	URI string
}

// New starts a master whose parameters are given; nil for none.
func New(t testing.TB, params map[string]any) *Graph {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0", Params: params})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	return &Graph{t: t, URI: m.URI()}
}

// Node starts a node.
func (g *Graph) Node(name string) *ros.Node {
	g.t.Helper()
	n, err := ros.NewNode(g.t.Context(), ros.Config{Name: name, Master: g.URI, Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { n.Close() })
	return n
}
