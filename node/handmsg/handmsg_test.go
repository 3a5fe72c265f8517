package handmsg

import (
	"math"
	"reflect"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
)

// fill sets every field to a value of its own, so that one that is forgotten or mixed up is found.
func fill(v reflect.Value, next *uint64) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(*next) / 8)
	case reflect.Int, reflect.Int8:
		v.SetInt(int64(*next % 100))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(*next % 200)
	default:
		panic(v.Kind())
	}
}

func TestRoundTrip(t *testing.T) {
	var n uint64
	var s hand.Status
	fill(reflect.ValueOf(&s).Elem(), &n)
	m := Status(&s, 7)
	if got, err := StatusOf(&m); err != nil || got != s || m.ForceLimit != 7 {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, s)
	}
	var c hand.Command
	fill(reflect.ValueOf(&c).Elem(), &n)
	o := Command(&c)
	if got := CommandOf(&o); got != c {
		t.Errorf("\n got %+v\nwant %+v", got, c)
	}
	// Each switch by itself: two of them must not be one.
	v := reflect.ValueOf(&s).Elem()
	for i := range v.NumField() {
		if v.Field(i).Kind() != reflect.Bool {
			continue
		}
		one := hand.Status{}
		reflect.ValueOf(&one).Elem().Field(i).SetBool(true)
		m := Status(&one, 0)
		if got, err := StatusOf(&m); err != nil || got != one {
			t.Errorf("%s: %v %+v", v.Type().Field(i).Name, err, got)
		}
	}
}

func TestNotFinite(t *testing.T) {
	for what, spoil := range map[string]func(*hand.Status){
		"gap":   func(s *hand.Status) { s.Gap = math.NaN() },
		"force": func(s *hand.Status) { s.Force[1] = math.Inf(1) },
	} {
		var s hand.Status
		spoil(&s)
		m := Status(&s, 0)
		if _, err := StatusOf(&m); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
	// What a hand does not know yet may be missing.
	s := hand.Status{Deformation: math.NaN()}
	m := Status(&s, 0)
	if _, err := StatusOf(&m); err != nil {
		t.Error(err)
	}
}
