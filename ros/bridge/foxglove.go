package bridge

const (
	foxgloveV1  = "foxglove.websocket.v1"
	foxgloveSDK = "foxglove.sdk.v1"
)

type graphWatch struct{ server *Server }

type foxglove struct{ *client }

func newFoxglove(c *client) *foxglove { return &foxglove{c} }

func (f *foxglove) run() {}
