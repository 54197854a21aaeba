"""The starting position: the picture to build it by, and what still differs."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from tablet_companion.games.core import Message
from tablet_companion.referee.model.panels import CheckPanel
from tablet_companion.screen.toolkit import bands, controls, differing, parts, stages
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look


def page(panel: CheckPanel, look: Look) -> Page:
    """Return the page that shows what should stand where."""
    sentences, stage = _laid_out(panel, look)
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), None, stage.head, look),
        parts.table(panel.view, stage.body, look, differing.marks(panel.differences)),
        parts.column(sentences, stage.side, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _laid_out(panel: CheckPanel, look: Look) -> tuple[list[parts.Sentence], stages.Stage]:
    """Return what is told beside the board: of many differences only the first ones."""
    told = [*dict.fromkeys(differing.in_words(one, look) for one in panel.differences)]
    for count in range(len(told), -1, -1):
        more = Message(stages.MORE, (("count", len(told) - count),))
        texts = told[:count] + ([look.words.say(more)] if count < len(told) else [])
        sentences = [parts.Sentence(one, look.theme.body, look.colours.text) for one in texts]
        fits = functools.partial(_fits, sentences, look)
        stage = stages.with_room(look, panel.buttons, fits)
        if fits(stage) and stage.is_mostly_board:
            break
    return sentences, stage


def _fits(sentences: Sequence[parts.Sentence], look: Look, stage: stages.Stage) -> bool:
    return parts.has_room(sentences, stage.side, look)
