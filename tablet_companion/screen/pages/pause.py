"""Nothing is judged until somebody goes on."""

from __future__ import annotations

from tablet_companion.referee.model.panels import PausePanel
from tablet_companion.screen.pages.rules import RULES
from tablet_companion.screen.pages.telephones import TELEPHONES
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.pages.unfinished import UNFINISHED
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import (
    OpenRules,
    OpenTelephones,
    OpenTrial,
    OpenUnfinished,
    Order,
)


def page(panel: PausePanel, look: Look) -> Page:
    """Return the page of a pause, with the board as it is on record."""
    stage = stages.stage(look, panel.buttons)
    keys = _keys(look) if panel.buttons else ()
    heights = (*[look.theme.px(10)] * len(keys), 0, look.theme.px(8))
    *boxes, _, seats = layout.rows(stage.side, heights, look.theme.gap // 2)
    return parts.page(
        look,
        bands.turn_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look),
        *(
            controls.key(look.words.text(text), box, look, meaning)
            for (text, meaning), box in zip(keys, boxes, strict=True)
        ),
        parts.seats_row(panel.view.seats, panel.view.turn, seats, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _keys(look: Look) -> tuple[tuple[str, Order], ...]:
    """Return what leads to the table's own pages, if there are any."""
    unfinished = ((UNFINISHED, OpenUnfinished()),) if look.unfinished else ()
    rules = ((RULES, OpenRules()),) if look.taught else ()
    telephones = ((TELEPHONES, OpenTelephones()),) if look.telephones else ()
    return (*rules, *telephones, *unfinished, *(((SELF_TEST, OpenTrial()),) if look.trial else ()))
