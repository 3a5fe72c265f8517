package main

import (
	"encoding/json"
	"io"
	"runtime"
	"strings"
)

// writeSBOM writes what a version is made of, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/).
func writeSBOM(w io.Writer, version string, list []component) error {
	type licence struct {
		License struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	type part struct {
		Type     string    `json:"type"`
		Ref      string    `json:"bom-ref"`
		Name     string    `json:"name"`
		Version  string    `json:"version"`
		PURL     string    `json:"purl"`
		Licences []licence `json:"licenses"`
	}
	newPart := func(kind, from, name, version, spdx string) part {
		purl := "pkg:" + from + "/" + strings.Replace(name, "@", "%40", 1) + "@" + version
		p := part{Type: kind, Ref: purl, Name: name, Version: version, PURL: purl, Licences: []licence{{}}}
		p.Licences[0].License.ID = spdx
		return p
	}
	const own = "github.com/holdfast-robotics/holdfast"
	bom := struct {
		Format   string `json:"bomFormat"`
		Spec     string `json:"specVersion"`
		Version  int    `json:"version"`
		Metadata struct {
			Component part `json:"component"`
		} `json:"metadata"`
		Components []part `json:"components"`
	}{Format: "CycloneDX", Spec: "1.5", Version: 1}
	bom.Metadata.Component = newPart("application", "golang", own, version, "Apache-2.0")
	for _, c := range list {
		if c.Path == "std" {
			c.Version = strings.TrimPrefix(runtime.Version(), "go")
		}
		from := "golang"
		if c.npm {
			from = "npm"
		}
		bom.Components = append(bom.Components, newPart("library", from, c.Path, c.Version, c.licence))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(bom)
}
