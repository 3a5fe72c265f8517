package hardware

import "math"

// SoftLimit keeps a joint within soft bounds by limiting effort, as the PR2's joint safety controller does: a position near a
// bound lowers the speed that is allowed, a speed over the allowed one lowers the effort.
type SoftLimit struct {
	Effort, Speed float64 // N, m/s
	Low, High     float64 // m
	KPosition     float64 // 1/s
	KVelocity     float64 // N s/m
}

// PR2GapLimit is that of the PR2's gripper joint.
func PR2GapLimit() SoftLimit {
	return SoftLimit{Effort: 1000, Speed: 0.2, Low: -0.01, High: 0.088, KPosition: 20, KVelocity: 5000}
}

// Bounds are the efforts between which the joint may be driven at a position and speed. A joint that is not calibrated has no
// position, only a speed.
func (l *SoftLimit) Bounds(x, v float64, calibrated bool) (lo, hi float64) {
	clamp := func(x, m float64) float64 { return math.Max(-m, math.Min(m, x)) }
	vlo, vhi := -l.Speed, l.Speed
	if calibrated {
		vlo, vhi = clamp(-l.KPosition*(x-l.Low), l.Speed), clamp(-l.KPosition*(x-l.High), l.Speed)
	}
	return clamp(-l.KVelocity*(v-vlo), l.Effort), clamp(-l.KVelocity*(v-vhi), l.Effort)
}

// Limit is the effort that is let through. Position, speed or effort that is not finite lets nothing through: 0 and false.
func (l *SoftLimit) Limit(effort, x, v float64, calibrated bool) (float64, bool) {
	if sum := effort + x + v; math.IsNaN(sum - sum) {
		return 0, false
	}
	lo, hi := l.Bounds(x, v, calibrated)
	return math.Min(math.Max(effort, lo), hi), true
}
