package xmlrpc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/holdfast-robotics/holdfast/fault"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func echo(_ context.Context, method string, args []any) (any, error) {
	switch method {
	case "echo":
		if args == nil {
			return []any{}, nil
		}
		return args, nil
	case "fail":
		return nil, &Fault{7, "seven"}
	case "bad":
		return nil, errors.New("inside")
	}
	return nil, &Fault{CodeUnknownMethod, "no method " + method}
}

func start(t *testing.T) (uri string, c *Client) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, c := Serve(l, echo), NewClient()
	t.Cleanup(func() {
		c.Close()
		if err := s.Close(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/", c
}

func TestCall(t *testing.T) {
	uri, c := start(t)
	got, err := c.Call(t.Context(), uri, "echo", 1, "a")
	if d := cmp.Diff(any([]any{1, "a"}), got); d != "" || err != nil {
		t.Error(d, err)
	}
	var f *Fault
	if _, err = c.Call(t.Context(), uri, "fail"); !errors.As(err, &f) || f.Code != 7 || f.String != "seven" {
		t.Error(err)
	}
	if _, err = c.Call(t.Context(), uri, "bad"); !errors.As(err, &f) || f.Code != CodeInternal {
		t.Error(err)
	}
	got, err = c.Call(t.Context(), uri, "system.multicall", []any{
		map[string]any{"methodName": "echo", "params": []any{3}},
		map[string]any{"methodName": "fail", "params": []any{}},
		map[string]any{"methodName": "system.multicall", "params": []any{[]any{}}},
		"nonsense",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []any{
		[]any{[]any{3}}, map[string]any{"faultCode": 7, "faultString": "seven"},
		map[string]any{"faultCode": CodeInvalidParams, "faultString": "system.multicall may not call itself"},
		map[string]any{"faultCode": CodeInvalidParams, "faultString": "a call is a struct of methodName and params"},
	}
	if d := cmp.Diff(any(want), got); d != "" {
		t.Error(d)
	}
}

func TestCallErrors(t *testing.T) {
	uri, c := start(t)
	for _, bad := range []string{"", "rosrpc://127.0.0.1:1/", "http://", "http://[::1"} {
		if _, err := c.Call(t.Context(), bad, "echo"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := c.Call(t.Context(), "http://"+l.Addr().String()+"/", "echo"); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Call(ctx, uri, "echo"); fault.KindOf(err) != fault.Preempted {
		t.Error(err)
	}
}

func TestServerRefuses(t *testing.T) {
	uri, _ := start(t)
	addr := strings.TrimSuffix(strings.TrimPrefix(uri, "http://"), "/")
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"get":        {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", http.StatusMethodNotAllowed},
		"browser":    {"POST / HTTP/1.1\r\nHost: x\r\nOrigin: http://evil\r\nContent-Length: 0\r\n\r\n", http.StatusForbidden},
		"compressed": {"POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", http.StatusUnsupportedMediaType},
		"4 GB":       {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4294967295\r\n\r\n", http.StatusRequestEntityTooLarge},
		"negative":   {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", http.StatusBadRequest},
		"garbage":    {"\x00\x01\x02\r\n\r\n", http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, c.request); err != nil {
				t.Fatal(err)
			}
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != c.status {
				t.Errorf("status %d, want %d", resp.StatusCode, c.status)
			}
		})
	}
}

// Python's own client and server, the one rospy uses.
func TestPythonPeer(t *testing.T) {
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skip("no Debian python:", err)
	}
	uri, _ := start(t)
	script := fmt.Sprintf(`
import xmlrpc.client, datetime
s = xmlrpc.client.ServerProxy(%q, use_builtin_types=True)
args = [1, -2147483648, True, "a <b> & \n ü 漢", 0.1, float("inf"), b"\x00\xff", [], {}, [[1], {"k": [2.5]}], datetime.datetime(2026, 2, 3, 4, 5, 6)]
got = s.echo(*args)
assert got == args, got
try:
    s.fail()
    raise SystemExit("no fault")
except xmlrpc.client.Fault as f:
    assert (f.faultCode, f.faultString) == (7, "seven"), f
m = xmlrpc.client.MultiCall(s)
m.echo(1); m.echo("x")
assert list(m()) == [[1], ["x"]]
print("ok")`, uri)
	out, err := exec.CommandContext(t.Context(), python, "-c", script).CombinedOutput()
	if err != nil || string(out) != "ok\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}
