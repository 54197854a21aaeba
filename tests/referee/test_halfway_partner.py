"""A `partner` of Agent DOG begun, or a 7 with a partner's pawns, is unfinished and no fault."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tablet_companion.games import load
from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.agent_dog.partner import outcomes
from tablet_companion.games.agent_dog.unfinished import go_on
from tablet_companion.games.core import CHANCE, HIDDEN, Card, Piece, Place, Placement
from tablet_companion.games.dog import exchange as dog_exchange
from tablet_companion.games.dog_family.state import Phase, colour_played
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.verdicts import Misplaced, Objecting, Verdict, Waiting
from tests.conformance.walk import walk
from tests.games import dog
from tests.games.agent_dog import GAME, position
from tests.referee.looks import AREAS
from tests.referee.watched import Watched

PARTNER = Card("partner")
Ways = list[tuple[str | None, str | None]]


def put(shown: Placement, *ways: str) -> Placement:
    """Return a placement after pawns went ``from>to``, or ``from>to=look``; ``from>`` lifts one."""
    pieces = list(shown.pieces)
    for way in ways:
        source, _, rest = way.partition(">")
        target, _, look = rest.partition("=")
        piece = next(one for one in pieces if one[0] == source)
        pieces.remove(piece)
        if target:
            pieces.append((Place(target), Piece(look) if look else piece[1]))
    return Placement(tuple(sorted(pieces)))


def watch(state: Any, now: Placement, card: str = "partner", game: AnyGame = GAME) -> Watched:
    """Return a table at which a card was laid and pawns were moved three seconds ago."""
    table = Watched(game, state)
    table.table = table.table.but(areas=AREAS)
    table.see(Position(game, state).public.placement, 0.3, "none", 0.0)
    table.see(now, 3.0, card, 0.0)
    return table


def show(where: dict[str, Any], *ways: str, card: str = "partner") -> Watched:
    """Return such a table in a position, after pawns went so."""
    state = read_position(where)
    return watch(state, put(Position(GAME, state).public.placement, *ways), card)


def left(table: Watched) -> Ways:
    """Return the moves that the page says are left to do."""
    verdict: Verdict = table.table.verdict
    assert isinstance(verdict, Waiting), verdict
    return [(one.source, one.target) for one in verdict.todo]


WHERE = {"red": "T3", "green": "T19", "blue": "T40"}


@pytest.mark.parametrize("way", ["T3>T5", "T19>T20", "T19>T21"], ids=["own", "one", "partner's"])
def test_a_part_of_the_points_is_left_to_do(way: str) -> None:
    """A pawn stopped on its way, the player's own or the partner's, was objected to or named."""
    table = show(position("partner", **WHERE), way)
    assert left(table)
    assert not table.judged or all(one.action == "" for one in table.judged)


def test_the_rest_may_be_done_with_the_partners_pawn() -> None:
    """Two points of the player's own pawn, then two of the partner's: the whole is accepted."""
    where = position("partner", **WHERE)
    table, before = show(where, "T3>T5"), Position(GAME, read_position(where)).public.placement
    table.see(put(before, "T3>T5", "T19>T20"), 3.0, "partner", 0.0)
    assert not isinstance(table.table.verdict, Objecting | Misplaced)
    table.see(put(before, "T3>T5", "T19>T21"), 3.0, "partner", 0.0)
    assert table.accepted == ["partner T3>T5 T19>T21"]


def test_an_overtaken_pawn_may_stand_or_be_in_the_hand() -> None:
    """The pawns that were passed are taken home at the end; until then nothing is broken."""
    where = position("partner", red="T3", blue="T4")
    for ways in (["T3>T5"], ["T3>T5", "T4>"], ["T3>T5", "T4>blue.nest"]):
        verdict = show(where, *ways).table.verdict
        assert isinstance(verdict, Waiting), (ways, verdict)


def test_a_turned_over_pawn_may_stop_on_its_way() -> None:
    """Whether it was turned up there or not: it is turned when it has arrived."""
    where = position("partner", red="T6", green="T21")
    for look in (str(HIDDEN), "red"):
        verdict = show(where, f"T6>T8={look}").table.verdict
        assert isinstance(verdict, Waiting), (look, verdict)


@pytest.mark.parametrize(
    ("way", "card"),
    [("T3>T8", "partner"), ("T40>T42", "partner"), ("T3>T5", "5")],
    ids=["too far", "an opponent's", "another card"],
)
def test_what_cannot_go_on_is_spoken_of(way: str, card: str) -> None:
    """Five points, an opponent's pawn, and two spaces of a 5 are not left to do."""
    verdict = show(position(card, **WHERE), way, card=card).table.verdict
    assert isinstance(verdict, Objecting | Misplaced), verdict


def test_no_part_that_may_go_on_is_objected_to() -> None:
    """Whatever pawns stopped on their way, in positions of a random game."""
    met, start = 0, GAME.setup({"dealing": "people"}, GAME.seats)
    for state, _ in itertools.islice(walk(GAME, start, seed=3, most=200), 20, None, 13):
        public = Position(GAME, state).public
        if public.state.phase is not Phase.PLAY or GAME.actor(state) == CHANCE:
            continue
        colour, names = colour_played(public.state, public.state.turn), public.state.setting.names
        for points in (1, 3):
            for legs, captured in itertools.islice(outcomes(public.state, colour, points), 2):
                passed = [f"{names[one]}>" for one in captured]
                now = put(public.placement, *passed, *(f"{names[a]}>{names[b]}" for a, b in legs))
                if go_on(public.state, PARTNER, now):
                    met += 1
                    verdict = watch(state, now).table.verdict
                    assert not isinstance(verdict, Objecting | Misplaced), legs
    assert met > 10


def test_a_seven_may_go_on_with_the_partners_pawns() -> None:
    """DOG: with all pawns home, or with the Canadian 7, a partner's pawn may stop on its way."""
    game = load("dog")
    own = dog.position("7", red="T5", green="T20", options="canadian_seven")
    home = dog.position("7", red=dog.HOME, green="T20 T30")
    for where, ways in ((own, ["T20>T22"]), (own, ["T5>T6", "T20>T22"]), (home, ["T20>T23"])):
        state = dog_exchange.read_position(where)
        now = put(Position(game, state).public.placement, *ways)
        verdict = watch(state, now, "7", game).table.verdict
        assert isinstance(verdict, Waiting), (ways, verdict)
