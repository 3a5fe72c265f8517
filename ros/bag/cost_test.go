package bag

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// discard is a discarding file.
type discard struct{ io.Writer }

func (discard) WriteAt(p []byte, _ int64) (int, error) { return len(p), nil }

// Writing a message allocates nothing once the buffers have been as large before, chunks included.
func TestWriteAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, opt := range ways {
		opt.ChunkSize = 64 << 10
		w, err := NewWriter(discard{io.Discard}, opt)
		if err != nil {
			t.Fatal(err)
		}
		id, err := w.Connect(Conn{Topic: "/a", Type: "A", MD5: "*"})
		if err != nil {
			t.Fatal(err)
		}
		data, at := bytes.Repeat([]byte("touch"), 40), int64(0)
		step := func() {
			if err := w.Write(id, at, data); err != nil {
				t.Fatal(err)
			}
			at++
		}
		for range 20_000 {
			step()
		}
		if n := testing.AllocsPerRun(20_000, step); n > 0 {
			t.Errorf("%v: %g allocations a message", opt, n)
		}
	}
}

// A recording process that is killed leaves a file that opens with all its whole chunks.
func TestKill(t *testing.T) {
	if path := os.Getenv("HOLDFAST_RECORD_UNTIL_KILLED"); path != "" {
		w, err := Create(path, Options{ChunkSize: 8192})
		if err != nil {
			t.Fatal(err)
		}
		conns, list := sample(3000)
		ids := map[string]uint32{}
		for _, c := range conns {
			if ids[c.Topic], err = w.Connect(c); err != nil {
				t.Fatal(err)
			}
		}
		for k := int64(0); ; k++ {
			for i, m := range list {
				if err := w.Write(ids[m.Topic], k*int64(len(list))+int64(i), []byte(m.Data)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, name := range []string{"cut.mcap", "cut.bag"} {
		path := filepath.Join(t.TempDir(), name)
		cmd := exec.Command(os.Args[0], "-test.run", "^TestKill$")
		cmd.Env = append(os.Environ(), "HOLDFAST_RECORD_UNTIL_KILLED="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for { // until there is something to lose
			if info, err := os.Stat(path); err == nil && info.Size() > 1<<20 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		r := openFile(t, path)
		if len(r.Damage()) == 0 {
			t.Error("the cut is not noticed")
		}
		_, list := sample(3000)
		n := int64(0)
		for m, err := range r.Messages(Query{}) {
			if want := list[n%3000]; err != nil || m.Time != n || string(m.Data) != want.Data || m.Conn.Topic != want.Topic {
				t.Fatalf("message %d: %v, %+v", n, err, m)
			}
			n++
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		var end int64
		for _, c := range r.chunks {
			h, err := r.format.top(r, c.at)
			if err != nil {
				t.Fatal(err)
			}
			end = max(end, h.next)
		}
		if lost := info.Size() - end; lost > 16384 {
			t.Errorf("%d bytes are lost", lost)
		}
		t.Logf("%s: %d messages of %d bytes; %v", name, n, info.Size(), r.Damage())
	}
}

func benchData() []byte { return bytes.Repeat([]byte("0.12345 touch "), 70) } // about 1 kB

func BenchmarkWrite(b *testing.B) {
	for _, opt := range ways {
		b.Run(opt.String(), func(b *testing.B) {
			w, err := NewWriter(discard{io.Discard}, opt)
			if err != nil {
				b.Fatal(err)
			}
			id, err := w.Connect(Conn{Topic: "/a", Type: "A", MD5: "*"})
			if err != nil {
				b.Fatal(err)
			}
			data := benchData()
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for i := range b.N {
				if err := w.Write(id, int64(i), data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, opt := range ways {
		b.Run(opt.String(), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "r."+string(opt.Format))
			w, err := Create(path, opt)
			if err != nil {
				b.Fatal(err)
			}
			id, err := w.Connect(Conn{Topic: "/a", Type: "A", MD5: "*"})
			if err != nil {
				b.Fatal(err)
			}
			data := benchData()
			const n = 20_000
			for i := range n {
				if err := w.Write(id, int64(i), data); err != nil {
					b.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(n * int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				r := openFile(b, path)
				for _, err := range r.Messages(Query{}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
