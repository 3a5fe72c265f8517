package graspdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Memory names a database that lives as long as the process.
const Memory = "memory:"

// busy is how long a writer waits for another process before it gives up.
const busy = 20 * time.Second

// DB is an open database. Its methods may be called from many goroutines, and many processes may open one database.
type DB struct {
	name     string // fit to print: no password
	postgres bool
	read     *sql.DB
	write    *sql.DB // SQLite admits one writer at a time; one connection queues them here, where waiting is fair
	line     *line   // and where writers of other processes wait; nil for none
	wal      string  // path of SQLite's write-ahead log, "" for none
}

// Open opens the database that at names, a path, "memory:" or a postgres:// URL, and makes or updates its tables.
// The path's folder must exist.
func Open(ctx context.Context, at string) (*DB, error) {
	const op = "open database"
	db := &DB{name: at}
	switch {
	case at == "":
		return nil, fault.New(op, "", fault.Invalid, "no database is named; give a path, %q or a postgres:// URL", Memory)
	case isPostgres(at):
		var err error
		if db, err = connect(at); err != nil {
			return nil, err
		}
	case strings.Contains(at, "://"):
		return nil, fault.New(op, at, fault.Unsupported, "databases are SQLite files and postgres:// URLs")
	case at == Memory:
		var err error
		if db.write, err = sql.Open("sqlite", "file::memory:?"+pragmas("off")); err != nil {
			return nil, db.wrap(op, err)
		}
		db.write.SetMaxOpenConns(1) // every connection would be a memory of its own
		db.write.SetConnMaxIdleTime(0)
		db.read = db.write
	default:
		dir := filepath.Dir(at)
		if st, err := os.Stat(dir); err != nil || !st.IsDir() {
			return nil, fault.New(op, at, fault.NotFound, "the folder %s does not exist; make it first", dir)
		}
		if err := db.openFile(ctx, at); err != nil {
			return nil, db.wrap(op, err)
		}
	}
	if err := db.migrate(ctx, migrations); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// openFile opens a SQLite file.
func (db *DB) openFile(ctx context.Context, at string) error {
	file := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: at}).EscapedPath()}).String() + "?"
	db.wal = at + "-wal"
	write, mode := (*sql.DB)(nil), ""
	for _, dsn := range []string{file + pragmas("normal"), file + pragmas("full")} {
		var err error
		if write, err = sql.Open("sqlite", dsn); err != nil {
			return err
		}
		write.SetMaxOpenConns(1)
		if err := write.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
			return errors.Join(err, write.Close())
		}
		if db.read, err = sql.Open("sqlite", dsn); err != nil {
			return errors.Join(err, write.Close())
		}
		if mode == "wal" || db.wal == "" {
			break
		}
		// A file system without write-ahead logs: SQLite itself has to flush its journal.
		if db.wal, err = "", errors.Join(db.read.Close(), write.Close()); err != nil {
			return err
		}
	}
	db.write = write
	db.read.SetMaxOpenConns(8)
	db.line = newLine(at + "-line")
	return nil
}

func isPostgres(at string) bool {
	return strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://")
}

// connect prepares connections to a PostgreSQL server; they are made when they are needed.
func connect(at string) (*DB, error) {
	const op = "open database"
	if !isPostgres(at) {
		return nil, fault.New(op, at, fault.Unsupported, "give the postgres:// URL of a PostgreSQL server")
	}
	u, err := url.Parse(at)
	if err != nil {
		return nil, fault.New(op, "postgres", fault.Invalid, "the URL cannot be read: %w", errors.Unwrap(err))
	}
	db := &DB{name: u.Redacted(), postgres: true}
	if db.write, err = sql.Open("pgx", at); err != nil {
		return nil, fault.New(op, db.name, fault.Invalid, "%s", oneLine(err))
	}
	db.write.SetMaxOpenConns(16)
	db.read = db.write
	return db, nil
}

// pragmas of every SQLite connection: readers beside a writer, and transactions that take the write lock at their start, where waiting for
// it is possible. With synchronous "normal" a commit is brought to disk by flush, not by SQLite, which would keep all other writers waiting
// meanwhile.
func pragmas(synchronous string) string {
	return "_pragma=busy_timeout(" + strconv.Itoa(int(busy.Milliseconds())) + ")&_pragma=journal_mode(wal)&_pragma=synchronous(" + synchronous + ")" +
		"&_pragma=foreign_keys(1)&_txlock=immediate"
}

