"""Pieces that were knocked off their places, taken away, or moved by somebody who is not on turn.

Nobody can tell who did it, and mostly it is nobody's fault: the referee names the piece, never a
player. What the player on turn does meanwhile is judged once the pieces are back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.referee.explaining.cases import Candidate, Case
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Displaced,
    Displacement,
    Explanation,
    OutOfPlace,
    Unclear,
)
from tablet_companion.referee.explaining.unfinished import ActionInProgress

Lying = tuple[Place, Piece]
"""An area and a piece that is in it, near it, or missing from it."""
_MOVE: Final = 4
"""A move hardly changes more areas. Where more differ, all of them are spoken of together."""
_SWAPPED: Final = 2
"""The number of pieces that change places."""


def find_out_of_place(case: Case, found: Iterable[ActionInProgress]) -> OutOfPlace | None:
    """Return the pieces out of place if nothing else is wrong, else None.

    An action may be under way or done at the same time; of several such actions, the one that
    leaves the fewest pieces out of place is chosen, or the likely card's. An action whose places
    show an extra piece does not count: that piece is the one out of place.
    """
    counted = [one for one in found if not one.has_strangers]
    rests = dict.fromkeys([case.clear, *(one.rest for one in counted)])
    likely = {one.rest for one in counted if one.candidate.card == case.likely is not None}
    options = [
        (len(pieces), rest not in likely, tuple(sorted(pieces)))
        for rest in rests
        if (pieces := _trace_pieces(case, rest))
    ]
    return OutOfPlace(min(options)[-1]) if options else None


def find_named_before(case: Case) -> OutOfPlace | None:
    """Return the pieces named before that still stand out of place beside no more than a move.

    They are put back first; what else was done is judged after that.
    """
    still = case.misplaced <= case.clear and len(case.clear - case.misplaced) <= _MOVE
    pieces = _trace_pieces(case, case.misplaced) if still else None
    if not pieces or any(one.at is None for one in pieces):
        return None
    return OutOfPlace(tuple(sorted(pieces)))


def find_cards_taken_back(case: Case) -> OutOfPlace | None:
    """Return the cards that lie in sight though they were won, None if there are none.

    They are taken away first, whatever else was done: nobody misses a pawn on one meanwhile.
    """
    found = (
        Displaced(home, piece, Displacement.ELSEWHERE, area)
        for area, piece in _compare(case, case.clear)[2]
        if str(piece) == str(area)
        for home in _find_homes_out_of_sight(case, piece)
    )
    cards = tuple(sorted(found))
    return OutOfPlace(cards) if cards else None


def find_lost_pieces(case: Case) -> OutOfPlace | None:
    """Return the pieces that have left their places and stand on none, if nothing else differs."""
    pieces = _trace_pieces(case, case.clear)
    lost = (Displacement.BESIDE, Displacement.ALMOST, Displacement.MISSING)
    if not pieces or any(one.how not in lost for one in pieces):
        return None
    lifted = all(one.how is Displacement.MISSING for one in pieces)
    return OutOfPlace(tuple(sorted(pieces)), lifted)


def find_missing_beside(case: Case, found: Explanation) -> OutOfPlace | None:
    """Return the pieces that are gone while a rule was broken elsewhere, or None.

    They are put back first: people who look for one would find what they put right objected to.
    """
    if not isinstance(found, Broke):
        return None
    places = {place for breach in found.breaches for place in breach.places}
    turned, lost, came = _compare(case, case.clear)
    lost += [(area, HIDDEN) for area in turned]
    came += [(area, piece) for area in turned for piece in case.evidence.seen[area]]
    # What stood where something came, or is spoken of, was moved or captured.
    taken = places.union(area for area, _ in came)
    lost.sort(key=lambda one: one[0] not in taken)
    for _, piece in came:
        # One that comes out of nowhere lay turned over where another lies now, which looks alike.
        kinds = (piece, HIDDEN, *(one for _, one in lost))
        gone = next((one for kind in kinds for one in lost if one[1] == kind), None)
        lost = [one for one in lost if one is not gone]
    missing = [one for one in lost if one[0] not in taken]
    return OutOfPlace(tuple(sorted(_trace_losses(case, missing)))) if missing else None


def find_seen_beside(case: Case) -> Unclear | None:
    """Return an area whose piece is seen there with doubt and beside it, too: it may have fallen.

    A piece that leans is rather seen twice than gone: to ask what stands there accuses nobody.
    """
    for area, piece in case.beside:
        held = case.held.get(area, ())
        if piece in held and case.evidence.is_unsure_of(area, piece, held.count(piece)):
            left = Counter(held) - Counter([piece])
            return Unclear((area,), (tuple(left.elements()), held))
    return None


def have_swapped(case: Case, moved: OutOfPlace) -> bool:
    """Whether two pieces stand in each other's places, and the card that lies there swaps two."""
    ways = {(one.home, one.at) for one in moved.pieces}
    if len(moved.pieces) != len(ways) or len(ways) != _SWAPPED:
        return False
    swaps = {(at, home) for home, at in ways} == ways
    return swaps and any(_is_swap(one) for one in case.allowed if one.card == case.laid.known)


def _is_swap(action: Candidate) -> bool:
    ways = {(step.source, step.target) for step in action.steps}
    return len(ways) == _SWAPPED and {(target, source) for source, target in ways} == ways


