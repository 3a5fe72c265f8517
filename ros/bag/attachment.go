package bag

import (
	"fmt"
	"hash/crc32"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Attachment is a file within an MCAP file, such as a configuration or a picture. A rosbag has none.
type Attachment struct {
	Name      string
	MediaType string // "text/yaml"
	LogTime   int64  // when it was recorded, ns
	Created   int64  // ns; 0 when not known
	Size      int64  // bytes

	at, body, next int64 // of the record, its content and its end
	data           int64 // offset of the bytes within the content
}

const (
	mcapAttachment      = 0x09
	mcapAttachmentIndex = 0x0A
)

// attachment reads what is said about an attachment, from the first bytes of its record.
func (m *mcapFormat) attachment(r *Reader, at, data, next int64) (*Attachment, error) {
	const most = 1 << 16 // of times, names and sizes
	p := make([]byte, min(most, next-data))
	if err := r.read(p, data); err != nil {
		return nil, err
	}
	in := input{p: p}
	a := &Attachment{at: at, body: data, next: next}
	a.LogTime, a.Created = in.nanos(), in.nanos()
	a.Name, a.MediaType = in.text(), in.text()
	size := in.u64()
	a.data = int64(len(p) - len(in.p))
	if in.bad || size != uint64(next-data-a.data-4) {
		return nil, invalid("attachment", at, "its head does not fit it")
	}
	a.Size = int64(size)
	return a, nil
}

// Attachments lists the attachments of an MCAP file.
func (r *Reader) Attachments() []Attachment { return r.files }

// Attached reads the bytes of an attachment and checks them.
func (r *Reader) Attached(a Attachment) ([]byte, error) {
	if a.Size > MaxChunk {
		return nil, fault.New("read recording", "attachment "+a.Name, fault.TooLarge, "it has %d bytes; %d are read", a.Size, MaxChunk)
	}
	p := make([]byte, a.next-a.body)
	if err := r.read(p, a.body); err != nil {
		return nil, err
	}
	end := int64(len(p)) - 4
	if want := le.Uint32(p[end:]); want != 0 && crc32.ChecksumIEEE(p[:end]) != want {
		return nil, fault.New("read recording", fmt.Sprintf("attachment %s at byte %d", a.Name, a.at), fault.Invalid, "the checksum does not fit: its bytes have been changed")
	}
	return p[a.data:end:end], nil
}

// WriteAttachment adds an attachment. MCAP alone has them.
func (w *Writer) WriteAttachment(a Attachment, data []byte) error {
	if w.err != nil {
		return w.err
	}
	switch {
	case w.opt.Format != MCAP:
		return fault.New("record", "attachment "+a.Name, fault.Unsupported, "a rosbag has no attachments; write MCAP")
	case len(data) > MaxChunk || len(a.Name)+len(a.MediaType) > 1<<15:
		return fault.New("record", "attachment "+a.Name, fault.TooLarge, "it has %d bytes; at most %d", len(data), MaxChunk)
	case a.LogTime < 0 || a.Created < 0:
		return fault.New("record", "attachment "+a.Name, fault.Invalid, "a time before 1970")
	}
	b, at := begun(nil, mcapAttachment)
	b = le.AppendUint64(le.AppendUint64(b, uint64(a.LogTime)), uint64(a.Created))
	b = appendText(appendText(b, a.Name), a.MediaType)
	b = append(le.AppendUint64(b, uint64(len(data))), data...)
	b = le.AppendUint32(b, crc32.ChecksumIEEE(b[at+8:]))
	sealed(b, at)
	a.Size, a.at, a.next = int64(len(data)), w.at, w.at+int64(len(b))
	w.files = append(w.files, a)
	if err := w.write(b); err != nil {
		return w.fail(err)
	}
	return nil
}

func appendAttachmentIndex(b []byte, a *Attachment) []byte {
	b, at := begun(b, mcapAttachmentIndex)
	for _, v := range []int64{a.at, a.next - a.at, a.LogTime, a.Created, a.Size} {
		b = le.AppendUint64(b, uint64(v))
	}
	b = appendText(appendText(b, a.Name), a.MediaType)
	sealed(b, at)
	return b
}

// WriteAttachment adds an attachment to the present file; see Writer.WriteAttachment.
func (s *Splitter) WriteAttachment(a Attachment, data []byte) error {
	return s.w.WriteAttachment(a, data)
}
