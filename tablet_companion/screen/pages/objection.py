"""Something is not allowed: which rule, how to put it right, where it is in the booklet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.notes import Explained
from tablet_companion.referee.model.panels import ObjectionPanel
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    framing,
    layout,
    parts,
    stages,
)
from tablet_companion.screen.toolkit.drawing import Box, Circle, Line, Page, Part, Polygon, Role
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import ReadRule

ALSO_FORBIDDEN: Final = N_("{count} more {count:rule forbids|rules forbid} it.")
_WHY_MM: Final = 24
_LARGE: Final = 0.95
"""Share of a large board's width for one beside which everything may be told."""
_SAID: Final = 2
"""The number of sentences on each broken rule, without the booklet's section."""


def page(panel: ObjectionPanel, look: Look) -> Page:
    """Return the page of an objection; the board shows what the table shows."""
    above, sentences, stage = _lay_out(panel, look)
    ask, head = bands.help_key(stage.head, look)
    why, head = _why(panel, head, look)
    return parts.page(
        look,
        _head(look.words.say(panel.say), head, look),
        _board(panel, stage.body, look),
        parts.column(above, _across(stage.head.bottom, stage.body.y, look), look),
        parts.column(sentences, stage.told, look),
        why,
        ask,
        controls.buttons(panel.buttons, stage.foot, look),
    )


_Told = tuple[Sequence[parts.Sentence], Sequence[parts.Sentence], stages.Regions]
"""The text across the page, the text beside the board, and the rooms."""


def _lay_out(panel: ObjectionPanel, look: Look) -> _Told:
    """Return the text, and the rooms, with as large a board as the text allows.

    The booklet's section is left out before the board shrinks, as "Why?" shows it, too, and so are
    the cards that can be played, which the page says once the card is taken back. If several rules
    are broken, the page shows the first, and the number of the others. A long rule stands across
    the page: above the board its lines are fewer than beside it.
    """
    told = [explain(breach, look) for breach in panel.breaches]
    instead = () if panel.playable is None else (_plain(panel.playable, look),)
    cited = [*(one for breach in told for one in breach), *instead]
    bare = [*(one for breach in told for one in breach[:_SAID]), *instead]
    usual = stages.stage(look, panel.buttons)
    if parts.has_room(cited, usual.told, look):
        return (), cited, usual
    few = told[0][:_SAID]
    if more := len(told) - 1:
        then = look.words.say(Message(ALSO_FORBIDDEN, (("count", more),)))
        few = (*few, parts.Sentence(then, look.theme.urgent, look.colours.soft))
    large = _LARGE * stages.stage(look, panel.buttons, stages.LARGE_MM[-1]).body.w
    whole = _arrange(panel, bare, 0 if more else len(bare), look)
    for fitting, least in ((whole, large), (_arrange(panel, few, len(few), look), 0.0)):
        best = max(fitting, key=_board_px, default=None)
        if best is not None and _board_px(best) >= least:
            return best
    return (), few, stages.stage(look, panel.buttons, stages.SIDES_MM[-1])


def _board_px(told: _Told) -> int:
    return told[-1].body.w


def _arrange(
    panel: ObjectionPanel, text: Sequence[parts.Sentence], most: int, look: Look
) -> Iterator[_Told]:
    """Yield a text beside the board, and with up to ``most`` sentences across, if it has room."""
    for count in range(1 if look.theme.portrait else most + 1):
        above, beside = text[:count], text[count:]
        high = parts.column_height(above, _across(0, 0, look).w, look) if above else 0
        for side_mm in stages.SIDES_MM:
            stage = stages.stage(look, panel.buttons, side_mm, across=high)
            if parts.has_room(beside, stage.told, look):
                yield above, beside, stage
                break


def _across(top: int, bottom: int, look: Look) -> Box:
    """Return the room between the main sentence and the board, as wide as the page."""
    edge = look.theme.gap // 2
    return Box(edge, top, look.theme.size[0] - 2 * edge, bottom - top)


def _why(panel: ObjectionPanel, box: Box, look: Look) -> tuple[Part, Box]:
    """Return the key that opens the broken rule, and the room that is left for the sentence."""
    rule = next((breach.name for breach in panel.breaches if breach.name), "")
    if not (rule and look.taught):
        return Part(), box
    head, room = layout.columns(box, (0, look.theme.px(_WHY_MM)), look.theme.gap // 2)
    label = look.words.text(N_("Why?"))
    return controls.key(label, room, look, ReadRule(rule, alone=True, broken=True)), head


def _board(panel: ObjectionPanel, box: Box, look: Look) -> Part:
    """Return the table as it is, not as it should be, with this turn's card on the pile."""
    frame = framing.frame_whole(look.board, box, look.turns)
    spots = boardview.fill_places(look.board, panel.seen)
    card = panel.card.card if panel.card else panel.view.top_card
    return boardview.board_part(frame, spots, panel.marks, look, card, arrows=panel.arrows)


def _head(text: str, box: Box, look: Look) -> Part:
    """Return the main sentence on red, after a stop sign, which needs no colour."""
    colours = look.colours
    inks = colours.alarm, colours.on_alarm
    return bands.band(text, box, look, lambda sign: _stop(sign, look), inks)


def _stop(box: Box, look: Look) -> Part:
    """Return the stop sign: an octagon with an exclamation mark."""
    (x, y), radius = box.centre, min(box.w, box.h) / 2
    angles = [math.radians(22.5 + 45 * n) for n in range(8)]
    corners = tuple((x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles)
    ink, ground = look.colours.alarm, look.colours.on_alarm
    stem = Line((x, y - radius * 0.5), (x, y + radius * 0.12), ink, radius * 0.2)
    dot = Circle((x, y + radius * 0.48), radius * 0.13, ink)
    return Part((Polygon(corners, ground), stem, dot))


def _plain(said: Message, look: Look) -> parts.Sentence:
    return parts.Sentence(look.words.say(said), look.theme.urgent, look.colours.main)


def explain(breach: Explained, look: Look) -> tuple[parts.Sentence, ...]:
    """Return a broken rule, how to put it right, and its section in the booklet."""
    say, body, colours = look.words.say, look.theme.urgent, look.colours
    said = (
        parts.Sentence(say(breach.rule), body, colours.text, Role.BOLD),
        *((_plain(breach.mend, look),) if breach.mend.text else ()),
    )
    if not breach.section:
        return said  # what is told alone has its section there
    return (*said, parts.cite(breach.section, look))
