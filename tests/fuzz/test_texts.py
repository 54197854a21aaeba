"""Harmed texts and bytes: positions, states, records of a game, what the controller says."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.link import messages
from hardware.link.framing import Frame, encode
from hardware.link.messages import Kind
from hardware.link.session import Session
from tablet_companion import games
from tablet_companion.app.start.starts import Start, Starts
from tablet_companion.commands._positions import decode_position
from tablet_companion.games.core import PositionError
from tablet_companion.journal import Entry, Journal, JournalError, read
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.turns.replay import ReplayError, replay
from tests.fuzz.harm import as_json, harmed_bytes, harmed_tree
from tests.fuzz.refusals import few, take
from tests.games import agent, agent_dog
from tests.games.wink_turn import position as wink_position

_TURNED_OVER: Final = {"pawns": {"red": ["T3", "T9", "red.F1", "red.nest"]}}
_POSITIONS: Final[dict[str, list[dict[str, Any]]]] = {
    "agent": [agent.position("move green Halifax"), agent.position(green="Madrid", blue="Paris")],
    "agent_dog": [
        agent_dog.position("1/11 5 copy", red="T3 T9 F1", blue="T12"),
        agent_dog.position("2", red="T3") | {"card": "2", "attempt": _TURNED_OVER},
    ],
    "dog": [agent_dog.position("A 4", red="T3 T9", blue="T12") | {"game": "dog", "fresh": []}],
    "pocket_ops": [
        {
            "game": "pocket_ops",
            "options": {},
            "turn": "red",
            "rooms": {"A": ["red", "spy"], "E": ["blue", "ninja"]},
            "active": {"red": "mole", "blue": None},
        }
    ],
    "wink": [wink_position(), wink_position("wink") | {"attempt": ["call 4"]}],
}
_HEARD: Final = b"".join(
    encode(frame)
    for frame in (
        Frame(0, Kind.WELCOME, bytes((messages.VERSION, 0, 7, 1, 0, 0, 20, 9))),
        Frame(1, Kind.SWITCHES, b"\x05\x01"),
        Frame(1, Kind.ACK),
        Frame(2, Kind.REFUSED, b"\x02"),
        Frame(9, Kind.SWITCHES, b"\xff\x00"),
    )
)

every_game = pytest.mark.parametrize("name", games.names())


def test_every_game_has_a_position_here() -> None:
    """A new game that reads positions is harmed, too."""
    assert set(_POSITIONS) == {name for name in games.names() if games.load(name).exchange}


@pytest.mark.parametrize("name", _POSITIONS)
def test_harmed_positions(name: str) -> None:
    """`moves` and `explain` answer, or say in one sentence what is wrong."""
    game = games.load(name)
    for position in _POSITIONS[name]:
        take(functools.partial(game.moves, position))

    @few
    @given(st.sampled_from(_POSITIONS[name]).flatmap(harmed_tree))
    def tries(position: Any) -> None:
        text = json.dumps(position)
        take(lambda: game.moves(decode_position(text)))
        take(lambda: game.explain(decode_position(text)))

    tries()


@every_game
def test_harmed_states_and_actions(name: str) -> None:
    """A state and an action in text are read, or refused in one sentence."""
    game = games.load(name)
    state = game.setup({}, game.seats[: game.players({})[-1]])
    action = game.legal(state)[0]
    texts = [game.write(state).encode(), game.write_action(state, action).encode()]

    @few
    @given(st.sampled_from(texts).flatmap(harmed_bytes))
    def tries(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        take(lambda: game.read(text))
        take(lambda: game.read_action(state, text))

    tries()


@every_game
def test_harmed_records(name: str) -> None:
    """A journal's entries are played again, or the one at fault is named."""
    game = games.load(name)
    table = new_table(game, areas_of(printed.board(name), name), "en")
    state = game.setup({}, game.seats[: game.players({})[-1]])
    action = game.write_action(state, game.legal(state)[0])
    seats = list(game.seats[: game.players({})[-1]])
    entries = [
        ["begun", {"game": name, "options": {}, "seats": seats}],
        ["act", {"action": action, "how": "touched"}],
        ["hand", {"seat": seats[0], "cards": []}],
        ["undo", {"count": 1}],
        ["state", {"state": game.write(state)}],
    ]

    @few
    @given(harmed_tree(entries))
    def tries(harmed: Any) -> None:
        bodies = [(entry[0], entry[1]) for entry in harmed if _is_entry(entry)]
        take(lambda: replay(table, bodies))

    tries()


def _is_entry(entry: Any) -> bool:
    """Whether it can stand in a journal, whose table has a text and an object."""
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and isinstance(entry[0], str)
        and isinstance(entry[1], dict)
    )


def test_harmed_journals(tmp_path: Path) -> None:
    """A journal is read, or refused in one sentence."""
    path = tmp_path / "000001-game.journal"
    with Journal.create(path, {"game": "dog"}, at_s=1) as journal:
        journal.append([Entry("act", {"n": n}) for n in range(20)], at_s=2)
    whole = path.read_bytes()

    @few
    @given(harmed_bytes(whole))
    def tries(data: bytes) -> None:
        path.write_bytes(data)
        take(lambda: read(path), "000001-game.journal")

    tries()
    with pytest.raises(JournalError):
        read(tmp_path)


def test_harmed_notes_of_starts(tmp_path: Path) -> None:
    """The list of starts never fails a start."""
    path = tmp_path / "starts.json"
    starts = {"starts": [{"boot": "a", "uptime_s": 3.0}] * 2, "trouble": "no", "kind": "X"}

    @few
    @given(harmed_tree(starts).map(as_json) | harmed_bytes(as_json(starts)))
    def tries(data: bytes) -> None:
        path.write_bytes(data)
        Starts(path, ManualClock()).begin(Start("a", 9.0))

    tries()


@few
@given(harmed_bytes(_HEARD), st.integers(1, 40))
def test_harmed_bytes_of_the_controller(data: bytes, step: int) -> None:
    """Whatever comes over the serial line, nothing is raised and something can be answered."""
    session = Session(7, 0.0)
    for number, part in enumerate(_parts(data, step)):
        session.hear(part, number * 0.01)
        session.due(number * 0.01)
    session.hear(b"", 60.0)
    session.end()


def _parts(data: bytes, step: int) -> Iterator[bytes]:
    for start in range(0, min(len(data), 4000), step):
        yield data[start : start + step]


@pytest.mark.parametrize(
    "changed",
    [{"case": {"city": []}}, {"stakes": {"white": {"green": [100.0]}}}, {"agents": {"green": {}}}],
    ids=["a list for a city", "a lot that is no whole number", "a table for a city"],
)
def test_positions_that_once_were_not_refused(changed: dict[str, Any]) -> None:
    """What was found by harming more positions than a few is kept."""
    game = games.load("agent")
    with pytest.raises(PositionError):
        game.moves(agent.position() | changed)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("hand", {"seat": "red", "cards": []}),
        ("undo", {"count": 1}),
        ("begun", {"options": [], "seats": ["red"]}),
        ("begun", {"options": {"speed": 2}, "seats": ["red", "blue"]}),
        ("begun", {}),
        ("mood", {}),
    ],
)
def test_records_that_once_were_not_refused(kind: str, body: dict[str, Any]) -> None:
    """A record before any game, or of another shape, is named in one sentence as the culprit."""
    name = "agent_dog"
    table = new_table(games.load(name), areas_of(printed.board(name), name), "en")
    with pytest.raises(ReplayError, match=r"Entry 1 of the journal .*[^.'{}]\.$"):
        replay(table, [(kind, body)])
