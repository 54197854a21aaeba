"""Nothing is judged until somebody goes on."""

from __future__ import annotations

from tablet_companion.referee.model.panels import PausePanel
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.toolkit import layout, parts
from tablet_companion.screen.toolkit.drawing import Box, Fill, Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenTrial


def page(panel: PausePanel, look: Look) -> Page:
    """Return the page of a pause, with the board as it is on record."""
    stage = parts.stage(look, panel.buttons)
    board, side = parts.beside(stage.body, look, (11, 9))
    tried = look.trial and bool(panel.buttons)
    heights = (0, look.theme.px(12) if tried else 1, look.theme.px(9))
    sign, trial, seats = layout.rows(side, heights, look.theme.gap)
    return parts.page(
        look,
        parts.headline(look.words.say(panel.say), stage.head, look),
        parts.table(panel.view, board, look),
        _bars(sign, look),
        parts.key(look.words.text(SELF_TEST), trial, look, OpenTrial()) if tried else Part(),
        parts.seats_row(panel.view.seats, panel.view.turn, seats, look),
        parts.buttons(panel.buttons, stage.foot, look),
    )


def _bars(box: Box, look: Look) -> Part:
    """Return the two bars that mean a pause everywhere."""
    side = min(box.w, box.h, look.theme.px(30)) * 3 // 4
    whole = layout.centred(box, side, side)
    left, _, right = layout.columns(whole, (side // 3, 0, side // 3), 0)
    bars = (Fill(bar, look.colours.line, look.theme.px(2)) for bar in (left, right))
    return Part(tuple(bars))
