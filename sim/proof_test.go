package sim

import (
	"fmt"
	"math"
	"os"
	"sync"
	"testing"
	"text/tabwriter"
)

// The tests named TestProof hold the world against values that follow from mechanics alone. With
//
//	go test -v -run Proof ./sim
//
// each figure ends up in one table.
var proofs struct {
	sync.Mutex
	lines []string
}

func prove(t *testing.T, ok bool, what, got, want string) {
	t.Helper()
	verdict := "ok"
	if !ok {
		verdict = "WRONG"
		t.Errorf("%s: %s, want %s", what, got, want)
	}
	proofs.Lock()
	defer proofs.Unlock()
	proofs.lines = append(proofs.lines, fmt.Sprintf("%s\t%s\t%s\t%s", what, got, want, verdict))
}

// equals proves a figure to a part of its analytic value.
func equals(t *testing.T, what string, got, want, part float64, unit string) {
	t.Helper()
	prove(t, math.Abs(got-want) <= part*math.Abs(want), what, fmt.Sprintf("%.6g %s", got, unit), fmt.Sprintf("%.6g %s within %.3g %%", want, unit, 100*part))
}

// atMost proves a figure that would be 0 in exact arithmetic.
func atMost(t *testing.T, what string, got, limit float64, unit string) {
	t.Helper()
	prove(t, got <= limit, what, fmt.Sprintf("%.2g %s", got, unit), fmt.Sprintf("at most %g %s", limit, unit))
}

func TestMain(m *testing.M) {
	code := m.Run()
	if testing.Verbose() && len(proofs.lines) > 0 {
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "\nwhat\tfound\texpected\t")
		for _, l := range proofs.lines {
			fmt.Fprintln(w, l)
		}
		w.Flush()
	}
	os.Exit(code)
}
