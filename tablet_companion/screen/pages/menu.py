"""What may be said next: a key for each; private to one seat where its sign is shown."""

from __future__ import annotations

from collections.abc import Sequence

from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Button, MenuPanel
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, joined
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look


def page(panel: MenuPanel, look: Look, local: Local) -> Page:
    """Return the page of a menu; keys that have no room are on further sheets."""
    facts = _facts(panel, look)
    stage = stages.with_room(look, panel.buttons, lambda one: parts.has_room(facts, one.told, look))
    seat = panel.private or panel.view.turn
    if not panel.keys:  # there is nothing but to read
        text = parts.column(_facts(panel, look, large=True), stage.body, look)
        head = bands.asking_band(look.words.say(panel.say), seat, stage.head, look)
        return parts.page(look, head, text, controls.buttons(panel.buttons, stage.foot, look))
    body = stage.body if panel.facts else stage.room
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), seat, stage.head, look),
        _keys(panel.keys, body, look, local),
        parts.column(facts, stage.told, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _facts(panel: MenuPanel, look: Look, *, large: bool = False) -> tuple[parts.Sentence, ...]:
    """Return what the viewer wants to know; ``large`` where nothing else is on the page."""
    say, theme = look.words.say, look.theme
    size, colour = (theme.main, look.colours.main) if large else (theme.body, look.colours.soft)
    return tuple(parts.Sentence(say(one), size, colour) for one in panel.facts)


def _keys(keys: Sequence[Button], box: Box, look: Look, local: Local) -> Part:
    """Return the keys in a grid that a finger can hit, with one that turns the sheet."""
    gap, finger = look.theme.gap, look.theme.finger
    least = look.theme.px(24)
    most = max(1, (box.w + gap) // (least + gap)) * max(1, (box.h + gap) // (finger + gap))
    shown, turn = controls.sheets(len(keys), most, local.sheet)
    count = len(shown) + (turn is not None)
    across, down = layout.shape(max(1, count), box, least, gap)
    room = Box(box.x, box.y, box.w, min(box.h, down * (look.theme.px(20) + gap)))
    cells = layout.grid(room, across, down, gap)
    labels = [look.words.say(keys[n].label) for n in shown]
    size = controls.common_size(labels, cells[: len(labels)], look) if labels else None
    drawn = [
        controls.key(label, cell, look, keys[n].intent, weight=keys[n].weight, largest=size)
        for label, cell, n in zip(labels, cells, shown, strict=False)
    ]
    if turn is not None:
        drawn.append(controls.key(look.words.text(N_("More")), cells[len(labels)], look, turn))
    return joined(*drawn)
