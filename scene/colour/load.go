package colour

import (
	"errors"
	"image"
	_ "image/jpeg" // pictures of a folder may be JPEG
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

const opLoad = "load pictures"

// maxPixels bounds a training picture: crops of objects are small, and a decoder takes four bytes a pixel.
const maxPixels = 1 << 24

// LoadSamples reads pictures (PNG, JPEG) from a folder that holds one folder a class, as images/tuna/1.png, in the order of
// their names.
func LoadSamples(dir string) ([]Sample, error) {
	classes, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fault.New(opLoad, dir, fault.NotFound, "there is no such folder: check the name and the working directory")
		}
		return nil, fault.New(opLoad, dir, fault.Permission, "%w", err)
	}
	var out []Sample
	for _, c := range classes {
		if !c.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(dir, c.Name()))
		if err != nil {
			return nil, fault.New(opLoad, filepath.Join(dir, c.Name()), fault.Permission, "%w", err)
		}
		for _, f := range files {
			if f.IsDir() || !slices.Contains([]string{".png", ".jpg", ".jpeg"}, strings.ToLower(filepath.Ext(f.Name()))) {
				continue
			}
			img, err := readPicture(filepath.Join(dir, c.Name(), f.Name()))
			if err != nil {
				return nil, err
			}
			out = append(out, Sample{Class: c.Name(), Picture: img})
		}
	}
	if len(out) == 0 {
		return nil, fault.New(opLoad, dir, fault.NotFound, "the folder holds no pictures: put PNG or JPEG crops there in one folder an object, as %s", filepath.Join(dir, "tuna", "1.png"))
	}
	return out, nil
}

func readPicture(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.File(opLoad, path, err)
	}
	defer f.Close()
	cfg, _, err := image.DecodeConfig(f)
	if err != nil {
		return nil, fault.New(opLoad, path, fault.Invalid, "%w; remove the file or save it as PNG", err)
	}
	if cfg.Width > maxPixels || cfg.Height > maxPixels || cfg.Width*cfg.Height > maxPixels {
		return nil, fault.New(opLoad, path, fault.TooLarge, "%d x %d pixels: crop the object", cfg.Width, cfg.Height)
	}
	if _, err := f.Seek(0, 0); err != nil {
		return nil, fault.New(opLoad, path, fault.Other, "%w", err)
	}
	img, _, err := image.Decode(f)
	if err != nil {
		return nil, fault.New(opLoad, path, fault.Invalid, "%w; copy or save the file again", err)
	}
	return img, nil
}

// Save writes a picture as PNG, for the folder that LoadSamples reads.
func Save(path string, img image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return fault.New("save picture", path, fault.Permission, "%w", err)
	}
	if err := errors.Join(png.Encode(f, img), f.Close()); err != nil {
		return fault.New("save picture", path, fault.Other, "%w", err)
	}
	return nil
}
