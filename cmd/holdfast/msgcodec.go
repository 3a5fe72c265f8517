package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// maxMessage bounds what encode and decode read.
const maxMessage = 1 << 30

func newMsgEncode() *cobra.Command {
	var asHex bool
	cmd := &cobra.Command{
		Use:   "encode TYPE [FILE]",
		Short: "Turn a message from JSON into ROS bytes",
		Long: `Read a message as JSON, from FILE or standard input, and write its ROS bytes to standard output.

The JSON is that of rosbridge: times are {"secs":0,"nsecs":0}, uint8[] is base64 text or an array of numbers, null is NaN. Fields
that are missing are zero; a field that the type does not have is an error.`,
		Args: typeAndFile,
	}
	paths := pathFlag(cmd)
	cmd.Flags().BoolVar(&asHex, "hex", false, "write hexadecimal digits")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t, in, err := typeAndInput(cmd, args, *paths)
		if err != nil {
			return err
		}
		raw, err := t.AppendFromJSON(nil, in)
		if err != nil {
			return err
		}
		if asHex {
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%x\n", raw)
		} else {
			_, err = cmd.OutOrStdout().Write(raw)
		}
		return err
	}
	return cmd
}

func newMsgDecode() *cobra.Command {
	var asHex bool
	cmd := &cobra.Command{
		Use:   "decode TYPE [FILE]",
		Short: "Turn a message from ROS bytes into JSON",
		Long: `Read the ROS bytes of a message, from FILE or standard input, and print it as JSON.

The JSON is that of rosbridge: times are {"secs":0,"nsecs":0}, uint8[] is base64 text, NaN and the infinities are null.`,
		Args: typeAndFile,
	}
	paths := pathFlag(cmd)
	cmd.Flags().BoolVar(&asHex, "hex", false, "read hexadecimal digits; white space between them is skipped")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t, in, err := typeAndInput(cmd, args, *paths)
		if err != nil {
			return err
		}
		if asHex {
			if in, err = hex.DecodeString(strings.Join(strings.Fields(string(in)), "")); err != nil {
				return fault.New("decode", args[0], fault.Invalid, "%w", err)
			}
		}
		out, err := t.AppendJSON(nil, in)
		if err != nil {
			return err
		}
		_, err = cmd.OutOrStdout().Write(append(out, '\n'))
		return err
	}
	return cmd
}

func typeAndFile(cmd *cobra.Command, args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return usageErrorf("give a type and perhaps a file, as: %s geometry_msgs/Point FILE", cmd.CommandPath())
	}
	return nil
}

// typeAndInput resolves the type and reads the message.
func typeAndInput(cmd *cobra.Command, args, paths []string) (*dynamic.Type, []byte, error) {
	c, err := loadCatalogue(paths)
	if err != nil {
		return nil, nil, err
	}
	found, err := c.find(args[0])
	if err != nil {
		return nil, nil, err
	}
	name := found[0].name
	if c.set.Messages[name] == nil {
		return nil, nil, fault.New("find type", name, fault.Invalid, "it is a service or action; give one of its messages, as 'holdfast msg list --all %s' lists them",
			strings.Split(name, "/")[0])
	}
	t, err := dynamic.New(c.set, name)
	if err != nil {
		return nil, nil, err
	}
	in, from := cmd.InOrStdin(), "standard input"
	if len(args) == 2 {
		from = args[1]
		f, err := os.Open(from)
		if err != nil {
			return nil, nil, fault.File("read message", from, err)
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
	if err != nil {
		return nil, nil, fault.New("read message", from, fault.Other, "%w", err)
	}
	if len(b) > maxMessage {
		return nil, nil, fault.New("read message", from, fault.TooLarge, "more than %d bytes", maxMessage)
	}
	return t, b, nil
}
