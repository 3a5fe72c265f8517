// Package param declares parameters once: name, unit, range, default and meaning. Command-line flags, configuration files,
// the parameter server, validation and the generated reference all come from the declaration.
//
// A struct of settings declares its fields in a method:
//
//	func (p *Params) Declare(s *param.Set) {
//		s.Float(&p.Tolerance, "cluster_tolerance", 0.01, "m", 0.001, 0.2, "points nearer than this belong to one object")
//	}
//
// Declaring writes the default into the field. Every later write goes through Set or SetText, which check type and range.
package param

import (
	"time"

	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Param is one declared parameter. It satisfies the Value interface of flag packages (String, Set, Type).
type Param struct {
	Name    string
	Unit    string // SI symbol, empty where there is none
	Doc     string // one sentence, lower case, without a full stop
	Min     float64
	Max     float64  // numbers only
	Choices []string // texts only; nil when any text will do

	value any    // *float64, *int, *bool, *string or *geom.Vec
	def   string // default as text
}

// Set is a list of declared parameters in the order of declaration. It is not safe for concurrent use.
type Set struct {
	list   []*Param
	byName map[string]*Param
}

// Declarer is a struct of settings that declares its fields.
type Declarer interface{ Declare(*Set) }

// Declare collects the parameters of several structs of settings. A name declared twice is a defect and panics.
func Declare(ds ...Declarer) *Set {
	s := &Set{}
	for _, d := range ds {
		d.Declare(s)
	}
	return s
}

// Defaults returns settings with their declared defaults.
func Defaults[T any, P interface {
	*T
	Declarer
}]() T {
	var v T
	Declare(P(&v))
	return v
}

// Seconds is a number of seconds, as settings have it, as a duration.
func Seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// Over is the set of parameters of settings that keep the values which they have.
func Over[T any, P interface {
	*T
	Declarer
}](p P) *Set {
	was := *p
	s := Declare(p)
	*p = was
	return s
}

func (s *Set) add(p *Param) {
	if s.byName == nil {
		s.byName = map[string]*Param{}
	}
	if s.byName[p.Name] != nil {
		panic("param: " + p.Name + " is declared twice")
	}
	s.byName[p.Name] = p
	s.list = append(s.list, p)
	p.def = p.String()
	if err := p.Set(p.def); err != nil {
		panic("param: default of " + p.Name + " is out of its own range: " + err.Error())
	}
}

// Float declares a number in [min, max].
func (s *Set) Float(v *float64, name string, def float64, unit string, min, max float64, doc string) {
	*v = def
	s.add(&Param{Name: name, Unit: unit, Doc: doc, Min: min, Max: max, value: v})
}

// Int declares a whole number in [min, max].
func (s *Set) Int(v *int, name string, def int, unit string, min, max int, doc string) {
	*v = def
	s.add(&Param{Name: name, Unit: unit, Doc: doc, Min: float64(min), Max: float64(max), value: v})
}

// Bool declares a switch.
func (s *Set) Bool(v *bool, name string, def bool, doc string) {
	*v = def
	s.add(&Param{Name: name, Doc: doc, value: v})
}

// Text declares a text, one of choices where any are given.
func (s *Set) Text(v *string, name, def, doc string, choices ...string) {
	*v = def
	s.add(&Param{Name: name, Doc: doc, Choices: choices, value: v})
}

// Vec declares a vector, written as three numbers with commas.
func (s *Set) Vec(v *geom.Vec, name string, def geom.Vec, unit string, doc string) {
	*v = def
	s.add(&Param{Name: name, Unit: unit, Doc: doc, value: v})
}

// All returns the parameters in the order of declaration.
func (s *Set) All() []*Param { return s.list }

// Get finds a parameter by name; an unknown name is an error that proposes the nearest one.
func (s *Set) Get(name string) (*Param, error) {
	if p := s.byName[name]; p != nil {
		return p, nil
	}
	names := make([]string, 0, len(s.list))
	for _, p := range s.list {
		names = append(names, p.Name)
	}
	hint := "none has a name like it"
	if len(names) == 0 {
		hint = "there are none"
	}
	if n := Nearest(name, names); n != "" {
		hint = fmt.Sprintf("did you mean %q?", n)
	}
	return nil, fault.New("", name, fault.NotFound, "unknown parameter; %s", hint)
}

// Default returns the default as text.
func (p *Param) Default() string { return p.def }

// Type names the kind of value: float, int, bool, text or vector.
func (p *Param) Type() string {
	switch p.value.(type) {
	case *float64:
		return "float"
	case *int:
		return "int"
	case *bool:
		return "bool"
	case *geom.Vec:
		return "x,y,z"
	}
	return "text"
}

// IsBoolFlag lets a flag package accept the name alone for true.
func (p *Param) IsBoolFlag() bool { _, ok := p.value.(*bool); return ok }

// String returns the present value as text that Set reads back.
func (p *Param) String() string {
	switch v := p.value.(type) {
	case *float64:
		return num(*v)
	case *int:
		return strconv.Itoa(*v)
	case *bool:
		return strconv.FormatBool(*v)
	case *geom.Vec:
		return num(v.X) + "," + num(v.Y) + "," + num(v.Z)
	case *string:
		return *v
	}
	return ""
}

// Range describes what Set accepts: "0.001 to 0.2 m", "one of a, b", or "" for anything of the type.
func (p *Param) Range() string {
	switch p.value.(type) {
	case *float64, *int:
		r := num(p.Min) + " to " + num(p.Max)
		if p.Unit != "" {
			r += " " + p.Unit
		}
		return r
	}
	if len(p.Choices) > 0 {
		return "one of " + strings.Join(p.Choices, ", ")
	}
	return ""
}

// Usage is the help line of a flag: meaning, unit and range.
func (p *Param) Usage() string {
	if r := p.Range(); r != "" {
		return p.Doc + " (" + r + ")"
	}
	return p.Doc
}

// Set parses and stores a text. On an error the value is left as it was.
func (p *Param) Set(text string) error {
	text = strings.TrimSpace(text)
	switch v := p.value.(type) {
	case *float64:
		f, err := p.number(text)
		if err != nil {
			return err
		}
		*v = f
	case *int:
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return p.bad(text, "is not a whole number")
		}
		if float64(i) < p.Min || float64(i) > p.Max {
			return p.bad(text, "is outside "+p.Range())
		}
		*v = int(i)
	case *bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return p.bad(text, "is neither true nor false")
		}
		*v = b
	case *geom.Vec:
		parts := strings.Split(text, ",")
		if len(parts) != 3 {
			return p.bad(text, "is not three numbers with commas, as 0,0,1")
		}
		var f [3]float64
		for i, s := range parts {
			x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				return p.bad(text, "is not three finite numbers with commas, as 0,0,1")
			}
			f[i] = x
		}
		*v = geom.V(f[0], f[1], f[2])
	case *string:
		if len(p.Choices) > 0 {
			ok := false
			for _, c := range p.Choices {
				ok = ok || c == text
			}
			if !ok {
				return p.bad(text, "is not "+p.Range())
			}
		}
		*v = text
	}
	return nil
}

