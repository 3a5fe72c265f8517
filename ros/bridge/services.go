package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// callService answers in a goroutine of its own, so that a long call holds up nothing.
func (s *session) callService(r *request) error {
	name, err := s.resolve(r.Service, "service")
	if err != nil {
		return err
	}
	select {
	case s.calls <- struct{}{}:
	default:
		s.respond(r, nil, fault.New("call service", name, fault.TooLarge, "%d calls of this client are in progress; that is the limit", maxCalls))
		return nil
	}
	s.wg.Go(func() {
		defer func() { <-s.calls }()
		ctx := s.ctx
		if t := float64(r.Timeout); t > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, time.Duration(min(t*float64(time.Second), math.MaxInt64/2)))
			defer cancel()
		}
		values, err := s.call(ctx, name, r.Args)
		if s.box.await(s.ctx) == nil {
			s.respond(r, values, err)
		}
	})
	return nil
}

// respond answers a call.
func (s *session) respond(r *request, values []byte, err error) {
	if err == nil && len(values) > s.s.opt.Budget {
		err = fault.New("call service", r.Service, fault.TooLarge, "the response has %d bytes as JSON; the budget of a client is %d", len(values), s.s.opt.Budget)
	}
	if err != nil {
		values = appendJSON(nil, words(err))
	}
	b := object("op", "service_response", "id", r.ID, "service", r.Service, "values", json.RawMessage(values), "result", err == nil)
	if r.Compression == "png" {
		if png, err := pngFromText(b); err == nil {
			b = png
		}
	}
	if n := int(r.FragmentSize); n > 0 && len(b) > n {
		id := r.ID
		if len(id) == 0 {
			id = appendJSON(nil, r.Service)
		}
		for _, f := range fragmentsOf(b, max(n, minFragment), id) {
			s.text(f)
		}
		return
	}
	s.text(b)
}

// call runs a call and returns the response as JSON.
func (s *session) call(ctx context.Context, name string, args []byte) ([]byte, error) {
	if values, ok, err := s.s.rosapi(ctx, name, args); ok {
		return values, err
	}
	st, err := s.s.serviceType(ctx, name)
	if err != nil {
		return nil, err
	}
	req, err := requestFrom(st.req, args, s.s)
	if err != nil {
		return nil, fault.Wrap("call service", name, err)
	}
	caller, err := ros.NewCaller(s.s.node, name, st.name, st.md5, false)
	if err != nil {
		return nil, err
	}
	res, err := caller.Call(ctx, req)
	if err != nil {
		return nil, err
	}
	return st.res.AppendJSON(nil, res)
}

// requestFrom makes the request of a call: args is an object of fields, a list of their values in order, or missing.
func requestFrom(t *dynamic.Type, args []byte, s *Server) ([]byte, error) {
	args = bytes.TrimSpace(args)
	switch {
	case isNothing(args):
		args = []byte("{}")
	case args[0] == '[':
		var list []json.RawMessage
		if err := json.Unmarshal(args, &list); err != nil {
			return nil, fault.New("read arguments", "", fault.Invalid, "%w", err)
		}
		names := t.FieldNames()
		if len(list) > len(names) {
			return nil, fault.New("read arguments", "", fault.Invalid, "%d values for the %d fields of %s", len(list), len(names), t.Name())
		}
		var pairs []any
		for i, v := range list {
			pairs = append(pairs, names[i], v)
		}
		args = object(pairs...)
	}
	return t.AppendStampedFromJSON(nil, args, s.node.Clock().Now())
}

// serviceType asks the server of a service for its type and finds the definition.
func (s *Server) serviceType(ctx context.Context, name string) (*serviceType, error) {
	info, err := s.probeService(ctx, name)
	if err != nil {
		return nil, err
	}
	st, err := s.types.service(info.Name)
	if err != nil {
		return nil, fault.Wrap("call service", name, err)
	}
	if info.MD5 != st.md5 {
		return nil, fault.New("call service", name, fault.Conflict, "the server has another version of %s: MD5 %s, here %s; give its definition with --path", info.Name, info.MD5, st.md5)
	}
	return st, nil
}

