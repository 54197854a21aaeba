"""The starting position: the picture to build it by, and what still differs."""

from __future__ import annotations

from tablet_companion.referee.model.panels import CheckPanel
from tablet_companion.screen.toolkit import bands, controls, differing, parts, stages
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look


def page(panel: CheckPanel, look: Look) -> Page:
    """Return the page that shows what should stand where."""
    differences = dict.fromkeys(differing.in_words(one, look) for one in panel.differences)
    sentences = [parts.Sentence(text, look.theme.body, look.colours.text) for text in differences]
    stage = stages.with_room(
        look, panel.buttons, lambda one: parts.has_room(sentences, one.side, look)
    )
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look, differing.marks(panel.differences)),
        parts.column(sentences, stage.side, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )
