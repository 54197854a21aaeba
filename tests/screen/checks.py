"""What is wrong with a page, in sentences: for the tests, and for the sheets of ``make pages``."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Message
from tablet_companion.referee.model.events import AskHelp, Choose, SwitchOff
from tablet_companion.referee.model.panels import (
    CheckPanel,
    EndPanel,
    MenuPanel,
    ObjectionPanel,
    PlayPanel,
    QuestionPanel,
    SetUpPanel,
    Weight,
)
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.pages.shelf import ChaptersPanel
from tablet_companion.screen.toolkit import controls, framing, paint, stages, storyline
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Circle,
    Fill,
    Group,
    Item,
    Page,
    Rgb,
    Role,
    Text,
    texts,
)
from tablet_companion.screen.toolkit.layout import ELLIPSIS, line_height
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import contrast
from tests.screen.colour_blind import VISIONS

FINGER_MM: Final = 9.0
LEGIBLE: Final = 4.5
"""WCAG 2.2, level AA: the least contrast of text with its ground."""
TOLD_MM: Final = 2.6
"""The height of an x where something is told, read from a metre."""
RIM_MM: Final = 0.6
"""Between the edge of a key and its label: a rim of 0.4 mm, and a little air."""
KEY_MM: Final = 2.2
"""The height of an x where the place says the same, as on keys."""
LEAST: Final = 0.45
"""Of a lying page, what a board has of it, however much is to be done."""
OBJECTED: Final = 0.33
"""Of a lying page, what a board has of it, however many rules are broken."""
UPRIGHT: Final = 0.55
"""Of an upright page of ten inches with nothing to tell: at most two rows of keys stand below."""
TOLD_UPRIGHT: Final = 0.36
"""Of an upright page, what a board has of it whatever is told, or as much as its width allows,"""
_ACROSS: Final = 0.95
"""of which a margin is left."""
_TEN_INCHES_MM: Final = 200.0
_TELEPHONE_MM: Final = 90.0
_X_SHARE: Final = 0.55
"""Of a letter's size, its x in B612 (OS/2 table: 1100 of 2000)."""


def problems(page: Page, panel: Shown, look: Look) -> list[str]:
    """Return what keeps a page from being read and touched; nothing for a good one."""
    return [
        *untold(page, panel, look),
        *unread(page),
        *tiny(page, panel, look),
        *faint(page, look),
        *untouched(page, look),
        *misplaced(page, look),
        *cramped(page, panel, look),
        *tight(page, look),
        *torn(page),
        *bare(page, panel),
        *murmured(page, panel, look),
        *in_line(page),
        *twins(panel),
    ]


def twins(panel: Shown) -> Iterator[str]:
    """Yield the answers of a question that nobody can tell apart."""
    if not isinstance(panel, QuestionPanel):
        return
    told = Counter((one.label, one.more, one.shows) for one in panel.choices)
    yield from (f"{count} times: {one[0].text}" for one, count in told.items() if count > 1)


def untold(page: Page, panel: Shown, look: Look) -> Iterator[str]:
    """Yield what there is to know and that the page has no room for."""
    written = "".join(text.text for text in texts(page.items)).replace(" ", "")
    wanted = [look.words.say(one) for one in getattr(panel, "facts", ()) if _must_tell(panel)]
    narrow = page.size[0] < look.theme.px(_TELEPHONE_MM)  # there figures give way to facts
    if isinstance(panel, EndPanel) and panel.story is not None and panel.story.turns and not narrow:
        figures = storyline.list_figures(panel.story, look.board)
        wanted += [look.words.text(label) for label, _ in figures]
    left = [one for one in wanted if one.replace(" ", "") not in written]
    more = look.words.say(Message(stages.AND_MORE, (("count", len(left)),)))
    if not (_gives_way(panel) and more.replace(" ", "") in written):
        yield from (f"left out: {one}" for one in left)


def _gives_way(panel: Shown) -> bool:
    """Whether facts before everybody may give way to keys, if the page says how many more."""
    return isinstance(panel, MenuPanel) and panel.private is None and bool(panel.keys)


def _must_tell(panel: Shown) -> bool:
    """Whether facts are what a page is for: beside a game they give way to what is to be done."""
    return isinstance(panel, EndPanel | MenuPanel)


