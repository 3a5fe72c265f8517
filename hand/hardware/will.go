package hardware

// Will is what a loop leaves behind: what a process that owns the bus is to do with a motor when the loop goes away without a last word, as
// with kill -9. Controllers write it into their joint each cycle.
type Will struct {
	Kind   WillKind
	Effort float64 // to go on with, for Hold: N at the gap in a joint, N m at the shaft in an actuator
}

// WillKind says what.
type WillKind uint8

const (
	Undecided WillKind = iota // what the loop before this one left still counts
	Nothing                   // the motor off
	Hold                      // an effort, for as long as the process allows
)

// Keeper is a bus that carries out wills. Keep is called for each board before each Exchange, and allocates nothing; the command of a Hold is
// complete.
type Keeper interface {
	Keep(board int, k WillKind, cmd *Command)
}

// will decides what of a joint's will goes out. Once a controller has decided or driven, silence means nothing.
func (j *Joint) will() Will {
	w := j.Will
	if w.Kind == Undecided && (j.decided || j.Commanded != 0) || w.Kind > Hold || !finite(w.Effort) {
		w = Will{Kind: Nothing}
	}
	j.decided = j.decided || w.Kind != Undecided
	w.Effort = j.cfg.Transmission.Torque(w.Effort, j.angle())
	return w
}

// keep hands the wills of all boards to a bus that carries them out.
func (d *driver) keep() {
	if d.keeper == nil {
		return
	}
	for i, b := range d.boards {
		w := b.act.Command.Will
		if w.Kind == Hold && (d.halted || b.has || !finite(w.Effort)) {
			w.Kind = Nothing
		}
		d.left = Command{}
		if w.Kind == Hold {
			d.left = Command{Mode: ModeEnable | ModeCurrent, DigitalOut: b.command.DigitalOut, Current: b.dev.counts(b.dev.Motor.Current(w.Effort))}
		}
		d.keeper.Keep(i, w.Kind, &d.left)
	}
}
