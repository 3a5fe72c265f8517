package main

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
)

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }

const camera = "/camera/depth_registered/points"

// bridgeWork has browsers look on: one that reads everything as text, one that takes clouds as bytes, at both robots.
func (s *soak) bridgeWork(ctx context.Context) {
	var wg sync.WaitGroup
	for _, at := range []string{s.lab.bridge, s.table.page} {
		for _, what := range []string{
			`{"op":"subscribe","topic":"/joint_states","throttle_rate":50}`,
			`{"op":"subscribe","topic":"` + camera + `","compression":"cbor-raw","throttle_rate":1000}`,
		} {
			wg.Go(func() {
				for ctx.Err() == nil {
					s.look(ctx, at, what)
					wait(ctx, time.Second)
				}
			})
		}
	}
	wg.Wait()
}

// look is one connection of a browser that reads, until it is cut.
func (s *soak) look(ctx context.Context, at, what string) {
	conn, err := open(ctx, at, what, `{"op":"call_service","service":"/rosapi/topics","id":"t"}`)
	if err != nil {
		if ctx.Err() == nil {
			s.count("browser: not let in")
		}
		return
	}
	defer conn.CloseNow()
	s.count("browser: connected")
	for n := 0; ; n++ {
		if _, _, err := conn.Read(ctx); err != nil {
			if n == 0 && ctx.Err() == nil {
				s.count("browser: cut before a message came")
			}
			return
		}
	}
}

func open(ctx context.Context, at string, first ...string) (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(ctx, at, nil)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(-1)
	for _, text := range first {
		if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			conn.CloseNow()
			return nil, err
		}
	}
	return conn, nil
}
