"""Pairings, the spool and the book: nobody twice, nothing lost, nothing counted twice."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablet_companion.club.book import Book, BookError, score
from tablet_companion.club.messages import Happened
from tablet_companion.club.pairing import BYE, Game, draw_round_robin, draw_swiss, rank
from tablet_companion.club.publisher import number_message
from tablet_companion.club.spool import Spool
from tools.club_schema import make_schema

SCHEMA = Path(__file__).parents[2] / "docs" / "club-schema.json"


def ended(number: int, *winners: str) -> Happened:
    """Return the end of a game of four."""
    seats = ("red", "blue", "green", "yellow")
    return Happened(number, 1e9, "dog", "ended", "", seats, winners)


@pytest.mark.parametrize("count", range(2, 12))
def test_round_robin_lets_everybody_meet_everybody_once(count: int) -> None:
    """Each round has everybody in it once; with an odd number one has nobody to meet."""
    names = [f"side {number}" for number in range(count)]
    rounds = draw_round_robin(names)
    pairs = [frozenset((game.home, game.away)) for games in rounds for game in games]
    real = [pair for pair in pairs if BYE not in pair]
    assert sorted(map(sorted, real)) == sorted(map(sorted, itertools.combinations(names, 2)))
    for games in rounds:
        assert len({side for game in games for side in (game.home, game.away)}) == 2 * len(games)


@pytest.mark.parametrize("count", [4, 7, 12, 21])
def test_swiss_pairs_nobody_twice_and_like_with_like(count: int) -> None:
    """As many rounds as decide it: no pair comes again, nobody goes without a game twice."""
    rng, names, played = random.Random(2), [f"side {n:02}" for n in range(count)], list[Game]()
    for _ in range(count.bit_length() - 1):
        points = {one.name: one.points for one in rank(names, played)}
        games = draw_swiss(names, played)
        assert len({side for game in games for side in (game.home, game.away)}) == 2 * len(games)
        gaps = [abs(points[g.home] - points[g.away]) for g in games if g.away != BYE]
        assert sum(gaps) <= len(games)
        for game in games:
            won = 1.0 if game.away == BYE else rng.random() // 0.5
            played.append(Game(game.home, game.away, won))
    met = [frozenset((game.home, game.away)) for game in played]
    assert len(set(met)) == len(met)


def test_a_spool_gives_back_in_order_and_keeps_so_many(tmp_path: Path) -> None:
    """Also after a restart; the numbers go on, and the oldest is lost first."""
    spool = Spool(tmp_path / "spool.db", most=3)
    for word in (b"a", b"b", b"c", b"d"):
        spool.add(word)
        spool.store()
    assert spool.first() == (2, b"b")
    for number in (2, 3, 4):
        spool.note_sent(number)
    spool.close()
    again = Spool(tmp_path / "spool.db", most=3)
    assert again.first() is None
    assert again.newest == 4
    again.add(b"e")
    again.store()
    assert (again.newest, again.first()) == (5, (5, b"e"))
    again.send_again(3)
    assert again.first() == (4, b"d")
    again.close()


def test_what_is_missing_is_known_by_its_number(tmp_path: Path) -> None:
    """What a table told before it was first heard of is not missed; a hole in the middle is."""
    book = Book(tmp_path / "book.db")
    assert book.find_gap("one", 7) is None
    book.note([("one", ended(8)), ("one", ended(10))])
    assert book.find_gap("one", 10) == 8
    book.close()
    again = Book(tmp_path / "book.db")
    again.note([("one", ended(9))])
    assert again.find_gap("one", 10) is None
    assert again.find_gap("one", 12) == 10
    again.close()


def test_what_comes_twice_is_counted_once(tmp_path: Path) -> None:
    """By table and number, also when the club's program was started again in between."""
    book = Book(tmp_path / "book.db")
    assert book.note([("one", ended(1)), ("one", ended(2)), ("two", ended(1))])
    assert book.count() == 3
    book.close()
    again = Book(tmp_path / "book.db")
    assert again.note([("one", ended(2)), ("one", ended(3))])
    assert again.count() == 4
    assert again.count() == 4
    again.close()


