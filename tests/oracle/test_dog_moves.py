"""DOG's engine against a second reading of the rules; both against examples and laws.

``ORACLE_POSITIONS=50000 pytest tests/oracle/test_dog_moves.py`` compares this many positions;
``make conformance`` 10 000.
"""

from __future__ import annotations

import functools
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import PositionError
from tests.amounts import count, some
from tests.oracle import dog, dog_examples
from tests.oracle.dog_positions import CARDS, position

Where = dict[str, Any]
Line = dict[str, Any]
Moves = Callable[[Where], list[Line]]

POSITIONS = int(os.environ.get("ORACLE_POSITIONS", count(150, 300)))
CHUNKS = 4
NO_ENGINE = pytest.mark.skipif("dog" not in games.names(), reason="there is no game dog to hold")


def engine(where: Where) -> list[Line]:
    """List the moves of a position by the engine."""
    game: Any = games.load("dog")
    listed: list[Line] = game.moves(where)
    return listed


@functools.cache
def second(seed: int) -> list[Line]:
    """List the moves of a random position by brute force; several tests look at the same ones."""
    return dog.moves(position(seed))


BOTH = pytest.mark.parametrize("moves", [dog.moves, pytest.param(engine, marks=NO_ENGINE)])
LAWS = pytest.mark.parametrize("moves", some([pytest.param(engine, marks=NO_ENGINE), dog.moves], 2))
"""Laws are tried on the engine; the second reading lists the same, or the first test would fail."""


# --- one reading against the other --------------------------------------------------------------


@NO_ENGINE
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_moves_are_those_of_a_second_reading(chunk: int) -> None:
    """Of random positions the engine lists exactly what brute force finds, in the same order."""
    for seed in range(chunk, POSITIONS, CHUNKS):
        where = position(seed)
        assert engine(where) == second(seed), (seed, where)


@NO_ENGINE
def test_explain_agrees_on_what_is_legal() -> None:
    """An attempt is legal just when brute force reaches it; a refused one has its reasons."""
    game: Any = games.load("dog")
    judged: Counter[bool] = Counter()
    for seed in range(60):
        where = position(seed) | {"hand": ["4", "A", "7", "J"]}
        rng, lines = random.Random(seed), playable(dog.moves(where))
        for line in rng.sample(lines, min(4, len(lines))):
            card = rng.choice(where["hand"])
            reached = any(one["card"] == card and one["after"] == line["after"] for one in lines)
            answer = game.explain(where | {"card": card, "attempt": line["after"]})
            assert answer["legal"] == reached, (seed, card, line)
            assert bool(answer["breaches"]) != reached
            judged[reached] += 1
    assert min(judged[True], judged[False]) >= 20


def pawns(text: str) -> Where:
    """Return the part of a position that a text of the examples stands for."""
    return dict(zip(("pawns", "fresh"), dog_examples.table(text), strict=True))


WRONG: dict[str, Where] = {
    "who is on turn is out of the round": {"left_round": ["red"]},
    "nobody stands on a fresh start": {"fresh": ["T0"]},
    "another's pawn stands on it": {"fresh": ["T16"]},
    "fresh is no start": {"fresh": ["T5"]},
    "a card of another game": {"hand": ["11"]},
    "last card of another game": {"last_card": "copy"},
    "nobody is pink": {"turn": "pink"},
    "an option of another game": {"options": {"holes": [2]}},
    "two pawns on one space": pawns("red 5 / blue 5"),
    "five pawns": pawns("red 1 2 3 4 5"),
    "another's finish": {"pawns": pawns("")["pawns"] | {"red": ["blue.F1", *["red.nest"] * 3]}},
    "the own team has won": pawns("red home / green home"),
    "the others have won": pawns("blue home / yellow home"),
}


@NO_ENGINE
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_positions_that_cannot_be_are_refused(wrong: Where) -> None:
    """Who is out of the round is not on turn, nor anybody once a team is home; and so on."""
    where = dog_examples.position(dog_examples.Example("", "red 5 / green 16", "5", ""))
    assert engine(where)
    with pytest.raises(PositionError):
        engine(where | wrong)


# --- by hand ------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    "example", dog_examples.EXAMPLES, ids=lambda example: f"{example.ruling}:{example.card}"
)
def test_moves_are_those_worked_out_by_hand(moves: Moves, example: dog_examples.Example) -> None:
    """Of every small position exactly the outcomes are listed that the rulings give by hand."""
    lines = moves(dog_examples.position(example))
    expected = dog_examples.outcomes(example)
    assert [(line["after"], line["fresh"]) for line in playable(lines)] == expected
    assert bool(expected) or lines == [{"card": None, "gives_up_hand": True}]


# --- laws that hold in every position -----------------------------------------------------------


def playable(lines: list[Line]) -> list[Line]:
    """Leave out the line of a hand that is given up."""
    return [line for line in lines if line["card"]]


def results(moves: Moves, where: Where, renamed: Callable[[str], str] = str) -> set[Any]:
    """Return what a position's cards lead to, whichever card it is, with the places renamed."""
    return {
        (
            *((seat, *sorted(map(renamed, line["after"][seat]))) for seat in sorted(line["after"])),
            *sorted(map(renamed, line["fresh"])),
        )
        for line in playable(moves(where))
    }


def quarter_on(place: str) -> str:
    """Return the place a quarter of the board further; nests and finishes turn with their seat."""
    return f"T{(int(place[1:]) + 16) % 64}" if place.startswith("T") else place


@LAWS
def test_a_joker_is_every_card_and_a_hand_its_cards(moves: Moves) -> None:
    """A joker leads to what all other cards lead to together; cards in hand do not interfere."""
    for seed in range(count(20, 40)):
        where = position(seed)
        singly = [results(moves, where | {"hand": [card]}) for card in CARDS]
        joined = set().union(*singly[:-1])
        assert singly[-1] == joined == results(moves, where | {"hand": list(CARDS[:-1])})


@LAWS
def test_a_turned_board_changes_nothing(moves: Moves) -> None:
    """With all seats and pawns a quarter further, so are the outcomes."""
    for seed in range(count(40, 80)):
        where = position(seed)
        on = where | {
            "seats": [*where["seats"][-1:], *where["seats"][:-1]],
            "pawns": {seat: list(map(quarter_on, four)) for seat, four in where["pawns"].items()},
            "fresh": list(map(quarter_on, where["fresh"])),
        }
        assert results(moves, on) == results(moves, where, quarter_on), (seed, where)


@LAWS
def test_sharing_sevens_only_adds_and_protecting_only_takes_away(moves: Moves) -> None:
    """What can be done without sharing can be with it; with more protected, nothing more can."""
    changed: Counter[str] = Counter()
    for seed in range(count(40, 60)):
        where = position(seed)
        plain = results(moves, where | {"options": {}})
        shared = results(moves, where | {"options": {"canadian_seven": True}})
        protected = results(moves, where | {"options": {"always_protected": True}})
        assert protected <= plain <= shared, (seed, where)
        changed.update({"protected": protected < plain, "shared": plain < shared})
    assert min(changed.values()) >= 5, changed


@LAWS
def test_every_outcome_is_a_position(moves: Moves) -> None:
    """Each colour keeps its four pawns, nobody shares a space, fresh are pawns on their starts."""
    for seed in range(count(75, 150)):
        where = position(seed)
        for line in playable(moves(where)):
            after = line["after"]
            spaces = [place for four in after.values() for place in four if "nest" not in place]
            assert list(after) == where["seats"]
            assert all(len(four) == 4 for four in after.values())
            assert len(set(spaces)) == len(spaces)
            starts = {f"T{16 * number}": seat for number, seat in enumerate(where["seats"])}
            assert all(start in after[starts[start]] for start in line["fresh"])


