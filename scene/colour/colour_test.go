package colour

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
)

// plain is a picture of one colour.
func plain(c color.Color, w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(3, 4, 3+w, 4+h)) // not at the origin, as a crop
	for y := range h {
		for x := range w {
			img.Set(3+x, 4+y, c)
		}
	}
	return img
}

func TestHSV(t *testing.T) {
	for _, c := range []struct{ rgb, hsv [3]uint8 }{
		{[3]uint8{0, 0, 0}, [3]uint8{0, 0, 0}}, {[3]uint8{90, 90, 90}, [3]uint8{0, 0, 90}},
		{[3]uint8{255, 0, 0}, [3]uint8{0, 255, 255}}, {[3]uint8{0, 255, 0}, [3]uint8{60, 255, 255}}, {[3]uint8{0, 0, 255}, [3]uint8{120, 255, 255}},
		{[3]uint8{200, 100, 0}, [3]uint8{15, 255, 200}}, {[3]uint8{255, 0, 1}, [3]uint8{0, 255, 255}}, {[3]uint8{100, 50, 75}, [3]uint8{165, 128, 100}},
	} {
		h, s, v := hsv(c.rgb[0], c.rgb[1], c.rgb[2])
		if [3]uint8{h, s, v} != c.hsv {
			t.Errorf("%v: %d %d %d, want %v", c.rgb, h, s, v, c.hsv)
		}
	}
}

// Bins of one colour, by hand: where the corrected and the compatible features differ is what the original got wrong.
func TestFeaturesOfOneColour(t *testing.T) {
	bins := func(v []float64) (out []int) {
		for i, f := range v {
			if f == 1 {
				out = append(out, i)
			} else if f != 0 {
				t.Errorf("bin %d holds %g", i, f)
			}
		}
		return out
	}
	// orange: hue 30 degrees, saturation 255, value 200
	img := plain(color.NRGBA{200, 100, 0, 255}, 4, 5)
	v, err := Features(img)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := bins(v), []int{0, 19, 27, 30, 43, 57}; !slices.Equal(got, want) {
		t.Errorf("bins %v, want %v", got, want)
	}
	// with red and blue exchanged the hue is 210 degrees, bin 5; saturation and value are over 180 and not counted
	if v, err = CompatFeatures(img); err != nil {
		t.Fatal(err)
	}
	if got, want := bins(v), []int{5, 30, 43, 57}; !slices.Equal(got, want) {
		t.Errorf("compat: bins %v, want %v", got, want)
	}
	for _, f := range []func(image.Image) ([]float64, error){Features, CompatFeatures, descriptor} {
		if _, err := f(image.NewNRGBA(image.Rectangle{})); err == nil {
			t.Error("a picture without pixels has features")
		}
	}
}

func TestClassifierErrors(t *testing.T) {
	if _, err := Train(nil); err == nil {
		t.Error("trained on nothing")
	}
	if _, err := Train([]Sample{{Class: "x"}}); err == nil {
		t.Error("trained on no picture")
	}
	red, blue := plain(color.NRGBA{200, 20, 20, 255}, 9, 9), plain(color.NRGBA{20, 20, 200, 255}, 9, 9)
	c, err := Train([]Sample{{"Ball", red}, {"cube", blue}})
	if err != nil {
		t.Fatal(err)
	}
	if names, err := c.Names(plain(color.NRGBA{205, 22, 18, 255}, 20, 7), 0.5); err != nil || len(names) == 0 || names[0] != "BALL" {
		t.Errorf("red is %v (%v)", names, err)
	}
	if names, err := c.Names(plain(color.NRGBA{20, 200, 20, 255}, 9, 9), 0.5); err != nil || len(names) != 0 {
		t.Errorf("green is %v (%v)", names, err)
	}
	if _, err := c.Names(nil, 0.5); err == nil {
		t.Error("no picture is recognised")
	}
	if _, err := c.Classify(image.NewNRGBA(image.Rectangle{})); err == nil {
		t.Error("an empty picture is recognised")
	}
}

