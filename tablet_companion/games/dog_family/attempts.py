"""What people try with pawns in DOG and Agent DOG, whatever the card allows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs, Outcome


def any_moves(board: Sequence[int], nests: Sequence[int]) -> Iterator[Outcome]:
    """Yield every move of any one pawn to any other square, which captures whoever stands there."""
    origins = [square for square in range(track.SQUARES) if board[square]]
    origins += [track.nest(colour) for colour in range(4) if nests[colour]]
    for origin, target in itertools.product(origins, range(track.SQUARES)):
        if origin != target:
            yield ((origin, target),), (target,) if board[target] else ()


def any_swaps(board: Sequence[int]) -> Iterator[Legs]:
    """Yield every swap of two pawns that are not in a nest."""
    squares = [square for square in range(track.SQUARES) if board[square]]
    for one, other in itertools.combinations(squares, 2):
        yield (one, other), (other, one)
