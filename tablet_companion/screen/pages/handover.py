"""Something private follows: the tablet goes to one seat. Nothing of what follows is here."""

from __future__ import annotations

from tablet_companion.referee.model.panels import HandOverPanel
from tablet_companion.screen.toolkit import parts
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look


def page(panel: HandOverPanel, look: Look) -> Page:
    """Return the page that asks for the tablet to be passed on, with the seat's large sign."""
    stage = parts.stage(look, panel.buttons)
    return parts.page(
        look,
        parts.headline(look.words.say(panel.say), stage.head, look),
        parts.seat_sign(panel.seat, stage.body.inset(look.theme.gap), look),
        parts.buttons(panel.buttons, stage.foot, look),
    )
