package xmlrpc

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Client calls XML-RPC servers and keeps connections to them open for a while. It is safe for concurrent use.
type Client struct {
	transport *http.Transport
}

// NewClient returns a client; Close it.
func NewClient() *Client {
	return &Client{&http.Transport{
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		MaxIdleConnsPerHost:    4,
		MaxIdleConns:           64,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: 16 << 10,
		DisableCompression:     true,
	}}
}

// Close drops the idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Call runs a method at a server, e.g. "http://127.0.0.1:11311/". The error is a *Fault (through errors.As) when the server
// answered one, and of kind fault.Unavailable when nothing answered.
func (c *Client) Call(ctx context.Context, uri, method string, args ...any) (any, error) {
	const op = "call XML-RPC"
	subject := uri + " " + method
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "http" || u.Host == "" {
		return nil, fault.New(op, subject, fault.Invalid, "not a URI like http://host:port/")
	}
	body, err := AppendCall(nil, method, args...)
	if err != nil {
		return nil, fault.Wrap(op, uri, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, uri, bytes.NewReader(body))
	if err != nil {
		return nil, fault.New(op, subject, fault.Invalid, "%w", err)
	}
	req.Header.Set("Content-Type", "text/xml")
	// The calls of ROS are idempotent. Saying so (a nil value is not sent) lets the transport try again on a fresh
	// connection when a kept one turns out to have been closed by a server that restarted.
	req.Header["X-Idempotency-Key"] = nil
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, unavailable(ctx, op, subject, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fault.New(op, subject, fault.Unavailable, "HTTP status %s", resp.Status)
	}
	answer, err := readBody(http.MaxBytesReader(nil, resp.Body, MaxBody), resp.ContentLength)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, fault.New(op, subject, fault.TooLarge, "the answer exceeds %d bytes", MaxBody)
		}
		return nil, unavailable(ctx, op, subject, err)
	}
	result, err := ParseResponse(answer)
	if err != nil {
		return nil, fault.Wrap(op, subject, err)
	}
	return result, nil
}

func unavailable(ctx context.Context, op, subject string, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return fault.New(op, subject, fault.Preempted, "%w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(op, subject, fault.Timeout, "%w", err)
	}
	return fault.New(op, subject, fault.Unavailable, "%w", err)
}
