package bag

import (
	"bytes"
	"compress/bzip2"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"github.com/holdfast-robotics/holdfast/fault"
)

// compressor compresses chunks, one after the other, into a buffer that it keeps.
type compressor struct {
	kind Compression
	out  bytes.Buffer
	lz4  *lz4.Writer
	zstd *encoder
}

// encoder is zstd's and what it wrote last.
type encoder struct {
	*zstd.Encoder
	dst []byte
}

// encoders go from recording to recording: their memory is dearer than a chunk.
var encoders = sync.Pool{New: func() any {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // of options that are wrong
	}
	return &encoder{Encoder: e}
}}

func newCompressor(kind Compression) (*compressor, error) {
	c := &compressor{kind: kind}
	var err error
	switch kind {
	case None:
	case LZ4:
		c.lz4 = lz4.NewWriter(&c.out)
		err = c.lz4.Apply(lz4.BlockSizeOption(lz4.Block1Mb)) // blocks are independent, which rosbag's own reader asks for
	case Zstd:
		c.zstd = encoders.Get().(*encoder)
	default:
		return nil, fault.New("", "compression "+string(kind), fault.Unsupported, "chunks are written with none, lz4 or zstd")
	}
	return c, err
}

// pack returns the compressed form of p, valid until the next call.
func (c *compressor) pack(p []byte) ([]byte, error) {
	switch c.kind {
	case LZ4:
		c.out.Reset()
		c.lz4.Reset(&c.out)
		if _, err := c.lz4.Write(p); err != nil {
			return nil, err
		}
		if err := c.lz4.Close(); err != nil {
			return nil, err
		}
		return c.out.Bytes(), nil
	case Zstd:
		c.zstd.dst = c.zstd.EncodeAll(p, c.zstd.dst[:0])
		return c.zstd.dst, nil
	}
	return p, nil
}

// close ends the use of what pack returned.
func (c *compressor) close() {
	if c.zstd != nil {
		encoders.Put(c.zstd)
		c.zstd = nil
	}
}

// decompressor decompresses chunks.
type decompressor struct {
	lz4  *lz4.Reader
	zstd *zstd.Decoder
}

func (d *decompressor) close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
}

// unpack decompresses p, which states to become size bytes, into dst. Memory grows with what really comes out, so that a
// size that is not true costs nothing.
func (d *decompressor) unpack(kind Compression, p []byte, size uint64, dst []byte) ([]byte, error) {
	if size > MaxChunk {
		return dst, fault.New("", "chunk", fault.TooLarge, "it states to hold %d bytes; %d are read", size, MaxChunk)
	}
	var from io.Reader
	switch kind {
	case None:
		if uint64(len(p)) != size {
			return dst, fault.New("", "chunk", fault.Invalid, "it is not compressed, holds %d bytes and states %d", len(p), size)
		}
		return append(dst[:0], p...), nil
	case LZ4:
		if d.lz4 == nil {
			d.lz4 = lz4.NewReader(nil)
		}
		d.lz4.Reset(bytes.NewReader(p))
		from = d.lz4
	case Zstd:
		if d.zstd == nil {
			var err error
			if d.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20)); err != nil {
				return dst, err
			}
		}
		if err := d.zstd.Reset(bytes.NewReader(p)); err != nil {
			return dst, err
		}
		from = d.zstd
	case BZ2:
		from = bzip2.NewReader(bytes.NewReader(p))
	default:
		return dst, fault.New("", fmt.Sprintf("compression %.20q", kind), fault.Unsupported, "chunks are read with none, lz4, zstd or bz2")
	}
	return readExactly(from, int(size), dst[:0])
}

// readExactly reads size bytes and makes sure that no more follow. dst doubles as they come.
func readExactly(from io.Reader, size int, dst []byte) ([]byte, error) {
	for len(dst) < size {
		if len(dst) == cap(dst) {
			bigger := make([]byte, len(dst), min(size, max(2*len(dst), 1<<20)))
			copy(bigger, dst)
			dst = bigger
		}
		n, err := from.Read(dst[len(dst):min(cap(dst), size)])
		dst = dst[:len(dst)+n]
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return dst, fault.New("", "chunk", fault.Invalid, "it does not decompress: %w", err)
		}
	}
	if len(dst) < size {
		return dst, fault.New("", "chunk", fault.Invalid, "it decompresses to %d bytes and states %d", len(dst), size)
	}
	var more [1]byte
	if n, err := io.ReadFull(from, more[:]); n > 0 {
		return dst, fault.New("", "chunk", fault.Invalid, "it decompresses to more than the %d bytes that it states", size)
	} else if err != io.EOF {
		return dst, fault.New("", "chunk", fault.Invalid, "it does not decompress: %w", err)
	}
	return dst, nil
}
