package bag

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// said is a message as tests compare them.
type said struct {
	Topic, Type, MD5, Caller string
	Time                     int64
	Data                     string
}

func connOf(topic string, m interface {
	ROSType() *wire.Type
	TypeName() string
	MD5() string
	Definition() string
}) Conn {
	return Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition(), Caller: "/talker"}
}

// sample is a recording of n messages: three topics, times that are not in the order of writing.
func sample(n int) (conns []Conn, list []said) {
	conns = []Conn{connOf("/chatter", (*std_msgs.String)(nil)), connOf("/pose", (*geometry_msgs.PoseStamped)(nil)), connOf("/latched", (*std_msgs.String)(nil))}
	conns[2].Latching = true
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		c := i % 3
		var data []byte
		if c == 1 {
			data = (&geometry_msgs.PoseStamped{Header: std_msgs.Header{Seq: uint32(i), FrameID: "map"}}).AppendROS(nil)
		} else {
			data = (&std_msgs.String{Data: strings.Repeat(fmt.Sprint(i, " "), 1+rng.IntN(40))}).AppendROS(nil)
		}
		list = append(list, said{conns[c].Topic, conns[c].Type, conns[c].MD5, "/talker", 1e18 + int64(i)*1e6 - int64(rng.IntN(5))*3e6, string(data)})
	}
	return conns, list
}

// write makes a recording of messages.
func write(t testing.TB, w Sink, conns []Conn, list []said) {
	t.Helper()
	ids := map[string]uint32{}
	for _, c := range conns {
		id, err := w.Connect(c)
		if err != nil {
			t.Fatal(err)
		}
		ids[c.Topic] = id
	}
	for _, m := range list {
		if err := w.Write(ids[m.Topic], m.Time, []byte(m.Data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func byTime(list []said) []said {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b said) int { return compare(a.Time, b.Time) })
	return list
}

// read lists the messages of a recording.
func read(t testing.TB, r *Reader, q Query) []said {
	t.Helper()
	var list []said
	for m, err := range r.Messages(q) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, said{m.Conn.Topic, m.Conn.Type, m.Conn.MD5, m.Conn.Caller, m.Time, string(m.Data)})
	}
	return list
}

func openFile(t testing.TB, path string) *Reader {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func same(t testing.TB, got, want []said) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d messages, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("message %d is\n%+v, want\n%+v", i, got[i], want[i])
		}
	}
}

// every way to write.
var ways = []Options{{Format: MCAP, Compression: None}, {Format: MCAP, Compression: LZ4}, {Format: MCAP, Compression: Zstd}, {Format: Rosbag, Compression: None}, {Format: Rosbag, Compression: LZ4}}

func (o Options) String() string { return string(o.Format) + "-" + string(o.Compression) }

func recorded(t testing.TB, opt Options, n int) (path string, list []said) {
	t.Helper()
	conns, list := sample(n)
	return recording(t, opt, conns, list), list
}

// recording writes messages to a file with small chunks.
func recording(t testing.TB, opt Options, conns []Conn, list []said) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "rec."+string(opt.Format))
	if opt.ChunkSize == 0 {
		opt.ChunkSize = 4096
	}
	w, err := Create(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, conns, list)
	return path
}

func TestWriteAndRead(t *testing.T) {
	for _, opt := range ways {
		t.Run(opt.String(), func(t *testing.T) {
			path, list := recorded(t, opt, 2000)
			r := openFile(t, path)
			if len(r.Damage()) > 0 {
				t.Fatal(r.Damage())
			}
			same(t, read(t, r, Query{}), byTime(list))
			same(t, read(t, r, Query{}), byTime(list)) // once more
			in := r.Info()
			if !in.Indexed || in.Messages != 2000 || len(in.Conns) != 3 || in.Conns[0].Messages != 667 || in.Start != byTime(list)[0].Time || in.End != byTime(list)[1999].Time || in.Chunks[opt.Compression] < 10 {
				t.Errorf("%+v", in)
			}
			if c := r.Conns()[2]; !c.Latching || c.Definition != (*std_msgs.String)(nil).Definition() || c.Topic != "/latched" {
				t.Errorf("%+v", c)
			}
			from, to := int64(1e18+5e8), int64(1e18+6e8)
			var part []said
			for _, m := range byTime(list) {
				if m.Topic == "/pose" && m.Time >= from && m.Time < to {
					part = append(part, m)
				}
			}
			same(t, read(t, r, Query{Topics: []string{"/pose"}, From: from, To: to}), part)
		})
	}
}

