package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

func newMsg() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "msg",
		Short: "Look up ROS message types, and take messages to JSON and back",
		Long: `Look up ROS message, service and action types: their fields, units, constants and MD5 sums, and take single messages
from JSON to ROS bytes and back. Every type that Holdfast speaks is known; others come from their definition files with --path.`,
		Example: `  holdfast msg show GraspResult
  holdfast msg md5 --path my_msgs/
  echo '{"x":1}' | holdfast msg encode geometry_msgs/Point --hex`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMsgList(), newMsgShow(), newMsgMD5(), newMsgEncode(), newMsgDecode())
	return cmd
}

// pathFlag gives a verb --path.
func pathFlag(cmd *cobra.Command) *[]string {
	return cmd.Flags().StringSlice("path", nil, "also read definitions from this `file` or folder (.msg, .srv, .action); may be repeated")
}

func newMsgList() *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "list [PACKAGE...]",
		Short: "List types, of all or of some packages",
		Args:  cobra.ArbitraryArgs,
	}
	paths := pathFlag(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "list the messages that services and actions consist of, too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a type, each on a line")
	cmd.RunE = func(cmd *cobra.Command, packages []string) error {
		c, err := loadCatalogue(*paths)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		known := map[string]bool{}
		for _, t := range c.types {
			pkg, _, _ := msgdef.SplitName(t.name)
			known[pkg] = true
			if t.part && !all || len(packages) > 0 && !slices.Contains(packages, pkg) {
				continue
			}
			doc, _, _ := strings.Cut(strings.ReplaceAll(c.doc(t), "\n", " "), ". ")
			if asJSON {
				if err := printJSON(cmd.OutOrStdout(), map[string]string{"kind": t.kind, "type": t.name, "doc": c.doc(t)}); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", t.kind, t.name, strings.TrimSuffix(doc, "."))
		}
		for _, p := range packages {
			if !known[p] {
				return usageErrorf("no package %q is known; 'holdfast msg list' lists all", p)
			}
		}
		return w.Flush()
	}
	return cmd
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func newMsgMD5() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "md5 [TYPE...]",
		Short: "Print MD5 sums, the way peers compare types",
		Long: `Print kind, type and MD5 sum, separated by tabs, of the types given, or of all: all known ones, or those of --path.

The sum of a service is what goes over the wire; those of its request and response are never sent.`,
		Args: cobra.ArbitraryArgs,
	}
	paths := pathFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		c, err := loadCatalogue(*paths)
		if err != nil {
			return err
		}
		types := c.types
		if len(names) > 0 {
			types = nil
			for _, n := range names {
				found, err := c.find(n)
				if err != nil {
					return err
				}
				types = append(types, found...)
			}
		}
		failed := false
		for _, t := range types {
			if t.kind == "action" && len(names) == 0 {
				continue // its messages follow
			}
			sum, err := c.sum(t)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %v\n", err)
				failed = true
				continue
			}
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", t.kind, t.name, sum); err != nil {
				return err
			}
		}
		if failed {
			return errFailed
		}
		return nil
	}
	return cmd
}

func newMsgShow() *cobra.Command {
	var definition, asJSON bool
	cmd := &cobra.Command{
		Use:   "show TYPE",
		Short: "Show the fields of a type with units, constants and meaning",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("which type? as: holdfast msg show GraspResult")
			}
			return nil
		},
	}
	paths := pathFlag(cmd)
	cmd.Flags().BoolVar(&definition, "definition", false, "print the definition with all that it refers to, as connection headers carry it")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON document")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := loadCatalogue(*paths)
		if err != nil {
			return err
		}
		found, err := c.find(args[0])
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		for i, t := range found {
			sections, err := c.describe(t)
			if err != nil {
				return err
			}
			switch {
			case definition:
				for _, s := range sections {
					text, err := c.set.Definition(s.Type)
					if err != nil {
						return err
					}
					if _, err := io.WriteString(out, text); err != nil {
						return err
					}
				}
			case asJSON:
				sum, err := c.sum(t)
				if err != nil {
					return err
				}
				if err := printJSON(out, typeDoc{t.kind, t.name, sum, c.doc(t), sections}); err != nil {
					return err
				}
			default:
				if i > 0 {
					fmt.Fprintln(out)
				}
				if err := c.showText(out, t, sections); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return cmd
}

// typeDoc is the JSON document of a type.
type typeDoc struct {
	Kind     string       `json:"kind"`
	Type     string       `json:"type"`
	MD5      string       `json:"md5"`
	Doc      string       `json:"doc"`
	Sections []sectionDoc `json:"sections"` // one for a message; request and response; goal, result and feedback
}

type sectionDoc struct {
	Type      string     `json:"type"`
	Bytes     int        `json:"bytes"` // of the smallest message
	Fixed     bool       `json:"fixed"` // all messages have that size
	Constants []constDoc `json:"constants"`
	Fields    []fieldDoc `json:"fields"`
}

type constDoc struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value any    `json:"value"`
	Doc   string `json:"doc"`
}

