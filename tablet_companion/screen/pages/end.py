"""The game is over: who has won."""

from __future__ import annotations

from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Page, joined
from tablet_companion.screen.toolkit.look import Look


def page(panel: EndPanel, look: Look) -> Page:
    """Return the last page of a game, with the winners' signs and the final board."""
    winners = panel.view.outcome.winners if panel.view.outcome else ()
    told = tuple(
        parts.Sentence(look.words.say(one), look.theme.body, look.colours.soft)
        for one in panel.facts
    )
    stage = stages.with_room(
        look, panel.buttons, lambda one: parts.has_room(told, _rooms(one, look)[1], look)
    )
    signs, room = _rooms(stage, look)
    cells = layout.columns(signs.inset(look.theme.gap), [0] * len(winners), look.theme.gap)
    drawn = (parts.seat_sign(seat, cell, look) for seat, cell in zip(winners, cells, strict=True))
    return parts.page(
        look,
        bands.turn_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look),
        joined(*drawn, parts.column(told, room, look)),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _rooms(stage: stages.Stage, look: Look) -> tuple[Box, Box]:
    """Return where the winners' signs are, and where it is told how it stands."""
    signs, told = layout.rows(stage.told, (look.theme.px(16), 0), look.theme.gap)
    return signs, told
