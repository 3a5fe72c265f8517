package stream

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/graspfix"
)

// An encoder of protobuf, for the tests.
func tagged(field, wire int) []byte { return binary.AppendUvarint(nil, uint64(field<<3|wire)) }

func pBytes(field int, p []byte) []byte {
	return append(binary.AppendUvarint(tagged(field, 2), uint64(len(p))), p...)
}

func pText(field int, s string) []byte { return pBytes(field, []byte(s)) }
func pInt(field int, v uint64) []byte  { return binary.AppendUvarint(tagged(field, 0), v) }
func pDouble(field int, v float64) []byte {
	return binary.LittleEndian.AppendUint64(tagged(field, 1), math.Float64bits(v))
}
func pVec(x, y, z float64) []byte { return slices.Concat(pDouble(2, x), pDouble(3, y), pDouble(4, z)) }
func pTime(t float64) []byte {
	ns := uint64(math.Round(t * 1e9))
	return slices.Concat(pInt(1, ns/1e9), pInt(2, ns%1e9))
}

func frameOf(kind string, body ...[]byte) []byte {
	m := slices.Concat(pText(1, kind), pBytes(2, slices.Concat(body...)))
	return append(binary.AppendUvarint(nil, uint64(len(m))), m...)
}

func pHeader(t float64) []byte { return pBytes(1, pBytes(1, pTime(t))) }

// pContact is a gz.msgs.Contact with points at x and a force along x on body 1.
func pContact(c1, c2 string, points int, x, f float64) []byte {
	var b []byte
	b = append(b, pBytes(2, pText(3, c1))...)
	b = append(b, pBytes(3, pText(3, c2))...)
	for range points {
		b = append(b, pBytes(4, pVec(x, 0, 0))...)
		b = append(b, pBytes(5, pVec(1, 0, 0))...)
		b = append(b, pBytes(7, pBytes(6, pBytes(2, pVec(f, 0, 0))))...)
	}
	var depths []byte
	for range points {
		depths = binary.LittleEndian.AppendUint64(depths, math.Float64bits(1e-4))
	}
	return pBytes(2, append(b, pBytes(6, depths)...))
}

// The same grip as in the JSON form: sensors first, forces of either sign, a clock that goes on without messages when nothing
// touches, and poses by name.
func TestGzProto(t *testing.T) {
	var in []byte
	pose := func(name string, x float64) []byte {
		return pBytes(2, slices.Concat(pText(2, name), pBytes(4, pVec(x, 0, 0)), pBytes(5, pDouble(5, 1))))
	}
	for k := range 20 {
		at, open := 0.2*float64(k)+0.1, 0.0
		if k >= 10 {
			open = 0.006
		}
		in = append(in, frameOf("gz.msgs.Pose_V", pHeader(at), pose("robot::L", -0.03-open), pose("robot::R", 0.03+open), pose("box::link", 0))...)
		if k < 10 {
			in = append(in, frameOf("gz.msgs.Contacts", pHeader(at), pContact("robot::L::c", boxName, 4, -0.02, -5), pContact("robot::R::c", boxName, 4, 0.02, -5))...)
		}
		in = append(in, frameOf("gz.msgs.Clock", pBytes(4, pTime(0.2*float64(k+1))))...)
	}
	for _, preset := range []string{graspfix.Classic, graspfix.Default} {
		s := open(t, preset, GzProto, nil)
		if err := s.r.Run(bytes.NewReader(in), nil); err != nil {
			t.Fatal(err)
		}
		if got := s.log(); got != "1.2 attach arm gripped; 3.0 detach arm released_geometry; " || len(s.said) > 0 {
			t.Errorf("%s: %s, %q", preset, got, s.said)
		}
	}
	// Taken as they are named, both forces push the same way.
	named := open(t, graspfix.Default, GzProto, nil)
	named.r.Sign = graspfix.AsNamed
	if err := named.r.Run(bytes.NewReader(in), nil); err != nil || len(named.events) > 0 {
		t.Error(err, named.log())
	}
	// Frames that cannot be used cost themselves alone; a stream that is cut says so.
	s := open(t, graspfix.Default, GzProto, nil)
	bad := slices.Concat(frameOf("gz.msgs.Image"), []byte{3, 0xff, 0xff, 0xff}, frameOf("gz.msgs.Contacts", []byte{7}), in[:len(in)-3])
	if err := s.r.Run(bytes.NewReader(bad), nil); err != nil {
		t.Fatal(err)
	}
	if n := s.fix.Stats().Dropped[graspfix.Malformed]; n != 4 || !strings.HasPrefix(s.log(), "1.2 attach arm gripped; ") {
		t.Errorf("%d dropped, %q", n, s.said)
	}
	if err := s.r.Run(bytes.NewReader(binary.AppendUvarint(nil, 1<<40)), nil); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Error(err)
	}
}

