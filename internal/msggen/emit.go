package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// file is one generated Go file.
type file struct {
	g       *generator
	pkg     string
	names   map[string]map[string]string
	imports map[string]bool
	body    strings.Builder
}

func (g *generator) newFile(pkg string, names map[string]map[string]string) *file {
	return &file{g: g, pkg: pkg, names: names, imports: map[string]bool{g.wirePath: true}}
}

func (f *file) p(format string, args ...any) { fmt.Fprintf(&f.body, format+"\n", args...) }

// comment writes a comment of any length, broken at 120 characters.
func (f *file) comment(indent, text string) {
	for para := range strings.SplitSeq(text, "\n") {
		line := indent + "//"
		for w := range strings.FieldsSeq(para) {
			if len(line)+1+len(w) > 120 && line != indent+"//" {
				f.p("%s", line)
				line = indent + "//"
			}
			line += " " + w
		}
		f.p("%s", line)
	}
}

// claim makes sure that a Go identifier is used once in a package.
func (f *file) claim(name, what string) error {
	if f.names[f.pkg] == nil {
		f.names[f.pkg] = map[string]string{}
	}
	if old, taken := f.names[f.pkg][name]; taken {
		return fmt.Errorf("%s: %s and %s both want the Go name %s", f.pkg, old, what, name)
	}
	f.names[f.pkg][name] = what
	return nil
}

func (f *file) finish(name string) error {
	var b strings.Builder
	b.WriteString(banner + "package " + f.pkg + "\n\nimport (\n")
	for _, p := range slices.Sorted(maps.Keys(f.imports)) {
		fmt.Fprintf(&b, "%q\n", p)
	}
	b.WriteString(")\n\n" + f.body.String())
	return f.g.emit(f.pkg+"/"+name+".go", b.String())
}

// goType is the Go type of one element of a field.
func (f *file) goType(fd *msgdef.Field) string {
	switch fd.Builtin {
	case msgdef.NotBuiltin:
		pkg, short, _ := msgdef.SplitName(fd.Type)
		if pkg == f.pkg {
			return short
		}
		f.imports[f.g.msgsPath+"/"+pkg] = true
		return pkg + "." + short
	case msgdef.Time:
		return "wire.Time"
	case msgdef.Duration:
		return "wire.Duration"
	case msgdef.Byte:
		return "int8"
	case msgdef.Char:
		return "uint8"
	}
	return fd.Builtin.String()
}

func (f *file) fieldType(fd *msgdef.Field) string {
	switch fd.Len {
	case msgdef.Scalar:
		return f.goType(fd)
	case msgdef.Variable:
		return "[]" + f.goType(fd)
	}
	return fmt.Sprintf("[%d]%s", fd.Len, f.goType(fd))
}

