package cloud

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"pgregory.net/rapid"
)

// Streams made by hand from the format's description.
func TestLZFDecodesEveryInstruction(t *testing.T) {
	for name, c := range map[string]struct {
		packed []byte
		want   string
	}{
		"nothing":            {nil, ""},
		"literals":           {[]byte("\x02abc"), "abc"},
		"32 literals":        {[]byte("\x1f" + strings.Repeat("xy", 16)), strings.Repeat("xy", 16)},
		"copy of 3":          {[]byte("\x02abc\x20\x02"), "abcabc"},
		"copy of 8":          {[]byte("\x07abcdefgh\xc0\x07"), "abcdefghabcdefgh"},
		"copy of 9":          {[]byte("\x08abcdefghi\xe0\x00\x08"), "abcdefghiabcdefghi"},
		"run of one byte":    {[]byte("\x00z\xe0\xff\x00"), strings.Repeat("z", 265)},
		"period 3, overlaps": {[]byte("\x02abc\xe0\x04\x02"), strings.Repeat("abc", 5) + "a"},
		"farthest copy":      {append(bytes.Repeat([]byte("\x1f"+strings.Repeat("q", 31)+"p"), 256), 0x3f, 0xff), strings.Repeat(strings.Repeat("q", 31)+"p", 256) + "qqq"},
	} {
		got := make([]byte, len(c.want))
		if err := lzfDecompress(got, c.packed); err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

func TestLZFRejects(t *testing.T) {
	for name, c := range map[string]struct {
		packed string
		size   int
		kind   fault.Kind
		say    string
	}{
		"literals cut":      {"\x02ab", 3, fault.Truncated, "3 literal bytes announced, 2 left"},
		"copy cut":          {"\x00a\x20", 4, fault.Truncated, "ends inside a copy"},
		"long copy cut":     {"\x00a\xe0", 4, fault.Truncated, "ends inside a copy"},
		"long copy cut 2":   {"\x00a\xe0\x00", 10, fault.Truncated, "ends inside a copy"},
		"before the start":  {"\x00a\x20\x01", 4, fault.Invalid, "copies from 1 bytes before the start"},
		"literals too many": {"\x02abc", 2, fault.Invalid, "more data than the 2 bytes"},
		"copy too long":     {"\x00a\x20\x00", 3, fault.Invalid, "more data than the 3 bytes"},
		"too short":         {"\x02abc", 4, fault.Truncated, "ends after 3 of the 4"},
	} {
		t.Run(name, func(t *testing.T) {
			backing := bytes.Repeat([]byte{0xA5}, c.size+64)
			wantError(t, lzfDecompress(backing[:c.size:c.size], []byte(c.packed)), c.kind, c.say)
			if !bytes.Equal(backing[c.size:], bytes.Repeat([]byte{0xA5}, 64)) {
				t.Error("wrote beyond the output")
			}
		})
	}
}

func roundTripLZF(t interface{ Fatalf(string, ...any) }, src []byte) {
	packed := lzfAppend([]byte("kept"), src)
	if !bytes.HasPrefix(packed, []byte("kept")) {
		t.Fatalf("what was there is gone")
	}
	packed = packed[4:]
	if most := len(src) + (len(src)+31)/32; len(packed) > most {
		t.Fatalf("%d bytes grew to %d, over %d", len(src), len(packed), most)
	}
	if len(src) > lzfMaxSize(len(packed)) {
		t.Fatalf("%d bytes from %d: beyond the bound that reading allows", len(src), len(packed))
	}
	got := make([]byte, len(src))
	if err := lzfDecompress(got, packed); err != nil || !bytes.Equal(got, src) {
		t.Fatalf("%d bytes do not come back: %v", len(src), err)
	}
}

func TestLZFRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// few symbols make matches of every length and distance
		symbols := rapid.IntRange(1, 4).Draw(t, "symbols")
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(0, 40000).Draw(t, "n")
		rng := rand.New(rand.NewPCG(seed, 1))
		src := make([]byte, n)
		for i := 0; i < n; {
			if i > 0 && rng.IntN(3) == 0 {
				d := 1 + rng.IntN(min(i, 9000))
				for k := rng.IntN(600); k > 0 && i < n; k-- {
					src[i] = src[i-d]
					i++
				}
				continue
			}
			src[i] = byte(rng.IntN(1 << (2 * symbols)))
			i++
		}
		roundTripLZF(t, src)
	})
	for _, n := range []int{0, 1, 2, 3, 4, 5, 31, 32, 33, 263, 264, 265, 8191, 8192, 8193, 1 << 20} {
		roundTripLZF(t, make([]byte, n))
		noise := make([]byte, n)
		rng := rand.NewChaCha8([32]byte{7})
		_, _ = rng.Read(noise)
		roundTripLZF(t, noise)
	}
}

func TestLZFIsAboutAsDenseAsTheOriginal(t *testing.T) {
	for _, f := range realFiles(t)[:3] {
		b := mustRead(t, f)
		h, err := parsePCDHeader(b)
		if err != nil {
			t.Fatal(err)
		}
		block, err := h.decompress(b[h.body:])
		if err != nil {
			t.Fatal(err)
		}
		if ours, theirs := len(lzfAppend(nil, block)), len(b)-h.body-8; float64(ours) > 1.05*float64(theirs) {
			t.Errorf("%s: %d bytes, the writer of the file needed %d", f, ours, theirs)
		}
	}
}

func TestLZFDecompressAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	src := bytes.Repeat([]byte("a table of objects "), 1000)
	packed, dst := lzfAppend(nil, src), make([]byte, len(src))
	if n := testing.AllocsPerRun(20, func() { _ = lzfDecompress(dst, packed) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
