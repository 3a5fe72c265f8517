package wire

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

func TestTime(t *testing.T) {
	for _, c := range []struct {
		t    time.Time
		want Time
	}{
		{time.Unix(0, 0), Time{}},
		{time.Unix(1700000000, 123456789), Time{1700000000, 123456789}},
		{time.Unix(-1, 0), Time{}},
		{time.Unix(math.MaxUint32, 999999999), Time{math.MaxUint32, 999999999}},
		{time.Unix(math.MaxUint32+1, 0), Time{math.MaxUint32, 999999999}},
		{time.Time{}, Time{}},
	} {
		if got := TimeOf(c.t); got != c.want {
			t.Errorf("TimeOf(%v) = %v, want %v", c.t, got, c.want)
		}
	}
	now := Time{100, 900_000_000}
	for d, want := range map[time.Duration]Time{
		200 * time.Millisecond:  {101, 100_000_000},
		-time.Second:            {99, 900_000_000},
		-200 * time.Second:      {},
		math.MaxInt64:           {math.MaxUint32, 999_999_999},
		math.MinInt64:           {},
		-900 * time.Millisecond: {100, 0},
	} {
		if got := now.Add(d); got != want {
			t.Errorf("Add(%v) = %v, want %v", d, got, want)
		}
	}
	if d := now.Sub(Time{99, 950_000_000}); d != 950*time.Millisecond {
		t.Errorf("Sub: %v", d)
	}
	if !(Time{1, 2}).Before(Time{2, 1}) || (Time{}).IsZero() == false || now.String() != "100.900000000" || now.Go() != time.Unix(100, 9e8) {
		t.Error("Before, IsZero, String or Go")
	}
	if s := (Time{1, 500_000_000}).Seconds(); s != 1.5 {
		t.Errorf("Seconds: %v", s)
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]Duration{
		0:                                {},
		1500 * time.Millisecond:          {1, 500_000_000},
		-500 * time.Millisecond:          {-1, 500_000_000},
		-2 * time.Second:                 {-2, 0},
		math.MaxInt64:                    {math.MaxInt32, 999_999_999},
		math.MinInt64:                    {math.MinInt32, 0},
		-(1 << 31) * time.Second:         {math.MinInt32, 0},
		(1<<31)*time.Second - 1:          {math.MaxInt32, 999_999_999},
		-(1<<31)*time.Second - 1:         {math.MinInt32, 0},
		-(1<<31-1)*time.Second - 1e9 + 1: {math.MinInt32, 1},
	} {
		if got := DurationOf(d); got != want {
			t.Errorf("DurationOf(%v) = %v, want %v", d, got, want)
		}
	}
	for _, d := range []time.Duration{0, 1, -1, time.Second, -1500 * time.Millisecond} {
		if got := DurationOf(d).Go(); got != d {
			t.Errorf("%v becomes %v", d, got)
		}
	}
	if (Duration{-1, 500_000_000}).Seconds() != -0.5 || (Duration{-1, 500_000_000}).String() != "-500ms" {
		t.Error("Seconds or String")
	}
}