// Pictures that are all alike leave no distance to measure others by; confidences stay numbers from 0 to 1 all the same.
func TestPicturesThatAreAlike(t *testing.T) {
	red, blue := plain(color.NRGBA{200, 20, 20, 255}, 9, 9), plain(color.NRGBA{20, 20, 200, 255}, 9, 9)
	for name, samples := range map[string][]Sample{
		"one class":        {{"ball", red}, {"ball", red}},
		"two classes":      {{"ball", red}, {"ball", red}, {"cube", blue}, {"cube", blue}},
		"the same picture": {{"ball", red}, {"ball", red}, {"cube", red}, {"cube", red}},
	} {
		c, err := Train(samples)
		if err != nil {
			t.Fatal(err)
		}
		for what, img := range map[string]image.Image{"red": red, "nearly red": plain(color.NRGBA{201, 21, 20, 255}, 5, 9), "blue": blue, "green": plain(color.NRGBA{20, 200, 20, 255}, 9, 9)} {
			list, err := c.Classify(img)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range list {
				if !(g.Confidence >= 0 && g.Confidence <= 1) {
					t.Errorf("%s, %s: confidence %g of %s", name, what, g.Confidence, g.Class)
				}
			}
			first := list[0]
			switch {
			case name == "the same picture" && first.Confidence > 0.5:
				t.Errorf("%s, %s: %+v, though nothing tells the classes apart", name, what, first)
			case name != "the same picture" && what == "red" && (first.Class != "BALL" || first.Confidence < 0.9):
				t.Errorf("%s, %s: %+v", name, what, first)
			case what == "green" && first.Confidence > 0.01:
				t.Errorf("%s, %s: %+v", name, what, first)
			}
		}
	}
	c, err := Train([]Sample{{"ball", red}, {"cube", blue}})
	if err != nil {
		t.Fatal(err)
	}
	if names, err := c.Names(red, 0.5); err != nil || !slices.Equal(names, []string{"BALL"}) {
		t.Error(names, err)
	}
	if names, err := c.Names(plain(color.NRGBA{20, 200, 20, 255}, 9, 9), 0.5); err != nil || len(names) != 0 {
		t.Error(names, err)
	}
}

// railImages are the 436 recorded crops of 17 objects.
func railImages(t testing.TB) []Sample {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "data", "rail", "images")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no recorded pictures in ../shared/data/rail/images")
	}
	out, err := LoadSamples(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != 436 {
		t.Fatalf("%d pictures, want 436", len(out))
	}
	return out
}

