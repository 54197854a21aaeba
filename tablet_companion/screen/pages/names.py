"""Who is learning: the names of people who have learnt here, and letters for a new name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.controls import Key
from tablet_companion.screen.toolkit.drawing import Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import LeaveNames, TakeName, TypeName

WHO: Final = N_("Who is learning?")
NO_NAME: Final = N_("No name")
WHO_SITS: Final = N_("Who plays {seat}?")
FULL: Final = N_("A name has at most {count} letters.")
NO_ROOM: Final = N_("{count} names are kept; there is no room for another.")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÉÈÇËÏÊÎÔÂ"
_JOINTS: Final = "-’"
_ACROSS: Final = 8
_COLUMNS: Final = 3


@dataclass(frozen=True, slots=True)
class NamesPanel:
    """The names to choose from; ``typed`` is a new one so far, None if none is typed.

    ``seat`` is set when asking who sits there, None when asking who is learning. ``full``: no
    further name can be kept.
    """

    names: tuple[str, ...]
    typed: str | None = None
    longest: int = 12
    seat: Seat | None = None
    full: bool = False


def page(panel: NamesPanel, look: Look) -> Page:
    """Return the page: a key for each name, or for each letter."""
    stage, gap = stages.shelf(look), look.theme.gap // 2
    if panel.typed is not None and (panel.full or len(panel.typed) >= panel.longest):
        told = Message(FULL, (("count", panel.longest),))
        if panel.full:
            told = Message(NO_ROOM, (("count", len(panel.names)),))
        sizes = layout.sizes_between(look.theme.main, look.theme.body)
        text = look.words.say(told)
        body = parts.paragraph(text, stage.body, look, sizes=sizes, align="centre", middle=True)
        return _page(panel, body, stage, look)
    keys = _names(panel, look) if panel.typed is None else _letters(panel.typed)
    across = _COLUMNS if panel.typed is None else _ACROSS
    cells = layout.grid(stage.body, across, max(3, -(-len(keys) // across)), gap)
    return _page(panel, controls.draw_keys(cells, keys, look), stage, look)


def _page(panel: NamesPanel, body: Part, stage: stages.Stage, look: Look) -> Page:
    head = panel.typed or look.words.say(_ask(panel.seat))
    return parts.page(
        look,
        bands.headline(head, stage.head, look),
        body,
        controls.key_row(_foot(panel), stage.foot, look),
    )


def _ask(seat: Seat | None) -> Message:
    return Message(WHO) if seat is None else Message(WHO_SITS, (("seat", seat),))


def _names(panel: NamesPanel, look: Look) -> list[Key]:
    new = Key(look.words.text(N_("New name")), TypeName(""))
    nobody = Key(look.words.text(NO_NAME), TakeName(""))
    names = (Key(name, TakeName(name)) for name in panel.names)
    return [*names, new, *((nobody,) if panel.seat is not None else ())]


def _letters(typed: str) -> list[Key]:
    """Return the keys of the letters; the first of a name and of its parts is a capital."""
    letters = _LETTERS if not typed or typed[-1] in _JOINTS else _LETTERS.lower()
    return [Key(one, TypeName(typed + one)) for one in letters + _JOINTS]


def _foot(panel: NamesPanel) -> tuple[Key, ...]:
    back = Key(N_("Back"), LeaveNames())
    if not panel.typed:
        return (back,)
    delete = Key(N_("Delete"), TypeName(panel.typed[:-1]))
    return back, delete, Key(N_("Done"), TakeName(panel.typed), Weight.MAIN)
