package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/holdfast-robotics/holdfast/node/params"
	"github.com/holdfast-robotics/holdfast/node/recognize"
	node "github.com/holdfast-robotics/holdfast/node/scene"
	"github.com/holdfast-robotics/holdfast/node/tabletop"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/scene/colour"
	recog "github.com/holdfast-robotics/holdfast/scene/recognize"
)

// sceneFlags are the flags of the perception nodes beside their parameters.
type sceneFlags struct {
	graphFlags
	db       dbFlag
	models   string
	pictures string
	metrics  string
}

func newScene() *cobra.Command {
	var f sceneFlags
	var p node.Params
	set := param.Declare(&p)
	cmd := &cobra.Command{
		Use:   "scene [NAME:=VALUE]...",
		Short: "Run segmentation and recognition as ROS 1 nodes",
		Long: `Segment the clouds of a camera topic as rail_segmentation does: the node is /rail_segmentation, with its topics, services, parameters
and zones file. With --models or --db also run rail_recognition's nodes /object_recognizer, /object_recognition_listener,
/model_generator and /metric_trainer.

Parameters come from flags, else from the node's private parameters on the parameter server (rosparam, launch files, _name:=value),
else they have their defaults. Those of the recognition nodes come from the parameter server.

'holdfast scene tabletop' runs the PR2's tabletop services instead.`,
		Example: `  holdfast scene --point-cloud-topic /camera/depth_registered/points --zones-config zones.yaml
  holdfast scene --segmentation-rate 2 --models models/
  holdfast service call /rail_segmentation/segment`,
		Args: remappings,
	}
	f.bind(cmd)
	cmd.Flags().StringVar(&f.db.at, "db", "", "recognise objects of the models in this database: a SQLite `file` or a postgres:// URL")
	bindParams(cmd, set)
	cmd.Flags().StringVar(&f.models, "models", "", "recognise objects of the models in this `folder` (RAIL model texts, PCD, PLY); demonstrations are in its folder demonstrations")
	cmd.Flags().StringVar(&f.pictures, "pictures", "", "narrow that by pictures: a `folder` with one folder of PNG or JPEG crops an object")
	cmd.Flags().StringVar(&f.metrics, "metrics-file", "registration_metrics.txt", "`file` to which metric_trainer appends")
	cmd.AddCommand(newSceneTabletop())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		withDB := cmd.Flags().Changed("db")
		if f.models != "" && withDB {
			return usageErrorf("--models and --db: models come from one of them")
		}
		if f.pictures != "" && f.models == "" && !withDB {
			return usageErrorf("--pictures narrows the models; name them with --models or --db")
		}
		if p.ZonesConfig != "" { // before a node of the name takes the place of one that runs
			if _, err := node.LoadZones(p.ZonesConfig); err != nil {
				return err
			}
		}
		run := f.start(cmd, args)
		defer run.close()
		n, err := run.node("rail_segmentation", set)
		if err != nil {
			return err
		}
		face, err := node.New(n, p, nil)
		if err != nil {
			return err
		}
		run.keep(face.Close)
		if f.models != "" || withDB {
			if err := f.recognition(run, p.Debug); err != nil {
				return err
			}
		}
		return run.wait("segmentation")
	}
	return cmd
}

func newSceneTabletop() *cobra.Command {
	var f sceneFlags
	var p tabletop.Params
	set := param.Declare(&p)
	cmd := &cobra.Command{
		Use:   "tabletop [NAME:=VALUE]...",
		Short: "Run the PR2's tabletop services as a ROS 1 node",
		Long: `Serve tabletop_segmentation, object_detection, find_cluster_bounding_box, find_cluster_bounding_box2 (and _3d of both) and
tabletop_collision_map_processing over the clouds of the topic cloud_in. The node is /tabletop_segmentation.

With --models or --db, object_detection says which of these models each cluster may be.

Parameters come from flags, else from the node's private parameters on the parameter server, else they have their defaults.`,
		Example: `  holdfast scene tabletop cloud_in:=/camera/depth_registered/points
  holdfast scene tabletop cloud_in:=/points --processing-frame base_link --up-direction 1 --x-filter-min 0.3`,
		Args: remappings,
	}
	f.bind(cmd)
	bindParams(cmd, set)
	cmd.Flags().StringVar(&f.db.at, "db", "", "recognise clusters as the models in this database: a SQLite `file` or a postgres:// URL")
	cmd.Flags().StringVar(&f.models, "models", "", "recognise clusters as the models in this `folder` (RAIL model texts, PCD, PLY)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		withDB := cmd.Flags().Changed("db")
		if f.models != "" && withDB {
			return usageErrorf("--models and --db: models come from one of them")
		}
		run := f.start(cmd, args)
		defer run.close()
		n, err := run.node("tabletop_segmentation", set)
		if err != nil {
			return err
		}
		var library *recognize.Library
		if f.models != "" || withDB {
			store, err := f.store(run)
			if err != nil {
				return err
			}
			if library, err = recognize.NewLibrary(store, recog.DefaultParams(), nil, 0); err != nil {
				return err
			}
		}
		face, err := tabletop.New(n, p, library)
		if err != nil {
			return err
		}
		run.keep(face.Close)
		return run.wait("tabletop perception")
	}
	return cmd
}

