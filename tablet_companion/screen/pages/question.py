"""A question with only the possible answers; each is numbered on the board where they differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from tablet_companion.games.core import Place, Placement
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.panels import Choice, Mark, MarkKind, QuestionPanel
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    framing,
    layout,
    parts,
    stages,
)
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Circle,
    Group,
    Item,
    Line,
    Page,
    Part,
    Point,
    Role,
    Text,
    join_parts,
)
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.words.wording import capitalise

_TOLD_MM: Final = 15.0
_PICTURES: Final = 2
_BESIDE_MM: Final = (*stages.LARGE_MM[1:], 60.0, stages.WIDE_MM)
_MAX_ANSWERS: Final = 6
"""The number of answers on one sheet: more cannot be told apart."""


def page(panel: QuestionPanel, look: Look, local: Local) -> Page:
    """Return the page of a question; answers that have no room are on further sheets.

    Two answers that say what the table shows are pictures of it; more would be too small.
    """
    if sum(choice.shows is not None for choice in panel.choices) == _PICTURES:
        return _pictured(panel, look)
    stage = _stage(panel, look)
    board, side = stage.body, stage.side
    more, side = parts.set_messages(panel.more, side, look)
    room = max(
        2,
        (side.h + look.theme.gap)
        // (max(_least_key(panel, side, look), look.theme.finger) + look.theme.gap),
    )
    shown, turn = controls.sheets(len(panel.choices), min(room, _MAX_ANSWERS), local.sheet)
    choices = [(number, panel.choices[number]) for number in shown]
    marks = dict.fromkeys(mark for _, choice in choices for mark in choice.marks)
    frame = framing.frame_whole(look.board, board, look.turns)
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), panel.view.turn, stage.head, look),
        parts.table(panel.view, board, look, tuple(marks)),
        _numbers(choices, frame, look),
        more,
        _answers(choices, turn, side, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _stage(panel: QuestionPanel, look: Look) -> stages.Regions:
    """Return the rooms: beside a board answers need width, below it they need height."""
    lines = min(_MAX_ANSWERS, len(panel.choices)) + len(panel.more)

    def has_room(stage: stages.Regions) -> bool:
        high = _least_key(panel, stage.side, look)
        return high > 0 and lines * (high + look.theme.gap) <= stage.side.h

    sides_mm: Sequence[float] = stages.SIDES_MM if look.theme.portrait else _BESIDE_MM
    if panel.more and not look.theme.portrait:
        sides_mm = (stages.WIDE_MM,)  # a sentence needs width
    return stages.with_room(look, panel.buttons, has_room, sides_mm=sides_mm)


def _least_key(panel: QuestionPanel, box: Box, look: Look) -> int:
    """Return the height that the keys of answers need; 0 if a word does not fit their width."""
    labels = _labels(tuple(enumerate(panel.choices)), look)
    return controls.least_height(labels, box, look, look.theme.small) or 0


# --- pictures -------------------------------------------------------------------------------------


def _pictured(panel: QuestionPanel, look: Look) -> Page:
    """Return the page of positions side by side, differences glowing, other answers below."""
    stage, gap = stages.stage(look, panel.buttons), look.theme.gap
    whole = Box(stage.head.x, stage.body.y, stage.head.w, stage.foot.bottom - stage.body.y)
    more, room = parts.set_messages(panel.more, whole, look)
    shown = [n for n, choice in enumerate(panel.choices) if choice.shows is not None]
    plain = [n for n, choice in enumerate(panel.choices) if choice.shows is None]
    pictures, keys = layout.rows(room, (0, look.theme.key), gap) if plain else (room, room)
    across = 1 if look.theme.portrait else len(shown)
    cells = layout.grid(pictures, across, len(shown) // across, gap)
    drawn = (_picture(n, panel, cell, look) for n, cell in zip(shown, cells, strict=True))
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), panel.view.turn, stage.head, look),
        more,
        *drawn,
        _plain(panel, plain, keys, look) if plain else Part(),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _picture(number: int, panel: QuestionPanel, cell: Box, look: Look) -> Part:
    """Return one answer as a key: its position, and its words below."""
    choice, theme = panel.choices[number], look.theme
    assert choice.shows is not None
    body = controls.key("", cell, look, Answer(number))
    board, told = layout.rows(cell.inset(theme.gap // 2), (0, theme.px(_TOLD_MM)), 0)
    differing = _differing([one.shows for one in panel.choices if one.shows is not None])
    frame = framing.frame_places(look.board, board, differing, look.turns)
    spots = boardview.fill_places(look.board, choice.shows)
    label = capitalise(", ".join(map(look.words.fill, (choice.label, *choice.more))))
    sizes = layout.sizes_between(theme.body, theme.small)
    return join_parts(
        body,
        boardview.board_part(frame, spots, (), look, panel.view.top_card),
        boardview.glow(frame, differing, look),
        parts.paragraph(label, told, look, sizes=sizes, align="centre", middle=True),
    )


def _differing(shown: Sequence[Placement]) -> tuple[Place, ...]:
    every = [set(one.pieces) for one in shown]
    common = set.intersection(*every)
    return tuple(sorted({place for one in every for place, _ in one - common}))


def _plain(panel: QuestionPanel, numbers: Sequence[int], box: Box, look: Look) -> Part:
    """Return the keys of answers without a picture."""
    cells = layout.columns(box, [0] * len(numbers), look.theme.gap)
    keys = [controls.Key(look.words.say(panel.choices[n].label), Answer(n)) for n in numbers]
    return controls.keys_alike(cells, keys, look)


# --- words ----------------------------------------------------------------------------------------


def _answers(
    choices: Sequence[tuple[int, Choice]], turn: Local | None, box: Box, look: Look
) -> Part:
    if not choices:
        return Part()
    count = len(choices) + (turn is not None)
    labels = _labels(choices, look)
    wanted = controls.least_height(labels, box, look, look.theme.body) or 0
    least, most = look.theme.finger, max(look.theme.px(20), wanted)
    high = max(least, min(most, (box.h - look.theme.gap * (count - 1)) // count))
    lines = layout.rows(box, [high] * count, look.theme.gap)
    keys = [
        controls.Key(label, Answer(number))
        for label, (number, _) in zip(labels, choices, strict=True)
    ]
    drawn = controls.keys_alike(lines[: len(keys)], keys, look)
    if turn is None:
        return drawn
    more = controls.key(look.words.text(N_("More answers")), lines[-1], look, turn)
    return join_parts(drawn, more)


def _labels(choices: Sequence[tuple[int, Choice]], look: Look) -> list[str]:
    """Return the words of answers, with their numbers if there are numbers on the board."""
    texts = [
        capitalise(", ".join(map(look.words.fill, (one.label, *one.more)))) for _, one in choices
    ]
    if not _are_numbered(choices):
        return texts
    return [
        f"{number + 1}  {text}" if one.marks else text
        for (number, one), text in zip(choices, texts, strict=True)
    ]


def _are_numbered(choices: Sequence[tuple[int, Choice]]) -> bool:
    """Whether several answers end apart: one alone needs no number, which hides pieces."""
    return sum(bool(_list_ends(number, choices)) for number, _ in choices) > 1


def _list_ends(number: int, choices: Sequence[tuple[int, Choice]]) -> list[Mark]:
    """Return the marks of the places where only this answer ends."""
    others = {mark for n, other in choices if n != number for mark in other.marks}
    marks = (mark for n, one in choices if n == number for mark in one.marks)
    return [one for one in marks if one not in others and one.kind is not MarkKind.FROM]


def _numbers(choices: Sequence[tuple[int, Choice]], frame: framing.Frame, look: Look) -> Part:
    """Return the number of every answer at the places where only it ends."""
    if not _are_numbered(choices):
        return Part()
    discs: list[Circle] = []
    lines: list[Item] = []
    badges: list[Item] = []
    for number, _ in choices:
        for mark in _list_ends(number, choices):
            if places := look.board.areas.get(mark.place, ()):
                at = frame.at(places[0].x_mm, places[0].y_mm)
                disc = _free_disc(at, places[0].radius_mm * frame.px_per_mm, discs, frame, look)
                discs.append(disc)
                lines.append(Line(at, disc.centre, look.colours.main, look.theme.px(0.5)))
                badges += _badge(str(number + 1), disc, look)
    return Part((*(Group(frame.box, (line,)) for line in lines), *badges))


def _free_disc(
    at: Point, radius: float, taken: Sequence[Circle], frame: framing.Frame, look: Look
) -> Circle:
    """Return a number's disc at a point, or as near to it as no other number's disc is."""
    half = max(round(radius * 1.1), look.theme.small * 2 // 3)
    shifts = [(0.0, 0.0)]
    shifts += [
        (n * half * math.cos(turn * math.pi / 6), n * half * math.sin(turn * math.pi / 6))
        for n in range(1, 9)
        for turn in range(12)
    ]
    inside = frame.box.inset(half)
    spots = [(at[0] + dx, at[1] + dy) for dx, dy in shifts]
    apart = (
        spot
        for spot in spots
        if (spot == at or inside.holds(*spot))
        and all(math.dist(spot, one.centre) > half + one.radius for one in taken)
    )
    return Circle(next(apart, at), half, look.colours.main, look.colours.on_main, 1)


def _badge(text: str, disc: Circle, look: Look) -> tuple[Item, ...]:
    (x, y), half, size = disc.centre, round(disc.radius), look.theme.small
    high = layout.line_height(size)
    box = Box(round(x) - half, round(y) - high // 2, 2 * half, high)
    return disc, Text(box, text, size, look.colours.on_main, "centre", Role.BOLD)
