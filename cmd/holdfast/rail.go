package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	node "github.com/holdfast-robotics/holdfast/node/rail"
	"github.com/holdfast-robotics/holdfast/node/real"
	noderobot "github.com/holdfast-robotics/holdfast/node/robot"
	nodescene "github.com/holdfast-robotics/holdfast/node/scene"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

// railFlags are the flags of the RAIL nodes beside the collector's parameters.
type railFlags struct {
	sceneFlags
	real      realRobot
	simulated bool
	object    string
	speed     float64
	seed      uint64
}

func newRail() *cobra.Command {
	var f railFlags
	var p node.CollectorParams
	set := param.Declare(&p)
	cmd := &cobra.Command{
		Use:   "rail [--sim] [NAME:=VALUE]...",
		Short: "Run RAIL's manipulation actions and grasp collection as ROS 1 nodes",
		Long: `Run the nodes of rail_pick_and_place beside 'holdfast scene': /rail_grasp_collection (GraspAndStore), /rail_grasp_retriever and
/rail_grasp_model_retriever, and /graspdb, which chooses grasps to try and counts how they went. The actions Gripper, Lift and VerifyGrasp
are those of the robot, by the names that the parameters give.

With --robot there is one over ROS as well, of which doc/robot.md tells: /manipulation serves ~gripper, ~lift and ~verify_grasp over it.
With --sim there is a simulated one, whose open fingers are around an object of the catalogue. Its palm is on /tf, and its depth camera on /camera/depth_registered/points.

Parameters come from flags, else from the private parameters of /rail_grasp_collection, else they have their defaults. Those of
/manipulation come from the parameter server. doc/rail.md has all names.`,
		Example: `  holdfast master & holdfast scene & holdfast rail --sim --object apple
  holdfast service call /rail_segmentation/segment
  holdfast action send /rail_grasp_collection/grasp_and_store '{lift: true, verify: true, object_name: apple}'
  holdfast rail --robot robot.yaml
  holdfast rail --eef-frame-id jaco_link_eef --gripper-action-server /jaco_arm/manipulation/gripper --lift-action-server /jaco_arm/manipulation/lift`,
		Args: remappings,
	}
	f.graphFlags.bind(cmd)
	f.db.bind(cmd)
	bindParams(cmd, set)
	f.real.bind(cmd)
	cmd.Flags().BoolVar(&f.simulated, "sim", false, "a simulated robot, which serves the manipulation actions")
	cmd.Flags().StringVar(&f.object, "object", "apple", "simulated: object of the catalogue between the fingers (see 'holdfast sim --objects')")
	cmd.Flags().Float64Var(&f.speed, "speed", 1, "simulated: how fast its time runs; 0 for as fast as the computer can while something moves")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "simulated: seed of the sensors' noise")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.simulated && f.real.path != "" {
			return usageErrorf("--sim and --robot: one of them")
		}
		if !f.simulated && (cmd.Flags().Changed("object") || cmd.Flags().Changed("speed") || cmd.Flags().Changed("seed")) {
			return usageErrorf("--object, --speed and --seed describe a simulated robot: give them with --sim")
		}
		var described real.Params
		if f.real.path != "" {
			var err error
			if described, err = real.Load(f.real.path); err != nil {
				return usageError{err}
			}
			p.FixedFrame, p.HandFrame = described.Arm.RobotFrame, described.Arm.HandFrame // flags and parameters count for more
		}
		run := f.start(cmd, args)
		defer run.close()
		n, err := run.node("rail_grasp_collection", set)
		if err != nil {
			return err
		}
		db, err := f.db.openFor(cmd.Context(), n)
		if err != nil {
			return err
		}
		run.keep(db.Close)
		var touch node.Touch
		if f.real.path != "" {
			loop, err := f.connect(run, described)
			if err != nil {
				return err
			}
			touch = node.Feel(loop)
		}
		if f.simulated {
			loop, err := f.robot(run, &p)
			if err != nil {
				return err
			}
			touch = node.Feel(loop)
		}
		collector, err := node.NewCollector(n, db, touch, p)
		if err != nil {
			return err
		}
		run.keep(collector.Close)
		if err := f.stores(run, db); err != nil {
			return err
		}
		return run.wait("grasp collection")
	}
	return cmd
}

