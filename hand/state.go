package hand

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"math"
	"reflect"
	"sync"
	"unsafe"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// The state of a controller is every number in it, in the order of the fields, little-endian: "HFCS", u64 fingerprint of the fields'
// names and types, then bools as a byte, numbers as 8 bytes, slices with their u32 length, pointers with a byte that says whether they
// are set. Fields that are tagged state:"-" are settings, not state; so are texts, interfaces and functions.

const stateMagic = "HFCS"

// maxAccel bounds the one slice whose length is not that of the layout: the samples of an accelerometer in a reading.
const maxAccel = 64

// stateType says which fields of the structs in a controller are left out, and what the whole looks like.
var stateType = sync.OnceValue(func() (s struct {
	skip        map[reflect.Type][]bool
	fingerprint uint64
}) {
	s.skip = map[reflect.Type][]bool{}
	h := fnv.New64a()
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		io.WriteString(h, t.Kind().String()) // a hash does not fail
		switch t.Kind() {
		case reflect.Struct:
			skip := make([]bool, t.NumField())
			s.skip[t] = skip
			for i := range skip {
				f := t.Field(i)
				switch f.Type.Kind() {
				case reflect.String, reflect.Interface, reflect.Func:
					skip[i] = true
				}
				skip[i] = skip[i] || f.Tag.Get("state") == "-"
				if !skip[i] {
					io.WriteString(h, f.Name)
					walk(f.Type)
				}
			}
		case reflect.Array, reflect.Slice, reflect.Pointer:
			walk(t.Elem())
		case reflect.Map, reflect.Chan, reflect.UnsafePointer:
			panic("hand: a controller's state has a " + t.String())
		}
	}
	walk(reflect.TypeFor[Controller]())
	s.fingerprint = h.Sum64()
	return s
})

// AppendState appends everything that the controller remembers. With the same settings and layout, a controller that restores it
// goes on exactly as this one. It allocates only to grow b.
func (c *Controller) AppendState(b []byte) []byte {
	b = append(b, stateMagic...)
	b = binary.LittleEndian.AppendUint64(b, stateType().fingerprint)
	return appendState(b, reflect.ValueOf(c).Elem(), stateType().skip)
}

func appendState(b []byte, v reflect.Value, skips map[reflect.Type][]bool) []byte {
	le := binary.LittleEndian
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return le.AppendUint64(b, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return le.AppendUint64(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return le.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.Struct:
		skip := skips[v.Type()]
		for i := range skip {
			if !skip[i] {
				b = appendState(b, v.Field(i), skips)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			b = appendState(b, v.Index(i), skips)
		}
	case reflect.Slice:
		b = le.AppendUint32(b, uint32(v.Len()))
		for i := range v.Len() {
			b = appendState(b, v.Index(i), skips)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		b = appendState(append(b, 1), v.Elem(), skips)
	}
	return b
}

// RestoreState takes over what AppendState wrote of a controller with the same layout and tick. The settings stay as they are. State
// of another version of the controller is Unsupported. After an error the controller is of no use.
func (c *Controller) RestoreState(b []byte) error {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("restore hand controller", "", kind, format, args...)
	}
	head := len(stateMagic) + 8
	if len(b) < head || string(b[:len(stateMagic)]) != stateMagic {
		return bad(fault.Invalid, "this is not a controller's state")
	}
	if binary.LittleEndian.Uint64(b[len(stateMagic):]) != stateType().fingerprint {
		return bad(fault.Unsupported, "the state is that of another version of the controller; use the version that recorded it")
	}
	in := stateReader{b: b[head:]}
	in.read(reflect.ValueOf(c).Elem(), stateType().skip)
	switch {
	case in.unlike:
		return bad(fault.Invalid, "the state is that of a hand with other fingertips")
	case in.short:
		return bad(fault.Truncated, "the state ends early")
	case len(in.b) > 0:
		return bad(fault.Invalid, "%d bytes too many", len(in.b))
	}
	return nil
}

type stateReader struct {
	b             []byte
	short, unlike bool
}

func (in *stateReader) take(n int) []byte {
	if len(in.b) < n {
		in.short, in.b = true, nil
		return make([]byte, n)
	}
	p := in.b[:n]
	in.b = in.b[n:]
	return p
}

func (in *stateReader) read(v reflect.Value, skips map[reflect.Type][]bool) {
	if in.short || in.unlike {
		return
	}
	u64 := func() uint64 { return binary.LittleEndian.Uint64(in.take(8)) }
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // fields that are not exported can be set through their address
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(in.take(1)[0] == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(u64()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(u64())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(u64()))
	case reflect.Struct:
		for i, skip := range skips[v.Type()] {
			if !skip {
				in.read(v.Field(i), skips)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			in.read(v.Index(i), skips)
		}
	case reflect.Slice:
		n := int(binary.LittleEndian.Uint32(in.take(4)))
		if n != v.Len() && n <= maxAccel && v.Type() == reflect.TypeFor[[]geom.Vec]() {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		if n != v.Len() {
			in.unlike = true
			return
		}
		for i := range n {
			in.read(v.Index(i), skips)
		}
	case reflect.Pointer:
		if set := in.take(1)[0] == 1; set == v.IsNil() {
			in.unlike = true
		} else if set {
			in.read(v.Elem(), skips)
		}
	}
}
