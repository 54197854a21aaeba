"""The starting position: the picture to build it by, and what still differs."""

from __future__ import annotations

from tablet_companion.referee.model.panels import CheckPanel
from tablet_companion.screen.toolkit import bands, controls, differing, parts, stages
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look


def page(panel: CheckPanel, look: Look) -> Page:
    """Return the page that shows what should stand where."""
    sentences, stage = _lay_out(panel, look)
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look, differing.marks(panel.differences)),
        parts.column(sentences, stage.side, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _lay_out(panel: CheckPanel, look: Look) -> tuple[list[parts.Sentence], stages.Regions]:
    """Return the text beside the board: of many differences only the first ones."""
    told = [*dict.fromkeys(differing.say(one, look.board) for one in panel.differences)]

    def tell(count: int) -> list[parts.Sentence]:
        texts = map(look.words.say, stages.first(told, count))
        return [parts.Sentence(text, look.theme.body, look.colours.text) for text in texts]

    def fits(count: int, one: stages.Regions) -> bool:
        return parts.has_room(tell(count), one.side, look)

    found = stages.with_first(look, panel.buttons, range(len(told), 0, -1), fits)
    count, stage = found or (min(1, len(told)), stages.stage(look, panel.buttons))
    return tell(count), stage
