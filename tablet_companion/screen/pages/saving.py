"""The page of a game that is being saved to a USB stick: the result in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Message
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, parts, stages
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import LeaveSaving, SaveGame


@dataclass(frozen=True, slots=True)
class SavingPanel:
    """The state of saving; ``failed`` if it can be tried again."""

    say: Message
    failed: bool = False


def page(panel: SavingPanel, look: Look) -> Page:
    """Return the page: the sentence, and below it the way back."""
    stage, colours = stages.stage(look, (), rows=1), look.colours
    inks = (colours.amber, colours.on_amber) if panel.failed else (colours.raised, colours.text)
    keys = {(0, 1): controls.Key("Back", LeaveSaving())}
    if panel.failed:
        keys[0, 0] = controls.Key("Again", SaveGame(), Weight.MAIN)
    return parts.page(
        look,
        bands.plain_band(look.words.say(panel.say), stage.above_foot, look, inks),
        controls.order_keys(keys, stage.foot, look),
    )
