"""The game is over: who has won."""

from __future__ import annotations

from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.screen.toolkit import layout, parts
from tablet_companion.screen.toolkit.drawing import Page, joined
from tablet_companion.screen.toolkit.look import Look


def page(panel: EndPanel, look: Look) -> Page:
    """Return the last page of a game, with the winners' signs and the final board."""
    stage = parts.stage(look, panel.buttons)
    board, side = parts.beside(stage.body, look)
    winners = panel.view.outcome.winners if panel.view.outcome else ()
    lines = len(panel.facts) * (layout.line_height(look.theme.small) + look.theme.gap)
    side, room = layout.rows(side, (0, min(max(1, lines), side.h * 3 // 4)), look.theme.gap)
    told = [
        parts.Sentence(look.words.say(one), look.theme.body, look.colours.soft)
        for one in panel.facts
    ]
    cells = layout.columns(side.inset(look.theme.gap), [0] * len(winners), look.theme.gap)
    signs = (parts.seat_sign(seat, cell, look) for seat, cell in zip(winners, cells, strict=True))
    return parts.page(
        look,
        parts.headline(look.words.say(panel.say), stage.head, look, look.colours.main),
        parts.table(panel.view, board, look),
        joined(*signs, parts.column(told, room, look)),
        parts.buttons(panel.buttons, stage.foot, look),
    )
