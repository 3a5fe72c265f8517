package scenario

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
)

// Sample is one recorded moment of a trial. World belongs to the trial and must not be kept or changed.
type Sample struct {
	Trial int // 1 for the first
	World *sim.World
	Hand  hand.Status
	Phase pick.Phase
}

// Recorder takes what Record samples, in order, in whatever format it likes.
type Recorder interface {
	// Begin comes once, before the samples, with the gripper of all trials.
	Begin(g *sim.Gripper) error
	Sample(s *Sample) error
	// End comes once, when all trials are done.
	End() error
}

// Record runs the trials one after the other and hands every nth step to a recorder. It stops at the recorder's first error. done, when
// set, is called after each trial.
func (s *Scenario) Record(ctx context.Context, out Recorder, every int, done func()) ([]Row, error) {
	if every < 1 {
		return nil, fault.New("record scenario", s.Name, fault.Invalid, "every %d steps; give 1 or more", every)
	}
	rows, err := s.plan()
	if err != nil {
		return nil, err
	}
	failed := func(err error) error { return fault.New("record scenario", s.Name, fault.Other, "%w", err) }
	if err := out.Begin(&rows[0].cfg.Gripper); err != nil {
		return nil, failed(err)
	}
	var sample Sample
	for i := range rows {
		if ctx.Err() != nil {
			return nil, fault.New("record scenario", s.Name, fault.Preempted, "interrupted")
		}
		n := 0
		var refused error
		err := rows[i].run(func(w *sim.World, st hand.Status, p pick.Phase) {
			if n++; (n-1)%every == 0 && refused == nil {
				sample = Sample{Trial: i + 1, World: w, Hand: st, Phase: p}
				refused = out.Sample(&sample)
			}
		})
		if err != nil {
			return nil, err
		}
		if refused != nil {
			return nil, failed(refused)
		}
		if done != nil {
			done()
		}
	}
	if err := out.End(); err != nil {
		return nil, failed(err)
	}
	return rows, nil
}

// CSV is a recorder of lines: trial, time, phase, the gap joint, the hand's target, forces and slip, the poses of the palm and of the
// object in it, and the normal force of each cell.
type CSV struct {
	w    *bufio.Writer
	line []byte
}

// NewCSV makes a recorder that writes to w.
func NewCSV(w io.Writer) *CSV { return &CSV{w: bufio.NewWriter(w)} }

// Begin implements Recorder.
func (c *CSV) Begin(g *sim.Gripper) error {
	header(c.w, len(g.Pads.Cells))
	return nil // an error stays in w until End
}

// Sample implements Recorder.
func (c *CSV) Sample(s *Sample) error {
	c.line = appendLine(c.line[:0], s.Trial, s.World, &s.Hand, s.Phase)
	_, err := c.w.Write(c.line)
	return err
}

// End implements Recorder.
func (c *CSV) End() error { return c.w.Flush() }

// columns before the cells.
const columns = "trial,time_s,phase,gap_m,gap_vel_m_s,effort_n,mode,target_n,force_left_n,force_right_n,slip," +
	"palm_x_m,palm_y_m,palm_z_m,object_x_m,object_y_m,object_z_m,object_qw,object_qx,object_qy,object_qz"

func header(w io.Writer, cells int) {
	fmt.Fprint(w, columns)
	for _, side := range []string{"left", "right"} {
		for i := 0; i < cells; i++ {
			fmt.Fprintf(w, ",%s_%d_n", side, i)
		}
	}
	fmt.Fprintln(w)
}

func appendLine(b []byte, trial int, w *sim.World, st *hand.Status, p pick.Phase) []byte {
	s := &w.State
	b = strconv.AppendInt(b, int64(trial), 10)
	num := func(v float64) {
		b = append(b, ',')
		b = strconv.AppendFloat(b, v, 'g', 9, 64)
	}
	word := func(v string) {
		b = append(b, ',')
		b = append(b, v...)
	}
	num(s.Time)
	word(p.String())
	num(s.Gap)
	num(s.GapVel)
	num(s.Effort)
	word(st.Mode.String())
	num(st.Target)
	num(st.Force[0])
	num(st.Force[1])
	if st.Slip {
		word("1")
	} else {
		word("0")
	}
	x := s.X_WG.Inv().Mul(s.Bodies[0].X_WO)
	for _, v := range []float64{s.X_WG.P.X, s.X_WG.P.Y, s.X_WG.P.Z, x.P.X, x.P.Y, x.P.Z, x.R.W, x.R.X, x.R.Y, x.R.Z} {
		num(v)
	}
	for f := range s.Normal {
		for _, v := range s.Normal[f] {
			num(v)
		}
	}
	return append(b, '\n')
}
