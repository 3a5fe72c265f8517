package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/holdfast-robotics/holdfast/param"
)

// bindParams gives a verb a flag for each declared parameter: cluster_tolerance becomes --cluster-tolerance, and the
// underscore form is accepted too, so that names can be copied from a parameter file.
func bindParams(cmd *cobra.Command, set *param.Set) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	})
	for _, p := range set.All() {
		f := cmd.Flags().VarPF(p, p.Name, "", p.Usage())
		if p.IsBoolFlag() {
			f.NoOptDefVal = "true"
		}
	}
}

// needClouds is the argument check of verbs that take cloud files.
func needClouds(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usageErrorf("which cloud? give at least one PCD or PLY file, as: %s scene.pcd", cmd.CommandPath())
	}
	return nil
}
