package bridge

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// tokenCookie lets a page that was opened with the token load its parts and connect without repeating it.
const tokenCookie = "holdfast_token"

// guard decides whether a request is taken. It answers an HTTP status and the reason when it is not.
//
// A page of another site can make its reader's browser connect to this machine; the browser tells the page's origin. A name of that
// site can also be made to point to this machine (DNS rebinding); then the Host header has that name.
func (s *Server) guard(w http.ResponseWriter, r *http.Request) (status int, why string) {
	if origin := r.Header.Get("Origin"); origin != "" && !s.originAllowed(origin, r.Host) {
		return http.StatusForbidden, "pages of the origin " + clipText(origin) + " may not connect; the bridge allows others with --allow-origin"
	}
	if s.opt.Token == "" {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if local == nil || !loopbackAddr(local.String()) {
			return http.StatusForbidden, "the bridge has no token and therefore takes clients of its own machine only"
		}
		if !loopbackAddr(r.Host) && !s.listedHost(r.Host) {
			return http.StatusForbidden, "this machine is not called " + clipText(r.Host) + " here; use 127.0.0.1 or localhost"
		}
		return 0, ""
	}
	for i, shown := range []string{r.URL.Query().Get("token"), bearer(r), cookie(r)} {
		if shown == "" || !equal(shown, s.opt.Token) {
			continue
		}
		if i == 0 && r.Header.Get("Upgrade") == "" {
			http.SetCookie(w, &http.Cookie{Name: tokenCookie, Value: s.opt.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil})
			w.Header().Set("Referrer-Policy", "no-referrer") // the address holds the token
		}
		return 0, ""
	}
	return http.StatusUnauthorized, "the bridge wants its token: ?token=... in the address, or the header Authorization: Bearer ..."
}

// equal compares without telling by its time how much was right.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

func bearer(r *http.Request) string {
	t, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return t
}

func cookie(r *http.Request) string {
	if c, err := r.Cookie(tokenCookie); err == nil {
		return c.Value
	}
	return ""
}

// originAllowed takes the server's own pages, those that this machine serves, and those of Options.Origins.
func (s *Server) originAllowed(origin, host string) bool {
	if slices.ContainsFunc(s.opt.Origins, func(o string) bool { return strings.EqualFold(o, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	return strings.EqualFold(u.Host, host) || loopbackAddr(u.Host)
}

// listedHost reports whether host is that of an allowed origin.
func (s *Server) listedHost(host string) bool {
	return slices.ContainsFunc(s.opt.Origins, func(o string) bool {
		u, err := url.Parse(o)
		return err == nil && strings.EqualFold(u.Host, host)
	})
}

// loopbackAddr reports whether "host", "host:port" or "[host]:port" is this machine by a name that nobody else can give away.
func loopbackAddr(addr string) bool {
	host := addr
	if h, _, err := net.SplitHostPort(addr); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return strings.EqualFold(host, "localhost")
}

func clipText(s string) string {
	if len(s) > 80 {
		s = s[:80] + "..."
	}
	return s
}