// probeService asks the server of a service for its type.
func (s *Server) probeService(ctx context.Context, name string) (ros.TypeInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, graphTimeout)
	defer cancel()
	uri, err := s.node.Graph().LookupService(ctx, name)
	if err != nil {
		return ros.TypeInfo{}, fault.Wrap("call service", name, err)
	}
	return s.node.ProbeService(ctx, uri, name)
}

// served is a service that a client provides.
type served struct {
	s      *session
	name   string // as the client wrote it
	typ    *serviceType
	server *ros.ServiceServer
	count  int // of calls, under servedMu
}

func (s *session) advertiseService(r *request) error {
	name, err := s.resolve(r.Service, "service")
	if err != nil {
		return err
	}
	if r.Type == "" {
		return fault.New("advertise service", name, fault.Invalid, "the operation has no type")
	}
	st, err := s.s.types.service(r.Type)
	if err != nil {
		return fault.Wrap("advertise service", name, err)
	}
	s.servedMu.Lock()
	old, count := s.served[r.Service], len(s.served)
	delete(s.served, r.Service)
	s.servedMu.Unlock()
	if old != nil { // again: as new
		old.close()
	} else if count >= maxServices {
		return fault.New("advertise service", name, fault.TooLarge, "a client may provide %d services", maxServices)
	}
	v := &served{s: s, name: r.Service, typ: st}
	defer s.s.names.lock("service " + name)()
	if v.server, err = ros.AdvertiseServiceRaw(s.s.node, name, st.wire(), v.answer); err != nil {
		return err
	}
	s.servedMu.Lock()
	s.served[r.Service] = v
	s.servedMu.Unlock()
	return nil
}

func (s *session) unadvertiseService(r *request) error {
	s.servedMu.Lock()
	v := s.served[r.Service]
	delete(s.served, r.Service)
	s.servedMu.Unlock()
	if v == nil {
		return fault.New("unadvertise service", r.Service, fault.NotFound, "this client does not provide it")
	}
	v.close()
	return nil
}

func (v *served) close() {
	defer v.s.s.names.lock("service " + v.server.Name())()
	v.server.Close()
}

// answer asks the client and appends its response.
func (v *served) answer(ctx context.Context, req, out []byte) ([]byte, error) {
	s := v.s
	args, err := v.typ.req.AppendJSON(nil, req)
	if err != nil {
		return nil, err
	}
	ch := make(chan *request, 1)
	s.servedMu.Lock()
	v.count++
	id := fmt.Sprintf("service_request:%s:%d", v.name, v.count)
	full := len(s.asked) >= maxCalls*4
	if !full {
		s.asked[id] = ch
	}
	s.servedMu.Unlock()
	if full {
		return nil, fault.New("answer service", v.name, fault.Unavailable, "the client behind the bridge has not answered %d earlier calls", maxCalls*4)
	}
	defer func() {
		s.servedMu.Lock()
		delete(s.asked, id)
		s.servedMu.Unlock()
	}()
	s.text(object("op", "call_service", "id", id, "service", v.name, "type", v.typ.name, "args", json.RawMessage(args)))
	var r *request
	select {
	case r = <-ch:
	case <-s.ctx.Done():
		return nil, fault.New("answer service", v.name, fault.Unavailable, "the client behind the bridge is gone")
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if !truth(r.Result) {
		var text string
		if json.Unmarshal(r.Values, &text) != nil || text == "" {
			text = "the client behind the bridge reports failure"
		}
		return nil, errors.New(text)
	}
	return appendResponse(v.typ.res, out, r.Values)
}

func appendResponse(t *dynamic.Type, out, values []byte) ([]byte, error) {
	if isNothing(values) {
		values = []byte("{}")
	}
	return t.AppendFromJSON(out, values)
}

// serviceResponse takes the client's answer to a call.
func (s *session) serviceResponse(r *request) error {
	s.servedMu.Lock()
	ch := s.asked[r.key()]
	delete(s.asked, r.key())
	v := s.served[r.Service]
	s.servedMu.Unlock()
	if ch == nil {
		return fault.New("service_response", r.Service, fault.NotFound, "no call with this id waits for an answer")
	}
	if v != nil && truth(r.Result) { // tell the client too what is wrong with its answer
		if _, err := appendResponse(v.typ.res, nil, r.Values); err != nil {
			ch <- &request{Result: json.RawMessage("false"), Values: appendJSON(nil, err.Error())}
			return err
		}
	}
	ch <- r
	return nil
}