// Restore stores what String once gave. A number out of the range is taken, for it was in force: programs set fields as they like.
func (p *Param) Restore(text string) error {
	if v, ok := p.value.(*float64); ok {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return p.bad(text, "is not a finite number")
		}
		*v = f
		return nil
	}
	return p.Set(text)
}

func (p *Param) number(text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, p.bad(text, "is not a number")
	}
	if !(f >= p.Min && f <= p.Max) {
		return 0, p.bad(text, "is outside "+p.Range())
	}
	return f, nil
}

func (p *Param) bad(text, why string) error {
	return fault.New("", p.Name, fault.Invalid, "%q %s", text, why)
}

func num(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// Nearest returns the candidate with the fewest edits from a mistyped name, or "" where none is close.
func Nearest(name string, candidates []string) string {
	best, bestD := "", len(name)/2+2
	sorted := append([]string(nil), candidates...)
	sort.Strings(sorted)
	for _, c := range sorted {
		if d := edits(name, c); d < bestD {
			best, bestD = c, d
		}
	}
	return best
}

// edits is the Levenshtein distance.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diag
			if a[i-1] != b[j-1] {
				cost++
			}
			diag = row[j]
			row[j] = min(row[j]+1, row[j-1]+1, cost)
		}
	}
	return row[len(b)]
}
