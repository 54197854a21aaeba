"""Pocket Ops' engine against a second reading of the rules, on positions drawn at random."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.pocket_ops import exchange, flow
from tablet_companion.games.pocket_ops.state import Ending
from tests.amounts import count
from tests.oracle import pocket_ops

GAME: Any = games.load("pocket_ops")
ROOMS = "ABCDEFGHI"
AGENTS = ("assassin", "burglar", "commando", "courier", "hacker", "mole", "ninja", "sniper")
PROOFS = {
    "line": Ending.NO_LINE_LEFT,
    "one": Ending.ONE_ROOM,
    "none": Ending.NO_ROOM,
    None: None,
}


def position(rng: random.Random, emptiest: int = 0, fullest: int = 9) -> dict[str, Any]:
    """Draw a base with or without lines, specialists in it, in reserve or gone."""
    letters = rng.sample(ROOMS, rng.randint(emptiest, fullest))
    rooms = {letter: [rng.choice(("red", "blue")), "spy"] for letter in letters}
    while any([entry[0] for entry in rooms.values()].count(c) > 7 for c in ("red", "blue")):
        rooms[rng.choice(letters)][0] = rng.choice(("red", "blue"))
    active: dict[str, str | None] = {}
    for colour in ("red", "blue"):
        own = [letter for letter in letters if rooms[letter][0] == colour]
        where = rng.choice(("base", "reserve", "reserve", "gone"))
        active[colour] = rng.choice(AGENTS) if where == "reserve" else None
        if where == "base" and own:
            rooms[rng.choice(own)][1] = rng.choice(AGENTS)
    turn = rng.choice(("red", "blue"))
    return {"game": "pocket_ops", "options": {}, "turn": turn, "rooms": rooms, "active": active}


def crowded(rng: random.Random) -> dict[str, Any]:
    """Draw a position without a line and with few rooms left, where proofs are hard."""
    while True:
        where = position(rng, emptiest=rng.choice((6, 9)))
        if not pocket_ops.in_line(_base(where)):
            return where


def _base(where: dict[str, Any]) -> pocket_ops.Base:
    return {room: (colour, agent) for room, (colour, agent) in where["rooms"].items()}


def impossible(where: dict[str, Any]) -> Ending | None:
    """Return the engine's reason why the mission of a position is impossible."""
    return flow.find_impossible(exchange.read_position(where))


@pytest.mark.parametrize("first", range(0, count(2000, 4000), 1000))
def test_moves_are_those_of_a_second_reading(first: int) -> None:
    """Of random positions the engine lists exactly what brute force finds, in the same order."""
    rng = random.Random(first)
    for _ in range(1000):
        where = position(rng)
        assert GAME.moves(where) == pocket_ops.moves(where), where


def test_the_proof_is_that_of_a_search_without_shortcuts() -> None:
    """On crowded bases both say the same about rulings 13 to 15, and each answer comes up."""
    rng = random.Random(5)
    found: Counter[str | None] = Counter()
    for _ in range(4000):
        where = crowded(rng)
        expected = pocket_ops.impossible(where)
        assert impossible(where) is PROOFS[expected], where
        found[expected] += 1
    assert min(found[answer] for answer in PROOFS) >= 20, found


def test_the_proof_agrees_on_any_base() -> None:
    """Emptier bases, where a line can nearly always be made, are searched alike."""
    rng = random.Random(6)
    for _ in range(300):
        where = position(rng, fullest=7)
        if not pocket_ops.in_line(_base(where)):
            assert impossible(where) is PROOFS[pocket_ops.impossible(where)], where


def test_explain_agrees_on_what_is_legal() -> None:
    """An attempt is legal just when brute force reaches it; a refused one has its reasons."""
    rng = random.Random(7)
    judged: Counter[bool] = Counter()
    for _ in range(120):
        where = position(rng, fullest=8)
        lines = pocket_ops.moves(where)
        strange = pocket_ops.moves(where | {"active": _others(where)})
        for line in rng.sample([*lines, *strange], min(4, len(lines) + len(strange))):
            reached = any(
                m["after"] == line["after"] and m["place"] == line["place"] for m in lines
            )
            answer = GAME.explain(where | {"card": line["place"], "attempt": line["after"]})
            assert answer["legal"] == reached, (where, line)
            assert bool(answer["breaches"]) != reached
            judged[reached] += 1
    assert min(judged.values()) >= 50, judged


def _others(where: dict[str, Any]) -> dict[str, str | None]:
    """Return another specialist in reserve for the player on turn."""
    turn = where["turn"]
    held = where["active"][turn]
    return {**where["active"], turn: AGENTS[AGENTS.index(held) - 1] if held else "ninja"}
