"""Whether labelled pieces look like other colours of the board's file: the board lay turned round.

A game's start is often the same turned round, with the colours exchanged. Read back, such a picture
contradicts nothing, and from then on every piece is taken for the other side's. Pure.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.board import Board
from tablet_companion.vision.places.hues import Hues, nominal


@dataclass(frozen=True, slots=True)
class Tuning:
    """When colours are called exchanged.

    In squared standard deviations of the colours of one kind of piece, as the network was fitted to
    them. Chosen by hand, with a wide margin: the colours of a board's file are often rough. Held by
    tests/setup/test_exchanged.py.
    """

    better_share: float = 0.3
    """Colours seem exchanged if, once exchanged, they misfit the file's by at most this share of
    their misfit as labelled."""
    better_squared: float = 2.5
    """The least by which that misfit must shrink for colours to seem exchanged."""
    sure_share: float = 0.1
    """As ``better_share``, for colours that are surely exchanged."""
    sure_squared: float = 5.0
    """As ``better_squared``, for colours that are surely exchanged: two browns, stated roughly, are
    not so far apart."""
    colours_max: int = 6
    """More colours are not tried in every order."""


TUNING: Final = Tuning()

_Rows = NDArray[np.float64]


def find_exchanged(board: Board, hues: Hues, *, surely: bool = False) -> dict[str, str]:
    """Return which colours of the file labelled colours look like, if they seem exchanged.

    ``surely``: only if they certainly are.
    """
    limits = (
        (TUNING.sure_share, TUNING.sure_squared)
        if surely
        else (TUNING.better_share, TUNING.better_squared)
    )
    found: dict[str, str] = {}
    for kind in board.pieces.values():
        colours = [colour for colour in kind.colours if colour in hues]
        if 2 <= len(colours) <= TUNING.colours_max:
            stated = {colour: nominal(kind.rgb(colour)) for colour in colours}
            found |= _match(colours, hues, stated, limits)
    return found


def find_astray(board: Board, pieces: Mapping[str, str]) -> tuple[str, ...]:
    """Return the nests and finishes where a label has another colour's piece: no game has that."""
    return tuple(
        at
        for at, piece in pieces.items()
        if (place := board.by_name[at]).kind in {"nest", "finish"}
        and place.colour in board.colours
        and piece in board.colours
        and piece.partition(".")[0] != place.colour
    )


def _match(
    colours: Sequence[str], seen: Hues, stated: Hues, limits: tuple[float, float]
) -> dict[str, str]:
    """Return the colours that fit better in another order, each with the one it looks like.

    ``limits`` are the greatest share of the misfit as labelled, and how much better it is at least.
    """
    apart = _relative(colours, seen)[:, None] - _relative(colours, stated)[None]
    costs = (apart**2).sum(axis=-1)
    exchanged = find_other_order(costs, *limits)
    return {colours[row]: colours[other] for row, other in exchanged.items()}


def find_other_order(costs: _Rows, share: float, gain: float = 0.0) -> dict[int, int]:
    """Return which row fits which other column better, if all together do so much better.

    That is, if the least sum of costs (n × n) with each column once is at most this ``share`` of
    their sum in order, and less by ``gain``.
    """
    rows = range(len(costs))
    best = min(itertools.permutations(rows), key=lambda order: float(costs[rows, order].sum()))
    given, least = np.trace(costs), costs[rows, best].sum()
    if least > share * given or given - least < gain:
        return {}
    return {row: other for row, other in enumerate(best) if other != row}


def _relative(colours: Sequence[str], hues: Mapping[str, tuple[float, float, float]]) -> _Rows:
    """Return colours relative to their mean: the light shifts all of them."""
    rows = np.array([hues[colour] for colour in colours], dtype=np.float64)
    return np.asarray(rows - rows.mean(axis=0))
