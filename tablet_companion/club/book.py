"""The club's database: events of tables, counted once, and a tournament's rounds and results."""

from __future__ import annotations

import contextlib
import csv
import io
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError
from hardware.files import require_database
from tablet_companion.club.messages import Happened
from tablet_companion.club.pairing import BYE, Game

_TABLES: Final = """
-- A table whose spool was lost counts from one again: only a number with its time is one event.
CREATE TABLE IF NOT EXISTS told (place TEXT, number INTEGER, at_s REAL, game TEXT, kind TEXT,
  seat TEXT, seats TEXT, winners TEXT, PRIMARY KEY (place, number, at_s)) WITHOUT ROWID;
-- The number up to which no event of a table is missing since the club first heard of it.
CREATE TABLE IF NOT EXISTS met (place TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sides (name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, round INTEGER, place TEXT, home TEXT,
  away TEXT, points REAL);
"""


class BookError(CompanionError):
    """The club's database cannot be opened; nothing in it is lost."""


class Book:
    """Everything the club stores, in one file; thread-safe."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises BookError."""
        self._lock = threading.RLock()
        try:
            self._db = _open(path)
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error  # without its number
            raise BookError(
                f"{path}: the club's results cannot be stored there ({reason}); name another file "
                "with --book."
            ) from error

    def note(self, told: Iterable[tuple[str, Happened]]) -> bool:
        """Store events, each once; results are entered in the pairings.

        False if the disk cannot be written; none of them is stored then.
        """
        try:
            self._note(told)
        except sqlite3.Error:
            return False
        return True

    def _note(self, told: Iterable[tuple[str, Happened]]) -> None:
        with self._lock, self._db:
            self._db.execute("BEGIN")
            for place, one in told:
                seats, winners = " ".join(one.seats), " ".join(one.winners)
                row = (place, one.number, one.at_s, one.game, one.kind, one.seat, seats, winners)
                kept = self._db.execute(
                    "INSERT OR IGNORE INTO told VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row
                )
                if kept.rowcount:
                    self._take_result(place, one)

    def find_gap(self, place: str, newest: int) -> int | None:
        """Return the number after which a table's events are missing; None if none are.

        ``newest`` is the number of the table's newest event. Events from before the club first
        heard of the table do not count as missing, and none do if the disk cannot be written.
        """
        with contextlib.suppress(sqlite3.Error):
            return self._find_gap(place, newest)
        return None

    def _find_gap(self, place: str, newest: int) -> int | None:
        with self._lock, self._db:
            self._db.execute("BEGIN")
            self._db.execute("INSERT OR IGNORE INTO met VALUES (?, ?)", (place, newest))
            (begins,) = self._db.execute(
                "SELECT number FROM met WHERE place = ?", (place,)
            ).fetchone()
            after = begins
            heard = (
                "SELECT DISTINCT number FROM told WHERE place = ? AND number > ? ORDER BY number"
            )
            for (number,) in self._db.execute(heard, (place, begins)):
                if number != after + 1:
                    break
                after = number
            if after != begins:
                self._db.execute("UPDATE met SET number = ? WHERE place = ?", (after, place))
        return after if after < newest else None

    def _take_result(self, place: str, one: Happened) -> None:
        """Enter a table's result in its first round without one, or remove the last result.

        Several rounds may be drawn at once.
        """
        if one.kind == "ended":
            chosen, points = "points IS NULL ORDER BY round", score(one)
        elif one.kind == "reopened":
            chosen, points = "points IS NOT NULL ORDER BY round DESC", None
        else:
            return
        self._db.execute(
            "UPDATE games SET points = ? WHERE id ="  # noqa: S608 - from the lines above
            f" (SELECT id FROM games WHERE place = ? AND {chosen} LIMIT 1)",
            (points, place),
        )

    def enter(self, names: Iterable[str]) -> None:
        """Begin a tournament of these sides; the previous one is deleted."""
        with self._lock, self._db:
            self._db.execute("BEGIN")
            self._db.execute("DELETE FROM sides")
            self._db.execute("DELETE FROM games")
            self._db.executemany("INSERT OR IGNORE INTO sides VALUES (?)", ((n,) for n in names))

    def add_round(self, games: Sequence[Game], places: Sequence[str]) -> None:
        """Add a round; its games are played at these tables, as far as there are enough."""
        with self._lock, self._db:
            self._db.execute("BEGIN")
            number = self._db.execute("SELECT COALESCE(MAX(round), 0) + 1 FROM games").fetchone()[0]
            free = iter(places)
            for game in games:
                place = "" if game.away == BYE else next(free, "")
                points = 1.0 if game.away == BYE else game.points
                self._db.execute(
                    "INSERT INTO games (round, place, home, away, points) VALUES (?, ?, ?, ?, ?)",
                    (number, place, game.home, game.away, points),
                )

    def set_points(self, game: int, points: float | None) -> None:
        """Set a result by hand."""
        with self._lock:
            self._db.execute("UPDATE games SET points = ? WHERE id = ?", (points, game))

    def list_sides(self) -> tuple[str, ...]:
        """Return the sides of the tournament."""
        with self._lock:
            rows = self._db.execute("SELECT name FROM sides ORDER BY rowid").fetchall()
        return tuple(name for (name,) in rows)

    def list_games(self) -> tuple[tuple[int, int, str, Game], ...]:
        """Return every pairing: its number, round, table, sides and points."""
        sql = "SELECT id, round, place, home, away, points FROM games ORDER BY round, id"
        with self._lock:
            rows = self._db.execute(sql).fetchall()
        return tuple((one, r, place, Game(home, away, p)) for one, r, place, home, away, p in rows)

    def count(self) -> int:
        """Return the number of events, each counted once."""
        with self._lock:
            count: int = self._db.execute("SELECT COUNT(*) FROM told").fetchone()[0]
        return count

    def export(self) -> str:
        """Return all results as CSV: of pairings, then of finished games."""
        out = io.StringIO()
        write = csv.writer(out)
        write.writerow(("round", "table", "home", "away", "points"))
        for _, number, place, game in self.list_games():
            write.writerow(map(_inert, (number, place, game.home, game.away, game.points)))
        write.writerow(())
        write.writerow(("at", "table", "game", "winners"))
        sql = "SELECT at_s, place, game, winners FROM told WHERE kind = 'ended' ORDER BY at_s"
        with self._lock:
            write.writerows(map(_inert, row) for row in self._db.execute(sql).fetchall())
        return out.getvalue()

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _open(path: Path) -> sqlite3.Connection:
    """Return the database, made if it is not there. Raises OSError or sqlite3.Error."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    require_database(path)
    db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    with contextlib.ExitStack() as stack:
        stack.callback(db.close)
        _require_own(db)
        db.execute("PRAGMA journal_mode = WAL")
        _make_tables(db)
        stack.pop_all()
    return db


def _require_own(db: sqlite3.Connection) -> None:
    """Refuse another program's database, or a damaged one. Raises sqlite3.Error."""
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(_TABLES)
        known = _describe(fresh)
    if not _describe(db) <= known:
        raise sqlite3.DatabaseError("it contains something else")
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("it is damaged")


def _describe(db: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Return what a database holds: the kind, the name and the columns of each thing."""
    sql = """SELECT type, name, (SELECT GROUP_CONCAT(name) FROM pragma_table_info(s.name))
      FROM sqlite_schema AS s WHERE type <> 'index'"""
    return set(db.execute(sql).fetchall())


def _make_tables(db: sqlite3.Connection) -> None:
    """Make what is missing; a book in which a number alone was an event is taken over."""
    keys = "SELECT COUNT(*) FROM pragma_table_info('told') WHERE pk"
    if db.execute(keys).fetchone() == (2,):
        took = "INSERT INTO told SELECT * FROM earlier; DROP TABLE earlier;"
        db.executescript(f"BEGIN; ALTER TABLE told RENAME TO earlier; {_TABLES} {took} COMMIT;")
    db.executescript(_TABLES)


def score(one: Happened) -> float:
    """Return the points of the side on the first seat, whose partner sits opposite."""
    home, winners = set(one.seats[::2]), set(one.winners)
    if not winners or (winners & home and winners - home):
        return 0.5
    return 1.0 if winners <= home else 0.0


def _inert(value: object) -> object:
    """Return a value that no spreadsheet interprets as a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" and value else value