// flush brings what is committed to disk. SQLite appends each commit to its write-ahead log, and has that on disk itself before it moves
// commits from there to the database, so that the log alone needs to be flushed; those of several processes at once are one write. Later
// commits follow in the log, and none can outlive an earlier one.
func (db *DB) flush() error {
	if db.wal == "" {
		return nil
	}
	f, err := os.Open(db.wal)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err != nil {
		return fault.New("", db.name, fault.Unavailable, "the disk reports an error (%s); what was written may be lost with the power", oneLine(err))
	}
	return nil
}

// Name is what the database was opened as, without a password.
func (db *DB) Name() string { return db.name }

// Close ends all connections.
func (db *DB) Close() error {
	err := db.write.Close()
	if db.read != nil && db.read != db.write {
		err = errors.Join(err, db.read.Close())
	}
	err = errors.Join(err, db.line.close())
	if err != nil {
		return db.wrap("close database", err)
	}
	return nil
}

// wrap classifies what a driver reports and adds a remedy where there is one.
func (db *DB) wrap(op string, err error) error {
	var ours *fault.Error
	var pg *pgconn.PgError
	var connect *pgconn.ConnectError
	var lite *sqlite.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ours):
		return fault.Wrap(op, db.name, err)
	case errors.Is(err, sql.ErrNoRows):
		return fault.New(op, db.name, fault.NotFound, "no such row")
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(op, db.name, fault.Timeout, "%w", err)
	case errors.Is(err, context.Canceled):
		return fault.New(op, db.name, fault.Preempted, "%w", err)
	case errors.As(err, &connect):
		return fault.New(op, db.name, fault.Unavailable, "the server does not answer or refuses: %s; check host, port, user and that it runs", oneLine(errors.Unwrap(connect)))
	case errors.As(err, &pg):
		kind := fault.Other
		switch {
		case strings.HasPrefix(pg.Code, "08"), strings.HasPrefix(pg.Code, "57"):
			kind = fault.Unavailable
		case pg.Code == "53100":
			return fault.New(op, db.name, fault.Unavailable, "the server's disk is full; nothing was changed; free space and try again")
		case strings.HasPrefix(pg.Code, "28"), pg.Code == "42501":
			kind = fault.Permission
		case strings.HasPrefix(pg.Code, "23"):
			kind = fault.Conflict
		case strings.HasPrefix(pg.Code, "22"):
			kind = fault.Invalid
		}
		return fault.New(op, db.name, kind, "%s (%s)", oneLine(errors.New(pg.Message)), pg.Code)
	case errors.As(err, &lite):
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			return fault.New(op, db.name, fault.Unavailable, "the disk is full; nothing was changed; free space and try again")
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return fault.New(op, db.name, fault.Timeout, "another process kept the database locked for %v; try again, or end that process", busy)
		case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
			return fault.New(op, db.name, fault.Invalid, "not a readable SQLite database (%s); restore it from a copy", oneLine(err))
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
			return fault.New(op, db.name, fault.Permission, "the file cannot be opened for writing (%s); check its owner and folder", oneLine(err))
		case sqlite3.SQLITE_IOERR:
			return fault.New(op, db.name, fault.Unavailable, "the disk reports an error (%s); nothing was changed", oneLine(err))
		case sqlite3.SQLITE_CONSTRAINT:
			return fault.New(op, db.name, fault.Conflict, "%s", oneLine(err))
		}
	}
	return fault.New(op, db.name, fault.Other, "%s", oneLine(err))
}

func oneLine(err error) string {
	if err == nil {
		return "no reason given"
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}

// sql turns the placeholders ? of a statement into the $n of PostgreSQL.
func (db *DB) sql(q string) string {
	if !db.postgres {
		return q
	}
	var b strings.Builder
	n := 0
	for _, c := range q {
		if c == '?' {
			n++
			fmt.Fprintf(&b, "$%d", n)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// transact runs f in one transaction: all of it or nothing is kept.
func (db *DB) transact(ctx context.Context, op string, f func(*sql.Tx) error) error {
	leave, err := db.line.wait(ctx)
	if err != nil {
		return db.wrap(op, err)
	}
	tx, err := db.write.BeginTx(ctx, nil) // takes SQLite's lock
	leave()
	if err != nil {
		return db.wrap(op, err)
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback() // the first error is the one to report
		return db.wrap(op, err)
	}
	if err := tx.Commit(); err != nil {
		return db.wrap(op, err)
	}
	return db.wrap(op, db.flush())
}

// micros is how times are stored: microseconds since 1970 in UTC.
func micros(t time.Time) int64 { return t.UnixMicro() }

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }
