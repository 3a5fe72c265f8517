package colour

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Acceptance tests 20 and 21 of rail_recognition rest on files of its repository that are not part of ../shared.

// 20: the sixty numbers of CompatFeatures are those that the original wrote down for its 428 training pictures: class, ten numbers of
// another feature, and the sixty, in each row.
func TestRail20_FeatureConformance(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "data", "rail", "feature_vectors_428.csv")
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("the original's feature vectors are not here (%s): what CompatFeatures counts is checked by hand in TestFeaturesOfOneColour", path)
	}
	defer f.Close()
	known := map[string][][]float64{}
	for _, s := range railImages(t) {
		v, err := CompatFeatures(s.Picture)
		if err != nil {
			t.Fatal(err)
		}
		known[s.Class] = append(known[s.Class], v)
	}
	rows, same := 0, 0
	for in := bufio.NewScanner(f); in.Scan(); {
		cells := strings.Split(strings.TrimSpace(in.Text()), ",")
		if len(cells) != 71 {
			t.Fatalf("row %d has %d columns", rows+1, len(cells))
		}
		rows++
		best := math.Inf(1) // over the pictures of the class, of the largest difference
		for _, v := range known[strings.TrimSpace(cells[0])] {
			most := 0.0
			for k, text := range cells[11:] {
				x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
				if err != nil {
					t.Fatal(err)
				}
				most = max(most, math.Abs(x-v[k]))
			}
			best = min(best, most)
		}
		if best <= 0.01 {
			same++
		}
	}
	if rows != 428 || same != rows {
		t.Errorf("%d of %d rows are met within 0.01, want 428 of 428", same, rows)
	}
}

// 21: the original's trained network on its test pictures.
func TestRail21_StoredNetwork(t *testing.T) {
	t.Skip("neither the original's network (recognitionNeuralNet.yml) nor its 211 test pictures are here, and no such network is read: pictures are recognised by their nearest neighbours, see tests 22")
}