// stores starts the nodes that show and use what is stored.
func (f *railFlags) stores(run *sceneRun, db *graspdb.DB) error {
	n, err := run.node("rail_grasp_retriever", &param.Set{})
	if err != nil {
		return err
	}
	grasps, err := node.NewRetriever(n, db)
	if err != nil {
		return err
	}
	run.keep(grasps.Close)
	if n, err = run.node("rail_grasp_model_retriever", &param.Set{}); err != nil {
		return err
	}
	models, err := node.NewModelRetriever(n, db)
	if err != nil {
		return err
	}
	run.keep(models.Close)
	if n, err = run.node("graspdb", &param.Set{}); err != nil {
		return err
	}
	memory, err := node.NewMemory(n, db, graspdb.NewChooser(uint64(time.Now().UnixNano())))
	if err != nil {
		return err
	}
	run.keep(memory.Close)
	return nil
}

// connect starts the manipulation actions of a robot over ROS.
func (f *railFlags) connect(run *sceneRun, described real.Params) (*noderobot.Loop, error) {
	mp := node.DefaultManipulationParams()
	mp.Pick = described.Task
	n, err := run.node("manipulation", param.Over(&mp))
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(run.cmd.ErrOrStderr(), "waiting for %s and the frames of the robot\n", described.Hand.Node)
	r, err := real.Connect(run.cmd.Context(), n, described)
	if err != nil {
		return nil, err
	}
	run.keep(r.Close)
	face, err := node.NewManipulation(n, r.Loop, mp)
	if err != nil {
		return nil, err
	}
	run.keep(face.Close)
	return r.Loop, nil
}

// tableTop is the height of a simulated table over the floor, where base_footprint is, m.
const tableTop = 0.74

// robot starts a simulated robot and its manipulation actions.
func (f *railFlags) robot(run *sceneRun, p *node.CollectorParams) (*noderobot.Loop, error) {
	place, err := tabletop.NewSingle(f.object, simrobot.DefaultConfig(f.seed))
	if err != nil {
		return nil, err
	}
	loop, err := noderobot.Simulate(place.Robot, f.speed)
	if err != nil {
		return nil, usageError{err}
	}
	run.keep(func() error { loop.Close(); return nil })
	var mp node.ManipulationParams
	n, err := run.node("manipulation", param.Declare(&mp))
	if err != nil {
		return nil, err
	}
	face, err := node.NewManipulation(n, loop, mp)
	if err != nil {
		return nil, err
	}
	run.keep(face.Close)
	if n, err = run.node("simulated_robot", &param.Set{}); err != nil {
		return nil, err
	}
	X_BW := geom.Pose{R: geom.IdentityRot, P: geom.V(0, 0, tableTop)}
	const eye = "camera_depth_frame"
	shown, err := noderobot.Show(n, noderobot.Palm(loop, p.FixedFrame, p.HandFrame, X_BW), tf.Stamped(p.FixedFrame, eye, wire.Time{}, X_BW.Mul(place.Camera())))
	if err != nil {
		return nil, err
	}
	run.keep(shown.Close)
	pictures, err := noderobot.Look(n, noderobot.View{
		Topic: nodescene.DefaultParams().CloudTopic, Frame: eye, X_WC: place.Camera(), Every: time.Second, Seed: f.seed,
		See: noderobot.Seen(loop, place.Scene),
	})
	if err != nil {
		return nil, err
	}
	run.keep(pictures.Close)
	if p.Robot == "" {
		p.Robot = "simulated"
	}
	if p.Hand == "" {
		p.Hand = "simulated parallel gripper"
	}
	return loop, nil
}