// message writes a struct with its constants and methods. commented demands a comment at every field.
func (f *file) message(m *msgdef.Message, doc string, commented bool) error {
	short := m.ShortName()
	if err := f.claim(short, m.Name); err != nil {
		return err
	}
	sum, err := f.g.set.MD5(m.Name)
	if err != nil {
		return err
	}
	var deps []string
	for i := range m.Fields {
		if t := m.Fields[i].Type; m.Fields[i].Builtin == msgdef.NotBuiltin && !slices.Contains(deps, t) {
			deps = append(deps, t)
		}
	}
	if err := f.consts(m); err != nil {
		return err
	}
	f.comment("", short+" is the message "+m.Name+". "+doc)
	f.p("type %s struct {", short)
	used := map[string]bool{}
	for _, name := range []string{"ROSType", "TypeName", "MD5", "Definition", "SizeROS", "AppendROS", "ReadROS", "DecodeROS"} {
		used[name] = true
	}
	for i := range m.Fields {
		fd := &m.Fields[i]
		name := goField(fd.Name)
		if used[name] {
			return fmt.Errorf("%s: the Go name %s is used twice", m.Name, name)
		}
		used[name] = true
		c := fd.Comment
		if fd.Unit != "" {
			c = strings.TrimSpace("[" + fd.Unit + "] " + c)
		}
		if c == "" && commented {
			return fmt.Errorf("%s.%s has no comment", m.Name, fd.Name)
		}
		switch {
		case c == "":
			f.p("\t%s %s", name, f.fieldType(fd))
		case strings.Contains(c, "\n") || len(c) > 110:
			f.comment("\t", c)
			f.p("\t%s %s", name, f.fieldType(fd))
		default:
			f.p("\t%s %s // %s", name, f.fieldType(fd), c)
		}
	}
	f.p("}\n")

	tv := typeVar(short)
	f.p("var %s = wire.Type{", tv)
	f.p("Name: %q,", m.Name)
	f.p("MD5: %q,", sum)
	f.p("Text: %s,", literal(m.Text))
	if len(deps) > 0 {
		for i, d := range deps {
			deps[i] = fmt.Sprintf("(*%s)(nil).ROSType()", f.goType(&msgdef.Field{Type: d}))
		}
		f.p("Deps: func() []*wire.Type { return []*wire.Type{%s} },", strings.Join(deps, ", "))
	}
	f.p("New: func() wire.Message { return new(%s) },", short)
	f.p("}\n")
	f.p("// ROSType describes the type.\nfunc (*%s) ROSType() *wire.Type { return &%s }\n", short, tv)
	f.p("// TypeName is %q.\nfunc (*%s) TypeName() string { return %s.Name }\n", m.Name, short, tv)
	f.p("// MD5 is the sum that peers compare.\nfunc (*%s) MD5() string { return %s.MD5 }\n", short, tv)
	f.p("// Definition is the text of the type and of those it refers to.\nfunc (*%s) Definition() string { return %s.Definition() }\n", short, tv)

	ops := f.g.ops(m, "m", "")
	f.size(short, ops)
	f.append(short, ops)
	f.read(short, ops)
	f.p("// DecodeROS reads a message that fills b.\nfunc (m *%s) DecodeROS(b []byte) error {", short)
	f.p("r := wire.NewReader(b)\nm.ReadROS(&r)\nreturn r.Finish(%s.Name)\n}\n", tv)
	return nil
}

func (f *file) consts(m *msgdef.Message) error {
	if len(m.Consts) == 0 {
		return nil
	}
	short := m.ShortName()
	f.p("// The constants of %s.\nconst (", short)
	for i := range m.Consts {
		c := &m.Consts[i]
		name := short + goConst(c.Name)
		if err := f.claim(name, m.Name+"."+c.Name); err != nil {
			return err
		}
		typ := f.goType(&msgdef.Field{Builtin: c.Builtin})
		value := fmt.Sprint(c.Value)
		if s, ok := c.Value.(string); ok {
			value = fmt.Sprintf("%q", s)
		}
		line := fmt.Sprintf("\t%s %s = %s", name, typ, value)
		if c.Comment != "" {
			line += " // " + strings.ReplaceAll(c.Comment, "\n", " ")
		}
		f.p("%s", line)
	}
	f.p(")\n")
	return nil
}

