package cloud

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/fault"
)

const (
	opRead = "read cloud"
	opSave = "save cloud"

	// MaxFile is the largest file that Load takes into memory, in bytes.
	MaxFile = 4 << 30

	sniffed = 64 << 10 // bytes that are looked at before the rest of a file is read
)

// Load reads a point cloud file. The format, PCD or PLY, is recognised by content, whatever the name ends in.
func Load(path string) (*Cloud, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.File(opRead, path, err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, fault.New(opRead, path, fault.Other, "%w", err)
	}
	if st.IsDir() {
		return nil, directoryError(path)
	}
	if st.Mode().IsRegular() && st.Size() > MaxFile {
		return nil, fault.New(opRead, path, fault.TooLarge, "the file has %d bytes, more than %d: cut or thin out the cloud first", st.Size(), int64(MaxFile))
	}
	buf := make([]byte, 0, 1+max(511, min(st.Size(), MaxFile)))
	buf, err = readUpTo(f, buf, sniffed)
	if err == nil {
		// what is no cloud is told from its beginning: a device or a video is not read to its end
		if _, err = recognise(buf); err != nil {
			return nil, fault.Wrap("", path, err)
		}
		buf, err = readUpTo(f, buf, MaxFile+1)
	}
	if err != nil {
		return nil, fault.New(opRead, path, fault.Other, "%w", err)
	}
	if len(buf) > MaxFile {
		return nil, fault.New(opRead, path, fault.TooLarge, "more than %d bytes: cut or thin out the cloud first", int64(MaxFile))
	}
	return Read(buf, path)
}

