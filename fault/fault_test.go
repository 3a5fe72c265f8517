package fault

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestErrorTextAndKind(t *testing.T) {
	inner := New("read pcd", "line 3", Truncated, "needs 12 bytes: %w", io.ErrUnexpectedEOF)
	outer := Wrap("", "a.pcd", inner)
	if got, want := outer.Error(), "a.pcd: line 3: read pcd: needs 12 bytes: unexpected EOF"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if !errors.Is(outer, io.ErrUnexpectedEOF) {
		t.Error("cause is lost")
	}
	if k := KindOf(outer); k != Truncated {
		t.Errorf("kind %v, want %v", k, Truncated)
	}
	if k := KindOf(fmt.Errorf("plain: %w", outer)); k != Truncated {
		t.Errorf("kind through fmt wrap %v, want %v", k, Truncated)
	}
	if KindOf(nil) != Other || KindOf(io.EOF) != Other {
		t.Error("unclassified errors must be Other")
	}
	if Wrap("x", "y", nil) != nil {
		t.Error("Wrap(nil) must be nil")
	}
}

func TestWrapDoesNotRepeat(t *testing.T) {
	inner := New("read cloud", "a.pcd", NotFound, "no such file")
	if got := Wrap("read cloud", "a.pcd", inner); got.Error() != "a.pcd: read cloud: no such file" || KindOf(got) != NotFound {
		t.Errorf("%v, %v", got, KindOf(got))
	}
	cause := New("read cloud", "", Truncated, "it ends early")
	if got := Wrap("read cloud", "a.pcd", Wrap("", "a.pcd", cause)); got.Error() != "a.pcd: read cloud: it ends early" || KindOf(got) != Truncated {
		t.Errorf("%v, of kind %v", got, KindOf(got))
	}
	if got := Wrap("", "a.pcd", New("read pcd", "byte 7", Truncated, "it ends early")).Error(); got != "a.pcd: byte 7: read pcd: it ends early" {
		t.Error(got)
	}
	if got := Wrap("read cloud", "b.pcd", inner).Error(); got != "b.pcd: read cloud: a.pcd: read cloud: no such file" {
		t.Error(got)
	}
}

func TestEveryKindHasAName(t *testing.T) {
	seen := map[string]Kind{}
	for k := Other; k <= Internal; k++ {
		s := k.String()
		if s == "" {
			t.Errorf("kind %d has no name", k)
		}
		if j, dup := seen[s]; dup {
			t.Errorf("kinds %d and %d share the name %q", j, k, s)
		}
		seen[s] = k
	}
}
