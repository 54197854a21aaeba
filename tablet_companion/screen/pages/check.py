"""The starting position: the picture to build it by, and what still differs."""

from __future__ import annotations

from tablet_companion.referee.model.panels import CheckPanel
from tablet_companion.screen.toolkit import differing, parts
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look


def page(panel: CheckPanel, look: Look) -> Page:
    """Return the page that shows what should stand where."""
    stage = parts.stage(look, panel.buttons)
    board, side = parts.beside(stage.body, look, (3, 2))
    differences = dict.fromkeys(differing.in_words(one, look) for one in panel.differences)
    sentences = [parts.Sentence(text, look.theme.body, look.colours.text) for text in differences]
    return parts.page(
        look,
        parts.headline(look.words.say(panel.say), stage.head, look),
        parts.table(panel.view, board, look, differing.marks(panel.differences)),
        parts.column(sentences, side, look),
        parts.buttons(panel.buttons, stage.foot, look),
    )
