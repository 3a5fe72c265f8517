package bridge

import (
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// maxLearned bounds the types that are remembered from publishers.
const maxLearned = 1024

// types finds message and service types: those that were given, those of package msgs, those that publishers have defined.
type types struct {
	mu      sync.Mutex
	extra   *msgdef.Set
	made    map[string]*dynamic.Type // by name
	learned map[ros.TypeInfo]*dynamic.Type
	byName  map[string]*dynamic.Type // the last learned one of a name
}

// typeName brings the name of a type into its ROS 1 form: "std_msgs/msg/String", as ROS 2 writes it, is std_msgs/String.
func typeName(name string) string {
	if p, t, ok := msgdef.SplitName(strings.TrimSpace(name)); ok {
		return p + "/" + t
	}
	return name
}

// find returns a message type by name.
func (t *types) find(name string) (*dynamic.Type, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.findLocked(typeName(name))
}

func (t *types) findLocked(name string) (*dynamic.Type, error) {
	if typ := t.made[name]; typ != nil {
		return typ, nil
	}
	typ, err := t.make(name)
	if err != nil {
		return nil, err
	}
	if typ == nil {
		if typ = t.byName[name]; typ == nil {
			return nil, fault.New("find type", name, fault.NotFound, "it is not known here and nobody publishes it; give its definition with --path")
		}
		return typ, nil
	}
	if t.made == nil {
		t.made = map[string]*dynamic.Type{}
	}
	t.made[name] = typ
	return typ, nil
}

// make makes a known type, nil when it is not known.
func (t *types) make(name string) (*dynamic.Type, error) {
	if t.extra != nil && t.extra.Messages[name] != nil {
		return dynamic.New(t.extra, name)
	}
	if m := msgs.Lookup(name); m != nil {
		return dynamic.Of(m.New())
	}
	return nil, nil
}

// of returns the type that a publisher declares.
func (t *types) of(info ros.TypeInfo) (*dynamic.Type, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	known, err := t.findLocked(info.Name)
	if err == nil && known.MD5() == info.MD5 {
		return known, nil
	}
	if typ := t.learned[info]; typ != nil {
		return typ, nil
	}
	if info.Definition == "" {
		return nil, fault.New("find type", info.Name, fault.NotFound, "the publisher does not say how its messages are made, and the version with MD5 %s is not known here; give its definition with --path", info.MD5)
	}
	typ, err := dynamic.Parse(info.Name, info.Definition)
	if err != nil {
		return nil, err
	}
	if typ.MD5() != info.MD5 {
		return nil, fault.New("find type", info.Name, fault.Conflict, "the publisher's definition has MD5 %s, its messages %s", typ.MD5(), info.MD5)
	}
	if t.learned == nil || len(t.learned) >= maxLearned {
		t.learned, t.byName = map[ros.TypeInfo]*dynamic.Type{}, map[string]*dynamic.Type{}
	}
	t.learned[info] = typ
	t.byName[info.Name] = typ
	return typ, nil
}

// serviceType is a service type and its two sides.
type serviceType struct {
	name, md5 string
	req, res  *dynamic.Type
}

// service returns a service type by name.
func (t *types) service(name string) (*serviceType, error) {
	name = typeName(name)
	t.mu.Lock()
	defer t.mu.Unlock()
	st := &serviceType{name: name}
	if t.extra != nil && t.extra.Services[name] != nil {
		sum, err := t.extra.ServiceMD5(name)
		if err != nil {
			return nil, err
		}
		st.md5 = sum
	} else if w := msgs.LookupService(name); w != nil {
		st.md5 = w.MD5
	} else {
		return nil, fault.New("find service type", name, fault.NotFound, "it is not known here; give its definition with --path")
	}
	var err error
	if st.req, err = t.findLocked(name + "Request"); err != nil {
		return nil, err
	}
	st.res, err = t.findLocked(name + "Response")
	return st, err
}

// wire describes the type to package ros.
func (st *serviceType) wire() *wire.Service {
	return &wire.Service{Name: st.name, MD5: st.md5, Request: st.req.ROSType(), Response: st.res.ROSType()}
}

func infoOf(t *dynamic.Type) ros.TypeInfo {
	return ros.TypeInfo{Name: t.Name(), MD5: t.MD5(), Definition: t.Definition()}
}