def unread(page: Page) -> Iterator[str]:
    """Yield the texts that are cut, wider than their room, or over something else."""
    whole = Box(0, 0, *page.size)
    lines = [item for item in page.items if isinstance(item, Text)]
    boards = [item.box for item in page.items if isinstance(item, Group)]
    for text in texts(page.items):
        if text.text.endswith((ELLIPSIS, "-")):
            yield f"cut: {text.text}"
        if not inside(extent(text), text.box):
            yield f"wider than its room: {text.text}"
    for text in lines:
        if not inside(text.box, whole):
            yield f"off the page: {text.text}"
        if any(overlap(extent(text), box) for box in boards) and not _on_disc(text, page):
            yield f"over the board: {text.text}"
    numbers = [
        one
        for one in page.items
        if isinstance(one, Circle) and any(holds(one, *text.box.centre) for text in lines)
    ]
    for disc, near in itertools.combinations(numbers, 2):
        if math.dist(disc.centre, near.centre) < disc.radius + near.radius:
            yield f"numbers over each other: {disc.centre} | {near.centre}"
    for one, other in itertools.combinations(lines, 2):
        if overlap(one.box, other.box) and overlap(extent(one), extent(other)):
            yield f"over each other: {one.text} | {other.text}"


def _on_disc(text: Text, page: Page) -> bool:
    """Whether a text over a board stands on a disc, as numbers at places do."""
    discs = (item for item in page.items if isinstance(item, Circle))
    return any(holds(disc, *text.box.centre) for disc in discs)


def _on_dim_key(text: Text, page: Page, look: Look) -> bool:
    """Whether a text stands on a key that keeps its place, and cannot be touched now."""
    rim = controls.inks(Weight.LATER, look)[2]
    fills = (one for one in page.items if isinstance(one, Fill))
    return any(one.edge == rim and one.box.holds(*text.box.centre) for one in fills)


def tiny(page: Page, panel: Shown, look: Look) -> Iterator[str]:
    """Yield texts that are too small: what is told from a metre, all else at arm's length."""
    many = _lists_more_than_two(panel)
    printed = (Role.TITLE, Role.TITLE_BOLD)  # a card's face, as large as its picture
    for text in (one for one in page.items if isinstance(one, Text) and one.role not in printed):
        on_key = any(key.box.holds(*text.box.centre) for key in page.touches)
        on_key |= _on_disc(text, page) or _on_dim_key(text, page, look)
        least = KEY_MM if on_key or many else TOLD_MM
        x_mm = text.size * _X_SHARE * 25.4 / look.theme.dpi
        if x_mm < least - 0.01:
            yield f"x of {x_mm:.1f} mm: {text.text}"


def _lists_more_than_two(panel: Shown) -> bool:
    """Whether there is so much to tell that letters may be as small as on keys."""
    match panel:
        case SetUpPanel() | LessonPanel() | RulePanel():
            return True  # the names of options, and what is read with the screen before one
        case PlayPanel(todo=todo, happened=happened):
            return len(todo) + len(happened) > 2
        case ObjectionPanel(breaches=breaches):
            return len(breaches) > 1
        case CheckPanel(differences=differences):
            return len(differences) > 2
        case EndPanel(facts=facts) | MenuPanel(facts=facts):
            return len(facts) > 2
    return False


def faint(page: Page, look: Look) -> Iterator[str]:
    """Yield texts that stand out too little (WCAG AA), also for colour-blind people."""
    for text, ground in grounds(page.items, look.colours.ground):
        for vision, seen in VISIONS.items():
            found = contrast(seen(text.colour), seen(ground))
            if found < LEGIBLE:
                yield f"contrast {found:.1f} to {vision}: {text.text}"


def grounds(items: tuple[Item, ...], ground: Rgb) -> Iterator[tuple[Text, Rgb]]:
    """Yield every line of text with the colour it is written on, if that is one colour."""
    under: list[Fill | Circle] = []
    for item in items:
        if isinstance(item, Fill | Circle):
            under.append(item)
        elif isinstance(item, Text):
            below = (one.colour for one in reversed(under) if holds(one, *item.box.centre))
            yield item, next((colour for colour in below if colour), ground)


def holds(shape: Fill | Circle, x: float, y: float) -> bool:
    """Whether a point is on a shape."""
    if isinstance(shape, Fill):
        return shape.box.holds(x, y)
    return math.dist(shape.centre, (x, y)) <= shape.radius


def untouched(page: Page, look: Look) -> Iterator[str]:
    """Yield the keys that no finger hits alone."""
    least = int(min(FINGER_MM, look.theme.finger_mm) * look.theme.dpi / 25.4)
    whole = Box(0, 0, *page.size)
    for touch in page.touches:
        if min(touch.box.w, touch.box.h) < least:
            yield f"no finger's width: {touch.meaning}"
        if not inside(touch.box, whole):
            yield f"off the page: {touch.meaning}"
    for one, other in itertools.combinations(page.touches, 2):
        if overlap(one.box, other.box):
            yield f"over each other: {one.meaning} | {other.meaning}"


def tight(page: Page, look: Look) -> Iterator[str]:
    """Yield the labels that touch the rim of their key, though smaller letters would not."""
    least = RIM_MM * look.theme.dpi / 25.4
    lines = (item for item in page.items if isinstance(item, Text))
    for text in (one for one in lines if one.size > look.theme.small):
        keys = (one.box for one in page.touches if one.box.holds(*text.box.centre))
        if any(extent(text).x - key.x < least < key.w for key in keys):
            yield f"touches the rim of its key: {text.text}"


