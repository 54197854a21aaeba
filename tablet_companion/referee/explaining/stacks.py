"""What the rules tell apart and the camera does not: pieces on others, pieces that look alike.

``Lisbon.case`` is the place on top of the case that lies in Lisbon (``core.Placement``). The camera
sees an agent there in Lisbon, and may not see the case. Only the rules know that the agent stands
on the case; if that is not obvious, people are asked. So they are which of two pieces that look
alike (``core.seen_as``) has moved from where both stood; elsewhere each is known by its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tablet_companion.games.core import Piece, Place, Placement, Step, seen_as

Stood = tuple[Place, Piece]


def by_look(placement: Placement) -> Placement:
    """Return a placement with every piece called by what it looks like."""
    looks = tuple((place, seen_as(piece)) for place, piece in placement.pieces)
    return placement if looks == placement.pieces else Placement(tuple(sorted(looks)))


def steps_by_look(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return steps with every piece called by what it looks like."""
    return tuple(
        step if seen_as(step.piece) == step.piece else replace(step, piece=seen_as(step.piece))
        for step in steps
    )


def by_area(placement: Placement) -> Placement:
    """Return what a camera sees of a placement: every piece in its area, called by its look."""
    return by_look(in_areas(placement))


def in_areas(placement: Placement) -> Placement:
    """Return a placement with every piece in its area, even if it stands on another piece."""
    lying = frozenset(placement.pieces)
    on_top = {place: _under(place) for place, _ in lying if "." in place}
    if lying.isdisjoint(on_top.values()):
        return placement
    lower = {place: under[0] for place, under in on_top.items() if under in lying}
    return Placement(
        tuple(sorted((lower.get(place, place), piece) for place, piece in placement.pieces))
    )


def as_meant(shown: Placement, before: Placement) -> Placement:
    """Return a placement seen by areas in the terms of the rules, given the one before.

    A piece that stood on another is assumed to stand on it still while both are together, and one
    of several that look alike to be where it was while such a one is there.
    """
    pieces = list(_name_alike(shown, before))
    for place, rider in before.pieces:
        lower = _under(place)[1]
        where = next((at for at, piece in pieces if piece == rider), None)
        if _under(place) in before.pieces and where is not None and (where, lower) in pieces:
            pieces.remove((where, rider))
            pieces.append((Place(f"{where}.{lower}"), rider))
    return Placement(tuple(sorted(pieces)))


def _name_alike(shown: Placement, before: Placement) -> Iterator[Stood]:
    """Yield what is seen, those of pieces that look alike named as they were before."""
    looks = {piece: seen_as(piece) for _, piece in before.pieces}
    alike = {look for piece, look in looks.items() if look != piece}
    if not alike:
        yield from shown.pieces
        return
    left = [one for one in shown.pieces if one[1] in alike]
    yield from (one for one in shown.pieces if one[1] not in alike)
    astray: list[Piece] = []
    for place, piece in sorted(in_areas(before).pieces, key=lambda one: one[1], reverse=True):
        if (place, looks[piece]) in left:
            left.remove((place, looks[piece]))
            yield place, piece
        elif looks[piece] in alike:
            astray.insert(0, piece)
    for piece in astray:
        if (seen := next((one for one in left if one[1] == looks[piece]), None)) is not None:
            left.remove(seen)
            yield seen[0], piece
    yield from left


def _under(place: Place) -> Stood:
    """Return the piece that a place is on top of, and where that piece lies."""
    base, _, piece = place.partition(".")
    return Place(base), Piece(piece)
