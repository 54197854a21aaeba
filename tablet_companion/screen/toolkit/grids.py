"""Keys in grids, over several sheets if they do not all have room."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.controls import MORE, LabelledKey, keys_alike, least_height
from tablet_companion.screen.toolkit.drawing import Box, Part
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look

_BROADEST_MM: Final = 100.0
"""The greatest width of a key that stands alone: a wider one would look like a headline."""
_FULL: Final = 0.55
"""From this share of their box on, the keys of a grid fill it."""


def key_grid(  # noqa: PLR0913 - what keys are, where, and how large
    keys: Sequence[LabelledKey],
    box: Box,
    look: Look,
    local: Local,
    size_mm: tuple[int, int],
    *,
    signed: bool = False,
) -> Part:
    """Return keys in a grid in which every label is whole, in the largest possible letters.

    A key has at least this width, and at most this height unless its label needs more or the keys
    take up most of the box, which they then fill. Where all labels are single words, such as
    cards, they may be as large as a headline, unless there are ``signed`` ones, which need room for
    a sign. ``local`` says which sheet is shown.
    """
    if not keys:
        return Part()
    gap, theme = look.theme.gap, look.theme
    dealt = _deal([label for label, _, _ in keys], box, look, theme.px(size_mm[0]))
    number = local.sheet % len(dealt)
    shown, grid = dealt[number]
    given = [keys[n] for n in shown]
    if len(dealt) > 1:
        turn = replace(local, sheet=(number + 1) % len(dealt))
        given.append((look.words.text(MORE), turn, Weight.PLAIN))
    down = -(-len(given) // grid.across)
    across = grid.across if len(dealt) > 1 else -(-len(given) // down)
    high = max(theme.px(size_mm[1]), grid.key_px)
    if _FULL * box.h < down * (high + gap):  # a strip below them would look forgotten
        high = box.h // down
    room = Box(box.x, box.y, _width(across, box, look), min(box.h, down * (high + gap) - gap))
    words = not signed and all(len(label.split()) == 1 for label, _, _ in given)
    cells = layout.grid(room, across, down, gap)[: len(given)]
    return keys_alike(cells, given, look, theme.main if words else None)


def on_one_sheet(keys: Sequence[LabelledKey], box: Box, look: Look, least_mm: float) -> bool:
    """Whether a grid in this box shows all keys, none too low for a finger or on another sheet."""
    grid = _find_grid([label for label, _, _ in keys], box, look, look.theme.px(least_mm))
    return box.h >= grid.key_px and grid.holds >= len(keys)


@dataclass(frozen=True, slots=True)
class _Grid:
    """A grid of keys with its least height of a key."""

    across: int
    down: int
    key_px: int

    @property
    def holds(self) -> int:
        """Return how many keys it has room for."""
        return self.across * self.down


def _deal(labels: Sequence[str], box: Box, look: Look, px: int) -> list[tuple[range, _Grid]]:
    """Return the keys of each sheet and their grid; one long label lowers no other sheet."""
    grid, dealt = _find_grid(labels, box, look, px), []
    if grid.holds >= len(labels):
        return [(range(len(labels)), grid)]
    more, least, begin = look.words.text(MORE), max(1, grid.holds - 1), 0
    while begin < len(labels):
        end = min(begin + least, len(labels))
        grid = _find_grid((*labels[begin:end], more), box, look, px)
        for last in range(end + 1, len(labels) + 1):
            wider = _find_grid((*labels[begin:last], more), box, look, px)
            if wider.holds <= last - begin:
                break
            end, grid = last, wider
        dealt.append((range(begin, end), grid))
        begin = end
    return dealt


def _find_grid(labels: Sequence[str], box: Box, look: Look, least_px: int) -> _Grid:
    """Return the grid that shows most keys on a sheet; among equals the largest letters.

    Then full rows of three or more: nine rooms are three by three, not five above four.
    """
    most = max(1, (box.w + look.theme.gap) // (least_px + look.theme.gap))
    most = min(most, max(1, len(labels)))
    count, sizes = len(labels), (look.theme.body, look.theme.small)
    grids = []
    for across, size in itertools.product(range(most, 0, -1), sizes):
        grid = _stack(labels, across, box, look, size)
        if grid is not None and grid.holds >= count:
            grids.append((size, grid))
    if grids:
        return max(grids, key=lambda one: (one[0], _is_full(count, one[1]), one[1].across))[1]
    found = (_stack(labels, across, box, look, look.theme.small) for across in range(most, 0, -1))
    whole = [grid for grid in found if grid is not None]
    least = _Grid(1, max(1, box.h // look.theme.finger), look.theme.finger)
    return max(whole, key=lambda one: one.holds, default=least)


def _is_full(count: int, grid: _Grid) -> bool:
    """Whether the keys, spread evenly over their rows, leave no cell empty."""
    across = -(-count // -(-count // grid.across))
    return across > 2 and count % across == 0


def _width(across: int, box: Box, look: Look) -> int:
    """Return a grid's width: the whole box, unless it has a single column."""
    return box.w if across > 1 else min(box.w, look.theme.px(_BROADEST_MM))


def _stack(labels: Sequence[str], across: int, box: Box, look: Look, size: int) -> _Grid | None:
    """Return as many rows as fit; None if a label's word would be broken."""
    gap = look.theme.gap
    room = replace(box, w=_width(across, box, look))
    high = least_height(labels, layout.columns(room, [0] * across, gap)[0], look, size)
    if high is None or high > box.h:
        return None
    return _Grid(across, (box.h + gap) // (high + gap), high)
