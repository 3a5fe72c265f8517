package hardware

import (
	"context"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_mechanism_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// extra is the ROS side of a loaded controller.
type extra interface {
	// step publishes what is due.
	step(now wire.Time)
	Close() error
}

// Types of controllers that the face can load.
const (
	GapType         = "pr2_mechanism_controllers/Pr2GripperController"
	CalibrationType = "pr2_calibration_controllers/GripperCalibrationController"
)

func (f *Face) registerTypes() {
	f.loop.Manager.Register(GapType, func(name string, g *hw.Gripper) (hw.Spec, error) {
		c := hw.NewGapController()
		if err := f.params(name+"/pid", &c.GapGains); err != nil {
			return hw.Spec{}, err
		}
		x, err := newGapFace(f, name, c)
		if err != nil {
			return hw.Spec{}, err
		}
		f.add(name, x)
		return hw.Spec{Controller: c}, nil
	})
	f.loop.Manager.Register(CalibrationType, func(name string, g *hw.Gripper) (hw.Spec, error) {
		p := hw.DefaultCalibration()
		if err := f.params(name, &p); err != nil {
			return hw.Spec{}, err
		}
		c := hw.NewGripperCalibration(p)
		x, err := newCalibrationFace(f, name, g.Joint.Name, c)
		if err != nil {
			return hw.Spec{}, err
		}
		f.add(name, x)
		return hw.Spec{Controller: c}, nil
	})
}

// add takes in the ROS side of a controller that is being loaded.
func (f *Face) add(name string, x extra) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.extras != nil {
		f.extras[name] = x
	}
}

// drop closes the ROS side of a controller.
func (f *Face) drop(name string) {
	f.mu.Lock()
	x := f.extras[name]
	delete(f.extras, name)
	f.mu.Unlock()
	if x != nil {
		f.report(x.Close())
	}
}

// params reads declared parameters of a controller from the parameter server; what is not set keeps its default.
func (f *Face) params(namespace string, d param.Declarer) error {
	for _, p := range param.Declare(d).All() {
		key := namespace + "/" + p.Name
		has, err := f.node.HasParam(f.ctx, key)
		if err != nil {
			return err
		}
		if !has {
			continue
		}
		v, err := f.node.GetParam(f.ctx, key)
		if err != nil {
			return err
		}
		if err := p.Set(fmt.Sprint(v)); err != nil {
			return fault.Wrap("", key, err)
		}
	}
	return nil
}

// load is the service load_controller: the type is the parameter NAME/type, the joint is NAME/joint.
func (f *Face) load(ctx context.Context, name string) error {
	typ, err := ros.Param(ctx, f.node, name+"/type", "")
	if err != nil {
		return err
	}
	if typ == "" {
		return fault.New("load controller", name, fault.NotFound, "the parameter %s/type is not set", name)
	}
	joint, err := ros.Param(ctx, f.node, name+"/joint", "")
	if err != nil {
		return err
	}
	for _, c := range f.loop.Manager.List() {
		if c.Name == name {
			return fault.New("load controller", name, fault.Conflict, "a controller of this name is loaded; unload it first")
		}
	}
	if err := f.loop.Manager.LoadType(name, typ, joint); err != nil {
		f.drop(name)
		return err
	}
	return nil
}

func (f *Face) unload(name string) error {
	if err := f.loop.Manager.Unload(name); err != nil {
		return err
	}
	f.drop(name)
	return nil
}

// change starts and stops controllers and waits until the loop has done it.
func (f *Face) change(ctx context.Context, start, stop []string, s hw.Strictness) error {
	ctx, cancel := context.WithTimeout(ctx, f.opt.SwitchTimeout)
	defer cancel()
	return f.loop.Manager.Switch(ctx, start, stop, s)
}

