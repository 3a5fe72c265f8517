package names

import (
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Args is what a ROS command line sets.
type Args struct {
	Remap  map[string]string // from:=to
	Params map[string]string // _param:=value, without the underscore; the value is YAML

	Name     string // __name: the node's own name
	NS       string // __ns: its namespace
	IP       string // __ip: the address to advertise
	Hostname string // __hostname: the host name to advertise
	Master   string // __master: the master's URI
	Log      string // __log: a log file

	Rest []string // everything else, in order
}

// ParseArgs takes the remapping arguments out of a command line.
func ParseArgs(args []string) (Args, error) {
	a := Args{Remap: map[string]string{}, Params: map[string]string{}}
	for _, arg := range args {
		from, to, ok := strings.Cut(arg, ":=")
		if !ok {
			a.Rest = append(a.Rest, arg)
			continue
		}
		if special, ok := strings.CutPrefix(from, "__"); ok {
			if err := a.special(special, to); err != nil {
				return Args{}, err
			}
			continue
		}
		if param, ok := strings.CutPrefix(from, "_"); ok {
			if err := Validate(param); err != nil || param == "" || param[0] == '~' {
				return Args{}, fault.New("read arguments", "'"+arg+"'", fault.Invalid, "not a private parameter _name:=value")
			}
			a.Params[param] = to
			continue
		}
		for _, side := range []string{from, to} {
			if side == "" {
				return Args{}, fault.New("read arguments", "'"+arg+"'", fault.Invalid, "a remapping needs a name on both sides")
			}
			if err := Validate(side); err != nil {
				return Args{}, fault.Wrap("read arguments", "'"+arg+"'", err)
			}
		}
		a.Remap[from] = to
	}
	return a, nil
}

func (a *Args) special(key, value string) error {
	field, ok := map[string]*string{
		"name": &a.Name, "ns": &a.NS, "ip": &a.IP, "hostname": &a.Hostname, "master": &a.Master, "log": &a.Log,
	}[key]
	if !ok {
		return fault.New("read arguments", "'__"+key+":="+value+"'", fault.Invalid,
			"unknown: __name, __ns, __ip, __hostname, __master and __log are known")
	}
	if value == "" {
		return fault.New("read arguments", "'__"+key+":='", fault.Invalid, "needs a value")
	}
	switch key {
	case "name":
		if err := ValidateNode(value); err != nil {
			return fault.Wrap("read arguments", "'__name'", err)
		}
	case "ns":
		if err := Validate(value); err != nil || value[0] == '~' {
			return fault.New("read arguments", "'__ns:="+value+"'", fault.Invalid, "not a namespace")
		}
	}
	*field = value
	return nil
}

// NodeName joins a namespace and a node's own name into its global name.
func NodeName(ns, name string) (string, error) {
	if err := ValidateNode(name); err != nil {
		return "", err
	}
	if err := Validate(ns); err != nil || strings.HasPrefix(ns, "~") {
		return "", fault.New("check namespace", quote(ns), fault.Invalid, "not a namespace")
	}
	return Join("/"+ns, name), nil
}