def test_a_table_s_result_goes_to_its_pairing(tmp_path: Path) -> None:
    """The side on the first seat has the partner opposite; a game taken up again is open again."""
    book = Book(tmp_path / "book.db")
    book.enter(["A", "B", "=C", "D"])
    book.add_round([Game("A", "B"), Game("=C", "D")], ["one", "two"])
    book.note([("one", ended(1, "red", "green")), ("two", ended(1, "blue", "yellow"))])
    assert [game.points for *_, game in book.list_games()] == [1.0, 0.0]
    reopened = msgspec.structs.replace(ended(2), kind="reopened")
    book.note([("two", reopened)])
    assert [game.points for *_, game in book.list_games()] == [1.0, None]
    assert "1,two,'=C,D," in book.export()
    assert score(ended(1)) == score(ended(1, "red", "blue")) == 0.5
    book.close()


def test_results_are_entered_in_the_order_of_the_rounds(tmp_path: Path) -> None:
    """All rounds of a round robin are drawn at once: a table's first result is the first round's.

    What is reopened is the game that ended last.
    """
    book = Book(tmp_path / "book.db")
    book.enter(["A", "B"])
    for game in (Game("A", "B"), Game("B", "A")):
        book.add_round([game], ["one"])
    book.note([("one", ended(1, "red", "green"))])
    assert [game.points for *_, game in book.list_games()] == [1.0, None]
    book.note([("one", ended(2, "blue", "yellow"))])
    assert [game.points for *_, game in book.list_games()] == [1.0, 0.0]
    book.note([("one", msgspec.structs.replace(ended(3), kind="reopened"))])
    assert [game.points for *_, game in book.list_games()] == [1.0, None]
    book.close()


def test_a_message_bears_the_spool_s_number() -> None:
    """Whatever it bore when it was made."""
    sent = msgspec.json.decode(number_message(7, msgspec.json.encode(ended(0))), type=Happened)
    assert sent == ended(7)


def test_the_schema_is_that_of_the_values() -> None:
    """docs/club-schema.json is written from the messages; ``make schema`` writes it again."""
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(make_schema()))


def test_a_table_that_counts_from_one_again_is_still_heard(tmp_path: Path) -> None:
    """Its spool was deleted, or its card put back to an earlier copy; duplicates stay dropped."""
    book = Book(tmp_path / "book.db")
    book.note([("one", ended(1)), ("one", ended(2))])
    again = msgspec.structs.replace(ended(1, "red"), at_s=2e9)
    book.note([("one", again), ("one", again), ("one", ended(2))])
    assert book.count() == 3


def test_a_book_of_before_is_taken_over(tmp_path: Path) -> None:
    """Its events are there, and a table that counts from one again is heard in it, too."""
    path = tmp_path / "book.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "CREATE TABLE told (place TEXT, number INTEGER, at_s REAL, game TEXT, kind TEXT,"
            " seat TEXT, seats TEXT, winners TEXT, PRIMARY KEY (place, number)) WITHOUT ROWID;"
            "INSERT INTO told VALUES ('one', 1, 1e9, 'dog', 'ended', '', 'red blue', 'red');"
        )
    for _ in range(2):
        book = Book(path)
        book.note([("one", ended(1)), ("one", msgspec.structs.replace(ended(1), at_s=2e9))])
        assert book.count() == 2
        book.close()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("CREATE VIEW told AS SELECT 1 AS place", "contains something else"),
        ("CREATE TABLE told (place TEXT)", "contains something else"),
        ("CREATE TABLE sides (name TEXT PRIMARY KEY)", "contains something else"),
        ("", "is damaged"),
    ],
)
def test_a_book_in_which_nothing_could_be_noted_is_refused(
    script: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page was served, and no verdict ever got into it; it is left as it was, and closed."""
    path = tmp_path / "book.db"
    if script:
        with closing(sqlite3.connect(path)) as db:
            db.executescript(script)
            if "sides" in script:
                db.execute("CREATE TRIGGER t AFTER INSERT ON sides BEGIN DELETE FROM sides; END")
    else:
        book = Book(path)
        book.note([("one", ended(number)) for number in range(500)])
        book.close()
        data = bytearray(path.read_bytes())
        data[8192:12288] = b"\xff" * 4096
        path.write_bytes(data)
    before = path.read_bytes()
    opened, connect = list[sqlite3.Connection](), sqlite3.connect

    def note(*where: Any, **how: Any) -> sqlite3.Connection:
        opened.append(connect(*where, **how))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", note)
    with pytest.raises(BookError, match=said):
        Book(path)
    for one in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            one.execute("SELECT 1")
    assert path.read_bytes() == before