func TestFrameAllocFree(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	s := open(t, graspfix.Default, GzProto, nil)
	f := frameOf("gz.msgs.Contacts", pHeader(0.1), pContact("robot::L::c", boxName, 4, -0.02, -5), pContact("robot::R::c", boxName, 4, 0.02, -5))
	_, n := binary.Uvarint(f)
	step := func() {
		if _, err := s.r.frame(f[n:]); err != nil {
			t.Fatal(err)
		}
	}
	step()
	if n := testing.AllocsPerRun(100, step); n != 0 {
		t.Errorf("%g allocations a frame", n)
	}
}

func FuzzGzProto(f *testing.F) {
	f.Add(slices.Concat(frameOf("gz.msgs.Clock", pBytes(4, pTime(1))), frameOf("gz.msgs.Contacts", pHeader(1.1), pContact("L", boxName, 2, 0.02, 5))))
	f.Add(frameOf("gz.msgs.Pose_V", pHeader(1), pBytes(2, pText(2, "L"))))
	f.Add(frameOf("gz.msgs.WorldStatistics", pBytes(2, pTime(3))))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := open(t, graspfix.Default, GzProto, nil)
		_ = s.r.Run(bytes.NewReader(in), nil) // an error is told, not a panic
	})
}

// processorTime is what the process has used, which other programs on a busy machine do not distort.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// queue follows a stream of messages that come at a rate and are worked off one after the other: by how much each is late.
type queue struct {
	period, free float64 // s
	k            int
	lags         []float64
}

func (q *queue) served(took time.Duration) {
	came := float64(q.k) * q.period
	q.k++
	q.free = max(q.free, came) + took.Seconds()
	q.lags = append(q.lags, q.free-came)
}

func (q *queue) String() string {
	slices.Sort(q.lags)
	return fmt.Sprintf("lag p50 %.2f ms, p99 %.2f ms, last %.2f ms", 1e3*q.lags[len(q.lags)/2], 1e3*q.lags[len(q.lags)*99/100], 1e3*q.lags[len(q.lags)-1])
}

