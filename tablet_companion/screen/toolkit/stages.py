"""The rooms of a page: main sentence, board, text and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from hardware.board import Board
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Button
from tablet_companion.referee.model.steps_in_words import OR_PUT_BACK
from tablet_companion.screen.toolkit import framing, layout, slots
from tablet_companion.screen.toolkit.drawing import Box
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Regions:
    """A page's rooms: the main sentence, its subject, the text, the keys.

    ``body`` is the board's room on pages that show it. ``side`` is beside it, or below it on an
    upright screen.
    """

    head: Box
    body: Box
    side: Box
    foot: Box

    def key_beside_foot(self, least_px: int) -> Box | None:
        """Return a key's room in the free corner beside the foot; None if it is too narrow."""
        width = self.foot.x - self.side.x - _GAP_PX
        if width < least_px:
            return None
        high = min(self.foot.h, least_px)
        return Box(self.side.x, self.foot.bottom - high, width, high)

    @property
    def told(self) -> Box:
        """Return the larger room for text: above the keys, or beside them."""
        beside = Box(
            self.side.x,
            self.side.y,
            self.foot.x - _GAP_PX - self.side.x,
            self.foot.bottom - self.side.y,
        )
        if self.side.bottom > self.foot.y or beside.w * beside.h <= self.side.w * self.side.h:
            return self.side
        return beside

    @property
    def above_foot(self) -> Box:
        """Return the page between the main sentence and the lowest row of keys."""
        return Box(self.head.x, self.body.y, self.head.w, self.foot.y - self.body.y - _GAP_PX)

    @property
    def room(self) -> Box:
        """Return body and side as one if they are below each other, else the body."""
        if self.side.y < self.body.bottom:
            return self.body
        return Box(self.body.x, self.body.y, self.body.w, self.side.bottom - self.body.y)

    @property
    def whole(self) -> Box:
        """Return the page down to the lowest row of keys, for a single sentence."""
        return Box(self.head.x, self.head.y, self.head.w, self.foot.y - self.head.y - _GAP_PX)


_GAP_PX: Final = 6
_SEAM_PX: Final = 1
"""The gap between the main sentence and a board, which gets every remaining pixel."""
EDGE_PX: Final = 2
"""The gap between keys and the edge of the page or the board."""
_MIN_SIDE_MM: Final = 18.0
"""The room below a board: a line of text, and the seats."""
_USUAL_ROWS: Final = 2
"""The rows of keys below an upright board in most games."""
_TOLD_BELOW_MM: Final = 38.0
"""The room below an upright board for a rule that is taught, a step and the seats."""
_HIGH: Final = 0.72
"""Share of an upright screen's height for the board where little is told: three fifths of all its
pixels."""

MORE: Final = N_("Then {count} more.")
"""What ends a list of steps to do that has no room for all."""
AND_MORE: Final = N_("And {count} more.")
"""What ends a list of what was done that has no room for all."""
NARROW_MM: Final = 40.8
"""Width beside a board that is what the page is about: the board has three fifths of the page, and
two keys with words of nine letters have room."""
WIDE_MM: Final = 72.0
"""The width beside a board that helps to answer what stands there."""
SEATS_MM: Final = NARROW_MM - 9.0
"""Below a board upright, with nothing to tell: the seats alone."""
LARGE_MM: Final = (NARROW_MM, 47.0, 53.0)
"""How wide the room beside a board is that is still about half of the page."""
SIDES_MM: Final = (*LARGE_MM, 60.0, WIDE_MM, 86.0, 100.0)
"""How wide the room beside a board may grow where what is told cannot be shortened."""


def stage(
    look: Look,
    buttons: Sequence[Button],
    side_mm: float = NARROW_MM,
    *,
    rows: int = 0,
    across: int = 0,
) -> Regions:
    """Split the screen for a page with a board; the keys are lower right, always.

    The board is as large as possible with this many millimetres of the screen beside it. The
    table's own keys, which are no buttons, take up this many ``rows``. On a lying screen
    ``across`` is how many pixels below the main sentence are left free, from edge to edge.
    """
    theme = look.theme
    down = slots.height(buttons, slots.count_across(theme)) if buttons else rows
    keys = max(1, down * (theme.key + theme.key_gap) - theme.key_gap)
    return _upright(look, keys, side_mm) if theme.portrait else _lying(look, keys, side_mm, across)


def turns_for(theme: Theme, board: Board) -> int:
    """Return the quarter turns under which a board is largest where a rule and a step are told.

    It is never turned in mid-game.
    """
    width, height = theme.size
    if not theme.portrait:
        return framing.turns_for(board, Box(0, 0, width - theme.px(NARROW_MM), height))
    keys = _USUAL_ROWS * (theme.key + theme.key_gap)
    free = height - _upright_head(theme) - keys - theme.px(_TOLD_BELOW_MM)
    return framing.turns_for(board, Box(0, 0, width, free))


def with_room(
    look: Look,
    buttons: Sequence[Button],
    has_room: Callable[[Regions], bool],
    *,
    rows: int = 0,
    sides_mm: Sequence[float] = SIDES_MM,
) -> Regions:
    """Return the stage with the largest board that leaves room, or else the smallest."""
    for side_mm in sides_mm:
        found = stage(look, buttons, side_mm, rows=rows)
        if has_room(found):
            break
    return found


def with_first(
    look: Look,
    buttons: Sequence[Button],
    wanted: Iterable[T],
    has_room: Callable[[T, Regions], bool],
    sides_mm: Sequence[float] = LARGE_MM,
) -> tuple[T, Regions] | None:
    """Return the first of some things for which a stage has room, and that stage; None if none is.

    Its board is large by default.
    """
    for one in wanted:
        for side_mm in sides_mm:
            found = stage(look, buttons, side_mm)
            if has_room(one, found):
                return one, found
    return None


def first(told: Sequence[Message], count: int, text: str = MORE) -> tuple[Message, ...]:
    """Return the first of some messages, and how many more there are.

    To put the pieces back instead is no further step.
    """
    more = sum(one.text != OR_PUT_BACK for one in told[count:])
    return (*told[:count], *((Message(text, (("count", more),)),) if more else ()))


def _lying(look: Look, keys: int, side_mm: float, across: int) -> Regions:
    theme, (width, height) = look.theme, look.theme.size
    lines = 2 * layout.line_height(theme.body) + theme.stripe  # read from a metre, and whose turn
    top = lines + across + _SEAM_PX
    aspect = framing.field(look.board).aspect(look.turns)
    wanted, usual = (round((height - y) * aspect) for y in (top, top - across))
    body = Box(0, top, min(wanted, width - theme.px(side_mm)), height - top)
    left = body.right + EDGE_PX
    side = Box(left, top, width - left - EDGE_PX, body.h - EDGE_PX)
    told, foot = layout.rows(side, (0, keys), theme.gap // 3)
    narrow = width - min(usual, width - theme.px(NARROW_MM)) - 2 * EDGE_PX  # keys never move
    room = Box(told.x + EDGE_PX, told.y, told.w - EDGE_PX, told.h)
    foot = Box(foot.right - narrow, foot.y, narrow, foot.h)
    return Regions(Box(0, 0, width - EDGE_PX, lines), body, room, foot)


def _upright(look: Look, keys: int, side_mm: float) -> Regions:
    """Split an upright screen; what a side is wider by elsewhere, it is higher by below a board."""
    theme, gap = look.theme, look.theme.gap // 3
    page = Box(0, 0, *theme.size).inset(EDGE_PX)
    head = _upright_head(theme)
    below = theme.px(_MIN_SIDE_MM + side_mm - NARROW_MM)
    free = page.h - head - keys - 3 * gap - below
    high = min(page.w / framing.field(look.board).aspect(look.turns), page.h * _HIGH, free)
    return Regions(*layout.rows(page, (head, max(1, round(high)), 0, keys), gap))


def _upright_head(theme: Theme) -> int:
    return 3 * layout.line_height(theme.body) + 2 * theme.gap


def sheet(look: Look, keys: int) -> Regions:
    """Split the screen for a page without a board, with this many keys in rows below."""
    theme = look.theme
    page = Box(0, 0, *theme.size).inset(theme.gap)
    _, down = layout.shape(keys, page, theme.px(25), theme.gap)
    foot = down * theme.key + max(0, down - 1) * theme.gap
    head = theme.size[1] * (16 if theme.portrait else 22) // 100
    boxes = layout.rows(page, (head, 0, foot) if keys else (head, 0), theme.gap)
    below = boxes[2] if keys else Box(page.x, page.bottom, page.w, 0)
    return Regions(boxes[0], boxes[1], Box(page.right, boxes[1].y, 0, boxes[1].h), below)


def shelf(look: Look, head_mm: float = 12.5) -> Regions:
    """Split the screen for a long list: a headline, as much room as there is, one row of keys."""
    theme = look.theme
    page = Box(0, 0, *theme.size).inset(theme.gap)
    head, body, foot = layout.rows(page, (theme.px(head_mm), 0, theme.key), theme.gap)
    return Regions(head, body, Box(page.right, body.y, 0, body.h), foot)


def split(box: Box, look: Look, share: tuple[int, int] = (1, 1)) -> tuple[Box, Box]:
    """Split a body in two, side by side, or one above the other on an upright screen."""
    whole, gap = sum(share), look.theme.gap
    if look.theme.portrait:
        first, second = layout.rows(box, (box.h * share[0] // whole, 0), gap)
    else:
        first, second = layout.columns(box, (box.w * share[0] // whole, 0), gap)
    return first, second
