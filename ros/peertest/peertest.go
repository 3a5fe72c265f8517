// Package peertest lends the tests of nodes the peers that the tests of package ros run: Debian's ROS 1 programs.
package peertest

import (
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

// Python is Debian's interpreter, the one its ROS packages are installed for.
const Python = peer.Python

// Clients are the packages of a rospy client that uses messages of definitions/, actions and transforms included.
var Clients = append(append(append(append(append([]string{
	"python3-visualization-msgs", "python3-shape-msgs", "ros-sensor-msgs", "ros-geometry-msgs", "ros-visualization-msgs", "ros-shape-msgs"},
	peer.Tools...), peer.Msgs...), peer.Actions...), peer.TF...), peer.Generators...)

// CppClients are the packages of a client in C++, beside those of Clients.
var CppClients = peer.Roscpp

// Proc is a running program.
type Proc = peer.Proc

// Need installs Debian packages, and skips the test with the reason where that is not possible.
func Need(t testing.TB, packages ...string) {
	t.Helper()
	peer.Need(t, packages)
}

// Overlay makes Python classes of packages in definitions/ and returns the environment of a program that finds them and uses the master
// at uri.
func Overlay(t testing.TB, uri string, packages ...string) []string {
	t.Helper()
	return append(peer.Env(t, uri), peer.OverlayPython(t, packages...)...)
}

// OverlayCpp is Overlay with C++ classes, which take long to make.
func OverlayCpp(t testing.TB, uri string, packages ...string) []string {
	t.Helper()
	return append(peer.Env(t, uri), peer.Overlay(t, packages...)...)
}

// Start runs a program until it ends, the test ends or limit passes.
func Start(t testing.TB, limit time.Duration, env []string, name string, args ...string) *Proc {
	t.Helper()
	return peer.Start(t, limit, env, name, args...)
}

// Run runs a program to its end and fails the test if it fails.
func Run(t testing.TB, limit time.Duration, env []string, name string, args ...string) string {
	t.Helper()
	return peer.Run(t, limit, env, name, args...)
}
