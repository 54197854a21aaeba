"""Pieces that were knocked off their places, taken away, or moved by somebody who is not on turn.

Nobody can tell who did it, and it is mostly nobody's fault: the piece is named, and no player is.
Whatever the player on turn does meanwhile is judged once they are back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.referee.explaining.cases import Case
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.explanations import Displaced, Displacement, OutOfPlace
from tablet_companion.referee.explaining.unfinished import Stage

Lying = tuple[Place, Piece]
"""An area and a piece in it, near it, or gone from it."""


def out_of_place(case: Case, found: Iterable[Stage]) -> OutOfPlace | None:
    """Return the pieces out of place, where nothing else is wrong; None where more is.

    Beside them an action may be under way, or done: of several that with the fewest pieces left.
    One whose places show a piece too many is neither: that piece is the one that left its place.
    """
    rests = dict.fromkeys([case.clear, *(one.rest for one in found if not one.has_strangers)])
    options = [tuple(sorted(pieces)) for rest in rests if (pieces := _displaced(case, rest))]
    return OutOfPlace(min(options, key=lambda one: (len(one), one))) if options else None


def off_their_places(case: Case) -> OutOfPlace | None:
    """Return the pieces that have left their places and stand on none, if that is all there is."""
    pieces = _displaced(case, case.clear)
    lost = (Displacement.BESIDE, Displacement.MISSING)
    if not pieces or any(one.how not in lost for one in pieces):
        return None
    lifted = all(one.how is Displacement.MISSING for one in pieces)
    return OutOfPlace(tuple(sorted(pieces)), lifted)


def _displaced(case: Case, areas: Iterable[Place]) -> list[Displaced] | None:
    """Return what became of every piece that left or came to these areas.

    None where a piece came that no player out of turn can have moved: that was a move, of whatever
    kind.
    """
    turned, lost, came = _differences(case, areas)
    found = [Displaced(area, HIDDEN, Displacement.TURNED, area) for area in turned]
    for area, piece in came:
        source = next((one for one in lost if one[1] == piece and case.is_others(piece)), None)
        if source is None:
            return None
        lost.remove(source)
        found.append(Displaced(*source, Displacement.ELSEWHERE, area))
    beside = list(case.beside)
    for area, piece in lost:
        near = next((one for one in beside if piece in (one[1], HIDDEN)), None)
        if near is None:
            found.append(Displaced(area, piece, Displacement.MISSING))
        else:
            beside.remove(near)
            found.append(Displaced(area, piece, Displacement.BESIDE, near[0]))
    return found


def _differences(
    case: Case, areas: Iterable[Place]
) -> tuple[list[Place], list[Lying], list[Lying]]:
    """Return where a piece was turned up, what left these areas, and what came to them."""
    turned: list[Place] = []
    lost: list[Lying] = []
    came: list[Lying] = []
    for area in sorted(areas):
        held, seen = case.held.get(area, ()), case.evidence.seen[area]
        if case.evidence.could_be(area, held):
            continue  # what is missing may be where nothing is seen
        if held == (HIDDEN,) and len(seen) == 1:
            turned.append(area)
        else:
            lost += _gone(area, held, seen)
            came += _gone(area, seen, held)
    return turned, lost, came


def _gone(area: Place, held: Content, seen: Content) -> Iterator[Lying]:
    return ((area, piece) for piece in (Counter(held) - Counter(seen)).elements())
