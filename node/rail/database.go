package rail

import (
	"context"
	"net"
	"net/url"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/node/params"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
)

// place is where RAIL's nodes looked for their database: parameters below /graspdb, with their names and defaults.
type place struct {
	Host     string
	Port     int
	User     string
	Password string
	DB       string
	Name     string
}

// Declare lists the parameters.
func (p *place) Declare(s *param.Set) {
	s.Text(&p.Host, "host", "127.0.0.1", "host of the PostgreSQL server, by name or number")
	s.Int(&p.Port, "port", 5432, "", 1, 65535, "its port")
	s.Text(&p.User, "user", "ros", "who connects")
	s.Text(&p.Password, "password", "", "with which password")
	s.Text(&p.DB, "db", "graspdb", "name of the database")
	s.Text(&p.Name, "name", "", "the same by another name, which counts for more")
}

// DatabaseURL is the URL of the database that the parameters /graspdb/host, port, user, password and db (or name) tell, with RAIL's defaults for
// those that are not set; "" where none of them is.
func DatabaseURL(ctx context.Context, n *ros.Node) (string, error) {
	const below = "/graspdb"
	v, err := n.GetParam(ctx, below)
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	}
	if err != nil {
		return "", fault.Wrap("find database", below, err)
	}
	var p place
	set := param.Declare(&p)
	tree, _ := v.(map[string]any)
	told := false
	for _, q := range set.All() {
		if _, has := tree[q.Name]; has {
			told = true
		}
	}
	if !told {
		return "", nil
	}
	if _, err := params.ReadFrom(ctx, n, below, set); err != nil {
		return "", fault.Wrap("find database", "", err)
	}
	if p.Name != "" {
		p.DB = p.Name
	}
	u := url.URL{Scheme: "postgres", Host: net.JoinHostPort(p.Host, strconv.Itoa(p.Port)), Path: "/" + p.DB, User: url.User(p.User)}
	if p.Password != "" {
		u.User = url.UserPassword(p.User, p.Password)
	}
	return u.String(), nil
}
