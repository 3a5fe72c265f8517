package recognize

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// Folder is a store of files: RAIL model texts (.txt) and clouds (.pcd, .ply) named after their objects, demonstrations in the folder
// demonstrations below. A number after a dot is the id: tuna.12.txt is model 12, TUNA. Files without one are numbered by their names'
// order with the numbers that are left. New models are written as texts. It is safe for concurrent use.
type Folder struct {
	Path string

	mu sync.Mutex
}

// demonstrations is where they are, below the models.
const demonstrations = "demonstrations"

// Version is made of the files' names, sizes and times.
func (f *Folder) Version(context.Context) (string, error) {
	var b strings.Builder
	for _, dir := range []string{f.Path, filepath.Join(f.Path, demonstrations)} {
		entries, err := os.ReadDir(dir)
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && dir != f.Path) {
			return "", fault.New("read models", dir, fault.NotFound, "%w: give the folder of the models", err)
		}
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
				fmt.Fprintf(&b, "%q %d %d\n", e.Name(), info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String(), nil
}

// Models reads every model. A folder without any is no error here: models may come.
func (f *Folder) Models(context.Context) ([]recognize.Model, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return load(f.Path)
}

// Demonstrations reads every demonstration; each must have one grasp.
func (f *Folder) Demonstrations(context.Context) ([]recognize.Model, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir := filepath.Join(f.Path, demonstrations)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	list, err := load(dir)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if n := len(list[i].Grasps); n != 1 {
			return nil, fault.New("read demonstrations", dir, fault.Invalid, "%s has %d grasps; a demonstration has one", list[i].Name, n)
		}
	}
	return list, nil
}

// load reads the models of a folder and gives them their ids.
func load(dir string) ([]recognize.Model, error) {
	if empty, err := withoutModels(dir); err != nil || empty {
		return nil, err
	}
	list, err := recognize.LoadModels(dir, geom.UnitZ)
	if err != nil {
		return nil, err
	}
	taken := map[uint32]string{}
	for i := range list {
		m := &list[i]
		m.ID = 0
		name, number, ok := cutLast(m.Name, ".")
		if id, err := strconv.ParseUint(number, 10, 32); ok && err == nil && id > 0 {
			if other := taken[uint32(id)]; other != "" {
				return nil, fault.New("read models", dir, fault.Conflict, "%s and %s have the number %d: rename one", other, name, id)
			}
			m.Name, m.ID = name, uint32(id)
			taken[m.ID] = name
		}
	}
	next := uint32(1)
	for i := range list {
		if list[i].ID == 0 {
			for taken[next] != "" {
				next++
			}
			list[i].ID = next
			taken[next] = list[i].Name
		}
	}
	slices.SortFunc(list, func(a, b recognize.Model) int { return int(int64(a.ID) - int64(b.ID)) })
	return list, nil
}

func withoutModels(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, fault.New("read models", dir, fault.NotFound, "%w: give the folder of the models", err)
	}
	return !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && slices.Contains([]string{".txt", ".pcd", ".ply"}, strings.ToLower(filepath.Ext(e.Name())))
	}), nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// AddModel writes a model under the next number. The file appears complete or not at all.
func (f *Folder) AddModel(_ context.Context, m *recognize.Model) (uint32, error) {
	const op = "store model"
	f.mu.Lock()
	defer f.mu.Unlock()
	name := strings.ToLower(strings.TrimSpace(m.Name))
	if name == "" {
		name = "object"
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) }) || strings.HasPrefix(name, ".") || len(name) > 200 {
		return 0, fault.New(op, fmt.Sprintf("%.40q", m.Name), fault.Invalid, "this name cannot be that of a file")
	}
	list, err := load(f.Path)
	if err != nil {
		return 0, fault.Wrap(op, "", err)
	}
	id := uint32(1)
	for i := range list {
		id = max(id, list[i].ID+1)
	}
	path := filepath.Join(f.Path, fmt.Sprintf("%s.%d.txt", name, id))
	tmp, err := os.CreateTemp(f.Path, ".model-*")
	if err != nil {
		return 0, fault.New(op, path, fault.Permission, "%w", err)
	}
	_, err = tmp.Write(recognize.AppendText(nil, m))
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return 0, fault.New(op, path, fault.Other, "%w", err)
	}
	return id, nil
}
