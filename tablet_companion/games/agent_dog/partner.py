"""The card `partner`: four points spread over pawns in any way, searched completely (29).

Every point moves one pawn one space; what it meets on the way is captured, own pawns too. Pawns
too far apart to meet are searched apart and combined, which makes the usual table cheap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs, Outcome
from tablet_companion.games.dog_family.search import Manner, Node, Path, path, searched
from tablet_companion.games.dog_family.spread import groups, spent, tidied

POINTS = 4

_NOWHERE = -1


class Runner(NamedTuple):
    """A pawn that the card may move.

    ``guards`` is the start space on which it is protected (-1 for one turned over: never);
    ``finish`` is the colour whose finish it may enter.
    """

    square: int
    finish: int
    guards: int


def runners(state: State, colour: int) -> list[Runner]:
    """Return the pawns that may be given points, in the order of their squares.

    Infiltrated ones, and the visible ones of the player's side; of every colour once four of the
    side's pawns are home, or where everybody plays for himself.
    """
    setting, board = state.setting, state.board
    mine, partner = colour, setting.partner(colour)
    everybody = not setting.teams or track.is_home(board, mine) or track.is_home(board, partner)
    allowed = [everybody or other in (mine, partner) for other in range(4)]
    found = []
    for square in range(track.SQUARES):
        pawn = board[square] - 1
        if pawn < 0:
            continue
        if setting.is_hole[square]:
            found.append(Runner(square, colour, _NOWHERE))
        elif allowed[pawn]:
            found.append(Runner(square, pawn, track.STARTS[pawn]))
    return found


def outcomes(state: State, colour: int, total: int = POINTS) -> Iterator[Outcome]:
    """Yield every way to use up the points, as where pawns go and which are captured, each once.

    ``total`` is another number than four only to explain what somebody did with too few or many.
    """
    apart = groups(runners(state, colour), total)
    found = [searched(state.board, group, _MANNER, total) for group in apart]
    yield from tidied(spent(found, total))


def _lane(pawn: Runner) -> int:
    """Return the colour that protects a pawn on its start space, and one more for none."""
    return 4 if pawn.guards == _NOWHERE else pawn.guards // track.QUARTER


def _path(pawn: Runner) -> Path:
    """Return a pawn's way; one that stands on the start space has to go round again (14)."""
    return path(pawn.square, pawn.finish, stays=True)


def _bars(_: Node, lane: int, square: int) -> bool:
    """Say whether a pawn is protected where it stands: one that was visible, on its own start."""
    return square == track.QUARTER * lane


def _moves(node: Node) -> tuple[int, Legs]:
    """Return what tells plays apart: which pawns went where, and what is left on the table."""
    return node.occupied, node.legs


_MANNER: Final = Manner(_lane, _path, _bars, _moves, track.OWNER)
