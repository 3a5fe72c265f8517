package ros

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/roscpp"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
)

// loggerName is the one logger that a node has, under the name tools know from roscpp and rospy.
const loggerName = "ros"

var levelNames = []struct {
	name  string
	level slog.Level
	ros   int8
}{
	{"debug", slog.LevelDebug, rosgraph_msgs.LogDebug}, {"info", slog.LevelInfo, rosgraph_msgs.LogInfo}, {"warn", slog.LevelWarn, rosgraph_msgs.LogWarn},
	{"error", slog.LevelError, rosgraph_msgs.LogError}, {"fatal", slog.LevelError + 4, rosgraph_msgs.LogFatal},
}

// startRosout publishes the log and offers the services by which tools set its level.
func (n *Node) startRosout() error {
	pub, err := Advertise[*rosgraph_msgs.Log](n, "/rosout", QueueSize(1000), Latch())
	if err != nil {
		return err
	}
	n.rosout.pub.Store(pub)
	level := &n.rosout.level

	if _, err := AdvertiseService(n, "~get_loggers", &roscpp.GetLoggersService,
		func(context.Context, *roscpp.GetLoggersRequest) (*roscpp.GetLoggersResponse, error) {
			res := &roscpp.GetLoggersResponse{}
			for _, l := range levelNames {
				if l.level == level.Level() {
					res.Loggers = []roscpp.Logger{{Name: loggerName, Level: l.name}}
				}
			}
			return res, nil
		}); err != nil {
		return err
	}
	_, err = AdvertiseService(n, "~set_logger_level", &roscpp.SetLoggerLevelService,
		func(_ context.Context, req *roscpp.SetLoggerLevelRequest) (*roscpp.SetLoggerLevelResponse, error) {
			for _, l := range levelNames {
				if strings.EqualFold(l.name, req.Level) {
					level.Set(l.level)
					return &roscpp.SetLoggerLevelResponse{}, nil
				}
			}
			return nil, fault.New("set log level", req.Level, fault.Invalid, "unknown: debug, info, warn, error and fatal are known")
		})
	return err
}

// rosout is where the log goes besides the local handler, once it is advertised.
type rosout struct {
	pub   atomic.Pointer[Publisher[*rosgraph_msgs.Log]]
	level slog.LevelVar
}

// rosoutHandler publishes log records on /rosout.
type rosoutHandler struct {
	node  *Node
	attrs []slog.Attr
	group string
}

func (h *rosoutHandler) Enabled(_ context.Context, level slog.Level) bool {
	return h.node.rosout.pub.Load() != nil && level >= h.node.rosout.level.Level()
}

func (h *rosoutHandler) Handle(_ context.Context, r slog.Record) error {
	var text strings.Builder
	text.WriteString(r.Message)
	attr := func(a slog.Attr) bool {
		text.WriteString(" " + h.group + a.Key + "=" + a.Value.String())
		return true
	}
	for _, a := range h.attrs {
		text.WriteString(" " + a.Key + "=" + a.Value.String())
	}
	r.Attrs(attr)
	m := &rosgraph_msgs.Log{Header: std_msgs.Header{Stamp: h.node.clock.Now()}, Name: h.node.name, Msg: text.String()}
	for _, l := range levelNames {
		if r.Level >= l.level {
			m.Level = l.ros
		}
	}
	if r.PC != 0 {
		frame, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
		m.File, m.Function, m.Line = frame.File, frame.Function, uint32(frame.Line)
	}
	return h.node.rosout.pub.Load().Publish(m)
}

func (h *rosoutHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	more := *h
	more.attrs = append([]slog.Attr(nil), h.attrs...)
	for _, a := range attrs {
		a.Key = h.group + a.Key
		more.attrs = append(more.attrs, a)
	}
	return &more
}

func (h *rosoutHandler) WithGroup(name string) slog.Handler {
	more := *h
	more.group += name + "."
	return &more
}
