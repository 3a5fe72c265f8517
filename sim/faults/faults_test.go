package faults

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/pick"
)

// Whatever goes wrong: the arm stands, nothing is crushed, nothing falls, and the result says what it was. The test prints the matrix.
func TestFaultMatrix(t *testing.T) {
	want := map[string]struct {
		value pick.Value
		code  string // begins so
		state string
	}{
		"pickup none": {pick.Success, "1 ", "held"},
		"place none":  {pick.Success, "1 ", "on the table"},
		"pickup miss: the object is not where it was seen": {pick.FailedValue, "12 ", "on the table"},
		"pickup slip in the lift, once":                    {pick.Success, "1 ", "held"},
		"pickup slip in the lift, always":                  {pick.FailedValue, "12 ", "on the table"},
		"pickup a pull of 2 N while it is held":            {pick.Success, "1 ", "held"},
		"pickup approach blocked by what is known":         {pick.Unfeasible, "3 ", "on the table"},
		"pickup approach blocked by what nobody saw":       {pick.FailedValue, "12 ", "on the table"},
		"pickup out of reach":                              {pick.Unfeasible, "2 ", "on the table"},
		"place out of reach":                               {pick.Unfeasible, "2 ", "held"},
		"place place is occupied":                          {pick.Unfeasible, "3 ", "held"},
		"place nothing to stand on":                        {pick.FailedValue, "12 ", "held"},
		"pickup the arm's planner does not answer":         {pick.ErrorValue, "4 ", "on the table"},
		"pickup arm stopped while moving to the pregrasp":  {pick.Unfeasible, "11 ", "on the table"},
		"pickup arm stopped while moving to the grasp":     {pick.ErrorValue, "12 ", "on the table"},
		"pickup arm stopped while closing":                 {pick.LiftFailedValue, "13 ", "on the table"},
		"pickup arm stopped while lifting":                 {pick.LiftFailedValue, "13 ", "held"},
		"pickup arm stopped while shaking":                 {pick.Success, "1 ", "held"},
		"place arm stopped while moving to the place":      {pick.Unfeasible, "11 ", "held"},
		"place arm stopped while placing":                  {pick.ErrorValue, "12 ", "held"},
		"place arm stopped while retreating":               {pick.RetreatFailedValue, "13 ", "on the table"},
		"pickup hand killed while moving to the grasp":     {pick.ErrorValue, "12 ", "on the table"},
		"pickup hand killed while closing":                 {pick.ErrorValue, "12 ", "on the table"},
		"pickup hand killed while lifting":                 {pick.ErrorValue, "12 ", ""},
		"pickup hand killed while holding":                 {pick.ErrorValue, "12 ", "held"},
		"place hand killed while moving to the place":      {pick.ErrorValue, "12 ", "held"},
		"place hand killed while placing":                  {pick.ErrorValue, "12 ", "held"},
		"pickup cancelled while checking feasibility":      {pick.NoResult, "", "on the table"},
		"pickup cancelled while moving to the pregrasp":    {pick.NoResult, "-", "on the table"},
		"pickup cancelled while moving to the grasp":       {pick.NoResult, "-", "on the table"},
		"pickup cancelled while closing":                   {pick.NoResult, "-", "on the table"},
		"pickup cancelled while opening after a miss":      {pick.NoResult, "-", "on the table"},
		"pickup cancelled while retreating after a miss":   {pick.NoResult, "-", "on the table"},
		"clear the camera is silent":                       {pick.ErrorValue, "-", "on the table"},
		"clear the database is gone":                       {pick.Success, "-", "on the table"},
		"place cancelled while checking feasibility":       {pick.NoResult, "-", "held"},
		"place place is occupied by what nobody saw":       {pick.FailedValue, "12 ", "held"},
		"pickup cancelled while loading":                   {pick.NoResult, "-", "on the table"},
		"pickup cancelled while lifting":                   {pick.NoResult, "-", "on the table"},
		"pickup cancelled while shaking":                   {pick.NoResult, "-", "held"},
		"pickup cancelled while holding":                   {pick.NoResult, "-", "held"},
		"place cancelled while moving to the place":        {pick.NoResult, "-", "held"},
		"place cancelled while placing":                    {pick.NoResult, "-", "held"},
		"place cancelled while opening":                    {pick.NoResult, "-", "on the table"},
		"place cancelled while retreating":                 {pick.NoResult, "-", "on the table"},
	}
	for _, c := range Cases() {
		r, err := Run(t.Context(), c)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		t.Logf("%-6s | %-45s | %-22v | %-22s | %s | %-14s | %s", r.Task, r.Fault, r.Value, r.Code, fmt.Sprint(r.Phases), r.State(), r.Reason)
		if r.Dropped || r.Crushed || !r.Still {
			t.Errorf("%s %s: %s", r.Task, r.Fault, r.State())
		}
		w, ok := want[r.Task+" "+r.Fault]
		if !ok {
			t.Errorf("%s %s: nothing is expected of it", r.Task, r.Fault)
			continue
		}
		if r.Value != w.value || !strings.HasPrefix(r.Code, w.code) || w.state != "" && r.State() != w.state {
			t.Errorf("%s %s: %v, %s, %s; want %v, %s..., %s", r.Task, r.Fault, r.Value, r.Code, r.State(), w.value, w.code, w.state)
		}
		if (r.Value != pick.Success || c.Clear != nil) && r.Reason == "" {
			t.Errorf("%s %s: it does not say why", r.Task, r.Fault)
		}
	}
}
