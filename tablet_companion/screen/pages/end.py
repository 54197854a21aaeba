"""The game is over: who has won."""

from __future__ import annotations

from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Page, joined
from tablet_companion.screen.toolkit.look import Look


def page(panel: EndPanel, look: Look) -> Page:
    """Return the last page of a game, with the winners' signs and the final board."""
    winners = panel.view.outcome.winners if panel.view.outcome else ()
    told = tuple(
        parts.Sentence(look.words.say(one), look.theme.body, look.colours.soft)
        for one in panel.facts
    )
    for wide in stages.SIDES_MM:
        stage = stages.stage(look, panel.buttons, wide)
        signs, room = layout.rows(stage.told, (look.theme.px(16), 0), look.theme.gap)
        if parts.has_room(told, room, look):
            break
    cells = layout.columns(signs.inset(look.theme.gap), [0] * len(winners), look.theme.gap)
    drawn = (parts.seat_sign(seat, cell, look) for seat, cell in zip(winners, cells, strict=True))
    return parts.page(
        look,
        bands.turn_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look),
        joined(*drawn, parts.column(told, room, look)),
        controls.buttons(panel.buttons, stage.foot, look),
    )
