package bridge

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Who may connect.
func TestGuard(t *testing.T) {
	try := func(t *testing.T, w *world, url, host string, header http.Header) int {
		t.Helper()
		if url == "" {
			url = w.url
		}
		conn, res, err := websocket.Dial(limit(t), url, &websocket.DialOptions{HTTPHeader: header, Host: host})
		if err == nil {
			conn.CloseNow()
			return http.StatusSwitchingProtocols
		}
		if res == nil {
			t.Fatal(err)
		}
		return res.StatusCode
	}
	const ok, forbidden, unauthorized = http.StatusSwitchingProtocols, http.StatusForbidden, http.StatusUnauthorized
	origin := func(o string) http.Header { return http.Header{"Origin": {o}} }

	t.Run("loopback", func(t *testing.T) {
		w := newWorld(t, func(o *Options) { o.Origins = []string{"https://lab.example"} })
		port := w.url[strings.LastIndex(w.url, ":"):]
		for _, c := range []struct {
			name, host string
			header     http.Header
			want       int
		}{
			{"a program", "", nil, ok},
			{"the own page", "", origin("http" + strings.TrimPrefix(w.url, "ws")), ok},
			{"another page of this machine", "", origin("http://localhost:5173"), ok},
			{"a page of another site", "", origin("https://evil.example"), forbidden},
			{"a file", "", origin("null"), forbidden},
			{"a name that looks like this machine", "", origin("http://localhost.evil.example"), forbidden},
			{"an allowed page", "", origin("https://lab.example"), ok},
			{"another machine's name (DNS rebinding)", "evil.example" + port, origin("http://evil.example" + port), forbidden},
			{"the same without origin", "evil.example" + port, nil, forbidden},
			{"localhost", "localhost" + port, nil, ok},
			{"IPv6", "[::1]" + port, nil, ok},
		} {
			if got := try(t, w, "", c.host, c.header); got != c.want {
				t.Errorf("%s: got %d, want %d", c.name, got, c.want)
			}
		}
	})
	t.Run("token", func(t *testing.T) {
		w := newWorld(t, func(o *Options) { o.Token = "s3cret" })
		for _, c := range []struct {
			name, query string
			header      http.Header
			want        int
		}{
			{"none", "", nil, unauthorized},
			{"wrong", "?token=S3cret", nil, unauthorized},
			{"empty", "?token=", nil, unauthorized},
			{"in the address", "?token=s3cret", nil, ok},
			{"in the header", "", http.Header{"Authorization": {"Bearer s3cret"}}, ok},
			{"in a cookie", "", http.Header{"Cookie": {tokenCookie + "=s3cret"}}, ok},
			{"right, from a page of another site", "?token=s3cret", origin("https://evil.example"), forbidden},
		} {
			if got := try(t, w, w.url+"/"+c.query, "robot.lan", c.header); got != c.want {
				t.Errorf("%s: got %d, want %d", c.name, got, c.want)
			}
		}
	})
	t.Run("cookie", func(t *testing.T) {
		w := newWorld(t, func(o *Options) {
			o.Token = "s3cret"
			o.Page = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
		})
		jar, _ := cookiejar.New(nil)
		c := http.Client{Jar: jar}
		defer c.CloseIdleConnections()
		url := "http" + strings.TrimPrefix(w.url, "ws")
		for _, step := range []struct {
			path string
			want int
		}{{"/app.js", unauthorized}, {"/?token=s3cret", http.StatusOK}, {"/app.js", http.StatusOK}} {
			res, err := c.Get(url + step.path)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != step.want {
				t.Errorf("%s: got %d, want %d", step.path, res.StatusCode, step.want)
			}
		}
	})
	t.Run("clients", func(t *testing.T) {
		w := newWorld(t, func(o *Options) { o.MaxClients = 1 })
		p := dial(t, w)
		p.sync()
		if got := try(t, w, "", "", nil); got != http.StatusServiceUnavailable {
			t.Errorf("a second client: got %d", got)
		}
		p.conn.CloseNow()
		until(p.ctx, t, "the first one's place is free", func() bool { return try(t, w, "", "", nil) == ok })
	})
}

// Off the loopback nobody comes without a token, even where the server is used as a handler.
func TestGuardOffLoopback(t *testing.T) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	host := ""
	for _, a := range addrs {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() && ip.IP.To4() != nil {
			host = ip.IP.String()
		}
	}
	if host == "" {
		t.Skip("this machine has no address but the loopback")
	}
	n := testNode(t, testMaster(t), "bridge")
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Skip(err)
	}
	s := New(n, Options{})
	done := make(chan error, 1)
	go func() { done <- s.Serve(l, nil) }()
	_, res, err := websocket.Dial(limit(t), "ws://"+l.Addr().String(), nil)
	if err == nil || res == nil || res.StatusCode != http.StatusForbidden {
		t.Errorf("got %v, %v", res, err)
	}
	s.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// With a certificate the connection is encrypted.
func TestTLS(t *testing.T) {
	key := must[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der := must[[]byte](t)(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))
	cert := must[*x509.Certificate](t)(x509.ParseCertificate(der))
	pool := x509.NewCertPool()
	pool.AddCert(cert)

	s := New(testNode(t, testMaster(t), "bridge"), Options{Token: "x"})
	l := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	done := make(chan error, 1)
	go func() {
		done <- s.Serve(l, &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	}()
	tr := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	defer tr.CloseIdleConnections()
	conn, _, err := websocket.Dial(limit(t), "wss://"+l.Addr().String()+"/?token=x", &websocket.DialOptions{HTTPClient: &http.Client{Transport: tr}})
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{t, limit(t), conn}
	p.sync()
	conn.CloseNow()
	s.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
