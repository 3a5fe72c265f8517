package cloud

import (
	"encoding/binary"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
)

// LZF is the byte-oriented Lempel-Ziv format of Marc Lehmann's LibLZF, which PCD's binary_compressed uses. A stream is a
// sequence of
//
//	000LLLLL <L+1 bytes>           literals, 1 to 32
//	LLLddddd dddddddd              copy of L+2 bytes (L from 1 to 6) that begin d+1 bytes back
//	111ddddd LLLLLLLL dddddddd     copy of L+9 bytes that begin d+1 bytes back
//
// and has no header, length or checksum of its own.
const (
	lzfMaxLiteral  = 32
	lzfMaxCopy     = 264  // bytes that one 3-byte instruction can produce
	lzfMaxDistance = 8192 // bytes back that a copy can reach
	lzfHashBits    = 14
)

// lzfMaxSize is the largest output that n compressed bytes can stand for: every 3 bytes expand to 264 at most.
func lzfMaxSize(n int) int { return (n/3 + 1) * lzfMaxCopy }

// lzfDecompress fills dst from src; both must end together. No byte outside dst is touched whatever src holds.
func lzfDecompress(dst, src []byte) error {
	const op = "decompress lzf"
	i, o := 0, 0
	for i < len(src) {
		ctrl := int(src[i])
		i++
		if ctrl < lzfMaxLiteral {
			n := ctrl + 1
			if i+n > len(src) {
				return fault.New(op, at(i-1), fault.Truncated, "%d literal bytes announced, %d left", n, len(src)-i)
			}
			if o+n > len(dst) {
				return fault.New(op, at(i-1), fault.Invalid, "more data than the %d bytes declared", len(dst))
			}
			if i+lzfMaxLiteral <= len(src) && o+lzfMaxLiteral <= len(dst) {
				// a fixed size compiles to a few wide moves; what is written beyond n is overwritten by what follows
				*(*[lzfMaxLiteral]byte)(dst[o:]) = *(*[lzfMaxLiteral]byte)(src[i:])
			} else {
				copy(dst[o:o+n], src[i:i+n])
			}
			i += n
			o += n
			continue
		}
		start := i - 1
		n := ctrl >> 5
		if n == 7 {
			if i >= len(src) {
				return fault.New(op, at(start), fault.Truncated, "ends inside a copy")
			}
			n += int(src[i])
			i++
		}
		if i >= len(src) {
			return fault.New(op, at(start), fault.Truncated, "ends inside a copy")
		}
		n += 2
		dist := (ctrl&31)<<8 + int(src[i]) + 1
		i++
		if dist > o {
			return fault.New(op, at(start), fault.Invalid, "copies from %d bytes before the start", dist-o)
		}
		if o+n > len(dst) {
			return fault.New(op, at(start), fault.Invalid, "more data than the %d bytes declared", len(dst))
		}
		if o+n+16 <= len(dst) {
			copyBack(dst, o, dist, n)
		} else {
			for k := o; k < o+n; k++ {
				dst[k] = dst[k-dist]
			}
		}
		o += n
	}
	if o != len(dst) {
		return fault.New(op, at(i), fault.Truncated, "ends after %d of the %d bytes declared", o, len(dst))
	}
	return nil
}

// copyBack repeats n bytes of b from dist bytes before o, eight at a time. It may write up to 15 bytes beyond o+n.
func copyBack(b []byte, o, dist, n int) {
	from := o - dist
	if dist < 8 {
		// source and destination overlap in one word: lay down the first word byte by byte, then go on from the nearest
		// multiple of the period that is a word away
		for k := range 8 {
			b[o+k] = b[from+k]
		}
		if n <= 8 {
			return
		}
		from = o + 8 - (7/dist+1)*dist
		o, n = o+8, n-8
	}
	binary.LittleEndian.PutUint64(b[o:], binary.LittleEndian.Uint64(b[from:]))
	for k := 8; k < n; k += 8 {
		binary.LittleEndian.PutUint64(b[o+k:], binary.LittleEndian.Uint64(b[from+k:]))
	}
}

func at(i int) string { return fmt.Sprintf("compressed byte %d", i) }

// lzfAppend appends the compressed form of src to dst. Incompressible input grows by one byte in 32. Greedy, with one
// candidate a position found by hashing three bytes.
func lzfAppend(dst, src []byte) []byte {
	var table [1 << lzfHashBits]uint32 // position + 1 of the last three bytes with this hash
	lit := 0                           // start of the bytes not yet written
	flush := func(end int) {
		for lit < end {
			n := min(end-lit, lzfMaxLiteral)
			dst = append(dst, byte(n-1))
			dst = append(dst, src[lit:lit+n]...)
			lit += n
		}
	}
	for i := 0; i+3 < len(src); {
		v := binary.LittleEndian.Uint32(src[i:]) << 8 // three bytes, the fourth does not count
		h := v * 0x9E3779B1 >> (32 - lzfHashBits)
		cand := int(table[h]) - 1
		table[h] = uint32(i + 1)
		dist := i - cand - 1
		if cand < 0 || dist >= lzfMaxDistance || src[cand] != src[i] || src[cand+1] != src[i+1] || src[cand+2] != src[i+2] {
			i++
			continue
		}
		n, limit := 3, min(len(src)-i, lzfMaxCopy)
		for n < limit && src[cand+n] == src[i+n] {
			n++
		}
		flush(i)
		if l := n - 2; l < 7 {
			dst = append(dst, byte(l<<5|dist>>8), byte(dist))
		} else {
			dst = append(dst, byte(7<<5|dist>>8), byte(l-7), byte(dist))
		}
		i += n
		lit = i
		// the copy's last position is worth remembering: runs and regular strides continue there
		if k := i - 2; k+4 <= len(src) {
			table[binary.LittleEndian.Uint32(src[k:])<<8*0x9E3779B1>>(32-lzfHashBits)] = uint32(k + 1)
		}
	}
	flush(len(src))
	return dst
}
