"""Nothing is judged until somebody goes on."""

from __future__ import annotations

from tablet_companion.referee.model.panels import PausePanel
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenTrial


def page(panel: PausePanel, look: Look) -> Page:
    """Return the page of a pause, with the board as it is on record."""
    stage = stages.stage(look, panel.buttons)
    tried = look.trial and bool(panel.buttons)
    trial, _, seats = layout.rows(
        stage.side, (look.theme.px(12) if tried else 1, 0, look.theme.px(8)), look.theme.gap // 2
    )
    return parts.page(
        look,
        bands.turn_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look),
        controls.key(look.words.text(SELF_TEST), trial, look, OpenTrial()) if tried else Part(),
        parts.seats_row(panel.view.seats, panel.view.turn, seats, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )
