"""Nothing is judged until somebody goes on."""

from __future__ import annotations

from tablet_companion.referee.model.panels import PausePanel
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.pages.unfinished import UNFINISHED
from tablet_companion.screen.toolkit import layout, parts
from tablet_companion.screen.toolkit.drawing import Box, Fill, Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenTrial, OpenUnfinished, Order


def page(panel: PausePanel, look: Look) -> Page:
    """Return the page of a pause, with the board as it is on record."""
    stage = parts.stage(look, panel.buttons)
    board, side = parts.beside(stage.body, look, (11, 9))
    keys = _keys(look) if panel.buttons else ()
    heights = (0, *[look.theme.px(12)] * len(keys), look.theme.px(9))
    sign, *boxes, seats = layout.rows(side, heights, look.theme.gap)
    return parts.page(
        look,
        parts.headline(look.words.say(panel.say), stage.head, look),
        parts.table(panel.view, board, look),
        _bars(sign, look),
        *(
            parts.key(look.words.text(text), box, look, meaning)
            for (text, meaning), box in zip(keys, boxes, strict=True)
        ),
        parts.seats_row(panel.view.seats, panel.view.turn, seats, look),
        parts.buttons(panel.buttons, stage.foot, look),
    )


def _keys(look: Look) -> tuple[tuple[str, Order], ...]:
    """Return what leads to the table's own pages, where there are any."""
    unfinished = ((UNFINISHED, OpenUnfinished()),) if look.unfinished else ()
    return (*unfinished, *(((SELF_TEST, OpenTrial()),) if look.trial else ()))


def _bars(box: Box, look: Look) -> Part:
    """Return the two bars that mean a pause everywhere."""
    side = min(box.w, box.h, look.theme.px(30)) * 3 // 4
    whole = layout.centred(box, side, side)
    left, _, right = layout.columns(whole, (side // 3, 0, side // 3), 0)
    bars = (Fill(bar, look.colours.line, look.theme.px(2)) for bar in (left, right))
    return Part(tuple(bars))
