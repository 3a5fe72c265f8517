package xmlrpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Handler answers one call. An error that is a *Fault is sent as it is; any other becomes a fault with CodeInternal.
type Handler func(ctx context.Context, method string, args []any) (any, error)

// Server answers XML-RPC over HTTP. Besides the handler's methods it has system.multicall, whose calls run in order.
//
// Requests that a browser sends on behalf of a web page (they carry an Origin header) are refused: XML-RPC has no
// authentication, and a page must not reach a robot because its reader can.
type Server struct {
	http http.Server
	done chan struct{}
	err  error
}

// Serve answers on l until Close. It owns l.
func Serve(l net.Listener, handle Handler) *Server {
	s := &Server{done: make(chan struct{})}
	s.http = http.Server{
		Handler:           httpHandler(handle),
		ReadHeaderTimeout: 10 * time.Second, // a peer that trickles its request is dropped
		ReadTimeout:       time.Minute,
		IdleTimeout:       5 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	go func() {
		defer close(s.done)
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.err = fault.New("serve XML-RPC", l.Addr().String(), fault.Unavailable, "%w", err)
		}
	}()
	return s
}

// Close stops listening, lets calls in progress finish until ctx ends, then cuts every connection.
func (s *Server) Close(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	if err != nil {
		s.http.Close()
	}
	<-s.done
	return s.err
}

func httpHandler(handle Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", "POST")
			http.Error(w, "this is an XML-RPC server: POST a methodCall", http.StatusMethodNotAllowed)
			return
		case r.Header.Get("Origin") != "":
			http.Error(w, "calls from web pages are refused", http.StatusForbidden)
			return
		case r.Header.Get("Content-Encoding") != "" && r.Header.Get("Content-Encoding") != "identity":
			http.Error(w, "compressed requests are not supported", http.StatusUnsupportedMediaType)
			return
		case r.ContentLength > MaxBody:
			http.Error(w, fmt.Sprintf("the request exceeds %d bytes", MaxBody), http.StatusRequestEntityTooLarge)
			return
		}
		body, err := readBody(http.MaxBytesReader(w, r.Body, MaxBody), r.ContentLength)
		if err != nil {
			var tooLarge *http.MaxBytesError
			if errors.As(err, &tooLarge) {
				http.Error(w, fmt.Sprintf("the request exceeds %d bytes", MaxBody), http.StatusRequestEntityTooLarge)
			} else {
				http.Error(w, "cannot read the request", http.StatusBadRequest)
			}
			return
		}
		out := answer(r.Context(), handle, body)
		h := w.Header()
		h.Set("Content-Type", "text/xml")
		h.Set("Content-Length", strconv.Itoa(len(out))) // roscpp reads no chunked bodies
		_, _ = w.Write(out)                             // a caller that has gone away needs no answer
	})
}

// readBody reads to the end; it trusts a declared length for at most 64 KiB of buffer.
func readBody(r io.Reader, declared int64) ([]byte, error) {
	buf := make([]byte, 0, min(max(declared+1, 512), 64<<10))
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func answer(ctx context.Context, handle Handler, body []byte) []byte {
	method, args, err := ParseCall(body)
	if err != nil {
		return AppendFault(nil, &Fault{CodeParse, err.Error()})
	}
	var result any
	if method == "system.multicall" {
		result, err = multicall(ctx, handle, args)
	} else {
		result, err = handle(ctx, method, args)
	}
	if err != nil {
		return AppendFault(nil, asFault(err))
	}
	out, err := AppendResponse(nil, result)
	if err != nil {
		return AppendFault(nil, asFault(err))
	}
	return out
}

func asFault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return &Fault{CodeInternal, err.Error()}
}

// multicall runs a list of {methodName, params}; each answer is an array of one value, or a fault struct.
func multicall(ctx context.Context, handle Handler, args []any) (any, error) {
	if len(args) != 1 {
		return nil, &Fault{CodeInvalidParams, "system.multicall takes one array of calls"}
	}
	calls, ok := args[0].([]any)
	if !ok {
		return nil, &Fault{CodeInvalidParams, "system.multicall takes one array of calls"}
	}
	results := make([]any, len(calls))
	for i, c := range calls {
		result, err := one(ctx, handle, c)
		if err != nil {
			f := asFault(err)
			results[i] = map[string]any{"faultCode": f.Code, "faultString": f.String}
			continue
		}
		results[i] = []any{result}
	}
	return results, nil
}

func one(ctx context.Context, handle Handler, call any) (any, error) {
	m, _ := call.(map[string]any)
	method, ok := m["methodName"].(string)
	if !ok {
		return nil, &Fault{CodeInvalidParams, "a call is a struct of methodName and params"}
	}
	params, ok := m["params"].([]any)
	if !ok && m["params"] != nil {
		return nil, &Fault{CodeInvalidParams, "params must be an array"}
	}
	if method == "system.multicall" {
		return nil, &Fault{CodeInvalidParams, "system.multicall may not call itself"}
	}
	return handle(ctx, method, params)
}
