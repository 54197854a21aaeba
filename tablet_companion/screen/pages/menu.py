"""The possible next entries, one key for each; private to one seat if its sign is shown."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from hardware.loose_cards import LooseCards
from tablet_companion.games.core import Message, Seat
from tablet_companion.referee.model.panels import Button, MenuPanel, Weight
from tablet_companion.screen.toolkit import (
    bands,
    cardview,
    controls,
    framing,
    grids,
    keysigns,
    layout,
    parts,
    stages,
)
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, Touch, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look

_KEY_MM: Final = (24, 20)
"""A key's least width and usual height: a finger can hit it."""
_NARROW_KEY_MM: Final = (16, 20)
"""As ``_KEY_MM``, where otherwise some keys would be on a further sheet, such as sums on a
telephone."""
_LEAST_MM: Final = 8.9
"""The least side of a card to be touched where a page is shown reduced: keys are larger there, but
cards of 39 pixels are found sooner than their numbers on four sheets."""
_WIDE: Final = 3
"""A board stands below the facts if their column has a third of the page's width."""


def page(panel: MenuPanel, look: Look, local: Local) -> Page:
    """Return the page of a menu; keys that have no room are on further sheets."""
    facts = _facts(panel.facts, look)
    stage = stages.with_room(look, panel.buttons, lambda one: parts.has_room(facts, one.told, look))
    seat = panel.private or _asked(panel)
    bare = not panel.keys and not panel.facts
    box = stage.whole if bare and panel.private else stage.head
    head = bands.asking_band(_headline(panel, box, look), seat, box, look)
    if not panel.keys:
        words = _tell(panel, stage, look)
        return parts.page(look, head, words, controls.buttons(panel.buttons, stage.foot, look))
    if cards := _find_on_cards(panel, look):
        return parts.page(look, head, *cards)
    keys = _list_keys(panel, look, local)
    body, told, facts = _split(keys, panel, facts, stage, look)
    labels = {one.intent: one.label for one in panel.keys}
    signed = keysigns.names_any(labels.values(), look)
    size_mm = _choose_key_mm(keys, body, look)
    grid = grids.key_grid(keys, body, look, local, size_mm, signed=signed)
    body, told = _give_rest(grid, (body, told), facts, stage, look)
    grid, text = keysigns.add_signs(grid, labels, look), parts.column(facts, told, look)
    shown = parts.above_board(grid, panel.view, body, look)
    if shown is grid and _WIDE * told.w >= look.theme.size[0]:
        text = parts.above_board(text, panel.view, told, look)
    return parts.page(look, head, shown, text, controls.buttons(panel.buttons, stage.foot, look))


def _list_keys(panel: MenuPanel, look: Look, local: Local) -> list[controls.Key]:
    """Return the keys, with those that come later in their places."""
    say = look.words.say
    keys = [controls.Key(say(one.label), one.intent, one.weight) for one in panel.keys]
    at = 0
    for label in map(say, panel.places):
        known = [one.label for one in keys]
        if label not in known:
            keys.insert(at, controls.Key(label, local, Weight.LATER))
        at = (known.index(label) if label in known else at) + 1
    return keys


def _tell(panel: MenuPanel, stage: stages.Regions, look: Look) -> Part:
    """Return the facts of a page without keys; a move among them is seen on a large board."""
    facts, large = _facts(panel.facts, look), _facts(panel.facts, look, large=True)
    if panel.arrows:
        board = parts.table(panel.view, stage.body, look, arrows=panel.arrows)
        return join_parts(board, parts.column(facts, stage.told, look))
    room = stage.above_foot.inset(look.theme.gap)
    if not panel.facts and not panel.private:  # the keys are on somebody else's telephone
        return parts.table(panel.view, room, look)
    text = parts.column(large if parts.has_room(large, room, look) else facts, room, look)
    return parts.above_board(text, panel.view, room, look)


