"""Two pawns that changed places under a jack were swapped, whosever they are."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, Place, Placement
from tablet_companion.games.dog.rules import SWAP_TWO
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.verdicts import Objecting
from tests.conformance.walk import walk
from tests.referee.watched import Watched

DOG = games.load("dog")


def _swappable(seed: int) -> Iterator[tuple[Any, tuple[Place, ...]]]:
    """Yield positions of DOG in which a jack may be played, with others' pawns that it may take."""
    for state, _ in walk(DOG, DOG.setup({"dealing": "people"}, DOG.seats), seed, most=300):
        if DOG.actor(state) in (None, CHANCE):
            continue
        public, turn = Position(DOG, state).public, DOG.actor(state)
        jacks = [one for one in list_candidates(public) if one.card == "J"]
        held = dict(public.placement.pieces)
        taken = {step.source for one in jacks for step in one.steps if step.source is not None}
        others = {held[place]: place for place in sorted(taken) if str(held[place]) != turn}
        if len(others) > 1:
            yield state, tuple(others.values())[:2]


def _swap(before: Placement, one: Place, other: Place) -> Placement:
    ways = {one: other, other: one}
    return Placement(tuple(sorted((ways.get(at, at), piece) for at, piece in before.pieces)))


@pytest.mark.parametrize("card", ["J", "5"])
def test_two_foreign_pawns_swapped_by_a_jack_are_told_its_rule(card: str) -> None:
    """Neither was on turn, and each was to be put back; with other cards it is so still."""
    met = 0
    for state, places in itertools.islice(_swappable(1), 0, 30, 6):
        met += 1
        before = Position(DOG, state).public.placement
        table = Watched(DOG, state)
        table.see(before, 0.3, "none", 0.0)
        table.see(_swap(before, *places), 3.0, card, 0.0)
        verdict = table.table.verdict
        told = [one.rule for one in verdict.told] if isinstance(verdict, Objecting) else []
        assert told == ([SWAP_TWO] if card == "J" else [])
        assert not isinstance(verdict, Objecting) or verdict.seat is None
    assert met > 2
