package graspfix

import (
	"strings"
)

// ID is the handle of a collision element's name, for callers that give many contacts. It stays valid until the object is
// forgotten (see the parameter expiry); an old ID is noticed and refused. The zero ID is nothing's.
type ID uint64

func (id ID) index() int32        { return int32(uint32(id)) }
func makeID(i int32, g uint32) ID { return ID(g)<<32 | ID(uint32(i)) }

// body is an interned collision element.
type body struct {
	name   string
	gen    uint32
	free   bool
	finger int32 // index in fingers, -1
	object int32 // index in objects, -1
	link   int32 // index in links
	own    bool  // belongs to the robot
	pinned bool  // never forgotten
	static bool
	mute   bool  // its contacts came without force and were dropped
	last   int64 // ns, last contact
	seen   uint64
}

// parts splits a scoped name at "::" into model, link and collision. A name without scope is its own link and model.
func parts(name string) (model, link string) {
	i := strings.LastIndex(name, "::")
	if i < 0 {
		return name, name
	}
	link = name[:i]
	j := strings.LastIndex(link, "::")
	if j < 0 {
		return link, link
	}
	return link[:j], link
}

// linkOf is the short name of the link that a collision's scoped name says it belongs to, "" without scope.
func linkOf(name string) string {
	i := strings.LastIndex(name, "::")
	if i < 0 {
		return ""
	}
	link := name[:i]
	if j := strings.LastIndex(link, "::"); j >= 0 {
		return link[j+2:]
	}
	return link
}

// belongs reports whether a collision's name says that it is part of a link. Scoped names say it exactly; the flat names of
// other simulators begin with the link's and end with what such names end with: "tip", "tip_collision_1", "tip/geom0".
func belongs(collision, link string) bool {
	if collision == link {
		return true
	}
	if i := strings.LastIndex(collision, "::"); i >= 0 {
		l := collision[:i]
		return l == link || strings.HasSuffix(l, link) && strings.HasSuffix(l[:len(l)-len(link)], "::")
	}
	rest, ok := strings.CutPrefix(collision, link)
	if !ok || rest == "" || !strings.ContainsRune("_/.-:", rune(rest[0])) {
		return false
	}
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune("_/.-:", r) }) {
		switch strings.TrimRight(strings.ToLower(w), "0123456789") {
		case "", "collision", "coll", "col", "geom", "shape", "link":
		default:
			return false
		}
	}
	return true
}

// ID interns the name of a collision element. link may be empty: it is then taken from the scoped name.
func (f *Fix) ID(collision, link string) ID {
	if i, ok := f.byName[collision]; ok {
		return makeID(i, f.bodies[i].gen)
	}
	return f.intern(strings.Clone(collision), strings.Clone(link))
}

// IDBytes is ID for a name in a buffer; it allocates only for a new name.
func (f *Fix) IDBytes(collision, link []byte) ID {
	if i, ok := f.byName[string(collision)]; ok {
		return makeID(i, f.bodies[i].gen)
	}
	return f.intern(string(collision), string(link))
}

// Known reports whether a name has been seen, or belongs to a finger.
func (f *Fix) Known(collision string) bool { _, ok := f.byName[collision]; return ok }

func (f *Fix) intern(name, link string) ID {
	if name == "" || len(name) > maxName || len(link) > maxName {
		f.Report(UnknownName, "a name of %d bytes; a collision element has 1 to %d", len(name), maxName)
		return 0
	}
	if len(f.byName) >= maxBodies {
		f.Report(TooMany, "%d names within expiry = %g s; the name %q is left out", len(f.byName), f.cfg.Expiry, name)
		return 0
	}
	var i int32
	if n := len(f.freeBodies); n > 0 {
		i = f.freeBodies[n-1]
		f.freeBodies = f.freeBodies[:n-1]
	} else {
		i = int32(len(f.bodies))
		f.bodies = append(f.bodies, body{gen: 1})
	}
	gen := f.bodies[i].gen
	b := &f.bodies[i]
	*b = body{name: name, gen: gen, finger: -1, object: -1, link: -1, last: f.now}
	f.byName[name] = i
	f.own(i, link)
	return makeID(i, gen)
}

// own finds out what a new collision element is: a finger's, another part of the robot, or something else.
func (f *Fix) own(i int32, link string) {
	b := &f.bodies[i]
	model, scoped := parts(b.name)
	if link == "" {
		link = scoped
	}
	arm, cfgLink := f.fingerLink(b.name, link)
	if arm >= 0 {
		b.finger = int32(len(f.fingers))
		b.own, b.pinned = true, true
		b.link = f.linkIndex(cfgLink)
		f.links[b.link].refs++
		f.fingers = append(f.fingers, finger{body: i, arm: arm})
		f.rankFingers()
		// A scoped finger tells the model that is the robot.
		if model != scoped && !contains(f.robots, model) {
			f.robots = append(f.robots, model)
			for k := range f.bodies {
				if m, s := parts(f.bodies[k].name); m == model && m != s {
					f.bodies[k].own = true
				}
			}
		}
		return
	}
	b.link = f.linkIndex(link)
	f.links[b.link].refs++
	b.own = model != scoped && contains(f.robots, model)
	if r := f.cfg.Robot; r != nil && !b.own {
		for k := range r.Links {
			b.own = b.own || belongs(b.name, r.Links[k].Name) && (model == scoped || model == r.Name) || link == r.Links[k].Scoped
		}
	}
}

// fingerLink finds the arm and the configured link that a collision element belongs to.
func (f *Fix) fingerLink(name, link string) (int32, string) {
	if r := f.cfg.Robot; r != nil {
		// The robot's own list decides where it has the name.
		for k := range r.Links {
			for _, c := range r.Links[k].Collisions {
				if c != name {
					continue
				}
				for a := range f.cfg.Arms {
					for _, l := range f.cfg.Arms[a].Links {
						if r.find(l) == &r.Links[k] {
							return int32(a), l
						}
					}
				}
				return -1, ""
			}
		}
	}
	for a := range f.cfg.Arms {
		for _, l := range f.cfg.Arms[a].Links {
			if belongs(name, l) || link == l || linkOf(link+"::x") == l {
				return int32(a), l
			}
		}
	}
	return -1, ""
}

// linkIndex interns a link.
func (f *Fix) linkIndex(name string) int32 {
	if i, ok := f.byLink[name]; ok {
		return i
	}
	var i int32
	if n := len(f.freeLinks); n > 0 {
		i = f.freeLinks[n-1]
		f.freeLinks = f.freeLinks[:n-1]
	} else {
		i = int32(len(f.links))
		f.links = append(f.links, linkState{})
	}
	f.links[i] = linkState{name: name, stamp: never}
	f.byLink[name] = i
	return i
}

// findLink finds a link that is known by a full, scoped or short name, or by one of its collision elements; -1 when there is
// none.
func (f *Fix) findLink(name string) int32 {
	if i, ok := f.byLink[name]; ok {
		return i
	}
	if i, ok := f.byName[name]; ok {
		return f.bodies[i].link
	}
	if short := name[strings.LastIndexByte(name, ':')+1:]; short != name {
		if i, ok := f.byLink[short]; ok && int(i) < f.robotLinks {
			return i
		}
	}
	return -1
}
