package recognize

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const opLoad = "load models"

// LoadModels reads every model of a folder: RAIL model texts (.txt) and clouds (.pcd, .ply; without grasps). A model is named
// after its file, and numbered from 1 in the order of the names, in which model_2 is before model_10. Clouds stand upright
// along up, or lie any way where up is zero; texts say themselves.
func LoadModels(dir string, up geom.Vec) ([]Model, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fault.New(opLoad, dir, fault.NotFound, "there is no such folder: check the name and the working directory")
		case errors.Is(err, fs.ErrPermission):
			return nil, fault.New(opLoad, dir, fault.Permission, "the folder may not be read by this user: change its permissions (chmod +rx)")
		}
		if st, e := os.Stat(dir); e == nil && !st.IsDir() {
			return nil, fault.New(opLoad, dir, fault.Invalid, "this is a file: name the folder that holds the models")
		}
		return nil, fault.New(opLoad, dir, fault.Other, "%w", err)
	}
	var files []string
	for _, e := range entries {
		switch strings.ToLower(filepath.Ext(e.Name())) {
		case ".txt", ".pcd", ".ply":
			if !e.IsDir() {
				files = append(files, e.Name())
			}
		}
	}
	if len(files) == 0 {
		return nil, fault.New(opLoad, dir, fault.NotFound, "the folder holds no model: put .pcd, .ply or RAIL model .txt files there, each named after its object")
	}
	slices.SortStableFunc(files, natural)
	models := make([]Model, len(files))
	for i, f := range files {
		m, err := loadModel(filepath.Join(dir, f), up)
		if err != nil {
			return nil, err
		}
		m.ID, m.Name = uint32(i+1), canonicalName(strings.TrimSuffix(f, filepath.Ext(f)))
		models[i] = *m
	}
	return models, nil
}

func loadModel(path string, up geom.Vec) (*Model, error) {
	if !strings.EqualFold(filepath.Ext(path), ".txt") {
		c, err := cloud.Load(path)
		if err != nil {
			return nil, err
		}
		m := &Model{Cloud: c, Up: up}
		if c.ValidCount() == 0 {
			return nil, fault.New(opLoad, path, fault.Invalid, "the cloud has no valid points: record it again")
		}
		return m, nil
	}
	st, err := os.Stat(path)
	if err == nil && st.Size() > maxText {
		return nil, fault.New(opLoad, path, fault.TooLarge, "%d bytes; a model has at most %d", st.Size(), maxText)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.File(opLoad, path, err)
	}
	return ReadText(b, path)
}

// natural orders names with numbers by the numbers.
func natural(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			x, y := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