// reload unloads everything, when force is set also what runs.
func (f *Face) reload(ctx context.Context, force bool) error {
	list := f.loop.Manager.List()
	if len(list) == 0 {
		return nil
	}
	if !force {
		return fault.New("reload controllers", "", fault.Conflict, "%d controllers are loaded; unload them or set force_kill", len(list))
	}
	var running []string
	for _, c := range list {
		if c.Running {
			running = append(running, c.Name)
		}
	}
	if len(running) > 0 {
		if err := f.change(ctx, nil, running, hw.Strict); err != nil {
			return err
		}
	}
	for i := len(list) - 1; i >= 0; i-- { // those that others depend on last
		if err := f.unload(list[i].Name); err != nil {
			return err
		}
	}
	return nil
}

// said is ok, and tells of the error where there is one.
func (f *Face) said(err error) bool {
	f.report(err)
	return err == nil
}

// serve serves a request of the controller manager, one at a time.
func serve[Req, Res ros.Message](f *Face, name string, typ *wire.Service, do func(context.Context, Req) Res) error {
	s, err := ros.AdvertiseService(f.node, "pr2_controller_manager/"+name, typ, func(ctx context.Context, q Req) (Res, error) {
		f.services.Lock()
		defer f.services.Unlock()
		return do(ctx, q), nil
	})
	if err == nil {
		closers.Keep(&f.ends, s.Close)
	}
	return err
}

func (f *Face) startManager() error {
	m := f.loop.Manager
	for _, err := range []error{
		serve(f, "load_controller", &pr2_mechanism_msgs.LoadControllerService, func(ctx context.Context, q *pr2_mechanism_msgs.LoadControllerRequest) *pr2_mechanism_msgs.LoadControllerResponse {
			return &pr2_mechanism_msgs.LoadControllerResponse{Ok: f.said(f.load(ctx, q.Name))}
		}),
		serve(f, "unload_controller", &pr2_mechanism_msgs.UnloadControllerService, func(_ context.Context, q *pr2_mechanism_msgs.UnloadControllerRequest) *pr2_mechanism_msgs.UnloadControllerResponse {
			return &pr2_mechanism_msgs.UnloadControllerResponse{Ok: f.said(f.unload(q.Name))}
		}),
		serve(f, "switch_controller", &pr2_mechanism_msgs.SwitchControllerService, func(ctx context.Context, q *pr2_mechanism_msgs.SwitchControllerRequest) *pr2_mechanism_msgs.SwitchControllerResponse {
			s := hw.Strictness(q.Strictness)
			if s == 0 {
				f.opt.Problem("switch_controller: strictness 0 is not a value; best effort is taken")
				s = hw.BestEffort
			}
			return &pr2_mechanism_msgs.SwitchControllerResponse{Ok: f.said(f.change(ctx, q.StartControllers, q.StopControllers, s))}
		}),
		serve(f, "list_controllers", &pr2_mechanism_msgs.ListControllersService, func(context.Context, *pr2_mechanism_msgs.ListControllersRequest) *pr2_mechanism_msgs.ListControllersResponse {
			r := &pr2_mechanism_msgs.ListControllersResponse{}
			for _, c := range m.List() {
				state := "stopped"
				if c.Running {
					state = "running"
				}
				r.Controllers, r.State = append(r.Controllers, c.Name), append(r.State, state)
			}
			return r
		}),
		serve(f, "list_controller_types", &pr2_mechanism_msgs.ListControllerTypesService, func(context.Context, *pr2_mechanism_msgs.ListControllerTypesRequest) *pr2_mechanism_msgs.ListControllerTypesResponse {
			return &pr2_mechanism_msgs.ListControllerTypesResponse{Types: m.Types()}
		}),
		serve(f, "reload_controller_libraries", &pr2_mechanism_msgs.ReloadControllerLibrariesService, func(ctx context.Context, q *pr2_mechanism_msgs.ReloadControllerLibrariesRequest) *pr2_mechanism_msgs.ReloadControllerLibrariesResponse {
			return &pr2_mechanism_msgs.ReloadControllerLibrariesResponse{Ok: f.said(f.reload(ctx, q.ForceKill))}
		}),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}
