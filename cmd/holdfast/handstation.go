package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/hand/gripper"
	nodehw "github.com/holdfast-robotics/holdfast/node/hardware"
	nodest "github.com/holdfast-robotics/holdfast/node/station"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// stationFlags say what a simulated hand has between its fingers.
type stationFlags struct {
	prefix string
	hand   string
	object string
	empty  bool
	ideal  bool
	seed   uint64

	uncalibrated bool
}

func (f *stationFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.prefix, "prefix", "r_", "what the hand's names begin with: r_ or l_ on a PR2")
	cmd.Flags().StringVar(&f.hand, "hand", gripper.PR2, "`gripper`: a preset ('holdfast hand grippers' lists them), or a file that ends in .yaml")
	cmd.Flags().StringVar(&f.object, "object", "apple", "simulated: object of the catalogue between the fingers (see 'holdfast sim --objects')")
	cmd.Flags().BoolVar(&f.empty, "empty", false, "simulated: nothing between the fingers")
	cmd.Flags().BoolVar(&f.ideal, "ideal", false, "simulated: sensors without noise")
	cmd.Flags().BoolVar(&f.uncalibrated, "uncalibrated", false, "simulated: a board that remembers no zero")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "simulated: seed of the sensors' noise")
}

func (f *stationFlags) station(cmd *cobra.Command, g *gripper.Gripper) (*station.Station, error) {
	if f.empty && cmd.Flags().Changed("object") {
		return nil, usageErrorf("--empty and --object: give one of them")
	}
	cfg := station.Config{Gripper: g, Object: f.object, Motor: f.prefix + "gripper_motor", Seed: f.seed, Sensors: sim.RealSensors(f.seed), Uncalibrated: f.uncalibrated}
	if f.empty {
		cfg.Object = ""
	}
	if f.ideal {
		cfg.Sensors = sim.SensorModel{Offset: 3000}
	}
	return station.New(cfg)
}

// stationNode starts the node of a simulated hand's surroundings. What it returns ends it.
func stationNode(ctx context.Context, g *graphFlags, prefix string, log *slog.Logger, place *station.Station, do func(func()) bool) (func(), error) {
	n, err := ros.NewNode(ctx, ros.Config{Name: prefix + "gripper_sim", Master: g.master, Host: g.host, Expose: g.expose, Log: log.Handler()})
	if err != nil {
		return nil, err
	}
	face, err := nodest.New(n, place, do)
	if err != nil {
		n.Close()
		return nil, err
	}
	return func() { face.Close(); n.Close() }, nil
}

func newHandSidecar() *cobra.Command {
	var g graphFlags
	var f stationFlags
	var listen string
	var hold time.Duration
	cmd := &cobra.Command{
		Use:   "sidecar",
		Short: "Serve a simulated hand's board, with its world, as a process that owns a bus would",
		Long: `Listen for 'holdfast hand --sidecar' and serve it the board of a simulated hand, by the protocol that doc/hardware.md describes. The
world goes on by the wall clock: the hand can be killed and started again meanwhile, as on a robot. A hand that is killed while it holds has
left its grip as its will: the sidecar goes on with that effort, for the time of --hold, until the hand that is started again has taken over.
Otherwise the motor is off while nobody drives it; alone for longer than a second the world stands still until somebody does.

The node /r_gripper_sim serves ~lift, ~lower, ~tap and ~fate (std_srvs/Trigger) where a master runs; --alone does without.`,
		Example: `  holdfast hand sidecar --object egg --listen /tmp/hand.sock
  holdfast hand --sidecar /tmp/hand.sock --state /tmp/hand.json
  holdfast hand sidecar --hand parallel-4x4 --object apple --listen /tmp/hand.sock`,
		Args: cobra.NoArgs,
	}
	g.bind(cmd)
	f.bind(cmd)
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:7130", "`address` to listen at: host:port, or the path of a Unix socket")
	cmd.Flags().DurationVar(&hold, "hold", 30*time.Second, "for how long a grip is kept up for a loop that has gone away without a good-bye, as with kill -9; 0 for not at all")
	alone := cmd.Flags().Bool("alone", false, "without a ROS node")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if hold < 0 || hold > time.Hour {
			return usageErrorf("--hold %v: give 0 to 1h", hold)
		}
		h, err := gripper.Find(f.hand)
		if err != nil {
			return err
		}
		place, err := f.station(cmd, h)
		if err != nil {
			return err
		}
		bus := nodehw.NewOwnTime(place.Bus)
		if !*alone {
			log := logger(cmd.ErrOrStderr(), slog.LevelInfo)
			done, err := stationNode(cmd.Context(), &g, f.prefix, log, place, bus.Do)
			if err != nil {
				return err
			}
			defer done()
		}
		say := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), text) }
		return nodehw.ServeSidecar(cmd.Context(), listen, bus, nodehw.SidecarOptions{Hold: hold}, func(at string) { say("sidecar listens at " + at) }, say)
	}
	return cmd
}
