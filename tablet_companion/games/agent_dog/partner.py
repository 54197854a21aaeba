"""The card `partner`: a complete search of every way to share four points among pawns (29).

Every point moves one pawn one space; whatever it meets is captured, own pawns included. Pawns too
far apart to meet are searched separately and combined, which makes the usual table cheap.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final, NamedTuple

from tablet_companion.games.agent_dog.predicates import find_sharing, finish_of, may_share
from tablet_companion.games.agent_dog.rules import FINISH_START
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.search import Manner, path, search_outcomes
from tablet_companion.games.dog_family.spread import groups, sort_outcomes, spent
from tablet_companion.games.dog_family.state import State

POINTS = 4

HIDDEN: Final = 4


class Runner(NamedTuple):
    """A pawn that the card may move.

    ``finish`` is the colour whose finish it may enter; ``lane`` is its own colour, or HIDDEN for a
    face-down pawn, which is protected nowhere.
    """

    square: int
    finish: int
    lane: int


def list_runners(state: State, colour: int, squares: Iterable[int]) -> list[Runner]:
    """Return those of the pawns on these squares that may be given points."""
    is_hole, shares, found = state.setting.is_hole, find_sharing(state, colour), []
    for square in squares:
        if not may_share(state, shares, square):
            lane = HIDDEN if is_hole[square] else state.board[square] - 1
            found.append(Runner(square, finish_of(state, colour, square), lane))
    return found


def outcomes(state: State, colour: int, total: int = POINTS) -> list[Outcome]:
    """Return every way to spend the points: where pawns go and which are captured, each once.

    ``total`` differs from four only to explain a play with too few or too many points.
    """
    apart = groups(list_runners(state, colour, track.find_mobile(state.board)), total)
    found = [search_outcomes(state.board, group, MANNER, total) for group in apart]
    return sort_outcomes(spent(found, total))


MANNER: Final = Manner[Runner](
    lane=lambda pawn: pawn.lane,
    values=(1, 2, 3, 4, track.EMPTY),
    while_unmoved=False,
    # A pawn on its start space has to go round again (14).
    path=lambda pawn: path(pawn.square, pawn.finish, FINISH_START),
    # Plays differ by which pawns went where, and by what is left on the table.
    key=operator.attrgetter("occupied", "legs"),
    guards=track.OWNER,
)
