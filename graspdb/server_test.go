package graspdb

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// server is one PostgreSQL of this test binary, started when the first test asks for it, reachable by a socket in its folder.
var server struct {
	sync.Once
	dir  string
	cmd  *exec.Cmd
	log  bytes.Buffer
	err  error
	made atomic.Int64
}

func TestMain(m *testing.M) {
	if at := os.Getenv("GRASPDB_TEST_WRITER"); at != "" {
		writeForever(at)
	}
	code := m.Run()
	if server.cmd != nil {
		_ = server.cmd.Process.Signal(syscall.SIGINT) // a fast shutdown
		_ = server.cmd.Wait()
	}
	if server.dir != "" {
		os.RemoveAll(server.dir)
	}
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// postgres returns the URL of an empty PostgreSQL database.
func postgres(t testing.TB) string {
	t.Helper()
	server.Do(startServer)
	if server.err != nil {
		if os.Getenv("HOLDFAST_PEERS") != "" {
			t.Fatalf("%v\n%s", server.err, server.log.String())
		}
		t.Skipf("no PostgreSQL: %v", server.err)
	}
	name := fmt.Sprintf("t%d", server.made.Add(1))
	url := func(db string) string { return "postgres:///" + db + "?host=" + server.dir + "&user=holdfast" }
	admin, err := connect(url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.write.ExecContext(context.Background(), "CREATE DATABASE "+name); err != nil {
		t.Fatalf("%v\n%s", err, server.log.String())
	}
	return url(name)
}

func startServer() {
	server.err = func() error {
		bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
		if len(bins) == 0 {
			return fmt.Errorf("initdb is not in /usr/lib/postgresql/*/bin; install it with: apt-get install -y postgresql")
		}
		bin := filepath.Dir(bins[len(bins)-1])
		dir, err := os.MkdirTemp("", "graspdb")
		if err != nil {
			return err
		}
		server.dir = dir
		attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
		if os.Getuid() == 0 { // the server refuses to run as root
			u, err := user.Lookup("postgres")
			if err != nil {
				return err
			}
			uid, _ := strconv.Atoi(u.Uid)
			gid, _ := strconv.Atoi(u.Gid)
			attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
			if err := os.Chown(dir, uid, gid); err != nil {
				return err
			}
		}
		data := filepath.Join(dir, "data")
		initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-A", "trust", "-U", "holdfast", "-E", "UTF8", "--no-sync")
		initdb.SysProcAttr, initdb.Dir = attr, dir
		if out, err := initdb.CombinedOutput(); err != nil {
			return fmt.Errorf("initdb: %w: %s", err, out)
		}
		server.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off")
		server.cmd.SysProcAttr, server.cmd.Dir, server.cmd.Stdout, server.cmd.Stderr = attr, dir, &server.log, &server.log
		if err := server.cmd.Start(); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		db, err := connect("postgres:///postgres?host=" + dir + "&user=holdfast")
		if err != nil {
			return err
		}
		defer db.Close()
		for {
			err := db.read.PingContext(ctx)
			if err == nil || ctx.Err() != nil {
				return err
			}
			select { // it is starting: there is nothing to wait on but its answer
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
}

// both runs a test against an empty database of each kind.
func both(t *testing.T, f func(t *testing.T, db *DB)) {
	for _, kind := range []string{"sqlite", "postgres", "memory"} {
		t.Run(kind, func(t *testing.T) {
			at := Memory
			switch kind {
			case "sqlite":
				at = filepath.Join(t.TempDir(), "grasps & more?.db")
			case "postgres":
				at = postgres(t)
			}
			f(t, open(t, at))
		})
	}
}

func open(t testing.TB, at string) *DB {
	t.Helper()
	db, err := Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// oneLineWith checks that an error is one line and says the words.
func oneLineWith(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error; want one with %q", words)
		return
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("not one line: %q", err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}
