"""Telephones: who may join and by which code; and the extra key on a telephone's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import TABLE, Viewer
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, layout, orders, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Fill, Group, Page, Part, Rgb, join_parts
from tablet_companion.screen.toolkit.look import Look

TELEPHONES: Final = N_("Telephones")
INVITE: Final = N_("Let one join")
DISCONNECT: Final = N_("disconnect")
NO_NETWORK: Final = N_(
    "This machine is in no network. Once it is connected, the code appears here."
)
TO_TABLE: Final = N_("The table’s page")
TO_OWN: Final = N_("My own page")
_BLACK: Final[Rgb] = (0, 0, 0)
_WHITE: Final[Rgb] = (255, 255, 255)
_QUIET_ZONE: Final = 4
"""The white modules that a code needs around it (ISO/IEC 18004)."""


@dataclass(frozen=True, slots=True)
class TelephonesPanel:
    """Who may join, and the code of the present invitation.

    ``viewers`` are those that can be invited, the table among them, and ``joined`` those that have
    a telephone. ``code`` holds the rows of a QR code, ``1`` for black; it is empty while nobody is
    ``invited``, or no telephone can reach this machine. ``address`` is the text to type if it
    cannot be scanned.
    """

    viewers: tuple[Viewer, ...]
    joined: frozenset[Viewer]
    invited: Viewer | None = None
    code: tuple[str, ...] = ()
    address: str = ""


def page(panel: TelephonesPanel, look: Look) -> Page:
    """Return the page: a line for each who may join, and the code beside them."""
    stage = stages.sheet(look, 1)
    lines, code = stages.split(stage.body, look)
    back = controls.Key(N_("Leave"), orders.LeaveTelephones())
    return parts.page(
        look,
        bands.headline(_choose_headline(panel, look), stage.head, look),
        *_lines(panel, lines, look),
        _code(panel, code, look),
        controls.key_row((back,), stage.foot, look),
    )


def _choose_headline(panel: TelephonesPanel, look: Look) -> str:
    if panel.invited is None:
        return look.words.text(N_("Who joins with a telephone?"))
    if not panel.code:
        return look.words.text(NO_NETWORK)
    return look.words.text(N_("Scan this with your telephone. It can be used once."))


def _lines(panel: TelephonesPanel, box: Box, look: Look) -> Iterator[Part]:
    """Yield a line for each viewer, the table first; seats in two columns where one has no room."""
    gap, seats = look.theme.gap, len(panel.viewers) - 1
    across = 1 if box.h >= (1 + seats) * (look.theme.finger + gap) else 2
    down, gap = 1 + -(-seats // across), gap // across
    high = min(look.theme.key, (box.h + gap) // down - gap)
    first, *rows = layout.rows(box, [high] * down, gap)
    cells = [cell for row in rows for cell in layout.columns(row, [0] * across, look.theme.gap)]
    for viewer, line in zip(panel.viewers, (first, *cells), strict=False):
        sign, key = layout.columns(line, (line.h, 0), gap)
        shown = Part() if viewer == TABLE else parts.seat_sign(viewer, sign, look)
        yield join_parts(shown, _key(panel, viewer, key, look, named=across == 1))


def _key(panel: TelephonesPanel, viewer: Viewer, box: Box, look: Look, *, named: bool) -> Part:
    """Return the key that invites a viewer; if the seat has joined, it disconnects it first.

    Where there is no room for more, the sign alone says whom it disconnects.
    """
    name = look.words.text(TO_TABLE) if viewer == TABLE else look.words.seat(viewer)
    weight = Weight.MAIN if viewer == panel.invited else Weight.PLAIN
    if viewer in panel.joined and viewer != TABLE:
        leave = look.words.text(DISCONNECT)
        label = f"{name} – {leave}" if named else leave
        return controls.key(label, box, look, orders.DismissTelephone(viewer), weight=Weight.QUIET)
    return controls.key(name, box, look, orders.InviteTelephone(viewer), weight=weight)


def _code(panel: TelephonesPanel, box: Box, look: Look) -> Part:
    if not panel.code:
        return Part()
    square, text = layout.rows(box, (0, look.theme.px(8)), look.theme.gap)
    modules = len(panel.code) + 2 * _QUIET_ZONE
    module = max(1, min(square.w, square.h) // modules)
    room = layout.centre(square, module * modules, module * modules)
    fills = [Fill(room, _WHITE)]
    for y, row in enumerate(panel.code, _QUIET_ZONE):
        for run in re.finditer("1+", row):
            left, top = room.x + (run.start() + _QUIET_ZONE) * module, room.y + y * module
            fills.append(Fill(Box(left, top, len(run[0]) * module, module), _BLACK))
    address = parts.paragraph(panel.address, text, look, align="centre", middle=True)
    return join_parts(Part((Group(room, tuple(fills)),)), address)


def bar_height(look: Look) -> int:
    """Return the height of the extra key on a telephone's page."""
    return look.theme.key + look.theme.gap


def add_bar(page: Page, look: Look, *, own: bool) -> Page:
    """Return a page with a key below it that leads to the other of a seat's two pages.

    The telephones' room handles that key itself; its touch only says where it is.
    """
    width, height = page.size
    box = Box(0, height, width, bar_height(look)).inset(look.theme.gap // 2)
    label = look.words.text(TO_TABLE if own else TO_OWN)
    drawn = controls.key(label, box, look, orders.LeaveTelephones())
    size = (width, height + bar_height(look))
    touches = (*page.touches, *drawn.touches)
    return replace(page, size=size, items=(*page.items, *drawn.items), touches=touches)
