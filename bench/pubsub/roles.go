package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
)

const (
	cloudSize = 10_000_000
	window    = 4 // clouds on their way
)

// now is the monotonic clock, which all processes of a machine share, in nanoseconds.
func now() uint64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		panic(err) // it always exists
	}
	return uint64(t.Nano())
}

// role runs one side of one test in this process. The subscriber writes how many messages came, within how many seconds, and the
// median and 99th percentile of the delay in microseconds.
func role(ctx context.Context, out io.Writer, side, test string, count int) error {
	n, err := ros.NewNode(ctx, ros.Config{Name: "go_" + side, Log: slog.DiscardHandler, NoRosout: true})
	if err != nil {
		return err
	}
	defer n.Close()
	if side == "sub" {
		return subscribe(ctx, n, out, test, count)
	}
	return publish(ctx, n, test, count)
}

func subscribe(ctx context.Context, n *ros.Node, out io.Writer, test string, count int) (err error) {
	var got atomic.Uint64
	var first, last uint64 // written by the callback, read when it has ended
	done := make(chan struct{})
	arrived := func() {
		last = now()
		if got.Add(1) == 1 {
			first = last
		}
		if got.Load() == uint64(count) {
			close(done)
		}
	}
	var delays []float64
	var sub *ros.Subscriber
	switch test {
	case "small":
		sub, err = ros.Subscribe(n, "data", func(*std_msgs.UInt64) { arrived() }, ros.QueueSize(count))
	case "latency":
		sub, err = ros.Subscribe(n, "data", func(m *std_msgs.UInt64) {
			delays = append(delays, 1e-3*float64(now()-m.Data))
			arrived()
		}, ros.QueueSize(count))
	case "cloud":
		ack, err := ros.Advertise[*std_msgs.UInt64](n, "ack")
		if err != nil {
			return err
		}
		sub, err = ros.Subscribe(n, "data", func(*sensor_msgs.PointCloud2) {
			arrived()
			_ = ack.Publish(&std_msgs.UInt64{Data: got.Load()}) // fails when the run is over
		}, ros.QueueSize(count), ros.Borrow())
		if err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	var seen uint64
	patience := 20 * time.Second
wait:
	for {
		select {
		case <-done:
			break wait
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(patience):
			if got.Load() == seen {
				break wait
			}
			seen, patience = got.Load(), 2*time.Second
		}
	}
	sub.Close()
	n.Close()
	var p50, p99 float64
	if len(delays) > 0 {
		slices.Sort(delays)
		p50, p99 = delays[len(delays)/2], delays[len(delays)*99/100]
	}
	_, err = fmt.Fprintf(out, "%d %.9f %.3f %.3f\n", got.Load(), 1e-9*float64(last-first), p50, p99)
	return err
}

func publish(ctx context.Context, n *ros.Node, test string, count int) error {
	if test == "cloud" {
		return publishClouds(ctx, n, count)
	}
	pub, err := ros.Advertise[*std_msgs.UInt64](n, "data", ros.QueueSize(count))
	if err != nil {
		return err
	}
	if err := pub.WaitForSubscribers(ctx, 1); err != nil {
		return err
	}
	time.Sleep(200 * time.Millisecond) // as the other side does
	m := &std_msgs.UInt64{}
	next := now()
	for i := range count {
		m.Data = uint64(i)
		if test == "latency" {
			next += uint64(time.Millisecond)
			t := unix.NsecToTimespec(int64(next))
			for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &t, nil) == unix.EINTR {
			}
			m.Data = now()
		}
		if err := pub.Publish(m); err != nil {
			return err
		}
	}
	for pub.Subscribers() > 0 && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

func publishClouds(ctx context.Context, n *ros.Node, count int) error {
	pub, err := ros.Advertise[*sensor_msgs.PointCloud2](n, "data", ros.QueueSize(count))
	if err != nil {
		return err
	}
	acks := make(chan uint64, count)
	ack, err := ros.Subscribe(n, "ack", func(m *std_msgs.UInt64) { acks <- m.Data })
	if err != nil {
		return err
	}
	if err := pub.WaitForSubscribers(ctx, 1); err != nil {
		return err
	}
	if err := ack.WaitForPublishers(ctx, 1); err != nil {
		return err
	}
	time.Sleep(200 * time.Millisecond)
	m := &sensor_msgs.PointCloud2{Height: 1, Width: cloudSize / 32, PointStep: 32, RowStep: cloudSize, Data: make([]byte, cloudSize)}
	acked := 0
	for i := range count {
		for i >= acked+window {
			select {
			case a := <-acks:
				acked = int(a)
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := pub.Publish(m); err != nil {
			return err
		}
	}
	for pub.Subscribers() > 0 && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}
