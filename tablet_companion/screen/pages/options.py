"""Options with a page of their own: put together piece by piece, or with a sentence a choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tablet_companion.games.core import Card, Message, Option, OptionValue
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.panels import OptionChoice, Weight
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.words.wording import capitalise

_COUNT_MM: Final = (45.0, 42.0)
"""The least width of a line with a count and its keys; the second if lines would be too low."""


def has_page(option: Option) -> bool:
    """Whether an option needs a page of its own."""
    return bool(option.members or option.counted or option.told)


def summary(one: OptionChoice, look: Look) -> str:
    """Return what was chosen, short enough for a key."""
    if one.option.told:
        return _name(one.value, look)
    value = _numbers(one.value)
    if one.option.counted:
        return f"{sum(value)}"
    return ", ".join(map(str, value)) or "–"


def page(one: OptionChoice, trouble: Message | None, look: Look, back: Local) -> Page:
    """Return the page on which an option is put together; ``trouble`` is why it is refused.

    Done, it leads ``back``.
    """
    stage = stages.sheet(look, 1)
    title = look.words.say(trouble) if trouble else look.words.text(one.option.text)
    colour = look.colours.warning if trouble else None
    # Beside choices in the same colour it would look like one of them.
    weight = Weight.PLAIN if one.option.told else Weight.MAIN
    done = controls.key(look.words.text(N_("Done")), stage.foot, look, back, weight=weight)
    drawn = _choices if one.option.told else _counts if one.option.counted else _members
    keys = drawn(one, stage.body, look)
    return parts.page(look, bands.asking_headline(title, stage.head, look, colour), keys, done)


def _numbers(value: OptionValue) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else ()


# --- one of several, with a sentence each ---------------------------------------------------------


def _name(value: OptionValue, look: Look) -> str:
    return capitalise(look.words.text(str(value)))


def _choices(one: OptionChoice, box: Box, look: Look) -> Part:
    cells = layout.grid(box, 1, len(one.option.choices), look.theme.gap)
    keys = [
        controls.Key(
            look.words.join(_name(value, look), look.words.text(told)),
            Choose(one.option.name, value),
            Weight.MAIN if value == one.value else Weight.PLAIN,
        )
        for value, told in zip(one.option.choices, one.option.told, strict=True)
    ]
    return controls.keys_alike(cells, keys, look)


# --- some of several numbers ----------------------------------------------------------------------


def _members(one: OptionChoice, box: Box, look: Look) -> Part:
    """Return a key for every number; a touch includes or excludes it."""
    chosen = set(_numbers(one.value))
    cells = _cells(len(one.option.members), box, look)
    keys = [
        controls.Key(
            str(number),
            Choose(one.option.name, tuple(sorted(chosen ^ {number}))),
            Weight.MAIN if number in chosen else Weight.PLAIN,
        )
        for number in one.option.members
    ]
    return controls.draw_keys(cells, keys, look)


def _cells(count: int, box: Box, look: Look) -> Sequence[Box]:
    across, down = layout.shape(count, box, look.theme.px(17), look.theme.gap)
    return layout.grid(box, across, down, look.theme.gap)


# --- a number of each -----------------------------------------------------------------------------


def _counts(one: OptionChoice, box: Box, look: Look) -> Part:
    """Return a line for everything that is counted: fewer, the count, more."""
    count, gap = len(one.option.counted), look.theme.gap
    for width_mm in _COUNT_MM:
        across, down = layout.shape(count, box, look.theme.px(width_mm), gap)
        if down * (look.theme.finger + gap) <= box.h + gap:
            break
    cells = layout.grid(box, across, down, look.theme.gap)
    return join_parts(
        *(part for n, cell in enumerate(cells) for part in _count(one, n, cell, look))
    )


def _count(one: OptionChoice, number: int, box: Box, look: Look) -> Iterator[Part]:
    """Yield the label, the count and its keys; nothing for an unused cell."""
    if number >= len(one.option.counted):
        return
    counts = _numbers(one.value)
    side = min(look.theme.finger, box.w // 4)
    less, label, more = layout.columns(box, (side, 0, side), look.theme.gap // 2)
    name = look.words.card(Card(one.option.counted[number]))
    yield controls.key("−", less, look, _changed(one.option, counts, number, -1))
    told = [f"{name}:", f"{counts[number]}"]
    if label.h < 2 * layout.line_height(look.theme.small):
        told = [" ".join(told)]
    for text, room in zip(told, layout.grid(label, 1, len(told), 0), strict=True):
        yield parts.paragraph(text, room, look, align="centre", middle=True)
    yield controls.key("+", more, look, _changed(one.option, counts, number, 1))


def _changed(option: Option, counts: tuple[int, ...], number: int, by: int) -> Choose:
    new = max(0, counts[number] + by)
    return Choose(option.name, (*counts[:number], new, *counts[number + 1 :]))