@LAWS
def test_nobody_harms_what_is_safe(moves: Moves) -> None:
    """Opponents' fresh pawns stay fresh, and who is in a finish does not leave it."""
    for seed in range(count(75, 150)):
        where = position(seed)
        seats, turn = where["seats"], where["seats"].index(where["turn"])
        against = {f"T{16 * ((turn + quarter) % 4)}" for quarter in (1, 3)}
        for line in playable(moves(where)):
            assert set(where["fresh"]) & against == set(line["fresh"]) & against
            for seat in seats:
                assert at_home(line["after"][seat]) >= at_home(where["pawns"][seat])


def at_home(four: list[str]) -> int:
    """Count the pawns in the finish."""
    return sum(".F" in place for place in four)


@LAWS
def test_a_seven_is_paid_in_full(moves: Moves) -> None:
    """Without captures, the pawns of the team on turn are together seven spaces further."""
    for seed in range(count(100, 200)):
        where = position(seed) | {"hand": ["7"]}
        for line in playable(moves(where)):
            if nests(line["after"]) == nests(where["pawns"]):
                gone = travelled(where, line["after"]) - travelled(where, where["pawns"])
                assert gone % 64 == 7, (seed, where, line)


def nests(pawns: dict[str, list[str]]) -> int:
    """Count the pawns in nests."""
    return sum("nest" in place for four in pawns.values() for place in four)


def travelled(where: Where, pawns: dict[str, list[str]]) -> int:
    """Add up how far the team on turn is from its starts; whole laps do not count."""
    seats, turn = where["seats"], where["seats"].index(where["turn"])
    total = 0
    for quarter in (turn, (turn + 2) % 4):
        for place in pawns[seats[quarter]]:
            if place.startswith("T"):
                total += int(place[1:]) - 16 * quarter
            elif ".F" in place:
                total += int(place[-1])
    return total


# --- the positions ------------------------------------------------------------------------------


def test_the_positions_reach_what_the_rulings_are_about() -> None:
    """Among the random positions and their outcomes, everything rare comes up often enough."""
    seen: Counter[str] = Counter()
    for seed in range(800):
        where = position(seed)
        seats, turn = where["seats"], where["seats"].index(where["turn"])
        team = (seats[turn], seats[(turn + 2) % 4])
        noted = [remarkable(where, team, line) for line in second(seed)]
        seen.update(set().union(*noted))
        if len(seen) == 14 and min(seen.values()) >= 3:
            return
    raise AssertionError(seen)


def remarkable(where: Where, team: tuple[str, str], line: Line) -> set[str]:
    """Return what is worth noting of an outcome."""
    if line["card"] is None:
        return {"given up", "empty hand"} if not where["hand"] else {"given up"}
    before, after, turn, mate = where["pawns"], line["after"], *team
    came = {seat: at_home(after[seat]) - at_home(before[seat]) for seat in team}
    lost = {seat: nests({seat: after[seat]}) - nests({seat: before[seat]}) for seat in before}
    played, partner_moved = at_home(before[turn]) < 4, sorted(before[mate]) != after[mate]
    noted = {
        "came home": any(came.values()),
        "fourth came home": came[turn] and at_home(after[turn]) == 4,
        "won": sum(at_home(after[seat]) for seat in team) == 8,
        "for the partner": not played,
        "seven shared at the fourth": came[turn] and partner_moved and not lost[mate],
        "own captured": lost[turn] > 0,
        "partner captured": played and lost[mate] > 0,
        "three captured": sum(lost.values()) >= 3,
        "became fresh": set(line["fresh"]) - set(where["fresh"]),
        "fresh no more": set(where["fresh"]) - set(line["fresh"]),
        "replaced on the start": after == {seat: sorted(before[seat]) for seat in before},
        "partner exchanged": line["card"] == "J" and played and partner_moved,
    }
    return {name for name, holds in noted.items() if holds}
