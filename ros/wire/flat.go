package wire

import (
	"encoding/binary"
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

// copyString copies s to p, which has its length. Names of joints and frames, mostly 16 to 32 bytes long, go in two overlapping moves,
// which spares the call that copy is: a quarter of the time of a JointState.
func copyString(p []byte, s string) {
	if n := len(s); n >= 16 && n <= 32 && len(p) == n {
		to, from := unsafe.Pointer(unsafe.SliceData(p)), unsafe.Pointer(unsafe.StringData(s))
		*(*[16]byte)(to) = *(*[16]byte)(from)
		*(*[16]byte)(unsafe.Add(to, n-16)) = *(*[16]byte)(unsafe.Add(from, n-16))
		return
	}
	copy(p, s)
}

// equal is string(p) == s without the call for the short names that streams repeat.
func equal(p []byte, s string) bool {
	n := len(s)
	if n != len(p) {
		return false
	}
	if n >= 8 && n <= 16 {
		a, b := unsafe.Pointer(unsafe.SliceData(p)), unsafe.Pointer(unsafe.StringData(s))
		return *(*uint64)(a) == *(*uint64)(b) && *(*uint64)(unsafe.Add(a, n-8)) == *(*uint64)(unsafe.Add(b, n-8))
	}
	return string(p) == s
}