func TestLoadSamples(t *testing.T) {
	dir := t.TempDir()
	fails := func(dir, say string, kind fault.Kind) {
		t.Helper()
		if _, err := LoadSamples(dir); fault.KindOf(err) != kind || !strings.Contains(err.Error(), say) {
			t.Errorf("%v, want %v with %q", err, kind, say)
		}
	}
	fails(filepath.Join(dir, "none"), "no such folder", fault.NotFound)
	fails(dir, "holds no pictures", fault.NotFound)
	for _, class := range []string{"ball", "cube"} {
		if err := os.Mkdir(filepath.Join(dir, class), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := Save(filepath.Join(dir, class, "1.png"), plain(color.NRGBA{200, 20, 20, 255}, 9, 7)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := LoadSamples(dir)
	if err != nil || len(s) != 2 || s[1].Class != "cube" || s[1].Picture.Bounds().Dx() != 9 {
		t.Errorf("%+v %v", s, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ball", "2.png"), []byte("no picture"), 0o666); err != nil {
		t.Fatal(err)
	}
	fails(dir, "2.png", fault.Invalid)
	if Save(filepath.Join(dir, "none", "1.png"), s[0].Picture) == nil {
		t.Error("saved into a folder that does not exist")
	}
}

// folds deals the pictures of each class to n folds in an order that the seed decides.
func folds(files []Sample, n int, seed int) []int {
	order := make([]int, len(files))
	key := make([]uint64, len(files))
	for i := range files {
		order[i] = i
		h := fnv.New64a()
		fmt.Fprint(h, seed, " ", i)
		key[i] = h.Sum64()
	}
	slices.SortFunc(order, func(a, b int) int {
		if key[a] < key[b] {
			return -1
		}
		return 1
	})
	dealt := map[string]int{}
	fold := make([]int, len(files))
	for _, i := range order {
		fold[i] = dealt[files[i].Class] % n
		dealt[files[i].Class]++
	}
	return fold
}

// Each fifth of the pictures is recognised by a classifier of the other four.
func TestRail22CrossValidation(t *testing.T) {
	files := railImages(t)
	right, kept := 0, 0
	const repeats = 3
	for seed := range repeats {
		fold := folds(files, 5, seed)
		for f := range 5 {
			var train []Sample
			for i := range files {
				if fold[i] != f {
					train = append(train, files[i])
				}
			}
			c, err := Train(train)
			if err != nil {
				t.Fatal(err)
			}
			for i := range files {
				if fold[i] != f {
					continue
				}
				list, err := c.Classify(files[i].Picture)
				if err != nil {
					t.Fatal(err)
				}
				g, ok := list[0], list[0].Confidence >= 0.5
				if g.Class == strings.ToUpper(files[i].Class) {
					right++
					if ok {
						kept++
					}
				}
			}
		}
	}
	n := float64(repeats * len(files))
	t.Logf("%.1f %% right, %.1f %% right and not rejected", 100*float64(right)/n, 100*float64(kept)/n)
	if float64(right)/n < 0.95 {
		t.Errorf("%.1f %% right, want at least 95 %%", 100*float64(right)/n)
	}
}

// Of 12 classes held in, pictures of 5 others are rejected, whichever 5.
func TestRail22Reject(t *testing.T) {
	files := railImages(t)
	var classes []string
	for _, f := range files {
		if !slices.Contains(classes, f.Class) {
			classes = append(classes, f.Class)
		}
	}
	out, rejected, in, kept := 0, 0, 0, 0
	for start := range classes {
		left := map[string]bool{}
		for k := range 5 {
			left[classes[(start+3*k)%len(classes)]] = true
		}
		fold := folds(files, 5, start)
		var train []Sample
		for i, f := range files {
			if !left[f.Class] && fold[i] != 0 {
				train = append(train, f)
			}
		}
		c, err := Train(train)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range files {
			if !left[f.Class] && fold[i] != 0 {
				continue
			}
			list, err := c.Classify(f.Picture)
			if err != nil {
				t.Fatal(err)
			}
			g, ok := list[0], list[0].Confidence >= 0.5
			switch {
			case left[f.Class]:
				out++
				if !ok {
					rejected++
				}
			default:
				in++
				if ok && g.Class == strings.ToUpper(f.Class) {
					kept++
				}
			}
		}
	}
	t.Logf("%.1f %% of %d pictures of unknown objects rejected, %.1f %% of %d of known ones right and kept", 100*float64(rejected)/float64(out), out, 100*float64(kept)/float64(in), in)
	if float64(rejected)/float64(out) < 0.7 || float64(kept)/float64(in) < 0.85 {
		t.Error("want at least 70 % rejected and 85 % kept")
	}
}

func TestClassifyFeaturesSumToOne(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 31, 17))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 37)
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	v, err := Features(img)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 6 {
		s := 0.0
		for _, f := range v[k*Bins : (k+1)*Bins] {
			s += f
		}
		if math.Abs(s-1) > 1e-12 {
			t.Errorf("histogram %d sums to %g", k, s)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	files := railImages(b)
	c, err := Train(files)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := c.Classify(files[7].Picture); err != nil {
			b.Fatal(err)
		}
	}
}