def _find_on_cards(panel: MenuPanel, look: Look) -> tuple[Part, Part, Part] | None:
    """Return the table with its cards as keys, the facts that have room beside it, and the buttons.

    None unless each key is one of the cards, for a finger to hit. Keys with numbers alone would
    close up where a card is gone, and so stand in another order.
    """
    cards = look.board.cards
    if cards is None or not all(one.label.text == "{card}" for one in panel.keys):
        return None
    stage = _find_widest(panel, look)
    edge = stages.EDGE_PX if look.theme.portrait else 0  # which cards need for a finger
    frame = framing.frame_whole(look.board, stage.body.inset(-edge), look.turns)
    sizes = (look.theme.finger, look.theme.px(_LEAST_MM))
    ways = (_place_on_cards(panel.keys, cards, frame, look, size) for size in sizes)
    keys = next((keys for keys in ways if _lie_apart([one.box for one in keys])), None)
    if keys is None:
        return None
    table = join_parts(parts.table(panel.view, stage.body, look, frame=frame), Part(touches=keys))
    text = parts.column(_that_fit(panel.facts, stage.told, look), stage.told, look)
    return table, text, controls.buttons(panel.buttons, stage.foot, look)


def _find_widest(panel: MenuPanel, look: Look) -> stages.Regions:
    """Return the rooms with the most for keys beside which some facts can be read."""

    def has_room(stage: stages.Regions) -> bool:
        facts = _that_fit(panel.facts, stage.told, look)
        return parts.has_room(facts, stage.told, look, look.theme.small)

    return stages.with_room(look, panel.buttons, has_room)


def _place_on_cards(
    keys: Sequence[Button], cards: LooseCards, frame: framing.Frame, look: Look, least_px: int
) -> tuple[Touch, ...]:
    """Return each key on the card that it names, larger than that where it is too small.

    None reaches out of the page. ``least_px`` is the least side of a key.
    """
    named = (dict(one.label.details)["card"] for one in keys)
    spots = [look.board.by_name[f"{card}.{cardview.KIND}"] for card in named]
    middles = [frame.at(one.x_mm, one.y_mm) for one in spots]
    wide, high = frame.turned(cards.size_mm)
    least_mm = least_px / frame.px_per_mm
    size_mm = max(wide, least_mm), max(high, least_mm)
    room = Box(0, 0, *look.theme.size)
    around = (cardview.outline(size_mm, middle, frame.px_per_mm) for middle in middles)
    boxes = (one.moved_into(room) for one in around)
    return tuple(Touch(box, one.intent) for box, one in zip(boxes, keys, strict=True))


def _lie_apart(boxes: Sequence[Box]) -> bool:
    """Whether no two of these rectangles, all as large, overlap."""
    return all(
        abs(one.x - other.x) >= one.w or abs(one.y - other.y) >= one.h
        for one, other in itertools.combinations(boxes, 2)
    )


def _choose_key_mm(keys: Sequence[controls.Key], box: Box, look: Look) -> tuple[int, int]:
    fits = (one for one in (_KEY_MM, _NARROW_KEY_MM) if grids.on_one_sheet(keys, box, look, one[0]))
    return next(fits, _KEY_MM)