def _trace_pieces(case: Case, areas: Iterable[Place]) -> list[Displaced] | None:
    """Return what became of every piece that left these areas or came to them.

    None if a piece came that no player out of turn can have moved: that was a move of some kind.
    """
    turned, lost, came = _compare(case, areas)
    if not turned and (mixed := _find_mixed_up(case, lost, came)):
        return [mixed]
    arrived = _trace_arrivals(case, lost, came)
    if arrived is None:
        return None
    found = [Displaced(area, HIDDEN, Displacement.TURNED, area) for area in turned]
    return [*found, *arrived, *_trace_losses(case, lost)]


def _trace_arrivals(case: Case, lost: list[Lying], came: list[Lying]) -> list[Displaced] | None:
    """Return where the pieces that came belong, taking those that left from ``lost``.

    None if one came that only the player on turn can have moved.
    """
    found: list[Displaced] = []
    for area, piece in came:
        idle = _is_idle(case, piece)
        # Any other piece may be the turn's own move, and no accident.
        early = idle or case.is_others(piece)
        source = next((one for one in lost if one[1] == piece and early), None)
        if source is None and idle and (homes := _find_homes_out_of_sight(case, piece)):
            found.append(Displaced(homes[0], piece, Displacement.ELSEWHERE, area))
            continue
        if source is None and _is_extra(case, piece):
            found.append(Displaced(area, piece, Displacement.EXTRA, area))
            continue
        if source is None:
            return None
        lost.remove(source)
        found.append(Displaced(*source, Displacement.ELSEWHERE, area))
    return found


def _trace_losses(case: Case, lost: list[Lying]) -> list[Displaced]:
    """Return which pieces stand beside the places, and which are missing.

    One face down may be any that is lost, as it shows no colour.
    """
    found: list[Displaced] = []
    beside = list(case.beside)
    for area, piece in lost:
        near = next((one for one in beside if piece in (one[1], HIDDEN)), None)
        if near is None:
            found.append(Displaced(area, piece, Displacement.MISSING))
        else:
            beside.remove(near)
            found.append(Displaced(area, piece, _choose_beside(case, piece, near[0]), near[0]))
    found += (
        Displaced(home, piece, _choose_beside(case, piece, near), near)
        for near, piece in beside
        for home in _find_homes_out_of_sight(case, piece)
    )
    return found


def _is_idle(case: Case, piece: Piece) -> bool:
    """Whether a player's piece has to wait, whoever is on turn: something else is due first."""
    if case.game.pile or piece not in case.owners:
        return False
    return not any(step.piece == piece for one in case.allowed for step in one.steps)


def _is_extra(case: Case, piece: Piece) -> bool:
    """Whether more such pieces are seen than the game has, even if turned-over ones are of it.

    One that was turned over may also have come out if one that is missing may lie in its place.
    """
    held = Counter(one for _, one in case.before.pieces)
    shown = Counter(one for _, one in case.evidence.shown(case.before).pieces)
    came_out = max(0, held[HIDDEN] - shown[HIDDEN])
    came_out += min(shown[HIDDEN], (held - shown - Counter({HIDDEN: held[HIDDEN]})).total())
    unseen = bool(_find_homes_out_of_sight(case, piece))
    return piece != HIDDEN and not unseen and shown[piece] > held[piece] + came_out


def _find_mixed_up(case: Case, lost: list[Lying], came: list[Lying]) -> Displaced | None:
    """Return the piece in whose place another stands, if it can only lie face down elsewhere.

    That is so after turns are put back in which turned-over pieces moved: they look alike. One that
    is seen no more often than before came from where it is missing now.
    """
    hidden = any(
        content == case.evidence.seen.get(area) == (HIDDEN,) for area, content in case.held.items()
    )
    if not (case.game.pile and hidden and len(lost) == len(came) == 1):
        return None
    (area, piece), (there, other) = lost[0], came[0]
    if area != there or HIDDEN in (piece, other) or _count_more(case, other) <= 0:
        return None
    return Displaced(area, piece, Displacement.MIXED_UP, area)


def _count_more(case: Case, piece: Piece) -> int:
    """Return how many more such pieces are seen than stood there before."""
    shown = case.evidence.shown(case.before)
    seen, held = ([one for _, one in placed.pieces] for placed in (shown, case.before))
    return seen.count(piece) - held.count(piece)


def _find_homes_out_of_sight(case: Case, piece: Piece) -> tuple[Place, ...]:
    """Return where no camera looks and such a piece belongs, at most one place.

    A piece that stands beside the places although it was never brought onto one came from there.
    """
    pieces = case.before.pieces
    homes = (place for place, one in pieces if one == piece and place not in case.evidence.areas)
    return tuple(homes)[:1]


def _choose_beside(case: Case, piece: Piece, area: Place) -> Displacement:
    return Displacement.ALMOST if _may_go(case, piece, area) else Displacement.BESIDE


def _may_go(case: Case, piece: Piece, area: Place) -> bool:
    steps = (step for one in case.allowed for step in one.steps)
    return any(step.piece == piece and step.target == area for step in steps)


def _compare(case: Case, areas: Iterable[Place]) -> tuple[list[Place], list[Lying], list[Lying]]:
    """Return where pieces were turned up, which left these areas, and which came to them."""
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
            lost += _list_lost(case, area)
            came += _list_missing(area, seen, held)
    return turned, lost, came


def _list_lost(case: Case, area: Place) -> list[Lying]:
    """Return what an area lacks; of pieces that are alike, as many may be where it is covered."""
    lost = [*_list_missing(area, case.held.get(area, ()), case.evidence.seen[area])]
    return lost[case.evidence.count_covered(area) :] if len({*lost}) == 1 else lost


def _list_missing(area: Place, held: Content, seen: Content) -> Iterator[Lying]:
    return ((area, piece) for piece in (Counter(held) - Counter(seen)).elements())
