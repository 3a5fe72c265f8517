package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/scene"
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
		return usageErrorf("which cloud? give at least one PCD or PLY file, depth image (PNG) or recording (.bag, .mcap), as: %s scene.pcd", cmd.CommandPath())
	}
	return nil
}

// handOf is the hand that --hand names, with the sizes that other flags give it; a name that is not known only names the sizes.
func handOf(cmd *cobra.Command, given grasp.Hand) grasp.Hand {
	h, err := grasp.FindHand(given.Name)
	if err != nil {
		return given
	}
	for flag, size := range map[string][2]*float64{
		"hand-opening": {&h.MaxOpening, &given.MaxOpening}, "finger-length": {&h.FingerLength, &given.FingerLength},
		"finger-thickness": {&h.FingerThickness, &given.FingerThickness}, "finger-width": {&h.FingerWidth, &given.FingerWidth},
		"pad-length": {&h.PadLength, &given.PadLength}, "palm-depth": {&h.PalmDepth, &given.PalmDepth},
		"palm-width": {&h.PalmWidth, &given.PalmWidth}, "palm-height": {&h.PalmHeight, &given.PalmHeight},
	} {
		if cmd.Flags().Changed(flag) {
			*size[0] = *size[1]
		}
	}
	return h
}

// wholeVessels makes cups and bowls one object by default, in verbs that take hold of objects: a grasp of a rim has a finger on either
// side of it.
func wholeVessels(cmd *cobra.Command, p *scene.Params) {
	p.JoinVessels = true
	cmd.Flags().Lookup("join-vessels").DefValue = "true"
}
