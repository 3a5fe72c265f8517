package rail

import (
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
)

func TestDatabaseURL(t *testing.T) {
	type tree = map[string]any
	for _, c := range []struct {
		params tree
		want   string
	}{
		{nil, ""},
		{tree{"graspdb": tree{"node": 1}}, ""},
		{tree{"graspdb": tree{"host": "lab"}}, "postgres://ros@lab:5432/graspdb"},
		{tree{"graspdb": tree{"host": "10.0.0.7", "port": 5433, "user": "carl", "password": "a:b@c", "db": "grasps"}}, "postgres://carl:a%3Ab%40c@10.0.0.7:5433/grasps"},
		{tree{"graspdb": tree{"name": "other", "db": "grasps"}}, "postgres://ros@127.0.0.1:5432/other"},
	} {
		if got, err := DatabaseURL(t.Context(), rostest.New(t, c.params).Node("rail")); err != nil || got != c.want {
			t.Errorf("%v: %q %v, want %q", c.params, got, err, c.want)
		}
	}
	_, err := DatabaseURL(t.Context(), rostest.New(t, tree{"graspdb": tree{"port": 99999}}).Node("rail"))
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "port") {
		t.Errorf("a port that cannot be: %v", err)
	}
}
