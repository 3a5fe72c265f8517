package recognize

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Pairs that the rule of rail_recognition 1.1.8 divides: the learned limits divide them too, wherever they lie between.
func TestLearnLimits(t *testing.T) {
	var pairs []Judged
	for i := range 12 {
		f := float64(i)
		pairs = append(pairs,
			Judged{Metrics{Overlap: 0.5 + 0.04*f, DistanceError: 0.1 + f, ColourError: 40 + 4*f}, true},
			Judged{Metrics{Overlap: 0.02 * f, DistanceError: 0.2 + f, ColourError: 40 + 4*f}, false},
			Judged{Metrics{Overlap: 0.5 + 0.04*f, DistanceError: 0.3 + f, ColourError: 110 + 4*f}, false})
	}
	l, v, err := LearnLimits(pairs)
	if err != nil || v != 1 {
		t.Fatalf("%+v agrees with %g: %v", l, v, err)
	}
	if !(l.MinOverlap > 0.22 && l.MinOverlap < 0.5 && l.MaxColour > 84 && l.MaxColour < 110 && math.IsInf(l.MaxDistance, 1)) {
		t.Errorf("%+v", l)
	}
	// Written as a trainer writes them, they are learned alike.
	var b strings.Builder
	for _, p := range pairs {
		answer := "n"
		if p.Same {
			answer = "y"
		}
		fmt.Fprintf(&b, "%g,%g,%g,%s\n", p.Overlap, p.DistanceError, p.ColourError, answer)
	}
	read, err := ReadJudged([]byte(b.String() + "0,0.4,NaN,n\n\n"))
	if err != nil || len(read) != len(pairs)+1 {
		t.Fatal(len(read), err)
	}
	if l.Hold(read[len(pairs)].Metrics) {
		t.Error("clouds that do not overlap are one object")
	}
	if again, _, err := LearnLimits(read); err != nil || again != l {
		t.Errorf("%+v after writing, %+v before: %v", again, l, err)
	}
	// Where distance divides and overlap does not, distance is learned.
	for i := range pairs {
		pairs[i].Overlap = 0.5
		if !pairs[i].Same {
			pairs[i].DistanceError += 100
		}
	}
	if l, v, err = LearnLimits(pairs); err != nil || v != 1 || !(l.MaxDistance > 11.1 && l.MaxDistance < 100.2) {
		t.Errorf("%+v %g %v", l, v, err)
	}
	for i := range pairs {
		pairs[i].Same = true
	}
	if _, _, err := LearnLimits(pairs); err == nil || !strings.Contains(err.Error(), "some of both") {
		t.Error(err)
	}
	for _, bad := range []string{"1,2,y", "1,2,3,maybe", "1,-2,3,y", "1,x,3,n", "NaN,1,2,y", "1,2,3,4,5,6,y"} {
		if _, err := ReadJudged([]byte("0.5,0.1,30,y\n" + bad)); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzReadJudged(f *testing.F) {
	f.Add([]byte("0.5,0.1,30,y\n0.1,0.2,NaN,n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		pairs, err := ReadJudged(b)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("not one line: %q", err)
			}
			return
		}
		if len(pairs) > 50 {
			pairs = pairs[:50]
		}
		if l, v, err := LearnLimits(pairs); err == nil && !(v >= 0.5 && v <= 1) {
			t.Fatalf("%+v agrees with %g", l, v)
		}
	})
}
