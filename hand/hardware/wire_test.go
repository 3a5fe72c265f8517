package hardware

import (
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestHW07_Checksums(t *testing.T) {
	for _, v := range []string{"00000000000000 42", "030c0000000000 74", "030c0000e80300 a9", "030c000018fc00 48", "100c0000000000 52"} {
		data, sum, _ := strings.Cut(v, " ")
		b, err := hex.DecodeString(data)
		if err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString([]byte{Checksum(b)}); got != sum {
			t.Errorf("checksum of %s is %s, want %s", data, got, sum)
		}
		if !intact(append(b, Checksum(b))) {
			t.Errorf("%s with its checksum does not verify", data)
		}
	}
	b := make([]byte, 61)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	b[60] = Checksum(b[:60])
	if !intact(b) {
		t.Fatal("a block with its checksum does not verify")
	}
	for bit := range 488 {
		b[bit/8] ^= 1 << (bit % 8)
		if intact(b) {
			t.Errorf("bit %d turned over is not seen", bit)
		}
		b[bit/8] ^= 1 << (bit % 8)
	}
}

func TestHW08_DigitalOutByte(t *testing.T) {
	if got := digitalOut(1, AccelerometerCommand{Range4G, Bandwidth375}); got != 0x19 {
		t.Errorf("4 g, 375 Hz, LED on: %#x", got)
	}
	if got := digitalOut(0, AccelerometerCommand{7, 9}); got != 0 {
		t.Errorf("out of range: %#x", got)
	}
	if got := digitalOut(7, AccelerometerCommand{Range8G, Bandwidth1500}); got != 0x2d {
		t.Errorf("8 g, 1500 Hz, any non-zero line: %#x", got)
	}
}

func TestHW09_Accelerometer(t *testing.T) {
	for w, want := range map[uint32][3]float64{
		0x10000000: {0, 0, 9.81}, 0x0007FE00: {-19.62, 19.58167969, 0}, 0x840083C0: {-9.81, 4.905, 9.81},
	} {
		got := DecodeAccel(w)
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-6 {
				t.Errorf("%#08x is %v, want %v", w, got, want)
			}
		}
		if back := EncodeAccel(got, Range(w>>30)); back != w {
			t.Errorf("%#08x comes back as %#08x", w, back)
		}
	}
	// Newest first on the wire, oldest first in the state.
	words := [4]uint32{EncodeAccel([3]float64{4, 0, 0}, Range8G), EncodeAccel([3]float64{3, 0, 0}, Range8G), EncodeAccel([3]float64{2, 0, 0}, Range8G), EncodeAccel([3]float64{1, 0, 0}, Range8G)}
	for _, c := range []struct {
		last, now uint8
		n         int
		missed    uint64
		first, to float64
	}{{254, 1, 3, 0, 2, 4}, {250, 0, 4, 2, 1, 4}, {9, 9, 0, 0, 0, 0}} {
		var a AccelerometerState
		a.unpack(&Status{AccelCount: c.now, Accel: words}, c.last)
		if a.N != c.n || a.Missed != c.missed {
			t.Errorf("counter %d to %d: %d samples, %d missed", c.last, c.now, a.N, a.Missed)
		}
		if c.n > 0 && (math.Abs(a.Samples[0][0]-c.first) > 0.1 || math.Abs(a.Samples[c.n-1][0]-c.to) > 0.1) {
			t.Errorf("counter %d to %d: %v", c.last, c.now, a.Samples[:a.N])
		}
	}
}

func TestStatusRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, k := range []StatusKind{BaseStatus, GripperStatus1, GripperStatus2, GripperStatus3} {
		for range 100 {
			s := Status{
				Mode: byte(r.Uint32()), DigitalOut: byte(r.Uint32()), PWM: int16(r.Uint32()), ProgrammedCurrent: int16(r.Uint32()), MeasuredCurrent: int16(r.Uint32()),
				Timestamp: r.Uint32(), EncoderCount: int32(r.Uint32()), IndexPosition: int32(r.Uint32()), EncoderErrors: uint16(r.Uint32()), EncoderStatus: byte(r.Uint32()),
				BoardTemperature: uint16(r.Uint32()), BridgeTemperature: uint16(r.Uint32()), SupplyVoltage: uint16(r.Uint32()), MotorVoltage: int16(r.Uint32()), PacketCount: uint16(r.Uint32()),
			}
			if k == BaseStatus {
				s.Calibration, s.RisingEdge, s.FallingEdge = byte(r.Uint32()), int32(r.Uint32()), int32(r.Uint32())
			} else {
				s.AccelCount, s.Accel = uint8(r.Uint32()), [4]uint32{r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()}
			}
			b := make([]byte, k.Size())
			s.Encode(k, b)
			var back Status
			if !back.Decode(k, b) || back != s {
				t.Fatalf("kind %d: %+v comes back as %+v", k, s, back)
			}
			if back.Decode(k, b[:len(b)-1]) {
				t.Fatalf("kind %d: a short block is taken", k)
			}
		}
	}
	for k, want := range map[StatusKind]int{BaseStatus: 44, GripperStatus1: 61, GripperStatus2: 129, GripperStatus3: 129} {
		if k.Size() != want {
			t.Errorf("kind %d has %d bytes", k, k.Size())
		}
	}
	// Whole boards: 163, 231 and 650 bytes with the command.
	for k, want := range map[StatusKind]int{GripperStatus1: 163, GripperStatus2: 231, GripperStatus3: 650} {
		d := PR2GripperDevice("x")
		if d.Status = k; CommandSize+d.Size() != want {
			t.Errorf("a board of kind %d has %d bytes", k, CommandSize+d.Size())
		}
	}
}

