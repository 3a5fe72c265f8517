package scene

import (
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/railobject"
)

// Clear empties the list, says so, and takes the markers away.
func (f *Face) Clear() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.clear()
}

func (f *Face) clear() error {
	gone := slices.Concat(f.shown, f.labels)
	for i := range gone {
		remove(&gone[i])
	}
	f.list.Objects, f.shown, f.labels = nil, nil, nil
	f.list.Cleared = true
	return f.publish(gone)
}

// Remove takes one object out of the list. Other objects keep their markers with their ids; labels show the new indices.
func (f *Face) Remove(index int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if index < 0 || index >= len(f.list.Objects) {
		return fault.New("remove object", "", fault.NotFound, "there is no object %d: the list has %d", index, len(f.list.Objects))
	}
	all := slices.Clone(f.shown)
	remove(&all[index])
	f.list.Objects = slices.Delete(f.list.Objects, index, index+1)
	f.shown = slices.Delete(f.shown, index, index+1)
	if len(f.labels) > 0 {
		gone := f.labels[index]
		remove(&gone)
		f.labels = slices.Delete(f.labels, index, index+1)
		for i := range f.labels {
			f.labels[i].Text = railobject.LabelText(i)
		}
		all = append(append(all, f.labels...), gone)
	}
	f.list.Cleared = false
	return f.publish(all)
}

// remove turns a marker into one that takes it away.
func remove(m *visualization_msgs.Marker) { m.Action = int32(visualization_msgs.MarkerDelete) }

// publish sends the list and markers.
func (f *Face) publish(markers []visualization_msgs.Marker) error {
	f.list.Header.Seq++
	f.list.Header.Stamp = f.node.Clock().Now()
	if err := f.objects.Publish(&f.list); err != nil {
		return err
	}
	return f.markers.Publish(&visualization_msgs.MarkerArray{Markers: markers})
}
