"""Something private follows: the tablet goes to one seat. Nothing of what follows is here."""

from __future__ import annotations

from tablet_companion.referee.model.panels import HandOverPanel
from tablet_companion.screen.toolkit import bands, controls, parts, stages
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look


def page(panel: HandOverPanel, look: Look) -> Page:
    """Return the page that asks for the tablet to be passed on, with the seat's large sign."""
    stage = stages.stage(look, panel.buttons)
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), panel.seat, stage.head, look),
        parts.seat_sign(panel.seat, stage.room.inset(look.theme.gap), look),
        controls.buttons(panel.buttons, stage.foot, look),
    )