func (f *file) size(short string, ops []op) {
	constant := 0
	var terms, loops []string
	for _, o := range ops {
		constant += o.min()
		switch o.kind {
		case opString, opBytes, opBools:
			terms = append(terms, fmt.Sprintf("len(%s)", o.expr))
		case opStrings:
			constant -= 4
			terms = append(terms, fmt.Sprintf("wire.SizeStrings(%s)", o.expr))
		case opFlat, opFixedSlice:
			if o.size > 0 {
				terms = append(terms, fmt.Sprintf("%d*len(%s)", o.size, o.expr))
			}
		case opMessage:
			terms = append(terms, fmt.Sprintf("%s.SizeROS()", o.expr))
		case opMessages, opMessageArray:
			loops = append(loops, fmt.Sprintf("for i := range %s {\nn += %s[i].SizeROS()\n}", o.expr, o.expr))
		case opStringArray:
			constant += 4 * o.n
			loops = append(loops, fmt.Sprintf("for i := range %s {\nn += len(%s[i])\n}", o.expr, o.expr))
		}
	}
	sum := strings.Join(terms, " + ")
	if sum == "" || constant > 0 {
		sum = strings.TrimSuffix(fmt.Sprintf("%d + %s", constant, sum), " + ")
	}
	recv := "m "
	if len(terms)+len(loops) == 0 {
		recv = ""
	}
	f.p("// SizeROS is the number of bytes of the message.\nfunc (%s*%s) SizeROS() int {", recv, short)
	if len(loops) == 0 {
		f.p("return %s\n}\n", sum)
		return
	}
	f.p("n := %s", sum)
	for _, l := range loops {
		f.p("%s", l)
	}
	f.p("return n\n}\n")
}

func (f *file) append(short string, ops []op) {
	recv := "m "
	if len(ops) == 0 {
		recv = ""
	}
	f.p("// AppendROS appends the bytes of the message to b.\nfunc (%s*%s) AppendROS(b []byte) []byte {", recv, short)
	blocks := 0
	for i := 0; i < len(ops); i++ {
		o := ops[i]
		switch o.kind {
		case opBlock, opString, opFlat, opBytes:
			i += f.appendRun(ops[i:], blockVar(&blocks)) - 1
		case opStrings:
			f.p("b = wire.AppendStrings(b, %s)", o.expr)
		case opBools:
			f.p("b = wire.AppendBools(b, %s)", o.expr)
		case opMessage:
			f.p("b = %s.AppendROS(b)", o.expr)
		case opMessages, opFixedSlice:
			f.p("b = wire.AppendUint32(b, uint32(len(%s)))", o.expr)
			if o.size > 0 {
				f.p("for i := range %s {\nb = %s[i].AppendROS(b)\n}", o.expr, o.expr)
			}
		case opMessageArray:
			f.p("for i := range %s {\nb = %s[i].AppendROS(b)\n}", o.expr, o.expr)
		case opStringArray:
			f.p("for i := range %s {\nb = wire.AppendString(b, %s[i])\n}", o.expr, o.expr)
		}
	}
	f.p("return b\n}\n")
}

// appendRun writes blocks, strings and flat arrays that follow each other with one check of the room, and returns how many there are.
func (f *file) appendRun(ops []op, v string) int {
	if o := ops[0]; len(ops) == 1 && o.kind != opBlock {
		switch o.kind {
		case opString:
			f.p("b = wire.AppendString(b, %s)", o.expr)
		case opFlat:
			f.p("b = wire.AppendFlat(b, %s, %d)", o.expr, o.width)
		case opBytes:
			f.p("b = wire.AppendFlat(b, %s, 1)", o.expr)
		}
		return 1
	}
	n, constant := 0, 0
	var lens string
	for ; n < len(ops); n++ {
		o := ops[n]
		switch o.kind {
		case opString, opBytes:
			lens += fmt.Sprintf("+len(%s)", o.expr)
		case opFlat:
			lens += fmt.Sprintf("+%d*len(%s)", o.size, o.expr)
		}
		if o.kind != opBlock && o.kind != opString && o.kind != opFlat && o.kind != opBytes {
			break
		}
		constant += o.min()
	}
	f.p("b, %s := wire.Extend(b, %d%s)", v, constant, lens)
	for i, o := range ops[:n] {
		rest := v + " = "
		if i == n-1 {
			rest = ""
		}
		switch o.kind {
		case opString:
			f.p("%swire.PutString(%s, %s)", rest, v, o.expr)
		case opFlat:
			f.p("%swire.PutArray(%s, %s, %d)", rest, v, o.expr, o.width)
		case opBytes:
			f.p("%swire.PutArray(%s, %s, 1)", rest, v, o.expr)
		case opBlock:
			if i > 0 {
				f.p("_ = %s[%d]", v, o.size-1)
			}
			for _, l := range o.leaves {
				f.p("%s", l.put(v))
			}
			if rest != "" {
				f.p("%s = %s[%d:]", v, v, o.size)
			}
		}
	}
	return n
}

