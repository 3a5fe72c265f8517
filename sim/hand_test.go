package sim

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/grasp"
)

// The simulated hand is the one that grasps are planned for: the same boxes, and its pads and tips lie where the planner takes them to be.
func TestSimulatedHandIsThePlannedOne(t *testing.T) {
	h := grasp.DefaultHand()
	for _, g := range []Gripper{DefaultGripper(), PR2Gripper()} {
		body := g.Hand
		if body.Name, body.MaxOpening = h.Name, h.MaxOpening; body != h || g.Hand.MaxOpening != g.Stroke {
			t.Errorf("sizes %+v, planned for %+v", g.Hand, h)
		}
		palm := g.PadCenter().X - h.PadCenter() // of the planner's frame in that of the simulated hand
		tip, lo, hi := 0.0, math.Inf(1), math.Inf(-1)
		for _, c := range g.Pads.Cells {
			tip = math.Max(tip, g.TipX+c.Center.X)
			if c.Front {
				half := math.Sqrt(c.Area) / 2
				lo, hi = math.Min(lo, g.TipX+c.Center.X-half), math.Max(hi, g.TipX+c.Center.X+half)
			}
		}
		if d := tip - (palm + h.FingerLength); math.Abs(d) > 1e-3 {
			t.Errorf("tips at %.1f mm, %.1f mm from where the planner takes them to be", 1e3*tip, 1e3*d)
		}
		if lo < palm+h.FingerLength-h.PadLength-1e-6 || hi > palm+h.FingerLength+1e-6 {
			t.Errorf("pads from %.1f to %.1f mm are not within the planner's pad", 1e3*lo, 1e3*hi)
		}
		for i, p := range g.Parts(g.Stroke) {
			q := h.Parts(g.Stroke)[i]
			for _, d := range []float64{p.Lo.X - q.Lo.X - palm, p.Hi.X - q.Hi.X - palm, p.Lo.Y - q.Lo.Y, p.Hi.Y - q.Hi.Y, p.Lo.Z - q.Lo.Z, p.Hi.Z - q.Hi.Z} {
				if p.Name != q.Name || math.Abs(d) > skinOfPad+1e-9 {
					t.Errorf("part %+v of the simulated hand, planned for %+v", p, q)
				}
			}
		}
	}
}
