"""Two truths that a viewer cannot tell apart, and where a session of the spy begins."""

from __future__ import annotations

import contextlib
import functools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest.mock import patch

from tablet_companion.games.core import (
    CHANCE,
    HIDDEN,
    TABLE,
    Card,
    Piece,
    Place,
    PositionError,
    Seat,
    Viewer,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.players.seen import knows_its_hand
from tablet_companion.referee.explaining.evidence import Areas, Evidence, Holds
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import table as tables
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.sayings import is_secret_due
from tablet_companion.referee.model.table import SetUp, Stage, Table, new_table
from tablet_companion.vision.reading import CardReading, Reading
from tests.conformance.walk import is_dealt_by_tablet
from tests.conformance.walk import table as first_state

SESSIONS_A_BOOK: Final = 40
"""This many sessions begin in the positions of one random game."""
SESSIONS_A_POSITION: Final = 8
"""This many of them begin in the same one, so that what everybody knows there is worked out once.

Its secrets, who looks, and what happens are other ones each time.
"""
LEVELS: Final = (Level.TEACH, Level.REFEREE, Level.STRICT)
"""How much the table of each session says, in turn: hints may tell no more than verdicts."""
_ACTIONS: Final = 240
"""This many actions of a random game are positions taken from."""
_HIDING: Final = 0.6
"""So often a random player does what leaves most turned over."""
_ENTERED: Final = 9
_PLAYED: Final = 0.2
"""So often the table plays a seat, where it knows the cards or can be shown them."""
_TRIES: Final = 8
_SAME_HANDS: Final = 0.5
"""So often only the colours of pawns turned over differ: then no hand excuses a refusal."""


@dataclass(frozen=True)
class Start:
    """Where a session begins: two states that ``viewer`` cannot tell apart."""

    game: AnyGame
    viewer: Viewer
    states: tuple[Any, Any]
    setup: SetUp

    def table(self, number: int) -> Table:
        """Return the table in the first truth (0) or the second (1)."""
        return new_table(self.game, areas(self.game), "en").but(
            stage=Stage.PLAY,
            state=self.states[number],
            setup=self.setup,
            pile=top_of_pile(self.game, self.states[number]),
            holds=_holds(self.game),
        )


@functools.cache
def areas(game: AnyGame) -> Mapping[Place, tuple[Place, ...]]:
    """Return the places of a game's own board."""
    return areas_of(printed.board(game.name), game.name)


@functools.cache
def _holds(game: AnyGame) -> Holds:
    return holds_of(printed.board(game.name))


def top_of_pile(game: AnyGame, state: Any) -> CardReading | None:
    """Return how the pile lies before the first look; None in a game that has none."""
    if not game.pile:
        return None
    return CardReading(((game.view(state, TABLE).top_card, 1.0),), (0.0, 0.0, 0.0))


def start(game: AnyGame, seed: int, session: int) -> Start:
    """Return where a session of a seed begins; the same numbers give the same start."""
    rng = random.Random(f"{seed} {session} start")
    book = session // SESSIONS_A_BOOK
    for again in range(1000):
        states, weights, setup = _book(game, seed, book + 7919 * again)
        shared = random.Random(f"{seed} {session // SESSIONS_A_POSITION} position")
        for _ in range(_TRIES if states else 0):
            state = shared.choices(states, weights)[0]
            viewer = _viewer(game, state, rng)
            other = _another(game, state, viewer, rng)
            if other is not None:
                level = LEVELS[session % len(LEVELS)]
                return Start(game, viewer, (state, other), replace(setup, level=level))
    raise AssertionError(f"{game.name} has no secrets")


def _viewer(game: AnyGame, state: Any, rng: random.Random) -> Viewer:
    seats = [entry.seat for entry in game.view(state, TABLE).seats]
    return TABLE if rng.random() < 0.7 else rng.choice(seats)


def _another(game: AnyGame, state: Any, viewer: Viewer, rng: random.Random) -> Any | None:
    for _ in range(_TRIES):
        other = game.resample(state, viewer, rng)
        if game.name == "agent_dog" and rng.random() < _SAME_HANDS:
            other = state._replace(board=other.board)
        if other != state:
            return other
    return None


def _weight(game: AnyGame, state: Any) -> int:
    """Prefer positions with much turned over, or in which somebody has a secret to enter."""
    hidden = sum(piece == HIDDEN for _, piece in game.placement(state).pieces)
    entered = not game.pile and is_secret_due(Position(game, state))
    return 1 + min(hidden, 6) ** 2 + _ENTERED * entered


@functools.lru_cache(maxsize=4)
def _book(game: AnyGame, seed: int, number: int) -> tuple[list[Any], list[int], SetUp]:
    """Return the positions of a random game in which a seat acts, their weights, its set-up."""
    rng = random.Random(f"{seed} {number} book")
    first = first_state(game, rng)
    seats = tuple(entry.seat for entry in game.view(first, TABLE).seats)
    lot = random.Random(f"{seed} {number} played")
    played = tuple(seat for seat in seats if lot.random() < _PLAYED)
    real = not is_dealt_by_tablet(first)
    if real and game.entrust is not None:
        first = game.entrust(first, played)
    states = [state for state in _walk(game, first, rng) if game.actor(state) not in (None, CHANCE)]
    if real and game.forget is not None:
        states = [_show(game, state, played, rng) for state in states]
    if not all(knows_its_hand(game, state, seat) for state in states for seat in played):
        played = ()
    dealt = {"dealing": "people" if real else "tablet"}
    options = tuple(
        one for one in dealt.items() if one[0] in {option.name for option in game.options}
    )
    setup = SetUp(seats, options=options, played=played)
    return states, [_weight(game, state) for state in states], setup


def _show(game: AnyGame, state: Any, played: tuple[Seat, ...], rng: random.Random) -> Any:
    """Return the state after real hands of these seats were shown, any that they may hold.

    Whoever is known to hold a card may have been dealt another hand: that one is not shown.
    """
    for seat in played:
        assert game.imagine is not None
        views = game.view(game.imagine(state, TABLE, rng), seat).seats
        hand = next(one.hand or () for one in views if one.seat == seat)
        with contextlib.suppress(PositionError):
            state = game.learn(state, seat, hand)
    return state


def _walk(game: AnyGame, state: Any, rng: random.Random) -> Iterator[Any]:
    for _ in range(rng.randrange(20, _ACTIONS)):
        actions = game.legal(state)
        if not actions:
            return
        action = rng.choice(actions)
        if rng.random() < _HIDING and game.actor(state) != CHANCE:
            some = rng.sample(actions, min(6, len(actions)))
            action = max(some, key=lambda one: _turned_over(game, game.attempted(state, one)))
        state = game.successor(state, action)
        yield state


def _turned_over(game: AnyGame, placement: Any) -> int:
    return sum(piece == HIDDEN for _, piece in placement.pieces) if game.pile else 0


# --- what two truths say of one table -------------------------------------------------------------


def spots(table: Table) -> dict[Place, Piece]:
    """Return what the record has on every physical place that is not empty."""
    return lay_out(table.game.placement(table.state), table.areas, table.holds)


def beneath(table: Table, place: Place) -> Piece | None:
    """Return what a piece that lies turned over shows when it is turned up; None if unknown.

    HIDDEN where this is no pawn with a colour beneath.
    """
    state = table.game.name == "agent_dog" and table.state
    if not state or place not in state.setting.names:
        return HIDDEN
    pawn = state.board[state.setting.names.index(place)]
    seats = state.setting.seats
    return HIDDEN if not pawn else Piece(seats[pawn - 1]) if pawn <= len(seats) else None


def agreed(tables: tuple[Table, Table], place: Place) -> Piece:
    """Return what both truths have beneath a turned-over piece; HIDDEN where they differ.

    Whoever turns it up learns which truth he is in, so a session may not.
    """
    told = {beneath(table, place) for table in tables} - {None}
    shown = next(iter(told)) or HIDDEN if len(told) == 1 else HIDDEN
    return shown if all(_may_be(table, place, shown) for table in tables) else HIDDEN


def _may_be(table: Table, place: Place, piece: Piece) -> bool:
    """Whether a piece beneath may be this one; if unknown, as long as one of its colour is left."""
    if piece == HIDDEN or beneath(table, place) is not None:
        return True
    state = table.state
    colour = state.setting.seats.index(piece)
    return bool(sum(pawn == colour + 1 for pawn in state.board) + state.nests[colour] < 4)


def card_agreed(tables: tuple[Table, Table], card: Card) -> bool:
    """Whether a card turned up beside the pieces says the same in both truths."""
    one, other = (table.game.open_cards(table.state).get(card) for table in tables)
    return one == other and one is not None


def share_public(position: Position) -> None:
    """Let two truths work out only once what follows from what everybody knows in both.

    What everybody knows is still worked out in each of them; only equal values become one.
    """
    if position.state is not None and position.public is not position:
        vars(position)["public"] = _shared(position.game, position.public.state)


@contextlib.contextmanager
def share_evidence() -> Iterator[None]:
    """Let two truths weigh only once what the camera sees in both, with what follows from it.

    What a look is explained from is still opened in each of them: equal cases become one.
    """
    lately: list[Evidence] = []

    def weigh(reading: Reading, areas: Areas) -> Evidence:
        found = next((one for one in lately if one.reading == reading), None)
        if found is None:
            found = Evidence(reading, areas)
            lately[:] = [found, *lately[:1]]
        return found

    with patch.object(tables, "Evidence", weigh):
        yield


@functools.lru_cache(maxsize=3)
def _shared(game: AnyGame, known: Any) -> Position:
    return Position(game, known)


def playing(table: Table) -> tuple[Seat, ...]:
    """Return the seats that play, in turn order."""
    return tuple(entry.seat for entry in table.game.view(table.state, TABLE).seats)
