package hardware

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
)

// table is the PR2's, in double precision: gap, motor angle, finger angle, slope, effort for a newton metre, effort at the limit.
var table = []struct{ gap, motor, finger, slope, perNm, limit float64 }{
	{0.000, -0.001767, 0.002096, 7.37981e-5, 13550.5, 169.45},
	{0.005, 68.441625, 0.029504, 7.23395e-5, 13823.7, 172.87},
	{0.010, 138.206070, 0.056982, 7.10257e-5, 14079.4, 176.07},
	{0.020, 281.392311, 0.112234, 6.87288e-5, 14549.9, 181.95},
	{0.040, 580.988732, 0.224572, 6.49486e-5, 15396.8, 192.54},
	{0.060, 897.184866, 0.340794, 6.16085e-5, 16231.5, 202.98},
	{0.086, 1335.171970, 0.501481, 5.70676e-5, 17523.1, 219.13},
	{0.088, 1370.336111, 0.514470, 5.66839e-5, 17641.7, 220.61},
	{0.090, 1405.741293, 0.527569, 5.62931e-5, 17764.2, 222.15},
}

func near(got, want, rel float64) bool { return math.Abs(got-want) <= rel*math.Abs(want)+1e-9 }

func TestHW21_HW22_Transmission(t *testing.T) {
	d := PR2Drive()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range table {
		m := d.Motor(c.gap)
		if math.Abs(m-c.motor) > 2e-6 {
			t.Errorf("gap %g: motor at %.6f rad, want %.6f", c.gap, m, c.motor)
		}
		if !near(d.Finger(m), c.finger, 1e-3) || !near(d.Slope(m), c.slope, 1e-5) || !near(d.Effort(1, m), c.perNm, 1e-5) {
			t.Errorf("gap %g: finger %v, slope %v, %v N for 1 N m; want %v, %v, %v", c.gap, d.Finger(m), d.Slope(m), d.Effort(1, m), c.finger, c.slope, c.perNm)
		}
		d.CurrentStep = 0
		if f, i := d.Deliver(1000, m); !near(f, c.limit, 1e-4) || i != d.MaxCurrent {
			t.Errorf("gap %g: %v N at %v A, want %v N", c.gap, f, i, c.limit)
		}
	}
	for gap := 0.0; gap <= 0.09; gap += 1e-4 {
		if g := d.Gap(d.Motor(gap)); math.Abs(g-gap) > 1e-15 {
			t.Fatalf("gap %v comes back as %v", gap, g)
		}
	}
	// Past closed: the gap goes on, the slope stays.
	for motor, want := range map[float64]float64{0: 1.304e-7, -10: -0.000738996, -20: -0.001480444} {
		if g := d.Gap(motor); math.Abs(g-want) > 1e-9 {
			t.Errorf("motor at %v: gap %v, want %v", motor, g, want)
		}
		if s := d.Slope(motor); !near(s, 7.37981e-5, 1e-5) {
			t.Errorf("motor at %v: slope %v", motor, s)
		}
	}
}

// The slope is the derivative of the gap.
func TestSlopeIsTheDerivative(t *testing.T) {
	d := PR2Transmission()
	for m := 1.0; m < 1400; m += 7 {
		const h = 1e-3
		if num := (d.Gap(m+h) - d.Gap(m-h)) / (2 * h); !near(d.Slope(m), num, 1e-6) {
			t.Fatalf("at %v rad: %v, numerically %v", m, d.Slope(m), num)
		}
	}
}

func TestDeliver(t *testing.T) {
	d := PR2Drive()
	m := d.Motor(0.04)
	// 100 N at 0.04 m ask for 0.10595 A: 105 whole counts of a milliampere.
	f, i := d.Deliver(100, m)
	if math.Abs(i-0.105) > 1e-12 || !near(f, 0.105*0.0613*15396.8, 1e-5) {
		t.Errorf("%v N at %v A", f, i)
	}
	if g, j := d.Deliver(-100, m); g != -f || j != -i {
		t.Errorf("closing gives %v N, opening %v N", g, f)
	}
	if f, _ := d.Deliver(300, m); !near(f, 192.5, 1e-3) {
		t.Errorf("300 N asked, %v N given, want the limit of 192.5", f)
	}
	if f, i := d.Deliver(math.NaN(), m); f != 0 || i != 0 {
		t.Errorf("NaN gives %v N", f)
	}
	if f, _ := d.Deliver(math.Inf(-1), m); !near(f, -192.5, 1e-3) {
		t.Errorf("-Inf gives %v N", f)
	}
	if n := d.Count(m); math.Abs(d.Angle(n)-m) > math.Pi/1200 {
		t.Errorf("count %d", n)
	}
	if mass := d.Mass(m); !near(mass, 95, 0.01) {
		t.Errorf("%v kg at the gap, want about 95", mass)
	}
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*Drive){
		"no reduction": func(d *Drive) { d.Reduction = 0 },
		"NaN angle":    func(d *Drive) { d.Theta0 = math.NaN() },
		"no finger":    func(d *Drive) { d.R = 0 },
		"wrong length": func(d *Drive) { d.L0 = 0.07 },
		"no current":   func(d *Drive) { d.MaxCurrent = 0 },
		"no counts":    func(d *Drive) { d.CountsPerTurn = 0 },
	} {
		d := PR2Drive()
		change(&d)
		if err := d.Validate(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
