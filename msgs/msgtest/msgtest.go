// Package msgtest makes messages with random content, for tests. It reflects, which the messages themselves never do.
package msgtest

import (
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Random makes a message of a type. The same generator state gives the same message. Floats are finite, strings are ASCII, times
// normalised: content that every codec carries unchanged.
func Random(rng *rand.Rand, t *wire.Type) wire.Message {
	m := t.New()
	fill(rng, reflect.ValueOf(m).Elem(), 0)
	return m
}

func fill(rng *rand.Rand, v reflect.Value, depth int) {
	switch t := v.Addr().Interface().(type) {
	case *wire.Time:
		*t = wire.Time{Sec: rng.Uint32(), Nsec: rng.Uint32N(1e9)}
		return
	case *wire.Duration:
		*t = wire.Duration{Sec: int32(rng.Uint32()), Nsec: rng.Int32N(1e9)}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(rng, v.Field(i), depth+1)
		}
	case reflect.Slice:
		most := 4
		if depth > 4 {
			most = 2
		}
		n := rng.IntN(most)
		if n == 0 {
			return // nil: what a fresh message decodes to
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(rng, v.Index(i), depth+1)
		}
	case reflect.String:
		v.SetString(strings.Repeat("a \"b\\\t", rng.IntN(4)))
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(rng.NormFloat64())
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(rng.Uint64()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(rng.Uint64())
	}
}
