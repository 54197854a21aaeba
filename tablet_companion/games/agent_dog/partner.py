"""The card `partner`: a complete search of every way to share four points among pawns (29).

Every point moves one pawn one space; whatever it meets is captured, own pawns included. Pawns too
far apart to meet are searched separately and combined, which makes the usual table cheap.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final

from tablet_companion.games.agent_dog.predicates import find_sharing, finish_of, may_share
from tablet_companion.games.agent_dog.rules import FINISH_START
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.search import Manner, search_outcomes
from tablet_companion.games.dog_family.spread import Runner, groups, sort_outcomes, spent
from tablet_companion.games.dog_family.state import State

POINTS = 4

HIDDEN: Final = 4
"""The lane of face-down pawns, which are protected nowhere; that of others is their colour."""


def list_runners(state: State, colour: int, squares: Iterable[int]) -> list[Runner]:
    """Return those of the pawns on these squares that may be given points."""
    is_hole, shares, found = state.setting.is_hole, find_sharing(state, colour), []
    for square in squares:
        if not may_share(state, shares, square):
            lane = HIDDEN if is_hole[square] else state.board[square] - 1
            finish = finish_of(state, colour, square)
            # A pawn on its start space has to go round again (14).
            found.append(Runner(square, finish, lane, FINISH_START))
    return found


def outcomes(state: State, colour: int, total: int = POINTS) -> list[Outcome]:
    """Return every way to spend the points: where pawns go and which are captured, each once.

    ``total`` differs from four only to explain a play with too few or too many points.
    """
    apart = groups(list_runners(state, colour, track.find_mobile(state.board)), total)
    found = [search_outcomes(state.board, group, MANNER, total) for group in apart]
    return sort_outcomes(spent(found, total))


MANNER: Final = Manner(
    values=(1, 2, 3, 4, track.EMPTY),
    while_unmoved=False,
    # Plays differ by which pawns went where, and by what is left on the table.
    key=operator.attrgetter("occupied", "legs"),
    guards=track.OWNER,
)