// S3: 1,000 messages a second of 200 contacts each, as protobuf. They are worked off as fast as it goes, nothing is dropped, and
// the lag is that of a queue which gets a message each millisecond. The figures are for reading. make day runs the whole minute.
func TestS3_SustainedContacts(t *testing.T) {
	seconds := 3
	if os.Getenv("HOLDFAST_DAY") != "" {
		seconds = 60
	} else if testing.Short() || raceEnabled {
		seconds = 1
	}
	s := open(t, graspfix.Default, GzProto, nil)
	var contacts [][]byte
	for k := range 100 {
		box := fmt.Sprintf("box_%02d::link::collision", k)
		contacts = append(contacts, pContact("robot::L::c", box, 4, -0.02, -5), pContact("robot::R::c", box, 4, 0.02, -5))
	}
	all := slices.Concat(contacts...)
	q := queue{period: 1e-3}
	var spent, cpu time.Duration
	for k := range seconds * 1000 {
		f := frameOf("gz.msgs.Contacts", pHeader(1e-3*float64(k+1)), all)
		_, n := binary.Uvarint(f)
		used := processorTime(t)
		start := time.Now()
		if _, err := s.r.frame(f[n:]); err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		spent += took
		cpu += processorTime(t) - used
		q.served(took)
	}
	st := s.fix.Stats()
	if want := uint64(seconds * 1000 * 200); st.FingerContacts != want || st.Dropped[graspfix.Malformed] > 0 || len(s.said) > 0 {
		t.Errorf("%d of %d contacts, %q", st.FingerContacts, want, s.said)
	}
	t.Logf("S3: %d contacts of %d s in %.1f s, of which %.1f s on a processor: %.2f us of it a contact; %v", st.FingerContacts, seconds, spent.Seconds(), cpu.Seconds(), 1e6*cpu.Seconds()/float64(st.FingerContacts), &q)
}

// S7: messages of 10,000 contacts as JSON, five a second. Input is taken as fast as it is worked off and no faster: the writer
// waits, at most one message and what the pipe holds are in memory. The figures are for reading.
func TestS7_LargeMessages(t *testing.T) {
	messages := 15
	if testing.Short() || raceEnabled {
		messages = 2
	}
	gz := func(at float64) []byte {
		var b bytes.Buffer
		fmt.Fprintf(&b, `{"header":{"stamp":{"sec":"%d","nsec":%d}},"contact":[`, int(at), int(math.Round((at-math.Floor(at))*1e9)))
		for k := range 10_000 {
			if k > 0 {
				b.WriteByte(',')
			}
			finger, x := "robot::L::c", -0.02
			if k%2 == 1 {
				finger, x = "robot::R::c", 0.02
			}
			point := fmt.Sprintf(`{"x":%g,"y":0.001,"z":0.7}`, x)
			fmt.Fprintf(&b, `{"collision1":{"id":"7","name":%q},"collision2":{"id":"9","name":"box_%04d::link::collision"},"position":[%s,%s],"normal":[{"x":1},{"x":1}],"depth":[0.0001,0.0001],"wrench":[{"body1Wrench":{"force":{"x":%g}}},{"body1Wrench":{"force":{"x":%g}}}]}`,
				finger, k/2, point, point, 250*x, 250*x)
		}
		b.WriteString("]}\n")
		return b.Bytes()
	}
	plain := func(at float64) []byte {
		var b strings.Builder
		for k := range 10_000 {
			finger := "L"
			if k%2 == 1 {
				finger = "R"
			}
			b.WriteString(strings.Replace(touch(at, finger, 2, 0), boxName, fmt.Sprintf("box_%04d::link::collision", k/2), 1))
		}
		return []byte(b.String())
	}
	for format, message := range map[Format]func(float64) []byte{Gz: gz, Plain: plain} {
		s := open(t, graspfix.Default, format, nil)
		in, feed := io.Pipe()
		done := make(chan error)
		go func() { done <- s.r.Run(in, nil) }()
		q := queue{period: 0.2}
		size := 0
		var mem runtime.MemStats
		for k := range messages {
			m := message(0.2*float64(k) + 0.1)
			size = len(m)
			start := time.Now()
			if _, err := feed.Write(m); err != nil { // returns when the reader has it
				t.Fatal(err)
			}
			q.served(time.Since(start))
		}
		feed.Close()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&mem)
		st := s.fix.Stats()
		if st.FingerContacts != uint64(messages*10_000) || len(s.said) > 0 {
			t.Errorf("%s: %d contacts, %q", format, st.FingerContacts, s.said)
		}
		t.Logf("S7 %s: messages of %.1f MB at 5 Hz, %v; heap %.1f MB", format, float64(size)/1e6, &q, float64(mem.HeapAlloc)/1e6)
	}
}
