"""What people can ask: the keys, the rules behind a verdict, where a piece may go."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.text import N_
from tablet_companion.referee.model.notes import Explained
from tablet_companion.referee.model.panels import HelpPanel, WonderPanel
from tablet_companion.screen.pages import rules
from tablet_companion.screen.pages.objection import explain
from tablet_companion.screen.pages.play import card_note
from tablet_companion.screen.pages.shelf import LESSONS
from tablet_companion.screen.toolkit import (
    bands,
    controls,
    framing,
    grids,
    layout,
    parts,
    picking,
    stages,
)
from tablet_companion.screen.toolkit.controls import Key
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, join_parts
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenLessons, OpenRules, OpenSettings, ReadRule

_KEY_MM: Final = 34


def page(panel: HelpPanel | WonderPanel, look: Look, local: Local) -> Page:
    """Return the page of a question that somebody asks."""
    if isinstance(panel, HelpPanel):
        return help_page(panel, look, local)
    return wonder_page(panel, look, local)


def help_page(panel: HelpPanel, look: Look, local: Local) -> Page:
    """Return the page of what can be asked, or of the rules behind the last verdict."""
    stage = stages.stage(look, panel.buttons)
    keys = _questions(panel, look) if panel.why is None else _rules(panel.why, look)
    least = _KEY_MM if panel.why is None else 2 * _KEY_MM
    head = stage.whole if panel.why == () else stage.head
    settings = Part()
    if panel.why is None and look.lessons:  # a question that people cannot read leads nowhere else
        settings, head = bands.help_key(head, look, OpenSettings(), "settings")
    grid = grids.key_grid(keys, stage.above_foot, look, local, (least, 22))
    seat = bands.find_seat(panel.say, panel.view)
    return parts.page(
        look,
        bands.turn_band(look.words.say(panel.say), seat, head, look),
        settings,
        parts.above_board(grid, panel.view, stage.above_foot, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _questions(panel: HelpPanel, look: Look) -> list[Key]:
    say, text = look.words.say, look.words.text
    aim = [Key(text(N_("How do I win?")), ReadRule(panel.aim, alone=True))] if panel.aim else []
    asked = [Key(say(one.label), one.intent) for one in panel.keys]
    lessons = [Key(text(LESSONS), OpenLessons())] if look.lessons else []
    return [*aim, *asked, Key(text(N_("All rules")), OpenRules()), *lessons]


def _rules(why: tuple[Explained, ...], look: Look) -> list[Key]:
    say = look.words.say
    return [Key(rules.label(say(one.rule)), ReadRule(one.name, alone=True)) for one in why]


def wonder_page(panel: WonderPanel, look: Look, local: Local) -> Page:
    """Return the page of what may be done now; the board reacts to touches."""
    sentences = [
        *(
            parts.Sentence(look.words.say(one), look.theme.told, look.colours.text)
            for one in panel.told
        ),
        *(one for breach in panel.breaches for one in explain(breach, look)),
    ]
    stage = stages.with_room(
        look,
        panel.buttons,
        lambda one: parts.has_room(sentences, _split(panel, one.told, look, local)[2], look),
    )
    top, below, told = _split(panel, stage.told, look, local)
    note = Part() if panel.card is None else card_note(panel.card, top, look)
    return parts.page(
        look,
        _head(panel, stage.head, look),
        _board(panel, stage.body, look, local),
        note,
        parts.column(sentences, told, look),
        _below(panel, below, look, local),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _split(panel: WonderPanel, box: Box, look: Look, local: Local) -> tuple[Box, Box, Box]:
    """Return the rooms of the card, of the text, and of a key below it."""
    gap, none = look.theme.gap // 2, Box(box.x, box.bottom, box.w, 0)
    top = below = none
    if panel.card is not None:
        top, box = layout.rows(box, (min(look.theme.px(11), box.h // 3), 0), gap)
    if local.near is not None or _why(panel):
        box, below = layout.rows(box, (0, look.theme.finger), gap)
    return top, below, box


def _why(panel: WonderPanel) -> str:
    """Return the rule whose picture gives the reason, empty if nothing is forbidden."""
    return next((one.name for one in panel.breaches if one.name), "")


def _below(panel: WonderPanel, box: Box, look: Look, local: Local) -> Part:
    if local.near is not None:
        return controls.key(look.words.text(N_("Whole board")), box, look, NOTHING)
    if _why(panel) and look.taught:
        why = ReadRule(_why(panel), alone=True, broken=True)
        return controls.key(look.words.text(N_("Why?")), box, look, why)
    return Part()


def _head(panel: WonderPanel, box: Box, look: Look) -> Part:
    text, colours = look.words.say(panel.say), look.colours
    if panel.breaches:
        return bands.plain_band(text, box, look, (colours.amber, colours.on_amber))
    return bands.turn_band(text, bands.find_seat(panel.say, panel.view), box, look)


def _board(panel: WonderPanel, box: Box, look: Look, local: Local) -> Part:
    """Return the board with its touch, whole or seen closely; none too small for a finger."""
    if min(box.w, box.h) < look.theme.finger:
        return Part()
    near = local.near
    frame = framing.frame_near(look.board, box, near, look.theme.finger, look.turns)
    laid = panel.card.card if panel.card else None
    drawn = parts.table(panel.view, box, look, panel.marks, laid=laid, frame=frame)
    touches = picking.pick_areas(frame, panel.picks, look, close_up=near is not None)
    return join_parts(drawn, Part(touches=touches))