type fieldDoc struct {
	Name   string     `json:"name"`
	Type   string     `json:"type"`
	Unit   string     `json:"unit,omitempty"`
	Doc    string     `json:"doc"`
	Fields []fieldDoc `json:"fields,omitempty"` // of a message
}

// describe collects the sections of a type.
func (c *catalogue) describe(t msgType) ([]sectionDoc, error) {
	var parts []*msgdef.Message
	switch t.kind {
	case "srv":
		v := c.set.Services[t.name]
		parts = []*msgdef.Message{v.Request, v.Response}
	case "action":
		a := c.set.Actions[t.name]
		parts = []*msgdef.Message{a.Goal, a.Result, a.Feedback}
	default:
		parts = []*msgdef.Message{c.set.Messages[t.name]}
	}
	var sections []sectionDoc
	for _, m := range parts {
		size, fixed, err := c.set.Size(m.Name) // also makes sure that everything below is known and finite
		if err != nil {
			return nil, err
		}
		s := sectionDoc{Type: m.Name, Bytes: size, Fixed: fixed, Constants: []constDoc{}, Fields: c.fields(m)}
		for _, k := range m.Consts {
			s.Constants = append(s.Constants, constDoc{k.Name, k.Builtin.String(), k.Value, k.Comment})
		}
		sections = append(sections, s)
	}
	return sections, nil
}

func (c *catalogue) fields(m *msgdef.Message) []fieldDoc {
	docs := []fieldDoc{}
	for i := range m.Fields {
		f := &m.Fields[i]
		d := fieldDoc{Name: f.Name, Type: f.TypeString(), Unit: f.Unit, Doc: f.Comment}
		if f.Builtin == msgdef.NotBuiltin {
			d.Fields = c.fields(c.set.Messages[f.Type])
		}
		docs = append(docs, d)
	}
	return docs
}

var kindWords = map[string]string{
	"msg": "message", "srv": "service", "action": "action", "srv-request": "request of a service", "srv-response": "response of a service",
	"action-msg": "message of an action",
}

func (c *catalogue) showText(out io.Writer, t msgType, sections []sectionDoc) error {
	sum, err := c.sum(t)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, MD5 %s\n", t.name, kindWords[t.kind], sum)
	if doc := c.doc(t); doc != "" {
		fmt.Fprintln(&b, doc)
	}
	for _, s := range sections {
		size := fmt.Sprintf("%d bytes", s.Bytes)
		if !s.Fixed {
			size += " and more"
		}
		fmt.Fprintf(&b, "\n%s, %s\n", s.Type, size)
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, k := range s.Constants {
			fmt.Fprintf(w, "  %s\t%s\t= %v\t%s\n", k.Name, k.Type, k.Value, strings.ReplaceAll(k.Doc, "\n", " "))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		w = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		showFields(w, s.Fields, "  ")
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err = io.WriteString(out, b.String())
	return err
}

func showFields(w io.Writer, fields []fieldDoc, indent string) {
	for _, f := range fields {
		unit := ""
		if f.Unit != "" {
			unit = "[" + f.Unit + "]"
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\n", indent, f.Name, f.Type, unit, strings.ReplaceAll(f.Doc, "\n", " "))
		showFields(w, f.Fields, indent+"  ")
	}
}
