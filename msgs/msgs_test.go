package msgs_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/msgtest"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// facts reads the published sums and sizes.
func facts(t *testing.T, path string) (rows [][]string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(b)) {
		if !strings.HasPrefix(l, "#") {
			rows = append(rows, strings.Split(strings.TrimSpace(l), "\t"))
		}
	}
	return rows
}

func sumOf(kind, name string) string {
	if strings.HasSuffix(kind, "srv") {
		if s := msgs.LookupService(name); s != nil {
			return s.MD5
		}
	} else if m := msgs.Lookup(name); m != nil {
		return m.MD5
	}
	return "no such type"
}

func TestPublishedSums(t *testing.T) {
	for _, r := range facts(t, "testdata/md5.tsv") {
		if got := sumOf(r[0], r[1]); got != r[2] {
			t.Errorf("%s %s: MD5 %s, published %s", r[0], r[1], got, r[2])
		}
		if r[3] != "-" {
			if got := strconv.Itoa(msgs.Lookup(r[1]).New().SizeROS()); got != r[3] {
				t.Errorf("%s: an empty message has %s bytes, published %s", r[1], got, r[3])
			}
		}
	}
}

// The copy of the facts that the repository carries must not drift from the sheet.
func TestSharedSums(t *testing.T) {
	const path = "../../shared/spec/md5.tsv"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no ../shared beside the repository")
	}
	n := 0
	for _, r := range facts(t, path) {
		if strings.HasPrefix(r[0], "optional-") {
			continue
		}
		n++
		if got := sumOf(r[0], r[1]); got != r[2] {
			t.Errorf("%s %s: MD5 %s, published %s", r[0], r[1], got, r[2])
		}
	}
	if n < 150 {
		t.Errorf("only %d rows", n)
	}
}

func TestLookup(t *testing.T) {
	for i, m := range msgs.Messages() {
		if msgs.Lookup(m.Name) != m || m.New().TypeName() != m.Name || m.New().MD5() != m.MD5 || m.New().ROSType() != m {
			t.Errorf("%s is not found under its name", m.Name)
		}
		if i > 0 && msgs.Messages()[i-1].Name >= m.Name {
			t.Errorf("%s is not in order", m.Name)
		}
	}
	for _, s := range msgs.Services() {
		if msgs.LookupService(s.Name) != s || msgs.Lookup(s.Name+"Request") != s.Request || msgs.Lookup(s.Name+"Response") != s.Response {
			t.Errorf("service %s is not found under its name", s.Name)
		}
	}
	for _, a := range msgs.Actions() {
		if msgs.LookupAction(a.Name) != a {
			t.Errorf("action %s is not found under its name", a.Name)
		}
		for _, m := range a.Messages() {
			if msgs.Lookup(m.Name) != m {
				t.Errorf("%s is not found under its name", m.Name)
			}
		}
	}
	for _, n := range []string{"", "geometry_msgs/Posee", "zzz/Z"} {
		if msgs.Lookup(n) != nil || msgs.LookupService(n) != nil || msgs.LookupAction(n) != nil {
			t.Errorf("%q is found", n)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range msgs.Messages() {
		reused := m.New()
		for range 20 {
			msg := msgtest.Random(rng, m)
			b := msg.AppendROS([]byte("before"))
			if b = b[len("before"):]; len(b) != msg.SizeROS() {
				t.Fatalf("%s: SizeROS is %d, %d bytes were appended", m.Name, msg.SizeROS(), len(b))
			}
			fresh := m.New()
			if err := fresh.DecodeROS(b); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(fresh, msg) {
				t.Fatalf("%s: %+v became %+v", m.Name, msg, fresh)
			}
			if err := reused.DecodeROS(b); err != nil {
				t.Fatal(err)
			}
			if got := reused.AppendROS(nil); !bytes.Equal(got, b) {
				t.Fatalf("%s: a reused message keeps something of the message before", m.Name)
			}
			alias := m.New()
			r := wire.NewReader(b)
			r.Alias = true
			if !alias.ReadROS(&r) || r.Finish("") != nil || !bytes.Equal(alias.AppendROS(nil), b) {
				t.Fatalf("%s: decoding by alias differs", m.Name)
			}
		}
	}
}

// Every way of cutting a message short must be told, and every field that it can end in named.
func TestTruncated(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, m := range msgs.Messages() {
		b := msgtest.Random(rng, m).AppendROS(nil)
		for n := range len(b) {
			err := m.New().DecodeROS(b[:n])
			if err == nil {
				t.Fatalf("%s: %d of %d bytes decode", m.Name, n, len(b))
			}
			if !strings.HasPrefix(err.Error(), m.Name+".") {
				t.Fatalf("%v: the error names no field", err)
			}
		}
		if err := m.New().DecodeROS(append(b, 0)); err == nil {
			t.Fatalf("%s: a byte too many decodes", m.Name)
		}
	}
}

// allocated runs f and returns the bytes it allocated.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// maxGrowth bounds the memory that a hostile message may claim, in multiples of its size. An element in memory is up to six times as large as
// its smallest form on the wire (an empty array: 24 bytes for 4), and arrays within arrays may each claim the rest of the input before the
// lie is found.
const maxGrowth = 16

// Counts of up to four billion anywhere in a message must not allocate beyond a small multiple of the input.
func TestHugeCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, m := range msgs.Messages() {
		b := msgtest.Random(rng, m).AppendROS(nil)
		for at := 0; at+4 <= len(b); at += 1 + len(b)/128 {
			for _, count := range []uint32{0xffffffff, 0x7fffffff, uint32(len(b))} {
				bad := bytes.Clone(b)
				copy(bad[at:], wire.AppendUint32(nil, count))
				msg := m.New()
				// most are errors; some hit a number and are fine
				if n := allocated(func() { _ = msg.DecodeROS(bad) }); n > uint64(maxGrowth*len(bad)+1<<13) {
					t.Fatalf("%s: %d bytes with count %d at %d allocate %d bytes", m.Name, len(bad), count, at, n)
				}
			}
		}
	}
}

// Input in which every word is a count that the rest of the input could hold claims as much as it can.
func TestGreedyCounts(t *testing.T) {
	const size = 1 << 17
	worst, name := 0.0, ""
	for _, word := range []uint32{0, 1, 3, 40, 1000, 2000, 5000, 10000, 20000, 30000} {
		in := bytes.Repeat(wire.AppendUint32(nil, word), size/4)
		for _, m := range msgs.Messages() {
			msg := m.New()
			if f := float64(allocated(func() { _ = msg.DecodeROS(in) })) / size; f > worst {
				worst, name = f, m.Name
			}
		}
	}
	if worst > maxGrowth {
		t.Errorf("%s allocates %.1f times its input", name, worst)
	}
	t.Logf("the worst is %s: %.1f times its input", name, worst)
}
