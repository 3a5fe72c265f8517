// Package tf keeps track of where frames are in each other over time.
//
// Frames form trees: each frame has one parent, and messages on /tf say where it is in it at a time; those on /tf_static say so for
// all times. A Buffer remembers ten seconds of that and answers where one frame is in another, interpolating between the times it
// was told. X_TS is the pose of frame S in frame T: it takes coordinates in S to coordinates in T.
//
// Conventions and topics are those of tf2. Where it differs: a frame that takes itself for its ancestor is found when it is told, and the
// transform is refused; names lose a leading slash; a lookup that fails above the common ancestor does not fail.
package tf

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Reasons why a lookup fails, for errors.Is.
var (
	ErrUnknownFrame  = errors.New("unknown frame")
	ErrDisconnected  = errors.New("the frames are not connected")
	ErrExtrapolation = errors.New("the time lies outside of what is known")
	ErrLoop          = errors.New("the frames form a loop")
)

// DefaultKeep is how long a Buffer remembers.
const DefaultKeep = 10 * time.Second

// What a hostile broadcaster could fill the memory with is bounded.
const (
	maxFrames = 20_000
	maxName   = 500 // bytes
)

// maxDepth bounds the way from a frame to its root.
const maxDepth = 1000

// sample is where a frame was in its parent at a time.
type sample struct {
	stamp  wire.Time
	parent string
	X_PC   geom.Pose
}

// track is what is known of one frame.
type track struct {
	static  bool
	samples []sample // by stamp, strictly rising; one when static
}

// Buffer remembers transforms. It is safe for concurrent use.
type Buffer struct {
	keep time.Duration

	mu      sync.RWMutex
	frames  map[string]*track
	parents map[string]bool // every frame that was ever a parent
	changed chan struct{}   // closed at each change, when somebody waits
	waiting bool
}

// NewBuffer returns an empty buffer that remembers for the given time; 0 means DefaultKeep.
func NewBuffer(keep time.Duration) *Buffer {
	if keep <= 0 {
		keep = DefaultKeep
	}
	return &Buffer{keep: keep, frames: map[string]*track{}, parents: map[string]bool{}, changed: make(chan struct{})}
}

func clean(frame string) string { return strings.TrimPrefix(frame, "/") }

