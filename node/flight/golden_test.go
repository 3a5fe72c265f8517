package flight

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

// Records of every version that there has been open. Those of version 1 are the beginnings of records: as the first holdfast that had a recorder
// wrote them, and as one writes them that tells the grasp of the outcome, the gripper and its layout.
func TestGoldenRecords(t *testing.T) {
	if _, err := os.Stat(fmt.Sprintf("testdata/version%d.mcap", Version)); err != nil {
		t.Errorf("version %d has no golden record: %v", Version, err)
	}
	files, err := filepath.Glob("testdata/version*.mcap")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		rec, err := Open(f)
		if err != nil {
			t.Error(err)
			continue
		}
		h := &rec.Head
		if h.Name != "t-object-01-try-1" || h.Grasp == nil || h.Layout == nil || len(h.Layout.Cells) != 22 || h.Properties == nil {
			t.Errorf("%s: head %+v", f, h)
		}
		n, frames := len(rec.Tape.Ticks), 0
		for k := range rec.Tape.Ticks {
			if len(rec.Tape.Ticks[k].Reading.Cells[0]) == 22 {
				frames++
			}
		}
		if n != 199 || rec.Tape.Dt != 1e-3 || len(rec.Tape.Truth) != n || frames < 3 {
			t.Errorf("%s: %d ticks of %g s, %d frames of the pads", f, n, rec.Tape.Dt, frames)
		}
	}
}

func TestNewerRecord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "newer.mcap")
	w, err := bag.Create(name, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &std_msgs.String{Data: fmt.Sprintf(`{"format":%q,"version":%d}`, Format, Version+1)}
	id, err := w.Connect(bag.Conn{Topic: topicHead, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition()})
	if err == nil {
		err = w.Write(id, 1, m.AppendROS(nil))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(name); err == nil || fault.KindOf(err) != fault.Unsupported || !strings.Contains(err.Error(), "newer holdfast") || !strings.Contains(err.Error(), "upgrade") {
		t.Error(err)
	}
}
