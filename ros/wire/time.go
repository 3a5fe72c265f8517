package wire

import (
	"fmt"
	"math"
	"time"
)

// Time is a ROS time: seconds and nanoseconds since 1970 (UTC), or since the start of a simulation. The zero value means "not set" or,
// in a transform lookup, "the latest".
type Time struct {
	Sec, Nsec uint32
}

// Duration is a signed ROS duration, Sec seconds plus Nsec nanoseconds. Normalised, Nsec lies in [0, 1e9) also when the duration is
// negative: minus half a second is {-1, 500000000}.
type Duration struct {
	Sec, Nsec int32
}

// TimeOf converts a Go time. Times that a ROS time cannot hold (before 1970, after 2106) saturate.
func TimeOf(t time.Time) Time { return timeOfNanos(t.Unix(), int64(t.Nanosecond())) }

func timeOfNanos(sec, nsec int64) Time {
	switch {
	case sec < 0:
		return Time{}
	case sec > math.MaxUint32:
		return Time{math.MaxUint32, 999_999_999}
	}
	return Time{uint32(sec), uint32(nsec)}
}

// Go converts to a Go time.
func (t Time) Go() time.Time { return time.Unix(int64(t.Sec), int64(t.Nsec)) }

// IsZero reports whether t is the zero time.
func (t Time) IsZero() bool { return t == Time{} }

// Nanos returns nanoseconds since 1970.
func (t Time) Nanos() int64 { return int64(t.Sec)*1e9 + int64(t.Nsec) }

// Seconds returns seconds since 1970; a float64 resolves about 0.2 µs there.
func (t Time) Seconds() float64 { return float64(t.Sec) + float64(t.Nsec)*1e-9 }

// Add returns t + d, saturating at the ends of the range.
func (t Time) Add(d time.Duration) Time {
	n := t.Nanos() + int64(d) // 2^32 s and 2^63 ns: 4.3e18 + 9.2e18 overflows only for d > 155 years
	if d > 0 && n < 0 {
		return Time{math.MaxUint32, 999_999_999}
	}
	if n < 0 {
		return Time{}
	}
	return timeOfNanos(n/1e9, n%1e9)
}

// Sub returns t - u.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t.Nanos() - u.Nanos()) }

// Before reports whether t is earlier than u.
func (t Time) Before(u Time) bool { return t.Nanos() < u.Nanos() }

// String prints seconds with nine decimals.
func (t Time) String() string { return fmt.Sprintf("%d.%09d", t.Sec, t.Nsec) }

// DurationOf converts a Go duration, saturating at about 68 years.
func DurationOf(d time.Duration) Duration {
	sec, nsec := int64(d)/1e9, int64(d)%1e9
	if nsec < 0 {
		sec, nsec = sec-1, nsec+1e9
	}
	switch {
	case sec > math.MaxInt32:
		return Duration{math.MaxInt32, 999_999_999}
	case sec < math.MinInt32:
		return Duration{math.MinInt32, 0}
	}
	return Duration{int32(sec), int32(nsec)}
}

// Go converts to a Go duration; every ROS duration fits.
func (d Duration) Go() time.Duration { return time.Duration(int64(d.Sec)*1e9 + int64(d.Nsec)) }

// Seconds returns the duration in seconds.
func (d Duration) Seconds() float64 { return float64(d.Sec) + float64(d.Nsec)*1e-9 }

// String prints the duration as Go does: "1.5s".
func (d Duration) String() string { return d.Go().String() }
