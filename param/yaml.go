package param

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/holdfast-robotics/holdfast/fault"
)

// maxYAML bounds a configuration file; a larger one is a mistake.
const maxYAML = 1 << 20

// maxNesting bounds open brackets, on which the parser recurses.
const maxNesting = 100

// unmarshal turns a panic of the parser, which odd tags provoke, into an error.
func unmarshal(text []byte, into any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed: %v", r)
		}
	}()
	return yaml.UnmarshalWithOptions(text, into, yaml.Strict())
}

// DecodeYAML reads YAML into a struct with yaml tags. It is strict: an unknown or doubled key is an error. Errors name the subject
// (a file), line and column.
func DecodeYAML(subject string, text []byte, into any) error {
	if len(text) > maxYAML {
		return fault.New("read yaml", subject, fault.TooLarge, "%d bytes; a configuration has at most %d", len(text), maxYAML)
	}
	depth, deepest := 0, 0
	for _, b := range text {
		switch b {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		deepest = max(deepest, depth)
	}
	if deepest > maxNesting {
		return fault.New("read yaml", subject, fault.TooLarge, "%d brackets are open at once; a configuration has at most %d", deepest, maxNesting)
	}
	err := unmarshal(text, into)
	if err == nil {
		return nil
	}
	// goccy prints the place as "[line:column] what" on the first line, and quotes the source below.
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = strings.Map(func(r rune) rune { // it quotes keys as they are
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, line)
	return &fault.Error{Op: "read yaml", Subject: subject, Kind: fault.Invalid, Err: errors.New(line)}
}
