package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/node/flightlist"
	nodehand "github.com/holdfast-robotics/holdfast/node/hand"
	nodehw "github.com/holdfast-robotics/holdfast/node/hardware"
	nodepick "github.com/holdfast-robotics/holdfast/node/pick"
	"github.com/holdfast-robotics/holdfast/node/planner"
	nodescene "github.com/holdfast-robotics/holdfast/node/scene"
	"github.com/holdfast-robotics/holdfast/node/simrobot"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bridge"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/web"
)

// withWeb gives the demo the flag --web: the same table, with a robot before it that the user drives from a page.
func withWeb(demo *cobra.Command) *cobra.Command {
	var on bool
	listen := demo.Flags().String("listen", "127.0.0.1:8080", "with --web: `HOST:PORT` of the page, on the loopback device")
	at := demo.Flags().String("master", "127.0.0.1:11311", "with --web: `HOST:PORT` of the ROS master, which other nodes may use")
	demo.Flags().BoolVar(&on, "web", false, "run a simulated robot before the table and show it in a page, until interrupted")
	demo.Example += "\n  holdfast demo --web"
	batch := demo.RunE
	demo.RunE = func(cmd *cobra.Command, args []string) error {
		if !on {
			for _, name := range []string{"listen", "master"} {
				if cmd.Flags().Changed(name) {
					return usageErrorf("--%s belongs to --web", name)
				}
			}
			return batch(cmd, args)
		}
		if !master.Loopback(*listen) || !master.Loopback(*at) {
			return usageErrorf("--listen and --master: the demo is for this machine alone; a robot is shown to others by 'holdfast bridge'")
		}
		seed, err := cmd.Flags().GetUint64("seed")
		if err != nil {
			return err
		}
		objects, err := cmd.Flags().GetInt("objects")
		if err != nil {
			return err
		}
		record, err := cmd.Flags().GetString("record")
		if err != nil {
			return err
		}
		d := &webDemo{running: running{log: logger(cmd.ErrOrStderr(), slog.LevelWarn)}}
		defer d.close()
		ready := func(url string) { fmt.Fprintln(cmd.OutOrStdout(), url) }
		return d.run(cmd.Context(), *listen, *at, seed, objects, record, ready)
	}
	return demo
}

// keepFlights is how many flight records of a session are kept.
const keepFlights = 200

// webDemo is a whole simulated robot in one process.
type webDemo struct {
	running
	uri string
}

// node starts a node of the robot.
func (d *webDemo) node(ctx context.Context, name string) (*ros.Node, error) {
	n, err := ros.NewNode(ctx, ros.Config{Name: name, Master: d.uri, Log: d.log.Handler()})
	if err == nil {
		d.keep(n.Close)
	}
	return n, err
}

func (d *webDemo) run(ctx context.Context, listen, at string, seed uint64, objects int, record string, ready func(url string)) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fault.New("listen", listen, fault.Unavailable, "%w", err)
	}
	d.keep(func() error { _ = l.Close(); return nil }) // the bridge has closed it, if it ran
	m, stop, err := startMaster(at, "", d.log)
	if err != nil {
		return err
	}
	d.keep(func() error { stop(); return nil })
	d.uri = m.URI()
	out, err := aggregateLog(ctx, d.uri, "", false, d.log)
	if err != nil {
		return err
	}
	d.keep(out.Close)

	nodehw.PrepareProcess()
	machine, err := simrobot.New(seed, objects)
	if err != nil {
		return err
	}
	loop, err := hardware.New(machine.Bus, machine.Config())
	if err != nil {
		return err
	}
	if record == "" { // the attempts of this session can be looked at while it lasts
		if record, err = os.MkdirTemp("", "holdfast-flights-"); err != nil {
			return fault.New("keep flight records", os.TempDir(), fault.Permission, "%w", err)
		}
		d.keep(func() error { return os.RemoveAll(record) })
	}
	hand, err := d.hand(ctx, loop, record)
	if err != nil {
		return errors.Join(err, loop.Shutdown())
	}
	stepping, stop := context.WithCancel(ctx)
	stepped := make(chan error, 1)
	go func() { stepped <- byClock(stepping, loop, clock.Wall{}) }()
	d.keep(func() error { stop(); return <-stepped })
	if err := d.robot(ctx, machine, hand, loop); err != nil {
		return err
	}
	if err := d.perception(ctx); err != nil {
		return err
	}
	return d.serve(ctx, l, record, ready)
}

func (d *webDemo) hand(ctx context.Context, loop *hardware.Loop, record string) (*nodehand.Face, error) {
	n, err := d.node(ctx, "r_gripper_sensor_controller")
	if err != nil {
		return nil, err
	}
	opt := nodehand.Options{}
	recorder := handFlags{flight: record, keep: keepFlights}
	stop := recorder.recorder(n, d.log, &opt)
	d.keep(func() error { stop(); return nil })
	face, err := nodehand.New(ctx, n, loop, gripper.PR2Hand().Layout(), nodehand.DefaultParams(), opt)
	if err != nil {
		return nil, err
	}
	d.keep(face.Close)
	hw, err := nodehw.New(n, loop, nodehw.Options{Problem: func(text string) { d.log.Warn(text) }})
	if err != nil {
		return nil, err
	}
	d.keep(hw.Close)
	return face, nil
}

func (d *webDemo) robot(ctx context.Context, machine *simrobot.Machine, hand *nodehand.Face, loop *hardware.Loop) error {
	n, err := d.node(ctx, "object_manipulator")
	if err != nil {
		return err
	}
	tasks, err := machine.Attach(hand.Inside(), loop.Do)
	if err != nil {
		return err
	}
	d.keep(func() error { tasks.Close(); return nil })
	face, err := simrobot.NewFace(n, machine)
	if err != nil {
		return err
	}
	d.keep(face.Close)
	p := nodepick.DefaultParams()
	p.RobotFrame, p.HandFrame = simrobot.Base, simrobot.Wrist
	actions, err := nodepick.New(n, tasks, p, nodepick.Options{Identify: machine.Identify, X_AG: machine.X_AG(), X_RW: simrobot.X_BW})
	if err != nil {
		return err
	}
	d.keep(actions.Close)
	return nil
}

func (d *webDemo) perception(ctx context.Context) error {
	n, err := d.node(ctx, "rail_segmentation")
	if err != nil {
		return err
	}
	p := nodescene.DefaultParams()
	p.CloudTopic, p.MaxCloudAge = simrobot.CloudTopic, 0 // the camera speaks when there is something new
	scene, err := nodescene.New(n, p, nil)
	if err != nil {
		return err
	}
	d.keep(scene.Close)
	if n, err = d.node(ctx, "point_cluster_grasp_planner"); err != nil {
		return err
	}
	q := planner.DefaultParams()
	q.ZUpFrame = simrobot.Base
	grasps, err := planner.New(n, q, planner.Options{})
	if err != nil {
		return err
	}
	d.keep(grasps.Close)
	return nil
}

// serve serves the page until the context ends.
func (d *webDemo) serve(ctx context.Context, l net.Listener, record string, ready func(url string)) error {
	n, err := d.node(ctx, "holdfast_bridge")
	if err != nil {
		return err
	}
	s := bridge.New(n, bridge.Options{Page: page(record)})
	d.keep(s.Close)
	defer context.AfterFunc(ctx, func() { s.Close() })()
	ready("http://" + l.Addr().String() + "/")
	if err := s.Serve(l, nil); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// page is the browser page with the flight records of a folder.
func page(records string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", web.Handler())
	mux.Handle("/flights/", http.StripPrefix("/flights", flightlist.Handler(records)))
	return mux
}