// readUpTo appends to buf until it has limit bytes or r ends.
func readUpTo(r io.Reader, buf []byte, limit int) ([]byte, error) {
	for len(buf) < limit {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):min(cap(buf), limit)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// Read decodes a point cloud file that is in memory; name is how errors call it. The cloud keeps no reference to b.
func Read(b []byte, name string) (*Cloud, error) {
	read, err := recognise(b)
	if err != nil {
		return nil, fault.Wrap("", name, err)
	}
	c, err := read(bytes.TrimPrefix(b, utf8BOM))
	if err != nil {
		return nil, fault.Wrap("", name, err)
	}
	return c, nil
}

var utf8BOM = []byte("\xef\xbb\xbf")

// recognise chooses the reader of a file from its first bytes, or says what the file is instead.
func recognise(b []byte) (func([]byte) (*Cloud, error), error) {
	t := bytes.TrimPrefix(b, utf8BOM)
	switch {
	case len(bytes.TrimSpace(t)) == 0:
		return nil, fault.New(opRead, "", fault.Truncated, "the file is empty: copy or record it again")
	case bytes.HasPrefix(t, []byte("ply\n")), bytes.HasPrefix(t, []byte("ply\r\n")):
		return readPLY, nil
	case looksLikePCD(t[:min(len(t), sniffed)]):
		return readPCD, nil
	case bytes.HasPrefix([]byte("ply\r\n"), t):
		return nil, fault.New(opRead, "", fault.Truncated, "the file ends inside the first line of a PLY header: it is cut off, copy it again")
	}
	return nil, fault.New(opRead, "", fault.Unsupported, "this is no point cloud but %s: give a PCD or PLY file", describe(b))
}

// magics are the beginnings of what people hand to a program by mistake.
var magics = []struct{ magic, name string }{
	{"\x89PNG\r\n\x1a\n", "a PNG picture"},
	{"\xff\xd8\xff", "a JPEG picture"},
	{"GIF8", "a GIF picture"},
	{"BM", "a BMP picture"},
	{"II*\x00", "a TIFF picture"},
	{"MM\x00*", "a TIFF picture"},
	{"P5", "a PGM picture"},
	{"P6", "a PPM picture"},
	{"#ROSBAG V", "a ROS bag"},
	{"\x89MCAP0\r\n", "an MCAP recording"},
	{"SQLite format 3\x00", "an SQLite database"},
	{"LASF", "a LAS laser scan (convert it to PCD first)"},
	{"ASTM-E57", "an E57 laser scan (convert it to PCD first)"},
	{"OFF", "an OFF mesh"},
	{"solid ", "an STL mesh"},
	{"\x1f\x8b", "gzip-compressed data (unpack it first)"},
	{"\x28\xb5\x2f\xfd", "zstd-compressed data (unpack it first)"},
	{"BZh", "bzip2-compressed data (unpack it first)"},
	{"\xfd7zXZ\x00", "xz-compressed data (unpack it first)"},
	{"PK\x03\x04", "a zip archive (unpack it first)"},
	{"\x93NUMPY", "a NumPy array"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file"},
	{"glTF", "a glTF model"},
	{"\x7fELF", "a program"},
	{"%PDF", "a PDF document"},
	{"<?xml", "an XML document"},
	{"\xff\xfe", "UTF-16 text (save it as plain ASCII)"},
	{"\xfe\xff", "UTF-16 text (save it as plain ASCII)"},
	{"version https://git-lfs", "a Git LFS pointer (fetch the file with git lfs pull)"},
}

func describe(b []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(b, []byte(m.magic)) {
			return m.name
		}
	}
	head := b[:min(len(b), 512)]
	for k := 0; k < utf8.UTFMax && !utf8.Valid(head) && len(head) > 0; k++ {
		head = head[:len(head)-1] // the cut may have split a character
	}
	isText := len(head) > 0 && utf8.Valid(head) && !bytes.ContainsFunc(head, func(r rune) bool {
		return r < ' ' && !strings.ContainsRune("\t\n\v\f\r", r)
	})
	if isText {
		line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
		return "text that starts with " + quote(bytes.TrimSpace(line))
	}
	return fmt.Sprintf("data that starts with the bytes % x", b[:min(len(b), 8)])
}

func directoryError(path string) error {
	for _, pattern := range []string{"*.pcd", "*.ply"} {
		if found, err := filepath.Glob(filepath.Join(escapeGlob(path), pattern)); err == nil && len(found) > 0 {
			return fault.New(opRead, path, fault.Invalid, "this is a directory: name its files, such as %s", found[0])
		}
	}
	return fault.New(opRead, path, fault.Invalid, "this is a directory without PCD or PLY files: name a file")
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// Save writes c to a PCD file. The file appears complete or not at all: it is written under a temporary name beside its
// place and then renamed. What is no regular file, such as /dev/stdout, is written to directly.
func Save(path string, c *Cloud, format Format) error {
	b, err := AppendPCD(nil, c, format)
	if err != nil {
		return fault.Wrap("", path, err)
	}
	fail := func(err error) error {
		kind := fault.Other
		var pe *fs.PathError
		var le *os.LinkError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fault.New(opSave, path, fault.NotFound, "the directory %s does not exist: create it first", filepath.Dir(path))
		case errors.Is(err, fs.ErrPermission):
			return fault.New(opSave, path, fault.Permission, "this user may not write in %s: choose another place", filepath.Dir(path))
		case errors.As(err, &pe):
			err = pe.Err
		case errors.As(err, &le):
			err = le.Err
		}
		return fault.New(opSave, path, kind, "%w", err)
	}
	target := path
	mode := fs.FileMode(0o666)
	if st, err := os.Stat(path); err == nil {
		switch {
		case st.IsDir():
			return fault.New(opSave, path, fault.Conflict, "this is a directory: name a file in it")
		case !st.Mode().IsRegular():
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return fail(err)
			}
			_, err = f.Write(b)
			if err := errors.Join(err, f.Close()); err != nil {
				return fail(err)
			}
			return nil
		}
		mode = st.Mode().Perm()
		if target, err = filepath.EvalSymlinks(path); err != nil { // replace the file, not the link to it
			return fail(err)
		}
	}
	f, err := createBeside(target, mode)
	if err != nil {
		return fail(err)
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		os.Remove(f.Name())
		return fail(err)
	}
	return nil
}

// createBeside opens a new file in the directory of target; unlike os.CreateTemp it leaves the permissions to the umask.
func createBeside(target string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(target)
	for k := 0; ; k++ {
		f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), k)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || k > 1000 {
			return f, err
		}
	}
}
