"""The possible next entries, one key for each; private to one seat if its sign is shown."""

from __future__ import annotations

from collections.abc import Sequence

from tablet_companion.games.core import Seat
from tablet_companion.referee.model.panels import Button, MenuPanel
from tablet_companion.screen.toolkit import bands, controls, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Page, Part
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look


def page(panel: MenuPanel, look: Look, local: Local) -> Page:
    """Return the page of a menu; keys that have no room are on further sheets."""
    facts = _facts(panel, look)
    stage = stages.with_room(look, panel.buttons, lambda one: parts.has_room(facts, one.told, look))
    seat = panel.private or _asked(panel)
    box = stage.head if panel.keys or panel.facts else stage.whole
    head = bands.asking_band(_headline(panel, box, look), seat, box, look)
    if not panel.keys:  # there is only text
        room = stage.above_foot.inset(look.theme.gap)
        text = parts.column(_facts(panel, look, large=True), room, look)
        below = parts.above_board(text, panel.view, room, look, panel.arrows)
        return parts.page(look, head, below, controls.buttons(panel.buttons, stage.foot, look))
    body = stage.body if panel.facts else stage.above_foot
    return parts.page(
        look,
        head,
        parts.above_board(_keys(panel.keys, body, look, local), panel.view, body, look),
        parts.column(facts, stage.told, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _asked(panel: MenuPanel) -> Seat | None:
    """Return whose colour the band has: nobody's while several may be meant."""
    if not panel.asked:
        return panel.view.turn
    return panel.asked[0] if len(panel.asked) == 1 else None


def _headline(panel: MenuPanel, box: Box, look: Look) -> str:
    """Return the labels touched so far, as far as legible from a metre; at first the task."""
    said = [look.words.say(one) for one in panel.said or (panel.say,)]
    room = bands.room_of_turn(bands.help_key(box, look)[1], look)
    paths = (" → ".join(said[n:]) for n in range(len(said)))
    return next((path for path in paths if bands.has_room(path, room, look)), said[-1])


def _facts(panel: MenuPanel, look: Look, *, large: bool = False) -> tuple[parts.Sentence, ...]:
    """Return the facts for the viewer; ``large`` if nothing else is on the page."""
    say, theme = look.words.say, look.theme
    size, colour = (theme.main, look.colours.main) if large else (theme.body, look.colours.soft)
    return tuple(parts.Sentence(say(one), size, colour) for one in panel.facts)


def _keys(keys: Sequence[Button], box: Box, look: Look, local: Local) -> Part:
    """Return the keys in a grid that a finger can hit, with one that turns the sheet."""
    given = [controls.Key(look.words.say(one.label), one.intent, one.weight) for one in keys]
    return controls.key_grid(given, box, look, local, (24, 20))
