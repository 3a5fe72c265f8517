package wire

import (
	"encoding/binary"
	"slices"
	"unsafe"
)

// A flat type is a number, or a struct or array of numbers of one width: in memory it looks on a little-endian machine exactly as on the wire,
// so arrays of it move by block copy. Points, poses, colours and times are flat; a struct with a bool, a string or numbers of two widths is
// not. The generator decides; width is that of the numbers, in bytes, and matters on big-endian machines only.

func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

// PutFlat writes the elements of a flat array to p, which must have their size.
func PutFlat[T any](p []byte, s []T, width int) {
	copy(p, bytesOf(s))
	if !littleEndian {
		swap(p, width)
	}
}

// GetFlat reads the elements of a flat array from p, which must have their size.
func GetFlat[T any](s []T, p []byte, width int) {
	mem := bytesOf(s)
	copy(mem, p)
	if !littleEndian {
		swap(mem, width)
	}
}

// AppendFlat appends a flat array with its count.
func AppendFlat[T any](b []byte, s []T, width int) []byte {
	b, p := Extend(b, 4+len(bytesOf(s)))
	PutArray(p, s, width)
	return b
}

// PutArray writes a flat array with its count and returns the rest of p.
func PutArray[T any](p []byte, s []T, width int) []byte {
	mem := bytesOf(s)
	binary.LittleEndian.PutUint32(p, uint32(len(s)))
	n := 4 + copy(p[4:], mem)
	if !littleEndian {
		swap(p[4:n], width)
	}
	return p[n:]
}

// ReadFlat reads a flat array with its count into s, reusing its memory.
func ReadFlat[T any](r *Reader, s *[]T, width int) bool {
	var zero T
	size := int(unsafe.Sizeof(zero))
	n, ok := r.Count(size)
	if !ok {
		return false
	}
	v := *s
	if n <= cap(v) {
		v = v[:n]
	} else {
		v = make([]T, n)
	}
	GetFlat(v, r.b[r.off:r.off+n*size], width)
	r.off += n * size
	*s = v
	return true
}

// swap reverses the bytes of each word of the given width, in place.
func swap(p []byte, width int) {
	switch width {
	case 2:
		for i := 0; i+2 <= len(p); i += 2 {
			binary.BigEndian.PutUint16(p[i:], binary.LittleEndian.Uint16(p[i:]))
		}
	case 4:
		for i := 0; i+4 <= len(p); i += 4 {
			binary.BigEndian.PutUint32(p[i:], binary.LittleEndian.Uint32(p[i:]))
		}
	case 8:
		for i := 0; i+8 <= len(p); i += 8 {
			binary.BigEndian.PutUint64(p[i:], binary.LittleEndian.Uint64(p[i:]))
		}
	}
}

// AppendStrings appends a string array with its count.
//
// Names of joints, mostly 16 to 32 bytes long, go in two overlapping moves, which spares the call that copy is; slicing the target for
// each would cost another tenth of the time.
func AppendStrings(b []byte, s []string) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	at := len(b)
	for _, v := range s {
		n := len(v)
		if cap(b)-at < 4+n {
			b = slices.Grow(b[:at], 4+n)
		}
		// 4+n bytes behind at are within the capacity
		p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), at)
		binary.LittleEndian.PutUint32((*[4]byte)(p)[:], uint32(n))
		at += 4 + n
		if uint(n)-16 > 16 {
			copy(b[at-n:at], v)
			continue
		}
		to, from := unsafe.Add(p, 4), unsafe.Pointer(unsafe.StringData(v))
		*(*[2]uint64)(to) = *(*[2]uint64)(from)
		*(*[2]uint64)(unsafe.Add(to, n-16)) = *(*[2]uint64)(unsafe.Add(from, n-16))
	}
	return b[:at]
}

// same is string(p[:len(s)]) == s, for s of 8 to 16 bytes and p at least as long, by two overlapping words.
func same(p []byte, s string) bool {
	n := len(s)
	a, b := unsafe.Pointer(unsafe.SliceData(p)), unsafe.Pointer(unsafe.StringData(s))
	return *(*uint64)(a) == *(*uint64)(b) && *(*uint64)(unsafe.Add(a, n-8)) == *(*uint64)(unsafe.Add(b, n-8))
}
