"""The game is over: who has won."""

from __future__ import annotations

from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Page, joined
from tablet_companion.screen.toolkit.look import Look


def page(panel: EndPanel, look: Look) -> Page:
    """Return the last page of a game, with the winners' signs and the final board."""
    stage = stages.stage(look, panel.buttons)
    side = stage.side
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
        bands.turn_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look),
        joined(*signs, parts.column(told, room, look)),
        controls.buttons(panel.buttons, stage.foot, look),
    )