func (f *file) read(short string, ops []op) {
	f.p("// ReadROS reads the message from r; when it returns false, r has the reason.")
	if len(ops) == 0 {
		f.p("func (*%s) ReadROS(*wire.Reader) bool { return true }\n", short)
		return
	}
	f.p("func (m *%s) ReadROS(r *wire.Reader) bool {", short)
	// one ok for all, since strings and counts come in any order
	if slices.ContainsFunc(ops, func(o op) bool { return o.kind == opString }) {
		f.p("var ok bool")
	}
	counts, runs := 0, false
	for i := 0; i < len(ops); i++ {
		o := ops[i]
		check := func(call string) { f.p("if !%s {\nreturn r.At(%q)\n}", call, o.path) }
		switch o.kind {
		case opBlock, opString:
			i += f.readRun(ops[i:], runs) - 1
			runs = true
		case opStrings:
			check(fmt.Sprintf("r.Strings(&%s)", o.expr))
		case opBytes:
			check(fmt.Sprintf("r.Bytes(&%s)", o.expr))
		case opBools:
			check(fmt.Sprintf("r.Bools(&%s)", o.expr))
		case opFlat:
			check(fmt.Sprintf("wire.ReadFlat(r, &%s, %d)", o.expr, o.width))
		case opMessage:
			check(fmt.Sprintf("%s.ReadROS(r)", o.expr))
		case opMessages, opFixedSlice:
			counts++
			n := "n"
			if counts > 1 {
				n = fmt.Sprintf("n%d", counts)
			}
			f.p("%s, ok := r.Count(%d)\nif !ok {\nreturn r.At(%q)\n}", n, o.size, o.path)
			f.p("%s = wire.Resize(%s, %s)", o.expr, o.expr, n)
			if o.size > 0 {
				f.p("for i := range %s {\nif !%s[i].ReadROS(r) {\nreturn r.AtIndex(%q, i)\n}\n}", o.expr, o.expr, o.path)
			}
		case opMessageArray:
			f.p("for i := range %s {\nif !%s[i].ReadROS(r) {\nreturn r.AtIndex(%q, i)\n}\n}", o.expr, o.expr, o.path)
		case opStringArray:
			f.p("for i := range %s {\nif !r.String(&%s[i]) {\nreturn r.AtIndex(%q, i)\n}\n}", o.expr, o.expr, o.path)
		}
	}
	f.p("return true\n}\n")
}

// readRun writes blocks and strings that follow each other as one walk along the input, and returns how many there are.
func (f *file) readRun(ops []op, again bool) int {
	assign := ":="
	if again {
		assign = "="
	}
	f.p("p %s r.Rest()", assign)
	n, skip := 0, ""
	for ; n < len(ops) && (ops[n].kind == opBlock || ops[n].kind == opString); n++ {
		o := ops[n]
		if o.kind == opString {
			f.p("if p, ok = wire.GetString(p%s, &%s); !ok {\nreturn r.BadString(p, %q)\n}", skip, o.expr, o.path)
			skip = ""
			continue
		}
		f.p("if len(p) < %d {\nreturn r.Short(p, %q)\n}", o.size, o.layout())
		for _, l := range o.leaves {
			f.p("%s", l.get("p"))
		}
		skip = fmt.Sprintf("[%d:]", o.size)
	}
	f.p("r.Done(p%s)", skip)
	return n
}

func blockVar(n *int) string {
	*n++
	if *n == 1 {
		return "p"
	}
	return fmt.Sprintf("p%d", *n)
}
