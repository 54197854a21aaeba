"""Pieces that stand on other pieces: the camera sees both, but hardly which is on top.

``Lisbon.case`` is the place on top of the case that lies in Lisbon (``core.Placement``). The camera
sees an agent there in Lisbon, and may not see the case. Only the rules know that the agent stands
on the case; if that is not obvious, people are asked.
"""

from __future__ import annotations

from tablet_companion.games.core import Piece, Place, Placement

Stood = tuple[Place, Piece]


def by_area(placement: Placement) -> Placement:
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

    A piece that stood on another is assumed to stand on it still while both are together.
    """
    pieces = list(shown.pieces)
    for place, rider in before.pieces:
        lower = _under(place)[1]
        where = next((at for at, piece in pieces if piece == rider), None)
        if _under(place) in before.pieces and where is not None and (where, lower) in pieces:
            pieces.remove((where, rider))
            pieces.append((Place(f"{where}.{lower}"), rider))
    return Placement(tuple(sorted(pieces)))


def _under(place: Place) -> Stood:
    """Return the piece that a place is on top of, and where that piece lies."""
    base, _, piece = place.partition(".")
    return Place(base), Piece(piece)