func TestEmpty(t *testing.T) {
	for _, opt := range ways {
		path, _ := recorded(t, opt, 0)
		r := openFile(t, path)
		if got := read(t, r, Query{}); len(got) > 0 || len(r.Damage()) > 0 || r.Info().Messages != 0 {
			t.Errorf("%v: %v %v", opt, got, r.Damage())
		}
	}
}

// A recording cut anywhere opens with all its whole chunks and says what is missing.
func TestTruncatedAnywhere(t *testing.T) {
	for _, opt := range ways {
		t.Run(opt.String(), func(t *testing.T) {
			path, _ := recorded(t, opt, 600)
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r := openFile(t, path)
			ends := make([]int64, len(r.chunks)) // where each chunk ends, in the order of the file
			at := make([]int64, len(r.chunks))
			for i, c := range r.chunks {
				at[i] = c.at
			}
			slices.Sort(at)
			messages := make([][]said, len(at))
			for i, a := range at {
				h, err := r.format.top(r, a)
				if err != nil {
					t.Fatal(err)
				}
				ends[i] = h.next
				p, err := r.load(&chunk{at: a}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := r.format.each(p, a, func(m record) error {
					if m.conn == nil {
						c := r.conns[m.id]
						messages[i] = append(messages[i], said{c.Topic, c.Type, c.MD5, c.Caller, m.time, string(p[m.from:m.to])})
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			rng := rand.New(rand.NewPCG(7, 7))
			cuts := 1000
			if raceEnabled {
				cuts /= len(ways) // it is one goroutine, ten times slower under the race detector
			}
			for range cuts {
				n := rng.IntN(len(whole))
				cut, err := NewReader(bytes.NewReader(whole[:n]), int64(n))
				if n < len(bagMagic) && opt.Format == Rosbag || n < len(mcapMagic) {
					if err == nil {
						t.Fatalf("cut at %d is taken for a recording", n)
					}
					continue
				}
				if err != nil {
					t.Fatalf("cut at %d: %v", n, err)
				}
				var want []said
				for i, e := range ends {
					if e <= int64(n) {
						want = append(want, messages[i]...)
					}
				}
				same(t, read(t, cut, Query{}), byTime(want))
				if len(cut.Damage()) == 0 {
					t.Fatalf("cut at %d of %d is not noticed", n, len(whole))
				}
				cut.Close()
			}
		})
	}
}

// A size that is not true costs an error and little memory.
func TestHostileSizesAllocateLittle(t *testing.T) {
	rounds := 400 // a file
	if raceEnabled {
		rounds = 80 // one goroutine, and ten times as slow; 'make test' runs it without the detector too
	}
	for _, opt := range ways {
		path, _ := recorded(t, opt, 300)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, 4))
		for k := range rounds {
			p := bytes.Clone(whole)
			at := rng.IntN(len(p) - 8)
			switch k % 4 {
			case 0:
				binary.LittleEndian.PutUint64(p[at:], 1<<63-1)
			case 1:
				binary.LittleEndian.PutUint32(p[at:], 1<<31-1)
			case 2:
				binary.LittleEndian.PutUint32(p[at:], 1<<30)
			case 3:
				p[at] ^= 1 << rng.IntN(8)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			readHostile(t, p)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
				t.Errorf("%v with the bytes at %d changed in way %d: %d bytes are allocated", opt, at, k%4, n)
			}
		}
	}
}

// A chunk of 1 kB that states to hold 1 GB, in each compression, with contents that end early.
func TestHostileChunk(t *testing.T) {
	var dec decompressor
	defer dec.close()
	for _, kind := range []Compression{None, LZ4, Zstd} {
		c, err := newCompressor(kind)
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.pack(make([]byte, 1000))
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []uint64{999, 1001, 1 << 30, 1 << 62} {
			buf, err := dec.unpack(kind, p, size, nil)
			if err == nil || cap(buf) > 2<<20 {
				t.Errorf("%v, %d bytes stated: %v, %d bytes allocated", kind, size, err, cap(buf))
			}
		}
		for n := range p {
			if _, err := dec.unpack(kind, p[:n], 1000, nil); err == nil {
				t.Errorf("%v cut at %d of %d is taken for whole", kind, n, len(p))
			}
		}
	}
	// A zstd frame that announces a window and a content of 2 GB.
	big := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x80, 0xa8, 0, 0, 0, 0x80, 1, 0, 0}
	if _, err := dec.unpack(Zstd, big, 1<<30, nil); err == nil {
		t.Error("a window of 2 GB is accepted")
	}
}

// readHostile reads whatever there is, twice: with and without skipping.
func readHostile(t testing.TB, p []byte) {
	r, err := NewReader(bytes.NewReader(p), int64(len(p)))
	if err != nil {
		return
	}
	defer r.Close()
	r.Info()
	for _, skip := range []func(error){nil, func(error) {}} {
		n := 0
		for m, err := range r.Messages(Query{Skip: skip}) {
			if err != nil {
				if skip != nil && fault.KindOf(err) == fault.Other {
					t.Fatal(err)
				}
				break
			}
			n += len(m.Data)
		}
	}
}

// A file of a few megabytes whose chunks describe connections with more text than is believed.
func TestHostileDescriptions(t *testing.T) {
	if raceEnabled {
		t.Skip("slow under the race detector")
	}
	for _, format := range []Format{MCAP, Rosbag} {
		path := filepath.Join(t.TempDir(), "d."+string(format))
		w, err := Create(path, Options{ChunkSize: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat(" ", 30<<20)
		for i := range 6 { // 180 MB
			id, err := w.Connect(Conn{Topic: fmt.Sprint("/t", i), Type: fmt.Sprint("a/B", i), MD5: "*", Definition: fmt.Sprint("int32 a", i) + text})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Write(id, int64(i), nil); err != nil {
				t.Fatal(err)
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Open(path) // without an index
		if err != nil {
			t.Fatal(err)
		}
		if r.texts > maxTexts || len(r.Damage()) < 2 || len(r.Conns()) != 4 {
			t.Errorf("%s: %d bytes of descriptions, %d connections, %v", format, r.texts, len(r.Conns()), r.Damage())
		}
		r.Close()
		w.Close()
	}
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	refused := func(err error, words string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v; it should say %q", err, words)
		}
	}
	_, err := Create(filepath.Join(dir, "x.txt"), Options{})
	refused(err, "ends in .mcap or .bag")
	_, err = Create(filepath.Join(dir, "x.bag"), Options{Compression: Zstd})
	refused(err, "no zstd")
	w, err := Create(filepath.Join(dir, "y.bag"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Create(filepath.Join(dir, "y.bag"), Options{})
	refused(err, "exists")
	_, err = w.Connect(Conn{Topic: "/a", Type: "A", Encoding: "cdr"})
	refused(err, "not cdr")
	refused(w.Write(3, 0, nil), "has not been added")
	id, err := w.Connect(Conn{Topic: "/a", Type: "A", MD5: "*"})
	if err != nil {
		t.Fatal(err)
	}
	refused(w.Write(id, -1, nil), "-1")
	refused(w.Write(id, 1<<62, nil), "2106")
	refused(w.WriteMetadata(Metadata{}), "no metadata")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	refused(w.Write(id, 1, nil), "closed")
	for text, words := range map[string]string{"": "neither", "#ROSBAG V1.2\n": "rosbag fix", "\x89MCAP1\r\n": "version 0", "hello": "neither"} {
		_, err := NewReader(strings.NewReader(text), int64(len(text)))
		refused(err, words)
	}
}

// Convert both ways and back: the same messages, connections included.
func TestConvert(t *testing.T) {
	path, list := recorded(t, Options{Format: Rosbag}, 500)
	dir := t.TempDir()
	for i, name := range []string{"a.mcap", "b.bag", "c.mcap", "d.bag"} {
		r := openFile(t, path)
		path = filepath.Join(dir, name)
		w, err := Create(path, Options{Compression: []Compression{Zstd, LZ4, None, None}[i]})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := Copy(w, r, Query{}, nil); n != 500 || err != nil {
			t.Fatal(n, err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got := openFile(t, path)
		same(t, read(t, got, Query{}), byTime(list))
		for k, c := range r.Conns() {
			if d := got.Conns()[k]; d.Topic != c.Topic && len(got.Conns()) != len(r.Conns()) {
				t.Errorf("%+v became %+v", c, d)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	for name, limits := range map[string]Limits{"size": {Size: 8000}, "duration": {Duration: 100 * time.Millisecond}, "files": {Size: 8000, Files: 3}} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "rec.mcap")
			s, err := NewSplitter(path, Options{ChunkSize: 1024, Compression: None}, limits, os.Remove)
			if err != nil {
				t.Fatal(err)
			}
			conns, list := sample(1000)
			list = byTime(list)
			write(t, s, conns, list)
			var all []said
			for i, f := range s.Files() {
				r := openFile(t, f)
				part := read(t, r, Query{})
				if limits.Size > 0 {
					if info, _ := os.Stat(f); info.Size() > 2*limits.Size+4000 {
						t.Errorf("%s has %d bytes", f, info.Size())
					}
				}
				if i > 0 && part[0].Topic != "/latched" {
					t.Errorf("%s does not begin with the latched message", f)
				}
				if seen := func(m said) bool { return m.Data == part[0].Data }; slices.ContainsFunc(all, seen) {
					part = part[1:] // repeated
				}
				all = append(all, part...)
			}
			if limits.Files > 0 {
				if len(s.Files()) != 3 || s.Messages() != 1000 {
					t.Fatal(s.Files())
				}
				if all[0].Topic == "/latched" { // repeated from a file that is gone
					all = all[1:]
				}
				list = list[len(list)-len(all):]
			}
			if len(s.Files()) < 3 {
				t.Errorf("only %v", s.Files())
			}
			same(t, all, list)
		})
	}
}

func TestMetadata(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.mcap")
	w, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := Metadata{"thresholds", map[string]string{"slip": "0.01", "grip": "5"}}
	if err := w.WriteMetadata(want); err != nil {
		t.Fatal(err)
	}
	file := bytes.Repeat([]byte("a: 1\n"), 1000)
	if err := w.WriteAttachment(Attachment{Name: "fix.yaml", MediaType: "text/yaml", LogTime: 5, Created: 3}, file); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := openFile(t, path)
	if m := r.Metadata(); len(m) != 1 || m[0].Name != want.Name || m[0].Values["slip"] != "0.01" || len(r.Damage()) > 0 {
		t.Errorf("%v, %v", m, r.Damage())
	}
	// They go along to MCAP, and stay behind at a rosbag. A cut file has them too, and changed bytes are noticed.
	for _, name := range []string{"c.mcap", "c.bag"} {
		c, err := Create(filepath.Join(t.TempDir(), name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Copy(c, r, Query{}, nil); err != nil || len(c.files) != len(c.meta) || (len(c.files) == 1) != (name == "c.mcap") {
			t.Errorf("%s: %v, %d", name, err, len(c.files))
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := NewReader(bytes.NewReader(whole[:len(whole)-20]), int64(len(whole)-20))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Reader{r, cut} {
		a := r.Attachments()
		if len(a) != 1 || a[0].Name != "fix.yaml" || a[0].MediaType != "text/yaml" || a[0].LogTime != 5 || a[0].Size != int64(len(file)) {
			t.Fatalf("%+v", a)
		}
		if got, err := r.Attached(a[0]); err != nil || !bytes.Equal(got, file) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
	whole[cut.Attachments()[0].body+2000]++
	if _, err := cut.Attached(cut.Attachments()[0]); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

// Chunks that all overlap are put in order within the bound of memory.
func TestOverlappingChunks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "o.mcap")
	w, err := Create(path, Options{ChunkSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Connect(Conn{Topic: "/a", Type: "A", MD5: "*"})
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 300_000)
	const chunks = 400 // of about 900 kB: 360 MB
	for c := range chunks {
		for k := range 3 {
			data[0] = byte(c)
			if err := w.Write(id, int64(k*chunks+c), data); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := openFile(t, path)
	next, most := int64(0), uint64(0)
	for m, err := range r.Messages(Query{}) {
		if next%200 == 0 {
			var mem runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&mem)
			most = max(most, mem.HeapAlloc)
		}
		if err != nil || m.Time != next || m.Data[0] != byte(next%chunks) {
			t.Fatal(m.Time, next, err)
		}
		next++
	}
	if next != 3*chunks || most > openChunks+64<<20 {
		t.Errorf("%d messages, %d bytes of heap", next, most)
	}
}
