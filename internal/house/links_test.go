package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// pages are the documents for people.
func pages(t *testing.T) []string {
	var out []string
	for _, pattern := range []string{"*.md", "doc/*.md", "doc/*/*.md", "examples/*/*.md", "bench/*/*.md", "web/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	return out
}

var (
	mdLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	mdCode    = regexp.MustCompile("(?s)```.*?```")
)

// anchors are the names by which a page's headings are linked to, as GitHub makes them.
func anchors(page string) []string {
	var out []string
	for _, m := range mdHeading.FindAllStringSubmatch(mdCode.ReplaceAllString(page, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, m[1])
		out = append(out, name)
	}
	return out
}

// Every link from a document into the repository leads somewhere.
func TestLinks(t *testing.T) {
	links := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mdLink.FindAllStringSubmatch(mdCode.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			links++
			path, anchor, _ := strings.Cut(m[1], "#")
			to := page
			if path != "" {
				to = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: link to %s: nothing is there", page, m[1])
				continue
			}
			if anchor == "" {
				continue
			}
			if there, err := os.ReadFile(to); err != nil || !slices.Contains(anchors(string(there)), anchor) {
				t.Errorf("%s: link to %s: no heading of that name", page, m[1])
			}
		}
	}
	if links < 50 {
		t.Errorf("%d links found; the test looks in the wrong place", links)
	}
}
