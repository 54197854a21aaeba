"""Pieces that stand on other pieces: the camera tells where both are, hardly which is upon which.

``Lisbon.case`` is the place on top of the case that lies in Lisbon (``core.Placement``). To the
camera whoever stands there is in Lisbon, as is the case, which it may not see; that he stands on it
is the rules' to know, and where that is not plain people are asked.
"""

from __future__ import annotations

from tablet_companion.games.core import Piece, Place, Placement

Stood = tuple[Place, Piece]


def by_area(placement: Placement) -> Placement:
    """Return a placement with every piece in the area it is in, whatever it stands on."""
    pieces = placement.pieces
    if not [place for place, _ in pieces if "." in place and _under(place) in pieces]:
        return placement
    flat = (
        (_under(place)[0] if _under(place) in pieces else place, piece) for place, piece in pieces
    )
    return Placement(tuple(sorted(flat)))


def as_meant(shown: Placement, before: Placement) -> Placement:
    """Return a table seen by areas as the rules mean it, given what it was before.

    Whoever stood on something is taken to stand on it still, wherever both are together.
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
    """Return the piece, and where it lies, on which a place of that name would be."""
    base, _, piece = place.partition(".")
    return Place(base), Piece(piece)