// The byte swap of big-endian machines, which these tests do not run on, must turn one form into the other.
func TestSwap(t *testing.T) {
	for width, want := range map[int][]byte{
		1: {1, 2, 3, 4, 5, 6, 7, 8}, 2: {2, 1, 4, 3, 6, 5, 8, 7}, 4: {4, 3, 2, 1, 8, 7, 6, 5}, 8: {8, 7, 6, 5, 4, 3, 2, 1},
	} {
		p := []byte{1, 2, 3, 4, 5, 6, 7, 8}
		if swap(p, width); !bytes.Equal(p, want) {
			t.Errorf("width %d: %v", width, p)
		}
	}
	// and the constant must be that of this machine
	if got := AppendFlat(nil, []uint16{0x0102}, 2); !bytes.Equal(got, []byte{1, 0, 0, 0, 2, 1}) {
		t.Errorf("AppendFlat: %v", got)
	}
	var v []uint64
	r := NewReader([]byte{1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	if !ReadFlat(&r, &v, 8) || v[0] != 0x0807060504030201 {
		t.Errorf("ReadFlat: %x", v)
	}
}

// Strings of every length take the short way or the long one, to the same end.
func TestStrings(t *testing.T) {
	text := strings.Repeat("abcdefgh\x00é", 5)
	for n := range len(text) {
		s := text[:n]
		want := append([]byte{byte(n), 0, 0, 0}, s...)
		if got := AppendString(nil, s); !bytes.Equal(got, want) {
			t.Fatalf("AppendString: %q", got)
		}
		b := AppendStrings([]byte("x"), []string{s, "", s})
		if want := "x\x03\x00\x00\x00" + string(want) + "\x00\x00\x00\x00" + string(want); string(b) != want {
			t.Fatalf("AppendStrings: %q", b)
		}
		for _, old := range []string{"", s, strings.ToUpper(s), s + "x", text[:max(n-1, 0)]} {
			got := old
			r := NewReader(want)
			if !r.String(&got) || got != s || r.Finish("") != nil {
				t.Fatalf("String over %q: %q", old, got)
			}
		}
		for i := range n { // one byte differs
			old := []byte(s)
			old[i]++
			if got, p := string(old), want; true {
				if rest, ok := GetString(p, &got); !ok || len(rest) != 0 || got != s {
					t.Fatalf("a difference at %d of %d is not seen", i, n)
				}
			}
		}
	}
}

func TestReaderErrors(t *testing.T) {
	for name, c := range map[string]struct {
		in   []byte
		read func(r *Reader) bool
		kind fault.Kind
		want string
	}{
		"string cut in its length": {[]byte{1, 0}, func(r *Reader) bool { var s string; return r.String(&s) || r.At("name") },
			fault.Truncated, "T.name: decode: its length needs 4 bytes, but 2 are left (at byte 0 of 2)"},
		"string of 4 GB": {[]byte{255, 255, 255, 255, 'a'}, func(r *Reader) bool { var s string; return r.String(&s) || r.At("name") },
			fault.TooLarge, "T.name: decode: 4294967295 bytes long, but 1 bytes are left (at byte 4 of 5)"},
		"bytes of 4 GB": {[]byte{255, 255, 255, 255}, func(r *Reader) bool { var s []byte; return r.Bytes(&s) || r.At("data") },
			fault.TooLarge, "T.data: decode: 4294967295 bytes long, but 0 bytes are left"},
		"second string of an array": {[]byte{2, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0}, func(r *Reader) bool { var s []string; return r.Strings(&s) || r.At("names") },
			fault.TooLarge, "T.names[1]: decode: 9 bytes long"},
		"more strings than can be": {[]byte{255, 255, 255, 255, 0, 0, 0, 0}, func(r *Reader) bool { var s []string; return r.Strings(&s) || r.At("names") },
			fault.TooLarge, "T.names: decode: 4294967295 elements of at least 4 bytes, but 4 bytes are left"},
		"more numbers than can be": {[]byte{2, 0, 0, 0, 0, 0, 0, 0}, func(r *Reader) bool { var s []float64; return ReadFlat(r, &s, 8) || r.At("v") },
			fault.TooLarge, "T.v: decode: 2 elements of at least 8 bytes, but 4 bytes are left"},
		"empty elements": {[]byte{255, 255, 255, 255}, func(r *Reader) bool { _, ok := r.Count(0); return ok || r.At("e") },
			fault.TooLarge, "T.e: decode: 4294967295 elements of no size; at most 65536 are accepted"},
		"a field of a block": {make([]byte, 11), func(r *Reader) bool { return r.Short(r.Rest(), "a:4 b.c:8 d:1") },
			fault.Truncated, "T.b.c: decode: it needs 8 bytes, but 7 are left (at byte 0 of 11)"},
		"an element of a fixed array": {make([]byte, 21), func(r *Reader) bool { return r.Short(r.Rest(), "a:4 b:8*9") },
			fault.Truncated, "T.b[2]: decode: it needs 8 bytes, but 1 are left"},
		"nested": {nil, func(r *Reader) bool { r.Take(1); r.At("x"); r.AtIndex("list", 3); return r.At("top") },
			fault.Truncated, "T.top.list[3].x: decode: it needs 1 bytes, but 0 are left"},
		"left over": {[]byte{0}, func(*Reader) bool { return true },
			fault.Invalid, "T: decode: 1 bytes are left behind the last field"},
		"the first failure stays": {nil, func(r *Reader) bool { r.Take(1); return r.Fail(fault.Invalid, "second") },
			fault.Truncated, "T: decode: it needs 1 bytes"},
	} {
		r := NewReader(c.in)
		ok := c.read(&r)
		err := r.Finish("T")
		if ok != (name == "left over") || fault.KindOf(err) != c.kind || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, %v (%v); want %s", name, ok, err, fault.KindOf(err), c.want)
		}
	}
}

func TestAlias(t *testing.T) {
	in := []byte{2, 0, 0, 0, 7, 8}
	var copied, alias []byte
	r := NewReader(in)
	r.Bytes(&copied)
	r.Alias = true
	r.Reset(in)
	r.Bytes(&alias)
	in[4] = 9
	if copied[0] != 7 || alias[0] != 9 {
		t.Errorf("copy %v, alias %v", copied, alias)
	}
	if alias = append(alias, 1); len(in) != 6 || cap(alias) < 3 {
		t.Error("appending to an alias reaches past it")
	}
}

// Elements beyond the length keep what they hold, so that it is used again.
func TestResize(t *testing.T) {
	s := [][]int{{1}, {2}, {3}}
	s = Resize(s, 1)
	s = Resize(s, 2)
	if s[1][0] != 2 {
		t.Error("the second element lost its memory")
	}
	if s = Resize(s, 5); len(s) != 5 || s[2][0] != 3 {
		t.Error("growing lost the third element's memory")
	}
}

func TestBools(t *testing.T) {
	b := AppendBools(nil, []bool{true, false, true})
	var v []bool
	r := NewReader([]byte{3, 0, 0, 0, 255, 0, 2})
	if !r.Bools(&v) || !bytes.Equal(AppendBools(nil, v), b) {
		t.Errorf("%v", v)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 'a', 2, 0, 0, 0, 1, 2}, uint8(0))
	f.Add([]byte{255, 255, 255, 255}, uint8(3))
	f.Fuzz(func(t *testing.T, in []byte, order uint8) {
		r := NewReader(in)
		var s string
		var ss []string
		var b []byte
		var v []float64
		var o []bool
		for range 8 {
			at := r.Offset()
			var ok bool
			switch order % 6 {
			case 0:
				ok = r.String(&s)
			case 1:
				ok = r.Strings(&ss)
			case 2:
				ok = r.Bytes(&b)
			case 3:
				ok = ReadFlat(&r, &v, 8)
			case 4:
				ok = r.Bools(&o)
			case 5:
				_, ok = r.Take(int(order))
			}
			if ok == r.Failed() || r.Offset() < at || r.Left() < 0 {
				t.Fatalf("ok %v, failed %v, offset %d after %d", ok, r.Failed(), r.Offset(), at)
			}
			if !ok {
				break
			}
			order = order*5 + 1
		}
		if r.Failed() && r.Err("T") == nil {
			t.Fatal("failed without a reason")
		}
	})
}