func FuzzStatus(f *testing.F) {
	for k := range GripperStatus3 + 1 {
		b := make([]byte, k.Size())
		(&Status{Timestamp: 5, EncoderCount: -3, AccelCount: 7}).Encode(k, b)
		f.Add(uint8(k), b)
	}
	f.Fuzz(func(t *testing.T, kind uint8, b []byte) {
		k := StatusKind(kind % 4)
		var s Status
		if !s.Decode(k, b) {
			if s != (Status{}) {
				t.Fatalf("a refused block changed the status: %+v", s)
			}
			return
		}
		out := make([]byte, k.Size())
		s.Encode(k, out)
		var again Status
		if !again.Decode(k, out) || again != s {
			t.Fatalf("%+v comes back as %+v", s, again)
		}
	})
}

func FuzzCommand(f *testing.F) {
	b := make([]byte, CommandSize)
	(&Command{Mode: 3, Current: -203}).Encode(b)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var c, again Command
		if !c.Decode(b) {
			return
		}
		out := make([]byte, CommandSize)
		c.Encode(out)
		if !again.Decode(out) || again != c {
			t.Fatalf("%+v comes back as %+v", c, again)
		}
	})
}

func FuzzPressure(f *testing.F) {
	b := make([]byte, 94)
	EncodePressure(b, 7, make([]uint16, 22), make([]uint16, 22))
	f.Add(uint8(22), b)
	f.Fuzz(func(t *testing.T, cells uint8, b []byte) {
		l := PressureState{Cells: int(cells % (MaxCells + 1))}
		r := l
		before := l
		if !decodePressure(b, &l, &r) && (l != before || r != before) {
			t.Fatal("a refused block changed the state")
		}
	})
}

func FuzzAccel(f *testing.F) {
	f.Add(uint32(0x840083C0))
	f.Fuzz(func(t *testing.T, w uint32) {
		a := DecodeAccel(w)
		for _, x := range a {
			if !(math.Abs(x) <= 16*standardGravity+1e-9) {
				t.Fatalf("%#x is %v", w, a)
			}
		}
		if w>>30 <= 2 && EncodeAccel(a, Range(w>>30)) != w {
			t.Fatalf("%#x does not come back", w)
		}
	})
}

func FuzzMemory(f *testing.F) {
	m := PR2GripperMotor()
	ram := EncodeOffset(12.3)
	f.Add(ram[:])
	f.Add(EncodeEEPROM(7, "r_gripper_motor", &m))
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, err := DecodeOffset(b); err == nil && !finite(v) {
			t.Fatal(v)
		}
		if _, _, m, err := DecodeEEPROM(b); err == nil {
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestEEPROM(t *testing.T) {
	m := PR2GripperMotor()
	b := EncodeEEPROM(123, "r_gripper_motor", &m)
	id, name, back, err := DecodeEEPROM(b)
	if err != nil || id != 123 || name != "r_gripper_motor" || back != m {
		t.Fatalf("%v %q %+v %v", id, name, back, err)
	}
	b[252] ^= 1 // either checksum is enough; the second covers the first, so repair it
	if _, _, _, err := DecodeEEPROM(b); err == nil {
		t.Error("both sums wrong, and taken")
	}
	for name, change := range map[string]func([]byte){"short": nil, "version": func(b []byte) { b[2] = 9 }, "torque constant of 0": func(b []byte) { clear(b[192:200]) }} {
		b := EncodeEEPROM(123, "r", &m)
		if change == nil {
			b = b[:100]
		} else {
			change(b)
			fixEEPROM(b)
		}
		if _, _, _, err := DecodeEEPROM(b); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func fixEEPROM(b []byte) { binary.LittleEndian.PutUint32(b[252:], crc32.ChecksumIEEE(b[:252])) }