// remappings are the arguments of a ROS program: name:=value.
func remappings(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		if !strings.Contains(a, ":=") {
			return usageErrorf("%q is no remapping, as cloud_in:=/camera/points", a)
		}
	}
	return nil
}

// sceneRun are nodes that run together.
type sceneRun struct {
	running
	f     *sceneFlags
	cmd   *cobra.Command
	args  []string
	nodes []*ros.Node
}

func (f *sceneFlags) start(cmd *cobra.Command, args []string) *sceneRun {
	return &sceneRun{running: running{log: logger(cmd.ErrOrStderr(), slog.LevelInfo)}, f: f, cmd: cmd, args: args}
}

// node starts a node and reads its parameters. A flag counts for more than the parameter server.
func (r *sceneRun) node(name string, set *param.Set) (*ros.Node, error) {
	given := map[string]string{}
	if len(r.nodes) == 0 { // flags are the first node's
		r.cmd.Flags().Visit(func(f *pflag.Flag) { given[strings.ReplaceAll(f.Name, "-", "_")] = f.Value.String() })
	}
	args := r.args
	if len(r.nodes) > 0 { // and so are names
		args = nil
		for _, a := range r.args {
			if !strings.HasPrefix(a, "_") || strings.HasPrefix(a, "__ip:=") || strings.HasPrefix(a, "__hostname:=") || strings.HasPrefix(a, "__master:=") {
				args = append(args, a)
			}
		}
	}
	n, err := ros.NewNode(r.cmd.Context(), ros.Config{Name: name, Master: r.f.master, Host: r.f.host, Expose: r.f.expose, Log: r.log.Handler(), Args: args})
	if err != nil {
		return nil, err
	}
	r.nodes = append(r.nodes, n)
	r.keep(n.Close)
	if r.f.expose && len(r.nodes) == 1 {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "exposed at %s: anyone who reaches it can call this node\n", n.URI())
	}
	ctx, cancel := r.f.short(r.cmd.Context())
	defer cancel()
	unknown, err := params.Read(ctx, n, set)
	if err != nil {
		return nil, err
	}
	for _, name := range unknown {
		r.log.Warn("a private parameter is not known", "node", n.Name(), "parameter", name)
	}
	for _, p := range set.All() {
		if text, ok := given[p.Name]; ok {
			if err := p.Set(text); err != nil {
				return nil, usageError{err}
			}
		}
	}
	return n, nil
}

// store opens the models.
func (f *sceneFlags) store(run *sceneRun) (recognize.Store, error) {
	var store recognize.Store = &recognize.Folder{Path: f.models}
	if f.models == "" {
		db, err := f.db.open(run.cmd.Context())
		if err != nil {
			return nil, err
		}
		run.keep(db.Close)
		store = &recognize.Database{DB: db}
	}
	models, err := store.Models(run.cmd.Context()) // what is wrong with them is said now
	if err != nil {
		return nil, err
	}
	run.log.Info("models are read", "models", len(models))
	return store, nil
}

// recognition starts the nodes of rail_recognition.
func (f *sceneFlags) recognition(run *sceneRun, debug bool) error {
	store, err := f.store(run)
	if err != nil {
		return err
	}
	var pictures *colour.Classifier
	if f.pictures != "" {
		samples, err := colour.LoadSamples(f.pictures)
		if err != nil {
			return err
		}
		if pictures, err = colour.Train(samples); err != nil {
			return err
		}
	}
	var p recog.Params
	n, err := run.node("object_recognizer", param.Declare(&p))
	if err != nil {
		return err
	}
	const least = 0.5 // confidence of a picture that counts
	library, err := recognize.NewLibrary(store, p, pictures, least)
	if err != nil {
		return err
	}
	rec, err := recognize.NewRecognizer(n, library)
	if err != nil {
		return err
	}
	run.keep(rec.Close)
	var lp recognize.ListenerParams
	if n, err = run.node("object_recognition_listener", param.Declare(&lp)); err != nil {
		return err
	}
	lp.Debug = lp.Debug || debug
	listener, err := recognize.NewListener(n, library, lp)
	if err != nil {
		return err
	}
	run.keep(listener.Close)
	var mp recog.MergeParams
	if n, err = run.node("model_generator", param.Declare(&mp)); err != nil {
		return err
	}
	generator, err := recognize.NewGenerator(n, store, mp, debug)
	if err != nil {
		return err
	}
	run.keep(generator.Close)
	if n, err = run.node("metric_trainer", &param.Set{}); err != nil {
		return err
	}
	trainer, err := recognize.NewTrainer(n, store, f.metrics)
	if err != nil {
		return err
	}
	run.keep(trainer.Close)
	return nil
}

// wait runs until the command or one of its nodes is asked to end.
func (r *sceneRun) wait(what string) error {
	names := make([]string, len(r.nodes))
	for i, n := range r.nodes {
		names[i] = n.Name()
	}
	fmt.Fprintf(r.cmd.ErrOrStderr(), "%s is ready: %s\n", what, strings.Join(names, " "))
	ctx, stop := context.WithCancel(r.cmd.Context())
	defer stop()
	for _, n := range r.nodes {
		defer context.AfterFunc(n.Context(), stop)()
	}
	<-ctx.Done()
	return nil
}
