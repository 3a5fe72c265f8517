package closers

import (
	"errors"
	"slices"
	"testing"
)

type thing struct {
	name string
	err  error
	log  *[]string
}

func (t thing) Close() error { *t.log = append(*t.log, t.name); return t.err }

type face struct{ List }

func TestReverseOrderAndFirstError(t *testing.T) {
	var log []string
	f := &face{}
	bad := errors.New("bad")
	for _, x := range []thing{{"first", nil, &log}, {"second", errors.New("later"), &log}, {"third", bad, &log}} {
		if _, err := Add(&f.List, x, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Add(&f.List, thing{"never began", nil, &log}, bad); err != bad {
		t.Errorf("%v", err)
	}
	if g, err := Started(f, "start", nil); g != f || err != nil {
		t.Errorf("%v %v", g, err)
	}
	if err := f.Close(); err != bad {
		t.Errorf("%v, want the error of what was closed first", err)
	}
	if err := f.Close(); err != nil || !slices.Equal(log, []string{"third", "second", "first"}) {
		t.Errorf("%v, closed %v", err, log)
	}
}

func TestStartedClosesWhatFailed(t *testing.T) {
	var log []string
	f := &face{}
	_, _ = Add(&f.List, thing{"half", nil, &log}, nil)
	if g, err := Started(f, "start", errors.New("no")); g != nil || err == nil || !slices.Equal(log, []string{"half"}) {
		t.Errorf("%v, %v, closed %v", g, err, log)
	}
}