// Set takes a transform. It is refused when its frames have no names or are the same, when its numbers are not finite or its
// quaternion is none (norm within 1 % of 1 is required), and when it would close a loop. One that is older than what the buffer
// remembers is left out without an error.
func (b *Buffer) Set(m *geometry_msgs.TransformStamped, static bool) error {
	const op = "set transform"
	child, parent := clean(m.ChildFrameID), clean(m.Header.FrameID)
	subject := fmt.Sprintf("%.80q in %.80q", child, parent)
	switch {
	case child == "" || parent == "":
		return fault.New(op, subject, fault.Invalid, "a frame without a name")
	case child == parent:
		return fault.New(op, subject, fault.Invalid, "%w: a frame cannot be its own parent", ErrLoop)
	}
	if len(child) > maxName || len(parent) > maxName {
		return fault.New(op, subject, fault.TooLarge, "a frame's name has more than %d bytes", maxName)
	}
	t, q := m.Transform.Translation, m.Transform.Rotation
	norm := math.Sqrt(q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z)
	if !(math.Abs(norm-1) < 0.01) {
		return fault.New(op, subject, fault.Invalid, "the quaternion has norm %g instead of 1", norm)
	}
	rot, _ := geom.Quat(q.W, q.X, q.Y, q.Z)
	x := geom.Pose{R: rot, P: geom.V(t.X, t.Y, t.Z)}
	if !x.IsFinite() {
		return fault.New(op, subject, fault.Invalid, "the translation is not finite")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	tr := b.frames[child]
	if tr == nil && len(b.frames) >= maxFrames || len(b.parents) >= maxFrames && !b.parents[parent] {
		return fault.New(op, subject, fault.TooLarge, "there are %d frames already", maxFrames)
	}
	if tr == nil || tr.latest().parent != parent {
		if path, loop := b.ancestors(parent, child); loop {
			return fault.New(op, subject, fault.Conflict, "%w: %s", ErrLoop, strings.Join(path, " in "))
		}
	}
	if tr == nil || tr.static != static {
		tr = &track{static: static}
		b.frames[child] = tr
	}
	b.parents[parent] = true
	tr.put(sample{m.Header.Stamp, parent, x}, b.keep)
	if b.waiting {
		b.waiting = false
		close(b.changed)
		b.changed = make(chan struct{})
	}
	return nil
}

// ancestors walks up from a frame by what was told last and reports whether it meets goal.
func (b *Buffer) ancestors(from, goal string) (path []string, meets bool) {
	path = []string{goal, from}
	for range maxDepth {
		tr := b.frames[from]
		if tr == nil {
			return nil, false
		}
		from = tr.latest().parent
		path = append(path, from)
		if from == goal {
			return path, true
		}
	}
	return path, true
}

func (t *track) latest() sample { return t.samples[len(t.samples)-1] }

func (t *track) put(s sample, keep time.Duration) {
	if t.static {
		t.samples = append(t.samples[:0], s)
		return
	}
	n := len(t.samples)
	if n == 0 || t.samples[n-1].stamp.Before(s.stamp) { // nearly always
		t.samples = append(t.samples, s)
	} else {
		if s.stamp.Nanos() < t.samples[n-1].stamp.Nanos()-keep.Nanoseconds() {
			return
		}
		i := sort.Search(n, func(i int) bool { return !t.samples[i].stamp.Before(s.stamp) })
		if t.samples[i].stamp == s.stamp {
			t.samples[i] = s
			return
		}
		t.samples = slices.Insert(t.samples, i, s)
	}
	oldest := t.latest().stamp.Nanos() - keep.Nanoseconds()
	old := 0
	for t.samples[old].stamp.Nanos() < oldest {
		old++
	}
	// Dropping from the front moves the rest; doing so once a quarter has gone keeps that cheap.
	if old > len(t.samples)/4 {
		t.samples = slices.Delete(t.samples, 0, old)
	}
}

// at interpolates: the translation linearly, the rotation along the shortest arc.
func (t *track) at(child string, when wire.Time) (sample, error) {
	if t.static {
		return t.samples[0], nil
	}
	n := len(t.samples)
	i := sort.Search(n, func(i int) bool { return !t.samples[i].stamp.Before(when) })
	switch {
	case i < n && t.samples[i].stamp == when:
		return t.samples[i], nil
	case n == 1:
		return sample{}, fmt.Errorf("%w: frame %q is known at %v only, asked for at %v", ErrExtrapolation, child, t.samples[0].stamp, when)
	case i == n:
		return sample{}, fmt.Errorf("%w: frame %q is known up to %v, asked for at %v, %v later", ErrExtrapolation, child, t.samples[n-1].stamp, when, when.Sub(t.samples[n-1].stamp))
	case i == 0:
		return sample{}, fmt.Errorf("%w: frame %q is known from %v on, asked for at %v, %v earlier", ErrExtrapolation, child, t.samples[0].stamp, when, t.samples[0].stamp.Sub(when))
	}
	before, after := t.samples[i-1], t.samples[i]
	if before.parent != after.parent {
		return before, nil // it was moved to another parent in between
	}
	f := float64(when.Sub(before.stamp)) / float64(after.stamp.Sub(before.stamp))
	return sample{when, before.parent, before.X_PC.Interpolate(after.X_PC, f)}, nil
}

// Lookup returns the pose of frame source in frame target at a time, and that time. The zero time asks for the latest at which the
// whole way between the two is known; it stays zero when the way is static.
func (b *Buffer) Lookup(target, source string, when wire.Time) (X_TS geom.Pose, stamp wire.Time, err error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.lookup(clean(target), clean(source), when)
}

func (b *Buffer) lookup(target, source string, when wire.Time) (geom.Pose, wire.Time, error) {
	const op = "look up transform"
	subject := fmt.Sprintf("%.80q in %.80q", source, target)
	identity := geom.Pose{R: geom.Rot{W: 1}}
	for _, f := range []string{target, source} {
		if !b.known(f) {
			return identity, when, fault.New(op, subject, fault.NotFound, "%w %.80q", ErrUnknownFrame, f)
		}
	}
	if target == source {
		return identity, when, nil
	}
	if when.IsZero() {
		var err error
		if when, err = b.latestCommon(target, source); err != nil {
			return identity, when, fault.New(op, subject, fault.NotFound, "%w", err)
		}
	}
	// X_AS for source and each of its ancestors A; a failure on the way matters only if the target is not met before.
	way := map[string]geom.Pose{source: identity}
	X_AS := identity
	var broken error
	for f, depth := source, 0; f != target && depth < maxDepth; depth++ {
		tr := b.frames[f]
		if tr == nil {
			break
		}
		s, err := tr.at(f, when)
		if err != nil {
			broken = err
			break
		}
		X_AS = s.X_PC.Mul(X_AS)
		f = s.parent
		if _, loop := way[f]; loop {
			return identity, when, fault.New(op, subject, fault.Conflict, "%w through %.80q", ErrLoop, f)
		}
		way[f] = X_AS
	}
	X_AT := identity
	f := target
	for depth := 0; ; depth++ {
		if x, met := way[f]; met {
			return X_AT.Inv().Mul(x), when, nil
		}
		tr := b.frames[f]
		if tr == nil || depth >= maxDepth {
			break
		}
		s, err := tr.at(f, when)
		if err != nil {
			broken = err
			break
		}
		X_AT = s.X_PC.Mul(X_AT)
		f = s.parent
	}
	if broken != nil {
		return identity, when, fault.New(op, subject, fault.Unavailable, "%w", broken)
	}
	return identity, when, fault.New(op, subject, fault.NotFound, "%w: they belong to different trees, with roots %q and %q", ErrDisconnected, b.root(source), b.root(target))
}

// known reports whether a frame is a child or a parent.
func (b *Buffer) known(frame string) bool { return b.frames[frame] != nil || b.parents[frame] }

func (b *Buffer) root(frame string) string {
	for range maxDepth {
		tr := b.frames[frame]
		if tr == nil {
			break
		}
		frame = tr.latest().parent
	}
	return frame
}

// latestCommon is the latest time at which every frame between the two and their common ancestor is known.
func (b *Buffer) latestCommon(target, source string) (wire.Time, error) {
	up := func(frame string) (chain []string) {
		for range maxDepth {
			chain = append(chain, frame)
			tr := b.frames[frame]
			if tr == nil {
				break
			}
			frame = tr.latest().parent
		}
		return chain
	}
	s, t := up(source), up(target)
	for i, f := range s {
		j := slices.Index(t, f)
		if j < 0 {
			continue
		}
		var latest wire.Time
		for _, on := range slices.Concat(s[:i], t[:j]) {
			tr := b.frames[on]
			if tr.static {
				continue
			}
			if stamp := tr.latest().stamp; latest.IsZero() || stamp.Before(latest) {
				latest = stamp
			}
		}
		return latest, nil
	}
	return wire.Time{}, fmt.Errorf("%w: they belong to different trees, with roots %q and %q", ErrDisconnected, b.root(source), b.root(target))
}

// LookupVia returns the pose of source, as it was at sourceTime, in target, as it is at targetTime, where frame fixed does not move
// meanwhile: where is now what was seen then?
func (b *Buffer) LookupVia(target string, targetTime wire.Time, source string, sourceTime wire.Time, fixed string) (X_TS geom.Pose, err error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	X_FS, _, err := b.lookup(clean(fixed), clean(source), sourceTime)
	if err != nil {
		return geom.Pose{R: geom.Rot{W: 1}}, err
	}
	X_TF, _, err := b.lookup(clean(target), clean(fixed), targetTime)
	if err != nil {
		return geom.Pose{R: geom.Rot{W: 1}}, err
	}
	return X_TF.Mul(X_FS), nil
}

// Wait is Lookup that waits, until ctx ends, for a transform that may still come. One that is older than what is known does not.
func (b *Buffer) Wait(ctx context.Context, target, source string, when wire.Time) (X_TS geom.Pose, stamp wire.Time, err error) {
	for {
		b.mu.Lock()
		X_TS, stamp, err = b.lookup(clean(target), clean(source), when)
		b.waiting = true
		changed := b.changed
		b.mu.Unlock()
		if err == nil {
			return X_TS, stamp, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return X_TS, stamp, fault.New("wait for transform", "", fault.Timeout, "%w: %w", context.Cause(ctx), err)
		}
	}
}

// Frames lists every frame that has a parent, sorted.
func (b *Buffer) Frames() []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Sorted(maps.Keys(b.frames))
}

// Clear forgets all but static transforms, as after time has jumped back.
func (b *Buffer) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.DeleteFunc(b.frames, func(_ string, t *track) bool { return !t.static })
	clear(b.parents)
	for _, t := range b.frames {
		b.parents[t.latest().parent] = true
	}
}
