"""A game in progress: whose turn it is, what happened, what is still to do."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.notes import CardNote, Hint
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.screen.pages import rules
from tablet_companion.screen.toolkit import (
    bands,
    controls,
    framing,
    icons,
    layout,
    parts,
    picking,
    stages,
)
from tablet_companion.screen.toolkit.cardview import ASPECT, card_face, least_width
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Fill,
    Line,
    Page,
    Part,
    Polygon,
    Role,
    Touch,
    join_parts,
)
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Motion
from tablet_companion.screen.toolkit.orders import ReadRule
from tablet_companion.screen.words.wording import capitalise

_SEATS_MM: Final = 8
_CARD_MM: Final = 11
"""The heights of the row of seats and of the card, beside the board."""
_LAMP_MM: Final = 5.5
"""The side of a hint's lamp."""
_NARROW_HINT_MM: Final = 34.0
"""In a narrower hint the lamp is above the words, which need the width."""
_SMALLER_MM: Final = stages.SIDES_MM[3:]
"""How wide the room for a rule and a move together may grow, for as long as the rule is new."""
_ENDS: Final = re.compile(r"(?<=[.!?]) ")
"""Between two sentences."""
SOURCES: Final[Mapping[str, str]] = {
    "seen": N_("card seen"),
    "named": N_("card named"),
    "inferred": N_("card inferred from the move"),
}
"""How a card is known, in words; other ways are not mentioned."""


def page(panel: PlayPanel, look: Look, local: Local = NOTHING) -> Page:
    """Return the page of a game under way, with pieces on their way if some are."""
    ask, head = bands.help_key(stages.stage(look, panel.buttons).head, look)
    panel, text = _head_with_displaced(panel, head, look)
    if panel.playable is not None and text == look.words.say(panel.say):
        panel = _tell_playable(panel, panel.playable, look)
    told, stage, seated = _lay_out(panel, look)
    return parts.page(
        look,
        _head(panel, text, head, look, local.motion),
        ask,
        parts.table(
            panel.view,
            stage.body,
            look,
            told.marks,
            arrows=told.arrows,
            seen=panel.seen,
            laid=panel.card.card if panel.card else None,
            motion=local.motion,
        ),
        _picking(panel, stage.body, look),
        _side(told, stage, look, seated=seated),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _headline(panel: PlayPanel, box: Box, look: Look) -> str:
    """Return the main sentence, with the playable cards if both are legible from a metre."""
    say = look.words.say(panel.say)
    if panel.playable is None:
        return say
    text, room = f"{say} {look.words.say(panel.playable)}", bands.room_of_turn(box, look)
    setting = layout.set_paragraph(text, room.w, Role.BOLD, look.theme.body, look.measure)
    return text if setting.height <= room.h else say


def _head_with_displaced(panel: PlayPanel, box: Box, look: Look) -> tuple[PlayPanel, str]:
    """Return the panel and its main sentence: what to put right, if it has no room elsewhere.

    Whose turn it is can wait until the piece stands where it belongs. What the band cannot hold,
    such as where to look for a piece, stays beside the board. So does why the camera sees nothing:
    people go on by touch.
    """
    if panel.unseen is not None:
        return replace(panel, todo=(panel.unseen, *panel.todo)), _headline(panel, box, look)
    if panel.left or len(panel.todo) != 1 or _is_large(panel, look):
        return panel, _headline(panel, box, look)
    _, room = bands.split_band(box, look)
    sentences = _ENDS.split(look.words.say(panel.todo[0]))
    for count in range(len(sentences), 0, -1):
        text, rest = " ".join(sentences[:count]), " ".join(sentences[count:])
        todo = (Message("{text}", (("text", rest),)),) if rest else ()
        amber = replace(panel, todo=todo, left=True)
        setting = layout.set_paragraph(text, room.w, Role.BOLD, look.theme.body, look.measure)
        if setting.height <= room.h and _is_large(amber, look):
            return amber, text
    return panel, _headline(panel, box, look)


def _is_large(panel: PlayPanel, look: Look) -> bool:
    """Whether the board is large although everything to do is told."""
    least = replace(panel, happened=(), facts=(), card=None, hint=None)
    stage = stages.stage(look, panel.buttons, stages.LARGE_MM[-1])
    return _fits(least, stage, look, seated=False)


def _tell_playable(panel: PlayPanel, playable: Message, look: Look) -> PlayPanel:
    """Return the panel with the playable cards to do, unless a rule then costs the board room."""
    told = replace(panel, todo=(*panel.todo, playable))
    if panel.hint is None:
        return told
    with_it, without = (_lay_out(one, look)[1].body for one in (told, panel))
    return told if with_it == without else panel


def _picking(panel: PlayPanel, box: Box, look: Look) -> Part:
    """Return the touch area of the pieces that may move: the nearest one is meant."""
    frame = framing.frame_whole(look.board, box, look.turns)
    return Part(touches=picking.pick_areas(frame, panel.picks, look, close_up=True))


def _head(panel: PlayPanel, text: str, box: Box, look: Look, motion: Motion | None) -> Part:
    """Return the main sentence in the colour of whose turn it is, or amber if a step is left."""
    colours = look.colours
    if not panel.left:
        band = bands.turn_band(text, panel.view.turn, box, look)
        turn = panel.view.turn
        if turn is not None and motion is not None and motion.passes:
            band = join_parts(band, bands.sweep(turn, motion.done, box, look))
        return join_parts(band, _countdown(panel.countdown, box, look))
    inks = colours.amber, colours.on_amber
    return bands.band(text, box, look, lambda room: _turning(room, look), inks)


def _countdown(twentieths: int, box: Box, look: Look) -> Part:
    """Return a thin line that shortens while people may still object."""
    if not twentieths:
        return Part()
    high = look.theme.px(0.8)
    line = Box(box.x, box.bottom - high, box.w * twentieths // 20, high)
    return Part((Fill(line, look.colours.text),))


def _turning(box: Box, look: Look) -> Part:
    """Return the sign of a remaining step: an arrow that goes round to its beginning."""
    (x, y), radius = box.centre, min(box.w, box.h) / 2
    ink = look.colours.on_amber
    angles = [math.radians(40 + 280 * n / 14) for n in range(15)]
    ring = [(x + 0.7 * radius * math.sin(a), y - 0.7 * radius * math.cos(a)) for a in angles]
    lines = (Line(one, other, ink, radius * 0.2) for one, other in itertools.pairwise(ring))
    (tx, ty), size = ring[0], radius * 0.42
    corners = (
        (tx - size, ty - size),
        (tx + size * 0.55, ty - size * 0.5),
        (tx - size * 0.3, ty + size),
    )
    return Part((*lines, Polygon(corners, ink)))


def _lay_out(panel: PlayPanel, look: Look) -> tuple[PlayPanel, stages.Regions, bool]:
    """Return the text, the rooms, and whether the seats have one, with the largest possible board.

    The facts of the game are left out first; then the moves and the card, which the board shows,
    unlike what somebody said. Of many steps only the next ones are listed, and the seats are left
    out before the board shrinks. People who are asked whether they object are told to what; if
    a rule is taught meanwhile, the board makes room for both.
    """
    bare = replace(panel, facts=())
    gives_way = (panel.todo or panel.hint) and not panel.countdown
    brief = replace(bare, happened=_list_said(panel)) if gives_way else bare
    least = replace(brief, card=None)
    silent = look.theme.portrait and not (_sentences(panel, look) or panel.card or panel.hint)
    side_mm = stages.SEATS_MM if silent else stages.NARROW_MM
    stage = stages.stage(look, panel.buttons, side_mm)
    for told in (panel, bare, brief, least):
        if _fits(told, stage, look):
            return told, stage, True
    # What is to be done now comes before what is only taught, and this before what was said.
    first = panel.todo or _tells_move(panel)
    last = replace(least, hint=None) if first else replace(least, happened=())
    mute = (replace(last, happened=()),) if panel.unseen else ()  # the history has it
    for kept in (least, last, *mute) if panel.hint else (least, *mute):
        found = _most(kept, look)
        if found is None and kept.hint and _tells_move(kept):
            found = _most(kept, look, _SMALLER_MM)
        if found is not None:
            return found
    # Nothing fits beside a large board: what matters most takes room from it.
    few = _first(mute[0] if mute else last if panel.hint else least, 1)
    return few, stages.with_room(look, panel.buttons, lambda one: _fits(few, one, look)), True


def _list_said(panel: PlayPanel) -> tuple[Message, ...]:
    """Return what happened without a piece: calls, accusations, answers."""
    moves = (any(name.startswith("place") for name, _ in one.details) for one in panel.happened)
    return tuple(one for one, moved in zip(panel.happened, moves, strict=True) if not moved)


def _tells_move(panel: PlayPanel) -> bool:
    """Whether people are asked whether they object to what happened."""
    return bool(panel.happened and panel.countdown)


def _most(
    panel: PlayPanel, look: Look, sides_mm: Sequence[float] = stages.LARGE_MM
) -> tuple[PlayPanel, stages.Regions, bool] | None:
    """Return as much of the text as leaves a large board, the rooms, and whether seats have one.

    The seats make way for a step before it is only counted: nobody looks for what is not said.
    """
    most = max(1, len(panel.todo or panel.happened))
    found = stages.with_first(
        look,
        panel.buttons,
        (
            (_first(panel, count), seated)
            for count in range(most, 0, -1)
            for seated in (True, False)
        ),
        lambda way, one: _fits(way[0], one, look, seated=way[1]),
        sides_mm,
    )
    return found and (found[0][0], found[1], found[0][1])


def _first(panel: PlayPanel, count: int) -> PlayPanel:
    """Return a panel with the first ``count`` steps, and the number of the others."""
    if not panel.todo:
        return replace(panel, happened=stages.first(panel.happened, count, stages.AND_MORE))
    arrows = panel.arrows if count == len(panel.todo) else panel.arrows[:count]
    return replace(panel, todo=stages.first(panel.todo, count), arrows=arrows)


def _fits(panel: PlayPanel, stage: stages.Regions, look: Look, *, seated: bool = True) -> bool:
    """Whether the whole text fits beside the board, with no word of its hint broken."""
    _, hint, text, _ = _rooms(panel, stage, look, seated=seated)
    if panel.hint is not None:
        found = _set_hint(panel.hint, hint, look)
        if not found.whole_words or hint.h < max(found.height, look.theme.finger):
            return False
    return parts.has_room(_sentences(panel, look), text, look)


def _rooms(
    panel: PlayPanel, stage: stages.Regions, look: Look, *, seated: bool
) -> tuple[Box, Box, Box, Box]:
    """Return where the card, the hint, the text and the seats are; missing parts have no room."""
    theme, gap = look.theme, look.theme.gap // 2
    whole = stage.told
    text, foot = layout.rows(whole, (0, theme.px(_SEATS_MM)), gap) if seated else (whole, None)
    top, hint = (Box(text.x, text.y, text.w, 0) for _ in range(2))
    if panel.card is not None:
        top, text = layout.rows(text, (min(theme.px(_CARD_MM), text.h // 3), 0), gap)
    if panel.hint is not None:
        most = (text.h * 2 // 3 if panel.todo or _tells_move(panel) else text.h) - gap
        wanted = _set_hint(panel.hint, replace(text, h=most), look).height
        hint, text = layout.rows(text, (min(most, max(theme.finger, wanted)), 0), gap)
    return top, hint, text, foot or Box(text.x, text.bottom, text.w, 0)


@dataclass(frozen=True, slots=True)
class _SetHint:
    """A typeset hint: its text, the size of its letters, the height of its box."""

    text: str
    size: int
    height: int
    whole_words: bool


def _set_hint(hint: Hint, box: Box, look: Look) -> _SetHint:
    """Return as much of a rule as has room, in the largest letters; at least its title."""
    theme, whole = look.theme, look.words.say(hint.say)
    beside, above = _lamp_px(box, look)
    width = box.w - 2 * theme.gap - beside
    ends = [found.end() for found in re.finditer(r"[.!?](?= )", whole)]
    least = rules.label(whole) + "."
    for text in (whole, *(whole[:end] for end in reversed(ends)), least):
        for size in layout.sizes_between(theme.told, theme.small):
            setting = layout.set_paragraph(text, width, Role.TEXT, size, look.measure)
            high = setting.height + 2 * theme.gap + above
            found = _SetHint(text, size, high, setting.whole_words)
            if found.height <= box.h and found.whole_words:
                return found
    return found


def _lamp_px(box: Box, look: Look) -> tuple[int, int]:
    """Return the width or height that the lamp takes from a hint, beside or above its words."""
    lamp = look.theme.px(_LAMP_MM)
    return (0, lamp) if box.w < look.theme.px(_NARROW_HINT_MM) else (lamp, 0)


def _hint(panel: PlayPanel, box: Box, look: Look) -> Part:
    """Return the hint beside the sign of a lamp; a touch shows its picture."""
    if panel.hint is None:
        return Part()
    theme, colours, found = look.theme, look.colours, _set_hint(panel.hint, box, look)
    body = Fill(box, colours.raised, theme.px(2), colours.main, max(2, theme.px(0.4)))
    inside, (beside, above) = box.inset(theme.gap), _lamp_px(box, look)
    room = Box(inside.x + beside, inside.y + above, inside.w - beside, inside.h - above)
    side = theme.px(_LAMP_MM) - theme.gap // 2
    lamp = Box(inside.x, inside.y, side, side if above else inside.h)
    sign = icons.icon("hint", lamp, colours.main)
    text = parts.paragraph(found.text, room, look, sizes=(found.size,), middle=True)
    touch = Touch(box, ReadRule(panel.hint.rule, alone=True))
    return join_parts(Part((body, *sign), (touch,)), text)


def _sentences(panel: PlayPanel, look: Look) -> tuple[parts.Sentence, ...]:
    theme, say = look.theme, look.words.say
    todo = (
        parts.Sentence(say(one), theme.urgent, look.colours.main, Role.BOLD) for one in panel.todo
    )
    told = map(capitalise, look.words.tell(panel.happened))
    done = (parts.Sentence(one, theme.told, look.colours.soft) for one in told)
    how = (parts.Sentence(say(one), theme.small, look.colours.soft) for one in panel.facts)
    return (*todo, *done, *how)


def _side(panel: PlayPanel, stage: stages.Regions, look: Look, *, seated: bool) -> Part:
    top, hint, text, foot = _rooms(panel, stage, look, seated=seated)
    note = Part() if panel.card is None else card_note(panel.card, top, look)
    view = panel.view
    seats = parts.seats_row(view.seats, view.turn, foot, look) if seated else Part()
    taught = _hint(panel, hint, look)
    return join_parts(note, taught, parts.column(_sentences(panel, look), text, look), seats)


def card_note(note: CardNote, box: Box, look: Look) -> Part:
    """Return the card of this turn, and how it is known."""
    wide = max(round(box.h * ASPECT), least_width(note.card, look))
    face, label = layout.columns(box, (min(wide, box.w // 2), 0), look.theme.gap)
    source = SOURCES.get(note.source)
    known = look.words.text(source) if source else ""
    text = parts.paragraph(known, label, look, colour=look.colours.soft, middle=True)
    return join_parts(card_face(note.card, face, look), text)