def torn(page: Page) -> Iterator[str]:
    """Yield the lines of keys that end within a word."""
    lines = (item for item in page.items if isinstance(item, Text))
    for text in (one for one in lines if re.search(r"[^\W\dA-Z]-$", one.text)):
        if any(one.box.holds(*text.box.centre) for one in page.touches):
            yield f"a word is broken on its key: {text.text}"


def misplaced(page: Page, look: Look) -> Iterator[str]:
    """Yield the key for questions where it is not in the upper right corner, as on every page."""
    for touch in page.touches:
        away_px = max(touch.box.y, page.size[0] - touch.box.right)
        if touch.meaning == AskHelp() and away_px > look.theme.gap:
            yield f"the key for questions has moved by {away_px} pixels"


def bare(page: Page, panel: Shown) -> Iterator[str]:
    """Yield that a page is empty below its headline, where something could be read or seen.

    A list is as short as a game's rules and lessons are.
    """
    if isinstance(panel, ChaptersPanel | RulesPanel):
        return
    width, high = page.size
    middle = Box(0, high // 4, width, high // 2)
    if not any(overlap(_room(item), middle) for item in page.items):
        yield "nothing in the middle of the page"


def murmured(page: Page, panel: Shown, look: Look) -> Iterator[str]:
    """Yield that an objection is written as small as other text, above as much empty room."""
    if not isinstance(panel, ObjectionPanel) or look.theme.portrait:
        return
    edge = max((item.box.right for item in page.items if isinstance(item, Group)), default=0)
    asking = (touch.box.bottom for touch in page.touches if touch.meaning == AskHelp())
    head = max(asking, default=0)
    keys = min((one.box.y for one in page.touches if one.box.y > head), default=page.size[1])
    beside = Box(edge, head, page.size[0] - edge, keys - head)
    told = [text for text in texts(page.items) if inside(text.box, beside)]
    low = max((extent(text).bottom for text in told), default=keys)
    small = all(text.size <= look.theme.body for text in told)
    if told and small and low - head < (keys - head) / 2:
        yield f"small letters above an empty room: {told[0].text}"


def _room(item: Item) -> Box:
    if isinstance(item, Text):
        return extent(item)
    if isinstance(item, Circle):
        side = round(2 * item.radius)
        left, top = (round(middle - item.radius) for middle in item.centre)
        return Box(left, top, side, side)
    return item.box if isinstance(item, Fill | Group) else Box(0, 0, 0, 0)


def in_line(page: Page) -> Iterator[str]:
    """Yield the key that ends the evening, if it stands in a line of choices as one of them."""
    ends = [one.box for one in page.touches if one.meaning == SwitchOff()]
    for touch in page.touches:
        if isinstance(touch.meaning, Choose) and any(_level(touch.box, one) for one in ends):
            yield f"in line with the key that switches off: {touch.meaning}"


def _level(one: Box, other: Box) -> bool:
    return one.y < other.bottom and other.y < one.bottom


def cramped(page: Page, panel: Shown, look: Look) -> Iterator[str]:
    """Yield how small the board is of a game under way: steps are told later, not at its cost."""
    share, upright = board_share(page), look.theme.portrait
    if isinstance(panel, ObjectionPanel) and not upright:
        least = OBJECTED
    elif not isinstance(panel, PlayPanel):
        least = 0.0
    elif not upright:
        least = LEAST if panel.hint is None or panel.todo else 0.0
    else:
        told = (panel.todo, panel.unseen, panel.happened, panel.facts, panel.card, panel.playable)
        silent = not any((*told, panel.hint)) and page.size[1] >= look.theme.px(_TEN_INCHES_MM)
        width, high = page.size
        across = _ACROSS * width / high / framing.field(look.board).aspect(look.turns)
        least = UPRIGHT if silent else min(TOLD_UPRIGHT, across)
    if share < least:
        yield f"the board takes {share:.0%} of the page"


def board_share(page: Page) -> float:
    """Return how much of a page its largest group is; 0 without one."""
    width, height = page.size
    boards = (item.box for item in page.items if isinstance(item, Group))
    return max((box.w * box.h / (width * height) for box in boards), default=0.0)


def extent(text: Text) -> Box:
    """Return the pixels that a line of text covers."""
    width = paint.measure(text.text, text.role, text.size)
    high = line_height(text.size)
    spare = text.box.w - width
    x = text.box.x + {"left": 0, "centre": spare // 2, "right": spare}[text.align]
    return Box(x, text.box.y + (text.box.h - high) // 2, width, high)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def inside(inner: Box, outer: Box) -> bool:
    """Return whether a box lies wholly in another."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )
