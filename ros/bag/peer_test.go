package bag

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

// heard takes a peer's account of a recording apart.
func heard(t *testing.T, out []byte) []said {
	t.Helper()
	var list []said
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var m said
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("%.200s: %v", lines.Text(), err)
		}
		data, err := hex.DecodeString(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		m.Data = string(data)
		list = append(list, m)
	}
	return list
}

// alike compares without the order of messages of one time.
func alike(t *testing.T, got, want []said) {
	t.Helper()
	if !slices.IsSortedFunc(got, func(a, b said) int { return compare(a.Time, b.Time) }) {
		t.Error("the messages are not in the order of time")
	}
	fully := func(a, b said) int {
		if c := compare(a.Time, b.Time); c != 0 {
			return c
		}
		return strings.Compare(a.Topic+a.Data, b.Topic+b.Data)
	}
	got, want = slices.Clone(got), slices.Clone(want)
	slices.SortFunc(got, fully)
	slices.SortFunc(want, fully)
	same(t, got, want)
}

func rosbagPeer(t *testing.T, args ...string) []said {
	t.Helper()
	return heard(t, []byte(peer.Run(t, time.Minute, nil, peer.Python, append([]string{"testdata/rosbag_peer.py"}, args...)...)))
}

// Debian's rosbag reads what we write, and we read what it writes. It puts messages in order over connections, not over
// chunks, so that it gets them in the order in which a recorder has them.
func TestRosbagPeer(t *testing.T) {
	peer.Need(t, peer.Bag, peer.Msgs)
	conns, list := sample(600)
	list = byTime(list)
	for _, opt := range ways[3:] {
		t.Run("reads "+opt.String(), func(t *testing.T) {
			path := recording(t, opt, conns, list)
			alike(t, rosbagPeer(t, "read", path), list)
		})
		t.Run("repairs "+opt.String(), func(t *testing.T) { // what kill -9 leaves is what it calls unindexed
			path := recording(t, opt, conns, list)
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			copy(whole, (&bagEncoding{}).header(0, 0, 0))
			if err := os.WriteFile(path, whole[:bytes.LastIndex(whole, []byte("op=\x05"))-8], 0o644); err != nil {
				t.Fatal(err)
			}
			ours := read(t, openFile(t, path), Query{})
			if len(ours) == 0 || len(ours) >= len(list) {
				t.Fatal(len(ours))
			}
			alike(t, rosbagPeer(t, "reindex", path), ours)
		})
	}
	for _, c := range []string{"none", "bz2", "lz4"} {
		t.Run("writes "+c, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "peer.bag")
			want := rosbagPeer(t, "write", path, c, "500")
			r := openFile(t, path)
			alike(t, read(t, r, Query{}), want)
			if in := r.Info(); len(r.Damage()) > 0 || !in.Indexed || in.Messages != 500 || in.Chunks[Compression(c)] < 2 {
				t.Errorf("%+v", in)
			}
		})
	}
}

// needFoxglove skips where the npm packages are missing, except in `make test`, which installs them.
func needFoxglove(t *testing.T) {
	t.Helper()
	const dir = "testdata/foxglove/node_modules/@mcap/core"
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("HOLDFAST_PEERS") != "" {
			t.Fatalf("%s is missing; scripts/npm.sh ros/bag/testdata/foxglove installs it", dir)
		}
		t.Skipf("%s is missing; scripts/npm.sh ros/bag/testdata/foxglove installs it", dir)
	}
}

func foxglove(t *testing.T, args ...string) []said {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"testdata/foxglove/peer.mjs"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
	}
	return heard(t, out)
}

// What the indexed reader of @mcap/core makes of our metadata and attachments.
func TestFoxgloveExtras(t *testing.T) {
	needFoxglove(t)
	path := filepath.Join(t.TempDir(), "x.mcap")
	w, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteMetadata(Metadata{"thresholds", map[string]string{"slip": "0.01"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteAttachment(Attachment{Name: "fix.yaml", MediaType: "text/yaml", LogTime: 5}, []byte("a: 1\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "testdata/foxglove/peer.mjs", "extras", path)
	out, err := cmd.CombinedOutput()
	if want := "metadata thresholds slip=0.01\nattachment fix.yaml text/yaml a: 1\n"; err != nil || strings.TrimSpace(string(out)) != strings.TrimSpace(want) {
		t.Errorf("%s, %v", out, err)
	}
}

// npm's @mcap/core and @foxglove/rosbag read what we write, checksums included, and we read what they write.
func TestFoxglovePeer(t *testing.T) {
	needFoxglove(t)
	for _, opt := range ways {
		t.Run("reads "+opt.String(), func(t *testing.T) {
			path, list := recorded(t, opt, 600)
			alike(t, foxglove(t, "read", path), list)
		})
	}
	for _, how := range []string{"none", "zstd", "loose"} {
		t.Run("writes "+how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "peer.mcap")
			want := foxglove(t, "write", path, how, "500")
			if how == "loose" { // it does not read those; they are the same
				want = foxglove(t, "write", filepath.Join(t.TempDir(), "peer.mcap"), "none", "500")
			}
			r := openFile(t, path)
			alike(t, read(t, r, Query{}), want)
			if in := r.Info(); len(r.Damage()) > 0 || !in.Indexed || in.Messages != 500 || len(r.Metadata()) != 1 || len(in.Conns) != 2 {
				t.Errorf("%+v", in)
			}
			if a := r.Attachments(); len(a) != 1 || a[0].Name != "a.txt" {
				t.Errorf("%+v", a)
			} else if data, err := r.Attached(a[0]); err != nil || string(data) != "hello" {
				t.Errorf("%q, %v", data, err)
			}
			for _, n := range []int64{100, 1000, 5000} { // and cut
				whole, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				r, err := NewReader(bytes.NewReader(whole), int64(len(whole))-n)
				if err != nil || len(r.Damage()) == 0 {
					t.Fatal(err, r.Damage())
				}
				if got := read(t, r, Query{}); len(got) == 0 && n < 5000 {
					t.Error(fmt.Sprint(n, " bytes less: nothing is left: ", r.Damage()))
				}
			}
		})
	}
}