def _split(
    keys: Sequence[controls.Key],
    panel: MenuPanel,
    facts: tuple[parts.Sentence, ...],
    stage: stages.Regions,
    look: Look,
) -> tuple[Box, Box, tuple[parts.Sentence, ...]]:
    """Return the room of the keys, that of the facts, and the facts.

    Facts before everybody give way to keys that would otherwise be on further sheets; on a private
    page they are what it is for, but upright two rows of keys have room.
    """
    usual = (stage.body if facts else stage.above_foot), stage.told, facts
    portrait, least_mm = look.theme.portrait, (_KEY_MM if look.theme.portrait else _NARROW_KEY_MM)
    fits = grids.on_one_sheet(keys, usual[0], look, least_mm[0])
    if facts and panel.private is None and not (fits or portrait):
        stage = _find_widest(panel, look)
        return stage.body, stage.told, _that_fit(panel.facts, stage.told, look)
    told = panel.private is None or parts.has_room(facts, stage.told, look, look.theme.small)
    if not portrait or (fits and told):
        return usual[0], stage.told, _that_fit(panel.facts, stage.told, look)
    least = 1 if panel.private is None else max(1, len(panel.facts))
    for count in range(len(panel.facts), least - 1, -1):
        fewer = _facts(stages.first(panel.facts, count, stages.AND_MORE), look)
        high = parts.column_height(fewer, stage.above_foot.w, look)
        body, rest = layout.rows(stage.above_foot, (0, high), look.theme.gap)
        if grids.on_one_sheet(keys, body, look, _KEY_MM[0]):
            return body, rest, fewer
    if panel.facts and panel.private is None and body.h > usual[0].h:
        return body, rest, fewer  # several sheets, but fewer than above all the facts
    row_px, gap = look.theme.key, look.theme.gap
    body, rest = layout.rows(stage.above_foot, (row_px, 0), gap)
    if not grids.on_one_sheet(keys, body, look, _KEY_MM[0]):
        if usual[0].h >= 2 * row_px + gap:
            return usual[0], stage.told, _that_fit(panel.facts, stage.told, look)
        body, rest = layout.rows(stage.above_foot, (2 * row_px + gap, 0), gap)
    return body, rest, _that_fit(panel.facts, rest, look)


def _give_rest(
    grid: Part,
    usual: tuple[Box, Box],
    facts: Sequence[parts.Sentence],
    stage: stages.Regions,
    look: Look,
) -> tuple[Box, Box]:
    """Return the room of keys and board, and that of the facts: no more than these need, upright.

    The keys have been laid out before: they do not move when there is more to tell. Where there is
    no room for a board, the facts stay below the keys.
    """
    if not facts or not look.theme.portrait:
        return usual
    high = parts.column_height(facts, stage.above_foot.w, look)
    body, told = layout.rows(stage.above_foot, (0, high), look.theme.gap)
    lower = body.h >= usual[0].h and parts.find_room_below(grid, body, look)
    return (body, told) if lower else usual


def _that_fit(facts: Sequence[Message], box: Box, look: Look) -> tuple[parts.Sentence, ...]:
    """Return the first facts that have room, as small as they can be read, and how many more."""
    for count in range(len(facts), 0, -1):
        some = _facts(stages.first(facts, count, stages.AND_MORE), look)
        if parts.has_room(some, box, look, look.theme.small):
            return some
    return _facts(facts, look)


def _asked(panel: MenuPanel) -> Seat | None:
    """Return whose colour the band has: nobody's while several may be meant."""
    if panel.for_all:
        return None
    if not panel.asked:
        return bands.find_seat(panel.say, panel.view)
    return panel.asked[0] if len(panel.asked) == 1 else None


def _headline(panel: MenuPanel, box: Box, look: Look) -> str:
    """Return the labels touched so far, as far as legible from a metre; at first the task."""
    said = [look.words.say(one) for one in panel.said or (panel.say,)]
    room = bands.room_of_turn(bands.help_key(box, look)[1], look)
    paths = (" → ".join(said[n:]) for n in range(len(said)))
    return next((path for path in paths if bands.has_room(path, room, look)), said[-1])


def _facts(
    facts: Sequence[Message], look: Look, *, large: bool = False
) -> tuple[parts.Sentence, ...]:
    """Return the facts for the viewer; ``large`` if nothing else is on the page."""
    say, theme = look.words.say, look.theme
    size, colour = (theme.main, look.colours.main) if large else (theme.body, look.colours.soft)
    return tuple(parts.Sentence(say(one), size, colour) for one in facts)
