package ros

import (
	"fmt"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// Mismatch says why messages of one type cannot be read as another, with the difference of the definitions where both are given, or "".
// Each side is named as the reader should see it.
func Mismatch(gotBy string, got TypeInfo, wantBy string, want TypeInfo) string {
	return compatible(gotBy, got, wantBy, want)
}

// compatible reports why a message of type got cannot be read as want, or "". Each side is named as the reader should see it.
func compatible(gotBy string, got TypeInfo, wantBy string, want TypeInfo) string {
	if got.MD5 == "*" || want.MD5 == "*" || got.MD5 == want.MD5 && (got.Name == want.Name || got.Name == "*" || want.Name == "*") {
		return ""
	}
	text := fmt.Sprintf("%s has type %s with MD5 %s, %s wants %s with MD5 %s", gotBy, got.Name, got.MD5, wantBy, want.Name, want.MD5)
	if got.Name == want.Name && got.Definition != "" && want.Definition != "" {
		text += diffDefinitions(gotBy, got.Definition, wantBy, want.Definition)
	}
	return text
}

// maxDiff bounds the differences that are listed in a line of text.
const maxDiff = 8

// diffDefinitions lists the fields and constants that two definitions, dependencies included, do not share.
func diffDefinitions(aBy, a, bBy, b string) string {
	as, bs := statements(a), statements(b)
	onlyA, onlyB := without(as, bs), without(bs, as)
	if len(onlyA)+len(onlyB) == 0 {
		if strings.Join(as, "\n") != strings.Join(bs, "\n") {
			return "; the same fields are in another order"
		}
		return ""
	}
	var out strings.Builder
	list := func(by string, lines []string) {
		if len(lines) == 0 {
			return
		}
		more := ""
		if len(lines) > maxDiff {
			more = fmt.Sprintf(" and %d more", len(lines)-maxDiff)
			lines = lines[:maxDiff]
		}
		fmt.Fprintf(&out, "; only %s has: %s%s", by, strings.Join(lines, ", "), more)
	}
	list(aBy, onlyA)
	list(bBy, onlyB)
	return out.String()
}

// statements lists the lines of a definition that count, comments left out and white space made even, each with its type where
// that is a dependency.
func statements(def string) []string {
	if len(def) > msgdef.MaxText {
		def = def[:msgdef.MaxText]
	}
	var out []string
	in := ""
	for line := range strings.Lines(def) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "MSG: "); ok {
			in = strings.TrimSpace(name) + ": "
			continue
		}
		fields := strings.Fields(line)
		isString := len(fields) > 0 && fields[0] == "string" && strings.Contains(line, "=") // '#' belongs to its value
		if i := strings.IndexByte(line, '#'); i >= 0 && !isString {
			fields = strings.Fields(line[:i])
		}
		text := strings.Join(fields, " ")
		if text == "" || strings.HasPrefix(text, "====") {
			continue
		}
		out = append(out, in+text)
	}
	return out
}

func without(a, b []string) []string {
	in := make(map[string]bool, len(b))
	for _, s := range b {
		in[s] = true
	}
	var out []string
	for _, s := range a {
		if !in[s] {
			out = append(out, s)
		}
	}
	return out
}
