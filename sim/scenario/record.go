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

// Record runs the trials one after the other and writes every nth step as a line of CSV: trial, time, phase, the gap joint, the
// hand's target, forces and slip, the pose of the object in the palm, and the normal force of each cell.
func (s *Scenario) Record(ctx context.Context, out io.Writer, every int, done func()) ([]Row, error) {
	if every < 1 {
		return nil, fault.New("record scenario", s.Name, fault.Invalid, "every %d steps; give 1 or more", every)
	}
	rows, err := s.plan()
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriter(out)
	header(w, len(rows[0].cfg.Gripper.Pads.Cells))
	var line []byte
	rows, err = s.Observe(ctx, func(trial int, w2 *sim.World, st *hand.Status, p pick.Phase, n int) error {
		if n%every == 0 {
			line = appendLine(line[:0], trial, w2, st, p)
			w.Write(line) // the error stays in w until Flush
		}
		return nil
	}, func(int, *Row) error {
		if done != nil {
			done()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, fault.New("record scenario", s.Name, fault.Other, "%w", err)
	}
	return rows, nil
}

// Observe runs the trials one after the other and tells step of every step: the number of the trial, from 1, and of the step in
// it, from 0. After each trial it tells end what came of it. An error of either ends the run.
func (s *Scenario) Observe(ctx context.Context, step func(trial int, w *sim.World, st *hand.Status, p pick.Phase, n int) error, end func(trial int, r *Row) error) ([]Row, error) {
	rows, err := s.plan()
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if ctx.Err() != nil {
			return nil, fault.New("record scenario", s.Name, fault.Preempted, "interrupted")
		}
		n := 0
		var failed error
		err := rows[i].run(func(w *sim.World, st hand.Status, p pick.Phase) {
			if failed == nil {
				failed = step(i+1, w, &st, p, n)
			}
			n++
		}, s.Witness)
		if err == nil {
			err = failed
		}
		if err == nil {
			err = end(i+1, &rows[i])
		}
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

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
