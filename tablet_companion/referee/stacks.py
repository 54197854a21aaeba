"""Pieces that stand on other pieces: the camera sees the upper one, the rules mean both.

``Lisbon.case`` is the place on top of the case that lies in Lisbon (``core.Placement``). From above
whoever stands there hides it, so that a look has to be held against what is left to be seen, and
read as the rules mean it.
"""

from __future__ import annotations

from tablet_companion.games.core import Piece, Place, Placement

Stood = tuple[Place, Piece]


def from_above(placement: Placement) -> Placement:
    """Return what is seen of a placement from above: what something stands on is not."""
    pieces = placement.pieces
    hidden = {one for place, _ in pieces if (one := _under(place)) in pieces}
    if not hidden:
        return placement
    seen = (
        (_under(place)[0] if _under(place) in hidden else place, piece)
        for place, piece in pieces
        if (place, piece) not in hidden
    )
    return Placement(tuple(sorted(seen)))


def as_meant(shown: Placement, before: Placement) -> Placement:
    """Return a table seen from above as the rules mean it, given what it was before.

    Whoever stood on something is taken to have it still, wherever he is, unless it is to be seen.
    """
    pieces = list(shown.pieces)
    for place, rider in before.pieces:
        lower = _under(place)
        if lower not in before.pieces or any(piece == lower[1] for _, piece in pieces):
            continue
        where = next((at for at, piece in pieces if piece == rider), None)
        if where is not None:
            pieces.remove((where, rider))
            pieces += [(where, lower[1]), (Place(f"{where}.{lower[1]}"), rider)]
    return Placement(tuple(sorted(pieces)))


def _under(place: Place) -> Stood:
    """Return the piece, and where it lies, on which a place of that name would be."""
    base, _, piece = place.partition(".")
    return Place(base), Piece(piece)
