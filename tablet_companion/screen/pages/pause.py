"""A pause: nothing is judged until somebody continues; settings and other pages are here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.referee.model.events import Choose, OpenLevels
from tablet_companion.referee.model.panels import PausePanel, Weight
from tablet_companion.screen.pages.end import HISTORY_SLOT
from tablet_companion.screen.pages.telephones import TELEPHONES
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.pages.unfinished import UNFINISHED
from tablet_companion.screen.toolkit import bands, controls, layout, orders, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Fill, Page, Part, join_parts
from tablet_companion.screen.toolkit.icons import icon
from tablet_companion.screen.toolkit.look import Look

_STEP: Final = 20
_MIN_PERCENT: Final = {orders.Knob.VOLUME: 0, orders.Knob.BRIGHTNESS: 20}
"""In percent: at 0 nobody could find the key to brighten the page again."""
_ROW_MM: Final = 13


@dataclass(frozen=True, slots=True)
class SettingsPanel:
    """What can be adjusted without leaving a lesson, or the page that a question leads to."""


def settings_page(_panel: SettingsPanel, look: Look) -> Page:
    """Return the page that is opened from lessons and “?”: language, loudness, brightness."""
    stage = stages.stage(look, (), rows=1)
    keys = {(0, 1): controls.Key("Back", orders.LeaveSettings(), Weight.MAIN)}
    box = stage.above_foot.inset(look.theme.gap)
    high = min(look.theme.px(_ROW_MM), box.h // (2 + len(_MIN_PERCENT)))
    first, *rows = layout.rows(box, [high] * (1 + len(_MIN_PERCENT)), look.theme.gap)
    return parts.page(
        look,
        _languages(first, look),
        *_knobs(rows, look),
        controls.order_keys(keys, stage.foot, look),
    )


def page(panel: PausePanel, look: Look) -> Page:
    """Return the page of a pause: what can be adjusted, read and tried, beside the keys."""
    stage = stages.stage(look, panel.buttons)
    said = look.words.say(panel.say)
    head = bands.asking_band(said, None, stage.head, look)
    keys = controls.buttons(panel.buttons, stage.foot, look)
    if not any(isinstance(one.intent, OpenLevels) for one in panel.buttons):
        room = bands.help_key(stage.head, look)[1]
        if not bands.has_room(said, room, look):  # a page about a fault needs no board
            return parts.page(look, _notice(said, stage, look), keys)
        return parts.page(look, head, parts.table(panel.view, stage.body, look), keys)
    history = {HISTORY_SLOT: controls.Key("History", orders.OpenHistory())}
    return parts.page(
        look,
        head,
        _middle(look, stage.room if look.theme.portrait else stage.body),
        keys,
        controls.order_keys(history, stage.foot, look),
    )


def _notice(said: str, stage: stages.Regions, look: Look) -> Part:
    """Return a sentence that fills the page; the key for questions keeps its place."""
    ask, head = bands.help_key(stage.head, look)
    room = replace(head, h=stage.above_foot.bottom - head.y)
    return join_parts(bands.turn_band(said, None, room, look), ask)


def _middle(look: Look, box: Box) -> Part:
    """Return languages, loudness, brightness, and the ways to the table's own pages, in rows."""
    count = 2 + len(_MIN_PERCENT) + any(True for _ in _list_ways(look))
    gap = look.theme.gap
    if box.h < count * look.theme.finger + (count + 1) * gap:
        gap = look.theme.key_gap  # fingers need the room
    high = min(look.theme.px(_ROW_MM), (box.h - (count + 1) * gap) // count)
    first, *rows, facing, rest = layout.rows(
        box.inset(gap), [high] * (2 + len(_MIN_PERCENT)) + [0], gap
    )
    knobs = _knobs(rows, look)
    return join_parts(_languages(first, look), *knobs, _facing(facing, look), _ways(rest, look))


def _knobs(rows: Sequence[Box], look: Look) -> Iterator[Part]:
    levels = {orders.Knob.VOLUME: look.volume, orders.Knob.BRIGHTNESS: look.brightness}
    for (knob, percent), row in zip(levels.items(), rows, strict=True):
        yield _knob(knob, percent, row, look)


def _facing(box: Box, look: Look) -> Part:
    """Return the key that turns the page towards the player on turn, on or off."""
    label = look.words.text(N_("Turn the page to the player"))
    weight = Weight.MAIN if look.facing else Weight.PLAIN
    return controls.key(
        label, box, look, orders.Tune(orders.Knob.FACING, 0 if look.facing else 100), weight=weight
    )


def _languages(box: Box, look: Look) -> Part:
    cells = layout.columns(box, [0] * len(LANGUAGES), look.theme.gap)
    now = look.words.language
    keys = [
        controls.Key(name, Choose("language", code), Weight.MAIN if code == now else Weight.PLAIN)
        for code, name in LANGUAGES.items()
    ]
    return controls.draw_keys(cells, keys, look)


def _knob(knob: orders.Knob, percent: int, box: Box, look: Look) -> Part:
    """Return a sign, a key for less, the level, and a key for more."""
    side, gap = box.h, look.theme.gap
    sign, less, level, more = layout.columns(box, (side, side, 0, side), gap)
    down = max(_MIN_PERCENT[knob], percent - _STEP)
    up = min(100, percent + _STEP)
    return join_parts(
        Part(icon(knob.value, sign.inset(gap // 2), look.colours.text)),
        controls.key(
            "−", less, look, orders.Tune(knob, down), weight=controls.dim_if(down == percent)
        ),
        Part(tuple(_level(percent, level, look))),
        controls.key("+", more, look, orders.Tune(knob, up), weight=controls.dim_if(up == percent)),
    )


def _level(percent: int, box: Box, look: Look) -> Iterator[Fill]:
    """Yield a bar of rising steps, filled up to the level."""
    count = 100 // _STEP
    cells = layout.columns(box, [0] * count, look.theme.gap)
    for number, cell in enumerate(cells, start=1):
        high = cell.h * (count + number) // (2 * count)
        bar = Box(cell.x, cell.bottom - high, cell.w, high)
        lit = percent >= number * _STEP
        colours = look.colours
        yield Fill(
            bar, colours.main if lit else colours.ground, look.theme.gap // 2, colours.line, 2
        )


def _ways(box: Box, look: Look) -> Part:
    """Return the keys to the table's own pages, if there are any."""
    keys = tuple(_list_ways(look))
    cells = layout.columns(box, [0] * len(keys), look.theme.gap)
    most = look.theme.px(24)
    return controls.keys_in([replace(one, h=min(one.h, most)) for one in cells], keys, look)


def _list_ways(look: Look) -> Iterator[controls.Key]:
    if look.taught:
        yield controls.Key(N_("Rules"), orders.OpenRules())
    if look.telephones:
        yield controls.Key(TELEPHONES, orders.OpenTelephones())
    if look.unfinished:
        yield controls.Key(UNFINISHED, orders.OpenUnfinished())
    if look.trial:
        yield controls.Key(SELF_TEST, orders.OpenTrial())
